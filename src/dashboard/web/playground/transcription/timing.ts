/** About when each word of a live transcript was said: between the texts that lacked it and the one that had it. */
import type { TimedPart } from "../audio/useCurrent.ts"

/** A partial text: how much sound had been sent when it came, and how many words it had. */
export interface Mark {
  readonly seconds: number
  readonly words: number
}

export const wordsIn = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter((word) => word !== "")

/** The words of `text`, whose sound is `seconds` long, one after the other. */
export const timedBy = (text: string, marks: ReadonlyArray<Mark>, seconds: number): ReadonlyArray<TimedPart> => {
  const words = wordsIn(text)
  const timed: Array<TimedPart> = []
  let from = 0
  for (const mark of [...marks, { seconds, words: words.length }]) {
    const added = words.slice(timed.length, mark.words)
    const length = (mark.seconds - from) / Math.max(1, added.length)
    const begin = from
    added.forEach((word, at) => {
      timed.push({ text: word, start: begin + at * length, end: begin + (at + 1) * length })
    })
    from = mark.seconds
  }
  return timed
}
