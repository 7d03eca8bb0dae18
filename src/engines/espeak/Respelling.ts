/**
 * What eSpeak NG would spell out, name aloud or read in English, written so
 * that it is spoken. Found by putting every Ethiopic syllable, Latin letter and
 * common symbol through the engine; the tables hold what it could not say. What
 * any reader says for a text is decided before, in `text/reading`.
 */
import type { Language } from "../../Domain.ts"
import { respelt } from "../../text/Fidel.ts"
import { makeClauseBudget } from "./ClauseBudget.ts"
import { spellings } from "./phonemes/PhonemeSpelling.ts"

/** Words as the engine gets them, and the way back to the words. */
export interface Respelling {
  readonly spoken: string
  /**
   * The offset in the words of what is spoken at `spokenOffset`, both in UTF-16
   * code units. Never decreases; the end of `spoken` is the end of the words.
   * All that replaces one stretch leads back to the beginning of that stretch.
   */
  readonly origin: (spokenOffset: number) => number
}

/** What to write instead of a match. `text` and `at` are there for a look around. */
interface Rule {
  readonly pattern: string
  readonly write: (match: string, text: string, at: number) => string
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

/** Line breaks other than LF, which the engine does not take for white space. */
const lineBreaks: Rule = { pattern: "[\\v\\f\\u0085\\u2028\\u2029]", write: () => "\n" }

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

/** Latin letters without their accents. */
const plainLatin = (letters: string): string =>
  Array.from(
    letters.normalize("NFKD").replace(/\p{M}/gu, ""),
    (letter) => latinBases[letter.toLowerCase()] ?? letter
  ).join("")

/** Vowels keep their accent (the Amharic voice says café as English does); consonants lose it, or would be spelt out. */
const latin: Rule = {
  pattern: "[\\p{Script=Latin}--[A-Za-z]]\\p{M}*|[A-Za-z]\\p{M}+",
  write: (match) => {
    const composed = match.normalize("NFC")
    const base = match.normalize("NFKD").replace(/\p{M}/gu, "")
    const accented = composed.length === 1 && composed.normalize("NFD").length > 1
    if (accented && /^[aeiou]$/i.test(base)) return composed
    return plainLatin(match)
  }
}

/**
 * With this after its first bracket the engine takes what stands in double
 * brackets for phonemes (`TranslateClause` in its `translate.c`). No text has
 * it: controls are commands to the engine, and become blanks.
 */
const code = "\u0002"
const codes = new RegExp(`\\[${code}[^\\]]*\\]\\]`, "g")

const controls: Rule = {
  pattern: "[\\u0000-\\u0008\\u000e-\\u001f]|\\[\\[",
  write: (match) => " ".repeat(match.length)
}

/** A colon or question mark before a bracket would end a clause. */
const coded = (mnemonics: string): string => `[${code}${mnemonics}${/[:?]$/.test(mnemonics) ? "|" : ""}]]`

/** A word as phonemes, apart from what stands before it. A letter that has none stays, for the engine to name. */
const spelt = (language: Language, word: string, text: string, at: number): string => {
  const words = spellings(language, word)
  const blank = at === 0 || /\s/.test(text.charAt(at - 1)) ? "" : " "
  return words.length === 0 ? word : blank + words.map(coded).join(" ")
}

/** A word of fidel, without signs of length and tone; a hyphen between two makes no pause. */
const fidelWord: Rule = {
  pattern: "(?:[\\p{Script=Ethiopic}&&\\p{L}][\\u135d-\\u135f\\u1390-\\u1399]*)+(?:-(?=\\p{L}))?",
  write: (match, text, at) => {
    const fidel = match.match(/\p{L}/gu) ?? []
    return spelt("am", fidel.map((one) => respelt.get(one) ?? one).join(""), text, at)
  }
}

/** A word of Qubee, with each hudhaa between its letters. */
const qubeeWord: Rule = {
  pattern: "\\p{Script=Latin}[\\p{Script=Latin}\\p{M}]*(?:'+[\\p{Script=Latin}\\p{M}]+)*(?:-(?=\\p{L}))?",
  write: (match, text, at) => spelt("om", plainLatin(match).toLowerCase(), text, at)
}

/** Signs of length and tone that stand above no fidel: the engine would spell them out. */
const fidelMarks: Rule = { pattern: "[\\u135d-\\u135f\\u1390-\\u1399]", write: () => "" }

const shared = [controls, ethiopicPauses, lineBreaks] as const

/** The first rule that matches at a place wins. */
const rules: Readonly<Record<Language, ReadonlyArray<Rule>>> = {
  am: [...shared, fidelWord, fidelMarks, latin],
  om: [...shared, qubeeWord, fidelMarks]
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

/** Writes words so that the voice of `language` speaks all of them, and spells out none. */
export const respell = (language: Language, text: string): Respelling => {
  const stretches: Array<Stretch> = []
  let spoken = ""
  let from = 0
  const room = makeClauseBudget()
  const write = (written: string) => {
    let at = 0
    for (const { 0: found, index } of written.matchAll(codes)) {
      room.pass(written.slice(at, index))
      spoken += written.slice(at, index) + room.before(found) + found
      at = index + found.length
    }
    room.pass(written.slice(at))
    spoken += written.slice(at)
  }
  const copyTo = (end: number) => {
    if (end > from) stretches.push({ spoken: spoken.length, origin: from, copied: true })
    write(text.slice(from, end))
  }
  for (const match of text.matchAll(patterns[language])) {
    const [found, ...groups] = match
    const written = rules[language][groups.findIndex((group) => group !== undefined)]?.write(found, text, match.index)
    if (written === undefined || written === found) continue
    copyTo(match.index)
    stretches.push({ spoken: spoken.length, origin: match.index, copied: false })
    write(written)
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
