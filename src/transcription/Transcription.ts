/**
 * Transcription as paid work: what may be recognised, and how it becomes a transcript
 * that can be asked for again. Files and live sessions are the same job, of which
 * a wallet has one at a time.
 */
import { Clock, Effect, Option, Schema, type Stream } from "effect"
import { type DecodeOptions, SAMPLE_RATE } from "../audio/Decode.ts"
import type { SoundFailure } from "../audio/LiveSound.ts"
import * as Fingerprint from "../billing/Fingerprint.ts"
import { ONE_DAY } from "../billing/IdempotencyKey.ts"
import { inProgress } from "../billing/JobAdmission.ts"
import { type Charge, type Job, Jobs, type Submission } from "../billing/Jobs.ts"
import * as Money from "../billing/Money.ts"
import { pending } from "../billing/Settlement.ts"
import * as SoundHold from "../billing/SoundHold.ts"
import { type JobId, Language, newId, RequestId, type WalletId } from "../Domain.ts"
import { type EngineFailure, type InsufficientCredits, NotFound, RequestInterrupted } from "../Errors.ts"
import { wasFree } from "../engines/FreeOfCharge.ts"
import type { PartialText } from "../engines/SpeechRecognition.ts"
import type { Statement } from "../storage/Statement.ts"
import { type FileFailure, PricedRecognition, type TimedRecognition } from "./PricedRecognition.ts"
import { Backend, Chunk, Numerals } from "./TranscriptApi.ts"
import * as Transcripts from "./Transcripts.ts"
import { Recognition, type SpokenTranslation, StoredTranscript, type TranscriptOptions } from "./Transcripts.ts"
import type { Upload } from "./Upload.ts"

const SLOT = "transcription"
const OPERATION = "transcription"
const OPERATION_2 = "speech_to_text"

interface FileUpload extends Pick<Upload, "field" | "file" | "sha256" | "during">, Pick<DecodeOptions, "track"> {
  readonly requestId: Option.Option<RequestId>
}

/** What was heard as another language has it, and what that costs beside the transcript. */
interface Translation {
  readonly translation: SpokenTranslation
  readonly price: Money.Money
  /** As of a job's work. */
  readonly worth: Money.Money | undefined
}

/** Holds so much in the place of what is held. */
type Hold = (price: Money.Money) => Effect.Effect<void, InsufficientCredits>

/** Translates a transcript in the job that made it, so that both are charged, or neither. */
export interface Translate {
  /** Into which language, for the request's fingerprint. */
  readonly target: string
  /** `hold` holds what the translation may cost beside the transcript. */
  readonly run: (heard: TimedRecognition, hold: Hold) => Effect.Effect<Translation, EngineFailure | InsufficientCredits>
}

interface FileRequest extends TranscriptOptions, FileUpload {
  readonly translate?: Translate
}

interface SpeechToTextRequest extends FileUpload {
  readonly language: Language
}

/** What a live session was asked for, as its ticket keeps it. */
export const LiveRequest = Schema.Struct({
  language: Language,
  backend: Backend,
  chunk: Chunk,
  numerals: Schema.optionalWith(Numerals, { exact: true }),
  requestId: RequestId
})
export type LiveRequest = typeof LiveRequest.Type

export type FileSubmission = Submission<PartialText, StoredTranscript, FileFailure>
/** `RequestInterrupted`: no sound was accepted. */
type LiveFailure = EngineFailure | RequestInterrupted | SoundFailure
type LiveSubmission = Submission<PartialText, StoredTranscript, LiveFailure>

/** What is held for a file before it is decoded: nothing, as a client is to be told what the sound needs. */
const UNDECODED = Money.zero

/** Of a request's fingerprint what was not said of old: nothing where nothing else is asked for than then. */
const choicesOf = ({ numerals, speakers, track }: Partial<Pick<FileRequest, "numerals" | "speakers" | "track">>) => ({
  ...(numerals === "digits" ? { numerals } : {}),
  ...(speakers === undefined ? {} : { speakers }),
  ...(track === undefined ? {} : { track })
})

const interrupted = (message: string) => new RequestInterrupted({ message })

