/**
 * Amharic abbreviations are words and letters with `/` or `.` between. They
 * combine: የፌ/ጠ/ፍ/ቤቱን is የ, ፌዴራል, ጠቅላይ, ፍርድ, ቤቱን. So they are read part by
 * part; a preposition before and a suffix behind stay what they are.
 */
import { isEthiopicLetter } from "../../Letters.ts"
import { joined } from "../Affixes.ts"
import { amharicLetterNames } from "../LetterNames.ts"
import { anyOf, type Match, type Rule } from "../Rule.ts"
import { firstWord } from "./AmharicCompounds.ts"
import { counted, numbered, prefixes } from "./AmharicCounted.ts"
import { beforeNumbers, cutShort, unmarked } from "./AmharicShort.ts"
import { wholes } from "./AmharicTable.ts"

/** Article, plural, possessor, object, "and", "also", -ነት: letters that a suffix is made of. */
const suffix = /^[ውዋዎችቹቶቻንምስናነታቸዬህሽቱትኛዊ]{1,6}$/

/** The sixth order, which a final consonant has. */
const sixth = 5
const orderOf = (letter: string): number => letter.charCodeAt(0) % 8
const inSixth = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) - orderOf(letter) + sixth)

/** ዶ/ሩን: the last letter of ዶ/ር with the vowel of the suffix; the words end alike. */
const withVowel = (key: string, rest: string): string | undefined => {
  const last = key.slice(-1)
  // No suffix begins with the vowel of the first order: ሰ.ተ. are two initials.
  if (orderOf(last) === 0) return undefined
  const words = wholes.get(key.slice(0, -1) + inSixth(last))
  if (words === undefined || words.slice(-1) !== inSixth(last)) return undefined
  return words.slice(0, -1) + last + rest
}

/** Letters of one sound, which writers exchange: ሥ/ሥ/ሕ, ስ/ስ/ህ. */
const oneSound = (key: string): string =>
  key.replace(/[ሐ-ሖኀ-ኆሠ-ሦዐ-ዖፀ-ፆ]/g, (letter) =>
    String.fromCharCode((rowsOfOneSound.get(letter.charCodeAt(0) & ~7) ?? 0) + orderOf(letter))
  )
const rowsOfOneSound: ReadonlyMap<number, number> = new Map(
  ["ሐሀ", "ኀሀ", "ሠሰ", "ዐአ", "ፀጸ"].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)])
)
/** The whole abbreviations by how they sound; of two that sound alike the first. */
const bySound: ReadonlyMap<string, string> = new Map(
  [...wholes].toReversed().map(([key, words]) => [oneSound(key), words])
)

/** ቤ/ክኗ, ቤ/ክኑን: the suffix begins with the last consonant of the words. */
const goesOn = (words: string | undefined, rest: string): boolean =>
  words !== undefined &&
  inSixth(rest.charAt(0)) === words.slice(-1) &&
  (rest.length === 1 || suffix.test(rest.slice(1)))

/** A whole abbreviation with what its last part has more. */
const wholeOf = (key: string, isLast: boolean): string | undefined => {
  const exact = key.replace(/\/ቁጥር$/, "/ቁ")
  const words = wholes.get(exact) ?? bySound.get(oneSound(exact))
  if (words !== undefined || !isLast) return words
  for (let end = key.length; end > 2; end--) {
    const rest = key.slice(end)
    const base = key.slice(0, end)
    const known = rest === "" ? undefined : (wholes.get(base) ?? bySound.get(oneSound(base)))
    if (rest !== "" && !suffix.test(rest) && !goesOn(known, rest)) continue
    if (known !== undefined) return joined("am", known, { suffix: rest })
    const changed = withVowel(base, rest)
    if (changed !== undefined) return changed
  }
  return undefined
}

/** No abbreviation has more parts that are one. */
const mostParts = 6

