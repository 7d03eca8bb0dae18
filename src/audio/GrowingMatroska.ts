/**
 * WebM and Matroska (RFC 9559) as they come, block by block: a browser's recorder says neither how long the file nor
 * how long a cluster will be, and a cluster may last half a minute.
 */
import { ByteQueue } from "./ByteQueue.ts"
import { CUT_OFF, NOTHING, Undecodable } from "./DecodingFailures.ts"
import { type Growing, type GrowingPieces, LARGEST_PART } from "./Growing.ts"
import { type BlockTime, GrowingMatroskaTrack, playedIn, tracksIn } from "./GrowingMatroskaTrack.ts"
import { childrenOf, EBML_HEAD, type ElementHead, fileWithin, headAt, numberAt, unsigned } from "./MatroskaElements.ts"
import * as Id from "./MatroskaIds.ts"
import { framesOf } from "./MatroskaLacing.ts"
import type { Note } from "./Pieces.ts"
import { MOST_TRACKS, TrackChoice } from "./TrackChoice.ts"

/** Those that are read whole, beside blocks. */
const READ: ReadonlySet<number> = new Set([Id.EBML, Id.TRACKS, Id.INFO, Id.CLUSTER_TIME, Id.DISCARD_PADDING])

/** Their elements are read as if there was nothing around them. */
const OPENED: ReadonlySet<number> = new Set([Id.SEGMENT, Id.CLUSTER, Id.BLOCK_GROUP])
/** The longest head of an element: an id of four bytes and a length of eight. */
const LONGEST_HEAD = 12
/** Bytes of a block before its frames at most: a track's number of eight bytes, a time and flags. */
const BLOCK_HEAD = 11
/** Of the time. */
const TIME_BYTES = 2

export class GrowingMatroska implements Growing {
  readonly #queue = new ByteQueue()
  /** Bytes of what is passed over that have not come. */
  #skip = 0
  /** Whether another file that begins there is looked for. */
  #isSearched = false
  /** Bytes before those that wait, and where what has a length ends. */
  #at = 0
  #end = 0
  #tracks: ReadonlyArray<GrowingMatroskaTrack> = []
  /** The numbers of all tracks of sound and of pictures. */
  #played: ReadonlySet<number> = new Set()
  #choice: TrackChoice
  /** Whether the file says how long it is: it was whole before it was sent, and all of its tracks come. */
  #isWhole = false
  /** The track of the block that is read. */
  #current = 0
  /** Nanoseconds of a tick, and ticks at which the cluster begins; of what begins in the middle of one nobody knows. */
  #scale = Id.USUAL_SCALE
  #cluster: number | undefined
  /** Seconds at which the file begins: the least of what is known of its blocks. */
  #begins: number | undefined
  /** Seconds of the end of a block that comes behind them in its group; and whether the block there is passed over. */
  #ahead = 0
  #isPassedBlock = false
  /** Seconds that were played of files before. */
  #given = 0

  constructor(readonly note: Note) {
    this.#choice = new TrackChoice(0, note)
  }

