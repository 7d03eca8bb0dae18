/** Text files: UTF-8, or UTF-16 with a byte order mark. */
import type { Excerpt } from "./Excerpt.ts"

/** The encoding that a byte order mark stands for; UTF-8 without one. */
export const encodingOf = ([first, second]: Uint8Array): string => {
  if (first === 0xff && second === 0xfe) return "utf-16le"
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8"
}

/** Line ends become `\n`; nothing else changes. The bytes have been seen to be text. */
export const read = (bytes: Uint8Array, excerpt: Excerpt): void =>
  excerpt.append(new TextDecoder(encodingOf(bytes)).decode(bytes).replace(/\r\n?/g, "\n"))
