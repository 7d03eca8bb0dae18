/** The pages of an Ogg file (RFC 3533, section 6). */
import * as Ogg from "./Ogg.ts"

export interface Page {
  readonly bytes: Buffer
  readonly serial: number
  readonly position: number
  readonly isContinued: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly lengths: ReadonlyArray<number>
  readonly body: Buffer
  readonly isWhole: boolean
}

export const MARK = "OggS"
export const HEADER_BYTES = 27
/** The position of a page on which no packet ends. */
const NOWHERE = -1
const CONTINUED = 1
const FIRST = 2
const LAST = 4

/** A page; of one that is cut off what is there. */
export const pageAt = (file: Buffer, at: number): Page | undefined => {
  if (at + HEADER_BYTES > file.length) return undefined
  const count = file.readUInt8(at + 26)
  const lengths = Array.from(file.subarray(at + HEADER_BYTES, at + HEADER_BYTES + count))
  const start = at + HEADER_BYTES + count
  const whole = start + lengths.reduce((sum, length) => sum + length, 0)
  const end = Math.min(file.length, whole)
  const flags = file.readUInt8(at + 5)
  return {
    bytes: file.subarray(at, end),
    serial: file.readUInt32LE(at + 14),
    // That of its last packet, which one that is cut off has not.
    position: end < whole ? NOWHERE : Number(file.readBigInt64LE(at + 6)),
    isContinued: (flags & CONTINUED) !== 0,
    isFirst: (flags & FIRST) !== 0,
    isLast: (flags & LAST) !== 0,
    lengths,
    body: file.subarray(start, end),
    isWhole: end === whole
  }
}

/** How a page of version 0 begins that begins a stream. */
const FIRST_MARK = Buffer.from("OggS\0\x02", "latin1")
/** Pages of one sound that are looked at for others in them: that takes time. */
const MOST_LOOKED_AT = 1_000

/** Finds where within a page another file begins, behind a recording that was cut off in the middle of the page. */
export const makeCutFinder = () => {
  let left = MOST_LOOKED_AT
  return (page: Buffer): number | undefined => {
    const at = page.indexOf(FIRST_MARK, MARK.length)
    return at < 0 || left-- <= 0 || Ogg.isIntact(page) ? undefined : at
  }
}

/** Whether bytes behind the last page begin another one. */
const beginsPage = (rest: Buffer): boolean =>
  rest.length > 0 && MARK.startsWith(rest.toString("latin1", 0, MARK.length))

/** All pages, how many bytes are between them, and whether the file ends within one. */
export const pagesOf = (file: Buffer) => {
  const pages: Array<Page> = []
  const cutOf = makeCutFinder()
  let passedOver = 0
  let at = 0
  while (at < file.length) {
    const position = file.indexOf(MARK, at, "latin1")
    const whole = position < 0 ? undefined : pageAt(file, position)
    const cut = whole === undefined ? undefined : cutOf(whole.bytes)
    const page = cut === undefined ? whole : pageAt(file.subarray(0, position + cut), position)
    if (page === undefined) {
      const rest = file.subarray(at)
      return beginsPage(rest)
        ? { pages, passedOver, isCutOff: true }
        : { pages, passedOver: passedOver + rest.length, isCutOff: false }
    }
    passedOver += position - at
    pages.push(page)
    at = position + page.bytes.length
  }
  return { pages, passedOver, isCutOff: pages.at(-1)?.isWhole === false }
}