  async *push(bytes: Uint8Array): GrowingPieces {
    this.#queue.push(bytes)
    while (this.#passOn()) {
      const head = headAt(this.#queue.peek(Math.min(LONGEST_HEAD, this.#queue.length)))
      if (head === undefined) return
      const isHeadCutOff = this.#passCutOff(head.bytes)
      if (isHeadCutOff === undefined) return
      if (isHeadCutOff) continue
      const isOpened = OPENED.has(head.id)
      const isPassedOver = isOpened ? false : this.#isPassedOver(head)
      if (isPassedOver === undefined) return
      if (isOpened) {
        this.#pass(head.bytes)
        if (head.size !== undefined) this.#end = Math.max(this.#end, this.#at + head.size)
        if (head.id === Id.SEGMENT) this.#isWhole = head.size !== undefined
        this.#ahead = 0
        this.#isPassedBlock = false
        yield* this.#release()
      } else if (isPassedOver) this.#passElement(head)
      else if (head.size === undefined || head.size > LARGEST_PART) throw new Undecodable("is a damaged WebM")
      else if (this.#queue.length < head.bytes + head.size) return
      else {
        const isCutOff = this.#passCutOff(head.bytes + head.size)
        if (isCutOff === undefined) return
        if (isCutOff) continue
        this.#at += head.bytes + head.size
        yield* this.#element(head.id, this.#queue.take(head.bytes + head.size).subarray(head.bytes))
      }
    }
  }

  #passElement({ bytes, id, size = 0 }: ElementHead): void {
    this.#skip = bytes + size
    this.#isSearched = id !== Id.ATTACHMENTS
    if (id !== Id.BLOCK && id !== Id.SIMPLE_BLOCK) return
    this.#ahead = 0
    this.#isPassedBlock = true
  }

  /**
   * Passes over what is wanted of nobody, or of it what came before another file, behind a recording that was cut off in
   * the middle of it. Says whether that is behind us.
   */
  #passOn(): boolean {
    if (this.#skip === 0) return true
    const shown = Math.min(this.#queue.length, this.#skip + EBML_HEAD)
    const next = this.#isSearched ? fileWithin(this.#queue.peek(shown), this.#skip) : undefined
    if (typeof next === "number") {
      this.#skip = 0
      this.#passTo(next)
      return true
    }
    // What another file may begin with is kept until more of it has come.
    const isThere = next === undefined && this.#queue.length >= this.#skip
    const count = isThere ? this.#skip : Math.max(0, Math.min(this.#queue.length, this.#skip) - EBML_HEAD)
    this.#skip -= this.#pass(count)
    return this.#skip === 0
  }

  /**
   * Passes over what of the next bytes came before another file, behind a recording that was cut off in the middle of
   * them; undefined where too little has come to know.
   */
  #passCutOff(bytes: number): boolean | undefined {
    const shown = this.#queue.peek(Math.min(this.#queue.length, bytes + EBML_HEAD))
    // Its end first: what is unclear is looked at again with each byte that comes.
    const from = Math.max(0, shown.length - EBML_HEAD)
    if (fileWithin(shown.subarray(from), bytes - from) === "unclear") return undefined
    const next = fileWithin(shown, bytes)
    if (typeof next === "number") this.#passTo(next)
    return next !== undefined
  }

  /** To where another file begins. */
  #passTo(next: number): void {
    this.#pass(next)
    this.note(CUT_OFF)
  }

