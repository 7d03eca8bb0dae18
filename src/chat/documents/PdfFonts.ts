/**
 * Fonts of a PDF's page that have no Unicode and do not say so. Where a font has neither a `/ToUnicode` nor names of its
 * characters, PDFium takes their codes for those of an old alphabet (Mac Roman, Windows'), and what was Amharic comes out
 * as `ÄÅÇÉÑÖ`; so do fonts from before Unicode, whose Latin codes draw Ethiopic letters. Told by what no language writes.
 */
import type { Pdfium } from "@hyzyla/pdfium/dist/index.esm.js"

/** FXFONT_SYMBOLIC: the font has characters of its own. */
const SYMBOLIC = 4
/** Characters of a font below which nothing is told of it. */
const FEWEST = 12
/** Fonts of one page that are looked at. */
const MAX_FONTS = 200

/** What a font's characters on one page were taken for. */
interface Count {
  /** A to z, in either case. */
  letters: number
  vowels: number
  /** A capital behind a small letter. */
  humps: number
  digits: number
  /** Signs of ASCII that texts have few of. */
  signs: number
  /** Of the old alphabets beyond ASCII, what not all languages use. */
  foreign: number
  foreignLetters: number
  /** Those that are no letters and stand behind one. */
  inWords: number
  /** Beyond those alphabets: somebody has said what they are. */
  others: number
  /** The character before, as a text; empty behind a blank. */
  before: string
}

const none = (): Count => ({
  letters: 0,
  vowels: 0,
  humps: 0,
  digits: 0,
  signs: 0,
  foreign: 0,
  foreignLetters: 0,
  inWords: 0,
  others: 0,
  before: ""
})

/** Of Mac Roman, Windows' Latin and Adobe's standard encoding, what does not lie below U+0100. */
const BEYOND_LATIN = new Set("ŒœŠšŽžŸƒıˆˇ˘˙˚˛˜˝†‡‰⁄Ω∂∆∏∑√∞∫≈≠≤≥◊π\uf8ff")
/** Signs that any language may have, or have behind a word. */
const ORDINARY = new Set("\u00a0\u00ad«»°·®©ª²³¹º‘’“”‚„–—…•‹›€™ﬁﬂ")
const SIGNS = new Set("!\"#$%&'()*+/:;<=>?@[\\]^`{|}~")
const SMALL = /[a-z]/
const LETTER = /\p{L}/u

const add = (count: Count, unit: number): void => {
  const character = String.fromCodePoint(unit)
  if (/[a-z]/i.test(character)) {
    count.letters++
    if (/[aeiouy]/i.test(character)) count.vowels++
    if (!SMALL.test(character) && SMALL.test(count.before)) count.humps++
  } else if (unit >= 0x30 && unit <= 0x39) count.digits++
  else if (SIGNS.has(character)) count.signs++
  else if (unit >= 0x80 && !ORDINARY.has(character)) {
    if (unit >= 0x100 && !BEYOND_LATIN.has(character)) count.others++
    else {
      count.foreign++
      if (LETTER.test(character)) count.foreignLetters++
      else if (LETTER.test(count.before)) count.inWords++
    }
  }
  count.before = character
}

/**
 * Whether no language writes so: two in five letters with marks (in French, Icelandic, Czech it is one in four at most), or
 * with one in four signs like `‰` within words. A font of mathematical signs has no letters.
 */
const isNoLanguage = ({ digits, foreign, foreignLetters, inWords, letters, others, signs }: Count): boolean => {
  const all = letters + foreign + digits + signs
  if (others > 0 || all < FEWEST || foreign * 5 < all || foreignLetters * 4 < foreign) return false
  const written = letters + foreign
  return foreign * 5 > written * 2 || (foreign * 4 > written && inWords * 12 > written)
}

/** Whether hardly any text is so: mostly signs, or words without vowels, or with capitals in them. */
const isDoubtful = ({ digits, foreign, humps, letters, others, signs, vowels }: Count): boolean => {
  const all = letters + foreign + digits + signs
  if (others > 0 || all < FEWEST) return false
  return signs * 2 > all || (letters * 2 > all && (vowels * 7 < letters || humps * 5 > letters))
}

/** How far the characters of a font are known. */
type Certainty = "isKnown" | "isDoubtful" | "isUnknown"

export interface PageFonts {
  readonly certaintyAt: (index: number) => Certainty
}

const ALL_KNOWN: PageFonts = { certaintyAt: () => "isKnown" }

const fontAt = (pdfium: Pdfium, text: number, index: number): number => {
  const object = pdfium._FPDFText_GetTextObject(text, index)
  return object === 0 ? 0 : pdfium._FPDFTextObj_GetFont(object)
}

/** What the first `count` characters of a text page are taken for, by the handles of their fonts. */
const countByFont = (pdfium: Pdfium, text: number, count: number): ReadonlyMap<number, Count> => {
  const counts = new Map<number, Count>()
  let font = 0
  for (let index = 0; index < count; index++) {
    const unit = pdfium._FPDFText_GetUnicode(text, index)
    if (unit <= 0x20 || unit > 0x10ffff) {
      const known = counts.get(font)
      if (known !== undefined) known.before = ""
      continue
    }
    if (pdfium._FPDFText_HasUnicodeMapError(text, index) === 1) continue
    font = fontAt(pdfium, text, index)
    const known = counts.get(font) ?? none()
    if (!counts.has(font) && counts.size < MAX_FONTS) counts.set(font, known)
    add(known, unit)
  }
  return counts
}

/** Looks at the first `count` characters of a text page. Fonts that are not in the file are the reader's own, and known. */
export const read = (pdfium: Pdfium, text: number, count: number): PageFonts => {
  const found = new Map<number, Certainty>()
  for (const [font, taken] of countByFont(pdfium, text, count)) {
    if (font === 0 || pdfium._FPDFFont_GetIsEmbedded(font) !== 1) continue
    const isSymbolic = (pdfium._FPDFFont_GetFlags(font) & SYMBOLIC) !== 0
    if (isNoLanguage(taken)) found.set(font, "isUnknown")
    else if (isSymbolic && isDoubtful(taken)) found.set(font, "isDoubtful")
  }
  if (found.size === 0) return ALL_KNOWN
  return { certaintyAt: (index) => found.get(fontAt(pdfium, text, index)) ?? "isKnown" }
}
