/** The sound of a track, packet by packet: so what a few hostile bytes can become is bounded by the largest packet of a codec. */
import { type EncodedPacket, EncodedPacketSink, type InputAudioTrack } from "mediabunny"
import { CUT_OFF, NOTHING, Undecodable } from "./DecodingFailures.ts"
import type { CodecHeader } from "./ForeignCodecs.ts"
import * as ForeignCodecs from "./ForeignCodecs.ts"
import * as PacketDecoders from "./PacketDecoders.ts"
import type { Note, Pieces } from "./Pieces.ts"
import { type Stretch, Timeline } from "./Timeline.ts"

export interface Options {
  /** What of the track is played; all of it where it is left out. */
  readonly stretch?: Stretch
  /** Seconds at which the file begins, by the packets' times; 0 where it is left out. */
  readonly begins?: number
  readonly saysItsEnd?: boolean
  /** Whether the packets' times leave out what comes before the sound. */
  readonly saysItsStart?: boolean
  /** Puts packets onto another clock. */
  readonly onClock?: (packets: AsyncGenerator<EncodedPacket>) => AsyncGenerator<EncodedPacket>
  /** What the container says of a codec that its reader does not know. */
  readonly codec?: CodecHeader | undefined
  /** Seconds of the end of what comes of a packet that are not played. */
  readonly discarded?: (packet: EncodedPacket) => number
  readonly note: Note
}

/** All of a track. */
export const WHOLE: Stretch = { from: 0, to: Number.POSITIVE_INFINITY }
/** Seconds before a stretch from which a decoder runs in. */
const RUN_IN_SECONDS = 0.2

const isLossless = (codec: string | null): boolean =>
  codec === "flac" ||
  codec === ForeignCodecs.ALAC ||
  codec?.startsWith("pcm-") === true ||
  codec === "alaw" ||
  codec === "ulaw"

/** Reads on while packets come; a file that breaks off is one that ends, and says so. */
async function* packetsOf(track: InputAudioTrack, from: number, note: Note): AsyncGenerator<EncodedPacket> {
  let any = false
  const sink = new EncodedPacketSink(track)
  try {
    const first = from > 0 ? await sink.getPacket(from).catch(() => null) : null
    for await (const packet of sink.packets(first ?? undefined)) {
      any = true
      yield packet
    }
  } catch (error) {
    if (!any) throw error
    note(CUT_OFF)
  }
}

/** The decoder of `track`, of which `first` is the first packet that is decoded; undefined where there is none. */
const decoderOf = async (track: InputAudioTrack, first: EncodedPacket, options: Options) => {
  const { codec, saysItsStart = false, stretch = WHOLE } = options
  const isForeign = codec !== undefined && (await track.getCodec()) === null
  if (isForeign) return ForeignCodecs.decoderOf(codec)
  return PacketDecoders.forTrack(track, first, saysItsStart || stretch.from > 0)
}

/** Packets, and what decodes them. */
export interface Source {
  readonly codec: string | null
  readonly packets: AsyncGenerator<EncodedPacket>
  /** Given the first packet that is decoded. Throws `Undecodable`. */
  readonly decoder: (first: EncodedPacket) => Promise<PacketDecoders.PacketDecoder>
}

/** What of packets is played, in its own rate and channels; nothing for a packet that holds none. */
export async function* playedPieces(source: Source, options: Options): Pieces {
  const { begins = 0, codec: header, discarded = () => 0, note, onClock, saysItsEnd = false, stretch = WHOLE } = options
  const { codec, packets } = source
  const timeline = new Timeline({
    stretch,
    begins,
    isLossless: codec === null ? header !== undefined && ForeignCodecs.isLossless(header) : isLossless(codec),
    saysItsEnd,
    isPrompt: codec === "aac",
    note
  })
  let decoder: PacketDecoders.PacketDecoder | undefined
  let before: EncodedPacket | undefined
  let hasSound = false
  try {
    for await (const packet of onClock === undefined ? packets : onClock(packets)) {
      decoder ??= await source.decoder(packet)
      const decoded = await decoder.decode(packet)
      hasSound ||= decoded.length > 0
      const from = decoder.isLate === true ? before : packet
      if (from !== undefined) yield* timeline.next(from, decoded, discarded(from))
      before = packet
      // A damaged index may promise millions of packets that hold nothing: so the time is checked after each.
      yield undefined
      if (timeline.isOver) break
    }
    const rest = (await decoder?.finish()) ?? []
    hasSound ||= rest.length > 0
    if (decoder?.isLate === true && before !== undefined) yield* timeline.next(before, rest, discarded(before))
    yield* timeline.end(decoder?.isLate === true ? [] : rest)
  } finally {
    decoder?.free()
  }
  if (decoder !== undefined && !hasSound) throw new Undecodable(NOTHING)
}

/** What of `track` is played, in its own rate and channels; nothing for a packet that holds none. */
export async function* packetPieces(track: InputAudioTrack, options: Options): Pieces {
  const { stretch = WHOLE } = options
  const source: Source = {
    codec: await track.getCodec(),
    packets: packetsOf(track, stretch.from - RUN_IN_SECONDS, options.note),
    decoder: async (first) => {
      const decoder = await decoderOf(track, first, options)
      if (decoder === undefined) throw new Undecodable(await PacketDecoders.refusalOf(track))
      return decoder
    }
  }
  yield* playedPieces(source, options)
}
