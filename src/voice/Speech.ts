/** Speech as paid work: what may be spoken, what it is estimated at, how it becomes a clip. */
import { Clock, Effect, Option, Schema } from "effect"
import { OutputFormat, type Sound } from "../audio/AudioEncoder.ts"
import * as Fingerprint from "../billing/Fingerprint.ts"
import { UNTIL_FORGOTTEN } from "../billing/IdempotencyKey.ts"
import { type Job, Jobs, type Receipt, type Submission } from "../billing/Jobs.ts"
import * as Money from "../billing/Money.ts"
import * as Prices from "../billing/Prices.ts"
import { available, Wallet } from "../billing/Wallet.ts"
import { ClipId, newId, type WalletId } from "../Domain.ts"
import {
  atField,
  type EngineFailure,
  GenerationInProgress,
  type InProgress,
  type NotFound,
  TextTooLong,
  UnsupportedFormat
} from "../Errors.ts"
import { type DurationRequest, Synthesizer } from "../engines/Synthesizer.ts"
import * as Spans from "../Spans.ts"
import type { BlobWriter } from "../storage/Blobs.ts"
import { type Estimate, type EstimateRequest, MAX_TEXT, type SpeechRequest } from "./Api.ts"
import { type ClipRow, Clips, insertClip } from "./Clips.ts"
import * as Recording from "./Recording.ts"
import { type CurrentVoice, timbre, Voices } from "./Voices.ts"

/** A generation under way. */
export type RunningSpeech = Extract<Submission<SpeechEvent, Made, EngineFailure>, { readonly _tag: "Running" }>

/** Settings that clients of other systems send and this one has no use for. */
const IGNORED = ["stability", "similarity", "style"] as const

/** A request that has passed every check. */
export interface Utterance {
  readonly text: string
  readonly voice: CurrentVoice
  readonly format: OutputFormat
  /** Factor of pace, 0.5 to 2. */
  readonly speed: number
  readonly ignored: ReadonlyArray<string>
}

/** The events of a generation while it runs. */
export type SpeechEvent =
  /** The sound of the first phrase, for those who asked for it. */
  | { readonly _tag: "FirstSound"; readonly sound: Sound }
  /** Where a phrase's bytes lie in the file that is being written. */
  | { readonly _tag: "Phrase"; readonly bytes: Effect.Effect<Uint8Array, NotFound> }

/** How a session differs from a single request. */
export interface GenerationOptions {
  /** The sound is cut here, in seconds. */
  readonly maxSeconds: Option.Option<number>
  /** Whether there is a `FirstSound`. */
  readonly firstSound: boolean
}

const singleRequest: GenerationOptions = { maxSeconds: Option.none(), firstSound: false }

/** To clients of voice, work under way is a generation. */
export const generationInProgress = ({ message, retryAfter }: InProgress) =>
  new GenerationInProgress({ message, retryAfter })

/** A request that passed every check, and whose it is. */
interface Admitted {
  readonly walletId: WalletId
  readonly request: SpeechRequest
  readonly utterance: Utterance
}

/** What is kept of a generation's job: the clip that it made. */
const Made = Schema.Struct({ clip_id: ClipId })
type Made = typeof Made.Type

/** 0 is half, 50 neutral, 100 double, with equal ratios between. */
const paceOf = (setting: number): number => 2 ** ((setting - 50) / 50)

const durationRequest = ({ speed, text, voice }: Utterance): DurationRequest => ({ text, voice: timbre(voice), speed })

const isFormat = Schema.is(OutputFormat)

const tooLong = (text: string) =>
  new TextTooLong(
    atField(
      { field: "text", code: "too_long", message: `at most ${MAX_TEXT} characters` },
      `text has ${text.length} characters; the longest that can be spoken at once is ${MAX_TEXT}`
    )
  )

const unsupported = (formats: ReadonlyArray<OutputFormat>) => {
  const message = `output_format must be ${formats.length === 1 ? "" : "one of "}${formats.join(", ")}`
  return new UnsupportedFormat(atField({ field: "output_format", code: "unsupported", message }))
}

