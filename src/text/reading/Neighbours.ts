/** What stands beside something that was read, and is said with it: a word that the reading says already, an ending. */
import { joined } from "./Affixes.ts"
import type { Kind, Span } from "./Span.ts"

const longest = 10

/** እስከ 20-30%, ወደ 5-6 ሰዓት: a range says "from" and "to" by itself. */
const bound = /(?<!\p{L})(?:እስከ|ወደ) $/u
const isRange = (text: string, { start, words }: Span): boolean =>
  words.startsWith("ከ") && words.includes(" እስከ ") && text.charAt(start) !== "ከ"

/** ቀን 12/02/17 ሰዓት 14:32: behind a day, at a time. */
const hour = /(?<=(?:\d|ዓ[./]?ም\.?)[,፣]? )ሰዓት[፦:]? ?$/u
const isTime = ({ kind, words }: Span): boolean => kind === "time" && !/^[በከ]/.test(words)

/** ሰዓት 11፡45 ላይ, at the beginning: the hour is said with the number. */
const firstHour = /(?<=^|[።፣፤(] ?)ሰዓት $/u

const withWordBefore = (text: string, span: Span, last: Span | undefined): Span => {
  const before = text.slice(Math.max(0, span.start - longest), span.start)
  if (isRange(text, span)) return { ...span, start: span.start - (bound.exec(before)?.[0] ?? "").length }
  if (!isTime(span)) return span
  // 2017-03-12 10:45: the number of the year does not run into that of the hour.
  if (last?.kind === "date" && last.end === span.start - 1 && before.endsWith(" "))
    return { ...span, words: `በ${span.words}` }
  const first = firstHour.exec(before)?.[0]
  if (first !== undefined) return { ...span, start: span.start - first.length }
  const label = hour.exec(before)?.[0]
  return label === undefined ? span : { ...span, start: span.start - label.length, words: `በ${span.words}` }
}

/** @abebe ን, 4፡8 ን: the object's ending, which is one word with what is said in fidel. */
const ending = / ን(?![\p{L}\p{M}])/uy

const withEnding = (text: string, span: Span): Span => {
  ending.lastIndex = span.end
  if (!ending.test(text) || !/[ሀ-ፚ]$/.test(span.words)) return span
  return { ...span, end: span.end + 2, words: joined("am", span.words, { suffix: "ን" }) }
}

/** Numbers that a name has, and those that follow: XXXX5678 ብር 1,000. */
const names: ReadonlySet<Kind> = new Set(["identifier", "telephone", "date", "year", "house", "plate", "number"])
const amounts: ReadonlySet<Kind> = new Set(["money", "number", "measure", "percent", "identifier"])

/** Two numbers beside each other do not run into one. */
const withPause = (text: string, span: Span, next: Span | undefined): Span =>
  next !== undefined &&
  names.has(span.kind) &&
  amounts.has(next.kind) &&
  text.slice(span.end, next.start) === " " &&
  !/^[በየለከእ]/.test(text.charAt(next.start)) &&
  /[\d፩-፼]/.test(text.charAt(span.end - 1)) &&
  /[ሀ-ፚ]$/.test(span.words)
    ? { ...span, words: `${span.words}፣` }
    : span

/** The spans of an Amharic text in order, each with what of its neighbours is said with it. */
export const withNeighbours = (text: string, spans: ReadonlyArray<Span>): ReadonlyArray<Span> =>
  spans.map((span, at) => {
    const last = spans[at - 1]
    const taken = withWordBefore(text, span, last)
    const isFree = taken.start === span.start || (last?.end ?? 0) <= taken.start
    return withPause(text, withEnding(text, isFree ? taken : span), spans[at + 1])
  })
