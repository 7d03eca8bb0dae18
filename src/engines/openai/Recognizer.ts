/**
 * Speech to text by any server with an OpenAI-compatible `audio/transcriptions`.
 *
 * Such a server hears a file at a time. So the sound is cut into utterances at
 * its pauses, and each is sent when it is complete: text comes while there is
 * still sound to come, silence is never sent, and what is held is bounded.
 */
import { Chunk, Duration, Effect, Layer, Option, Ref, type Scope, Stream } from "effect"
import * as Activity from "../../audio/Activity.ts"
import { SAMPLE_RATE } from "../../audio/Decode.ts"
import * as Wav from "../../audio/Wav.ts"
import { type EngineFailure, ProviderError } from "../../Errors.ts"
import * as Monotonic from "../../Monotonic.ts"
import {
  type Hypothesis,
  type RecognitionRequest,
  type RecognizedWord,
  Recognizer,
  type RecognizerShape
} from "../Recognizer.ts"
import type { EngineResponse } from "./EngineResponse.ts"
import { failures, type Refused, refusal } from "./Failures.ts"
import * as Dialect from "./RecognizerDialect.ts"
import * as ServerSentEvents from "./ServerSentEvents.ts"
import * as Transcript from "./Transcript.ts"
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
/** How long a readiness probe waits, and how long its answer is good. */
const probeTimeout = Duration.seconds(5)
const probeLifetime = Duration.seconds(5)

const seconds = (samples: number): number => samples / SAMPLE_RATE

const wavOf = (samples: Int16Array): Blob => {
  const dataBytes = samples.byteLength
  const copy = new Uint8Array(dataBytes)
  copy.set(new Uint8Array(samples.buffer, samples.byteOffset, dataBytes))
  return new Blob([Wav.header({ sampleRate: SAMPLE_RATE, dataBytes }), copy], { type: "audio/wav" })
}

/** What to ask for: times and confidence where they are to be had; pieces where no times are wanted, which they exclude. */
const fieldsOf = (request: RecognitionRequest, dialect: Dialect.Dialect): Dialect.RequestFields => ({
  verbose: dialect.verbose,
  stream: dialect.stream && !request.words,
  language: dialect.languages.has(request.language) ? Option.some(request.language) : Option.none()
})

const formOf = (model: string, request: RecognitionRequest, fields: Dialect.RequestFields, sound: Blob): FormData => {
  const form = new FormData()
  form.append("file", sound, "speech.wav")
  form.append("model", model)
  form.append("response_format", fields.verbose ? "verbose_json" : "json")
  form.append("temperature", "0")
  if (Option.isSome(fields.language)) form.append("language", fields.language.value)
  if (fields.stream) form.append("stream", "true")
  if (fields.verbose && request.words)
    for (const granularity of ["word", "segment"]) form.append("timestamp_granularities[]", granularity)
  return form
}

/** What is known of one utterance: its text so far, then all of it. */
type Update =
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "Transcript"; readonly transcript: Transcript.UtteranceTranscript }

const unreadable = () => new ProviderError({ message: `${subject} sent what cannot be read` })

/** All of a body that is not too large. */
const readAll = (answer: EngineResponse): Effect.Effect<string, EngineFailure> =>
  Effect.suspend(() => {
    let length = 0
    const decoder = new TextDecoder()
    return answer.body.pipe(
      Stream.mapEffect((bytes) => {
        length += bytes.length
        return length > largestAnswer
          ? Effect.fail(failures(subject).tooLarge())
          : Effect.succeed(decoder.decode(bytes, { stream: true }))
      }),
      Stream.mkString,
      Effect.map((text) => text + decoder.decode())
    )
  })

const wholeUpdates = (answer: EngineResponse, length: number): Stream.Stream<Update, EngineFailure> =>
  Stream.fromEffect(
    Effect.flatMap(readAll(answer), (json) =>
      Option.match(Transcript.whole(json, length), {
        onNone: () => Effect.fail(unreadable()),
        onSome: (transcript): Effect.Effect<Update> => Effect.succeed({ _tag: "Transcript", transcript })
      })
    )
  )

/** The updates from an answer in pieces. */
const eventUpdates = (answer: EngineResponse, silence: Duration.Duration): Stream.Stream<Update, EngineFailure> =>
  Stream.suspend(() => {
    const parser = ServerSentEvents.make()
    const collector = Transcript.makeCollector()
    let length = 0
    let over = false

    const parse = (piece: Option.Option<Uint8Array>) =>
      Effect.try({
        try: () => Option.match(piece, { onNone: parser.end, onSome: parser.feed }),
        catch: () => failures(subject).tooLarge()
      })
    const end = Effect.suspend(() => {
      over = true
      const last: Update = { _tag: "Transcript", transcript: collector.transcript() }
      return Effect.as(Effect.ignore(answer.next(Option.some(linger))), last)
    })
    const updatesOf = (events: ReadonlyArray<ServerSentEvents.ServerSentEvent>) =>
      Effect.gen(function* () {
        const updates: Array<Update> = []
        for (const { data, name } of events) {
          const step = collector.take(name, data)
          if (step._tag === "Failed") return yield* failures(subject).failed()
          if (step._tag === "Unreadable") return yield* unreadable()
          if (step._tag === "Done") return [...updates, yield* end]
          if (step._tag === "Text") updates.push(step)
        }
        return updates
      })
    const read = Effect.gen(function* () {
      const piece = yield* answer.next(Option.some(silence))
      length += Option.match(piece, { onNone: () => 0, onSome: (bytes) => bytes.length })
      if (length > largestAnswer) return yield* failures(subject).tooLarge()
      const updates = yield* updatesOf(yield* parse(piece))
      if (over || Option.isSome(piece)) return updates
      return collector.isComplete() ? [...updates, yield* end] : yield* failures(subject).brokeOff()
    })
    return Stream.repeatEffectChunkOption(
      Effect.suspend(() =>
        over
          ? Effect.fail(Option.none())
          : Effect.mapBoth(read, { onFailure: Option.some, onSuccess: Chunk.fromIterable })
      )
    )
  })