export class Speech extends Effect.Service<Speech>()("voice/Speech", {
  effect: Effect.gen(function* () {
    const voices = yield* Voices
    const clips = yield* Clips
    const jobs = yield* Jobs
    const wallet = yield* Wallet
    const prices = yield* Prices.Prices
    const synthesizer = yield* Synthesizer
    const record = yield* Recording.make
    const perMinute = prices.table.voice_per_minute

    /** Applies the rules that a schema cannot know. */
    const check = Effect.fnUntraced(function* (request: EstimateRequest) {
      if (request.text.length > MAX_TEXT) return yield* tooLong(request.text)
      if (!isFormat(request.output_format)) return yield* unsupported(OutputFormat.literals)
      const voice = yield* voices.choose(request.voice_id, request.language)
      const nested = request.voice_settings ?? {}
      const utterance: Utterance = {
        text: request.text,
        voice,
        format: request.output_format,
        speed: paceOf(request.speed ?? nested.speed ?? 50),
        ignored: IGNORED.filter((name) => (request[name] ?? nested[name] ?? null) !== null)
      }
      return utterance
    })

    /** Seconds at which the sound is cut: longer than any speech of this text is. */
    const longest = (utterance: Utterance, { maxSeconds }: GenerationOptions): number =>
      Math.min(
        synthesizer.longest(durationRequest(utterance)),
        Option.getOrElse(maxSeconds, () => Number.POSITIVE_INFINITY)
      )

    /** What the longest sound would cost: never less than what is charged. */
    const hold = (maxSeconds: number): Money.Money => Prices.forAudio(perMinute, Math.ceil(1_000 * maxSeconds))

    /** What the request would take and cost, without making it. */
    const estimate = Effect.fn("Speech.estimate")(function* (walletId: WalletId, request: EstimateRequest) {
      const utterance = yield* check(request)
      const millis = Math.ceil(1_000 * synthesizer.estimate(durationRequest(utterance)))
      const cost = Prices.forAudio(perMinute, millis)
      const balance = available(yield* Effect.orDie(wallet.get(walletId)))
      const made: Estimate = {
        character_count: utterance.text.length,
        billable_characters: utterance.text.length,
        pricing_unit: "minute",
        price_per_minute: Money.toEtb(perMinute),
        price_per_audio_minute: Money.toEtb(perMinute),
        estimated_duration_seconds: millis / 1_000,
        estimated_billable_seconds: millis / 1_000,
        estimated_billable_minutes: Math.round(millis / 6) / 10_000,
        estimated_cost: Money.toEtb(cost),
        currency: "ETB",
        current_balance: Money.toEtb(balance),
        estimated_balance_after: Money.toEtb(Money.subtract(balance, cost)),
        // What a generation must hold, and not what it is likely to cost.
        can_generate: balance >= hold(longest(utterance, singleRequest))
      }
      return made
    })

    const toRow = (
      { request, utterance, walletId }: Admitted,
      recorded: Recording.Recorded,
      clipId: ClipId
    ): Omit<ClipRow, "job_id" | "charge" | "balance_after" | "created_at"> => ({
      id: clipId,
      wallet_id: walletId,
      client_request_id: request.client_request_id ?? null,
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
      alignment: request.timestamps === "word" ? { words: recorded.words } : null,
      finish_reason: recorded.cut ? "audio_limit" : "stop",
      price_per_minute: perMinute
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
        admitted: Admitted,
        options: GenerationOptions,
        longestSeconds: number
      ): Job<SpeechEvent, Made, Made, EngineFailure>["run"] =>
      ({ emit }) =>
        Effect.gen(function* () {
          const clipId = ClipId.make(newId("clip", yield* Clock.currentTimeMillis))
          const recorded = yield* record({ ...admitted.utterance, maxSeconds: longestSeconds }, (file) =>
            listener(file, options, emit)
          )
          const row = toRow(admitted, recorded, clipId)
          return {
            price: Prices.forAudio(perMinute, recorded.durationMillis),
            settle: ({ balanceAfter, charge, jobId, settledAt }: Receipt) => ({
              result: { clip_id: clipId },
              writes: [
                insertClip({ ...row, job_id: jobId, charge, balance_after: balanceAfter, created_at: settledAt })
              ]
            })
          }
        })

    /** Everything that changes the result. */
    const fingerprint = (
      { format, speed, text, voice }: Utterance,
      request: SpeechRequest,
      options: GenerationOptions
    ) =>
      Fingerprint.of({
        text,
        voice: voice.id,
        language: voice.language,
        format,
        speed,
        timestamps: request.timestamps,
        maxSeconds: Option.getOrNull(options.maxSeconds)
      })

    const submit = (walletId: WalletId, request: SpeechRequest, utterance: Utterance, options: GenerationOptions) => {
      const longestSeconds = longest(utterance, options)
      return jobs
        .submit({
          operation: "voice.generation",
          walletId,
          requestId: Option.fromNullable(request.client_request_id),
          fingerprint: fingerprint(utterance, request, options),
          estimate: hold(longestSeconds),
          result: Made,
          retention: UNTIL_FORGOTTEN,
          run: run({ walletId, request, utterance }, options, longestSeconds)
        })
        .pipe(Effect.catchTag("IN_PROGRESS", generationInProgress))
    }

    /**
     * Admits the generation, or finds the one that this id already made. Fails
     * with the named validation errors, `InsufficientCredits`,
     * `IdempotencyConflict` or `GenerationInProgress`.
     */
    const generate = (walletId: WalletId, request: SpeechRequest, options: GenerationOptions = singleRequest) =>
      Spans.within(
        Effect.flatMap(check(request), (utterance) => submit(walletId, request, utterance, options)),
        "Speech.generate"
      )

    /** `generate` for clients that play it while it is made: MP3 alone can be played in pieces. */
    const generateStreamable = Effect.fn("Speech.generateStreamable")(function* (
      walletId: WalletId,
      request: SpeechRequest
    ) {
      const utterance = yield* check(request)
      if (utterance.format !== "mp3_44100") return yield* unsupported(["mp3_44100"])
      return yield* submit(walletId, request, utterance, singleRequest)
    })

    /** The clip that a settled generation made, as clients see it. Fails with `NotFound` where it was deleted since. */
    const clipOf = (walletId: WalletId, made: Made, replayed: boolean) =>
      Effect.flatMap(clips.get(walletId, made.clip_id), (row) => clips.view(row, replayed))

    return { check, estimate, generate, generateStreamable, clipOf, pricePerMinute: perMinute }
  })
}) {}
