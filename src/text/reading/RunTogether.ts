/**
 * Words that addresses and tags write in one, in small letters: oromiatourism,
 * coopbankoromia, combanketh. English words are found by those that are borrowed;
 * words of Afaan Oromo sound alike written in one.
 */
import type { Language } from "../../Domain.ts"
import { isKnownAcronym } from "./Acronyms.ts"
import { knownWord } from "./Latin.ts"
import { borrowed } from "./Loanwords.ts"

/** What names in addresses have beside borrowed words. */
const others: ReadonlySet<string> = new Set(
  "eth oromo oromoo afaan oromiyaa siinqee hijra dashen gadaa com job jobs tender invest trade revenue customs land edu info communication education agriculture water health care help home house land life light line love man men women youth girl girls boy boys people peace justice free freedom stop day week year time best big black white green blue open first east west north south central super star sun top view vision hope future foundation association union group force power energy air travel tour tours trip book books learn study student students teacher class test result results score game games play player win vote voice speak show daily today night weekly times post press journal blog zone hub lab labs point place center centre holding trading import export real estate design build construction matter matters lives protest protests tube tech soft ware net".split(
    " "
  )
)

/** Words of addresses that are no Latin words of Amharic texts. */
const ofAddresses: ReadonlySet<string> = new Set("com org net edu gov info biz dev tech eth mail home".split(" "))

const shortest = 3
/** Beside a word that is not known, only a longer one is found. */
const shortestAlone = 4
const longestWord = 16
const longest = 40

/** bbc, obn. */
const isOfLetters = (letters: string): boolean =>
  letters.length <= 4 &&
  borrowed(letters) === undefined &&
  !others.has(letters) &&
  isKnownAcronym(letters.toUpperCase())

const isKnown: Readonly<Record<Language, (letters: string) => boolean>> = {
  am: (letters) =>
    ofAddresses.has(letters) ||
    knownWord(letters) !== undefined ||
    (letters.length > 4 && /[^s]s$/.test(letters) && knownWord(letters.slice(0, -1)) !== undefined),
  om: (letters) => others.has(letters) || borrowed(letters) !== undefined || isOfLetters(letters)
}

/** Whether it is one word, by itself. */
export const isOneWord = (language: Language, letters: string): boolean => isKnown[language](letters.toLowerCase())

type IsWord = (letters: string) => boolean

/** All of `letters` in the fewest known words. */
const inKnown = (letters: string, isWord: IsWord): ReadonlyArray<string> | undefined => {
  const best: Array<ReadonlyArray<string> | undefined> = [[]]
  for (let end = 1; end <= letters.length; end++) {
    for (let start = Math.max(0, end - longestWord); start <= end - shortest; start++) {
      const before = best[start]
      const known = best[end]
      const one = letters.slice(start, end)
      if (before !== undefined && before.length + 1 < (known?.length ?? Infinity) && isWord(one))
        best[end] = [...before, one]
    }
  }
  return best[letters.length]
}

/** What is left beside a known word: long enough for a word, or no word at all. */
const canBe = (rest: string): boolean =>
  /[aeiou]/.test(rest) ? rest.length >= shortestAlone : rest.length > 1 && rest.length < shortestAlone

/** A known word at the beginning or end, and a rest. */
const besideKnown = (letters: string, isWord: IsWord): ReadonlyArray<string> | undefined => {
  for (let length = letters.length - 2; length >= shortestAlone; length--) {
    const [first, rest] = [letters.slice(0, length), letters.slice(length)]
    if (isWord(first) && canBe(rest)) return [first, rest]
    const [before, last] = [letters.slice(0, -length), letters.slice(-length)]
    if (isWord(last) && canBe(before)) return [before, last]
  }
  return undefined
}

/** The words of `letters`: one, where none is found within, or they are not all small; acronyms in capitals. */
export const wordsWithin = (language: Language, letters: string): ReadonlyArray<string> => {
  const isWord: IsWord = (one) => one.length >= shortest && isKnown[language](one)
  const isWhole = letters.length > longest || !/^[a-z]+$/.test(letters) || isWord(letters)
  const found = isWhole ? [letters] : (inKnown(letters, isWord) ?? besideKnown(letters, isWord) ?? [letters])
  return found.map((one) => (language === "om" && isOfLetters(one) ? one.toUpperCase() : one))
}
