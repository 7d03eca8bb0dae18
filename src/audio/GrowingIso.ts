/**
 * MP4 (ISO/IEC 14496-12) as it comes: in fragments (section 8.8), as Safari's recorder makes it, or whole, where its
 * index comes first. A file whose index comes last is refused.
 */
import { BufferSource, EncodedPacketSink, Input, type InputAudioTrack, MP4, QTFF } from "mediabunny"
import { ByteQueue } from "./ByteQueue.ts"
import { CUT_OFF, NOTHING, Undecodable } from "./DecodingFailures.ts"
import { type Growing, type GrowingPieces, LARGEST_PART } from "./Growing.ts"
import { FragmentedTrack } from "./GrowingFragments.ts"
import { GrowingWholeIso } from "./GrowingWholeIso.ts"
import { boxesIn, type IsoFile, read } from "./IsoFile.ts"
import type { Note } from "./Pieces.ts"
import { MOST_TRACKS, TrackChoice } from "./TrackChoice.ts"

const HEAD_BYTES = 8
const LONG_HEAD_BYTES = 16

const WHOLE_FILE = "is an MP4 or M4A file whose index comes last, which cannot be decoded before all of it has come"

/** What is kept until it is whole. */
const KEPT: ReadonlySet<string> = new Set(["ftyp", "moov", "moof"])

interface BoxHead {
  readonly type: string
  /** Of the whole box; without an end where it goes on to that of the file. */
  readonly bytes: number
  /** Before what it holds. */
  readonly start: number
}

/** Where a track's fragment counts from is said in bytes of the whole file: made so many fewer. */
const rebased = (moof: Buffer, fewer: number): Buffer => {
  const patched = Buffer.from(moof)
  for (const fragment of boxesIn(patched, HEAD_BYTES, patched.length))
    for (const { end, start, type } of fragment.type === "traf" ? boxesIn(patched, fragment.start, fragment.end) : []) {
      // Version and flags, of which the lowest says that a place is there; the track's id; the place.
      if (type !== "tfhd" || end < start + 16 || (patched.readUInt8(start + 3) & 1) === 0) continue
      const place = patched.readBigUInt64BE(start + 8) - BigInt(fewer)
      patched.writeBigUInt64BE(place < 0n ? 0n : place, start + 8)
    }
  return patched
}

