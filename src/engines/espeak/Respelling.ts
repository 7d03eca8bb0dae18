/**
 * What eSpeak NG would spell out, name aloud or read in English, written so
 * that it is spoken. Found by putting every Ethiopic syllable, Latin letter and
 * common symbol through the engine; the tables hold what it could not say.
 */
import type { Language } from "../../Domain.ts"
import { type Abbreviation, amharic, oromo } from "../../text/Abbreviations.ts"
import { inLatin, respelt } from "../../text/Fidel.ts"
import { isDigit } from "../../text/Letters.ts"
import { inDigits } from "../../text/Numerals.ts"

/** A text as the engine gets it, and the way back to the text as it was written. */
export interface Respelling {
  readonly spoken: string
  /**
   * The offset in the original of what is spoken at `spokenOffset`, both in
   * UTF-16 code units. Never decreases; the end of `spoken` is the end of the
   * original. All that replaces one stretch (ዓመተ ምሕረት for ዓ/ም) leads back to
   * the beginning of that stretch.
   */
  readonly origin: (spokenOffset: number) => number
}

/** What to write instead of a match. `text` and `at` are there for a look around. */
interface Rule {
  readonly pattern: string
  readonly write: (match: string, text: string, at: number) => string
}

const escaped = (literal: string): string => literal.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")
const longestFirst = (table: ReadonlyArray<Abbreviation>) =>
  table.toSorted(([one], [other]) => other.length - one.length)

/** Prepositions that Amharic writes in one with their word. */
const amharicWordStart = "(?<=(?:^|[^\\p{L}\\p{M}])(?:እንደ|ስለ|ወደ|[የበለከ])?)"
/** The end of a word, or of a word with a one-letter suffix. */
const amharicWordEnd = "(?=[ንናምስ]?(?!\\p{L}))"

const amharicPattern = (written: string): string => {
  const open = written.endsWith("-")
  const parts = (open ? written.slice(0, -1) : written).split("/")
  const end = open ? "" : amharicWordEnd
  // A stop after a form with stops belongs to it; one after ት/ቤት may end the sentence.
  return `${parts.join("\\/")}${end}|${parts.join("\\.")}${open ? "" : "\\.?"}${end}`
}

const amharicKey = (written: string): string => written.replaceAll(".", "/").replace(/[/-]$/, "")

const amharicReadings: ReadonlyMap<string, string> = new Map(
  amharic.map(([written, read]) => [amharicKey(written), read])
)

const amharicAbbreviations: Rule = {
  pattern: `${amharicWordStart}(?:${longestFirst(amharic)
    .map(([written]) => amharicPattern(written))
    .join("|")})`,
  write: (match) => amharicReadings.get(amharicKey(match)) ?? match
}

const oromoPattern = (written: string): string => {
  const initial = written.charAt(0)
  const rest = escaped(written.slice(1))
  const stopped = written.endsWith(".")
  const optional = stopped && written.slice(0, -1).includes(".") ? "?" : ""
  return `[${initial}${initial.toUpperCase()}]${rest}${optional}(?!${stopped ? "" : "\\.?"}\\p{L})`
}

const oromoKey = (written: string): string => written.replace(/\.$/, "").toLowerCase()

const oromoReadings: ReadonlyMap<string, string> = new Map(oromo.map(([written, read]) => [oromoKey(written), read]))

const oromoAbbreviations: Rule = {
  pattern: `(?<![\\p{L}\\p{M}.\\/'’])(?:${longestFirst(oromo)
    .map(([written]) => oromoPattern(written))
    .join("|")})`,
  // A measure stands right after its number (5km), where a space is due.
  write: (match, text, at) =>
    (isDigit(text.charCodeAt(at - 1)) ? " " : "") + (oromoReadings.get(oromoKey(match)) ?? match)
}

/** ፩ … ፼ are silent in the engine. */
const numerals: Rule = {
  pattern: "[፩-፼]+",
  write: (match, text, at) => {
    const before = isDigit(text.charCodeAt(at - 1)) ? " " : ""
    const after = isDigit(text.charCodeAt(at + match.length)) ? " " : ""
    return before + inDigits(match) + after
  }
}

/** The engine knows a pause only by ASCII punctuation that a space follows, and names ። aloud where none does. */
const pauses: Readonly<Record<string, string>> = {
  "።": ".",
  "፡፡": ".",
  "::": ".",
  "፨": ".",
  "፠": ".",
  "፧": "?",
  "፣": ",",
  "፥": ",",
  "፤": ";",
  "፦": ":",
  "፡-": ":"
}

const ethiopicPauses: Rule = {
  pattern: "፡፡|፡-|(?<=\\p{Script=Ethiopic})::|[።፨፠፧፣፥፤፦]|(?<=\\p{Script=Ethiopic})[!?,;…](?=\\p{Script=Ethiopic})",
  write: (match, text, at) => {
    const spaced = /^(?:$|[\s\p{P}])/u.test(text.slice(at + match.length, at + match.length + 1))
    return (pauses[match] ?? match) + (spaced ? "" : " ")
  }
}

/** Signs with no sound that the engine would name (in English), and blanks it would ignore. */
const silent: Rule = { pattern: "[፡\\/\\\\_*#~^`\\|<>\\u200b]", write: () => " " }

/** Symbols that a reader says. Where a language lacks one here, the engine has a word of its own. */
const symbols: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  am: { "&": "እና", "+": "ሲደመር", "=": "እኩል ይሆናል", "@": "አት", "°": "ዲግሪ", "€": "ዩሮ", "£": "ፓውንድ", "½": "ግማሽ" },
  om: { "&": "fi", "@": "at", "°": "digirii", $: "doolaara", "€": "yuuroo", "£": "paawondii", "½": "walakkaa" }
}

