/**
 * Has an engine do something small, to see that it works: nobody is charged. One
 * test of each kind runs at a time, and none longer than a person waits for it.
 */
import { Cause, Duration, Effect, Exit, type Layer, Option, Stream } from "effect"
import type { Sound } from "../../audio/AudioEncoder.ts"
import * as Wav from "../../audio/Wav.ts"
import { isProblem, ProviderError, ProviderTimeout, RateLimited } from "../../Errors.ts"
import { SpeechRecognition } from "../../engines/SpeechRecognition.ts"
import { type SpokenPhrase, Synthesizer, type SynthesizerShape } from "../../engines/Synthesizer.ts"
import { noFurtherSettings, TextModel } from "../../engines/TextModel.ts"
import * as Monotonic from "../../runtime/Monotonic.ts"
import { Settings } from "../../settings/Config.ts"
import type { Statement } from "../../storage/Statement.ts"
import { inOrder, Writer } from "../../storage/Writer.ts"
import { phrases } from "../../text/Phrases.ts"
import { timbre, Voices } from "../../voice/Voices.ts"
import type { EngineKind, EngineTest } from "./EnginesApi.ts"

/** How long a test may take. A model on one CPU core needs most of it for its first words. */
const PATIENCE = Duration.seconds(45)

const LANGUAGE = "am"
/** What is spoken, in some two seconds. */
const SENTENCE = "ሰላም፣ እንኳን ደህና መጡ።"
const PROMPT = "ሰላም! በአንድ አጭር ዓረፍተ ነገር መልስ።"

/** Tokens that a model may write, its thoughts among them. */
const MOST_TOKENS = 256
/** Characters of an answer that are shown. */
const SHOWN = 1_000
/** Seconds of sound that nobody needs for the sentence. */
const MOST_SECONDS = 60

interface Answer {
  readonly answer: string
  readonly audio: string | null
}

/** A test of one kind of engine: what is made for it first, then the engine's own work, which is timed. */
interface TestRun {
  readonly given: string
  readonly work: Effect.Effect<Effect.Effect<Answer, unknown>, unknown>
}

const joined = (spoken: ReadonlyArray<SpokenPhrase>): Sound => {
  const samples = new Int16Array(spoken.reduce((sum, phrase) => sum + phrase.samples.length, 0))
  let at = 0
  for (const phrase of spoken) {
    samples.set(phrase.samples, at)
    at += phrase.samples.length
  }
  return { samples, sampleRate: spoken[0]?.sampleRate ?? 1 }
}

const secondsOf = ({ sampleRate, samples }: Sound): number => samples.length / sampleRate

/** The sentence, spoken by the engine. Fails with `ProviderError` also where there is no sound, or no end of it. */
const speak = (engine: SynthesizerShape, voices: Voices) =>
  Effect.gen(function* () {
    const speakers = yield* voices.list({ language: LANGUAGE, include_unavailable: true })
    const voice = speakers.find(({ isDefault }) => isDefault)
    if (voice === undefined) return yield* Effect.dieMessage(`no voice speaks ${LANGUAGE}`)
    const spoken: Array<SpokenPhrase> = []
    let seconds = 0
    yield* Stream.runForEach(
      engine.speak({ voice: timbre(voice), speed: 1, phrases: phrases(SENTENCE) }),
      Effect.fnUntraced(function* (phrase) {
        spoken.push(phrase)
        seconds += secondsOf(phrase)
        if (seconds > MOST_SECONDS) {
          return yield* new ProviderError({ message: `it spoke for more than ${MOST_SECONDS} s` })
        }
      })
    )
    return seconds > 0 ? joined(spoken) : yield* new ProviderError({ message: "it answered without a sound" })
  })

/** What an answer in words is worth; none at all is a failure. */
const inWords = (text: string): Effect.Effect<Answer, ProviderError> =>
  text.trim() === ""
    ? Effect.fail(new ProviderError({ message: "it answered without a word" }))
    : Effect.succeed({ answer: text.trim().slice(0, SHOWN).toWellFormed(), audio: null })

/** The report of a failure: the error's own words. Of a defect it says nothing. */
const errorOf = (cause: Cause.Cause<unknown>): Effect.Effect<NonNullable<EngineTest["error"]>> => {
  const failure = Option.getOrUndefined(Cause.failureOption(cause))
  if (isProblem(failure)) return Effect.succeed({ code: failure._tag, message: failure.message })
  const error = { code: "INTERNAL_ERROR", message: "the test failed through a fault; the server's log has the details" }
  return Effect.as(Effect.logError("the test of an engine failed through a fault", cause), error)
}

