/** RTF as tokens: groups, control words, bytes of text. */
export type Token =
  | { readonly _tag: "Open" }
  | { readonly _tag: "Close" }
  /** `\fs24` is `fs` with 24; control symbols such as `\*` are words of one character. */
  | { readonly _tag: "Word"; readonly name: string; readonly value: number | undefined }
  /** Bytes in the font's encoding. */
  | { readonly _tag: "Text"; readonly bytes: Uint8Array }
  /** What follows `\binN`: bytes that are no text. */
  | { readonly _tag: "Data"; readonly bytes: Uint8Array }

const BACKSLASH = 0x5c
const OPEN = 0x7b
const CLOSE = 0x7d

const isLetter = (byte: number): boolean => (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a)
const isLineEnd = (byte: number): boolean => byte === 0x0d || byte === 0x0a

/** Longer ones exist in no version of the format. */
const LONGEST_WORD = 32
const LONGEST_NUMBER = 11

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39
const MINUS = 0x2d
const BLANK = 0x20

/** The control word whose letters begin at `at`: its name, its number, and the blank that ends it. */
const wordAt = (bytes: Buffer, at: number) => {
  let end = at
  while (isLetter(bytes[end] ?? 0) && end - at < LONGEST_WORD) end++
  const name = bytes.toString("latin1", at, end)
  const digits = end
  if (bytes[end] === MINUS && isDigit(bytes[end + 1])) end++
  while (isDigit(bytes[end]) && end - digits < LONGEST_NUMBER) end++
  const value = end > digits ? Number(bytes.toString("latin1", digits, end)) : undefined
  return { name, value, end: bytes[end] === BLANK ? end + 1 : end }
}

/** What the control symbol or word after the backslash at `at` is, and where it ends. */
const control = (bytes: Buffer, at: number): { readonly token: Token | undefined; readonly end: number } => {
  const byte = bytes[at + 1]
  if (byte === undefined) return { token: undefined, end: at + 1 }
  if (isLetter(byte)) {
    const { end, name, value } = wordAt(bytes, at + 1)
    if (name === "bin") {
      const past = end + Math.max(value ?? 0, 0)
      return { token: { _tag: "Data", bytes: bytes.subarray(end, past) }, end: past }
    }
    return { token: { _tag: "Word", name, value }, end }
  }
  if (byte === 0x27) {
    const code = Number.parseInt(bytes.toString("latin1", at + 2, at + 4), 16)
    return { token: Number.isNaN(code) ? undefined : { _tag: "Text", bytes: Uint8Array.of(code) }, end: at + 4 }
  }
  if (byte === BACKSLASH || byte === OPEN || byte === CLOSE) {
    return { token: { _tag: "Text", bytes: Uint8Array.of(byte) }, end: at + 2 }
  }
  const name = isLineEnd(byte) ? "par" : String.fromCharCode(byte)
  return { token: { _tag: "Word", name, value: undefined }, end: at + 2 }
}

const isPlain = (byte: number | undefined): boolean =>
  byte !== undefined && byte !== BACKSLASH && byte !== OPEN && byte !== CLOSE && !isLineEnd(byte)

export function* tokens(bytes: Buffer): Generator<Token, void> {
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at]
    if (byte === BACKSLASH) {
      const { end, token } = control(bytes, at)
      if (token !== undefined) yield token
      at = end
    } else if (byte === OPEN || byte === CLOSE) {
      yield { _tag: byte === OPEN ? "Open" : "Close" }
      at++
    } else {
      const start = at
      while (isPlain(bytes[at])) at++
      if (at > start) yield { _tag: "Text", bytes: bytes.subarray(start, at) }
      else at++
    }
  }
}
