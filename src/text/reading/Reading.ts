/**
 * What is written, as a person would read it aloud: numbers, dates, money,
 * abbreviations and names in words, each tied to its place.
 *
 * The rules are tried one after the other, in the order of this file, each on
 * what none before it has read. So an order of rules is an order of
 * precedence: a telephone number is none of the numbers that come after it.
 */
import type { Language } from "../../Domain.ts"
import { isEthiopicLetter, isEthiopicNumeral, isLatinLetter } from "../Letters.ts"
import { abbreviations } from "./Abbreviations.ts"
import { alternatives } from "./Alternatives.ts"
import { approximates } from "./Approximate.ts"
import { beforeCodes, calendar } from "./Calendar.ts"
import { leadingZeros } from "./Codes.ts"
import { counted } from "./Counted.ts"
import { fold, folding, inOriginal } from "./Folding.ts"
import { formulas } from "./Formulas.ts"
import { identifiers } from "./Identifiers.ts"
import { latin } from "./Latin.ts"
import { type Lexicon, lexiconRules } from "./Lexicon.ts"
import { measures } from "./Measures.ts"
import { money } from "./MoneyReading.ts"
import { withNeighbours } from "./Neighbours.ts"
import { networks, numbers } from "./Numbers.ts"
import { ordinals } from "./Ordinals.ts"
import { protecteds } from "./Protected.ts"
import { ranges } from "./Ranges.ts"
import type { Features, Match, Rule } from "./Rule.ts"
import { signs } from "./Signs.ts"
import type { Reading, Span } from "./Span.ts"

export type { Lexicon } from "./Lexicon.ts"
export type { Reading } from "./Span.ts"

/** What is read before a client's own words. */
const before: ReadonlyArray<Rule> = [...folding, ...protecteds]
/** What is read after them: in order of precedence. */
const after: ReadonlyArray<Rule> = [
  ...alternatives,
  ...beforeCodes,
  ...counted,
  ...networks,
  ...identifiers,
  ...formulas,
  ...approximates,
  ...money,
  ...calendar,
  ...measures,
  ...ordinals,
  ...ranges,
  ...abbreviations,
  ...leadingZeros,
  ...numbers,
  ...latin,
  ...signs
]

/** A rule with its expression. */
interface Compiled {
  readonly rule: Rule
  readonly expression: RegExp
  /** What must stand before a match; matches nothing, at one place. */
  readonly after: RegExp | undefined
  readonly cue: RegExp | undefined
}

/** All rules but a client's own. */
export const everyRule: ReadonlyArray<Rule> = [...before, ...after]

/** Each cue once, though many rules have it. */
const cues: ReadonlyMap<string, RegExp> = new Map(
  everyRule.flatMap(({ cue }) => (cue === undefined ? [] : [[cue, new RegExp(cue, "v")]]))
)

const compiled = (rule: Rule): Compiled => ({
  rule,
  expression: new RegExp(rule.pattern, "gv"),
  after: rule.after === undefined ? undefined : new RegExp(`(?<=${rule.after})`, "vy"),
  cue: rule.cue === undefined ? undefined : cues.get(rule.cue)
})

const isAfter = (after: RegExp | undefined, text: string, at: number): boolean => {
  if (after === undefined) return true
  after.lastIndex = at
  return after.test(text)
}

const ofLanguage = (language: Language, rules: ReadonlyArray<Rule>): ReadonlyArray<Compiled> =>
  rules.filter((rule) => rule.language === undefined || rule.language === language).map(compiled)

const rules: Readonly<
  Record<Language, { readonly before: ReadonlyArray<Compiled>; readonly after: ReadonlyArray<Compiled> }>
> = {
  am: { before: ofLanguage("am", before), after: ofLanguage("am", after) },
  om: { before: ofLanguage("om", before), after: ofLanguage("om", after) }
}

