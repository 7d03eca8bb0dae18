/**
 * An MP4, M4A or QuickTime file whose index comes before its sound, as files are that are made to be played from the
 * net: each sample is decoded as soon as it has come, and of what comes of them an edit list is honoured.
 */
import { BufferSource, Input, type InputAudioTrack, MP4, QTFF } from "mediabunny"
import { NOTHING, Undecodable } from "./DecodingFailures.ts"
import type { CodecHeader } from "./ForeignCodecs.ts"
import * as ForeignCodecs from "./ForeignCodecs.ts"
import type { GrowingPieces } from "./Growing.ts"
import { secondsOf } from "./GrowingClock.ts"
import { boxesIn, childOf, numberIn, read } from "./IsoFile.ts"
import { type Sample, samplesIn } from "./IsoTables.ts"
import * as PacketDecoders from "./PacketDecoders.ts"
import { PlayedStretch } from "./PlayedStretch.ts"

/** The samples of a track, where they are plain many at once. */
const samplesOf = (head: Buffer, id: number, isPlain: boolean): Generator<Sample> | undefined => {
  const moov = boxesIn(head, 0, head.length).find(({ type }) => type === "moov")
  const inMovie = moov === undefined ? [] : boxesIn(head, moov.start, moov.end)
  const trak = inMovie.find((box) => box.type === "trak" && numberIn(head, childOf(head, box, "tkhd"), 12, 20) === id)
  const stbl = childOf(head, childOf(head, childOf(head, trak, "mdia"), "minf"), "stbl")
  return stbl === undefined ? undefined : samplesIn(head, stbl, isPlain)
}

export class GrowingWholeIso {
  /** The next sample; undefined behind the last. */
  next: Sample | undefined
  #decoder: PacketDecoders.PacketDecoder | undefined
  /** Seconds that have been decoded. */
  #clock = 0

  private constructor(
    readonly track: InputAudioTrack,
    readonly foreign: CodecHeader | undefined,
    readonly samples: Generator<Sample>,
    readonly played: PlayedStretch
  ) {
    this.next = this.#take()
  }

  /** The sound of a file that begins with `head`, to the end of its index; undefined where it cannot be heard as it comes. */
  static async open(head: Buffer): Promise<GrowingWholeIso | undefined> {
    const iso = read(head)
    const input = new Input({ source: new BufferSource(iso.file), formats: [MP4, QTFF] })
    const track = await input.getPrimaryAudioTrack()
    if (track === null) throw new Undecodable(NOTHING)
    const codec = await track.getCodec()
    const foreign = iso.codecs.get(track.id)
    if (codec === null && foreign === undefined) throw new Undecodable(await PacketDecoders.refusalOf(track))
    const isPlain = codec?.startsWith("pcm-") === true || codec === "alaw" || codec === "ulaw"
    const samples = samplesOf(head, track.id, isPlain)
    const played = PlayedStretch.of(iso.edits.get(track.id))
    return samples === undefined || played === undefined
      ? undefined
      : new GrowingWholeIso(track, foreign, samples, played)
  }

  #take(): Sample | undefined {
    const next = this.samples.next()
    return next.done === true ? undefined : next.value
  }

  pass(): void {
    this.next = this.#take()
  }

  /** The sound of the next sample, whose bytes these are. */
  async *decode(data: Buffer): GrowingPieces {
    this.pass()
    const packet = { data: new Uint8Array(data), timestamp: this.#clock, duration: 0 }
    this.#decoder ??= await this.#makeDecoder(packet)
    yield undefined
    for (const piece of await this.#decoder.decode(packet)) yield* this.#placed(piece)
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
    const at = this.#clock
    this.#clock += secondsOf([piece])
    yield* this.played.placed(piece, at)
  }

  /** What waits for the end of the file. */
  async *drain(): GrowingPieces {
    if (this.next !== undefined || this.#decoder === undefined) return
    for (const piece of await this.#decoder.finish()) yield* this.#placed(piece)
    this.free()
  }

  free(): void {
    this.#decoder?.free()
    this.#decoder = undefined
  }
}