const running = () => new RateLimited({ message: "this engine is being tested already; wait for that", retryAfter: 1 })

export interface EngineTestsOptions {
  /** The embedded synthesiser, where another is attached: it speaks to the recogniser that is tested. */
  readonly embedded: Layer.Layer<Synthesizer>
  /** 45 s where nothing is said. */
  readonly patience?: Duration.Duration
}

export class EngineTests extends Effect.Service<EngineTests>()("dashboard/engines/EngineTests", {
  dependencies: [SpeechRecognition.Default],
  effect: Effect.fnUntraced(function* ({ embedded, patience = PATIENCE }: EngineTestsOptions) {
    const { durable } = yield* Writer
    const settings = yield* Settings
    const voices = yield* Voices
    const synthesizer = yield* Synthesizer
    const recognition = yield* SpeechRecognition
    const textModel = yield* TextModel

    const sample = Option.isNone(settings.synthesizer)
      ? speak(synthesizer, voices)
      : Effect.flatMap(Synthesizer, (engine) => speak(engine, voices)).pipe(Effect.provide(embedded))

    const speaking = Effect.map(speak(synthesizer, voices), (sound) => ({
      answer: `${secondsOf(sound).toFixed(1)} s`,
      audio: `data:audio/wav;base64,${Wav.file(sound).toString("base64")}`
    }))

    const hearing = Effect.map(sample, (sound) =>
      recognition
        .recognize({ language: LANGUAGE, chunkMillis: 1120, words: false }, recognition.decode(Wav.file(sound)))
        .pipe(Effect.flatMap(({ final }) => inWords(final.text)))
    )

    const writing = textModel
      .generate({
        messages: [{ role: "user", parts: [{ _tag: "Text", text: PROMPT }] }],
        tools: [],
        toolChoice: "none",
        targetLanguage: Option.some(LANGUAGE),
        temperature: Option.some(0),
        topP: Option.none(),
        topK: Option.none(),
        maxOutputTokens: Option.some(MOST_TOKENS),
        further: noFurtherSettings
      })
      .pipe(Effect.flatMap(({ text }) => inWords(text)))

    const trials: Readonly<Record<EngineKind, TestRun>> = {
      synthesizer: { given: SENTENCE, work: Effect.succeed(speaking) },
      recognizer: { given: SENTENCE, work: hearing },
      text_model: { given: PROMPT, work: Effect.succeed(writing) }
    }
    const places: Readonly<Record<EngineKind, Effect.Semaphore>> = {
      synthesizer: yield* Effect.makeSemaphore(1),
      recognizer: yield* Effect.makeSemaphore(1),
      text_model: yield* Effect.makeSemaphore(1)
    }

    const late = () => new ProviderTimeout({ message: `there was no answer within ${Duration.toSeconds(patience)} s` })

    const attempt = Effect.fnUntraced(function* ({ given, work }: TestRun) {
      let begun = yield* Monotonic.millis
      const timed = Effect.flatMap(work, (own) =>
        Effect.zipRight(
          Effect.map(Monotonic.millis, (now) => {
            begun = now
          }),
          own
        )
      )
      const exit = yield* Effect.exit(
        Effect.timeoutFail(Effect.disconnect(timed), { duration: patience, onTimeout: late })
      )
      const milliseconds = Math.round((yield* Monotonic.millis) - begun)
      if (Exit.isSuccess(exit)) {
        const tested: EngineTest = { ok: true, milliseconds, given, ...exit.value, error: null }
        return tested
      }
      const error = yield* errorOf(exit.cause)
      const failed: EngineTest = { ok: false, milliseconds, given, answer: null, audio: null, error }
      return failed
    })

    /**
     * Tests the live engine of a kind; `also` is written first, so that no test is
     * without it. What the engine fails with is the answer. Fails with
     * `RateLimited` where such a test runs already, and has written nothing then.
     */
    const run = Effect.fn("EngineTests.run")(function* (kind: EngineKind, also: ReadonlyArray<Statement> = []) {
      const recorded = Effect.orDie(durable(inOrder(...also)))
      const tested = yield* places[kind].withPermitsIfAvailable(1)(Effect.zipRight(recorded, attempt(trials[kind])))
      return yield* Option.match(tested, { onNone: running, onSome: Effect.succeed })
    })

    return { run }
  })
}) {}
