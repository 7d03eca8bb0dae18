/**
 * እስከ 20-30%, ወደ 5-6 ሰዓት: a range says "from" and "to" by itself, so that the
 * word before it is said with it: ከሃያ እስከ ሰላሳ በመቶ.
 */
import type { Span } from "./Span.ts"

const before = /(?<!\p{L})(?:እስከ|ወደ) $/u
const longest = 5

const isRange = (text: string, { start, words }: Span): boolean =>
  words.startsWith("ከ") && words.includes(" እስከ ") && text.charAt(start) !== "ከ"

/** The spans in order, each range with the word before it that it says already. */
export const withUpTo = (text: string, spans: ReadonlyArray<Span>): ReadonlyArray<Span> =>
  spans.map((span, at) => {
    if (!isRange(text, span)) return span
    const word = before.exec(text.slice(Math.max(0, span.start - longest), span.start))?.[0] ?? ""
    const start = span.start - word.length
    return (spans[at - 1]?.end ?? 0) > start ? span : { ...span, start }
  })
