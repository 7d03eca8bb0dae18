/**
 * A Matroska or WebM file as its reader (mediabunny 1.61) takes it without searching: what it finds between elements
 * that are no part of the format it looks through, and at the end of a file it never stops. So the description, the
 * tracks and the clusters alone are kept, as far as they are whole, each with its true length; tags, covers and
 * indexes are left out.
 */
import { fileWithin } from "./GrowingElements.ts"
import { CLUSTER, HEADER, headAt, INFO, SEGMENT, TRACKS, variableAt } from "./MatroskaElements.ts"

/** Files of any kind. */
const ATTACHMENTS = 0x1941a469
/** What else a segment holds: a table of places, an index, tags, attachments, chapters, nothing, a checksum. */
const PASSED_OVER: ReadonlySet<number> = new Set([
  0x114d9b74,
  0x1c53bb6b,
  0x1254c367,
  ATTACHMENTS,
  0x1043a770,
  0xec,
  0xbf
])
const TOP: ReadonlySet<number> = new Set([HEADER, SEGMENT, INFO, TRACKS, CLUSTER])

/** Tracks of one cluster whose blocks are known again. */
const MOST_TRACKS = 64

/** Where the next element begins that is looked for; the end where there is none. */
const nextTop = (bytes: Buffer, from: number): number => {
  for (let at = from; at + 4 <= bytes.length; at++)
    if (
      (bytes[at] === 0x1a || bytes[at] === 0x18 || bytes[at] === 0x15 || bytes[at] === 0x16 || bytes[at] === 0x1f) &&
      TOP.has(bytes.readUInt32BE(at))
    )
      return at
  return bytes.length
}

const BLOCK = 0xa1
const SIMPLE_BLOCK = 0xa3
const BLOCK_GROUP = 0xa0

/** The track of a block, or of one in a group; undefined for what is neither. */
const trackAt = (bytes: Buffer, at: number): number | undefined => {
  const child = headAt(bytes, at)
  const block = child?.id === BLOCK_GROUP ? headAt(bytes, child.start) : child
  if (block === undefined || block.isUnknown || (block.id !== SIMPLE_BLOCK && block.id !== BLOCK)) return undefined
  return block.length < 4 ? undefined : variableAt(bytes, block.start, false)?.value
}

/**
 * Where blocks of these tracks go on behind damage within a cluster: two of them behind one another, or the last one; or
 * where something else than a block of the cluster begins, which ends it.
 */
const blocksBehind = (bytes: Buffer, from: number, stated: number, tracks: ReadonlySet<number>): number | undefined => {
  const isOf = (at: number): boolean => tracks.has(trackAt(bytes, at) ?? -1)
  for (let at = from; at < stated; at++) {
    if (bytes[at] === 0x1f && at + 4 <= bytes.length && TOP.has(bytes.readUInt32BE(at))) return undefined
    if ((bytes[at] !== SIMPLE_BLOCK && bytes[at] !== BLOCK_GROUP) || !isOf(at)) continue
    const { length, start } = headAt(bytes, at) ?? { length: 0, start: stated + 1 }
    const end = start + length
    if (end === stated || (end < stated && isOf(end))) return at
  }
  return undefined
}

/** Stretches of one cluster between damage; one that has more is damaged as a whole. */
const MOST_STRETCHES = 100

/** The whole elements of a cluster, where they end, and whether the next one is longer than what is there. */
const clusterOf = (bytes: Buffer, start: number, stated: number) => {
  const parts: Array<Buffer> = []
  const tracks = new Set<number>()
  let [at, from] = [start, start]
  const done = (isCutOff: boolean) => ({
    content: [...parts, bytes.subarray(from, at)],
    end: at,
    isCutOff,
    isDamaged: parts.length > 0
  })
  while (at < stated) {
    const child = headAt(bytes, at)
    const isOver = child !== undefined && (TOP.has(child.id) || (PASSED_OVER.has(child.id) && child.id > 0xff))
    if (isOver) return done(false)
    const end = child === undefined || child.isUnknown ? stated + 1 : child.start + child.length
    if (end <= stated) {
      const track = trackAt(bytes, at)
      if (track !== undefined && tracks.size < MOST_TRACKS) tracks.add(track)
      at = end
      continue
    }
    const next = parts.length < MOST_STRETCHES ? blocksBehind(bytes, at + 1, stated, tracks) : undefined
    if (next === undefined) return done(child === undefined || !child.isUnknown)
    parts.push(bytes.subarray(from, at))
    at = next
    from = next
  }
  return done(false)
}

