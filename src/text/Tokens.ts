/**
 * An estimate of how many tokens a text is, for engines that do not count.
 *
 * Latin letters, digits and the rest are counted by a real tokenizer
 * (`gpt-tokenizer`, p50k_base). That one cuts Ethiopic letters into single
 * bytes, ten tokens a word, which no model for Amharic does: the specification
 * says 1.5 to 1.8 tokens a word. So words in Ethiopic script are counted by
 * their length, calibrated to the middle of that range.
 */
import type * as Tokenizer from "gpt-tokenizer/encoding/p50k_base"

/**
 * Tokens of an Ethiopic letter, fitted on varied Amharic prose (news, talk,
 * recipes, laws; `test/text/Tokens.test.ts`), whose words have 3.9 letters on
 * average, marks included: 1.67 tokens a word; the same on 900 words that it was not fitted on.
 */
const tokensPerLetter = 0.42

/** Byte pair encoding takes the square of a run's length: longer runs without a space are counted in parts. */
const longestRun = 64

/** What a message costs beside its text: its role, and the marks around it (OpenAI's cookbook counts 3 to 4). */
export const tokensPerMessage = 4

/** A picture, whatever its size: models take from 258 to 1,600 tokens for one of a megapixel. */
export const tokensPerImage = 800

/** A word in Ethiopic script with the space before it, which belongs to the word. */
const ethiopicRun = /[ \t]?[\p{Script=Ethiopic}]+/gu
/** Anything else, in words with the space before them, none of them too long. */
const otherRun = new RegExp(` ?\\S{1,${longestRun}}|\\s{1,${longestRun}}`, "gu")
const tooLongRun = new RegExp(`\\S{${longestRun + 1}}|\\s{${longestRun + 1}}`, "u")

/** Special tokens that a text spells out are text. */
const plain = { disallowedSpecial: new Set<string>() }

/** Loaded with the first text: its table takes 0.1 s and 40 MB, which no start should wait for (the larger tables
 * twice to eight times that, for Afaan Oromo cut 5 to 20 % less finely). */
const tokenizer = (): typeof Tokenizer => require("gpt-tokenizer/encoding/p50k_base")

const ethiopicTokens = (run: string): number => Math.max(1, run.trimStart().length * tokensPerLetter)

const otherTokens = (text: string): number => {
  if (!tooLongRun.test(text)) return text === "" ? 0 : tokenizer().countTokens(text, plain)
  let tokens = 0
  for (const [run] of text.matchAll(otherRun)) tokens += tokenizer().countTokens(run, plain)
  return tokens
}

/** About how many tokens `text` is: 0 for the empty text alone, else at least 1. In time linear in its length. */
export const countTokens = (text: string): number => {
  let tokens = 0
  let at = 0
  for (const match of text.matchAll(ethiopicRun)) {
    tokens += otherTokens(text.slice(at, match.index)) + ethiopicTokens(match[0])
    at = match.index + match[0].length
  }
  tokens += otherTokens(text.slice(at))
  return text === "" ? 0 : Math.max(1, Math.round(tokens))
}

/** What a message weighs: its texts (also those of its tool calls), and its pictures. */
export interface Weighed {
  readonly texts: ReadonlyArray<string>
  readonly images: number
}

/** About how many tokens a prompt of these messages is. */
export const countMessages = (messages: ReadonlyArray<Weighed>): number =>
  messages.reduce(
    (sum, { images, texts }) =>
      sum + tokensPerMessage + images * tokensPerImage + texts.reduce((all, text) => all + countTokens(text), 0),
    0
  )
