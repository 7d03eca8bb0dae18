/** Words of a text: counted, compared, and the sentences that say most. */
import { sentences } from "../../text/Phrases.ts"
import { preview } from "../../text/Speakable.ts"

const WORD = /[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’]*/gu

/** The words of a text as written. */
const words = (text: string): ReadonlyArray<string> => text.match(WORD) ?? []

/** How many words a text has. Of a megabyte in 10 ms, a quarter of what making a list of them takes. */
export const countWords = (text: string): number => {
  const word = new RegExp(WORD)
  let count = 0
  while (word.test(text)) count++
  return count
}

/** Words that say nothing of what a text is about. */
const common = new Set(
  (
    "the and for you your are was were this that with what which who how from have has can could will would please " +
    "not its into about there their them then than get set any all one our out use using given return returns value " +
    "kan fi akka waan yoo isa inni ani isin keessa irra ነው ናቸው ነኝ እና ግን ወይም ላይ ውስጥ ይህ ያ እንደ ስለ"
  ).split(" ")
)

/** Words that carry meaning, in lower case: of three letters or more, of two fidel or more. */
const meaningful = (text: string): ReadonlyArray<string> =>
  words(text.replace(/([a-z0-9])([A-Z])/g, "$1 $2"))
    .map((word) => word.toLowerCase())
    .filter((word) => !common.has(word) && word.length >= (/^\p{Script=Ethiopic}/u.test(word) ? 2 : 3))

/** The shortest beginning that makes two Latin words alike (order, orders), and how much longer one of them may be. */
const STEM = 4
const ENDING = 3
/** The shortest fidel word that is recognised inside another, which prefixes and suffixes lengthen. */
const FIDEL_CORE = 3
/** No further letters of a fidel word are looked at; few words are longer. */
const FIDEL_WORD = 12

/** A word and the shorter words by which it is recognised. */
const formsOf = (word: string): ReadonlyArray<string> => {
  const isFidel = /^\p{Script=Ethiopic}/u.test(word)
  const letters = isFidel ? word.slice(0, FIDEL_WORD) : word
  const shortest = isFidel ? FIDEL_CORE : Math.max(STEM, word.length - ENDING)
  const starts = isFidel ? letters.length : 1
  const forms = [word]
  for (let start = 0; start < starts; start++)
    for (let end = start + shortest; end <= letters.length; end++) forms.push(letters.slice(start, end))
  return forms
}

/** Counts the different words of another text that are likely forms of words of this one. */
export const sharedWith = (text: string): ((other: string) => number) => {
  const words = new Set(meaningful(text))
  const forms = new Set(Array.from(words, formsOf).flat())
  return (other) =>
    new Set(meaningful(other).filter((word) => forms.has(word) || formsOf(word).some((form) => words.has(form)))).size
}

/** How much of a text is looked at for its beginning, in UTF-16 code units. */
const BEGINNING = 20_000

/** A text on one line, shortened to `length` UTF-16 code units at most, an ellipsis where it goes on. */
export const head = (text: string, length: number): string => {
  const line = text.trimStart().slice(0, BEGINNING).replace(/\s+/gu, " ").trim()
  return line.length <= length ? line : `${preview(line, length - 1).trimEnd()}…`
}

/** A longer text is summarised from its beginning, in UTF-16 code units. */
const SUMMARISED = 40_000

/** The `count` sentences whose words the text uses most, in the text's order. */
export const summary = (text: string, count: number): ReadonlyArray<string> => {
  const candidates = sentences(preview(text, SUMMARISED))
    .map((sentence) => ({ text: sentence.text.trim(), offset: sentence.offset, words: meaningful(sentence.text) }))
    .filter((sentence) => sentence.words.length > 0)
  const uses = new Map<string, number>()
  for (const word of candidates.flatMap((sentence) => sentence.words)) uses.set(word, (uses.get(word) ?? 0) + 1)
  const weight = (sentence: { readonly words: ReadonlyArray<string> }) =>
    sentence.words.reduce((sum, word) => sum + (uses.get(word) ?? 0), 0) / Math.sqrt(sentence.words.length)
  return candidates
    .map((sentence) => ({ ...sentence, weight: weight(sentence) }))
    .sort((left, right) => right.weight - left.weight || left.offset - right.offset)
    .slice(0, count)
    .sort((left, right) => left.offset - right.offset)
    .map((sentence) => sentence.text)
}
