/** Amharic numbers in words. Cardinals are those of the package n2words. */
import { toCardinal } from "n2words/am-ET"
import { make, type Numerals } from "./Numerals.ts"

const digitNames = ["ዜሮ", "አንድ", "ሁለት", "ሦስት", "አራት", "አምስት", "ስድስት", "ሰባት", "ስምንት", "ዘጠኝ"]

/** As newspapers write them: n2words has ሶስት and ሺ. */
const spelt: ReadonlyMap<string, string> = new Map([
  ["ሶስት", "ሦስት"],
  ["ሺ", "ሺህ"],
  ["አስር", "አሥር"],
  ["አስራ", "አሥራ"]
])
const respelt = (words: string): string =>
  words
    .split(" ")
    .map((word) => spelt.get(word) ?? word)
    .join(" ")

/** ኛ after the last word, whose sixth order becomes the first: ሦስት, ሦስተኛ (Leslau, Reference Grammar of Amharic, 1995, on ordinals). */
const firstOrder = (letter: string): string => {
  const unit = letter.charCodeAt(0)
  return unit % 8 === 5 ? String.fromCharCode(unit - 5) : letter
}

const ordinalOf = (cardinal: string): string => {
  const last = cardinal.slice(-1)
  // ሃያኛ, ሰላሳኛ, ሺህኛ: a vowel or ህ at the end stays.
  return cardinal.slice(0, -1) + (last === "ህ" ? last : firstOrder(last)) + "ኛ"
}

export const amharic: Numerals = make(
  {
    belowTrillion: (value) => respelt(toCardinal(value)),
    trillion: (count) => `${count} ትሪሊዮን`,
    digitNames,
    point: "ነጥብ"
  },
  (_, cardinal) => ordinalOf(cardinal)
)
