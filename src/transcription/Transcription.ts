/**
 * Transcription as paid work: what may be heard, what it is estimated at, how it
 * becomes a transcript that can be asked for again. Files and live sessions are
 * the same job, of which a wallet has one at a time.
 */
import { Chunk as Chunks, Clock, Duration, Effect, Option, Schema, Stream } from "effect"
import { AudioDecoder, type DecodeFailure } from "../audio/Decode.ts"
import * as Fingerprint from "../billing/Fingerprint.ts"
import { RETENTION } from "../billing/IdempotencyKey.ts"
import { type Job, Jobs, type Receipt, type Submission } from "../billing/Jobs.ts"
import * as Money from "../billing/Money.ts"
import * as Prices from "../billing/Prices.ts"
import { type Language, newId, RequestId, type WalletId } from "../Domain.ts"
import {
  BillingPending,
  type EngineFailure,
  InProgress,
  NotFound,
  ProviderError,
  RequestInterrupted
} from "../Errors.ts"
import { type HeardWord, type Hypothesis, Recognizer, SAMPLE_RATE } from "../engines/Recognizer.ts"
import { type Backend, type Chunk, type Mode, RETENTION_SECONDS, Transcript } from "./Api.ts"
import * as Captions from "./Captions.ts"

const SLOT = "transcription"
const OPERATION = "transcription"

/** How the result of a request differs with what was asked. */
export interface Wanted {
  readonly language: Language
  readonly backend: Backend
  readonly chunk: Chunk
  readonly words: boolean
  readonly mode: Mode
}

export interface FileRequest extends Wanted {
  /** Whatever a client sent. */
  readonly file: Uint8Array
  readonly sha256: string
  readonly requestId: Option.Option<RequestId>
}

export interface LiveRequest extends Omit<Wanted, "words" | "mode"> {
  readonly requestId: RequestId
}

/** All text so far; may still change. */
export interface Partial {
  readonly text: string
}

export type FileFailure = EngineFailure | DecodeFailure
export type FileSubmission = Submission<Partial, Transcript, FileFailure>
/** `RequestInterrupted`: no sound was accepted. */
export type LiveFailure = EngineFailure | RequestInterrupted
export type LiveSubmission = Submission<Partial, Transcript, LiveFailure>

/** What version 2 keeps of a request. */
export const Recognised = Schema.Struct({
  text: Schema.String,
  confidence: Schema.Number,
  seconds: Schema.Number,
  /** A UUID. */
  record: Schema.String
})
export type Recognised = typeof Recognised.Type

/** Characters of a transcript for each second of sound: an Amharic syllable is one letter, an Oromo one two or three. */
const CHARACTERS_PER_SECOND = { am: 9, om: 15 } as const
/**
 * Seconds that a live session is estimated at: nobody knows how long it will be.
 * What is really said is charged.
 */
const LIVE_ESTIMATE_SECONDS = 30
const RETRY_AFTER_SECONDS = 1

/** What was heard, with its length in seconds and the recogniser's time in milliseconds. */
interface Heard {
  readonly final: Extract<Hypothesis, { readonly _tag: "Final" }>
  readonly seconds: number
  readonly computeMillis: number
}

const hundredths = (seconds: number): number => Math.round(seconds * 100) / 100

const timesOf = (words: ReadonlyArray<HeardWord>) => {
  const rounded = words.map(({ end, start, text }) => ({ text, start: hundredths(start), end: hundredths(end) }))
  const segments = Captions.cues(rounded).map(({ end, lines, start }) => ({ text: lines.join(" "), start, end }))
  return { words: rounded, segments }
}

const interrupted = (message: string) => new RequestInterrupted({ message })

const inProgress = () =>
  new InProgress({ message: "this transcription is still running", retryAfter: RETRY_AFTER_SECONDS })

const billingPending = () =>
  new BillingPending({
    message: "the transcription was made but could not be billed; nothing was charged, send the same request again",
    retryAfter: 5
  })

const chunkMillis = { "320ms": 320, "1120ms": 1120 } as const

