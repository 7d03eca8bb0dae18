/**
 * Timed words to captions, and captions to SRT and WebVTT (wire contract,
 * section 7): a cue ends at a pause, when its two lines are full, or when it has
 * been shown long enough; cues never overlap, and no word is lost.
 */

/** A word and when it was spoken, in seconds. */
export interface TimedWord {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** What is shown at once: one line or two; times in seconds, two decimals. */
export interface Cue {
  readonly start: number
  readonly end: number
  readonly lines: readonly [string] | readonly [string, string]
}

/** The limits of the contract: characters as people count them, and hundredths of a second. */
export const MAX_LINE = 42
const PAUSE = 50
const LONGEST = 700
/** A cue is shown for at least this long. */
const SHORTEST = 1

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" })
const lettersOf = (text: string): ReadonlyArray<string> => Array.from(graphemes.segment(text), ({ segment }) => segment)

/** What stands on a line, whole, and when; in hundredths of a second. */
interface Piece {
  readonly text: string
  readonly length: number
  readonly start: number
  readonly end: number
}

/** A word as it is put on lines: one that is longer than a line is cut between letters, and its time with it. */
const piecesOf = ({ end, start, text }: TimedWord): ReadonlyArray<Piece> => {
  const letters = lettersOf(text)
  const from = Math.max(0, Math.round(start * 100))
  const seconds = Math.max(0, Math.round(end * 100) - from)
  const timeAt = (letter: number) => from + Math.round((seconds * letter) / letters.length)
  return Array.from({ length: Math.ceil(letters.length / MAX_LINE) }, (_, index) => {
    const first = index * MAX_LINE
    const part = letters.slice(first, first + MAX_LINE)
    return {
      text: part.join(""),
      length: part.length,
      start: timeAt(first),
      end: timeAt(first + part.length)
    }
  })
}

/** A line's length with a space between its pieces. */
const widthOf = (pieces: ReadonlyArray<Piece>): number =>
  pieces.reduce((sum, { length }) => sum + length, Math.max(0, pieces.length - 1))

const textOf = (pieces: ReadonlyArray<Piece>): string => pieces.map(({ text }) => text).join(" ")

/** The pieces on one line, or on two as alike in length as may be; undefined where they do not fit. */
const layOut = (pieces: ReadonlyArray<Piece>): Cue["lines"] | undefined => {
  if (widthOf(pieces) <= MAX_LINE) return [textOf(pieces)]
  let best: { readonly at: number; readonly longer: number } | undefined
  for (let at = 1; at < pieces.length; at++) {
    const longer = Math.max(widthOf(pieces.slice(0, at)), widthOf(pieces.slice(at)))
    if (longer <= MAX_LINE && (best === undefined || longer < best.longer)) best = { at, longer }
  }
  return best === undefined ? undefined : [textOf(pieces.slice(0, best.at)), textOf(pieces.slice(best.at))]
}

/** Whether `next` goes on in the cue of `pieces`. */
const joins = (pieces: ReadonlyArray<Piece>, next: Piece): boolean => {
  const [first] = pieces
  const last = pieces.at(-1)
  if (first === undefined || last === undefined) return true
  return next.start - last.end < PAUSE && next.end - first.start <= LONGEST && layOut([...pieces, next]) !== undefined
}

const groupsOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<ReadonlyArray<Piece>> => {
  const groups: Array<Array<Piece>> = []
  for (const piece of pieces) {
    const group = groups.at(-1)
    if (group !== undefined && joins(group, piece)) group.push(piece)
    else groups.push([piece])
  }
  return groups
}

/** White space within a word would end its line, or its cue. */
const tidied = (word: TimedWord): TimedWord => ({ ...word, text: word.text.replace(/\s+/g, " ").trim() })

/** The cues of words in the order in which they were spoken. */
export const cues = (words: ReadonlyArray<TimedWord>): ReadonlyArray<Cue> => {
  let free = 0
  return groupsOf(words.map(tidied).flatMap(piecesOf)).flatMap((group) => {
    const lines = layOut(group)
    const [first] = group
    if (lines === undefined || first === undefined) return []
    // Words may overlap, or have no length; cues wait for one another.
    const start = Math.max(first.start, free)
    const spoken = Math.max(...group.map(({ end }) => end))
    const end = Math.min(start + LONGEST, Math.max(start + SHORTEST, spoken))
    free = end
    return [{ start: start / 100, end: end / 100, lines }]
  })
}

/** `HH:MM:SS` and milliseconds after `mark`. */
const clock = (seconds: number, mark: "," | "."): string => {
  const millis = Math.round(seconds * 1_000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0")
  const rest = String(millis % 1_000).padStart(3, "0")
  return `${two(millis / 3_600_000)}:${two((millis / 60_000) % 60)}:${two((millis / 1_000) % 60)}${mark}${rest}`
}

/** SubRip: numbered from 1. An arrow in the text would be taken for times. */
export const srt = (all: ReadonlyArray<Cue>): string =>
  all
    .map(
      ({ end, lines, start }, index) =>
        `${index + 1}\n${clock(start, ",")} --> ${clock(end, ",")}\n${lines.join("\n").replaceAll("-->", "→")}\n`
    )
    .join("\n")

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }
const escaped = (text: string): string => text.replace(/[&<>]/g, (letter) => escapes[letter] ?? letter)

/** WebVTT, with what it has a meaning for escaped. */
export const vtt = (all: ReadonlyArray<Cue>): string =>
  `WEBVTT\n${all
    .map(({ end, lines, start }) => `\n${clock(start, ".")} --> ${clock(end, ".")}\n${lines.map(escaped).join("\n")}\n`)
    .join("")}`
