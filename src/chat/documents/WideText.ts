/** Encodings of text that the platform has no decoder for: UTF-32, and UTF-8 with surrogates, as CESU-8 has them. */

/** UTF-32 in both orders of bytes. */
export const ENCODINGS = ["utf-32le", "utf-32be"] as const
/** UTF-8 whose characters beyond the first plane are pairs of surrogates, or halves of them. */
export const WITH_SURROGATES = "cesu-8"

const MARKS: ReadonlyArray<readonly [encoding: string, mark: ReadonlyArray<number>]> = [
  ["utf-32le", [0xff, 0xfe, 0, 0]],
  ["utf-32be", [0, 0, 0xfe, 0xff]]
]

const LARGEST = 0x10ffff
const MARK = 0xfeff
const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff

/** UTF-32 as text, without its mark; undefined where it is none. What was cut off at the end is left out. */
const fromUtf32 = (bytes: Uint8Array, isLittle: boolean): string | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const units = Buffer.alloc(bytes.length)
  let end = 0
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, isLittle)
    if (code === 0 || code > LARGEST || isSurrogate(code)) return undefined
    if (at === 0 && code === MARK) continue
    if (code > 0xffff) {
      end = units.writeUInt16LE(0xd800 + ((code - 0x10000) >> 10), end)
      end = units.writeUInt16LE(0xdc00 + ((code - 0x10000) & 0x3ff), end)
    } else end = units.writeUInt16LE(code, end)
  }
  return units.toString("utf16le", 0, end)
}

const isTrail = (byte: number | undefined): byte is number => byte !== undefined && byte >= 0x80 && byte < 0xc0

/** The surrogate that three bytes of UTF-8 would be; undefined where they are none. */
const surrogateAt = (bytes: Uint8Array, at: number): number | undefined => {
  const [first, middle, last] = [bytes[at], bytes[at + 1], bytes[at + 2]]
  return first === 0xed && isTrail(middle) && middle >= 0xa0 && isTrail(last)
    ? 0xd000 + ((middle & 0x3f) << 6) + (last & 0x3f)
    : undefined
}

const text = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Text with its surrogates, of which two may make a character; undefined where all else is not UTF-8. */
const fromSurrogates = (bytes: Uint8Array): string | undefined => {
  const parts: Array<string> = []
  let from = 0
  for (let at = bytes.indexOf(0xed); at >= 0; at = bytes.indexOf(0xed, at + 1)) {
    const surrogate = surrogateAt(bytes, at)
    if (surrogate === undefined) continue
    const before = text(bytes.subarray(from, at))
    if (before === undefined) return undefined
    parts.push(before, String.fromCharCode(surrogate))
    from = at + 3
  }
  const rest = text(bytes.subarray(from))
  return rest === undefined ? undefined : parts.join("") + rest
}

/** Whether all is UTF-8 but for surrogates, of which there are some. */
export const hasSurrogates = (bytes: Uint8Array): boolean => {
  let at = bytes.indexOf(0xed)
  while (at >= 0 && surrogateAt(bytes, at) === undefined) at = bytes.indexOf(0xed, at + 1)
  return at >= 0 && fromSurrogates(bytes) !== undefined
}

/** The text, where the encoding is one of these and the bytes are in it. Halves of pairs stay as they are. */
export const decoded = (bytes: Uint8Array, encoding: string): string | undefined => {
  if (encoding === WITH_SURROGATES) return fromSurrogates(bytes)
  return encoding === "utf-32le" || encoding === "utf-32be" ? fromUtf32(bytes, encoding === "utf-32le") : undefined
}

/** The encoding of UTF-32 behind its mark; undefined without. */
export const markedEncodingOf = (bytes: Uint8Array): string | undefined => {
  const found = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0]
  return found !== undefined && decoded(bytes, found) !== undefined ? found : undefined
}
