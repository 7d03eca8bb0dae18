/**
 * Amharic numbers in words. Cardinals are those of the package n2words: አንድ
 * stands before መቶ, ሺህ and ሚሊዮን, as news and banks say it.
 */
import { toCardinal } from "n2words/am-ET"
import { amharicOrdinal } from "../Affixes.ts"
import { make, type Numerals, spaced } from "./Numerals.ts"

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

/** Years of the last century are counted in hundreds: 1966 is አሥራ ዘጠኝ መቶ ስልሳ ስድስት. */
const inHundreds = (value: bigint): string => {
  const rest = value % 100n
  return spaced(`${respelt(toCardinal(value / 100n))} መቶ`, rest === 0n ? "" : respelt(toCardinal(rest)))
}

export const amharic: Numerals = make(
  {
    belowTrillion: (value) => respelt(toCardinal(value)),
    trillion: (count) => `${count} ትሪሊዮን`,
    digitNames,
    point: "ነጥብ"
  },
  {
    ordinal: (_, cardinal) => amharicOrdinal(cardinal),
    year: (value, cardinal) => (value >= 1_100n && value < 2_000n ? inHundreds(value) : cardinal)
  }
)
