/** What every way of transcribing shares: sound is recognised to its end, and has its price. */
import { Chunk as Chunks, Effect, Schedule, Stream } from "effect"
import { type DecodeFailure, type DecodeOptions, inField, SAMPLE_RATE } from "../audio/Decode.ts"
import { Loudness } from "../audio/LoudnessMeter.ts"
import { joinInt16 } from "../audio/Samples.ts"
import type * as Money from "../billing/Money.ts"
import * as Prices from "../billing/Prices.ts"
import type { Language } from "../Domain.ts"
import type { EngineFailure, InsufficientCredits } from "../Errors.ts"
import { Diarizer, type SpeakerCount } from "../engines/Diarizer.ts"
import type { RecognitionRequest } from "../engines/Recognizer.ts"
import {
  type HearingHold,
  type OnPartial,
  type RecognitionResult,
  SpeechRecognition
} from "../engines/SpeechRecognition.ts"
import * as Monotonic from "../runtime/Monotonic.ts"
import { settledOf, write, writeWords } from "../text/writing/Writing.ts"
import type { Chunk, Numerals } from "./Api.ts"
import * as SpeakerTurns from "./SpeakerTurns.ts"
import type { Backend } from "./TranscriptApi.ts"
import type { Upload } from "./Upload.ts"

/** How sound is to be recognised. */
interface RecognitionOptions {
  readonly language: Language
  readonly backend: Backend
  readonly chunk: Chunk
  /** Whether the words' times are wanted. */
  readonly words: boolean
  /** In words where it is not said. */
  readonly numerals?: Numerals
}

/** The same of a file, which is there as a whole. */
interface FileOptions extends RecognitionOptions {
  /** Whether speakers are told apart, and how many there are. */
  readonly speakers?: SpeakerCount
}

export interface TimedRecognition extends RecognitionResult {
  /** Who speaks when, where that was asked for. */
  readonly turns?: ReadonlyArray<SpeakerTurns.NamedTurn>
  /** Length of the sound in seconds, rounded to hundredths. */
  readonly seconds: number
  /** What was met in the sound and passed over, in short sentences. */
  readonly warnings: ReadonlyArray<string>
  /** What the recogniser took; of live sound, what it still took when all of it had come. */
  readonly computeMillis: number
}

/** The models of others may have taken the room while a sound was recognised: they are waited for, as that would be lost. */
const WHILE_BUSY = {
  schedule: Schedule.intersect(Schedule.spaced("1 second"), Schedule.recurs(60)),
  while: (failure: EngineFailure): boolean => failure._tag === "PROVIDER_UNAVAILABLE" && failure.isBusy === true
}

const chunkMillis = { "320ms": 320, "1120ms": 1120 } as const

export const hundredths = (seconds: number): number => Math.round(seconds * 100) / 100

/** What the job of a file does on the way. */
interface JobHooks {
  readonly emit: OnPartial
  readonly hold: (estimate: Money.Money) => Effect.Effect<void, InsufficientCredits>
}

/** What a sound has held, in money. */
interface PricedHold extends Pick<HearingHold, "admitting"> {
  readonly priceOf: (seconds: number) => Money.Money
}

/** What a live session does on the way. */
interface LiveRecognitionHooks {
  readonly admit: NonNullable<RecognitionRequest["admit"]>
  readonly emit: OnPartial
  readonly warnings: Effect.Effect<ReadonlyArray<string>>
}

/** Why a file that was admitted is not recognised; nothing is charged then. */
export type FileFailure = EngineFailure | DecodeFailure | InsufficientCredits

const requestOf = (
  { backend, chunk, language, words }: RecognitionOptions,
  admit: NonNullable<RecognitionRequest["admit"]>
): RecognitionRequest => ({ language, backend, chunkMillis: chunkMillis[chunk], words, admit })

/** What was recognised, with its numbers as they are asked for. */
const written = ({ language, numerals }: RecognitionOptions, recognized: RecognitionResult): RecognitionResult => {
  if (numerals !== "digits") return recognized
  const { text, words } = recognized.final
  const final = { ...recognized.final, text: write(language, text), words: writeWords(language, words) }
  return { ...recognized, final }
}

/** The same of what is recognised so far. */
const writing = ({ language, numerals }: RecognitionOptions, emit: OnPartial): OnPartial =>
  numerals === "digits"
    ? ({ settled, text }) => emit({ text: write(language, text), settled: settledOf(language, text, settled) })
    : emit

