/**
 * The words of an utterance with their times, by what a server says of them. Those that align words to sound (WhisperX,
 * faster-whisper) leave out the times of what they could not align, numbers mostly, or say null, NaN, or a time outside of
 * the sound: such a word keeps its place in the text and shares the time between its neighbours.
 */
import { Option, Schema } from "effect"
import type { RecognizedWord } from "../Recognizer.ts"
import { spreadWords } from "../UtteranceTexts.ts"

/** The number where it is one. What is no number is not known: a server may say null, NaN or nothing of it. */
export const finite = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined

/** One line, without blanks at its ends. */
export const tidy = (text: string): string => text.replace(/\s+/g, " ").trim()

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

/** Seconds that a letter is spoken for where nobody says when its word ends. */
const LETTER = 0.15

/** A word as a server names it; what is said of it is looked at piece by piece. */
const Word = Schema.Struct({
  word: Schema.String,
  start: Schema.optional(Schema.Unknown),
  end: Schema.optional(Schema.Unknown),
  probability: Schema.optional(Schema.Unknown),
  /** WhisperX's name of it. */
  score: Schema.optional(Schema.Unknown)
})
const decodeWord = Schema.decodeUnknownOption(Word)

/** A word with what is believed of its times, in seconds from the start of the utterance. */
export interface StatedWord {
  readonly text: string
  readonly start: number | undefined
  readonly end: number | undefined
  /** 0 to 1. */
  readonly probability: number | undefined
}

const statedOf = ({ end, probability, score, start, word }: typeof Word.Type): StatedWord => ({
  text: tidy(word),
  start: finite(start),
  end: finite(end),
  probability: finite(probability) ?? finite(score)
})

/** The words of a list of an answer; none where it is no list. What is no word is passed over. */
export const statedWords = (list: unknown): ReadonlyArray<StatedWord> =>
  Array.isArray(list)
    ? list
        .flatMap((word: unknown) => Option.toArray(Option.map(decodeWord(word), statedOf)))
        .filter(({ text }) => text !== "")
    : []

/** The words in the text's order: as they came where they spell it, else by their times, each without one behind the last. */
const inOrder = (words: ReadonlyArray<StatedWord>, text: string): ReadonlyArray<StatedWord> => {
  if (
    words
      .map((word) => word.text)
      .join("")
      .replaceAll(" ", "") === text.replaceAll(" ", "")
  )
    return words
  let last = 0
  return words
    .map((word) => {
      last = word.start ?? last
      return { word, at: last }
    })
    .toSorted((one, other) => one.at - other.at)
    .map(({ word }) => word)
}

/** The same with the starts alone that lie in the sound and behind those before. */
const believed = (words: ReadonlyArray<StatedWord>, seconds: number): ReadonlyArray<StatedWord> => {
  let last = 0
  return words.map((word) => {
    const start = word.start !== undefined && word.start >= last && word.start <= seconds ? word.start : undefined
    last = start ?? last
    const isEnd = start !== undefined && word.end !== undefined && word.end >= start && word.end <= seconds
    return { ...word, start, end: isEnd ? word.end : undefined }
  })
}

/** A word whose start is known, or the utterance's beginning, with those behind it whose start is not. */
interface Run {
  readonly from: number
  readonly words: Array<StatedWord>
}

const runsOf = (words: ReadonlyArray<StatedWord>): ReadonlyArray<Run> => {
  const runs: Array<Run> = []
  for (const word of words) {
    const run = runs.at(-1)
    if (run === undefined || word.start !== undefined) runs.push({ from: word.start ?? 0, words: [word] })
    else run.words.push(word)
  }
  return runs
}

/** Every word with times: in order, and within the utterance of `seconds`. `confidence` is that of words without one. */
export const timedWords = (
  stated: ReadonlyArray<StatedWord>,
  text: string,
  confidence: number,
  seconds: number
): ReadonlyArray<RecognizedWord> => {
  const runs = runsOf(believed(inOrder(stated, text), seconds))
  const sure = ({ probability, text: word }: StatedWord) => ({
    text: word,
    confidence: within(probability ?? confidence, 0, 1)
  })
  return runs.flatMap(({ from, words }, at) => {
    const to = runs[at + 1]?.from ?? seconds
    const [first, ...others] = words
    if (first === undefined) return []
    const isKnown = first.start !== undefined
    if (others.length === 0 && isKnown) {
      return [{ ...sure(first), start: from, end: first.end ?? Math.min(to, from + LETTER * first.text.length) }]
    }
    if (first.end === undefined) return spreadWords(words.map(sure), from, to)
    return [
      { ...sure(first), start: from, end: first.end },
      ...spreadWords(others.map(sure), Math.min(first.end, to), to)
    ]
  })
}
