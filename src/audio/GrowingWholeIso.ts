/**
 * An MP4, M4A or QuickTime file whose index comes before its sound, as files are that are made to be played from the
 * net: each sample is decoded as soon as it has come, and of what comes of them an edit list is honoured.
 */
import { BufferSource, Input, type InputAudioTrack, MP4, QTFF } from "mediabunny"
import { NOTHING, Undecodable } from "./DecodingFailures.ts"
import type { CodecHeader } from "./ForeignCodecs.ts"
import * as ForeignCodecs from "./ForeignCodecs.ts"
import type { GrowingPieces } from "./Growing.ts"
import { boxesIn, childOf, type Edit, numberIn, read } from "./IsoFile.ts"
import { type Sample, samplesIn } from "./IsoTables.ts"
import * as PacketDecoders from "./PacketDecoders.ts"

/** Samples of silence that are made at once, and the longest pause at the beginning, in seconds. */
const SILENCE = 16_384
const LONGEST_PAUSE_SECONDS = 180

/** The samples of a track, where they are plain many at once. */
const samplesOf = (head: Buffer, id: number, isPlain: boolean): Generator<Sample> | undefined => {
  const moov = boxesIn(head, 0, head.length).find(({ type }) => type === "moov")
  const inMovie = moov === undefined ? [] : boxesIn(head, moov.start, moov.end)
  const trak = inMovie.find((box) => box.type === "trak" && numberIn(head, childOf(head, box, "tkhd"), 12, 20) === id)
  const stbl = childOf(head, childOf(head, childOf(head, trak, "mdia"), "minf"), "stbl")
  return stbl === undefined ? undefined : samplesIn(head, stbl, isPlain)
}

/** What is played of the track, in seconds: a pause, then one stretch. Undefined where there are several. */
const playedOf = (edits: ReadonlyArray<Edit> = []) => {
  const stretches = edits.filter(({ from }) => from !== undefined)
  if (stretches.length > 1) return undefined
  const [stretch] = stretches
  const before = edits.slice(0, stretch === undefined ? 0 : edits.indexOf(stretch))
  const pause = before.reduce((sum, { seconds }) => sum + seconds, 0)
  const { from = 0, seconds = Number.POSITIVE_INFINITY } = stretch ?? {}
  return { pause: Math.min(pause, LONGEST_PAUSE_SECONDS), from, to: from + seconds }
}

export class GrowingWholeIso {
  /** The next sample; undefined behind the last. */
  next: Sample | undefined
  #decoder: PacketDecoders.PacketDecoder | undefined
  #pause: number
  /** Seconds that have been decoded. */
  #clock = 0

  private constructor(
    readonly track: InputAudioTrack,
    readonly foreign: CodecHeader | undefined,
    readonly samples: Generator<Sample>,
    readonly played: { readonly pause: number; readonly from: number; readonly to: number }
  ) {
    this.#pause = played.pause
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
    const played = playedOf(iso.edits.get(track.id))
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

  /** What is played of a piece, behind the pause. */
  *#placed({ channelData, sampleRate }: PacketDecoders.Piece): Generator<PacketDecoders.Piece> {
    for (let left = Math.round(this.#pause * sampleRate); left > 0; left -= SILENCE)
      yield { channelData: [new Float32Array(Math.min(left, SILENCE))], sampleRate }
    this.#pause = 0
    const { from, to } = this.played
    const length = channelData[0]?.length ?? 0
    const first = Math.max(0, Math.round((from - this.#clock) * sampleRate))
    const end = Number.isFinite(to) ? Math.max(0, Math.round((to - this.#clock) * sampleRate)) : length
    this.#clock += length / sampleRate
    if (first < Math.min(end, length))
      yield { channelData: channelData.map((samples) => samples.subarray(first, end)), sampleRate }
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
