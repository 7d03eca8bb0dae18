/** The words of a text, for the rules that write what was said as people write it. */

/** A stretch without white space. */
export interface Token {
  /** UTF-16 offset in the text. */
  readonly start: number
  /** Behind the word, its marks included. */
  readonly end: number
  /** Without the marks that follow it, as rules compare it. */
  readonly word: string
  /** As it stands in the text, without the marks that follow it. */
  readonly written: string
  /** The marks that follow it: what they part is one no more. */
  readonly marks: string
}

const closing = /[.,!?;:…።፣፤፥፧»”")\]]+$/u

/** What white space divides; `key` gives the form of a word that rules compare. */
export const tokens = (text: string, key: (word: string) => string): ReadonlyArray<Token> =>
  Array.from(text.matchAll(/\S+/gu), ({ 0: found, index }) => {
    const marks = closing.exec(found)?.[0] ?? ""
    const written = found.slice(0, found.length - marks.length)
    return { start: index, end: index + found.length, word: key(written), written, marks }
  })

/** Whether the words from `from` to before `to` belong together: no mark parts them. */
export const unparted = (words: ReadonlyArray<Token>, from: number, to: number): boolean => {
  for (let at = from; at < to - 1; at++) if (words[at]?.marks !== "") return false
  return true
}

/** Words that are written in another way: those from where it was found to before `to`. */
export interface Form {
  readonly to: number
  readonly written: string
}

/** How a language writes numbers and what goes with them. */
export interface Orthography {
  /** The form in which its words are compared: one spelling of each sound. */
  readonly key: (word: string) => string
  /** What the words from `at` are written as; undefined where they stay. */
  readonly formAt: (words: ReadonlyArray<Token>, at: number) => Form | undefined
  /** Whether a word may be a part of a form, so that what follows it may change how it is written. */
  readonly isOpen: (word: string) => boolean
}
