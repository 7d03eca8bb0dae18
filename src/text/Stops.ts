/** Which full stops end a sentence, and which belong to an abbreviation or a number of a list. */
import { isMainVerb } from "./Joints.ts"
import { isDigit, isEthiopicLetter, isLatinLetter, isWhitespace } from "./Letters.ts"
import { isAbbreviation } from "./reading/Abbreviations.ts"
import { APOSTROPHES } from "./Search.ts"

/** No abbreviation is longer; bounds the look back from a full stop. UTF-16 code units. */
const longestAbbreviation = 24
/** Numbers of a list ("1.", "12.") have at most this many digits; years have more. */
const longestEnumerator = 3
/** No word that begins a sentence is longer; bounds the look ahead. */
const longestOpener = 16

const lowerCase = /^\p{Ll}/u
export const startsLowerCase = (text: string, at: number): boolean =>
  isLatinLetter(text.charCodeAt(at)) && lowerCase.test(text.charAt(at))

/** An apostrophe of Qubee, which stands between letters. */
const isApostrophe = (text: string, at: number, start: number): boolean =>
  at > start && APOSTROPHES.includes(text.charAt(at)) && isLatinLetter(text.charCodeAt(at - 1))

/** The word that ends at `at`, no further back than `start`. */
const wordBefore = (text: string, at: number, start: number): string => {
  let from = at
  const least = Math.max(start, at - longestAbbreviation)
  while (from > least) {
    const unit = text.charCodeAt(from - 1)
    const within = isLatinLetter(unit) || isEthiopicLetter(unit) || isDigit(unit) || unit === 0x2e || unit === 0x2f
    if (!within && !isApostrophe(text, from - 1, start)) break
    from--
  }
  return text.slice(from, at)
}

const enumerator = /^\d+$/
const ordinal = /^\d{1,3}(?:ኛ|ffaa)$/u

/** "1." at the beginning of the phrase numbers it; "2." behind it, and "2nd.", number what follows them. */
const isEnumerator = (text: string, word: string, at: number, start: number): boolean => {
  if (ordinal.test(word)) return true
  if (word.length > longestEnumerator || !enumerator.test(word)) return false
  const before = text.slice(start, at - word.length)
  return before.trim() === "" || ` ${before}`.includes(` ${Number(word) - 1}. `)
}

/** Words of Afaan Oromo end in a vowel or an n; what is cut short ends in another consonant as a rule. */
const isWhole = (word: string): boolean => /^[\p{Script=Latin}'’ʼ‘`´ʻ]{2,}[aeioun]$/iu.test(word)

/** Months cut short, before their day; with what Amharic puts before them. */
const month =
  /^(?:[ከበለየ]|እስከ)?(?:መስ|ጥቅ|ኅዳ|ህዳ|ታኅ|ታህ|የካ|መጋ|ሚያ|ሚያዝ|ግን|ሐም|ነሐ|ጳጉ)$|^(?:ful|fulb|onk|sad|mud|ama|amaj|gur|bit|bito|ebl|cam|caam|wax|ado|adol|hag)$/iu
/** The whole words of two and three letters that end a sentence. */
const shortest: ReadonlySet<string> = new Set(["ti", "dha", "ta'e", "ka'e"])
const isClipped = (word: string): boolean =>
  isLatinLetter(word.charCodeAt(0)) && word.length <= 4 && (!isWhole(word) || (word.length <= 2 && !shortest.has(word)))

/** What may end a sentence, or stand within one: "and so on", eras. */
const closing = /^(?:kkf|kwf|kwk|kwt|wkf|fkf|etc|ali|ala|alh|ወዘተ|\p{L}{1,2}(?:[./]\p{L}{1,2})+)$/iu

/** The legal form behind a company's name, with which a sentence may end too. */
const company = /^(?:plc|ltd|inc|corp|llc|co|pvt)$/iu
const isShort = (word: string): boolean => isAbbreviation(word) || company.test(word)

/** What begins a sentence: nothing that belongs to a date or a list stands before it. */
const openers: ReadonlySet<string> = new Set(
  `Kun Kana Kanaaf Kanaafuu Kunis Sun Sana Sunis Garuu Inni Innis Isheen Isheenis Isaan Isaanis Nuti Nutis Ani Anis Ati Isin
  Achii Achitti Booda Haa Akkasumas Yeroo Amma Har'a Sababni Ta'us Haata'u Itti Egaa Lamaan Dabalataan Namoonni Keessumaa
  ከዚያ ከዚያም ስለዚህ ስለዚህም ሆኖም ምክንያቱም በተጨማሪም ነገር ነገርግን ይሁን እሱም እሷም እነሱም እርሱም እርሷም እኔም እኛም በኋላም በመሆኑም`.split(/\s+/u)
)

/** What a full stop before white space ends, of which marks there may be more behind it (`bare` false). */
export const endsAt = (text: string, at: number, start: number, next: number, bare: boolean): boolean => {
  const word = wordBefore(text, at, start)
  if (isEnumerator(text, word, at, start)) return false
  const isLower = startsLowerCase(text, next)
  if (isDigit(text.charCodeAt(next)) && (month.test(word) || isClipped(word) || isShort(word.replace(/^[በለከየ]/u, ""))))
    return false
  if (isShort(word)) return bare && !isLower && (closing.test(word) || company.test(word))
  return !isLower || (bare && isWhole(word) && (word.length > 3 || shortest.has(word)))
}

/** Whether a sentence ends at a stop with no space behind it: behind a main verb, or before a capital that begins a word. */
export const endsUnspaced = (text: string, at: number, start: number, next: number): boolean => {
  const word = wordBefore(text, at, start)
  if (isEthiopicLetter(text.charCodeAt(next))) return isMainVerb(word)
  return /^\p{Ll}/u.test(word) && isWhole(word) && /^\p{Lu}\p{Ll}/u.test(text.slice(next, next + 2))
}

/**
 * Whether the sentence goes on at `next`, behind an abbreviation that may end
 * one and its stop at `at`. While more text may come (`final` false), undefined
 * until that cannot change any more.
 */
export const goesOnBehindStop = (
  text: string,
  at: number,
  start: number,
  next: number,
  final: boolean
): boolean | undefined => {
  if (!isShort(wordBefore(text, at, start))) return false
  let to = next
  while (to < text.length && to - next <= longestOpener && !isWhitespace(text.charCodeAt(to))) to++
  if (to === text.length && !final) return undefined
  return !openers.has(
    text
      .slice(next, to)
      .replace(/[’ʼ‘`´ʻ]/gu, "'")
      .replace(/[,፣]$/u, "")
  )
}