export class Transcription extends Effect.Service<Transcription>()("transcription/Transcription", {
  effect: Effect.gen(function* () {
    const jobs = yield* Jobs
    const prices = yield* Prices.Prices
    const recognizer = yield* Recognizer
    const decoder = yield* AudioDecoder
    const perThousand = prices.table.transcription_per_1000_characters

    const estimate = (seconds: number, language: Language): Money.Money =>
      Prices.forCount(perThousand, Math.ceil(seconds * CHARACTERS_PER_SECOND[language]))

    /** Hears the sound to its end, and tells what is believed on the way. */
    const hear = <E>(
      wanted: Pick<Wanted, "language" | "chunk" | "words">,
      sound: Stream.Stream<Int16Array, E>,
      emit: (partial: Partial) => Effect.Effect<void>
    ): Effect.Effect<Heard, E | EngineFailure> =>
      Effect.gen(function* () {
        const begun = yield* Clock.currentTimeMillis
        let samples = 0
        const counted = Stream.tap(sound, ({ length }) =>
          Effect.sync(() => {
            samples += length
          })
        )
        const { chunk, language, words } = wanted
        const last = yield* recognizer.hear({ language, chunkMillis: chunkMillis[chunk], words }, counted).pipe(
          Stream.tap((news) => (news._tag === "Partial" ? emit({ text: news.text }) : Effect.void)),
          Stream.runLast
        )
        if (Option.isNone(last) || last.value._tag !== "Final")
          return yield* new ProviderError({ message: "the recogniser gave no transcript" })
        const computeMillis = (yield* Clock.currentTimeMillis) - begun
        return { final: last.value, seconds: hundredths(samples / SAMPLE_RATE), computeMillis }
      })

    const transcriptOf = (
      wanted: Wanted,
      requestId: RequestId,
      { computeMillis, final, seconds }: Heard,
      { balanceAfter, charge, entryId }: Receipt
    ): Transcript => ({
      text: final.text,
      request_id: requestId,
      seconds,
      compute_ms: computeMillis,
      backend: wanted.backend,
      chunk: wanted.chunk,
      mode: wanted.mode,
      model: recognizer.name,
      language: wanted.language,
      usage: {
        record_id: entryId,
        characters: final.text.length,
        price_per_1000_characters: Money.toEtb(perThousand),
        credits_used: Money.toEtb(charge),
        credits_remaining: Money.toEtb(balanceAfter),
        currency: "ETB",
        settled: true
      },
      ...(wanted.words ? timesOf(final.words) : {})
    })

    const priceOf = ({ final }: Heard) => Prices.forCount(perThousand, final.text.length)

    /** All of a file's sound. Longer files have failed before they are held. */
    const decoded = (file: Uint8Array) => Effect.cached(Stream.runCollect(decoder.decode(file)))

    const secondsOf = (pieces: Chunks.Chunk<Int16Array>): number =>
      Chunks.reduce(pieces, 0, (sum, { length }) => sum + length) / SAMPLE_RATE

    const earlier = (walletId: WalletId, requestId: RequestId) =>
      jobs.outcome({ operation: OPERATION, walletId, result: Transcript }, requestId)

    /**
     * Fails with `Busy` where a transcription with this id would have to be made
     * and could not be: to be asked before a file is read.
     */
    const assertAdmissible = Effect.fn("Transcription.assertAdmissible")(function* (
      walletId: WalletId,
      requestId: Option.Option<RequestId>
    ) {
      const known = Option.isSome(requestId) ? yield* earlier(walletId, requestId.value) : Option.none()
      if (Option.isNone(known) || known.value._tag === "Failed") yield* jobs.assertFree(walletId, SLOT)
    })

    const submitFile = (
      walletId: WalletId,
      request: FileRequest,
      requestId: RequestId,
      sound: Effect.Effect<Chunks.Chunk<Int16Array>, DecodeFailure>,
      cost: Money.Money
    ) => {
      const { backend, chunk, language, sha256, words } = request
      const job: Job<Partial, Transcript, typeof Transcript.Encoded, FileFailure> = {
        operation: OPERATION,
        walletId,
        requestId: Option.some(requestId),
        // How it is told, whole or in lines, is no part of it.
        fingerprint: Fingerprint.of({ sha256, language, backend, chunk, words }),
        estimate: cost,
        result: Transcript,
        retention: Option.some(Duration.seconds(RETENTION_SECONDS)),
        run: ({ emit }) =>
          Effect.gen(function* () {
            const heard = yield* hear(request, Stream.fromChunk(yield* sound), emit)
            return {
              price: priceOf(heard),
              settle: (receipt) => Effect.succeed(transcriptOf(request, requestId, heard, receipt))
            }
          })
      }
      return jobs.submitAlone(SLOT, job)
    }

    /**
     * Admits the transcription of a file, or finds the one that this id already
     * made. Fails with what is wrong with the file (`UnsupportedMediaType`,
     * `UndecodableAudio`, `AudioTooLong`), with `Busy`, `InsufficientCredits`,
     * `IdempotencyConflict` or `InProgress`.
     */
    const transcribe = Effect.fn("Transcription.transcribe")(function* (walletId: WalletId, request: FileRequest) {
      yield* assertAdmissible(walletId, request.requestId)
      const now = yield* Clock.currentTimeMillis
      const requestId = Option.getOrElse(request.requestId, () => RequestId.make(newId("req", now)))
      const known = Option.isSome(request.requestId) ? yield* earlier(walletId, requestId) : Option.none()
      const sound = yield* decoded(request.file)
      // What is known needs no decoding: it is told again, or refused.
      const isNew = Option.isNone(known) || known.value._tag === "Failed"
      const cost = isNew ? estimate(secondsOf(yield* sound), request.language) : Money.zero
      const submission: FileSubmission = yield* submitFile(walletId, request, requestId, sound, cost)
      return { requestId, submission }
    })

    /**
     * Admits a live transcription of `sound` (mono, 16,000 Hz), which may come as
     * slowly as it likes and ends where the session does; or finds the one that
     * this id already made. A session that brought no sound fails with
     * `RequestInterrupted`, and costs nothing. Otherwise as `transcribe`.
     */
    const listen = Effect.fn("Transcription.listen")(function* (
      walletId: WalletId,
      request: LiveRequest,
      sound: Stream.Stream<Int16Array>
    ) {
      const { backend, chunk, language, requestId } = request
      const wanted: Wanted = { backend, chunk, language, words: false, mode: "live" }
      const job: Job<Partial, Transcript, typeof Transcript.Encoded, LiveFailure> = {
        operation: OPERATION,
        walletId,
        requestId: Option.some(requestId),
        fingerprint: Fingerprint.of({ live: true, language, backend, chunk }),
        estimate: estimate(LIVE_ESTIMATE_SECONDS, language),
        result: Transcript,
        retention: Option.some(Duration.seconds(RETENTION_SECONDS)),
        run: ({ emit }) =>
          Effect.gen(function* () {
            const heard = yield* hear(wanted, sound, emit)
            if (heard.seconds === 0) return yield* interrupted("the session ended before any sound was accepted")
            return {
              price: priceOf(heard),
              settle: (receipt) => Effect.succeed(transcriptOf(wanted, requestId, heard, receipt))
            }
          })
      }
      const submission: LiveSubmission = yield* jobs.submitAlone(SLOT, job)
      return submission
    })

    /**
     * The transcription with this id, while it is kept. Fails with `InProgress`,
     * `RequestInterrupted` where it was cut short or failed and nothing was
     * charged, `BillingPending`, or `NotFound`.
     */
    const recover = Effect.fn("Transcription.recover")(function* (walletId: WalletId, requestId: RequestId) {
      const found = yield* earlier(walletId, requestId)
      if (Option.isNone(found))
        return yield* new NotFound({ message: "there is no transcription with this id, or it is no longer kept" })
      switch (found.value._tag) {
        case "Settled":
          return found.value.result
        case "Running":
          return yield* inProgress()
        case "Failed":
          return yield* found.value.failure === "BILLING_PENDING"
            ? billingPending()
            : interrupted("this transcription did not come to its end; nothing was charged, send it again")
      }
    })

    /**
     * Version 2: a file's transcript with how sure it is. `requestId` is the
     * header's. Fails as `transcribe`, but never with `Busy`.
     */
    const recognise = Effect.fn("Transcription.recognise")(function* (
      walletId: WalletId,
      requestId: Option.Option<RequestId>,
      request: Pick<FileRequest, "file" | "sha256" | "language">
    ) {
      const { file, language, sha256 } = request
      const sound = yield* decoded(file)
      const cost = estimate(secondsOf(yield* sound), language)
      const job: Job<never, Recognised, typeof Recognised.Encoded, FileFailure> = {
        operation: "speech_to_text",
        walletId,
        requestId,
        fingerprint: Fingerprint.of({ sha256, language }),
        estimate: cost,
        result: Recognised,
        retention: Option.some(RETENTION),
        run: () =>
          Effect.gen(function* () {
            const wanted = { language, chunk: "1120ms" as const, words: false }
            const heard = yield* hear(wanted, Stream.fromChunk(yield* sound), () => Effect.void)
            const { confidence, text } = heard.final
            const recognised = { text, confidence, seconds: heard.seconds, record: crypto.randomUUID() }
            return { price: priceOf(heard), settle: () => Effect.succeed(recognised) }
          })
      }
      const submission = yield* jobs.submit(job)
      if (submission._tag === "Replayed") return { recognised: submission.result, replayed: true }
      return { recognised: (yield* submission.settled).result, replayed: false }
    })

    return { assertAdmissible, transcribe, listen, recover, recognise, model: recognizer.name, perThousand }
  })
}) {}
