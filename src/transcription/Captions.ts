/**
 * Timed words to captions, and captions to SRT and WebVTT (wire contract,
 * section 7): a cue ends at a pause, where another speaker goes on, when its two lines are full, or when it has
 * been shown long enough; cues never overlap, and no word is lost. Of the ways to
 * divide what is spoken without a pause, the one that is best to read is taken:
 * words that belong together (`text/Joints`) on one line, lines of like length,
 * few cues.
 */
import { Joint, joints } from "../text/Joints.ts"
import { divided, LONGEST, MAX_LINE, type Piece } from "./CueDivision.ts"

export { MAX_LINE } from "./CueDivision.ts"

/** A word and when it was spoken, in seconds. */
export interface TimedWord {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Who says it, where that is known. */
  readonly speaker?: string
}

/** What is shown at once: one line or two; times in seconds, two decimals. */
export interface Cue {
  readonly start: number
  readonly end: number
  readonly lines: readonly [string] | readonly [string, string]
  readonly speaker?: string
}

/** The contract's pause between cues, in hundredths of a second. */
const PAUSE = 50
/** A cue is shown for at least this long, and where there is room for 5/6 s: less is hard to read. */
const SHORTEST = 1
const READABLE = Math.ceil((100 * 5) / 6)

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" })
const lettersOf = (text: string): ReadonlyArray<string> => Array.from(graphemes.segment(text), ({ segment }) => segment)

/** A word as it is put on lines: one that is longer than a line is cut between letters, and its time with it. */
const piecesOf = ({ end, speaker, start, text }: TimedWord, joint: Joint): ReadonlyArray<Piece> => {
  const letters = lettersOf(text)
  const from = Math.max(0, Math.round(start * 100))
  const seconds = Math.max(0, Math.round(end * 100) - from)
  const timeAt = (letter: number) => from + Math.round((seconds * letter) / letters.length)
  const count = Math.ceil(letters.length / MAX_LINE)
  return Array.from({ length: count }, (_, index) => {
    const first = index * MAX_LINE
    const part = letters.slice(first, first + MAX_LINE)
    return {
      text: part.join(""),
      length: part.length,
      start: timeAt(first),
      end: timeAt(first + part.length),
      joint: index === count - 1 ? joint : Joint.open,
      speaker
    }
  })
}

/** What is shown at once, in lines. */
interface Group {
  readonly pieces: ReadonlyArray<Piece>
  readonly lines: Cue["lines"]
}

const textOf = (pieces: ReadonlyArray<Piece>): string => pieces.map(({ text }) => text).join(" ")

/** The pieces of one speaker between pauses. */
const stretchesOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<ReadonlyArray<Piece>> => {
  const stretches: Array<Array<Piece>> = []
  for (const piece of pieces) {
    const stretch = stretches.at(-1)
    const last = stretch?.at(-1)
    const goesOn = last !== undefined && piece.start - last.end < PAUSE && piece.speaker === last.speaker
    if (stretch !== undefined && goesOn) stretch.push(piece)
    else stretches.push([piece])
  }
  return stretches
}

const groupsOf = (stretch: ReadonlyArray<Piece>): ReadonlyArray<Group> =>
  divided(stretch).map(({ from, second, to }) => {
    const first = textOf(stretch.slice(from, second))
    const lines: Cue["lines"] = second === to ? [first] : [first, textOf(stretch.slice(second, to))]
    return { pieces: stretch.slice(from, to), lines }
  })

/** Absent where nobody knows who it is. */
const spokenBy = (speaker: string | undefined) => (speaker === undefined ? {} : { speaker })

/** Cues from when their words begin until these end, in hundredths of a second. */
const placed = (groups: ReadonlyArray<Group>): ReadonlyArray<Cue> => {
  let free = 0
  return groups.flatMap(({ lines, pieces }) => {
    const [first] = pieces
    if (first === undefined) return []
    // Words may overlap, or have no length; cues wait for one another.
    const start = Math.max(first.start, free)
    const spoken = Math.max(...pieces.map(({ end }) => end))
    free = Math.min(start + LONGEST, Math.max(start + SHORTEST, spoken))
    return [{ start, end: free, lines, ...spokenBy(first.speaker) }]
  })
}

/**
 * The same, of which those that are short stand until they can be read, or the next one comes, or the sound is over at
 * `over`: none stands behind that.
 */
const shownLongEnough = (all: ReadonlyArray<Cue>, over: number): ReadonlyArray<Cue> =>
  all.map((cue, at) => {
    const room = all[at + 1]?.start ?? Number.POSITIVE_INFINITY
    const end = Math.max(cue.end, Math.min(cue.start + READABLE, room))
    return { ...cue, end: Math.max(cue.start + SHORTEST, Math.min(end, over)) }
  })

/** White space within a word would end its line, or its cue. */
const tidied = (word: TimedWord): TimedWord => ({ ...word, text: word.text.replace(/\s+/g, " ").trim() })

/**
 * The cues of words in the order in which they were spoken, in a sound of so many seconds. In time linear in their
 * length.
 */
export const cues = (words: ReadonlyArray<TimedWord>, seconds = Number.POSITIVE_INFINITY): ReadonlyArray<Cue> => {
  const shown = words.map(tidied).filter(({ text }) => text !== "")
  const between = joints(shown.map(({ text }) => text))
  const pieces = shown.flatMap((word, at) => piecesOf(word, between[at] ?? Joint.open))
  const all = placed(stretchesOf(pieces).flatMap(groupsOf))
  return shownLongEnough(all, Math.floor(seconds * 100)).map((cue) => ({
    ...cue,
    start: cue.start / 100,
    end: cue.end / 100
  }))
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

/** WebVTT, with what it has a meaning for escaped; a cue whose speaker is known is a voice of that name. */
export const vtt = (all: ReadonlyArray<Cue>): string =>
  `WEBVTT\n${all
    .map(({ end, lines, speaker, start }) => {
      const voice = speaker === undefined ? "" : `<v ${speaker}>`
      return `\n${clock(start, ".")} --> ${clock(end, ".")}\n${voice}${lines.map(escaped).join("\n")}\n`
    })
    .join("")}`
