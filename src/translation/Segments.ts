/**
 * Division of a text for translation. The segments, joined, are always the text.
 * A passage is what an engine translates; a gap is what is kept: white space,
 * line breaks, lines without a word. Long passages end where sentences end.
 */
import { sentences } from "../text/Phrases.ts"
import { removePlaceholders } from "./Placeholders.ts"

export type Segment =
  | { readonly _tag: "Gap"; readonly text: string }
  /** Has a letter outside its placeholders, begins and ends without white space, has no line break. */
  | { readonly _tag: "Text"; readonly text: string }

/**
 * The length from which a passage, or several lines together, is divided, in
 * UTF-16 code units: some 250 words, which any model's answer has room for.
 */
export const SEGMENT_LENGTH = 1_500

const lineBreak = /(\r\n|[\n\v\f\r\u0085\u2028\u2029])/u
const letter = /\p{L}/u

const gap = (text: string): ReadonlyArray<Segment> => (text === "" ? [] : [{ _tag: "Gap", text }])

/** Whole sentences, in groups of at most `SEGMENT_LENGTH` code units where the sentences allow it. */
const stretches = (line: string): ReadonlyArray<string> => {
  if (line.length <= SEGMENT_LENGTH) return [line]
  const stretches: Array<string> = []
  let current = ""
  for (const { text } of sentences(line)) {
    if (current !== "" && current.length + text.length > SEGMENT_LENGTH) {
      stretches.push(current)
      current = ""
    }
    current += text
  }
  return [...stretches, current]
}

const passage = (stretch: string): ReadonlyArray<Segment> => {
  if (!letter.test(removePlaceholders(stretch))) return gap(stretch)
  const text = stretch.trim()
  const before = stretch.length - stretch.trimStart().length
  return [...gap(stretch.slice(0, before)), { _tag: "Text", text }, ...gap(stretch.slice(before + text.length))]
}

/** Divides a text; neighbouring gaps are one. */
export const divide = (text: string): ReadonlyArray<Segment> => {
  const parts: Array<Segment> = []
  const pieces = text
    .split(lineBreak)
    .flatMap((line, index) => (index % 2 === 1 ? gap(line) : stretches(line).flatMap(passage)))
  for (const piece of pieces) {
    const last = parts.at(-1)
    if (last?._tag === "Gap" && piece._tag === "Gap")
      parts[parts.length - 1] = { _tag: "Gap", text: last.text + piece.text }
    else parts.push(piece)
  }
  return parts
}

export const join = (parts: ReadonlyArray<Segment>): string => parts.map(({ text }) => text).join("")

/**
 * Passages that go to the engine together, a line each, so that short lines
 * keep their context and cost no call of their own.
 */
export const groupPassages = (passages: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const bundles: Array<Array<string>> = []
  let length = 0
  for (const text of passages) {
    const last = bundles.at(-1)
    if (last !== undefined && length + text.length < SEGMENT_LENGTH) {
      last.push(text)
      length += text.length + 1
    } else {
      bundles.push([text])
      length = text.length
    }
  }
  return bundles
}

/** The text with its passages replaced, in order. */
export const replacePassages = (parts: ReadonlyArray<Segment>, translated: ReadonlyArray<string>): string => {
  let next = 0
  return parts.map((part) => (part._tag === "Gap" ? part.text : (translated[next++] ?? part.text))).join("")
}
