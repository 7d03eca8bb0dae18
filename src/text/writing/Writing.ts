/**
 * What was said, as people write it: numbers, dates, times and money in
 * figures. The inverse of `text/reading`, whose words become what they were
 * read from where people write it in one way.
 */
import type { Language } from "../../Domain.ts"
import { amharic } from "./AmharicNumberWords.ts"
import { oromo } from "./OromoNumberWords.ts"
import { type Orthography, type Token, tokens } from "./WordTokens.ts"

const orthographies: Readonly<Record<Language, Orthography>> = { am: amharic, om: oromo }

/** Words in a row that became one stretch, or one word that stayed. */
interface Stretch {
  /** Of the words: from `first` to before `last`. */
  readonly first: number
  readonly last: number
  readonly text: string
}

const stretchesOf = ({ formAt }: Orthography, words: ReadonlyArray<Token>): ReadonlyArray<Stretch> => {
  const stretches: Array<Stretch> = []
  for (let at = 0; at < words.length; ) {
    const form = formAt(words, at)
    const last = form?.to ?? at + 1
    const marks = words[last - 1]?.marks ?? ""
    stretches.push({ first: at, last, text: (form?.written ?? words[at]?.written ?? "") + marks })
    at = last
  }
  return stretches
}

/** A text with its numbers in figures; white space and all other words as they were. */
export const write = (language: Language, text: string): string => {
  const orthography = orthographies[language]
  const words = tokens(text, orthography.key)
  let written = ""
  let from = 0
  for (const { first, last, text: stretch } of stretchesOf(orthography, words)) {
    const [begin, end] = [words[first], words[last - 1]]
    if (begin === undefined || end === undefined) continue
    written += text.slice(from, begin.start) + stretch
    from = end.end
  }
  return written + text.slice(from)
}

/**
 * How much of the written text, in UTF-16 code units, changes no more when the
 * first `settled` of the text do not: as far as no number can go on.
 */
export const settledOf = (language: Language, text: string, settled: number): number => {
  const { isOpen, key } = orthographies[language]
  const whole = tokens(text, key).filter(({ end }) => end < settled)
  const last = whole.findLastIndex(({ marks, word }) => marks !== "" || !isOpen(word))
  const end = whole[last]?.end
  return end === undefined ? 0 : write(language, text.slice(0, end)).length
}

/** What is known of a word beside its text. */
interface TimedWord {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly confidence: number
}

/** The same of words with their times: words that become one begin with the first, end with the last, and are as sure as the least. */
export const writeWords = <Word extends TimedWord>(
  language: Language,
  spoken: ReadonlyArray<Word>
): ReadonlyArray<Word> => {
  const orthography = orthographies[language]
  const words = spoken.flatMap(({ text }) => tokens(text, orthography.key).slice(0, 1))
  if (words.length !== spoken.length) return spoken
  return stretchesOf(orthography, words).flatMap(({ first, last, text }) => {
    const said = spoken.slice(first, last)
    const [begin, end] = [said[0], said.at(-1)]
    if (begin === undefined || end === undefined) return []
    const confidence = said.reduce((least, word) => Math.min(least, word.confidence), 1)
    return [{ ...begin, text, end: end.end, confidence }]
  })
}
