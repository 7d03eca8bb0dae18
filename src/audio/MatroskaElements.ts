/**
 * Elements of Matroska (RFC 8794): a name, a length and what they hold. What of one that is still coming has not come
 * yet is undefined.
 */
import { Undecodable } from "./DecodingFailures.ts"

/** Bytes of a number, by the leading zeros of its first; 9 where that says nothing. */
const lengthBy = (first: number): number => Math.clz32(first) - 23

/** A number whose first byte says how many bytes it has; undefined where not all of them are there, or it says nothing. */
const variableAt = (bytes: Buffer, at: number, isMarkKept: boolean) => {
  const first = bytes[at] ?? 0
  const length = lengthBy(first)
  if (first === 0 || at + length > bytes.length) return undefined
  let value = isMarkKept ? first : first & (0xff >> length)
  let isUnknown = value === 0xff >> length
  for (const byte of bytes.subarray(at + 1, at + length)) {
    value = value * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { value, length, isUnknown }
}

/** The same of a file that comes, in which none is longer than `most`. */
export const numberAt = (bytes: Buffer, at: number, most: number, isMarkKept: boolean) => {
  const first = bytes[at]
  if (first !== undefined && lengthBy(first) > most) throw new Undecodable("is a damaged WebM")
  return variableAt(bytes, at, isMarkKept)
}

/** What a file begins with, and bytes within which it says what kind of document it is; that is some 40 long. */
export const FILE_MARK = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
export const EBML_HEAD = 64

/** Whether bytes that begin as a file does say that they are Matroska or WebM; behind the name there may be zeros. */
export const saysItsKind = (bytes: Buffer): boolean =>
  /B\x82.{1,8}?(?:webm|matroska)/s.test(bytes.toString("latin1", 0, EBML_HEAD))

/**
 * Where within bytes, before `end`, another file begins; undefined where none does, and "unclear" where one may of which
 * too little is there to know.
 */
export const fileWithin = (bytes: Buffer, end: number): number | "unclear" | undefined => {
  for (let at = bytes.indexOf(FILE_MARK, 1); at >= 0 && at < end; at = bytes.indexOf(FILE_MARK, at + 1)) {
    if (saysItsKind(bytes.subarray(at))) return at
    if (bytes.length - at < EBML_HEAD) return "unclear"
  }
  return undefined
}

export interface ElementHead {
  readonly id: number
  readonly bytes: number
  /** Undefined where it is not known. */
  readonly size: number | undefined
}

const MOST_ID_BYTES = 4
const MOST_SIZE_BYTES = 8

/** The head of an element that comes. */
export const headAt = (bytes: Buffer, at = 0): ElementHead | undefined => {
  const id = numberAt(bytes, at, MOST_ID_BYTES, true)
  const size = id === undefined ? undefined : numberAt(bytes, at + id.length, MOST_SIZE_BYTES, false)
  if (id === undefined || size === undefined) return undefined
  return { id: id.value, bytes: id.length + size.length, size: size.isUnknown ? undefined : size.value }
}

/** The head of an element of a file that is all there; undefined also for what cannot be one. */
export const headIn = (bytes: Buffer, at: number): ElementHead | undefined => {
  const [first = 0] = bytes.subarray(at, at + 1)
  const isDamaged = lengthBy(first) > MOST_ID_BYTES || bytes[at + lengthBy(first)] === 0
  return isDamaged ? undefined : headAt(bytes, at)
}

/** A block's track, by its number, and how long that is; undefined where it does not say it. */
export const trackOf = (block: Buffer) => variableAt(block, 0, false)

/** The elements of one that is whole, each by its id; of several of one id the first. */
export const childrenOf = (bytes: Buffer): ReadonlyArray<readonly [id: number, content: Buffer]> => {
  const children: Array<readonly [number, Buffer]> = []
  for (let at = 0; at < bytes.length; ) {
    const head = headAt(bytes, at)
    if (head?.size === undefined) break
    children.push([head.id, bytes.subarray(at + head.bytes, at + head.bytes + head.size)])
    at += head.bytes + head.size
  }
  return children
}

export const unsigned = (bytes: Buffer | undefined): number => bytes?.reduce((sum, byte) => sum * 256 + byte, 0) ?? 0

export const float = (bytes: Buffer | undefined): number | undefined =>
  bytes?.length === 4 ? bytes.readFloatBE() : bytes?.length === 8 ? bytes.readDoubleBE() : undefined
