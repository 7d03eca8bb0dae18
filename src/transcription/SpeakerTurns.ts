/** Who speaks when, in the words of the contract: speakers have names, and each word has one. */
import type { SpeakerTurn } from "../engines/Diarizer.ts"
import type { TimedWord } from "./Captions.ts"

/** One of the speakers speaks; in seconds from the start of the sound. */
export interface NamedTurn {
  readonly speaker: string
  readonly start: number
  readonly end: number
}

const nameOf = (place: number): string => `speaker_${place}`

/**
 * Turns by their starts, their speakers named in the order of their first speech. Where words were heard and nobody was,
 * one speaker says them all.
 */
export const named = (
  turns: ReadonlyArray<SpeakerTurn>,
  words: ReadonlyArray<Pick<TimedWord, "start" | "end">>
): ReadonlyArray<NamedTurn> => {
  const [first] = words
  if (turns.length === 0 && first !== undefined)
    return [{ speaker: nameOf(1), start: first.start, end: words.reduce((most, { end }) => Math.max(most, end), 0) }]
  const names = new Map<number, string>()
  return turns
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    .map(({ end, speaker, start }) => {
      const name = names.get(speaker) ?? nameOf(names.size + 1)
      names.set(speaker, name)
      return { speaker: name, start, end }
    })
}

/** Where in a speaker's turns, by their starts, the first is that ends after a time. They overlap no other of their own. */
const firstAfter = (turns: ReadonlyArray<NamedTurn>, time: number): number => {
  let low = 0
  let high = turns.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((turns[middle]?.end ?? 0) > time) high = middle
    else low = middle + 1
  }
  return low
}

/** Seconds of the word within the speaker's turns; where there are none, below 0 by how far away the nearest is. */
const nearness = (turns: ReadonlyArray<NamedTurn>, { end, start }: Pick<TimedWord, "start" | "end">): number => {
  const next = firstAfter(turns, start)
  let shared = 0
  for (let at = next; at < turns.length; at++) {
    const turn = turns[at]
    if (turn === undefined || turn.start >= end) break
    shared += Math.min(end, turn.end) - Math.max(start, turn.start)
  }
  if (shared > 0) return shared
  const before = turns[next - 1]
  const after = turns[next]
  return -Math.min(
    before === undefined ? Number.POSITIVE_INFINITY : start - before.end,
    after === undefined ? Number.POSITIVE_INFINITY : Math.max(0, after.start - end)
  )
}

/**
 * Words with who says them: whoever speaks longest while they are said, else whoever speaks nearest to them. In time
 * linear in the number of words, but for the speakers and a search.
 */
export const attributed = (
  words: ReadonlyArray<TimedWord>,
  turns: ReadonlyArray<NamedTurn>
): ReadonlyArray<TimedWord> => {
  const speakers = [...Map.groupBy(turns, ({ speaker }) => speaker)]
  return words.map((word) => {
    let nearest: { readonly speaker: string; readonly by: number } | undefined
    for (const [speaker, own] of speakers) {
      const by = nearness(own, word)
      if (nearest === undefined || by > nearest.by) nearest = { speaker, by }
    }
    return nearest === undefined ? word : { ...word, speaker: nearest.speaker }
  })
}

/**
 * Turns as RTTM (NIST, The 2009 Rich Transcription Evaluation Plan, appendix A): a line for each, with its start and its
 * length in seconds. `file` stands for the sound, and has no blank.
 */
export const rttm = (file: string, turns: ReadonlyArray<NamedTurn>): string =>
  turns
    .map(({ end, speaker, start }) => {
      const times = `${start.toFixed(3)} ${(end - start).toFixed(3)}`
      return `SPEAKER ${file} 1 ${times} <NA> <NA> ${speaker} <NA> <NA>\n`
    })
    .join("")
