/**
 * A Matroska or WebM file as its reader (mediabunny 1.61) takes it without searching: what it finds between elements
 * that are no part of the format it looks through, and at the end of a file it never stops. So the description, the
 * tracks and the clusters alone are kept, as far as they are whole, each with its true length; tags, covers and
 * indexes are left out.
 */
import { type ElementHead, fileWithin, headIn, trackOf } from "./MatroskaElements.ts"
import * as Id from "./MatroskaIds.ts"

/** What else a segment holds: a table of places, an index, tags, attachments, chapters, nothing, a checksum. */
const PASSED_OVER: ReadonlySet<number> = new Set([
  0x114d9b74,
  0x1c53bb6b,
  0x1254c367,
  Id.ATTACHMENTS,
  0x1043a770,
  0xec,
  0xbf
])
const TOP: ReadonlySet<number> = new Set([Id.EBML, Id.SEGMENT, Id.INFO, Id.TRACKS, Id.CLUSTER])

/** Tracks whose blocks are known again. */
const MOST_TRACKS = 64

/** Places of a file at which blocks are looked for behind damage: as many look like blocks in 25 MB of noise. */
const MOST_PLACES = 200_000

/** What is known of a file's blocks, from one cluster to the next. */
interface Search {
  readonly tracks: Set<number>
  /** Places at which it has looked. */
  places: number
}

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

/** Whether something else than zeros, which some writers fill up with, stands between two places. */
const hasContent = (bytes: Buffer, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (bytes[at] !== 0) return true
  return false
}

/** Where the element ends; undefined where that is not known. */
const endOf = (head: ElementHead | undefined, at: number): number | undefined =>
  head?.size === undefined ? undefined : at + head.bytes + head.size

/** The track of a block, or of one in a group; undefined for what is neither. */
const trackAt = (bytes: Buffer, at: number): number | undefined => {
  const child = headIn(bytes, at)
  const place = child?.id === Id.BLOCK_GROUP ? at + child.bytes : at
  const block = headIn(bytes, place)
  if (block?.size === undefined || block.size < 4) return undefined
  if (block.id !== Id.SIMPLE_BLOCK && block.id !== Id.BLOCK) return undefined
  return trackOf(bytes.subarray(place + block.bytes))?.value
}

/**
 * Where blocks of these tracks go on behind damage within a cluster: two of them behind one another, or the last one; or
 * where something else than a block of the cluster begins, which ends it.
 */
const blocksBehind = (bytes: Buffer, from: number, stated: number, search: Search): number | undefined => {
  const isOf = (at: number): boolean => search.tracks.has(trackAt(bytes, at) ?? -1)
  for (let at = from; at < stated; at++) {
    if (bytes[at] === 0x1f && at + 4 <= bytes.length && TOP.has(bytes.readUInt32BE(at))) return undefined
    if (bytes[at] !== Id.SIMPLE_BLOCK && bytes[at] !== Id.BLOCK_GROUP) continue
    if (++search.places > MOST_PLACES) return undefined
    if (!isOf(at)) continue
    const end = endOf(headIn(bytes, at), at) ?? stated + 1
    if (end === stated || (end < stated && isOf(end))) return at
  }
  return undefined
}

/** Stretches of one cluster between damage; one that has more is damaged as a whole. */
const MOST_STRETCHES = 100

/** The whole elements of a cluster, where they end, and whether the next one is longer than what is there. */
const clusterOf = (bytes: Buffer, start: number, stated: number, search: Search) => {
  const { tracks } = search
  const parts: Array<Buffer> = []
  let [at, from] = [start, start]
  const done = (isCutOff: boolean) => ({
    content: [...parts, bytes.subarray(from, at)],
    end: at,
    isCutOff,
    isDamaged: parts.length > 0
  })
  while (at < stated) {
    const child = headIn(bytes, at)
    const isOver = child !== undefined && (TOP.has(child.id) || (PASSED_OVER.has(child.id) && child.id > 0xff))
    if (isOver) return done(false)
    const end = endOf(child, at) ?? stated + 1
    if (end <= stated) {
      const track = trackAt(bytes, at)
      if (track !== undefined && tracks.size < MOST_TRACKS) tracks.add(track)
      at = end
      continue
    }
    const next = parts.length < MOST_STRETCHES ? blocksBehind(bytes, at + 1, stated, search) : undefined
    if (next === undefined) return done(child === undefined || child.size !== undefined)
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

/** Elements of a segment, and stretches between them, that are looked at: an hour where each packet of 20 ms has a cluster of its own. */
const MOST_ELEMENTS = 200_000

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
  const search: Search = { tracks: new Set(), places: 0 }
  let elements = 0
  while (at < last) {
    if (++elements > MOST_ELEMENTS) {
      isDamaged = true
      at = last
      break
    }
    const found = headIn(bytes, at)
    if (found === undefined || !(TOP.has(found.id) || PASSED_OVER.has(found.id))) {
      const next = nextTop(bytes, at + 1)
      isDamaged ||= hasSegment && hasContent(bytes, at, Math.min(next, last, segmentEnd))
      at = next
      continue
    }
    const { id, size } = found
    const start = at + found.bytes
    const end = size === undefined ? last : start + size
    if (hasSegment && (id === Id.EBML || id === Id.SEGMENT)) break
    if (id === Id.ATTACHMENTS && start <= last && end > last && end <= bytes.length) last = nextFile(bytes, end - 1)
    if (id === Id.SEGMENT) {
      hasSegment = true
      segmentEnd = end
      at = start
      continue
    }
    isCutOff ||= end > last
    if (id === Id.CLUSTER) {
      const stated = Math.min(end, last)
      const whole = clusterOf(bytes, start, stated, search)
      if (whole.end > start) clusters.push(element(Id.CLUSTER, whole.content))
      const isLast = whole.isCutOff && end >= last
      isCutOff ||= isLast
      isDamaged ||= whole.isDamaged || (whole.isCutOff && end < last)
      // What its last element has of the rest is no damage.
      at = isLast ? nextTop(bytes, whole.end) : whole.end
    } else if (size === undefined || end > last) at = nextTop(bytes, start)
    else {
      if (id === Id.EBML && heads.length === 0) heads.push(element(Id.EBML, [bytes.subarray(start, end)]))
      if ((id === Id.INFO || id === Id.TRACKS) && !kept.has(id)) kept.set(id, element(id, [bytes.subarray(start, end)]))
      at = end
    }
  }
  return {
    file: Buffer.concat([...heads, element(Id.SEGMENT, [...kept.values(), ...clusters])]),
    behind: Math.max(0, bytes.length - Math.min(at, last)),
    isCutOff: isCutOff || segmentEnd > last,
    isDamaged,
    isEmpty: at >= last && last < bytes.length && !kept.has(Id.TRACKS)
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
