/**
 * The first text-to-speech as paid work: the language's default voice, WAV, no
 * clip. What was spoken for a request with an id is kept as long as the id, to
 * be answered again. Without an id nobody can ask again: the file has no row,
 * and goes with its answer or, where nobody waited for that, with the next sweep.
 */
import { Effect, Option, Schema } from "effect"
import type { OutputFormat } from "../audio/AudioEncoder.ts"
import * as Fingerprint from "../billing/Fingerprint.ts"
import { ONE_DAY } from "../billing/IdempotencyKey.ts"
import { type Job, Jobs, type Submission } from "../billing/Jobs.ts"
import * as Prices from "../billing/Prices.ts"
import { BlobId, type RequestId, type WalletId } from "../Domain.ts"
import { atField, type EngineFailure, type NotFound, TextTooLong } from "../Errors.ts"
import { Synthesizer } from "../engines/Synthesizer.ts"
import type { BlobWriter } from "../storage/Blobs.ts"
import { insert } from "../storage/Statement.ts"
import { type LegacyRequest, MAX_STREAMED_TEXT, MAX_WHOLE_TEXT } from "./LegacyApi.ts"
import * as Recording from "./Recording.ts"
import { generationInProgress } from "./Speech.ts"
import { type CurrentVoice, timbre, Voices } from "./Voices.ts"

/** Players of every kind know this rate; the embedded voices lose nothing at it. */
const FORMAT: OutputFormat = "wav_44100"

/** The pace, which these requests cannot choose. */
const NEUTRAL = 1

/** Bytes that one event names at most, so that a slow reader holds little. */
const PIECE_BYTES = 64 * 1024

/** Some of the file that is being written, read when it is asked for. */
export type LegacyEvent = Effect.Effect<Uint8Array, NotFound>

/** What is kept of the job: the file. */
const Spoken = Schema.Struct({ blob_id: BlobId })
export type Spoken = typeof Spoken.Type

type LegacySubmission = Submission<LegacyEvent, Spoken, EngineFailure>

const tooLong = ({ stream, text }: LegacyRequest, most: number) =>
  new TextTooLong(
    atField(
      { field: "text", code: "too_long", message: `at most ${most} characters` },
      `text has ${text.length} characters; at most ${most} can be spoken at once` +
        (stream ? "" : `, or ${MAX_STREAMED_TEXT} with "stream": true`)
    )
  )

const piecesOf = (writer: BlobWriter, { length, offset }: Recording.RecordedPhrase): ReadonlyArray<LegacyEvent> =>
  Array.from({ length: Math.ceil(length / PIECE_BYTES) }, (_, index) => {
    const start = index * PIECE_BYTES
    return writer.read(offset + start, Math.min(PIECE_BYTES, length - start))
  })

export class Legacy extends Effect.Service<Legacy>()("voice/Legacy", {
  effect: Effect.gen(function* () {
    const voices = yield* Voices
    const jobs = yield* Jobs
    const prices = yield* Prices.Prices
    const synthesizer = yield* Synthesizer
    const record = yield* Recording.make
    const perMinute = {
      am: prices.table.legacy_voice_am_per_minute,
      om: prices.table.legacy_voice_om_per_minute
    }

    const run =
      (
        request: LegacyRequest,
        voice: CurrentVoice,
        longestSeconds: number,
        isKept: boolean
      ): Job<LegacyEvent, Spoken, Spoken, EngineFailure>["run"] =>
      ({ emit, id }) =>
        Effect.gen(function* () {
          const { language, text } = request
          const { blobId, durationMillis } = yield* record(
            { text, voice, speed: NEUTRAL, format: FORMAT, maxSeconds: longestSeconds },
            (file) => ({
              onFirstSound: () => Effect.void,
              onPhrase: (phrase) => Effect.forEach(piecesOf(file, phrase), emit, { discard: true })
            })
          )
          const spoken: Spoken = { blob_id: blobId }
          return {
            price: Prices.forAudio(perMinute[language], durationMillis),
            settle: () => ({
              result: spoken,
              writes: isKept ? [insert("legacy_audio", { job_id: id, blob_id: blobId })] : []
            })
          }
        })

    /**
     * Admits the speech, or finds what this id already had spoken: the same
     * sound in either form, so the form is no part of its identity. Fails with
     * `TextTooLong`, `VoiceUnavailable`, `InsufficientCredits`,
     * `IdempotencyConflict` or `GenerationInProgress`.
     */
    const speak = Effect.fn("Legacy.speak")(function* (
      walletId: WalletId,
      request: LegacyRequest,
      requestId: Option.Option<RequestId>
    ) {
      const { language, stream, text } = request
      const most = stream ? MAX_STREAMED_TEXT : MAX_WHOLE_TEXT
      if (text.length > most) return yield* tooLong(request, most)
      const voice = yield* voices.chooseDefault(language)
      // Where the sound is cut: longer than any speech of this text is.
      const longestSeconds = synthesizer.longest({ text, voice: timbre(voice), speed: NEUTRAL })
      const submission: LegacySubmission = yield* jobs
        .submit({
          operation: "voice.legacy",
          walletId,
          requestId,
          fingerprint: Fingerprint.of({ text, language }),
          estimate: Prices.forAudio(perMinute[language], Math.ceil(1_000 * longestSeconds)),
          result: Spoken,
          retention: ONE_DAY,
          run: run(request, voice, longestSeconds, Option.isSome(requestId))
        })
        .pipe(Effect.catchTag("IN_PROGRESS", generationInProgress))
      return submission
    })

    return { speak }
  })
}) {}
