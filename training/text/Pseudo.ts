/** Words that do not exist but could: they follow the syllables and the letters' frequencies of their language. */
import type { Language } from "../../src/Domain.ts"
import { units } from "../../src/engines/recognizer/AcousticUnits.ts"
import { baseWords } from "../../src/engines/recognizer/words/Lists.ts"
import type { Random } from "./Random.ts"

type Weights<A> = ReadonlyArray<readonly [A, number]>

/** How often each symbol stands in our words, the rare ones lifted so that they are learnt. */
const frequencies = (language: Language, accepted: string): Weights<string> => {
  const counts = new Map(Array.from(accepted, (symbol): [string, number] => [symbol, 0]))
  let total = 0
  for (const word of baseWords[language])
    for (const symbol of units[language].read(word)) {
      const count = counts.get(symbol)
      if (count === undefined) continue
      counts.set(symbol, count + 1)
      total++
    }
  return Array.from(counts, ([symbol, count]) => [symbol, count / total + 0.012] as const)
}

const amharicConsonants = frequencies("am", "hlmrsSqbvtCnNkwzZydjgTQPXfp")
const amharicVowels: Weights<string> = [
  ["e", 26],
  ["u", 9],
  ["i", 7],
  ["a", 22],
  ["E", 5],
  ["I", 26],
  ["o", 8]
]

const amharicWord = (random: Random): string => {
  let word = random.chance(0.14) ? `'${random.weighted(amharicVowels)}` : ""
  const syllables = random.weighted([
    [1, 1],
    [2, 6],
    [3, 8],
    [4, 5],
    [5, 2]
  ])
  for (let at = 0; at < syllables; at++) {
    const consonant = random.weighted(amharicConsonants)
    const last = at === syllables - 1
    if (random.chance(0.02) && "lmrsSqbtCnkzdjgTf".includes(consonant)) word += `${consonant}wa`
    else if (random.chance(0.02) && !last) word += `${consonant}I'${random.pick(["a", "I", "u"])}`
    else word += consonant + (last && random.chance(0.5) ? "I" : random.weighted(amharicVowels))
  }
  return units.am.write(word.replaceAll("I", ""))
}

const oromoOnsets = frequencies("om", "ċɗñṗšbcdfghjklmnqrstwxyzpv")
const oromoGeminates = frequencies("om", "ČBDFGJKLMNQRSTWXYP")
const oromoVowels: Weights<string> = [
  ["a", 40],
  ["e", 14],
  ["i", 22],
  ["o", 10],
  ["u", 14],
  ["A", 22],
  ["E", 12],
  ["I", 9],
  ["O", 10],
  ["U", 8]
]
const oromoSuffixes = [
  "ti",
  "Ti",
  "ɗa",
  "Ota",
  "iċa",
  "umA",
  "Uf",
  "RA",
  "En",
  "An",
  "ni",
  "tu",
  "lE",
  "DAn",
  "f",
  "n",
  "isa",
  "amu",
  "umsa",
  "ERa"
]
const codas = ["n", "l", "r", "m", "s", "k", "f", "b", "g", "r", "n", "l"]

const oromoWord = (random: Random): string => {
  let word = random.chance(0.2) ? "" : random.weighted(oromoOnsets)
  const syllables = random.weighted([
    [1, 2],
    [2, 8],
    [3, 7],
    [4, 3]
  ])
  for (let at = 0; at < syllables; at++) {
    word += random.weighted(oromoVowels)
    if (at === syllables - 1) break
    if (random.chance(0.26)) word += random.weighted(oromoGeminates)
    else if (random.chance(0.09)) word += "'"
    else {
      if (random.chance(0.24)) word += random.pick(codas)
      word += random.weighted(oromoOnsets)
    }
  }
  if (random.chance(0.22)) {
    const suffix = random.pick(oromoSuffixes)
    word = /^[aeiouAEIOU]/.test(suffix) ? word.slice(0, -1) + suffix : word + suffix
  }
  // What the seams make is brought to what can be written: nn of two n, no word of one letter.
  const written = units.om.write(word)
  return written.length < 2 ? `${written}na` : written
}

export const pseudoWord: Readonly<Record<Language, (random: Random) => string>> = { am: amharicWord, om: oromoWord }
