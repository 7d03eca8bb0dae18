/** AAC in ADTS with damaged frames (ISO/IEC 14496-3, 1.A.3.2), at the first of which its reader (mediabunny 1.61) stops or throws. */
import { adtsLength, areFrames, tagLength } from "./Tags.ts"

interface Repaired {
  readonly file: Uint8Array
  /** Bytes that are no frames and no tags, and were left out. */
  readonly lost: number
  /** The last frame is longer than what is there of it. */
  readonly isCutOff: boolean
}

const HEAD_BYTES = 7

/** Bytes of a frame that its reader reads: it has the order of its channels in its head, and is one block of sound. */
const lengthAt = (bytes: Buffer, at: number): number | undefined => {
  const [rates = 0, channels = 0] = [bytes[at + 2], bytes[at + 3]]
  const hasLayout = (rates & 1) !== 0 || (channels & 0xc0) !== 0
  return hasLayout && ((bytes[at + 6] ?? 0) & 3) === 0 ? adtsLength(bytes, at) : undefined
}

/** Bytes of a frame whose profile, rate and channels are those of another one. */
const lengthAlike = (bytes: Buffer, at: number, other: number): number | undefined => {
  const differs = (place: number, mask: number) =>
    (((bytes[at + place] ?? 0) ^ (bytes[other + place] ?? 0)) & mask) !== 0
  return differs(1, 0xff) || differs(2, 0xfd) || differs(3, 0xc0) ? undefined : lengthAt(bytes, at)
}

/** Whether frames that are alike begin here: a stream may change what it is from one frame to the next. */
const isRun = (bytes: Buffer, at: number): boolean => areFrames(bytes, at, (all, place) => lengthAlike(all, place, at))

/** Places of a file at which frames are looked for behind damage; a damaged frame has some ten by chance. */
const MOST_PLACES = 200_000

/** Looks for where frames go on; undefined where there are no more, or it has looked too often. */
const frameSearch = (bytes: Buffer) => {
  let places = 0
  return (from: number): number | undefined => {
    for (let at = bytes.indexOf(0xff, from); at >= 0 && places < MOST_PLACES; at = bytes.indexOf(0xff, at + 1)) {
      places++
      if (isRun(bytes, at)) return at
    }
    return undefined
  }
}

/** Tags of one file that are looked at; a broadcast has one for some seconds. */
const MOST_TAGS = 100_000

/** Bytes of a tag, as each segment of a broadcast begins with one, behind which frames or other tags come, or nothing. */
const passedOver = (bytes: Buffer, at: number): number => {
  const length = tagLength(bytes, at)
  const end = at + length
  const isTrue = end === bytes.length || lengthAt(bytes, end) !== undefined || tagLength(bytes, end) > 0
  return length > 0 && isTrue ? length : 0
}

/** Bytes behind the last frame up to the last that is not 0: files are filled up with zeros. */
const contentBehind = (bytes: Buffer, from: number): number => {
  let end = bytes.length
  while (end > from && bytes[end - 1] === 0) end--
  return end - from
}

/** The frames alone. */
export const repaired = (file: Uint8Array): Repaired => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const parts: Array<Uint8Array> = []
  const framesBehind = frameSearch(bytes)
  let [lost, from, at, tags] = [0, 0, 0, 0]
  /** The last frame that is known to be one: others are as it is. */
  let known: number | undefined
  let isCutOff = false
  const leaveOut = (start: number, end: number): void => {
    if (start > from) parts.push(bytes.subarray(from, start))
    from = end
    at = end
  }
  while (at < bytes.length) {
    const tag = tags < MOST_TAGS ? passedOver(bytes, at) : 0
    if (tag > 0) {
      tags++
      leaveOut(at, at + tag)
      continue
    }
    if (known === undefined && isRun(bytes, at)) known = at
    const length = known === undefined ? undefined : lengthAlike(bytes, at, known)
    const end = at + (length ?? 0)
    const isFollowed = end === bytes.length || lengthAt(bytes, end) !== undefined || passedOver(bytes, end) > 0
    if (length !== undefined && isFollowed) {
      at = end
      continue
    }
    const next = length === undefined && isRun(bytes, at) ? at : framesBehind(at + 1)
    if (next === undefined) {
      if (known === undefined) return { file, lost: 0, isCutOff: false }
      isCutOff = end > bytes.length || (bytes[end] === 0xff && bytes.length - end < HEAD_BYTES)
      // A frame that is whole, and what its reader stops at.
      if (!isCutOff) {
        lost += contentBehind(bytes, end)
        leaveOut(end, bytes.length)
      }
      break
    }
    // Either this frame's length is not true, or the head of the one behind it.
    const kept = length !== undefined && end <= next ? end : at
    lost += next - kept
    leaveOut(kept, next)
    known = next
  }
  const repairedFile = from === 0 ? file : new Uint8Array(Buffer.concat([...parts, bytes.subarray(from)]))
  return { file: repairedFile, lost, isCutOff }
}
