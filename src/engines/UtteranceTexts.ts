/** What recognisers make of utterances, one after the other, as hypotheses of the whole sound. */
import { Stream } from "effect"
import type * as Activity from "../audio/Activity.ts"
import { SAMPLE_RATE } from "../audio/Decode.ts"
import type { Hypothesis, RecognizedWord } from "./Recognizer.ts"

/** What is said of text that came without any measure of how sure the server is. */
export const NEUTRAL_CONFIDENCE = 0.5

/** An utterance as it was understood; times in seconds from its start. */
export interface UtteranceTranscript {
  readonly text: string
  /** Empty where the server did not time them. */
  readonly words: ReadonlyArray<RecognizedWord>
  /** 0 to 1. */
  readonly confidence: number
}

/** What is known of one utterance: its text so far, then all of it. */
export type Update =
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "Transcript"; readonly transcript: UtteranceTranscript }

const seconds = (samples: number): number => samples / SAMPLE_RATE

/**
 * Words whose times nobody gave, with times: spread between two moments by their
 * letters. An utterance is a few seconds between two pauses, so a word is
 * seldom a second from where it is.
 */
export const spreadWords = (
  words: ReadonlyArray<Pick<RecognizedWord, "text" | "confidence">>,
  from: number,
  to: number
): ReadonlyArray<RecognizedWord> => {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  let before = 0
  const timeAt = (letter: number) => from + (letter / letters) * (to - from)
  return words.map((word) => {
    const start = timeAt(before)
    before += word.text.length
    return { ...word, start, end: timeAt(before) }
  })
}

/** Where the server timed no word of an utterance of so many seconds. */
const untimed = ({ confidence, text }: UtteranceTranscript, seconds: number): ReadonlyArray<RecognizedWord> => {
  const words = text.split(" ").filter((word) => word !== "")
  return spreadWords(
    words.map((word) => ({ text: word, confidence })),
    0,
    seconds
  )
}

/** Puts the utterances' texts together, as hypotheses of the whole. */
export const assembling = (wantsWords: boolean) => {
  const texts: Array<string> = []
  const words: Array<RecognizedWord> = []
  let sure = 0
  let letters = 0
  const soFar = (more: string): string => [...texts, more].filter((text) => text !== "").join(" ")

  return {
    hypothesis: ({ samples, start }: Activity.Utterance, update: Update): Hypothesis => {
      // Of an utterance that is not complete the server may still take back what it has said.
      if (update._tag === "Text") return { _tag: "Partial", text: soFar(update.text), settled: soFar("").length }
      const { transcript } = update
      texts.push(transcript.text)
      letters += transcript.text.length
      sure += transcript.text.length * transcript.confidence
      const timed = transcript.words.length > 0 ? transcript.words : untimed(transcript, seconds(samples.length))
      const offset = seconds(start)
      if (wantsWords)
        words.push(...timed.map((word) => ({ ...word, start: word.start + offset, end: word.end + offset })))
      const text = soFar("")
      return { _tag: "Partial", text, settled: text.length }
    },
    /** That nothing was said is as sure as can be: nothing was asked. */
    final: (): Extract<Hypothesis, { readonly _tag: "Final" }> => ({
      _tag: "Final",
      text: soFar(""),
      words,
      confidence: letters === 0 ? 1 : sure / letters
    })
  }
}

/** Hypotheses that say something, and something else than the one before. */
export const news = <E, R>(hypotheses: Stream.Stream<Hypothesis, E, R>): Stream.Stream<Hypothesis, E, R> =>
  hypotheses.pipe(
    Stream.changesWith(
      (one, other) =>
        one._tag === "Partial" && other._tag === "Partial" && one.text === other.text && one.settled === other.settled
    ),
    Stream.filter(({ text }) => text !== "")
  )