const secondsOf = (pieces: Chunks.Chunk<Int16Array>): number =>
  Chunks.reduce(pieces, 0, (sum, { length }) => sum + length) / SAMPLE_RATE

const timed = (
  recognized: RecognitionResult,
  begun: number,
  warnings: ReadonlyArray<string>
): Effect.Effect<TimedRecognition> =>
  Effect.map(Monotonic.millis, (now) => ({
    ...recognized,
    warnings,
    seconds: hundredths(recognized.samples / SAMPLE_RATE),
    computeMillis: Math.round(now - begun)
  }))

export class PricedRecognition extends Effect.Service<PricedRecognition>()("transcription/PricedRecognition", {
  effect: Effect.gen(function* () {
    const prices = yield* Prices.Prices
    const { charactersToCharge, decode, holdingFor, model, recognize, recognizeLive } = yield* SpeechRecognition
    const diarizer = yield* Diarizer
    const perThousand = prices.table.transcription_per_1000_characters

    /** What is held for a sound in this language: nothing while the model that hears it may not be charged for. */
    const holding = ({
      backend,
      language
    }: Pick<RecognitionOptions, "backend" | "language">): Effect.Effect<PricedHold> =>
      Effect.map(holdingFor(language, backend), ({ admitting, characters }) => ({
        priceOf: (seconds) => Prices.forCount(perThousand, characters(seconds)),
        admitting
      }))

    /** What was recognised costs by its characters; those that nobody can have said in the time cost nothing. */
    const priceOf = (recognized: RecognitionResult, language: Language): Money.Money =>
      Prices.forCount(perThousand, charactersToCharge(recognized.final.text, recognized, language))

    /** Recognises sound that comes as it is spoken. */
    const ofLive = <E>(
      options: RecognitionOptions,
      sound: Stream.Stream<Int16Array, E>,
      { admit, emit, warnings }: LiveRecognitionHooks
    ) =>
      Effect.gen(function* () {
        let ended = yield* Monotonic.millis
        const markEnd = Effect.map(Monotonic.millis, (now) => {
          ended = now
        })
        const loudness = new Loudness()
        const heard = Stream.tap(sound, (piece) => Effect.sync(() => loudness.add(piece)))
        const whole = Stream.concat(heard, Stream.execute(markEnd))
        const recognized = yield* recognizeLive(requestOf(options, admit), whole, writing(options, emit))
        return yield* timed(written(options, recognized), ended, [...(yield* warnings), ...loudness.notes()])
      })

    /**
     * Decodes a file, has its estimate held, and recognises it: the work of a job for
     * which nothing was held, as only the sound says what it needs. Longer files fail before they are held in memory.
     * Speakers are told apart after that, so that the models of both need not fit into memory together, and only where
     * there is room for that before; where it fails the whole does.
     */
    const ofFile = (
      options: FileOptions,
      { field, file, track }: Pick<Upload, "field" | "file"> & Pick<DecodeOptions, "track">,
      { emit, hold }: JobHooks
    ) =>
      Effect.gen(function* () {
        let warnings: ReadonlyArray<string> = []
        const onWarnings = (sentences: ReadonlyArray<string>) =>
          Effect.sync(() => {
            warnings = sentences
          })
        const decoded = decode(file, { track, onWarnings })
        const sound = yield* Effect.mapError(Stream.runCollect(decoded), inField(field))
        const { admitting, priceOf } = yield* holding(options)
        const holdAll = Effect.suspend(() => hold(priceOf(secondsOf(sound))))
        yield* holdAll
        const { speakers } = options
        if (speakers !== undefined) yield* diarizer.assertRoom ?? Effect.void
        const begun = yield* Monotonic.millis
        const request = requestOf(
          options,
          admitting(() => holdAll)
        )
        const recognized = written(options, yield* recognize(request, Stream.fromChunk(sound), writing(options, emit)))
        if (speakers === undefined) return yield* timed(recognized, begun, warnings)
        const turns = yield* Effect.retry(diarizer.diarize(joinInt16([...sound]), speakers), WHILE_BUSY)
        const heard = yield* timed(recognized, begun, warnings)
        return { ...heard, turns: SpeakerTurns.named(turns, heard.final.words) }
      })

    /** Whether speakers can be told apart now. */
    const diarizes = Effect.map(diarizer.models, ({ length }) => length > 0)

    return { holding, priceOf, ofLive, ofFile, diarizes, model, perThousand }
  }),
  dependencies: [SpeechRecognition.Default]
}) {}
