/**
 * Text to speech by any server with an OpenAI-compatible `audio/speech`: one
 * request for each phrase, a few ahead of the one that is awaited.
 */
import { Effect, Either, Layer, Option, type Scope, Stream } from "effect"
import { type EngineFailure, ProviderError } from "../../Errors.ts"
import { type Reading, read } from "../../text/reading/Reading.ts"
import { isSpeakable } from "../../text/Speakable.ts"
import { type SpokenPhrase, type SynthesisRequest, Synthesizer } from "../Synthesizer.ts"
import { aboutFields, lasting, makeDialectLearner } from "./Dialect.ts"
import { decode } from "./SpeechBody.ts"
import * as SpeechDuration from "./SpeechDuration.ts"
import * as Transport from "./Transport.ts"

const subject = "the speech engine"

type SpokenPart = SynthesisRequest["phrases"][number]

/** Phrases in the making at once, the one that is waited for included; also how many finished ones are held. */
const lookAhead = 3
/**
 * Bytes of sound that one phrase may have: 300 characters at half pace are
 * under 80 s, which is 15 MB even as 48 kHz stereo of 16 bits.
 */
const largestPhrase = 16 * 1024 * 1024
/** What an engine is sent of a text: the words that are said, or, where it reads by itself, the text with the client's own words. */
export type InputForm = "words" | "raw"

const sentText = (inputForm: InputForm, { spans, text, words }: Reading): string => {
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
  inputForm: InputForm,
  limits: Transport.Limits
): Effect.Effect<typeof Synthesizer.Service, never, Scope.Scope> =>
  Effect.gen(function* () {
    const transport = yield* Transport.make(endpoint, subject, limits)
    const learn = yield* makeDialectLearner<"pcm">(subject)

    const readingOf = ({ lexicon, voice }: SynthesisRequest, phrase: SpokenPart): Reading =>
      "reading" in phrase ? phrase.reading : read(voice.language, phrase.text, lexicon)

    const answerTo = (request: SynthesisRequest, phrase: SpokenPart) =>
      learn(
        (dialect) =>
          transport.read(
            transport.post(
              "/audio/speech",
              JSON.stringify({
                model: endpoint.model,
                input: sentText(inputForm, readingOf(request, phrase)).trim(),
                voice: request.voice.id,
                response_format: dialect.has("pcm") ? "wav" : "pcm",
                speed: SpeechDuration.paceOf(request.speed)
              })
            ),
            largestPhrase
          ),
        (dialect, refusal) => lasting(Option.isSome(aboutFields(refusal)) && !dialect.has("pcm") ? ["pcm"] : [])
      )

    const speakPhrase = (
      request: SynthesisRequest,
      phrase: SpokenPart,
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
      durations: ({ phrases, speed }) =>
        SpeechDuration.durationsOf(phrases.map(({ reading }) => sentText(inputForm, reading)).join(""), speed),
      ready: transport.ready
    })
  })

/** The `Synthesizer` on `endpoint`. */
export const layer = (endpoint: Transport.Endpoint, inputForm: InputForm): Layer.Layer<Synthesizer> =>
  Layer.scoped(Synthesizer, make(endpoint, inputForm, Transport.defaultLimits))
