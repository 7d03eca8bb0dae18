/** Speech as paid work: what may be spoken, what it is estimated at, how it becomes a clip. */
import { Effect, Option, Schema } from "effect"
import type { Sound } from "../audio/AudioEncoder.ts"
import { ONE_DAY } from "../billing/IdempotencyKey.ts"
import { type Charge, type Job, Jobs, type Submission } from "../billing/Jobs.ts"
import * as Money from "../billing/Money.ts"
import * as Prices from "../billing/Prices.ts"
import { available, Wallet } from "../billing/Wallet.ts"
import { ClipId, type JobId, type RequestId, type WalletId } from "../Domain.ts"
import { type EngineFailure, type NotFound, VoiceUnavailable } from "../Errors.ts"
import { type SpeechDurations, Synthesizer } from "../engines/Synthesizer.ts"
import { both } from "../http/Validation.ts"
import * as Spans from "../runtime/Spans.ts"
import type { BlobWriter } from "../storage/Blobs.ts"
import type { Estimate, EstimateRequest, SpeechRequest } from "./Api.ts"
import { Clips, insertClip, type NewClip } from "./Clips.ts"
import { type LexiconReading, Lexicons } from "./Lexicons.ts"
import * as Recording from "./Recording.ts"
import {
  fingerprintOf,
  formerInputsOf,
  type GenerationOptions,
  ignoredOf,
  inputsOf,
  type Order,
  orderOf,
  type SpokenInputs,
  singleRequest,
  speedOf,
  type Utterance
} from "./SpeechInputs.ts"
import { streamable, withinLimit } from "./SpeechLimits.ts"
import { generationInProgress, type ReplayFailure, replayOr } from "./SpeechReplays.ts"
import { timbre, Voices } from "./Voices.ts"

/** A generation under way. */
export type RunningSpeech = Extract<SpeechSubmission, { readonly _tag: "Running" }>
type SpeechSubmission = Submission<SpeechEvent, SpeechResult, EngineFailure>

/** The events of a generation while it runs. */
export type SpeechEvent =
  /** The sound of the first phrase, for requests that want it. */
  | { readonly _tag: "FirstSound"; readonly sound: Sound }
  /** Where a phrase's bytes lie in the file that is being written. */
  | { readonly _tag: "Phrase"; readonly bytes: Effect.Effect<Uint8Array, NotFound> }

/** The stored result of a generation's job: its clip. */
const SpeechResult = Schema.Struct({ clip_id: ClipId })
type SpeechResult = typeof SpeechResult.Type

/** The clip that a job makes, known before it is made: its id under another prefix. */
export const clipIdOf = (jobId: JobId): ClipId => ClipId.make(`clip${jobId.slice(jobId.indexOf("_"))}`, true)

