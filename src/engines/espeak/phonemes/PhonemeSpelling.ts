/** Words of a language's own script as the engine's phoneme input. */
import type { Language } from "../../../Domain.ts"
import { amharicWord } from "./AmharicPhonemes.ts"
import { mnemonics, type Sound } from "./Mnemonics.ts"
import { oromoWords } from "./OromoPhonemes.ts"

/**
 * The engine has room for 200 phonemes of a word, and does not look whether
 * they fit. No word has as many as this; a longer one is said in parts.
 */
const longestWord = 40

const parts = (sounds: ReadonlyArray<Sound>): ReadonlyArray<ReadonlyArray<Sound>> =>
  Array.from({ length: Math.ceil(sounds.length / longestWord) }, (_, at) =>
    sounds.slice(at * longestWord, (at + 1) * longestWord)
  )

const wordsOf: Readonly<Record<Language, (word: string) => ReadonlyArray<ReadonlyArray<Sound>>>> = {
  am: (word) => [amharicWord(word)],
  om: oromoWords
}

/** The mnemonics of a written word, as one or several spoken ones; none where it has no sound. */
export const spellings = (language: Language, word: string): ReadonlyArray<string> =>
  wordsOf[language](word)
    .flatMap(parts)
    .map((sounds) => mnemonics(language, sounds))