const WIDE_LENGTH = 8

/** An element: its name, its length in eight bytes, and what it holds. */
const element = (id: number, parts: ReadonlyArray<Uint8Array>): Buffer => {
  const head = Buffer.alloc(4 + WIDE_LENGTH)
  head.writeUInt32BE(id)
  head.writeBigUInt64BE(BigInt(parts.reduce((sum, { length }) => sum + length, 0)), 4)
  head.writeUInt8(1, 4)
  return Buffer.concat([head, ...parts])
}

/** Where behind a place another file begins; the end where none does. */
const nextFile = (bytes: Buffer, from: number): number => {
  const next = fileWithin(bytes.subarray(from), bytes.length - from)
  return typeof next === "number" ? from + next : bytes.length
}

interface CleanedFile {
  readonly file: Buffer
  /** Bytes behind the first segment, or from where another file begins in it: it was cut off there. */
  readonly behind: number
  /** Whether the file ends before what it says that it has. */
  readonly isCutOff: boolean
  /** Whether something between what is kept could not be read. */
  readonly isDamaged: boolean
}

/** What is kept of the first segment, and whether another file begins in it before it says what its tracks are. */
const firstOf = (bytes: Buffer): CleanedFile & { readonly isEmpty: boolean } => {
  const heads: Array<Buffer> = []
  const kept = new Map<number, Buffer>()
  const clusters: Array<Buffer> = []
  let at = 0
  let last = nextFile(bytes, 0)
  /** Where the segment ends, if it says so. */
  let segmentEnd = 0
  let hasSegment = false
  let [isCutOff, isDamaged] = [false, false]
  while (at < last) {
    const found = headAt(bytes, at)
    if (found === undefined || !(TOP.has(found.id) || PASSED_OVER.has(found.id))) {
      at = nextTop(bytes, at + 1)
      continue
    }
    const { id, isUnknown, length, start } = found
    const end = isUnknown ? last : start + length
    if (hasSegment && (id === HEADER || id === SEGMENT)) break
    if (id === ATTACHMENTS && start <= last && end > last && end <= bytes.length) last = nextFile(bytes, end - 1)
    if (id === SEGMENT) {
      hasSegment = true
      segmentEnd = end
      at = start
      continue
    }
    isCutOff ||= end > last
    if (id === CLUSTER) {
      const stated = Math.min(end, last)
      const whole = clusterOf(bytes, start, stated)
      if (whole.end > start) clusters.push(element(CLUSTER, whole.content))
      isCutOff ||= whole.isCutOff && end >= last
      isDamaged ||= whole.isDamaged || (whole.isCutOff && end < last)
      at = whole.end
    } else if (isUnknown || end > last) at = nextTop(bytes, start)
    else {
      if (id === HEADER && heads.length === 0) heads.push(element(HEADER, [bytes.subarray(start, end)]))
      if ((id === INFO || id === TRACKS) && !kept.has(id)) kept.set(id, element(id, [bytes.subarray(start, end)]))
      at = end
    }
  }
  return {
    file: Buffer.concat([...heads, element(SEGMENT, [...kept.values(), ...clusters])]),
    behind: Math.max(0, bytes.length - Math.min(at, last)),
    isCutOff: isCutOff || segmentEnd > last,
    isDamaged,
    isEmpty: at >= last && last < bytes.length && !kept.has(TRACKS)
  }
}

/** What is kept of `file`: its first segment; one that was cut off in its head before another file is passed over. */
export const cleaned = (file: Uint8Array): CleanedFile => {
  let rest = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  let isCutOff = false
  for (;;) {
    const { isEmpty, ...first } = firstOf(rest)
    if (!isEmpty) return { ...first, isCutOff: first.isCutOff || isCutOff }
    isCutOff = true
    rest = rest.subarray(rest.length - first.behind)
  }
}
