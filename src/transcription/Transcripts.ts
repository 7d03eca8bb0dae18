/** A transcript as it is kept and answered: the final text, with what the ledger says of it. */
import { Schema } from "effect"
import type { Charge } from "../billing/Jobs.ts"
import * as Money from "../billing/Money.ts"
import { Language, type RequestId } from "../Domain.ts"
import type { SpeakerCount } from "../engines/Diarizer.ts"
import type { RecognizedWord } from "../engines/Recognizer.ts"
import * as Replays from "../http/Replays.ts"
import {
  type Backend,
  type Chunk,
  type Mode,
  type Numerals,
  Segment,
  Transcript,
  type TranscriptAnswer
} from "./Api.ts"
import * as Captions from "./Captions.ts"
import { hundredths, type PricedRecognition, type TimedRecognition } from "./PricedRecognition.ts"
import * as SpeakerTurns from "./SpeakerTurns.ts"

/**
 * What was heard, in another language: a line for each stretch that was spoken
 * without a pause, with the times of that stretch.
 */
export const SpokenTranslation = Schema.Struct({ lines: Schema.Array(Segment) })
export type SpokenTranslation = typeof SpokenTranslation.Type

/** Who speaks when: times in seconds, two decimals, and nothing else of anybody's voice. */
const StoredTurn = Schema.Struct({ speaker: Schema.String, start: Schema.Number, end: Schema.Number })

/** A transcript as it is kept, with what not every door tells of it. */
export const StoredTranscript = Schema.Struct({
  ...Transcript.fields,
  /** How sure the recogniser is of all of it, 0 to 1. None in what earlier versions kept. */
  confidence: Schema.optionalWith(Schema.Number, { exact: true }),
  /** Where it was asked for. */
  translation: Schema.optionalWith(SpokenTranslation, { exact: true }),
  /** The same. */
  turns: Schema.optionalWith(Schema.Array(StoredTurn), { exact: true })
})
export type StoredTranscript = typeof StoredTranscript.Type

/** What is kept of a request of version 2. */
export const Recognition = Schema.Struct({
  text: Schema.String,
  confidence: Schema.Number,
  warnings: Transcript.fields.warnings,
  /** To the sample: what is billed of them is rounded up. */
  seconds: Schema.Number,
  /** None in what was kept before the dashboard. */
  language: Schema.optionalWith(Language, { exact: true }),
  /** A UUID. */
  record: Schema.String
})
export type Recognition = typeof Recognition.Type

const { language, seconds, text } = Transcript.fields

/** What every transcription that is kept has in common, of either version. */
const StoredFields = Schema.parseJson(
  Schema.Struct({ text, seconds: Schema.optional(seconds), language: Schema.optional(language) })
)

/** What a job's result, as it is stored, says was heard; none where it is no transcription's. */
export const readStored = Schema.decodeOption(StoredFields)

/** How the result of a request differs with what was asked. */
export interface TranscriptOptions {
  readonly language: Language
  readonly backend: Backend
  readonly chunk: Chunk
  readonly words: boolean
  /** In words where it is not said. */
  readonly numerals?: Numerals
  /** Not told apart where it is not said. */
  readonly speakers?: SpeakerCount
  readonly mode: Mode
}

const rounded = <Span extends { readonly start: number; readonly end: number }>(span: Span): Span => ({
  ...span,
  start: hundredths(span.start),
  end: hundredths(span.end)
})

/** Words and captions, with who says them where that is known. */
const timesOf = (
  words: ReadonlyArray<RecognizedWord>,
  seconds: number,
  turns: ReadonlyArray<SpeakerTurns.NamedTurn> | undefined
) => {
  const timed = words.map(({ end, start, text }) => rounded({ text, start, end }))
  const spoken = turns === undefined ? timed : SpeakerTurns.attributed(timed, turns)
  const segments = Captions.cues(spoken, seconds).map(({ lines, ...cue }) => ({ text: lines.join(" "), ...cue }))
  return { words: spoken, segments }
}

/** What was met in the sound; absent where there was nothing. */
export const warned = ({ warnings }: Pick<TimedRecognition, "warnings">) => (warnings.length > 0 ? { warnings } : {})

/** The transcript of a recognition, as it is stored: without the balance, which `withBalance` adds. */
export const of = (
  { model, perThousand }: Pick<PricedRecognition, "model" | "perThousand">,
  options: TranscriptOptions,
  requestId: RequestId,
  { computeMillis, final, seconds, turns, warnings }: TimedRecognition,
  { charge, entryId }: Charge
): StoredTranscript => ({
  text: final.text,
  request_id: requestId,
  seconds,
  compute_ms: computeMillis,
  backend: options.backend,
  chunk: options.chunk,
  mode: options.mode,
  model: final.model ?? model,
  language: options.language,
  usage: {
    record_id: entryId,
    characters: final.text.length,
    price_per_1000_characters: Money.toEtb(perThousand),
    credits_used: Money.toEtb(charge),
    credits_remaining: 0,
    currency: "ETB",
    settled: true
  },
  ...(options.words ? timesOf(final.words, seconds, turns) : {}),
  ...(turns === undefined ? {} : { turns: turns.map(rounded) }),
  ...warned({ warnings }),
  confidence: final.confidence
})

/** The transcript with what the wallet had left after it. */
export const withBalance = (transcript: StoredTranscript, balanceAfter: Money.Money): StoredTranscript => ({
  ...transcript,
  usage: { ...transcript.usage, credits_remaining: Money.toEtb(balanceAfter) }
})

/** How much of the sound was heard, and what was met in it. */
export const heardOf = ({ seconds, warnings }: Pick<StoredTranscript, "seconds" | "warnings">) => ({
  heard_seconds: seconds,
  ...(warnings === undefined ? {} : { warnings })
})

/** The transcript as clients of transcription's own routes get it. */
export const answerOf = (
  { confidence: _, translation: __, turns: ___, ...transcript }: StoredTranscript,
  replayed: boolean
): TranscriptAnswer => ({ ...transcript, ...heardOf(transcript), ...Replays.mark(replayed) })
