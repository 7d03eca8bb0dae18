/**
 * Text files: UTF-8; UTF-16 and UTF-32, also without a byte order mark; windows-1252, windows-1254, ISO 8859-15 and
 * Mac Roman that are mostly letters. What is text in another encoding is refused as that.
 */
import { isUtf8 } from "node:buffer"
import type { Excerpt } from "./Excerpt.ts"
import { Unreadable } from "./Unreadable.ts"
import * as WideText from "./WideText.ts"

/** The encoding that a byte order mark stands for; UTF-8 without one. */
export const encodingOf = ([first, second]: Uint8Array): string => {
  if (first === 0xff && second === 0xfe) return "utf-16le"
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8"
}

/** Bytes at the start of a file by which an encoding is guessed; an even number. */
const GUESSED_BY = 64 * 1024
/** Bytes below which nothing is guessed. */
const FEWEST = 8
/** Bytes from which bytes without a control character are text, whatever its encoding, and from which a few make no difference. */
const UNTOLD_FROM = 12
const TEXT_FROM = 32

/** Control characters that no text has; tabs, line and page breaks and escape sequences it may. */
const isControl = (code: number): boolean => code < 0x20 && (code < 0x09 || code > 0x0d) && code !== 0x1b

const hasControls = (bytes: Uint8Array): boolean => bytes.some(isControl)

/** A control character as text: what parts fields as a blank, others not at all. */
const shownControl = (character: string): string => {
  const code = character.charCodeAt(0)
  if (!isControl(code)) return character
  return code === 0 || (code >= 0x1c && code <= 0x1e) ? " " : ""
}

/** One in so many bytes may be one, where all else is UTF-8. */
const FEWER_THAN_ONE_IN = 8

/** Where a text ends before what fills its file up, or marks its end. */
const endOf = (length: number, codeAt: (index: number) => number | undefined): number => {
  let end = length
  while (end > 0 && (codeAt(end - 1) === 0 || codeAt(end - 1) === 0x1a)) end--
  return end
}

/** UTF-8 in which a field's end, a page's or a file's is marked by a control character, or that is filled up with them. */
const isUtf8WithControls = (bytes: Uint8Array): boolean => {
  const text = bytes.subarray(
    0,
    endOf(bytes.length, (index) => bytes[index])
  )
  if (text.length < TEXT_FROM || !isUtf8(text)) return false
  let controls = 0
  for (const byte of text) if (isControl(byte)) controls++
  return controls * FEWER_THAN_ONE_IN <= text.length
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Undefined where it is not well-formed; a character may go on behind a part of a file. */
const decoded = (bytes: Uint8Array, encoding: string, stream = true): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream })
  } catch {
    return undefined
  }
}

/** UTF-8 with a mark or without; UTF-16 with one. */
export const markedEncodingOf = (bytes: Uint8Array): string | undefined => {
  const encoding = encodingOf(bytes)
  if (encoding === "utf-8") return isUtf8(bytes) && !hasControls(bytes) ? encoding : undefined
  return bytes.length % 2 === 0 && decoded(bytes, encoding, false)?.includes("\0") === false ? encoding : undefined
}

/** Characters beyond ASCII for each that is broken. */
const FEWER_BROKEN = 5

/** UTF-8 of which single characters are broken: cut off at the end, or pasted from elsewhere. */
const isNearlyUtf8 = (bytes: Uint8Array): boolean => {
  const text = new TextDecoder().decode(bytes)
  const broken = count(text, /\ufffd/g)
  return count(text, /[^\p{ASCII}\ufffd]/gu) >= FEWER_BROKEN * broken
}

/** Where alphabets and their punctuation end. */
const ABOVE_ALPHABETS = 0x2100

/** Of a text in UTF-16, how much lies where alphabets and their punctuation do: nothing where it has what no text has. */
const alphabetic = (bytes: Uint8Array, encoding: string): number => {
  const text = WideText.decoded(bytes, encoding) ?? decoded(bytes, encoding)
  if (text === undefined || text === "" || /[\p{Cn}\p{Co}]/u.test(text)) return 0
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
  return units.some(isControl) ? 0 : units.filter((unit) => unit < ABOVE_ALPHABETS).length / units.length
}

/** Share of a text that must lie there. In the wrong order of bytes alphabets lie far above. */
const MOST = 0.9

const wideEncodingOf = (bytes: Uint8Array): string | undefined =>
  [...WideText.ENCODINGS, "utf-16le", "utf-16be"].find((encoding) => alphabetic(bytes, encoding) >= MOST)

/** UTF-16 behind its mark of which some characters are broken, or that was cut off. */
const isNearlyUtf16 = (bytes: Uint8Array, encoding: string): boolean => {
  const text = new TextDecoder(encoding).decode(bytes)
  return !text.includes("\0") && count(text, /\ufffd/g) * 20 <= text.length
}

