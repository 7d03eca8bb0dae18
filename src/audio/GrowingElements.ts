/** Elements of Matroska (RFC 8794) that come: what has not come yet is undefined. */
import { Undecodable } from "./DecodingFailures.ts"

/** A number whose first byte says by its leading zeros how many bytes it has; undefined where not all of them are there. */
export const numberAt = (bytes: Buffer, at: number, most: number, isMarkKept: boolean) => {
  const [first] = bytes.subarray(at, at + 1)
  if (first === undefined) return undefined
  const length = Math.clz32(first) - 23
  if (length > most) throw new Undecodable("is a damaged WebM")
  if (at + length > bytes.length) return undefined
  let value = isMarkKept ? first : first & (0xff >> length)
  let isUnknown = value === 0xff >> length
  for (const byte of bytes.subarray(at + 1, at + length)) {
    value = value * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { value, length, isUnknown }
}

/** What a file begins with, and bytes within which it says what kind of document it is; that is some 40 long. */
export const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
export const EBML_HEAD = 64

/** Whether bytes that begin as a file does say that they are Matroska or WebM; behind the name there may be zeros. */
export const saysItsKind = (bytes: Buffer): boolean =>
  /B\x82.{1,8}?(?:webm|matroska)/s.test(bytes.toString("latin1", 0, EBML_HEAD))

/**
 * Where within bytes, before `end`, another file begins; undefined where none does, and "unclear" where one may of which
 * too little is there to know.
 */
export const fileWithin = (bytes: Buffer, end: number): number | "unclear" | undefined => {
  for (let at = bytes.indexOf(EBML, 1); at >= 0 && at < end; at = bytes.indexOf(EBML, at + 1)) {
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

export const headAt = (bytes: Buffer, at = 0): ElementHead | undefined => {
  const id = numberAt(bytes, at, 4, true)
  const size = id === undefined ? undefined : numberAt(bytes, at + id.length, 8, false)
  if (id === undefined || size === undefined) return undefined
  return { id: id.value, bytes: id.length + size.length, size: size.isUnknown ? undefined : size.value }
}

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
