/**
 * Speech to text by any server with an OpenAI-compatible `audio/transcriptions`.
 *
 * Such a server takes a file at a time. So the sound is cut into utterances at
 * its pauses, and each is sent when it is complete: text comes while there is
 * still sound to come, silence is never sent, and what is held is bounded.
 */
import { Duration, Effect, Layer, Option, type Scope, Stream } from "effect"
import * as Activity from "../../audio/Activity.ts"
import { SAMPLE_RATE } from "../../audio/Decode.ts"
import { type EngineFailure, ProviderError } from "../../Errors.ts"
import { ActivityDetector, type ActivityDetectorShape, withoutModels } from "../ActivityDetector.ts"
import { type RecognitionRequest, Recognizer, type RecognizerShape } from "../Recognizer.ts"
import * as UtteranceTexts from "../UtteranceTexts.ts"
import { type Dialect, makeDialectLearner } from "./Dialect.ts"
import type { EngineResponse } from "./EngineResponse.ts"
import { failures } from "./Failures.ts"
import * as ServerSentEvents from "./ServerSentEvents.ts"
import * as Transcript from "./Transcript.ts"
import * as TranscriptionRequest from "./TranscriptionRequest.ts"
import * as Transport from "./Transport.ts"

const subject = "the recogniser"
const path = "/audio/transcriptions"

/** Bytes of an answer: 15 s of speech are some 50 words, and a verbose answer has under 500 bytes for each. */
const largestAnswer = 1024 * 1024
/**
 * Utterances that wait for their turn; the sound is not read on while there are
 * more. With the 180 s that a transcription may have all fit, and are 6 MB.
 */
const waitingUtterances = 64
/** How long the end of the body is waited for after the last event, so that the connection can be used again. */
const linger = Duration.millis(100)
const seconds = (samples: number): number => samples / SAMPLE_RATE

const unreadable = () => new ProviderError({ message: `${subject} sent what cannot be read` })

type TranscriptAnswer = Effect.Effect<UtteranceTexts.UtteranceTranscript, EngineFailure>

/** The transcript in an answer that comes whole, of `seconds` of sound. */
const readWhole = async (response: EngineResponse, seconds: number): Promise<TranscriptAnswer> =>
  Effect.flatMap(await response.whole(largestAnswer), ({ bytes }) =>
    Option.match(Transcript.whole(new TextDecoder().decode(bytes), seconds), {
      onNone: () => Effect.fail(unreadable()),
      onSome: Effect.succeed
    })
  )

/** The transcript in an answer in pieces; `onText` is given all text so far. */
const readEvents = async (
  { first, next }: EngineResponse,
  silence: Duration.Duration,
  onText: (text: string) => void
): Promise<TranscriptAnswer> => {
  const parser = ServerSentEvents.make()
  const collector = Transcript.makeCollector()
  let length = 0
  let piece = first
  while (true) {
    length += piece?.length ?? 0
    if (length > largestAnswer) return Effect.fail(failures(subject).tooLarge())
    for (const { data, name } of piece === undefined ? parser.end() : parser.feed(piece)) {
      const step = collector.take(name, data)
      if (step._tag === "Failed") return Effect.fail(failures(subject).failed())
      if (step._tag === "Unreadable") return Effect.fail(unreadable())
      if (step._tag === "Text") onText(step.text)
      if (step._tag === "Done") {
        await next(Option.some(linger)).catch(() => undefined)
        return Effect.succeed(collector.transcript())
      }
    }
    if (piece === undefined)
      return collector.isComplete() ? Effect.succeed(collector.transcript()) : Effect.fail(failures(subject).brokeOff())
    piece = await next(Option.some(silence))
  }
}

/** How sure a model of voice activity must be; the middle of its range, for which it was made. */
const MIDDLE = 0.5