/** An utterance as its wallet wants it read. */
interface ReadUtterance extends Utterance {
  readonly lexiconReading: LexiconReading
  /** Seconds. */
  readonly durations: SpeechDurations
}

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
      const utterance: Utterance = {
        text,
        voice,
        format: request.output_format,
        speed: speedOf(request),
        ignored: ignoredOf(request),
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

    const submitRead = (order: Order, utterance: ReadUtterance, options: GenerationOptions) =>
      jobs
        .submit({
          operation: "voice.generation",
          walletId: order.walletId,
          requestId: order.requestId,
          fingerprint: fingerprintOf(inputsOf(utterance), utterance.lexiconReading, options),
          formerly: () =>
            formerInputsOf(utterance).map((inputs) => fingerprintOf(inputs, utterance.lexiconReading, options)),
          estimate: hold(utterance, options),
          result: SpeechResult,
          retention: order.retention,
          run: run(order, utterance, options)
        })
        .pipe(Effect.catchTag("IN_PROGRESS", generationInProgress))

    const submit = (order: Order, utterance: Utterance, options: GenerationOptions) =>
      Effect.flatMap(readFor(order.walletId, utterance), (read) => submitRead(order, read, options))

    /**
     * What this id already made of these inputs, where their voice does not speak any more: it was removed or switched off
     * since. `others` are what the same request may have been. Fails as `unavailable` says where there is nothing, with
     * `IdempotencyConflict`, and with `GenerationInProgress`.
     */
    const earlier = <E>(
      order: Order,
      [inputs, ...others]: readonly [SpokenInputs, ...ReadonlyArray<SpokenInputs>],
      options: GenerationOptions,
      unavailable: E
    ) =>
      Effect.gen(function* () {
        const { requestId, walletId } = order
        if (Option.isNone(requestId)) return yield* Effect.fail(unavailable)
        const fingerprintIn = (spoken: SpokenInputs) =>
          Effect.map(lexicons.readFor(walletId, spoken.language, spoken.text), (reading) =>
            fingerprintOf(spoken, reading, options)
          )
        const fingerprint = yield* fingerprintIn(inputs)
        const former = yield* Effect.forEach(others, fingerprintIn)
        const known = { fingerprint, formerly: () => former, operation: "voice.generation" } as const
        return yield* replayOr(jobs, { ...known, walletId, requestId, result: SpeechResult }, unavailable)
      })

    /** Speaks what `checked` lets through; what cannot be spoken any more is found where it was spoken before. */
    const submitChecked = <E, R>(
      walletId: WalletId,
      request: SpeechRequest,
      checked: Effect.Effect<Utterance, E | VoiceUnavailable, R>,
      options: GenerationOptions
    ) => {
      const order = orderOf(walletId, request)
      return Effect.matchEffect(checked, {
        onSuccess: (utterance) => submit(order, utterance, options),
        onFailure: (problem): Effect.Effect<SpeechSubmission, E | VoiceUnavailable | ReplayFailure> => {
          if (!(problem instanceof VoiceUnavailable)) return Effect.fail(problem)
          const { language, output_format: format, text, timestamps, voice_id: voice } = request
          const inputs = { text, voice, language, format, speed: speedOf(request), timestamps }
          return earlier(order, [inputs], options, problem)
        }
      })
    }

    /**
     * Admits the generation, or finds the one that this id already made. Fails
     * with the named validation errors, `InsufficientCredits`,
     * `IdempotencyConflict` or `GenerationInProgress`.
     */
    const generate = (walletId: WalletId, request: SpeechRequest, options: GenerationOptions = singleRequest) =>
      Spans.within(submitChecked(walletId, request, check(request), options), "Speech.generate")

    /** `generate` for clients that play it while it is made. */
    const generateStreamable = Effect.fn("Speech.generateStreamable")(function* (
      walletId: WalletId,
      request: SpeechRequest
    ) {
      const checked = Effect.map(both(streamable(request), check(request)), ([, utterance]) => utterance)
      return yield* submitChecked(walletId, request, checked, singleRequest)
    })

    /**
     * `generate` for another door, which has chosen the voice and kept to the
     * limit itself. Its requests' ids are those of the header.
     */
    const speak = (walletId: WalletId, requestId: Option.Option<RequestId>, utterance: Utterance) =>
      Spans.within(submit({ walletId, requestId, retention: ONE_DAY }, utterance, singleRequest), "Speech.speak")

    /** What `speak` would find that this id already made of these inputs; fails as `unavailable` says where there is nothing. */
    const spokenBefore = <E>(
      walletId: WalletId,
      requestId: Option.Option<RequestId>,
      inputs: readonly [SpokenInputs, ...ReadonlyArray<SpokenInputs>],
      unavailable: E
    ) => earlier({ walletId, requestId, retention: ONE_DAY }, inputs, singleRequest, unavailable)

    /** The clip that a settled generation made, as clients see it. Fails with `NotFound` where it was deleted since. */
    const clipOf = (walletId: WalletId, result: SpeechResult, replayed: boolean) =>
      Effect.flatMap(clips.get(walletId, result.clip_id), (row) => clips.view(row, replayed))

    return { check, estimate, generate, generateStreamable, speak, spokenBefore, clipOf, pricePerMinute: perMinute }
  })
}) {}
