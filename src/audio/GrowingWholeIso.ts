/**
 * An MP4, M4A or QuickTime file whose index comes before its sound, as files are that are made to be played from the
 * net: each sample is decoded as soon as it has come, and of what comes of them an edit list is honoured.
 */
import { BufferSource, Input, type InputAudioTrack, MP4, QTFF } from "mediabunny"
import { NOTHING, Undecodable } from "./DecodingFailures.ts"
import type { CodecHeader } from "./ForeignCodecs.ts"
import * as ForeignCodecs from "./ForeignCodecs.ts"
import type { GrowingPieces } from "./Growing.ts"
import { GrowingClock } from "./GrowingClock.ts"
import { boxesIn, childOf, type IsoFile, numberIn, read } from "./IsoFile.ts"
import { type Sample, samplesIn, timesIn } from "./IsoTables.ts"
import * as PacketDecoders from "./PacketDecoders.ts"
import type { Note } from "./Pieces.ts"
import { PlayedStretch, SEVERAL_STRETCHES } from "./PlayedStretch.ts"
import { MOST_TRACKS, TrackChoice } from "./TrackChoice.ts"

interface Table {
  readonly samples: Generator<Sample>
  /** Seconds at which a sample stands; to be asked in order. */
  readonly timeOf: (sample: number) => number | undefined
}

/** The samples of a track, where they are plain many at once. */
const tableOf = (head: Buffer, id: number, isPlain: boolean): Table | undefined => {
  const moov = boxesIn(head, 0, head.length).find(({ type }) => type === "moov")
  const inMovie = moov === undefined ? [] : boxesIn(head, moov.start, moov.end)
  const trak = inMovie.find((box) => box.type === "trak" && numberIn(head, childOf(head, box, "tkhd"), 12, 20) === id)
  const mdia = childOf(head, trak, "mdia")
  const stbl = childOf(head, childOf(head, mdia, "minf"), "stbl")
  const ticks = numberIn(head, childOf(head, mdia, "mdhd"), 12, 20)
  return stbl === undefined
    ? undefined
    : { samples: samplesIn(head, stbl, isPlain), timeOf: timesIn(head, stbl, ticks || 1) }
}

/** One sound track. */
class WholeTrack {
  /** The next sample; undefined behind the last. */
  next: Sample | undefined
  #decoder: PacketDecoders.PacketDecoder | undefined
  readonly #clock: GrowingClock
  /** Seconds at which the sample before stands. */
  #before: number | undefined

  private constructor(
    readonly track: InputAudioTrack,
    readonly foreign: CodecHeader | undefined,
    readonly table: Table,
    readonly played: PlayedStretch,
    note: Note
  ) {
    this.next = this.#take()
    this.#clock = new GrowingClock(note)
    this.#clock.beginAt(0)
    this.#clock.leaveOut(played.from)
  }

  /** Throws `Undecodable`. */
  static async open(head: Buffer, iso: IsoFile, track: InputAudioTrack, note: Note): Promise<WholeTrack> {
    const codec = await track.getCodec()
    const foreign = iso.codecs.get(track.id)
    if (codec === null && foreign === undefined) throw new Undecodable(await PacketDecoders.refusalOf(track))
    const isPlain = codec?.startsWith("pcm-") === true || codec === "alaw" || codec === "ulaw"
    const table = tableOf(head, track.id, isPlain)
    const played = PlayedStretch.of(iso.edits.get(track.id))
    if (table === undefined || played === undefined) throw new Undecodable(SEVERAL_STRETCHES)
    return new WholeTrack(track, foreign, table, played, note)
  }