/** The utterances of a sound, each when it is complete. */
const utterancesOf = <E>(
  sound: Stream.Stream<Int16Array, E>,
  activity: ActivityDetectorShape
): Stream.Stream<Activity.Utterance, E> =>
  Stream.unwrapScoped(
    Effect.map(activity.open(MIDDLE), ({ hear }) => {
      const { finish, push } = Activity.segmenter()
      return Stream.concat(
        Stream.mapConcatEffect(sound, (samples) => Effect.map(hear(samples), (speech) => push(samples, speech))),
        Stream.suspend(() => Stream.fromIterable(finish()))
      )
    })
  )

/**
 * A recogniser on `endpoint`, while the scope lasts. A request is sent again
 * only while the server has not begun to answer it: once it took the sound,
 * what becomes of it is the outcome. Where the server does not time words they
 * are spread over their utterance; where it does not say how sure it is,
 * `NEUTRAL_CONFIDENCE` stands.
 */
export const make = (
  endpoint: Transport.Endpoint,
  limits: Transport.Limits = Transport.defaultLimits,
  activity: ActivityDetectorShape = withoutModels
): Effect.Effect<RecognizerShape, never, Scope.Scope> =>
  Effect.gen(function* () {
    // An answer that comes whole has no first byte before its last.
    const transport = yield* Transport.make(endpoint, subject, { ...limits, firstByte: limits.whole })
    const learn = yield* makeDialectLearner<TranscriptionRequest.Field>(subject)

    /** `tried`: what was left out of the same recording before, by trial. */
    const transcriptOf = (
      request: RecognitionRequest,
      samples: Int16Array,
      tried: Set<TranscriptionRequest.Field>,
      onText: (text: string) => void
    ) => {
      const file = TranscriptionRequest.wavOf(samples)
      const own = (dialect: Dialect<TranscriptionRequest.Field>) => new Set([...dialect, ...tried])
      return learn(
        (dialect) =>
          transport.follow(
            transport.form(path, TranscriptionRequest.formOf(endpoint.model, request, own(dialect), file)),
            (response) =>
              response.contentType === "text/event-stream"
                ? readEvents(response, limits.silence, onText)
                : readWhole(response, seconds(samples.length))
          ),
        (dialect, refusal) => {
          const omission = TranscriptionRequest.omissionAfter(request, own(dialect), refusal)
          for (const field of omission.fields) tried.add(field)
          return omission
        }
      )
    }

    /** Of partial texts that were not taken in time the newest says all. */
    const updatesOf = (
      request: RecognitionRequest,
      { samples }: Activity.Utterance,
      tried: Set<TranscriptionRequest.Field>
    ) =>
      Stream.asyncPush<UtteranceTexts.Update, EngineFailure>(
        (emit) =>
          transcriptOf(request, samples, tried, (text) => emit.single({ _tag: "Text", text })).pipe(
            Effect.matchCause({
              onFailure: emit.halt,
              onSuccess: (transcript) => {
                emit.single({ _tag: "Transcript", transcript })
                emit.end()
              }
            }),
            Effect.forkScoped
          ),
        { bufferSize: 16, strategy: "sliding" }
      )

    const recognize = <E>(request: RecognitionRequest, sound: Stream.Stream<Int16Array, E>) =>
      Stream.suspend(() => {
        const { final, hypothesis } = UtteranceTexts.assembling(request.words)
        const tried = new Set<TranscriptionRequest.Field>()
        return utterancesOf(sound, activity).pipe(
          Stream.buffer({ capacity: waitingUtterances }),
          Stream.flatMap((utterance) =>
            Stream.map(updatesOf(request, utterance, tried), (update) => hypothesis(utterance, update))
          ),
          UtteranceTexts.news,
          Stream.concat(Stream.sync(final))
        )
      })

    return { name: endpoint.model, recognize, prepare: Effect.void, ready: transport.ready }
  })

/** The `Recognizer` on `endpoint`. */
export const layer = (
  endpoint: Transport.Endpoint,
  limits: Transport.Limits = Transport.defaultLimits
): Layer.Layer<Recognizer> =>
  Layer.scoped(
    Recognizer,
    Effect.flatMap(ActivityDetector, (activity) => make(endpoint, limits, activity))
  )
