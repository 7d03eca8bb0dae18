/**
 * The first text-to-speech as paid work: the language's default voice, WAV or,
 * streamed, MP3; no clip. What was spoken for a request with an id is kept as long as the id, to
 * be answered again. Without an id nobody can ask again: the file has no row,
 * and goes with its answer or, where nobody waited for that, with the next sweep.
 */
import { Effect, Either, Option, Schema } from "effect"
import type { OutputFormat } from "../audio/AudioEncoder.ts"
import { pieceLength } from "../audio/Mp3Frames.ts"
import * as Fingerprint from "../billing/Fingerprint.ts"
import { ONE_DAY } from "../billing/IdempotencyKey.ts"
import { type Job, Jobs, type Submission } from "../billing/Jobs.ts"
import * as Money from "../billing/Money.ts"
import * as Prices from "../billing/Prices.ts"
import { BlobId, type RequestId, type WalletId } from "../Domain.ts"
import { atField, type EngineFailure, type NotFound, TextTooLong } from "../Errors.ts"
import { Synthesizer } from "../engines/Synthesizer.ts"
import type { BlobWriter } from "../storage/Blobs.ts"
import { insert } from "../storage/Statement.ts"
import { type LegacyRequest, MAX_STREAMED_TEXT, MAX_WHOLE_TEXT } from "./LegacyApi.ts"
import { type LexiconReading, Lexicons } from "./Lexicons.ts"
import * as Recording from "./Recording.ts"
import { generationInProgress, replayOr } from "./SpeechReplays.ts"
import { type CurrentVoice, timbre, Voices } from "./Voices.ts"

/** What a whole answer and a streamed one are. Players of every kind know this rate; the embedded voices lose nothing at it. */
const formatOf = ({ stream }: Pick<LegacyRequest, "stream">): OutputFormat => (stream ? "mp3_44100" : "wav_44100")

/** The pace, which these requests cannot choose. */
const NEUTRAL = 1

/**
 * Bytes of a streamed piece at most; the contract allows twice as many. Some 0.4 s
 * of speech, whose line comes over 128 kbit/s in the time that it plays: the
 * sound begins soon, and does not stop. A client that decodes pieces alone hears
 * a seam at each, so they are not smaller.
 */
const PIECE_BYTES = 4 * 1024
/** Bytes that are looked at to say where a piece ends. */
export const AHEAD_BYTES = 2 * PIECE_BYTES
/** A phrase of fewer bytes waits for the next: some 0.2 s, and decoders take fewer than seven frames for no MP3. */
const LEAST_BYTES = 1024

/** Of the bytes that are ahead in a streamed file, how many the next piece has. */
export const nextPiece = (ahead: Uint8Array): number => pieceLength(ahead, PIECE_BYTES)

/** A piece of the file that is being written, read on demand. */
export type LegacyEvent = Effect.Effect<Uint8Array, NotFound>

/** The stored result of the job: its file. */
const LegacyResult = Schema.Struct({ blob_id: BlobId })
type LegacyResult = typeof LegacyResult.Type

type LegacySubmission = Submission<LegacyEvent, LegacyResult, EngineFailure>

const tooLong = ({ stream, text }: LegacyRequest, most: number) =>
  new TextTooLong(
    atField(
      { field: "text", code: "too_long", message: `at most ${most} characters` },
      `text has ${text.length} characters; at most ${most} can be spoken at once` +
        (stream ? "" : `, or ${MAX_STREAMED_TEXT} with "stream": true`)
    )
  )

/** Emits an MP3 file in pieces while it is written: as soon as a phrase is there, all of its pieces. */
const inPieces = (file: BlobWriter, emit: (piece: LegacyEvent) => Effect.Effect<void>) => {
  let begin = 0
  const upTo = (end: number) =>
    Effect.whileLoop({
      while: () => begin < end,
      body: () =>
        Effect.flatMap(Effect.orDie(file.read(begin, Math.min(AHEAD_BYTES, end - begin))), (ahead) => {
          const length = nextPiece(ahead)
          const piece = emit(file.read(begin, length))
          begin += length
          return piece
        }),
      step: () => {}
    })
  return {
    phrase: ({ length, offset }: Recording.RecordedPhrase) =>
      offset + length - begin < LEAST_BYTES ? Effect.void : upTo(offset + length),
    rest: Effect.flatMap(file.size, upTo)
  }
}

export class Legacy extends Effect.Service<Legacy>()("voice/Legacy", {
  effect: Effect.gen(function* () {
    const voices = yield* Voices
    const jobs = yield* Jobs
    const prices = yield* Prices.Prices
    const synthesizer = yield* Synthesizer
    const lexicons = yield* Lexicons
    const record = yield* Recording.make
    const perMinute = {
      am: prices.table.legacy_voice_am_per_minute,
      om: prices.table.legacy_voice_om_per_minute
    }

    const run =
      (
        request: LegacyRequest,
        voice: CurrentVoice,
        { phrases }: LexiconReading,
        longestSeconds: number,
        isKept: boolean
      ): Job<LegacyEvent, LegacyResult, LegacyResult, EngineFailure>["run"] =>
      ({ emit, id }) =>
        Effect.gen(function* () {
          const { language, stream } = request
          let rest: Effect.Effect<void> = Effect.void
          const listener = (file: BlobWriter): Recording.Listener => {
            const pieces = inPieces(file, emit)
            rest = pieces.rest
            return { onFirstSound: () => Effect.void, onPhrase: pieces.phrase }
          }
          const format = formatOf(request)
          const options = { phrases, voice, speed: NEUTRAL, format, maxSeconds: longestSeconds }
          const { blobId, durationMillis } = yield* record(options, stream ? listener : undefined)
          yield* rest
          const spoken: LegacyResult = { blob_id: blobId }
          return {
            price: Prices.forAudio(perMinute[language], durationMillis),
            settle: () => ({
              result: spoken,
              writes: isKept ? [insert("legacy_audio", { job_id: id, blob_id: blobId })] : []
            })
          }
        })

    /**
     * Admits the speech, or finds what this id already had spoken in this form.
     * Fails with `TextTooLong`, `VoiceUnavailable`, `InsufficientCredits`,
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
      const lexiconReading = yield* lexicons.readFor(walletId, language, text)
      const job = {
        operation: "voice.legacy",
        walletId,
        requestId,
        fingerprint: Fingerprint.of({ text, language, format: formatOf(request), ...lexiconReading.fingerprint }),
        result: LegacyResult
      } as const
      const chosen = yield* Effect.either(voices.chooseDefault(language))
      if (Either.isLeft(chosen)) {
        const before: LegacySubmission = yield* replayOr(jobs, job, chosen.left)
        return before
      }
      const voice = chosen.right
      // The sound is cut where no speech of this text is longer.
      const { held, longest } = synthesizer.durations({ ...lexiconReading, voice: timbre(voice), speed: NEUTRAL })
      const submission: LegacySubmission = yield* jobs
        .submit({
          ...job,
          estimate: voice.isFree ? Money.zero : Prices.forAudio(perMinute[language], Math.ceil(1_000 * held)),
          retention: ONE_DAY,
          run: run(request, voice, lexiconReading, longest, Option.isSome(requestId))
        })
        .pipe(Effect.catchTag("IN_PROGRESS", generationInProgress))
      return submission
    })

    return { speak }
  })
}) {}