/** The parts from `at` on in words, or undefined where one is not known. */
const wordsOf = (parts: ReadonlyArray<string>, at: number): string | undefined => {
  const part = parts[at]
  if (part === undefined) return ""
  for (let end = Math.min(parts.length, at + mostParts); end > at + 1; end--) {
    const words = wholeOf(parts.slice(at, end).join("/"), end === parts.length)
    const rest = words === undefined ? undefined : wordsOf(parts, end)
    if (words !== undefined && rest !== undefined) return rest === "" ? words : `${words} ${rest}`
  }
  if (at === parts.length - 1) return at > 0 && part.length > 1 ? part : numberSign.get(part)
  const rest = wordsOf(parts, at + 1)
  if (rest === undefined) return undefined
  const word = firstWord(part, rest)
  return word === undefined ? undefined : `${word} ${rest}`
}

/** The last letter of a row of them: ወ/መ/ሕ/ቁ. */
const numberSign: ReadonlyMap<string, string> = new Map([["ቁ", "ቁጥር"]])

/** What an article of the name itself gives way to: በ + የኢትዮጵያ … is በኢትዮጵያ …. */
const withPrefix = (prefix: string, words: string): string => prefix + (words.startsWith("የ") ? words.slice(1) : words)

const read = (parts: ReadonlyArray<string>): string | undefined => {
  const words = wordsOf(parts, 0)
  if (words !== undefined) return words
  const [first = "", ...others] = parts
  for (const prefix of prefixes) {
    if (!first.startsWith(prefix)) continue
    const rest = first.slice(prefix.length)
    const after = wordsOf(rest === "" ? others : [rest, ...others], 0)
    if (after !== undefined) return withPrefix(prefix, after)
  }
  return undefined
}

/** አቶ/ወ/ሮ: a word, and the abbreviation that may stand for it. */
const afterWord = ([word = "", ...others]: ReadonlyArray<string>): string | undefined => {
  const words = word.length > 1 && others.length > 1 ? read(others) : undefined
  return words === undefined ? undefined : `${word} ${words}`
}

const letterNames: ReadonlySet<string> = new Set(amharicLetterNames)

/** Names of Latin letters, or single fidel. */
const isLetter = (part: string): boolean => part.length === 1 || letterNames.has(part)

/** ኤች.አይ.ቪ, የቢ.ቢ.ሲን: names of letters, which are read one by one; the first with a preposition, the last with a suffix. */
const isSpelt = (parts: ReadonlyArray<string>): boolean => {
  const first = parts[0] ?? ""
  const last = parts.at(-1) ?? ""
  const begins =
    isLetter(first) || prefixes.some((prefix) => first.startsWith(prefix) && isLetter(first.slice(prefix.length)))
  const ends =
    isLetter(last) || [1, 2, 3].some((length) => isLetter(last.slice(0, -length)) && suffix.test(last.slice(-length)))
  return parts.length > 1 && begins && ends && parts.slice(1, -1).every(isLetter)
}

/** ኢ.ህ.አ.ዴ.ግ, የኦ.ነ.ግ: first letters of Amharic words, which are said as one word; names of Latin letters are not. */
const isOneWord = (parts: ReadonlyArray<string>): boolean =>
  parts.length > 2 && parts.slice(1).some((part) => part.length === 1 && !letterNames.has(part))

const letters = "[\\p{Script=Ethiopic}&&\\p{L}]"
const wordStart = "(?<![\\p{L}\\p{M}\\p{N}.\\/])"

const partsOf = (written: string): ReadonlyArray<string> =>
  written
    .replace(/\s+/g, "")
    .split(/[./\\]/)
    .filter((part) => part !== "")

/** የጤና ሚ/ር is a ministry, but before a title its minister. */
const ministry = /ሚ[./]ር\.?$/
const beforeTitle = /^ (?:[ዴድ]ኤታ|ዶ[./]ር|ፕ[./]ር|ኢ[./]ር|ወ[./]ሮ|አቶ |ክቡር|ክብርት|አምባሳ)/