/** The utterances of a sound, each when it is complete. */
const utterancesOf = <E>(sound: Stream.Stream<Int16Array, E>): Stream.Stream<Activity.Utterance, E> =>
  Stream.suspend(() => {
    const { finish, push } = Activity.segmenter()
    return Stream.concat(
      Stream.mapConcat(sound, push),
      Stream.suspend(() => Stream.fromIterable(finish()))
    )
  })

/** Puts the utterances' texts together, as hypotheses of the whole. */
const assembling = (wantsWords: boolean) => {
  const texts: Array<string> = []
  const words: Array<RecognizedWord> = []
  let sure = 0
  let letters = 0
  const soFar = (more: string): string => [...texts, more].filter((text) => text !== "").join(" ")

  return {
    hypothesis: ({ samples, start }: Activity.Utterance, update: Update): Hypothesis => {
      if (update._tag === "Text") return { _tag: "Partial", text: soFar(update.text) }
      const { transcript } = update
      texts.push(transcript.text)
      letters += transcript.text.length
      sure += transcript.text.length * transcript.confidence
      const timed =
        transcript.words.length > 0 ? transcript.words : Transcript.spread(transcript, seconds(samples.length))
      const offset = seconds(start)
      if (wantsWords)
        words.push(...timed.map((word) => ({ ...word, start: word.start + offset, end: word.end + offset })))
      return { _tag: "Partial", text: soFar("") }
    },
    /** That nothing was said is as sure as can be: nothing was asked. */
    final: (): Hypothesis => ({ _tag: "Final", text: soFar(""), words, confidence: letters === 0 ? 1 : sure / letters })
  }
}

/** Sends one utterance in the dialect that the server takes, learning it from what it turns down. */
const asking = (transport: Transport.Transport, model: string) =>
  Effect.map(Ref.make(Dialect.full), (known) => {
    const attempt = (
      request: RecognitionRequest,
      sound: Blob,
      dialect: Dialect.Dialect
    ): Effect.Effect<EngineResponse, EngineFailure, Scope.Scope> => {
      const fields = fieldsOf(request, dialect)
      const again = (refused: Refused) =>
        Option.match(Dialect.after(dialect, fields, refused), {
          onNone: () => Effect.fail(refusal(subject)(refused)),
          onSome: (next) => Effect.zipLeft(attempt(request, sound, next), Ref.update(known, Dialect.merge(next)))
        })
      return Effect.catchTag(
        transport.open(transport.form(path, formOf(model, request, fields, sound))),
        "Refused",
        again
      )
    }
    return (request: RecognitionRequest, sound: Blob) =>
      Effect.flatMap(Ref.get(known), (dialect) => attempt(request, sound, dialect))
  })

/**
 * A recogniser on `endpoint`, while the scope lasts. A request is sent again
 * only while the server has not begun to answer it: once it took the sound,
 * what becomes of it is what is told. Where the server does not time words they
 * are spread over their utterance; where it does not say how sure it is,
 * `NEUTRAL_CONFIDENCE` stands.
 */
export const make = (
  endpoint: Transport.Endpoint,
  limits: Transport.Limits = Transport.defaultLimits
): Effect.Effect<RecognizerShape, never, Scope.Scope> =>
  Effect.gen(function* () {
    // An answer that comes whole has no first byte before its last.
    const transport = yield* Transport.make(endpoint, subject, { ...limits, firstByte: limits.whole })
    const ask = yield* asking(transport, endpoint.model)

    const updatesOf = (
      request: RecognitionRequest,
      { samples }: Activity.Utterance
    ): Stream.Stream<Update, EngineFailure> =>
      Stream.unwrapScoped(
        Effect.map(ask(request, wavOf(samples)), (answer) =>
          answer.contentType === "text/event-stream"
            ? eventUpdates(answer, limits.silence)
            : wholeUpdates(answer, seconds(samples.length))
        )
      )

    const recognize = <E>(request: RecognitionRequest, sound: Stream.Stream<Int16Array, E>) =>
      Stream.suspend(() => {
        const { final, hypothesis } = assembling(request.words)
        return utterancesOf(sound).pipe(
          Stream.buffer({ capacity: waitingUtterances }),
          Stream.flatMap((utterance) =>
            Stream.map(updatesOf(request, utterance), (update) => hypothesis(utterance, update))
          ),
          Stream.changesWith(
            (one, other) => one._tag === "Partial" && other._tag === "Partial" && one.text === other.text
          ),
          Stream.filter(({ text }) => text !== ""),
          Stream.concat(Stream.sync(final))
        )
      })

    const ready = yield* Monotonic.cachedFor(transport.probe(transport.get("/models"), probeTimeout), probeLifetime)
    return { name: endpoint.model, recognize, prepare: Effect.void, ready }
  })

/** The `Recognizer` on `endpoint`. */
export const layer = (
  endpoint: Transport.Endpoint,
  limits: Transport.Limits = Transport.defaultLimits
): Layer.Layer<Recognizer> => Layer.scoped(Recognizer, make(endpoint, limits))
