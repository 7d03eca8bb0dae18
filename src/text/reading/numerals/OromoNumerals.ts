/**
 * Afaan Oromo numbers in words: what stands after the noun that is counted.
 * Forms after Wikibooks, Afaan Oromo, chapter 1, and Owens, A Grammar of Harar
 * Oromo, 1985; the long vowel before `fi` as the Oromo Bible writes it (dhibba
 * tokkoo fi digdama).
 */
import { oromoLengthened } from "../Affixes.ts"
import { make, type Numerals, spaced } from "./Numerals.ts"

const ones = ["zeeroo", "tokko", "lama", "sadii", "afur", "shan", "ja'a", "torba", "saddeet", "sagal"]
const tens = [
  "",
  "kudhan",
  "digdama",
  "soddoma",
  "afurtama",
  "shantama",
  "jaatama",
  "torbaatama",
  "saddeettama",
  "sagaltama"
]

const scales: ReadonlyArray<readonly [value: bigint, name: string]> = [
  [1_000_000_000n, "biiliyoona"],
  [1_000_000n, "miiliyoona"],
  [1_000n, "kuma"],
  [100n, "dhibba"]
]

const belowHundred = (value: bigint): string => {
  if (value < 10n) return ones[Number(value)] ?? ""
  const ten = tens[Number(value / 10n)] ?? ""
  if (value % 10n === 0n) return ten
  const one = ones[Number(value % 10n)] ?? ""
  // kudhan, kudha tokko; digdama, digdamii tokko.
  return value < 20n ? `kudha ${one}` : `${ten.slice(0, -1)}ii ${one}`
}

/** A scale that whole hundreds count: "kuma dhibba tokkoo fi afurtamii shan" is 145,000 (250,000 is kuma dhibba lamaa fi shantama in forms of contracts). */
const byHundreds = /(?:kuma|yoona) dhibba \S+$/

const cardinal = (value: bigint): string => {
  if (value < 100n) return belowHundred(value)
  const groups: Array<string> = []
  let rest = value
  for (const [scale, name] of scales) {
    if (rest >= scale) groups.push(spaced(name, cardinal(rest / scale)))
    rest %= scale
  }
  if (rest > 0n) groups.push(belowHundred(rest))
  const last = groups.at(-1) ?? ""
  const before = groups.slice(0, -1).join(" ")
  // Numbers are said without fi as well, which in 100,045 keeps the rest out of what counts the scale.
  if (rest > 0n && byHundreds.test(before)) return `${before} ${last}`
  return before === "" ? last : `${oromoLengthened(before)} fi ${last}`
}

const ordinals: ReadonlyMap<string, string> = new Map([
  ["tokko", "tokkoffaa"],
  ["lama", "lammaffaa"],
  ["sadii", "sadaffaa"],
  ["afur", "afraffaa"],
  ["shan", "shanaffaa"],
  ["ja'a", "ja'affaa"],
  ["torba", "torbaffaa"],
  ["saddeet", "saddeettaffaa"],
  ["sagal", "saglaffaa"],
  ["kudhan", "kurnaffaa"]
])

const ordinal = (value: bigint, words: string): string => {
  // dhibbaffaa, kumaffaa, miiliyoonaffaa: without the one that they count.
  const scale = scales.find(([size]) => size === value)?.[1]
  if (scale !== undefined) return `${scale}ffaa`
  const at = words.lastIndexOf(" ") + 1
  const last = words.slice(at)
  return words.slice(0, at) + (ordinals.get(last) ?? (/[aeiou]$/.test(last) ? `${last}ffaa` : `${last}affaa`))
}

export const oromo: Numerals = make(
  { belowTrillion: cardinal, trillion: (count) => `tiriiliyoona ${count}`, digitNames: ones, point: "tuqaa" },
  { ordinal, year: (_, words) => words }
)
