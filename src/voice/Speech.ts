/** Speech as paid work: what may be spoken, what it is estimated at, how it becomes a clip. */
import { Effect, Option, Schema } from "effect"
import type { AudioFormat, Sound } from "../audio/AudioEncoder.ts"
import * as Fingerprint from "../billing/Fingerprint.ts"
import { ONE_DAY, type Retention, UNTIL_FORGOTTEN } from "../billing/IdempotencyKey.ts"
import { type Charge, type Job, Jobs, type Submission } from "../billing/Jobs.ts"
import * as Money from "../billing/Money.ts"
import * as Prices from "../billing/Prices.ts"
import { available, Wallet } from "../billing/Wallet.ts"
import { ClipId, type JobId, type RequestId, type WalletId } from "../Domain.ts"
import { type EngineFailure, GenerationInProgress, type InProgress, type NotFound } from "../Errors.ts"
import { type SpeechDurations, Synthesizer } from "../engines/Synthesizer.ts"
import { both } from "../http/Validation.ts"
import * as Spans from "../runtime/Spans.ts"
import type { BlobWriter } from "../storage/Blobs.ts"
import type { Estimate, EstimateRequest, SpeechRequest } from "./Api.ts"
import { Clips, insertClip, type NewClip } from "./Clips.ts"
import { type LexiconReading, Lexicons } from "./Lexicons.ts"
import * as Recording from "./Recording.ts"
import { streamable, withinLimit } from "./SpeechLimits.ts"
import { type CurrentVoice, timbre, Voices } from "./Voices.ts"

/** A generation under way. */
export type RunningSpeech = Extract<Submission<SpeechEvent, SpeechResult, EngineFailure>, { readonly _tag: "Running" }>

/** Settings that clients of other systems send and this one has no use for. */
const IGNORED = ["stability", "similarity", "style"] as const

/** A request that has passed every check. */
export interface Utterance {
  readonly text: string
  readonly voice: CurrentVoice
  readonly format: AudioFormat
  /** Factor of pace, 0.25 to 4. */
  readonly speed: number
  readonly ignored: ReadonlyArray<string>
  readonly timestamps: SpeechRequest["timestamps"]
}

/** Who wants it spoken, under which id, and for how long that stands for it. */
interface Order {
  readonly walletId: WalletId
  readonly requestId: Option.Option<RequestId>
  readonly retention: Retention
}

/** The events of a generation while it runs. */
export type SpeechEvent =
  /** The sound of the first phrase, for requests that want it. */
  | { readonly _tag: "FirstSound"; readonly sound: Sound }
  /** Where a phrase's bytes lie in the file that is being written. */
  | { readonly _tag: "Phrase"; readonly bytes: Effect.Effect<Uint8Array, NotFound> }

/** How a session differs from a single request. */
interface GenerationOptions {
  /** The sound is cut here, in seconds. */
  readonly maxSeconds: Option.Option<number>
  /** Whether there is a `FirstSound`. */
  readonly firstSound: boolean
}

const singleRequest: GenerationOptions = { maxSeconds: Option.none(), firstSound: false }

/** To clients of voice, work under way is a generation. */
export const generationInProgress = ({ message, retryAfter }: InProgress) =>
  new GenerationInProgress({ message, retryAfter })

/** The stored result of a generation's job: its clip. */
const SpeechResult = Schema.Struct({ clip_id: ClipId })
type SpeechResult = typeof SpeechResult.Type

/** The clip that a job makes, known before it is made: its id under another prefix. */
export const clipIdOf = (jobId: JobId): ClipId => ClipId.make(`clip${jobId.slice(jobId.indexOf("_"))}`, true)

/** 0 is half, 50 neutral, 100 double, with equal ratios between. */
const paceOf = (setting: number): number => 2 ** ((setting - 50) / 50)

/** An utterance as its wallet wants it read. */
interface ReadUtterance extends Utterance {
  readonly lexiconReading: LexiconReading
  /** Seconds. */
  readonly durations: SpeechDurations
}

/** An id in the body stands for its clip as long as there is one. */
const orderOf = (walletId: WalletId, { client_request_id }: SpeechRequest): Order => ({
  walletId,
  requestId: Option.fromNullable(client_request_id),
  retention: UNTIL_FORGOTTEN
})