const isMinister = (found: string, text: string, end: number): boolean =>
  ministry.test(found) &&
  (beforeTitle.test(text.slice(end, end + 8)) ||
    /^(?: [ሀ-ፚ]{2,12}){1,3} \((?:ዶ|ፕ|ኢ|አ)[./]/.test(text.slice(end, end + 50)))

/** መ/ቁ is a file's number where a court speaks. */
const court = /መዝገብ|መዝገቡ|ሰበር|ፍርድ|ፍ[./]ቤ[ትቱ]|ችሎ[ትቱ]|ብይን|ከሳሽ|ይግባኝ|ወንጀል|ፍትሐ|ፍትሃ|ዳኛ|ዳኞች|አቤቱታ|ቀጠሮ|ተጠሪ|አመልካች/
const courtReach = 60

const isFile = (found: string, text: string, start: number, end: number): boolean =>
  /(?:^|\P{L})[የበለከ]?መ[./]ቁ/u.test(found) && court.test(text.slice(Math.max(0, start - courtReach), end + courtReach))

/** The letters that lists count with, in their order. */
const listLetters = "ሀለሐመሠረሰሸቀበ"
/** UTF-16 code units that an item of a list takes at most. */
const listReach = 200

/** ሀ.ስም ለ.ዕድሜ: items of a list, without a space. */
const isItem = (found: string, text: string, start: number, end: number): boolean => {
  const at = listLetters.indexOf(found.charAt(0))
  if (at < 0 || !/^[ሀ-ፚ]\.[ሀ-ፚ]{2,}$/.test(found)) return false
  const near = ` ${text.slice(Math.max(0, start - listReach), start)} ${text.slice(end, end + listReach)}`
  return [listLetters.charAt(at - 1), listLetters.charAt(at + 1)].some(
    (other) => other !== "" && new RegExp(`[\\s፡፦]${other}\\.[ሀ-ፚ]{2}`, "u").test(near)
  )
}

/** ኃ.የተ.የግ.ማ.ዎች, ኤን.ጂ.ኦ.ዎች: the plural as a part of its own. */
const plural = (parts: ReadonlyArray<string>): string | undefined => {
  const ending = parts.at(-1) ?? ""
  if (parts.length < 3 || !/^ዎ[ችቹ]/.test(ending)) return undefined
  const others = parts.slice(0, -1)
  const words = read(others) ?? (isSpelt(others) ? others.join(" ") : undefined)
  return words === undefined ? undefined : joined("am", words, { suffix: ending })
}

/** A stop after the last letter of a row belongs to it; one after a word ends the sentence. */
const readRow = ({ end, found, start, text }: Match): string | undefined => {
  const parts = partsOf(found)
  if (isItem(found, text, start, end)) return `${found.charAt(0)}. ${found.slice(2)}`
  const known = plural(parts) ?? read(parts)
  // The row goes on: it is longer than any abbreviation, or an address; ዶ/ር.ኢንጂነር lacks a space.
  const goesOnWith = isEthiopicLetter(text.charCodeAt(end + 1)) ? text.charAt(end) : ""
  if (
    (goesOnWith === "/" && (/[/\\]/.test(found) || !isSpelt(parts))) ||
    (goesOnWith === "." && (known === undefined || !found.includes("/")))
  )
    return undefined
  const words = known ?? (/[/\\]/.test(found) ? afterWord(parts) : undefined)
  if (words !== undefined && isFile(found, text, start, end)) return words.replace("መለያ ቁጥር", "መዝገብ ቁጥር")
  // የሚ/ር ም/ቤት: the council of ministers.
  if (words !== undefined && ministry.test(found) && /^ ም[./]ቤት/.test(text.slice(end, end + 5)))
    return words.replace(/ሚኒስቴር$/, "ሚኒስትሮች")
  if (words !== undefined) return isMinister(found, text, end) ? words.replace(/ሚኒስቴር$/, "ሚኒስትር") : words
  if (/[/\\]/.test(found) || !isSpelt(parts)) return undefined
  return isOneWord(parts) ? parts.join("") : parts.join(" ")
}

const row: Rule = {
  kind: "abbreviation",
  language: "am",
  needs: ["ethiopic"],
  pattern: `${wordStart}${letters}{1,12}(?:[\\/\\\\]{1,2}${letters}{1,16}){1,8}(?:(?<=\\/ቁ)\\.(?= ?\\d))?|${wordStart}${letters}{1,8}(?:\\.${letters}{1,12}){1,8}\\.?`,
  read: readRow
}

/** ሀ/ ስም ለ/ አድራሻ: of a list, since the letter before or behind it stands so too. */
const isListed = ({ end, found, start, text }: Match): boolean => {
  const at = listLetters.indexOf(found.charAt(0))
  const others = [listLetters.charAt(at - 1), listLetters.charAt(at + 1)]
  const near = text.slice(Math.max(0, start - listReach), end + listReach)
  return at >= 0 && found.startsWith("/ ", 1) && others.some((other) => other !== "" && near.includes(`${other}/ `))
}

/** ዶ / ር, ት /ቤት, ዓ. ም.: with spaces, and only what is known. */
const spacedRow: Rule = {
  kind: "abbreviation",
  language: "am",
  needs: ["ethiopic"],
  pattern: `${wordStart}${letters}{1,6}(?: \\/ ?| ?\\/ )${letters}{1,12}(?:\\/${letters}{1,12}){0,4}|${wordStart}${letters}{1,4}(?:\\. ${letters}{1,3}){1,4}\\.(?!${letters})`,
  read: (match) => {
    const parts = partsOf(match.found)
    if (isListed(match)) return undefined
    return parts.every((part) => part.length > 3) ? undefined : read(parts)
  }
}

const cut: Rule = {
  kind: "abbreviation",
  language: "am",
  needs: ["stop"],
  pattern: `(?<![\\p{L}\\p{M}\\p{N}])(?<prefix>${anyOf(prefixes)})?(?<word>${anyOf(cutShort.keys())})\\.(?= ?[\\p{L}\\p{N}]|\\))`,
  read: ({ groups }) => `${groups.prefix ?? ""}${cutShort.get(groups.word ?? "") ?? ""}`
}

const bare: Rule = {
  kind: "abbreviation",
  language: "am",
  needs: ["ethiopic"],
  cue: anyOf(unmarked.keys()),
  pattern: `(?<![\\p{L}\\p{M}])(?<prefix>[የበለከ])?(?<word>${anyOf(unmarked.keys())})(?<suffix>[ንምናው])?(?!\\p{L}|[.\\/]\\p{L})`,
  read: ({ groups }) => joined("am", unmarked.get(groups.word ?? "") ?? "", groups)
}

/** አ. ተስፋዬ: an initial within a sentence. At the beginning of a line it counts. */
const initial: Rule = {
  kind: "abbreviation",
  language: "am",
  needs: ["ethiopic"],
  pattern: `(?<=[\\p{L}\\p{M}፡] )${letters}\\.(?= ?${letters}{2})`,
  read: ({ found, start, text }) => {
    // ለ. ዕድሜ: of a list, behind its ሀ.
    const last = listLetters.charAt(listLetters.indexOf(found.charAt(0)) - 1)
    return last !== "" && text.slice(Math.max(0, start - listReach), start).includes(`${last}. `)
      ? undefined
      : found.slice(0, -1)
  }
}

export const amharicAbbreviations: ReadonlyArray<Rule> = [...counted, row, spacedRow, ...numbered, cut, bare, initial]

/** Whether a full stop after `word` belongs to it. */
export const isAmharicAbbreviation = (word: string): boolean => {
  if (beforeNumbers.has(word) || cutShort.has(word) || word === "ወዘተ") return true
  const parts = partsOf(word)
  return parts.length > 1 && (isSpelt(parts) || read(parts) !== undefined)
}
