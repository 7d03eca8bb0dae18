/**
 * Text to speech by any server with an OpenAI-compatible `audio/speech`: one
 * request for each phrase, a few ahead of the one that is awaited.
 */
import { Effect, Either, Layer, Option, type Scope, Stream } from "effect"
import type { Language } from "../../Domain.ts"
import { type EngineFailure, ProviderError } from "../../Errors.ts"
import { type Lexicon, read } from "../../text/reading/Reading.ts"
import { isSpeakable } from "../../text/Speakable.ts"
import {
  type DurationRequest,
  type Phrase,
  type SpokenPhrase,
  type SynthesisRequest,
  Synthesizer
} from "../Synthesizer.ts"
import { aboutField, makeDialectLearner } from "./Dialect.ts"
import { decode } from "./SpeechBody.ts"
import * as SpeechDuration from "./SpeechDuration.ts"
import * as Transport from "./Transport.ts"

const subject = "the speech engine"

/** Phrases in the making at once, the one that is waited for included; also how many finished ones are held. */
const lookAhead = 3
/**
 * Bytes of sound that one phrase may have: 300 characters at half pace are
 * under 80 s, which is 15 MB even as 48 kHz stereo of 16 bits.
 */
const largestPhrase = 16 * 1024 * 1024
/** What an engine is sent of a text: the words that are said, or, where it reads by itself, the text with the client's own words. */
export type InputForm = "words" | "raw"

const sentText = (inputForm: InputForm, language: Language, text: string, lexicon: Lexicon = []): string => {
  if (inputForm === "raw" && lexicon.length === 0) return text
  const { spans, words } = read(language, text, lexicon)
  if (inputForm === "words") return words
  return spans.map(({ end, kind, start, words }) => (kind === "lexicon" ? words : text.slice(start, end))).join("")
}

/**
 * A synthesizer on `endpoint`. It asks for PCM; where the server refuses that,
 * for WAV, from then on. A phrase without a letter or digit is silent, and not
 * sent. Gives no word marks.
 */
export const make = (
  endpoint: Transport.Endpoint,
  inputForm: InputForm = "words",
  limits: Transport.Limits = Transport.defaultLimits
): Effect.Effect<typeof Synthesizer.Service, never, Scope.Scope> =>
  Effect.gen(function* () {
    const transport = yield* Transport.make(endpoint, subject, limits)
    const learn = yield* makeDialectLearner<"pcm">(subject)

    const asSent = (request: DurationRequest): DurationRequest => ({
      ...request,
      text: sentText(inputForm, request.voice.language, request.text, request.lexicon)
    })

    const answerTo = (request: SynthesisRequest, phrase: Phrase) =>
      learn(
        (dialect) =>
          transport.read(
            transport.post(
              "/audio/speech",
              JSON.stringify({
                model: endpoint.model,
                input: sentText(inputForm, request.voice.language, phrase.text, request.lexicon).trim(),
                voice: request.voice.id,
                response_format: dialect.has("pcm") ? "wav" : "pcm",
                speed: SpeechDuration.paceOf(request.speed)
              })
            ),
            largestPhrase
          ),
        (dialect, refusal) => (Option.isSome(aboutField(refusal)) && !dialect.has("pcm") ? ["pcm"] : [])
      )

    const speakPhrase = (
      request: SynthesisRequest,
      phrase: Phrase,
      index: number
    ): Effect.Effect<SpokenPhrase, EngineFailure> =>
      Effect.gen(function* () {
        if (!isSpeakable(phrase.text)) return { index, samples: new Int16Array(0), sampleRate: 24_000, words: [] }
        const answer = yield* answerTo(request, phrase)
        const sound = yield* Either.mapLeft(
          decode(answer),
          (what) => new ProviderError({ message: `${subject} sent ${what}` })
        )
        return { index, ...sound, words: [] }
      })

    return Synthesizer.of({
      name: "openai-compatible",
      speak: (request) =>
        Stream.fromIterable(request.phrases.map((phrase, index) => ({ phrase, index }))).pipe(
          Stream.mapEffect(({ index, phrase }) => speakPhrase(request, phrase, index), { concurrency: lookAhead })
        ),
      estimate: (request) => SpeechDuration.estimate(asSent(request)),
      held: (request) => SpeechDuration.held(asSent(request)),
      longest: (request) => SpeechDuration.longest(asSent(request)),
      ready: transport.ready
    })
  })

/** The `Synthesizer` on `endpoint`. */
export const layer = (
  endpoint: Transport.Endpoint,
  inputForm: InputForm = "words",
  limits: Transport.Limits = Transport.defaultLimits
): Layer.Layer<Synthesizer> => Layer.scoped(Synthesizer, make(endpoint, inputForm, limits))