/** Seconds at which the first packet of any track of a fragment stands; undefined where none has one. */
const beginningOf = async (input: Input): Promise<number | undefined> => {
  const tracks = await input.getTracks()
  const options = { metadataOnly: true }
  const firsts = await Promise.all(tracks.map((track) => new EncodedPacketSink(track).getFirstPacket(options)))
  const times = firsts.flatMap((packet) => (packet === null ? [] : [packet.timestamp]))
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Seconds that a fragment lasts. */
const lastsOf = async (input: Input): Promise<number> =>
  (await input.computeDuration()) - (await input.getFirstTimestamp())

export class GrowingIso implements Growing {
  readonly #note: Note
  readonly #queue = new ByteQueue()
  #skip = 0
  /** Bytes of the file before those that wait. */
  #at = 0
  #head: { readonly ftyp: Buffer; readonly moov: Buffer | undefined; readonly edits?: IsoFile["edits"] } | undefined
  #fragment: { readonly moof: Buffer; readonly at: number } | undefined
  /** The sound tracks of a file in fragments, once the first has come, and seconds at which that begins. */
  #tracks: ReadonlyArray<FragmentedTrack> = []
  #begins = 0
  #choice: TrackChoice
  /** Seconds that were played of files before. */
  #given = 0
  /** A file whose index has come, and bytes of its sound that have not. */
  #whole: GrowingWholeIso | undefined
  #left = 0

  constructor(note: Note) {
    this.#note = note
    this.#choice = new TrackChoice(0, note)
  }

  async *push(bytes: Uint8Array): GrowingPieces {
    this.#queue.push(bytes)
    for (;;) {
      if (this.#skip > 0) this.#skip -= this.#pass(this.#skip)
      if (this.#skip > 0) return
      if (this.#left > 0 && this.#whole !== undefined) yield* this.#samples(this.#whole)
      if (this.#left > 0) return
      const head = this.#nextHead()
      if (head === undefined) return
      if (head.type === "mdat" && this.#whole !== undefined) {
        this.#pass(head.start)
        this.#left = head.bytes - head.start
        continue
      }
      if (!Number.isFinite(head.bytes)) throw new Undecodable(WHOLE_FILE)
      const isSound = head.type === "mdat" && this.#fragment !== undefined
      if (head.type === "mdat" && this.#head?.moov === undefined) throw new Undecodable(WHOLE_FILE)
      if (!isSound && !KEPT.has(head.type)) {
        this.#skip = head.bytes
        continue
      }
      if (head.bytes > LARGEST_PART) throw new Undecodable("is an MP4 whose fragments are too large")
      if (this.#queue.length < head.bytes) return
      const at = this.#at
      const box = this.#queue.take(head.bytes)
      this.#at += head.bytes
      if (isSound) yield* this.#sound(box)
      else yield* this.#keep(head.type, box, at)
    }
  }

  /** The samples that have come. What lies between them is another track's, or nothing. */
  async *#samples(whole: GrowingWholeIso): GrowingPieces {
    while (this.#left > 0) {
      const { next } = whole
      const gap = next === undefined ? this.#left : Math.min(this.#left, next.at - this.#at)
      if (next !== undefined && gap < 0) {
        // It lies in what has gone by, as any number of samples may that a damaged index has.
        whole.pass()
        yield undefined
        continue
      }
      const passed = this.#pass(gap)
      this.#left -= passed
      if (passed < gap || next === undefined || this.#left === 0) return
      if (next.bytes > LARGEST_PART) throw new Undecodable("is an MP4 whose samples are too large")
      if (this.#queue.length < next.bytes) return
      const data = this.#queue.take(next.bytes)
      this.#at += next.bytes
      this.#left = Math.max(0, this.#left - next.bytes)
      yield* whole.decode(data)
    }
  }

  #pass(count: number): number {
    const skipped = this.#queue.skip(count)
    this.#at += skipped
    return skipped
  }

  #nextHead(): BoxHead | undefined {
    if (this.#queue.length < HEAD_BYTES) return undefined
    const start = this.#queue.peek(Math.min(LONG_HEAD_BYTES, this.#queue.length))
    const type = start.toString("latin1", 4, HEAD_BYTES)
    if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) throw new Undecodable("is a damaged MP4")
    const short = start.readUInt32BE(0)
    if (short === 1 && start.length < LONG_HEAD_BYTES) return undefined
    const bytes = short === 1 ? Number(start.readBigUInt64BE(HEAD_BYTES)) : short
    const head = short === 1 ? LONG_HEAD_BYTES : HEAD_BYTES
    // A box that goes on to the end of the file has no length.
    if (short === 0) return { type, bytes: Number.POSITIVE_INFINITY, start: head }
    if (bytes < head) throw new Undecodable("is a damaged MP4")
    return { type, bytes, start: head }
  }

  async *#keep(type: string, box: Buffer, at: number): GrowingPieces {
    if (type === "ftyp") {
      yield* this.#finish(true)
      this.free()
      this.#at = box.length
      this.#head = { ftyp: box, moov: undefined }
      return
    }
    if (this.#head === undefined) throw new Undecodable("is a damaged MP4")
    if (type === "moof") {
      this.#fragment = { moof: box, at }
      return
    }
    const { ftyp } = this.#head
    const whole = Buffer.concat([ftyp, box])
    if (!boxesIn(box, HEAD_BYTES, box.length).some(({ type }) => type === "mvex"))
      this.#whole = await GrowingWholeIso.open(whole, this.#note)
    const { edits, file } = read(whole)
    this.#head = { ftyp, moov: Buffer.from(file.subarray(ftyp.length)), edits }
  }

  /** A fragment, as a file of its own. */
  async *#sound(mdat: Buffer): GrowingPieces {
    const { edits, moov = Buffer.alloc(0), ftyp = Buffer.alloc(0) } = this.#head ?? {}
    const { at: place = 0, moof = Buffer.alloc(0) } = this.#fragment ?? {}
    this.#fragment = undefined
    const moved = rebased(moof, place - ftyp.length - moov.length)
    const source = new BufferSource(Buffer.concat([ftyp, moov, moved, mdat]))
    const input = new Input({ source, formats: [MP4, QTFF] })
    try {
      const tracks = (await input.getAudioTracks()).slice(0, MOST_TRACKS)
      if (tracks.length === 0) throw new Undecodable(NOTHING)
      if (this.#tracks.length === 0) {
        const begins = await beginningOf(input)
        // It is of text, or of something else that is neither heard nor seen.
        if (begins === undefined) return
        this.#begin(tracks.length, begins)
      }
      if (tracks.length > 1) this.#choice.lookFurther(await lastsOf(input))
      yield* this.#inTurn(tracks, edits)
    } finally {
      input.dispose()
    }
  }

  /** What is heard of a fragment, always of the track that is behind: the choice looks ahead less than it may last. */
  async *#inTurn(tracks: ReadonlyArray<InputAudioTrack>, edits: IsoFile["edits"] | undefined): GrowingPieces {
    const left = new Map<number, GrowingPieces>()
    for (const [at, track] of tracks.entries()) {
      const taken = this.#tracks[at]?.take(track, edits?.get(track.id), this.#begins)
      if (taken !== undefined) left.set(at, taken)
    }
    try {
      for (let at = this.#behind(left); at !== undefined; at = this.#behind(left)) {
        try {
          const next = await left.get(at)?.next()
          if (next === undefined || next.done === true) left.delete(at)
          else yield* next.value === undefined ? [undefined] : this.#choice.add(at, [next.value])
        } catch (error) {
          left.delete(at)
          this.#choice.fail(at, error)
        }
      }
    } finally {
      for (const taken of left.values()) await taken.return(undefined)
    }
  }

  /** The place of the track that has come the least far, of those of which more is there and wanted. */
  #behind(left: ReadonlyMap<number, GrowingPieces>): number | undefined {
    const givenOf = (at: number) => this.#tracks[at]?.given ?? 0
    const wanted = Array.from(left.keys()).filter((at) => this.#choice.isWanted(at))
    return wanted.toSorted((a, b) => givenOf(a) - givenOf(b))[0]
  }

  #begin(count: number, begins: number): void {
    const choice = new TrackChoice(count, this.#note)
    this.#choice = choice
    this.#begins = begins
    this.#tracks = Array.from({ length: count }, (_, at) => new FragmentedTrack(choice.noteOf(at), this.#given))
  }

  /** What is there of a fragment that was cut off. */
  async *#rest(): GrowingPieces {
    if (this.#fragment === undefined || this.#queue.length <= HEAD_BYTES) return
    try {
      yield* this.#sound(this.#queue.takeAll())
    } catch (error) {
      // What cannot be read of it is what is missing.
      if (error instanceof Undecodable) throw error
    }
  }

  async *drain(isOver: boolean): GrowingPieces {
    const isCutOff = this.#whole === undefined ? this.#queue.length > 0 : this.#whole.next !== undefined
    // As long as more may come a fragment is whole or it is not.
    if (isOver) yield* this.#rest()
    yield* this.#finish(isOver)
    if (isOver && isCutOff) this.#note(CUT_OFF)
  }

  /** What waits for an end, of the choice and of decoders. */
  async *#finish(isOver: boolean): GrowingPieces {
    for (const [at, track] of this.#tracks.entries()) {
      if (!this.#choice.isWanted(at)) continue
      for await (const piece of track.drain(isOver)) if (piece !== undefined) yield* this.#choice.add(at, [piece])
    }
    yield* this.#choice.end(isOver)
    if (this.#whole !== undefined) yield* this.#whole.drain(isOver)
  }

  free(): void {
    this.#given = this.#tracks.find((_, at) => this.#choice.isWanted(at))?.given ?? this.#given
    for (const track of this.#tracks) track.free()
    this.#tracks = []
    this.#choice = new TrackChoice(0, this.#note)
    this.#whole?.free()
    this.#whole = undefined
    this.#left = 0
    this.#fragment = undefined
    this.#head = undefined
  }
}
