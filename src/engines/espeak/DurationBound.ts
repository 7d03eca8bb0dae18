/**
 * How long a text can take the embedded engine at most, whatever it holds. An
 * estimate tells people what is likely; a bound may only be too high.
 */
import type { Language } from "../../Domain.ts"
import { isEthiopicLetter, isEthiopicNumeral, isHighSurrogate, isLowSurrogate } from "../../text/Letters.ts"
import { type SpokenWords, tempoOf, wordsPerMinute } from "./EspeakMessages.ts"

/** The pace that the weights were measured at, in words a minute. */
const measuredPace = 175

/**
 * Seconds that a character of each kind takes at most, alone or in any row of
 * its like: the longest that the embedded engine made of each of 8,000
 * characters (all below U+1400, others by sample), and of random words.
 */
const most = {
  /** What any text takes beside its letters: its first sound and its drawn last one; 0.3 */
  once: 0.4,
  /** Measured in Amharic: 0.25 in a row of their like. An Oromo voice gets two to four Latin letters for each. */
  fidel: { am: 0.24, om: 0.5 },
  /** 0.30: ቈ and others with a w in them; 0.33 as Qubee */
  labialised: { am: 0.36, om: 0.6 },
  /** 0.13 */
  vowel: 0.15,
  /** 0.20; w, which in Amharic stands for a word, 0.37 */
  consonant: 0.22,
  /** A consonant of an Oromo word without a vowel, whose letters are named, takes so much more: 0.28 in all */
  named: 0.1,
  w: 0.4,
  /** English letters of an Amharic text that a full stop joins are named about twice each: 1.25 more than a pause */
  joined: 0.9,
  /** 0.62, in numbers of nine and more digits */
  digit: 0.75,
  /** Hundreds and ten thousands become several digits. */
  numeral: 2.5,
  /** Less than a space between two words makes longer: 0.02 */
  blank: 0.04,
  /** Ends of paragraphs, sentences and clauses, with their pause: 0.5, 0.3 and 0.22, and 0.14 of a name in between */
  line: 0.65,
  stop: 0.5,
  /** Signs of ASCII, of which = is the longest: 0.90 */
  sign: 1.1,
  /** Anything else: named, or spelt by its code, of which Braille is the longest: 3.1 */
  other: 3.5
} as const satisfies Readonly<Record<string, number | Readonly<Record<Language, number>>>>

/** Characters after which a phrase ends without a stop, at the soonest. */
const longestFirst = 100

/** Beyond what was measured: other voices, other rows of characters. */
const margin = 1.2
/** How much longer a fast sound is than in proportion to its pace: 1.19 at most, by `DurationEstimate.atPace`. */
const fastMargin = 1.2
const fastPace = 250
/** Silence and whole frames at the end of a phrase, which no pace shortens; the first one and every stop may end one. */
const edgeSeconds = 0.1

/** Of each row of eight the last, and the blocks that have hardly any other. */
const isLabialised = (unit: number): boolean => (unit & 7) === 7 || unit > 0x135a || twofold.has(unit & ~7)
/** Rows of ቈ, ኈ, ኰ, ዀ and ጐ. */
const twofold = new Set([0x1248, 0x1258, 0x1288, 0x12b0, 0x12c0, 0x1310])

/** Characters that are told apart one by one, as UTF-16 code units. */
const particular: ReadonlyMap<number, number> = new Map(
  (
    [
      ["aeiouAEIOU", most.vowel],
      ["bcdfghjklmnpqrstvxyzBCDFGHJKLMNPQRSTVXYZ", most.consonant],
      ["wW", most.w],
      ["0123456789", most.digit],
      [" \t", most.blank],
      ["\r\n\v\f\u0085\u2028\u2029", most.line],
      [".,;:?!'’\"()-–—…«»“”።፣፤፥፦፧፨፠፡", most.stop]
    ] as const
  ).flatMap(([characters, seconds]) => Array.from(characters, (character) => [character.charCodeAt(0), seconds]))
)