  #take(): Sample | undefined {
    const next = this.table.samples.next()
    return next.done === true ? undefined : next.value
  }

  pass(): void {
    this.next = this.#take()
  }

  /** What is played of the next sample, whose bytes these are. */
  async *take({ number }: Sample, data: Buffer): GrowingPieces {
    this.pass()
    const packet = { data: new Uint8Array(data), timestamp: this.#clock.at ?? 0, duration: 0 }
    this.#decoder ??= await this.#makeDecoder(packet)
    yield undefined
    const decoded = await this.#decoder.decode(packet)
    const own = this.table.timeOf(number)
    const time = this.#decoder.isLate === true ? this.#before : own
    this.#before = own
    yield* this.#silenceUntil(time, decoded[0])
    for (const piece of decoded) yield* this.#placed(piece)
  }

  /** Silence up to a sample that stands later than what came before it reaches. */
  *#silenceUntil(time: number | undefined, first: PacketDecoders.Piece | undefined): Generator<PacketDecoders.Piece> {
    const { at = 0 } = this.#clock
    if (time !== undefined && first !== undefined && time > at)
      yield* this.played.placedAll(this.#clock.silenceUntil(time, first), at)
  }

  async #makeDecoder(packet: PacketDecoders.Packet): Promise<PacketDecoders.PacketDecoder> {
    const isForeign = this.foreign !== undefined && (await this.track.getCodec()) === null
    const decoder = isForeign
      ? await ForeignCodecs.decoderOf(this.foreign)
      : await PacketDecoders.forTrack(this.track, packet, this.played.from > 0)
    if (decoder === undefined) throw new Undecodable(await PacketDecoders.refusalOf(this.track))
    return decoder
  }

  *#placed(piece: PacketDecoders.Piece): Generator<PacketDecoders.Piece> {
    const at = this.#clock.at ?? 0
    this.#clock.add(piece)
    yield* this.played.placed(piece, at)
  }

  /** What the decoder held back: of FLAC, which can go on behind that, at each end, of others where nothing more comes. */
  async *drain(isOver: boolean): GrowingPieces {
    const isLast = isOver || this.next === undefined || (await this.track.getCodec()) === "flac"
    if (!isLast || this.#decoder === undefined) return
    const rest = await this.#decoder.finish()
    this.free()
    for (const piece of rest) yield* this.#placed(piece)
  }

  free(): void {
    this.#decoder?.free()
    this.#decoder = undefined
  }
}

export class GrowingWholeIso {
  private constructor(
    readonly tracks: ReadonlyArray<WholeTrack | undefined>,
    readonly choice: TrackChoice
  ) {}

  /** The sound of a file that begins with `head`, to the end of its index. Throws `Undecodable`. */
  static async open(head: Buffer, note: Note): Promise<GrowingWholeIso> {
    const iso = read(head)
    const input = new Input({ source: new BufferSource(iso.file), formats: [MP4, QTFF] })
    const found = (await input.getAudioTracks()).slice(0, MOST_TRACKS)
    if (found.length === 0) throw new Undecodable(NOTHING)
    const tracks: Array<WholeTrack | undefined> = []
    const choice = new TrackChoice(found.length, note, (at) => tracks[at]?.next !== undefined)
    for (const [at, track] of found.entries())
      tracks.push(
        await WholeTrack.open(head, iso, track, choice.noteOf(at)).catch((error) => {
          choice.fail(at, error)
          return undefined
        })
      )
    return new GrowingWholeIso(tracks, choice)
  }

  /** The place of the track that has the next sample; -1 behind the last. */
  get #earliest(): number {
    let earliest = -1
    for (const [at, track] of this.tracks.entries()) {
      if (track?.next === undefined || !this.choice.isWanted(at)) continue
      const { next = track.next } = this.tracks[earliest] ?? {}
      if (earliest < 0 || track.next.at < next.at) earliest = at
    }
    return earliest
  }

  /** The next sample; undefined behind the last. */
  get next(): Sample | undefined {
    return this.tracks[this.#earliest]?.next
  }

  pass(): void {
    this.tracks[this.#earliest]?.pass()
  }

  /** The sound of the next sample, whose bytes these are. */
  async *decode(data: Buffer): GrowingPieces {
    const at = this.#earliest
    const track = this.tracks[at]
    if (track?.next === undefined) return
    try {
      for await (const piece of track.take(track.next, data))
        yield* piece === undefined ? [undefined] : this.choice.add(at, [piece])
    } catch (error) {
      this.choice.fail(at, error)
    }
  }

  /** What waits for the end of the file. */
  async *drain(isOver: boolean): GrowingPieces {
    for (const [at, track] of this.tracks.entries()) {
      if (track === undefined || !this.choice.isWanted(at)) continue
      for await (const piece of track.drain(isOver)) if (piece !== undefined) yield* this.choice.add(at, [piece])
    }
    yield* this.choice.end(isOver)
  }

  free(): void {
    for (const track of this.tracks) track?.free()
  }
}