  #pass(count: number): number {
    const skipped = this.#queue.skip(count)
    this.#at += skipped
    return skipped
  }

  /** Where the track of a block stands, if what comes of it is wanted. */
  #trackOf(number: number): number {
    return this.#tracks.findIndex((track, at) => track.number === number && this.#choice.isWanted(at))
  }

  /** Whether nothing is in it for us; undefined where too little of a block has come to know. */
  #isPassedOver({ bytes, id, size }: ElementHead): boolean | undefined {
    if (size === undefined) throw new Undecodable("is a damaged WebM")
    if (READ.has(id)) return false
    if (id !== Id.BLOCK && id !== Id.SIMPLE_BLOCK) return true
    if (this.#tracks.length === 0) throw new Undecodable("is a WebM that does not say what is in it")
    const shown = bytes + Math.min(size, BLOCK_HEAD)
    if (this.#queue.length < shown) return undefined
    const start = this.#queue.peek(shown)
    const number = numberAt(start, bytes, 8, false)
    const at = bytes + (number?.length ?? 0)
    if (number === undefined || start.length < at + TIME_BYTES) return true
    if (this.#trackOf(number.value) >= 0) return false
    if (this.#begins === undefined && this.#played.has(number.value)) this.#timeOf(start.readInt16BE(at))
    return true
  }

  /** Where a block stands, by what it says; undefined where its cluster did not say where it begins. */
  #timeOf(ticks: number): BlockTime | undefined {
    if (this.#cluster === undefined) return undefined
    const at = ((this.#cluster + ticks) * this.#scale) / Id.NANOS
    this.#begins = Math.min(this.#begins ?? at, at)
    return { at, begins: this.#begins }
  }

  async *#element(id: number, content: Buffer): GrowingPieces {
    if (id === Id.DISCARD_PADDING) this.#discard(unsigned(content) / Id.NANOS)
    if (id === Id.INFO) this.#scale = unsigned(new Map(childrenOf(content)).get(Id.TIMESTAMP_SCALE)) || Id.USUAL_SCALE
    if (id === Id.CLUSTER_TIME) this.#cluster = unsigned(content)
    if (id === Id.EBML || id === Id.TRACKS) {
      yield* this.#finish(true)
      this.#restart()
    }
    if (id === Id.EBML) this.#end = this.#at
    if (id === Id.TRACKS) this.#begin(content)
    if (id === Id.BLOCK || id === Id.SIMPLE_BLOCK) yield* this.#block(content, id === Id.SIMPLE_BLOCK)
  }

  #begin(content: Buffer): void {
    const described = tracksIn(content).slice(0, MOST_TRACKS)
    if (described.length === 0) throw new Undecodable(NOTHING)
    const choice = new TrackChoice(described.length, this.note, () => this.#isWhole)
    this.#choice = choice
    this.#played = playedIn(content)
    this.#tracks = described.map((one, at) => new GrowingMatroskaTrack(one, choice.noteOf(at), this.#given))
    for (const [at, { refusal }] of this.#tracks.entries()) if (refusal !== undefined) choice.fail(at, refusal)
  }

  async *#block(content: Buffer, isSimple: boolean): GrowingPieces {
    yield* this.#release()
    this.#isPassedBlock = false
    const number = numberAt(content, 0, 8, false)
    const at = number === undefined ? -1 : this.#trackOf(number.value)
    const track = this.#tracks[at]
    if (number === undefined || track === undefined) return
    // Behind the time is a byte of flags.
    const from = number.length + TIME_BYTES + 1
    if (content.length < from) return
    const time = this.#timeOf(content.readInt16BE(number.length))
    this.#current = at
    try {
      for await (const piece of track.take(framesOf(content.subarray(from), content[from - 1] ?? 0), time))
        yield* piece === undefined ? [undefined] : this.#choice.add(at, [piece])
    } catch (error) {
      this.#choice.fail(at, error)
    }
    this.#discard(this.#ahead)
    this.#ahead = 0
    if (isSimple) yield* this.#release()
  }

  /** Of what came of the block of this group, the end is not played. */
  #discard(seconds: number): void {
    const track = this.#tracks[this.#current]
    if (this.#isPassedBlock) return
    if (track?.isHolding !== true) this.#ahead = seconds
    else track.discard(seconds)
  }

  *#release() {
    const track = this.#tracks[this.#current]
    if (track !== undefined) yield* this.#choice.add(this.#current, track.release())
  }

  #restart(): void {
    this.#given = this.#tracks.find((_, at) => this.#choice.isWanted(at))?.given ?? this.#given
    this.free()
    this.#tracks = []
    this.#choice = new TrackChoice(0, this.note)
    this.#current = 0
    this.#cluster = undefined
    this.#begins = undefined
  }

  /** What waits, of the blocks and of their decoders. */
  async *#finish(isOver: boolean): GrowingPieces {
    yield* this.#release()
    for (const [at, track] of this.#tracks.entries())
      if (this.#choice.isWanted(at)) yield* this.#choice.add(at, await track.drain(isOver))
    yield* this.#choice.end(isOver)
  }

  async *drain(isOver: boolean): GrowingPieces {
    yield* this.#finish(isOver)
    // A part of an element, or less than the file said that it has. What is recorded while it is sent says nothing of that.
    const isCutOff = this.#skip > 0 || this.#queue.length > 0 || this.#at < this.#end
    if (isOver && isCutOff) this.note(CUT_OFF)
  }

  free(): void {
    for (const track of this.#tracks) track.free()
  }
}
