/** What is spoken to train and to test: sentences of our words, of pseudo-words, and of the phrase book. */
import type { Language } from "../../src/Domain.ts"
import { units } from "../../src/engines/recognizer/Units.ts"
import { allWords, baseWords } from "../../src/engines/recognizer/words/Lists.ts"
import { entries } from "../../src/engines/sandbox/Phrasebook.ts"
import { pseudoWord } from "./Pseudo.ts"
import type { Random } from "./Random.ts"

/** One word in five, by its sound (FNV-1a), is never trained on. */
export const isHeldOut = (language: Language, word: string): boolean => {
  let hash = 0x811c9dc5
  for (const symbol of units[language].read(word)) hash = Math.imul(hash ^ (symbol.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 8) % 5 === 0
}

export type Split = "train" | "test"

const fits = (language: Language, split: Split) => (word: string) => isHeldOut(language, word) === (split === "test")

const phrases = (language: Language): ReadonlyArray<string> =>
  entries.flatMap(([am, om]) => (language === "am" ? am : om).split("|").map((phrase) => phrase.trim()))

const comma: Readonly<Record<Language, string>> = { am: "፣", om: "," }
const stops: Readonly<Record<Language, ReadonlyArray<string>>> = {
  am: ["።", "።", "።", "?", "!", ""],
  om: [".", ".", ".", "?", "!", ""]
}

/** Shares of the words of a sentence: listed as they stand, in a form, made up. */
const REAL = 0.3
const FORMED = 0.15

export interface Sentences {
  readonly next: () => string
}

export const makeSentences = (language: Language, split: Split, random: Random): Sentences => {
  const accepted = fits(language, split)
  const base = baseWords[language].filter(accepted)
  const formed = allWords[language].filter(accepted)
  const whole = phrases(language).filter(
    (phrase) =>
      !/\d/.test(phrase) && phrase.split(/\s+/).every((word) => units[language].read(word) !== "" && accepted(word))
  )
  const madeUp = (): string => {
    for (;;) {
      const word = pseudoWord[language](random)
      if (accepted(word)) return word
    }
  }
  const word = (real: number): string => {
    const share = random.next()
    if (share < real) return random.pick(base)
    return share < real + FORMED ? random.pick(formed) : madeUp()
  }
  const sentence = (): string => {
    // Some of real words alone: where a language's small words meet, spaces are hard to hear.
    const real = random.chance(0.25) ? 1 - FORMED : REAL
    const words = Array.from({ length: random.whole(3, 10) }, () => word(real))
    const parted = words.map((each, at) =>
      at < words.length - 1 && random.chance(0.05) ? each + comma[language] : each
    )
    return parted.join(" ") + random.pick(stops[language])
  }
  return {
    next: () => (split === "train" && whole.length > 0 && random.chance(0.05) ? random.pick(whole) : sentence())
  }
}
