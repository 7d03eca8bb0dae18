/**
 * What addresses, names of accounts and tags are made of: labels, figures and
 * signs. The dot is ዶት in Amharic, as people spell an address aloud; that of a
 * number is another word. Words that are written in one are said apart where
 * enough of them is known.
 */
import type { Language } from "../../Domain.ts"
import { joined } from "./Affixes.ts"
import { knownWord } from "./Latin.ts"
import { letterNames } from "./LetterNames.ts"
import { spaced } from "./numerals/Numerals.ts"
import type { Match } from "./Rule.ts"
import { named, signName } from "./Spelled.ts"

/** Endings of domains and files, and short words of addresses, that are said as words or by other letters than they are written with. */
export const endings: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  am: new Map(
    "et ኢቲ;eth ኢት;com ኮም;org ኦርግ;net ኔት;edu ኢዱ;gov ጎቭ;info ኢንፎ;biz ቢዝ;dev ዴቭ;tech ቴክ;me ሚ;be ቢ;ly ሊ;bit ቢት;mail ሜይል;home ሆም;html ኤች ቲ ኤም ኤል;docx ዶክ ኤክስ;doc ዶክ"
      .split(";")
      .map((pair) => [pair.slice(0, pair.indexOf(" ")), pair.slice(pair.indexOf(" ") + 1)])
  ),
  om: new Map([
    ["et", "iitii"],
    ["com", "koom"],
    ["net", "neet"],
    ["edu", "iiduu"],
    ["gov", "goov"],
    ["html", "eech tii em el"],
    ["docx", "dook eks"],
    ["doc", "dook"]
  ])
}

/** The dot of an address. */
export const dot = (language: Language): string => (language === "am" ? "ዶት" : signName(language, "."))

/** Short words within addresses; other words of two or three letters are the letters of a name: cbe, ebc. */
const words = new Set(
  "app web bit get new job tv go my me you pay tel com org net gov edu biz info dev ai io for the and to in of on is it id us page blog am om".split(
    " "
  )
)

/** Nobody can pronounce it: no vowel, or four together. */
const isUnspeakable = (letters: string): boolean => !/[aeiouy]/i.test(letters) || /[aeiou]{4}/i.test(letters)

/** caalaa@gmail.comtti: the ending of the domain, and that of Afaan Oromo. */
const gluedEnding = /^(?<ending>com|org|net|edu|gov|et|info)(?<suffix>tti|irratti|irraa|rraa)$/i

/** A known word, or the plural of one. */
const isWord = (letters: string): boolean =>
  letters.length > 2 &&
  (knownWord(letters) !== undefined ||
    endings.am.has(letters) ||
    (letters.length > 4 && letters.endsWith("s") && knownWord(letters.slice(0, -1)) !== undefined))

/** Longer labels are no words in one. */
const longestLabel = 40
const longestWord = 16

/** The longest beginning of `letters` that is known words in one, as they are. */
const knownBeginning = (letters: string): ReadonlyArray<string> => {
  const upTo: Array<ReadonlyArray<string> | undefined> = [[]]
  for (let end = 1; end <= letters.length; end++) {
    for (let start = Math.max(0, end - longestWord); start < end && upTo[end] === undefined; start++) {
      const before = upTo[start]
      const word = letters.slice(start, end)
      if (before !== undefined && isWord(word)) upTo[end] = [...before, word]
    }
  }
  // One letter that is left is no word.
  return upTo.findLast((parts, end) => parts !== undefined && end !== letters.length - 1) ?? []
}

/** A known word at the end, the longest first. */
const knownEnd = (letters: string): string | undefined =>
  Array.from(letters, (_, at) => letters.slice(at)).find((word) => word.length > 4 && isWord(word))

/** combanketh, tikvahethiopia, fanabc: its words, where most of it is known; else the label as it is. */
export const unjoined = (label: string): ReadonlyArray<string> => {
  const letters = label.toLowerCase()
  if (letters.length > longestLabel || !/^[a-z]{6,}$/.test(letters) || knownWord(letters) !== undefined) return [label]
  const parts = knownBeginning(letters)
  const length = parts.join("").length
  const rest = letters.slice(length)
  if (rest === "" && parts.some((part) => part.length > 3)) return parts
  if (rest.length > 1 && (length > 4 || (length === 4 && isUnspeakable(rest)))) return [...parts, rest]
  const last = knownEnd(letters)
  return last === undefined || letters.length - last.length < 2 ? [label] : [letters.slice(0, -last.length), last]
}

const simple = (match: Match, letters: string): string => {
  const { again, found, language } = match
  const ending = endings[language].get(letters.toLowerCase())
  if (ending !== undefined) return ending
  const isName = /^[a-z]{2,3}$/i.test(letters) && /[a-z]\.[a-z]/i.test(found) && !words.has(letters.toLowerCase())
  return letters.length === 1 || isName || (letters.length <= 6 && isUnspeakable(letters))
    ? letterNames(language, letters)
    : again(letters)
}

const label = (match: Match, letters: string): string => {
  const glued = match.language === "om" ? gluedEnding.exec(letters)?.groups : undefined
  if (glued !== undefined) return joined("om", simple(match, glued.ending ?? ""), glued)
  return match.language === "om"
    ? simple(match, letters)
    : spaced(...unjoined(letters).map((part) => simple(match, part)))
}

/** What an address is made of, in order: letters, digits, single signs. */
export const spoken = (match: Match, written: string): string =>
  spaced(
    ...(written.match(/[A-Za-z]+|\p{L}[\p{L}\p{M}]*|\d+|\S/gu) ?? []).map((part) => {
      if (/^[A-Za-z]/.test(part)) return label(match, part)
      if (/^\d/.test(part)) return named(match.language, part)
      if (part === ".") return dot(match.language)
      return /^\p{L}/u.test(part) ? match.again(part) : signName(match.language, part)
    })
  )

export const divided = (name: string): string =>
  name.replace(
    /(?<=\p{Ll})(?=\p{Lu}[\p{Lu}\p{Ll}])|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu,
    " "
  )

/** Words that are written in one, by their capitals and digits: AddisAbaba2024, BBCAmharic. */
export const apart = (tag: string): string => divided(tag.replaceAll("_", " ")).trim()