const ofUnit = (language: Language, unit: number): number => {
  if (isEthiopicLetter(unit)) return isLabialised(unit) ? most.labialised[language] : most.fidel[language]
  if (isEthiopicNumeral(unit)) return most.numeral
  return particular.get(unit) ?? (unit < 0x80 ? most.sign : most.other)
}

/** `ofUnit` looked up, for the blocks that hold nearly all that is spoken, up to the Ethiopic ones: 40 KB. */
const tableOf = (language: Language): Float64Array =>
  Float64Array.from({ length: 0x1400 }, (_, unit) => ofUnit(language, unit))
const tables: Readonly<Record<Language, Float64Array>> = { am: tableOf("am"), om: tableOf("om") }

/** Oromo words without a vowel. */
const vowelless = /(?<![\p{L}'])[b-df-hj-np-tv-z']+(?![\p{L}'])/giu

/** Single Latin letters with a full stop and no space behind them: f.f. */
const dotted = /(?<![\p{L}'])[a-z]\.(?=[a-z])/giu

/** Seconds that named letters take beside their sounds. */
const namedSeconds = (language: Language, text: string): number =>
  language === "om"
    ? Array.from(text.matchAll(vowelless)).reduce((sum, [{ length }]) => sum + most.named * length, 0)
    : most.joined * Array.from(text.matchAll(dotted)).length

/** How much longer than its estimate an ordinary text may be spoken: of 976 measured ones one was 1.2 times as long. */
const HELD = 1.25
/** What a labialised letter takes beyond others. */
const labialisedMore = 0.12

/** Seconds at `measuredPace` of a character that an estimate counts too low, as ordinary texts in words have none of it. */
const ofUnusual = (language: Language, unit: number): number => {
  if (isEthiopicLetter(unit)) return isLabialised(unit) ? labialisedMore : 0
  if (language === "am" && (unit === 0x77 || unit === 0x57)) return most.w
  const seconds = ofUnit(language, unit)
  const usual: ReadonlyArray<number> = [most.vowel, most.consonant, most.w, most.blank, most.stop, most.line]
  return usual.includes(seconds) ? 0 : seconds
}

/** Marks that follow each other; the engine names some, and pauses for others. */
const rows = /(?:(?![\r\n])[\p{P}\p{S}]){3,}/gu

/**
 * Seconds whose cost is held for a text in words that is likely to take `likely`: near that for an ordinary text,
 * near the bound for one of signs, letters that are named and scripts that are spelt out.
 */
export const heldSeconds = (request: SpokenWords, likely: number): number => {
  const { speed, text, voice } = request
  const { language, rate } = voice
  let unusual = 0
  for (let at = 0; at < text.length; at++) unusual += ofUnusual(language, text.charCodeAt(at))
  for (const [row] of text.matchAll(rows)) unusual += most.stop * row.length
  for (const [word] of language === "om" ? text.matchAll(vowelless) : [])
    unusual += (most.consonant + most.named) * word.length
  for (const _ of language === "am" ? text.matchAll(dotted) : []) unusual += most.joined
  const more = (unusual * measuredPace) / (wordsPerMinute(rate, speed) * tempoOf(speed))
  return Math.min(mostSeconds(request), HELD * likely + more)
}

/** Seconds of speech, pauses included, that the engine needs no more of. Linear in the text's length. */
export const mostSeconds = ({ speed, text, voice: { language, rate } }: SpokenWords): number => {
  const pace = wordsPerMinute(rate, speed)
  let seconds: number = most.once + namedSeconds(language, text)
  let ends = 1 + text.length / longestFirst
  const table = tables[language]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    let longest = table[unit]
    if (longest === undefined) {
      longest = ofUnit(language, unit)
      // Two units that are one character.
      if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(at + 1))) at++
    }
    seconds += longest
    if (longest === most.stop || longest === most.line) ends++
  }
  const factor = margin * (pace > fastPace ? fastMargin : 1)
  return (seconds * factor * measuredPace) / (pace * tempoOf(speed)) + ends * edgeSeconds
}
