/**
 * Amharic in units: consonant and vowel apart. Letters that sound alike are one
 * (ሐ ኀ are ሀ, ሠ is ሰ, ዐ is አ, ፀ is ጸ). The sixth order is a bare consonant: where
 * it is spoken with ɨ follows from the syllable, and is not written. A labialised
 * letter is its consonant, w and a; a glottal stop at a word's end is not heard.
 */
import { soundAlike } from "../../text/Fidel.ts"
import { letterPairs } from "../../text/LetterPairs.ts"
import type { Units } from "./AcousticUnits.ts"

/** Symbol of each consonant, and the first fidel of its row. */
const rows = letterPairs(`
  h:ሀ l:ለ m:መ r:ረ s:ሰ S:ሸ q:ቀ b:በ v:ቨ t:ተ C:ቸ n:ነ N:ኘ ':አ k:ከ w:ወ z:ዘ Z:ዠ y:የ d:ደ j:ጀ g:ገ T:ጠ Q:ጨ P:ጰ
  X:ጸ f:ፈ p:ፐ
`)

/** Vowels of the orders one to seven; the sixth, marked here, is none. */
const vowels = "euiaEIo"
const NONE = "I"
const SIXTH = 5
const FOURTH = 3

const fidelOf = (first: string, order: number): string => String.fromCharCode(first.charCodeAt(0) + order)

/** Rows of q, h, k and g keep their labialised letters apart: the first of each, in the order of ቈ ቊ ቋ ቌ ቍ. */
const labialRows = letterPairs("q:ቈ h:ኈ k:ኰ g:ጐ")
/** What they say beside Cwa: ቈ as ቆ, ቊ as ቁ, ቌ as ቄ, ቍ as ቁ. */
const labialVowels = ["o", undefined, "u", "wa", "E", "u"] as const

/** Rows whose eighth letter says Cwa. */
const eighth = "ለመረሰሸበቨተቸነኘዘዠደጀጠጨጸፈሐሠ"

const readings = (): ReadonlyMap<string, string> => {
  const read = new Map<string, string>()
  const open = "h'"
  for (const [symbol, first] of rows)
    for (let order = 0; order < vowels.length; order++) {
      const vowel = order === 0 && open.includes(symbol) ? "a" : vowels.charAt(order)
      read.set(fidelOf(first, order), symbol + vowel)
    }
  for (const [other, first] of soundAlike)
    for (let order = 0; order < vowels.length; order++)
      read.set(fidelOf(other, order), read.get(fidelOf(first, order)) ?? "")
  // The first order of ኸ keeps its own vowel, and ኧ is its like in the row of አ.
  read.set("ኸ", "he")
  read.set("ኧ", "'e")
  for (const [symbol, first] of labialRows)
    for (const [order, vowel] of labialVowels.entries())
      if (vowel !== undefined) read.set(fidelOf(first, order), symbol + vowel)
  for (const first of eighth) {
    const plain = read.get(first) ?? ""
    read.set(fidelOf(first, 7), `${plain.charAt(0)}wa`)
  }
  return read
}

const writings = (): ReadonlyMap<string, string> => {
  const write = new Map<string, string>()
  for (const [symbol, first] of rows) {
    for (let order = 0; order < vowels.length; order++) write.set(symbol + vowels.charAt(order), fidelOf(first, order))
    if (eighth.includes(first)) write.set(`${symbol}wa`, fidelOf(first, 7))
  }
  for (const [symbol, first] of labialRows) write.set(`${symbol}wa`, fidelOf(first, FOURTH - 1 + 1))
  for (const [unit, fidel] of letterPairs("ha:ሀ he:ኸ 'a:አ 'e:ኧ")) write.set(unit, fidel)
  return write
}

const reading = readings()
const writing = writings()
const vowelSet = new Set(vowels)

const readWord = (word: string): string => {
  let read = ""
  for (const fidel of word) read += (reading.get(fidel) ?? "").replace(NONE, "")
  return read.length > 1 && read.endsWith("'") ? read.slice(0, -1) : read
}

/** Takes one fidel's units off the word at `at`: its writing, and where it ends. */
const writeOne = (word: string, at: number): readonly [fidel: string, end: number] => {
  const labial = writing.get(word.slice(at, at + 3))
  if (labial !== undefined && word.charAt(at + 1) === "w") return [labial, at + 3]
  const consonant = word.charAt(at)
  // A vowel without a consonant has lost its glottal stop.
  if (vowelSet.has(consonant)) return [writing.get(`'${consonant}`) ?? "", at + 1]
  const vowel = word.charAt(at + 1)
  if (vowelSet.has(vowel)) return [writing.get(consonant + vowel) ?? "", at + 2]
  return [writing.get(consonant + vowels.charAt(SIXTH)) ?? "", at + 1]
}

export const amharicUnits: Units = {
  symbols: ` ${rows.map(([symbol]) => symbol).join("")}${vowels.replace(NONE, "")}`,
  read: (text) =>
    text
      .split(/[^\p{Script=Ethiopic}]+|[\u1361-\u1368]+/u)
      .map(readWord)
      .filter((word) => word !== "")
      .join(" "),
  write: (word) => {
    let written = ""
    let at = 0
    while (at < word.length) {
      const [fidel, end] = writeOne(word, at)
      written += fidel
      at = end
    }
    return written
  }
}
