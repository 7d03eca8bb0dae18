/**
 * Whether an answer is in the script of the language that was asked for. A
 * script is all that can be told for certain: English passes for Afaan Oromo.
 */
import type { Language } from "../Domain.ts"

/**
 * What may be in any script wherever it stands: code, addresses, placeholders,
 * marks of markup, quotations. Bounded so that no text takes long to search.
 */
const exempt = new RegExp(
  [
    /```[\s\S]*?(?:```|$)/,
    /~~~[\s\S]*?(?:~~~|$)/,
    /`[^`\n]+`/,
    /\b[a-z][a-z0-9+.-]{0,20}:\/\/\S+/,
    /\bwww\.\S+/,
    /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+/,
    /<\/?[a-z][^<>]*>/,
    /\{\{?[\w.]+\}?\}/,
    /"[^"]*"/,
    /“[^“”]*”/,
    /«[^«»]*»/,
    /‹[^‹›]*›/
  ]
    .map(({ source }) => source)
    .join("|"),
  "giu"
)

const word = /\p{L}[\p{L}\p{M}]*(?:['’-][\p{L}\p{M}]+)*/gu

/** Names and abbreviations of languages that have capitals begin with one. */
const isName = (text: string): boolean => /^\p{Lu}/u.test(text)

const isEthiopic = (text: string): boolean => /^\p{Script=Ethiopic}/u.test(text)
const isLatin = (text: string): boolean => /^\p{Script=Latin}/u.test(text)

const own = { am: isEthiopic, om: isLatin } as const

/** Of the words that count, so many may be foreign: terms and titles that are written as they come. */
const FOREIGN_SHARE = 0.3

/**
 * Whether `answer` is in the script of `language`: Ethiopic for Amharic, Latin
 * for Afaan Oromo. Code, names, addresses and quotations do not count; an
 * answer of nothing else is in any script.
 */
export const isInScript = (answer: string, language: Language): boolean => {
  let counted = 0
  let foreign = 0
  for (const [text] of answer.replace(exempt, " ").matchAll(word)) {
    if (own[language](text)) counted++
    else if (!(isLatin(text) && isName(text))) {
      counted++
      foreign++
    }
  }
  return foreign <= counted * FOREIGN_SHARE
}
