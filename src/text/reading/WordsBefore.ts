/** A word before what was read that the reading says already, or says otherwise; the reading takes its place. */
import type { Span } from "./Span.ts"

const longest = 10

/** እስከ 20-30%, ወደ 5-6 ሰዓት: a range says "from" and "to" by itself. */
const bound = /(?<!\p{L})(?:እስከ|ወደ) $/u
const isRange = (text: string, { start, words }: Span): boolean =>
  words.startsWith("ከ") && words.includes(" እስከ ") && text.charAt(start) !== "ከ"

/** ቀን 12/02/17 ሰዓት 14:32: behind a day, at a time. */
const hour = /(?<=(?:\d|ዓ[./]?ም\.?)[,፣]? )ሰዓት[፦:]? ?$/u
const isTime = ({ kind, words }: Span): boolean => kind === "time" && !/^[በከ]/.test(words)

const withWordBefore = (text: string, span: Span): Span => {
  const before = text.slice(Math.max(0, span.start - longest), span.start)
  if (isRange(text, span)) return { ...span, start: span.start - (bound.exec(before)?.[0] ?? "").length }
  const label = isTime(span) ? hour.exec(before)?.[0] : undefined
  return label === undefined ? span : { ...span, start: span.start - label.length, words: `በ${span.words}` }
}

/** The spans of an Amharic text in order, with the words before them that they stand for. */
export const withWordsBefore = (text: string, spans: ReadonlyArray<Span>): ReadonlyArray<Span> =>
  spans.map((span, at) => {
    const taken = withWordBefore(text, span)
    return (spans[at - 1]?.end ?? 0) > taken.start ? span : taken
  })
