/** Ogg (RFC 3533) as it comes, page by page. Files may follow one another; of each one stream of sound is heard. */
import { ByteQueue } from "./ByteQueue.ts"
import { CUT_OFF, NO_END, NOTHING, Undecodable } from "./DecodingFailures.ts"
import type { Growing, GrowingPieces } from "./Growing.ts"
import { GrowingOggStream } from "./GrowingOggStream.ts"
import { streamKindOf } from "./OggFile.ts"
import { HEADER_BYTES, MARK, makeCutFinder, type Page, pageAt } from "./OggPages.ts"
import type { Note } from "./Pieces.ts"
import { MOST_TRACKS, TrackChoice } from "./TrackChoice.ts"

export class GrowingOgg implements Growing {
  readonly #note: Note
  readonly #queue = new ByteQueue()
  readonly #cutOf = makeCutFinder()
  #streams: Array<GrowingOggStream> = []
  /** None until all streams of the file have begun. */
  #choice: TrackChoice | undefined
  /** Whether the last page began a stream: those that follow it belong to the same file. */
  #begins = false
  /** What else the file was seen to hold. */
  #other: string | undefined
  /** Seconds that were played of files before. */
  #given = 0

  constructor(note: Note) {
    this.#note = note
  }

  async *push(bytes: Uint8Array): GrowingPieces {
    this.#queue.push(bytes)
    for (let page = this.#nextPage(); page !== undefined; page = this.#nextPage()) yield* this.#page(page)
  }

  /** The next page that is whole. */
  #nextPage(): Page | undefined {
    const queue = this.#queue
    while (queue.length >= HEADER_BYTES) {
      const head = queue.peek(HEADER_BYTES)
      if (head.toString("latin1", 0, MARK.length) !== MARK) {
        const next = queue.peek(queue.length).indexOf(MARK, 1, "latin1")
        queue.skip(next < 0 ? queue.length - MARK.length + 1 : next)
        continue
      }
      const count = head.readUInt8(HEADER_BYTES - 1)
      if (queue.length < HEADER_BYTES + count) return undefined
      const lengths = queue.peek(HEADER_BYTES + count).subarray(HEADER_BYTES)
      const length = lengths.reduce((sum, part) => sum + part, HEADER_BYTES + count)
      if (queue.length < length) return undefined
      return pageAt(queue.take(this.#cutOf(queue.peek(length)) ?? length), 0)
    }
    return undefined
  }

  /** The stream that a first page begins, where it is of sound. */
  async *#begin(page: Page): GrowingPieces {
    if (!this.#begins) yield* this.#endFile()
    this.#begins = true
    const kind = streamKindOf(page.body)
    if (typeof kind === "string") this.#other ??= kind
    if (kind === undefined || typeof kind === "string" || this.#streams.length >= MOST_TRACKS) return
    const { length: at } = this.#streams
    const note: Note = (sentence) => this.#choice?.noteOf(at)(sentence)
    this.#streams.push(new GrowingOggStream(page.serial, kind, note, this.#given))
  }

  /** Another file follows. */
  async *#endFile(): GrowingPieces {
    yield* this.#finish(true)
    if (this.#lacksEnd) this.#note(NO_END)
    this.free()
    this.#other = undefined
  }

  /** Whether what is heard has pages and none of them is the last. */
  get #lacksEnd(): boolean {
    return this.#streams.some(({ hasEnd }, at) => !hasEnd && this.#choice?.isWanted(at) === true)
  }

  /** Whether a page has begun that is not whole. */
  get #isCutOff(): boolean {
    const start = this.#queue.peek(Math.min(MARK.length, this.#queue.length)).toString("latin1")
    return start !== "" && MARK.startsWith(start)
  }

  async *#page(page: Page): GrowingPieces {
    if (page.isFirst) yield* this.#begin(page)
    else this.#begins = false
    if (!page.isFirst && this.#streams.length === 0)
      throw new Undecodable(
        this.#other === undefined ? NOTHING : `is an Ogg file with ${this.#other}, which is not read here`
      )
    if (!page.isFirst) this.#choice ??= new TrackChoice(this.#streams.length, this.#note)
    const choice = this.#choice
    const at = this.#streams.findIndex(({ serial }) => serial === page.serial)
    const stream = this.#streams[at]
    if (stream === undefined || choice?.isWanted(at) === false) return
    try {
      for await (const piece of stream.take(page))
        yield* piece === undefined ? [undefined] : (choice?.add(at, [piece]) ?? [piece])
    } catch (error) {
      if (choice === undefined) throw error
      choice.fail(at, error)
    }
  }

  /** What waits for an end, of the streams and of the choice. */
  async *#finish(isOver: boolean): GrowingPieces {
    for (const [at, stream] of this.#streams.entries()) {
      if (this.#choice?.isWanted(at) !== true) continue
      for await (const piece of stream.drain(isOver)) if (piece !== undefined) yield* this.#choice.add(at, [piece])
    }
    yield* this.#choice?.end(isOver) ?? []
  }

  async *drain(isOver: boolean): GrowingPieces {
    const isCutOff = isOver && this.#isCutOff
    const last = isCutOff ? pageAt(this.#queue.takeAll(), 0) : undefined
    if (last !== undefined) yield* this.#page(last)
    yield* this.#finish(isOver)
    if (isCutOff) this.#note(CUT_OFF)
    else if (isOver && this.#lacksEnd) this.#note(NO_END)
  }

  free(): void {
    this.#given = this.#streams.find((_, at) => this.#choice?.isWanted(at) === true)?.given ?? this.#given
    for (const stream of this.#streams) stream.free()
    this.#streams = []
    this.#choice = undefined
  }
}
