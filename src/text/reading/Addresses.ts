/**
 * What addresses, names of accounts and tags are made of: labels, figures and
 * signs. The dot is ዶት in Amharic, as people spell an address aloud; that of a
 * number is another word. Words that are written in one are said apart where
 * enough of them is known.
 */
import type { Language } from "../../Domain.ts"
import { isKnownAcronym } from "./Acronyms.ts"
import { joined } from "./Affixes.ts"
import { letterNames } from "./LetterNames.ts"
import { spaced } from "./numerals/Numerals.ts"
import type { Match } from "./Rule.ts"
import { isOneWord, wordsWithin } from "./RunTogether.ts"
import { named, signName } from "./Spelled.ts"

const table = (pairs: string): ReadonlyMap<string, string> =>
  new Map(pairs.split(";").map((pair) => [pair.slice(0, pair.indexOf(" ")), pair.slice(pair.indexOf(" ") + 1)]))

/** Endings of domains and files, and short words of addresses, that are said as words or by other letters than they are written with. */
export const endings: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  am: table(
    "et ኢቲ;eth ኢት;com ኮም;org ኦርግ;net ኔት;edu ኢዱ;gov ጎቭ;info ኢንፎ;biz ቢዝ;dev ዴቭ;tech ቴክ;me ሚ;be ቢ;ly ሊ;bit ቢት;mail ሜይል;home ሆም;html ኤች ቲ ኤም ኤል;docx ዶክ ኤክስ;doc ዶክ;amharic አምሃሪክ;english ኢንግሊሽ"
  ),
  om: table(
    "et iitii;com koom;org oorg;info iinfoo;me mii;fb feesbuukii;be bii;net neet;edu iiduu;gov goov;html eech tii eem eel;docx dook eeks;doc dook"
  )
}

/** The dot of an address. */
export const dot = (language: Language): string => (language === "am" ? "ዶት" : signName(language, "."))

/** Short words within addresses; other words of two or three letters are the letters of a name: cbe, ebc. */
const words = new Set(
  "app web bit get new job tv go my me you pay tel com org net gov edu biz info dev ai io for the and to in of on is it id us page blog am om".split(
    " "
  )
)

/** Nobody can pronounce it: no vowel, or four together; in Afaan Oromo three of which no two are alike. */
const isUnspeakable = (language: Language, letters: string): boolean =>
  !/[aeiouy]/i.test(letters) ||
  /[aeiou]{4}/i.test(letters) ||
  (language === "om" && letters.length < 6 && /[aeiou]{3}/.test(letters) && !/aa|ee|ii|oo|uu/.test(letters))

/** caalaa@gmail.comtti: the ending of the domain, and that of Afaan Oromo. */
const gluedEnding = /^(?<ending>com|org|net|edu|gov|et|info)(?<suffix>tti|irratti|irraa|rraa)$/i

/** One word of an address: an ending, letters by name, or as it is read elsewhere. */
const simple = (match: Match, letters: string): string => {
  const { again, found, language } = match
  const ending = endings[language].get(letters.toLowerCase())
  if (ending !== undefined) return ending
  const isName = /^[a-z]{2,3}$/i.test(letters) && /[a-z]\.[a-z]/i.test(found) && !words.has(letters.toLowerCase())
  return letters.length === 1 || isName || (letters.length <= 6 && isUnspeakable(language, letters))
    ? letterNames(language, letters)
    : again(letters)
}

/** What stands between the signs of an address, which may be several words in one. */
const label = (match: Match, letters: string): string => {
  const { language } = match
  const glued = language === "om" ? gluedEnding.exec(letters)?.groups : undefined
  if (glued !== undefined) return joined("om", simple(match, glued.ending ?? ""), glued)
  if (endings[language].has(letters.toLowerCase())) return simple(match, letters)
  return spaced(...wordsWithin(language, letters).map((part) => simple(match, part)))
}

/** CoopBank: words with capitals; YouTube is one. */
const seams = (language: Language, letters: string): ReadonlyArray<string> =>
  isOneWord(language, letters) ? [letters] : divided(letters).split(" ")

/** What an address is made of, in order: letters, digits, single signs. */
export const spoken = (match: Match, written: string): string =>
  spaced(
    ...(written.match(/[A-Za-z]+|\p{L}[\p{L}\p{M}]*|\d+|\S/gu) ?? []).map((part) => {
      if (/^[A-Za-z]/.test(part)) return spaced(...seams(match.language, part).map((one) => label(match, one)))
      if (/^\d/.test(part)) return named(match.language, part)
      if (part === ".") return dot(match.language)
      return /^\p{L}/u.test(part) ? match.again(part) : signName(match.language, part)
    })
  )

/** OBNoromiyaa: a known acronym before small letters. */
const acronymFirst = (name: string): string =>
  name.replace(/(?<![A-Z])[A-Z]{3,5}(?=[a-z]{3})/g, (letters) => (isKnownAcronym(letters) ? `${letters} ` : letters))

/** A name with spaces where its capitals and digits part it. */
export const divided = (name: string): string =>
  acronymFirst(name).replace(
    /(?<=\p{Ll})(?=\p{Lu}[\p{Lu}\p{Ll}])|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu,
    " "
  )

/** Words that are written in one, by their capitals and digits: AddisAbaba2024, BBCAmharic. */
export const apart = (tag: string): string => divided(tag.replaceAll("_", " ")).trim()

/** The same of a tag, where small letters may hold several words too. */
export const tagWords = (language: Language, tag: string): string =>
  apart(tag)
    .split(" ")
    .flatMap((part) => wordsWithin(language, part))
    .join(" ")