export class Transcription extends Effect.Service<Transcription>()("transcription/Transcription", {
  effect: Effect.gen(function* () {
    const jobs = yield* Jobs
    const recognition = yield* PricedRecognition

    /** What the work of a job comes to, with the transcript that settling makes of it. */
    const workOf = (options: TranscriptOptions, requestId: RequestId, recognized: TimedRecognition) => ({
      price: recognition.priceOf(recognized, options.language),
      settle: (charge: Charge) => ({
        result: Transcripts.of(recognition, options, requestId, recognized, charge),
        writes: []
      })
    })

    /** The same of a file, with its translation where that was asked for. */
    const fileWork = (
      { translate, ...options }: FileRequest,
      requestId: RequestId,
      recognized: TimedRecognition,
      hold: Hold
    ) =>
      Effect.gen(function* () {
        const work = workOf(options, requestId, recognized)
        if (translate === undefined) return work
        const own = (yield* wasFree("hearing")) ? Money.zero : work.price
        const { price, translation, worth } = yield* translate.run(recognized, (more) => hold(Money.add(own, more)))
        return {
          price: Money.add(work.price, price),
          worth: Money.add(work.price, worth ?? price),
          // Whoever heard it, the text engine translated it.
          beside: () => price,
          settle: (charge: Charge) => {
            const { result, writes } = work.settle(charge)
            return { result: { ...result, translation }, writes }
          }
        }
      })

    /** How what was heard is kept, and answered again. */
    const stored = { result: StoredTranscript, present: Transcripts.withBalance }
    const earlier = (walletId: WalletId, requestId: RequestId) =>
      jobs.outcome({ operation: OPERATION, walletId, ...stored }, requestId)

    /** Whether this id stands for a transcription that was made, or is being made, which says what becomes of the request. */
    const isKnown = (walletId: WalletId, requestId: Option.Option<RequestId>): Effect.Effect<boolean> =>
      Effect.map(
        Effect.transposeMapOption(requestId, (id) => earlier(walletId, id)),
        (found) => Option.exists(Option.flatten(found), ({ _tag }) => _tag !== "Failed")
      )

    /** Fails with `Busy` where a transcription with this id had to be made and could not be: before a file is read. */
    const assertAdmissible = Effect.fn("Transcription.assertAdmissible")(function* (
      walletId: WalletId,
      requestId: Option.Option<RequestId>
    ) {
      if (!(yield* isKnown(walletId, requestId))) yield* jobs.assertFree(walletId, SLOT)
    })

    /**
     * Admits the transcription of a file, or finds the one that this id already
     * made. Fails with `Busy`, `InsufficientCredits`, `IdempotencyConflict` or
     * `InProgress`; the job fails with what is wrong with the file
     * (`UnsupportedMediaType`, `UndecodableAudio`, `AudioTooLong`), or with
     * `InsufficientCredits` where it proves too long for the wallet, or as its
     * translation does.
     */
    const transcribe = Effect.fn("Transcription.transcribe")(function* (walletId: WalletId, request: FileRequest) {
      const now = yield* Clock.currentTimeMillis
      const requestId = Option.getOrElse(request.requestId, () => RequestId.make(newId("req", now)))
      const { backend, chunk, language, sha256, translate, words } = request
      const target = translate === undefined ? {} : { translation: translate.target }
      const job: Job<PartialText, StoredTranscript, typeof StoredTranscript.Encoded, FileFailure> = {
        operation: OPERATION,
        walletId,
        requestId: Option.some(requestId),
        // The form of the answer, whole or in lines, is no part of it.
        fingerprint: Fingerprint.of({ sha256, language, backend, chunk, words, ...target, ...choicesOf(request) }),
        estimate: UNDECODED,
        ...stored,
        retention: ONE_DAY,
        keeps: "newest",
        run: (hooks) =>
          Effect.flatMap(request.during(recognition.ofFile(request, request, hooks)), (recognized) =>
            fileWork(request, requestId, recognized, hooks.hold)
          )
      }
      const submission: FileSubmission = yield* jobs.submitAlone(SLOT, job)
      return { requestId, submission }
    })

    /**
     * Admits a live transcription of `sound` (mono, 16,000 Hz), which may come as
     * slowly as it likes and ends where the session does, or where the wallet has no
     * more, of which `onSpent` is told; or finds the one that
     * this id already made. A session that brought no sound fails with
     * `RequestInterrupted`, and costs nothing, as one whose sound fails. Otherwise as `transcribe`.
     */
    const listen = Effect.fn("Transcription.listen")(function* (
      walletId: WalletId,
      request: LiveRequest,
      sound: Stream.Stream<Int16Array, SoundFailure>,
      { onSpent = () => Effect.void, warnings = Effect.succeed([]) }: SoundHold.LiveHooks = {}
    ) {
      const { requestId, ...asked } = request
      const { backend, chunk, language } = asked
      const options: TranscriptOptions = { ...asked, words: false, mode: "live" }
      const { admitting, priceOf } = yield* recognition.holding(asked)
      const job: Job<PartialText, StoredTranscript, typeof StoredTranscript.Encoded, LiveFailure> = {
        operation: OPERATION,
        walletId,
        requestId: Option.some(requestId),
        fingerprint: Fingerprint.of({ live: true, language, backend, chunk, ...choicesOf(asked) }),
        estimate: priceOf(SoundHold.AHEAD_SECONDS),
        least: priceOf(SoundHold.STEP_SECONDS),
        ...stored,
        retention: ONE_DAY,
        keeps: "newest",
        run: ({ emit, held, holdUpTo }) =>
          Effect.gen(function* () {
            const hold = SoundHold.makeSoundHold({ rate: SAMPLE_RATE, priceOf, held, holdUpTo, onSpent })
            const hooks = { admit: admitting(hold.holdAnew), emit, warnings }
            const recognized = yield* recognition.ofLive(options, hold.payable(sound), hooks)
            if (recognized.samples === 0) return yield* interrupted("the session ended before any sound was accepted")
            return workOf(options, requestId, recognized)
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
      const earlierResult = yield* earlier(walletId, requestId)
      if (Option.isNone(earlierResult))
        return yield* new NotFound({ message: "there is no transcription with this id, or it is no longer kept" })
      switch (earlierResult.value._tag) {
        case "Settled":
          return earlierResult.value.result
        case "Running":
          return yield* inProgress()
        case "Failed":
          return yield* earlierResult.value.failure === "BILLING_PENDING"
            ? pending()
            : interrupted("this transcription did not come to its end; nothing was charged, send it again")
      }
    })

    /** Whether speakers can be told apart, or need not be for this id. */
    const diarizes = (walletId: WalletId, requestId: Option.Option<RequestId>): Effect.Effect<boolean> =>
      Effect.flatMap(recognition.diarizes, (can) => (can ? Effect.succeed(can) : isKnown(walletId, requestId)))

    /**
     * Version 2: recognises a file, or finds what this id (the header's) recognised
     * before. Fails as `transcribe` and its job do, but never with `Busy`.
     */
    const recognise = Effect.fn("Transcription.recognise")(function* (
      walletId: WalletId,
      { language, requestId, ...upload }: SpeechToTextRequest
    ) {
      const job: Job<never, Recognition, typeof Recognition.Encoded, FileFailure> = {
        operation: OPERATION_2,
        walletId,
        requestId,
        fingerprint: Fingerprint.of({ sha256: upload.sha256, language, ...choicesOf(upload) }),
        estimate: UNDECODED,
        result: Recognition,
        retention: ONE_DAY,
        run: ({ hold }) => {
          const options = { language, backend: "standard", chunk: "1120ms", words: false } as const
          const work = recognition.ofFile(options, upload, { hold, emit: () => Effect.void })
          return Effect.map(upload.during(work), (recognized) => {
            const { confidence, text } = recognized.final
            const said = { text, confidence, seconds: recognized.samples / SAMPLE_RATE, language }
            const result = { ...said, record: crypto.randomUUID(), ...Transcripts.warned(recognized) }
            return { price: recognition.priceOf(recognized, language), settle: () => ({ result, writes: [] }) }
          })
        }
      }
      const submission = yield* jobs.submit(job)
      if (submission._tag === "Replayed") return { recognised: submission.result, replayed: true }
      return { recognised: (yield* submission.settled).result, replayed: false }
    })

    /**
     * Forgets a transcription of either version that is kept: its text is gone,
     * its request's id free, and its ledger entry stays. `also` is written with
     * it. Fails with `NotFound`.
     */
    const remove = Effect.fn("Transcription.remove")(function* (jobId: JobId, also: ReadonlyArray<Statement> = []) {
      if (!(yield* jobs.discard(jobId, [OPERATION, OPERATION_2], also))) {
        return yield* new NotFound({ message: "there is no transcription with this id, or it is no longer kept" })
      }
    })

    return {
      assertAdmissible,
      recognise,
      transcribe,
      listen,
      recover,
      remove,
      diarizes,
      model: recognition.model,
      perThousand: recognition.perThousand
    }
  }),
  dependencies: [PricedRecognition.Default]
}) {}