const digit = /\p{Nd}|[፩-፼]/u
const ethiopic = /\p{Script=Ethiopic}/u
const latinLetter = /\p{Script=Latin}/u
const stop = /\p{L}[./]/u
const symbol = /[^\p{L}\p{Nd}፩-፼\s.,;:!?()'"«»“”…።፡-፨]/u
const long = /\d(?:[ -]?\d){2}/
const code = /\p{Script=Latin}[ \-/.]?\d|\d\p{Script=Latin}/u

const featuresOf = (text: string): Features => ({
  digit: digit.test(text),
  ethiopic: ethiopic.test(text),
  latin: latinLetter.test(text),
  stop: stop.test(text),
  symbol: symbol.test(text),
  long: long.test(text),
  code: code.test(text)
})

/** Whether a rule may read something in a text. */
const triedIn = (text: string): ((one: Compiled) => boolean) => {
  const features = featuresOf(text)
  const tested = new Map<RegExp, boolean>()
  return ({ cue, rule: { needs } }) => {
    if (needs !== undefined && !needs.some((need) => features[need])) return false
    if (cue === undefined) return true
    const known = tested.get(cue)
    if (known !== undefined) return known
    const holds = cue.test(text)
    tested.set(cue, holds)
    return holds
  }
}

/** The offset behind the last unit between two offsets that is read already; -1 where none is. */
const lastClaimed = (claimed: Uint8Array, start: number, end: number): number => {
  for (let at = end - 1; at >= start; at--) if (claimed[at] === 1) return at + 1
  return -1
}

/** Reads with one rule what none has read. */
const pass = (
  { after, expression, rule }: Compiled,
  of: Pick<Match, "language" | "text" | "again">,
  claimed: Uint8Array,
  spans: Array<Span>
): void => {
  const { text } = of
  expression.lastIndex = 0
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
    const start = match.index
    const found = match[0]
    const end = start + found.length
    if (found === "") {
      expression.lastIndex = end + 1
      continue
    }
    const taken = lastClaimed(claimed, start, end)
    if (taken >= 0) {
      expression.lastIndex = taken
      continue
    }
    if (!isAfter(after, text, start)) continue
    const words = rule.read({ ...of, start, end, found, groups: match.groups ?? {} })
    // A rule may have read a part of the text with this expression.
    expression.lastIndex = end
    if (words === undefined) continue
    claimed.fill(1, start, end)
    spans.push({ start, end, kind: rule.kind, words })
  }
}

const isWordPart = (unit: number): boolean =>
  isLatinLetter(unit) || isEthiopicLetter(unit) || isEthiopicNumeral(unit) || (unit >= 0x30 && unit <= 0x39)

/** Whether two words would run together where one span meets the next. */
const runTogether = (one: string, other: string): boolean =>
  isWordPart(one.charCodeAt(one.length - 1)) && isWordPart(other.charCodeAt(0))

const isPlain = ({ kind }: Pick<Span, "kind">): boolean => kind === "text" || kind === "fold"

/** Text between what was read, and a space where read words would run into their neighbours'. */
const fill = (text: string, found: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  let at = 0
  // What was said last: between it and the next, spans may be silent. "Bariisaa"n is text on both sides, and one word.
  let said: Pick<Span, "kind" | "words"> = { kind: "text", words: "" }
  const add = (span: Span): void => {
    const last = spans.at(-1)
    const apart = runTogether(said.words, span.words) && !(isPlain(said) && isPlain(span))
    if (span.words !== "") said = span
    if (last === undefined || !apart) spans.push(span)
    // The space belongs to what was read: text keeps its length.
    else if (span.kind === "text") spans.splice(-1, 1, { ...last, words: `${last.words} ` }, span)
    else spans.push({ ...span, words: ` ${span.words}` })
  }
  const copyTo = (end: number): void => {
    if (end > at) add({ start: at, end, kind: "text", words: text.slice(at, end) })
  }
  for (const span of found) {
    copyTo(span.start)
    add(span)
    at = span.end
  }
  copyTo(text.length)
  return spans
}

/** `text` as it is read in `language`. In time linear in its length. */
export const read = (language: Language, text: string, lexicon: Lexicon = []): Reading => {
  const folded = fold(text)
  const seen = folded.text
  const isTried = triedIn(seen)
  const claimed = new Uint8Array(seen.length)
  const found: Array<Span> = []
  const own = ofLanguage(language, lexiconRules(language, lexicon))
  const of = { language, text: seen, again: (part: string) => read(language, part, lexicon).words }
  for (const list of [rules[language].before, own, rules[language].after]) {
    for (const one of list) if (isTried(one)) pass(one, of, claimed, found)
  }
  const sorted = found.toSorted((one, other) => one.start - other.start)
  const inOrder = language === "am" ? withNeighbours(seen, sorted) : sorted
  const spans = inOriginal(fill(seen, inOrder), folded)
  return { text, language, spans, words: spans.map(({ words }) => words).join("") }
}

/**
 * The offset in the text of what is said at an offset of the words, both in
 * UTF-16 code units. Never decreases; all that is said for a span leads to its
 * beginning, and the end of the words to the end of the text.
 */
export const origins = ({ spans, text }: Reading): ((wordsOffset: number) => number) => {
  const starts: Array<number> = []
  let length = 0
  for (const { words } of spans) {
    starts.push(length)
    length += words.length
  }
  return (offset) => {
    if (offset >= length) return text.length
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((starts[middle] ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    const span = spans[low - 1]
    if (span === undefined) return 0
    return span.kind === "text" ? span.start + offset - (starts[low - 1] ?? 0) : span.start
  }
}
