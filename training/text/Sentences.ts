/** What is spoken to train and to test: sentences of our words, of pseudo-words, and of the phrase book. */
import type { Language } from "../../src/Domain.ts"
import { units } from "../../src/engines/recognizer/AcousticUnits.ts"
import { allWords, baseWords, commonWords } from "../../src/engines/recognizer/words/Lists.ts"
import { entries } from "../../src/engines/sandbox/Phrasebook.ts"
import { pseudoWord } from "./Pseudo.ts"
import type { Random } from "./Random.ts"

/** One word in five, by its sound (FNV-1a), is never trained on. */
const isHeldOut = (language: Language, word: string): boolean => {
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

/** Shares of the words of a sentence: small ones, listed as they stand, in a form; the rest is made up. */
const SMALL = 0.12
const REAL = 0.24
const FORMED = 0.24

/** Of the utterances to train with so many are real sentences, if there are any. */
const WHOLE_SHARE = 0.35
/** Words of a real sentence that are spoken at once. */
const MOST_WORDS = 11

/** Real sentences in parts; a word that is not to be trained on gives way to another, one with digits takes its sentence along. */
const partsOf = (line: string): ReadonlyArray<ReadonlyArray<string>> => {
  if (/\d|[a-zA-Z][ሀ-፿]|[ሀ-፿][a-zA-Z]/.test(line)) return []
  const words = line.trim().split(/\s+/)
  const parts = Math.ceil(words.length / MOST_WORDS)
  const size = Math.ceil(words.length / Math.max(1, parts))
  return Array.from({ length: parts }, (_, at) => words.slice(at * size, (at + 1) * size)).filter(
    (part) => part.length > 2
  )
}

export interface Sentences {
  readonly next: () => string
}

export const makeSentences = (
  language: Language,
  split: Split,
  random: Random,
  lines: ReadonlyArray<string> = []
): Sentences => {
  const accepted = fits(language, split)
  const base = baseWords[language].filter(accepted)
  const formed = allWords[language].filter(accepted)
  const small = commonWords[language].filter(accepted)
  const real = lines.flatMap(partsOf).filter((words) => words.every((word) => units[language].read(word).trim() !== ""))
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
  const word = (madeUpShare: number): string => {
    if (random.chance(madeUpShare)) return madeUp()
    const share = random.next() * (SMALL + REAL + FORMED)
    return random.pick(share < SMALL ? small : share < SMALL + REAL ? base : formed)
  }
  const realSentence = (): string =>
    random
      .pick(real)
      .map((each) => (accepted(each) ? each : word(0)))
      .join(" ")
  const sentence = (): string => {
    // Some of real words alone: where a language's small words meet, spaces are hard to hear.
    const madeUpShare = random.chance(0.25) ? 0 : 1 - SMALL - REAL - FORMED
    const words = Array.from({ length: random.whole(3, 10) }, () => word(madeUpShare))
    const parted = words.map((each, at) =>
      at < words.length - 1 && random.chance(0.05) ? each + comma[language] : each
    )
    return parted.join(" ") + random.pick(stops[language])
  }
  return {
    next: () => {
      if (real.length > 0 && random.chance(WHOLE_SHARE)) return realSentence()
      return split === "train" && whole.length > 0 && random.chance(0.05) ? random.pick(whole) : sentence()
    }
  }
}