const symbolRule = (language: Language): Rule => ({
  pattern: `[${Object.keys(symbols[language]).join("").replace(/[&]/, "\\&")}]`,
  write: (match) => ` ${symbols[language][match] ?? ""} `
})

/** Emoji, which the engine would describe: blank. © ® ™ are words, and stay. */
const emoji: Rule = { pattern: "[[\\p{Extended_Pictographic}--[©®™]]\\p{RI}\\p{EMod}]", write: () => " " }

/** Controls, bidi marks, joiners, private and unassigned characters, lone surrogates, keycap and variation marks. */
const unseen: Rule = { pattern: "[[\\p{C}--[\\t\\n\\v\\f\\r\\u0085]]\\ufe00-\\ufe0f\\u20e3]", write: () => "" }

/** Line breaks other than LF, which the engine does not take for white space. */
const lineBreaks: Rule = { pattern: "[\\v\\f\\u0085\\u2028\\u2029]", write: () => "\n" }

/** The Oromo hudhaa in all the ways it is typed: spelt out, unless it is an apostrophe. */
const hudhaa: Rule = { pattern: "[ʼʻʹˈ]|(?<=\\p{L})[’‘`´′](?=\\p{L})", write: () => "'" }

/** Latin letters that do not decompose, and have no reading in either voice. */
const latinBases: Readonly<Record<string, string>> = {
  ß: "ss",
  đ: "d",
  ð: "d",
  ħ: "h",
  ĸ: "k",
  ł: "l",
  ŋ: "ng",
  þ: "th",
  ŧ: "t",
  ɓ: "b",
  ɗ: "d",
  ƙ: "k",
  ƴ: "y"
}

/** Vowels keep their accent (the Amharic voice says café as English does); consonants lose it, or would be spelt out. */
const latin: Rule = {
  pattern: "[\\p{Script=Latin}--[A-Za-z]]\\p{M}*|[A-Za-z]\\p{M}+",
  write: (match) => {
    const composed = match.normalize("NFC")
    const base = match.normalize("NFKD").replace(/\p{M}/gu, "")
    const accented = composed.length === 1 && composed.normalize("NFD").length > 1
    if (accented && /^[aeiou]$/i.test(base)) return composed
    return Array.from(base, (letter) => latinBases[letter.toLowerCase()] ?? letter).join("")
  }
}

/** Digits of other scripts; each script's ten stand in a row, zero first. */
const foreignDigits: Rule = {
  pattern: "[\\p{Nd}--[0-9]]",
  write: (match) => {
    const point = match.codePointAt(0) ?? 0
    let below = 0
    while (/\p{Nd}/u.test(String.fromCodePoint(point - below - 1))) below++
    return String(below % 10)
  }
}

/** Signs of length and tone above fidel, which the engine spells out. */
const fidelMarks: Rule = { pattern: "[\\u135d-\\u135f\\u1390-\\u1399]", write: () => "" }

const rareFidel: Rule = {
  pattern: `[${Array.from(respelt.keys()).join("")}]`,
  write: (match) => respelt.get(match) ?? match
}

/** An Oromo voice spells every fidel by its code: it gets Qubee. */
const fidelInQubee: Rule = { pattern: "[\\p{Script=Ethiopic}&&\\p{L}]+", write: (match) => inLatin(match) }

const shared = [
  numerals,
  ethiopicPauses,
  hudhaa,
  silent,
  emoji,
  unseen,
  lineBreaks,
  latin,
  foreignDigits,
  fidelMarks
] as const

/** The first rule that matches at a place wins. */
const rules: Readonly<Record<Language, ReadonlyArray<Rule>>> = {
  am: [amharicAbbreviations, symbolRule("am"), ...shared, rareFidel],
  om: [oromoAbbreviations, symbolRule("om"), ...shared, fidelInQubee]
}

const oneOf = (list: ReadonlyArray<Rule>): RegExp =>
  new RegExp(list.map(({ pattern }) => `(${pattern})`).join("|"), "gv")
const patterns: Readonly<Record<Language, RegExp>> = { am: oneOf(rules.am), om: oneOf(rules.om) }

/** A stretch of the spoken text: from where in the original, and whether letter for letter. */
interface Stretch {
  readonly spoken: number
  readonly origin: number
  readonly copied: boolean
}

/** The last stretch that begins at `offset` or before. */
const stretchAt = (stretches: ReadonlyArray<Stretch>, offset: number): Stretch | undefined => {
  let low = 0
  let high = stretches.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((stretches[middle]?.spoken ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return stretches[low - 1]
}

/** Writes `text` so that the voice of `language` speaks all of it, and spells out none. */
export const respell = (language: Language, text: string): Respelling => {
  const stretches: Array<Stretch> = []
  let spoken = ""
  let from = 0
  const copyTo = (end: number) => {
    if (end > from) stretches.push({ spoken: spoken.length, origin: from, copied: true })
    spoken += text.slice(from, end)
  }
  for (const match of text.matchAll(patterns[language])) {
    const [found, ...groups] = match
    const written = rules[language][groups.findIndex((group) => group !== undefined)]?.write(found, text, match.index)
    if (written === undefined || written === found) continue
    copyTo(match.index)
    stretches.push({ spoken: spoken.length, origin: match.index, copied: false })
    spoken += written
    from = match.index + found.length
  }
  copyTo(text.length)
  return {
    spoken,
    origin: (offset) => {
      if (offset >= spoken.length) return text.length
      const stretch = stretchAt(stretches, offset)
      if (stretch === undefined) return 0
      return stretch.copied ? stretch.origin + offset - stretch.spoken : stretch.origin
    }
  }
}
