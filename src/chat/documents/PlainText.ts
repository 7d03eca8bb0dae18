/**
 * Text files: UTF-8; UTF-16, also without a byte order mark; windows-1252 that
 * is mostly letters. What is text in another encoding is refused as that.
 */
import { isUtf8 } from "node:buffer"
import type { Excerpt } from "./Excerpt.ts"
import { Unreadable } from "./Unreadable.ts"

/** The encoding that a byte order mark stands for; UTF-8 without one. */
export const encodingOf = ([first, second]: Uint8Array): string => {
  if (first === 0xff && second === 0xfe) return "utf-16le"
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8"
}

/** Bytes at the start of a file by which an encoding is guessed; an even number. */
const GUESSED_BY = 64 * 1024
/** Bytes below which nothing is guessed. */
const FEWEST = 8
/** Bytes from which bytes without a control character are text, whatever its encoding. */
const TEXT_FROM = 32

/** Control characters that no text has; tabs, line and page breaks and escape sequences it may. */
const isControl = (code: number): boolean => code < 0x20 && (code < 0x09 || code > 0x0d) && code !== 0x1b

const hasControls = (bytes: Uint8Array): boolean => bytes.some(isControl)

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

/** UTF-8 of which single characters are broken: cut off at the end, or pasted from elsewhere. */
const isNearlyUtf8 = (bytes: Uint8Array): boolean => {
  const text = new TextDecoder().decode(bytes)
  const broken = count(text, /\ufffd/g)
  return count(text, /[^\p{ASCII}\ufffd]/gu) >= 20 * broken
}

/** Where alphabets and their punctuation end. */
const ABOVE_ALPHABETS = 0x2100

/** Of a text in UTF-16, how much lies where alphabets and their punctuation do: nothing where it has what no text has. */
const alphabetic = (bytes: Uint8Array, encoding: string): number => {
  const text = decoded(bytes, encoding)
  if (text === undefined || /[\p{Cn}\p{Co}]/u.test(text)) return 0
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
  return units.some(isControl) ? 0 : units.filter((unit) => unit < ABOVE_ALPHABETS).length / units.length
}

/** Share of a text that must lie there. In the wrong order of bytes alphabets lie far above. */
const MOST = 0.9

const utf16Of = (bytes: Uint8Array): string | undefined =>
  ["utf-16le", "utf-16be"].find((encoding) => alphabetic(bytes, encoding) >= MOST)

/** Symbols within a word are letters of another code page, except what joins words. */
const FOREIGN = /\p{L}[^\p{ASCII}\p{L}\p{Pd}\p{Zs}\u2018\u2019\u00b7\u00ad]\p{L}/u

/** Letters are most of it, and few of them are other than a to z: in Cyrillic, Greek or Arabic read so, all are. */
const isWestern = (bytes: Uint8Array): boolean => {
  const text = decoded(bytes, "windows-1252") ?? ""
  const letters = count(text, /\p{L}/gu)
  const isMostLetters = letters * 5 >= count(text, /\S/g) * 3
  return (
    isMostLetters &&
    count(text, /[^\p{ASCII}\P{L}]/gu) * 3 <= letters &&
    !/[^\p{ASCII}\P{Cc}]/u.test(text) &&
    !FOREIGN.test(text)
  )
}

/** Text whose encoding cannot be told. */
const UNTOLD = "untold"

/** The encoding of a text, `UNTOLD` included; undefined for what is none. */
export const textEncodingOf = (bytes: Uint8Array): string | undefined => {
  const marked = markedEncodingOf(bytes)
  if (marked !== undefined || encodingOf(bytes) !== "utf-8" || bytes.length < FEWEST) return marked
  const start = bytes.subarray(0, GUESSED_BY)
  const wide = bytes.length % 2 === 0 ? utf16Of(start) : undefined
  if (wide !== undefined) return wide
  if (hasControls(bytes)) return undefined
  if (isNearlyUtf8(start)) return "utf-8"
  if (isWestern(start)) return "windows-1252"
  return bytes.length >= TEXT_FROM ? UNTOLD : undefined
}

/** Line ends become `\n`; nothing else changes. The bytes have been seen to be text. Throws `Unreadable`. */
export const read = (bytes: Uint8Array, excerpt: Excerpt): void => {
  const encoding = textEncodingOf(bytes) ?? UNTOLD
  if (encoding === UNTOLD) throw new Unreadable("is text in an encoding that is not known; send it in UTF-8")
  const text = new TextDecoder(encoding).decode(bytes)
  if (encoding === "utf-8" && !isUtf8(bytes)) excerpt.leaveOut("Characters that are not valid UTF-8 are not included.")
  excerpt.append(text.replace(/\r\n?/g, "\n"))
}
