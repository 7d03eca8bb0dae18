/** Which of its languages the sandbox takes a text for. */
import type { WrittenLanguage } from "../TextModel.ts"
import { withoutTriggers } from "./OutcomeTriggers.ts"
import { entries, waysOf } from "./Phrasebook.ts"

/** What is looked at of a text, in UTF-16 code units. */
const LOOKED_AT = 2_000

const WORD = /\p{L}[\p{L}\p{M}'’]*/gu

const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(WORD) ?? []

const knownIn = (language: WrittenLanguage): ReadonlySet<string> =>
  new Set(entries.flatMap((entry) => waysOf(entry, language)).flatMap(wordsOf))

const oromo = knownIn("om")
const english = knownIn("en")

/** How Qubee is written and English is not: long vowels, dh and ny with a vowel behind them, q without u, x at the beginning. */
const QUBEE = /aa|ii|uu|dh[aeiou]|q(?!u)|^x|ee[^kndtprlsm]|'[aeiou]/

/** How sure a word makes of Oromo: known words count twice what a spelling does. */
const weigh = (word: string): number => {
  const known = (oromo.has(word) ? 2 : 0) - (english.has(word) ? 2 : 0)
  return known === 0 && QUBEE.test(word) ? 1 : known
}

/**
 * The language of what a user says: Amharic where most letters are Ethiopic,
 * else Afaan Oromo where its words or spellings prevail, else English, also
 * for languages that the sandbox has never heard of.
 */
export const languageOf = (text: string): WrittenLanguage => {
  const said = withoutTriggers(text).slice(0, LOOKED_AT)
  const ethiopic = said.match(/\p{Script=Ethiopic}/gu)?.length ?? 0
  const latin = said.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (ethiopic > 0 && ethiopic * 2 >= latin) return "am"
  return wordsOf(said).reduce((sum, word) => sum + weigh(word), 0) > 0 ? "om" : "en"
}
