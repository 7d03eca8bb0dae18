/**
 * Text to speech by any server with an OpenAI-compatible `audio/speech`: one
 * request for each phrase, a few ahead of the one that is heard.
 */
import { Duration, Effect, Either, Layer, Ref, type Scope, Stream } from "effect"
import { type EngineFailure, ProviderError } from "../../Errors.ts"
import * as Monotonic from "../../Monotonic.ts"
import { inDigits } from "../../text/Numerals.ts"
import { isSpeakable } from "../../text/Speakable.ts"
import { type Phrase, type SpokenPhrase, type SynthesisRequest, Synthesizer } from "../Synthesizer.ts"
import { type Refused, refusal } from "./Failures.ts"
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
/** How long a readiness probe waits, and how long its answer is good. */
const probeTimeout = Duration.seconds(5)
const probeLifetime = Duration.seconds(5)
/** Refusals that may be about `response_format: "pcm"`. */
const formatRefusals = [400, 415, 422]

type ResponseFormat = "pcm" | "wav"

/**
 * A synthesizer on `endpoint`. It asks for PCM; where the server refuses that,
 * for WAV, from then on. A phrase without a letter or digit is silent, and not
 * sent. Gives no word marks.
 */
export const make = (
  endpoint: Transport.Endpoint,
  limits: Transport.Limits = Transport.defaultLimits
): Effect.Effect<typeof Synthesizer.Service, never, Scope.Scope> =>
  Effect.gen(function* () {
    const transport = yield* Transport.make(endpoint, subject, limits)
    const format = yield* Ref.make<ResponseFormat>("pcm")

    const ask = (request: SynthesisRequest, phrase: Phrase, response_format: ResponseFormat) =>
      transport.read(
        transport.post("/audio/speech", {
          model: endpoint.model,
          input: inDigits(phrase.text.trim()),
          voice: request.voice.id,
          response_format,
          speed: SpeechDuration.paceOf(request.speed)
        }),
        largestPhrase
      )

    /** The same request for WAV, where the refusal may have been about PCM. */
    const askForWav = (request: SynthesisRequest, phrase: Phrase, refused: Refused) =>
      formatRefusals.includes(refused.status)
        ? Effect.tap(ask(request, phrase, "wav"), () => Ref.set(format, "wav"))
        : Effect.fail(refused)

    const answerTo = (request: SynthesisRequest, phrase: Phrase) =>
      Effect.flatMap(Ref.get(format), (known) =>
        known === "wav"
          ? ask(request, phrase, "wav")
          : ask(request, phrase, "pcm").pipe(
              Effect.catchTag("Refused", (refused) => askForWav(request, phrase, refused))
            )
      ).pipe(Effect.catchTag("Refused", (refused) => Effect.fail(refusal(subject)(refused))))

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

    const ready = yield* Monotonic.cachedFor(transport.probe(transport.get("/models"), probeTimeout), probeLifetime)

    return Synthesizer.of({
      name: "openai-compatible",
      speak: (request) =>
        Stream.fromIterable(request.phrases.map((phrase, index) => ({ phrase, index }))).pipe(
          Stream.mapEffect(({ index, phrase }) => speakPhrase(request, phrase, index), { concurrency: lookAhead })
        ),
      estimate: SpeechDuration.estimate,
      longest: SpeechDuration.longest,
      ready
    })
  })

/** The `Synthesizer` on `endpoint`. */
export const layer = (
  endpoint: Transport.Endpoint,
  limits: Transport.Limits = Transport.defaultLimits
): Layer.Layer<Synthesizer> => Layer.scoped(Synthesizer, make(endpoint, limits))
