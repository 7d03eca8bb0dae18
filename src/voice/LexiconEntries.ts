/** The words of a lexicon as clients send them: what they may be, and the one form in which they are kept. */
import { Either, Predicate } from "effect"
import { Language } from "../Domain.ts"
import type { ValidationFailed } from "../Errors.ts"
import { type Fault, MOST_COUNTED, refusal } from "../http/Validation.ts"
import { keyOf, type Lexicon } from "../text/reading/Lexicon.ts"
import { APOSTROPHES } from "../text/Search.ts"
import { isSpeakable, isWellFormed } from "../text/Speakable.ts"
import { MAX_SPELLING, MAX_WORDS } from "./LexiconApi.ts"

/** The words of every language, each with the spelling that is read in its place, in the order of the words. */
export type Entries = { readonly [language in Language]: Lexicon }

export const empty: Entries = { am: [], om: [] }

/** Not a word's: what an answer has beside the words, so that it can be changed and sent back. */
const BESIDE = "updated_at"

/** How a language is written, and what is said of a spelling that is not. */
const written: { readonly [language in Language]: { readonly pattern: RegExp; readonly message: string } } = {
  am: {
    pattern: /^[\p{Script=Ethiopic}&&\p{L}][[\p{Script=Ethiopic}&&\p{L}]\p{M} '.\-]*$/v,
    message: "must be the word as it is spoken, in fidel: letters, spaces, apostrophes, hyphens and full stops"
  },
  om: {
    pattern: /^['[\p{Script=Latin}&&\p{L}]][[\p{Script=Latin}&&\p{L}]\p{M} '.\-]*$/v,
    message: "must be the word as it is spoken, in Latin letters: letters, spaces, apostrophes, hyphens and full stops"
  }
}

const apostrophes = new RegExp(`[${APOSTROPHES}]`, "g")
const BLANKS = /\s+/g
const CONTROL = /\p{Cc}/u

/** One form for all ways to type the same: composed, with one kind of apostrophe, one space between words. */
const plain = (text: string): string => text.normalize("NFC").replace(apostrophes, "'").replace(BLANKS, " ").trim()

type EntryFault = Omit<Fault, "path">

const tooLong: EntryFault = { code: "too_long", message: `must have at most ${MAX_SPELLING} characters` }
const malformed: EntryFault = {
  code: "invalid_value",
  message: "must be well-formed Unicode without control characters"
}

/** What is wrong with a word or spelling of any language, before its form is looked at. */
const formOf = (text: string): EntryFault | undefined => {
  if (!isWellFormed(text) || CONTROL.test(text.replace(BLANKS, " "))) return malformed
  return text.length > MAX_SPELLING ? tooLong : undefined
}

const wordFault = (word: string): EntryFault | undefined =>
  formOf(word) ??
  (isSpeakable(word)
    ? undefined
    : { code: "invalid_value", message: "is no word: it must hold at least one Ethiopic or Latin letter, or a digit" })

const spellingFault = (language: Language, spelling: unknown): EntryFault | undefined => {
  if (typeof spelling !== "string") return { code: "invalid_type", message: "must be a string: the spelling to read" }
  const form = formOf(spelling)
  if (form !== undefined) return form
  const { message, pattern } = written[language]
  const text = plain(spelling)
  return pattern.test(text) && isSpeakable(text) ? undefined : { code: "invalid_value", message }
}

const byWord = ([left]: Lexicon[number], [right]: Lexicon[number]): number => (left < right ? -1 : 1)

/** The words of one language; what is wrong with them is added to `faults`. */
const wordsOf = (language: Language, rawWords: unknown, faults: Array<Fault>): Lexicon => {
  if (rawWords === undefined || rawWords === null) return []
  if (!Predicate.isReadonlyRecord(rawWords)) {
    faults.push({ path: [language], code: "invalid_type", message: "must be an object of words with their spellings" })
    return []
  }
  const pairs = Object.entries(rawWords)
  if (pairs.length > MAX_WORDS) {
    faults.push({ path: [language], code: "too_many", message: `must have at most ${MAX_WORDS} words` })
    return []
  }
  const seen = new Set<string>()
  const words: Array<Lexicon[number]> = []
  for (const [sent, spelling] of pairs) {
    if (faults.length > MOST_COUNTED) break
    const word = plain(sent)
    const key = keyOf(word)
    const fault = wordFault(sent) ?? spellingFault(language, spelling)
    if (fault !== undefined) faults.push({ path: [language, sent], ...fault })
    else if (seen.has(key))
      faults.push({
        path: [language, sent],
        code: "duplicate",
        message: "is there already, in another spelling or case"
      })
    else if (typeof spelling === "string") words.push([word, plain(spelling)])
    seen.add(key)
  }
  return words.sort(byWord)
}

const isLanguage = (name: string): name is Language => Language.literals.some((known) => known === name)

/** Reads the words of a body. Fails with `ValidationFailed`, which names each that is not right. */
export const read = (body: { readonly [name: string]: unknown }): Either.Either<Entries, ValidationFailed> => {
  const faults: Array<Fault> = []
  for (const name of Object.keys(body)) {
    if (faults.length > MOST_COUNTED) break
    if (!isLanguage(name) && name !== BESIDE)
      faults.push({ path: [name], code: "unknown", message: "is no language of this lexicon; it has am and om" })
  }
  const entries: Entries = { am: wordsOf("am", body.am, faults), om: wordsOf("om", body.om, faults) }
  return faults.length === 0 ? Either.right(entries) : Either.left(refusal(faults))
}
