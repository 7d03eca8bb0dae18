/** Where the samples of a track are in an MP4 or QuickTime file (ISO/IEC 14496-12, 8.7). */
import { type Box, childOf, numberIn } from "./IsoFile.ts"

/** The rows of a table behind its version, its flags, what is `before` their number, and the number. */
const rowsOf = (bytes: Buffer, box: Box | undefined, width: number): ReadonlyArray<number> => {
  if (box === undefined || box.start + 8 > box.end) return []
  const count = Math.min(bytes.readUInt32BE(box.start + 4), Math.floor((box.end - box.start - 8) / width))
  return Array.from({ length: count }, (_, at) => box.start + 8 + at * width)
}

/** Where the chunks begin, in bytes of the file. */
export const offsetsOf = (bytes: Buffer, stbl: Box): ReadonlyArray<number> => {
  const short = childOf(bytes, stbl, "stco")
  return short === undefined
    ? rowsOf(bytes, childOf(bytes, stbl, "co64"), 8).map((at) => Number(bytes.readBigUInt64BE(at)))
    : rowsOf(bytes, short, 4).map((at) => bytes.readUInt32BE(at))
}

/** The samples of each chunk: as many as the last row says that does not begin behind it. */
export function* samplesOfChunks(bytes: Buffer, stbl: Box): Generator<number> {
  const rows = rowsOf(bytes, childOf(bytes, stbl, "stsc"), 12)
  let row = 0
  for (let chunk = 1; ; chunk++) {
    while (row + 1 < rows.length && bytes.readUInt32BE(rows[row + 1] ?? 0) <= chunk) row++
    const at = rows[row]
    if (at === undefined) return
    yield bytes.readUInt32BE(at + 4)
  }
}

/** The length of each sample; `one` where all have the same, else 0. */
export const sizesOf = (bytes: Buffer, stbl: Box) => {
  const box = childOf(bytes, stbl, "stsz")
  const one = numberIn(bytes, box, 4, 4) ?? 0
  const of = (at: number): number => one || (numberIn(bytes, box, 12 + 4 * at, 12 + 4 * at) ?? 0)
  return { one, of }
}

/** Bytes of a file that are decoded at once. */
export interface Sample {
  readonly at: number
  readonly bytes: number
  /** That of its first sample, from 0. */
  readonly number: number
}

/** Plain samples that are taken together. */
const TOGETHER = 1_024

/** The samples in their order; of those that are plain and all of one length many at once. */
export function* samplesIn(bytes: Buffer, stbl: Box, isPlain: boolean): Generator<Sample> {
  const counts = samplesOfChunks(bytes, stbl)
  const { of, one } = sizesOf(bytes, stbl)
  const step = isPlain && one > 0 ? TOGETHER : 1
  let sample = 0
  for (const offset of offsetsOf(bytes, stbl)) {
    const count = counts.next().value ?? 0
    let at = offset
    for (let left = count; left > 0; left -= step) {
      const length = step > 1 ? Math.min(left, step) * one : of(sample + count - left)
      // The table ends before the samples do.
      if (length === 0) return
      yield { at, bytes: length, number: sample + count - left }
      at += length
    }
    sample += count
  }
}

/** Seconds at which samples stand, which are to be asked for in their order; undefined for those that the table lacks. */
export const timesIn = (bytes: Buffer, stbl: Box, ticks: number): ((sample: number) => number | undefined) => {
  const rows = rowsOf(bytes, childOf(bytes, stbl, "stts"), 8)
  let row = 0
  let first = 0
  let at = 0
  return (sample) => {
    for (let place = rows[row]; place !== undefined; place = rows[++row]) {
      const [count, lasts] = [bytes.readUInt32BE(place), bytes.readUInt32BE(place + 4)]
      if (sample < first + count) return (at + (sample - first) * lasts) / ticks
      first += count
      at += count * lasts
    }
    return undefined
  }
}