export class Speech extends Effect.Service<Speech>()("voice/Speech", {
  effect: Effect.gen(function* () {
    const voices = yield* Voices
    const clips = yield* Clips
    const jobs = yield* Jobs
    const wallet = yield* Wallet
    const lexicons = yield* Lexicons
    const prices = yield* Prices.Prices
    const synthesizer = yield* Synthesizer
    const record = yield* Recording.make
    const perMinute = prices.table.voice_per_minute

    /** Applies the rules that a schema cannot know. */
    const check = Effect.fnUntraced(function* (request: EstimateRequest) {
      const [text, voice] = yield* both(
        withinLimit(request.text, "text"),
        voices.choose(request.voice_id, request.language)
      )
      const nested = request.voice_settings ?? {}
      const utterance: Utterance = {
        text,
        voice,
        format: request.output_format,
        speed: paceOf(request.speed ?? nested.speed ?? 50),
        ignored: IGNORED.filter((name) => (request[name] ?? nested[name] ?? null) !== null),
        timestamps: request.timestamps
      }
      return utterance
    })

    const readFor = (walletId: WalletId, utterance: Utterance): Effect.Effect<ReadUtterance> =>
      Effect.map(lexicons.readFor(walletId, utterance.voice.language, utterance.text), (lexiconReading) => {
        const { speed, voice } = utterance
        return {
          ...utterance,
          lexiconReading,
          durations: synthesizer.durations({ ...lexiconReading, voice: timbre(voice), speed })
        }
      })

    const limited = (seconds: number, { maxSeconds }: GenerationOptions): number =>
      Math.min(
        seconds,
        Option.getOrElse(maxSeconds, () => Number.POSITIVE_INFINITY)
      )

    /** What is held for it; speech that takes longer is charged no more. */
    const hold = ({ durations, voice }: ReadUtterance, options: GenerationOptions): Money.Money =>
      voice.isFree ? Money.zero : Prices.forAudio(perMinute, Math.ceil(1_000 * limited(durations.held, options)))

    /** What the request would take and cost, without making it. */
    const estimate = Effect.fn("Speech.estimate")(function* (walletId: WalletId, request: EstimateRequest) {
      const utterance = yield* readFor(walletId, yield* check(request))
      const millis = Math.ceil(1_000 * utterance.durations.likely)
      const cost = utterance.voice.isFree ? Money.zero : Prices.forAudio(perMinute, millis)
      const balance = available(yield* Effect.orDie(wallet.get(walletId)))
      const required = hold(utterance, singleRequest)
      const result: Estimate = {
        character_count: utterance.text.length,
        billable_characters: utterance.text.length,
        pricing_unit: "minute",
        price_per_minute: Money.toEtb(perMinute),
        price_per_audio_minute: Money.toEtb(perMinute),
        estimated_duration_seconds: millis / 1_000,
        estimated_billable_seconds: millis / 1_000,
        estimated_billable_minutes: Math.round(millis / 6) / 10_000,
        estimated_cost: Money.toEtb(cost),
        required_balance: Money.toEtb(required),
        currency: "ETB",
        current_balance: Money.toEtb(balance),
        estimated_balance_after: Money.toEtb(Money.subtract(balance, cost)),
        can_generate: balance >= required
      }
      return result
    })

    const toRow = (
      { requestId, walletId }: Order,
      utterance: Utterance,
      recorded: Recording.SpeechFile,
      { charge, jobId, settledAt }: Charge
    ): NewClip => ({
      id: clipIdOf(jobId),
      wallet_id: walletId,
      job_id: jobId,
      client_request_id: Option.getOrNull(requestId),
      text: utterance.text,
      voice_id: utterance.voice.id,
      voice_name: utterance.voice.name,
      voice_descriptor: utterance.voice.descriptor,
      language: utterance.voice.language,
      output_format: utterance.format,
      blob_id: recorded.blobId,
      size: recorded.size,
      duration_millis: recorded.durationMillis,
      ignored_voice_settings: utterance.ignored,
      alignment: utterance.timestamps === "word" ? { words: recorded.words } : null,
      finish_reason: recorded.cut ? "audio_limit" : "stop",
      price_per_minute: perMinute,
      charge,
      created_at: settledAt
    })

    const listener = (
      file: BlobWriter,
      options: GenerationOptions,
      emit: (event: SpeechEvent) => Effect.Effect<void>
    ): Recording.Listener => ({
      onFirstSound: (sound) => (options.firstSound ? emit({ _tag: "FirstSound", sound }) : Effect.void),
      onPhrase: ({ length, offset }) => emit({ _tag: "Phrase", bytes: file.read(offset, length) })
    })

    const run =
      (
        order: Order,
        utterance: ReadUtterance,
        options: GenerationOptions
      ): Job<SpeechEvent, SpeechResult, SpeechResult, EngineFailure>["run"] =>
      ({ emit }) =>
        Effect.gen(function* () {
          const { durations, lexiconReading } = utterance
          // The sound is cut where no speech of this text is longer.
          const recorded = yield* record(
            { ...utterance, phrases: lexiconReading.phrases, maxSeconds: limited(durations.longest, options) },
            (file) => listener(file, options, emit)
          )
          return {
            price: Prices.forAudio(perMinute, recorded.durationMillis),
            settle: (charge: Charge) => {
              const row = toRow(order, utterance, recorded, charge)
              return { result: { clip_id: row.id }, writes: [insertClip(row)] }
            }
          }
        })

    /** Everything that changes the result. */
    const fingerprint = (
      { format, lexiconReading, speed, text, timestamps, voice }: ReadUtterance,
      options: GenerationOptions
    ) =>
      Fingerprint.of({
        text,
        voice: voice.id,
        language: voice.language,
        format,
        speed,
        timestamps,
        maxSeconds: Option.getOrNull(options.maxSeconds),
        ...lexiconReading.fingerprint
      })

    const submitRead = (order: Order, utterance: ReadUtterance, options: GenerationOptions) =>
      jobs
        .submit({
          operation: "voice.generation",
          walletId: order.walletId,
          requestId: order.requestId,
          fingerprint: fingerprint(utterance, options),
          estimate: hold(utterance, options),
          result: SpeechResult,
          retention: order.retention,
          run: run(order, utterance, options)
        })
        .pipe(Effect.catchTag("IN_PROGRESS", generationInProgress))

    const submit = (order: Order, utterance: Utterance, options: GenerationOptions) =>
      Effect.flatMap(readFor(order.walletId, utterance), (read) => submitRead(order, read, options))

    /**
     * Admits the generation, or finds the one that this id already made. Fails
     * with the named validation errors, `InsufficientCredits`,
     * `IdempotencyConflict` or `GenerationInProgress`.
     */
    const generate = (walletId: WalletId, request: SpeechRequest, options: GenerationOptions = singleRequest) =>
      Spans.within(
        Effect.flatMap(check(request), (utterance) => submit(orderOf(walletId, request), utterance, options)),
        "Speech.generate"
      )

    /** `generate` for clients that play it while it is made. */
    const generateStreamable = Effect.fn("Speech.generateStreamable")(function* (
      walletId: WalletId,
      request: SpeechRequest
    ) {
      const [, utterance] = yield* both(streamable(request), check(request))
      return yield* submit(orderOf(walletId, request), utterance, singleRequest)
    })

    /**
     * `generate` for another door, which has chosen the voice and kept to the
     * limit itself. Its requests' ids are those of the header.
     */
    const speak = (walletId: WalletId, requestId: Option.Option<RequestId>, utterance: Utterance) =>
      Spans.within(submit({ walletId, requestId, retention: ONE_DAY }, utterance, singleRequest), "Speech.speak")

    /** The clip that a settled generation made, as clients see it. Fails with `NotFound` where it was deleted since. */
    const clipOf = (walletId: WalletId, result: SpeechResult, replayed: boolean) =>
      Effect.flatMap(clips.get(walletId, result.clip_id), (row) => clips.view(row, replayed))

    return { check, estimate, generate, generateStreamable, speak, clipOf, pricePerMinute: perMinute }
  })
}) {}