/** Symbols within a word are letters of another code page, except what joins words; so are marks behind one that open a quotation. */
const FOREIGN = /\p{L}(?:[^\p{ASCII}\p{L}\p{Pd}\p{Zs}\u2018\u2019\u00b7\u00ad]\p{L}|[\u201a\u201e])/u

/** What tells of an encoding: letters, and what is neither of ASCII nor stands beside numbers in every language. */
const TELLING = /\p{L}|[^\p{ASCII}\s\p{Sc}°§ºª²³]/gu

/** Letters are most of what tells, and few of them are other than a to z: in Cyrillic, Greek or Arabic read so, all are. */
const isWestern = (bytes: Uint8Array, encoding: string): boolean => {
  const text = decoded(bytes, encoding) ?? ""
  const letters = count(text, /\p{L}/gu)
  const isMostLetters = letters > 0 && letters * 5 >= count(text, TELLING) * 3
  return (
    isMostLetters &&
    count(text, /[^\p{ASCII}\P{L}]/gu) * 3 <= letters &&
    !/[^\p{ASCII}\P{Cc}]/u.test(text) &&
    !FOREIGN.test(text)
  )
}

/** Of a Mac before 2001, whose letters with marks lie elsewhere. */
const MAC = "macintosh"
/** A capital with a mark behind a small letter: the small letters of MS-DOS, read so. */
const MARKED_HUMP = /\p{Ll}(?![A-Z])\p{Lu}/u

const isMac = (bytes: Uint8Array): boolean => isWestern(bytes, MAC) && !MARKED_HUMP.test(decoded(bytes, MAC) ?? "")

/** Letters of Icelandic that Turkish has in their places, and those that Icelandic has beside them. */
const TURKISH_PLACES = /[ðþýÐÞÝ]/
const ICELANDIC = /[áíúæÁÍÚÆ]/

/** Which of the encodings that differ in a few characters: windows-1252 has signs in 80 to 9F, and ¤ is nobody's. */
const westernOf = (bytes: Uint8Array): string => {
  const text = decoded(bytes, "windows-1252") ?? ""
  if (TURKISH_PLACES.test(text) && !ICELANDIC.test(text)) return "windows-1254"
  const isIso = !bytes.some((byte) => byte >= 0x80 && byte < 0xa0) && /¤|[¼½¾]\p{L}/u.test(text)
  return isIso ? "iso-8859-15" : "windows-1252"
}

/** Text whose encoding cannot be told. */
const UNTOLD = "untold"

/** The encoding of a text, `UNTOLD` included; undefined for what is none. */
export const textEncodingOf = (bytes: Uint8Array): string | undefined => {
  const wideMark = WideText.markedEncodingOf(bytes)
  if (wideMark !== undefined) return wideMark
  const marked = markedEncodingOf(bytes)
  if (marked !== undefined) return marked
  const mark = encodingOf(bytes)
  if (mark !== "utf-8") return isNearlyUtf16(bytes, mark) ? mark : undefined
  if (bytes.length < FEWEST) return undefined
  const start = bytes.subarray(0, GUESSED_BY)
  const wide = wideEncodingOf(start)
  if (wide !== undefined) return wide
  if (isUtf8WithControls(bytes)) return "utf-8"
  if (hasControls(bytes)) return undefined
  if (WideText.hasSurrogates(bytes)) return WideText.WITH_SURROGATES
  if (isNearlyUtf8(start)) return "utf-8"
  const western = westernOf(start)
  if (isWestern(start, western)) return western
  if (isMac(start)) return MAC
  return bytes.length >= UNTOLD_FROM ? UNTOLD : undefined
}

const NAMES: Readonly<Record<string, string>> = { "utf-8": "UTF-8", "utf-16le": "UTF-16", "utf-16be": "UTF-16" }

/**
 * Line ends become `\n`, control characters go; nothing else changes. The bytes have been seen to be text. Throws
 * `Unreadable`.
 */
export const read = (bytes: Uint8Array, excerpt: Excerpt): void => {
  const encoding = textEncodingOf(bytes) ?? UNTOLD
  if (encoding === UNTOLD) throw new Unreadable("is text in an encoding that is not known; send it in UTF-8")
  const whole = WideText.decoded(bytes, encoding) ?? new TextDecoder(encoding).decode(bytes)
  const text = whole.slice(
    0,
    endOf(whole.length, (index) => whole.charCodeAt(index))
  )
  const name = NAMES[encoding]
  if (name !== undefined && decoded(bytes, encoding, false) === undefined)
    excerpt.leaveOut(`Characters that are not valid ${name} are not included.`)
  const shown = text.replace(/\p{Cc}/gu, shownControl)
  if (shown !== text) excerpt.leaveOut("Control characters are not included.")
  excerpt.append(shown.replace(/\r\n?/g, "\n"))
}
