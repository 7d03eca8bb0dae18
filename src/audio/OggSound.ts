/** The sound of an Ogg file, link after link. */
import { BufferSource, EncodedPacket, Input, OGG } from "mediabunny"
import { CUT_OFF, NO_END, NOTHING, Undecodable } from "./DecodingFailures.ts"
import { samplesIn, streamOf } from "./Flac.ts"
import { type FlacStream, type OggLink, type OggStream, type PagedStream, type Positions, read } from "./OggFile.ts"
import * as PacketDecoders from "./PacketDecoders.ts"
import { packetPieces, playedPieces } from "./PacketSound.ts"
import type { Note, Pieces } from "./Pieces.ts"
import type { Sound } from "./Tracks.ts"

/** Seconds that positions may be ahead of the packets and none is missing. */
const TOLERANCE_SECONDS = 0.1

/** The packets of a page, as far as they begin before the sound ends; the last of them does not last longer. */
const endingAt = (end: number, packets: ReadonlyArray<EncodedPacket>): ReadonlyArray<EncodedPacket> => {
  const kept = packets.filter(({ timestamp }, at) => at === 0 || timestamp < end)
  return kept.map((packet, at) =>
    at === kept.length - 1 ? packet.clone({ duration: Math.max(0, end - packet.timestamp) }) : packet
  )
}

/**
 * Packets at the times that the positions of their pages say. A stream that was recorded from something that ran
 * before it begins at 0; where a page ends later than its packets do, what is missing was before them. Where the last
 * page ends earlier than its packets do, the sound ends there.
 */
const onPositions = ({ early, ends, rate }: Positions) =>
  async function* (packets: AsyncGenerator<EncodedPacket>): AsyncGenerator<EncodedPacket> {
    let shift: number | undefined
    let count = 0
    let page = 0
    /** Seconds by which positions are too early: what was cut out may count from the cut, or on from where it was cut. */
    let behind = 0
    let before = early
    let onPage: Array<EncodedPacket> = []
    for await (const packet of packets) {
      const begins = shift === undefined
      shift ??= packet.timestamp > 0 ? -(packet.timestamp + early / rate) : 0
      count++
      onPage.push(packet.clone({ timestamp: packet.timestamp + shift }))
      const end = ends[page]
      if (end === undefined || count < end.packets) continue
      const { isLast, position } = end
      const late = (position - early) / rate - (packet.timestamp + packet.duration + shift)
      if (page === 0 && !isLast && position >= 0) behind = -late
      // The first page says where the clock stood when the recording began.
      const hole = page > 0 && !begins && position >= 0 && late + behind > TOLERANCE_SECONDS ? late + behind : 0
      shift += hole
      const there = onPage.map((one) => one.clone({ timestamp: one.timestamp + hole }))
      yield* isLast && position > before ? endingAt((position - early) / rate + behind, there) : there
      before = position
      onPage = []
      page++
    }
    yield* onPage
  }

async function* pagedPieces(stream: PagedStream, note: Note): Pieces {
  const input = new Input({ source: new BufferSource(stream.file), formats: [OGG] })
  try {
    const track = await input.getPrimaryAudioTrack()
    if (track === null) throw new Undecodable(NOTHING)
    yield* packetPieces(track, { note, saysItsEnd: true, onClock: onPositions(stream) })
  } finally {
    input.dispose()
  }
}

/** Frames behind one another, as long as each says that it is. */
async function* packetsOf({ frames, head }: FlacStream): AsyncGenerator<EncodedPacket> {
  const { blockSamples, rate } = streamOf(head)
  let at = 0
  for (const frame of frames) {
    const samples = samplesIn(frame, blockSamples)
    yield new EncodedPacket(frame, "key", at / rate, samples / rate)
    at += samples
  }
}

const streamPieces = (stream: OggStream, note: Note): Pieces => {
  if (stream.codec !== "flac") return pagedPieces(stream, note)
  if (stream.rate === 0) throw new Undecodable(NOTHING)
  const decoder = () => PacketDecoders.flac(stream.head)
  return playedPieces({ codec: "flac", packets: packetsOf(stream), decoder }, { note, onClock: onPositions(stream) })
}

/** The same stream of each link; a link that cannot be read is passed over if another can. */
async function* linkPieces(links: ReadonlyArray<OggLink>, at: number, note: Note): Pieces {
  let hasSound = false
  let first: unknown
  for (const [index, { other, streams }] of links.entries()) {
    const stream = streams[at] ?? streams.at(-1)
    if (stream === undefined) {
      if (other !== undefined)
        note(`part ${index + 1} of ${links.length} is ${other}, which is not read here; it was passed over`)
      continue
    }
    try {
      for await (const piece of streamPieces(stream, note)) {
        hasSound ||= piece !== undefined
        yield piece
      }
    } catch (error) {
      first ??= error
      note(`part ${index + 1} of ${links.length} cannot be decoded and was passed over`)
    }
  }
  if (!hasSound && first !== undefined) throw first
}

export const openOgg = (file: Uint8Array, note: Note): Sound => {
  const { isCutOff, links, passedOver } = read(file)
  const tracks = Math.max(...links.map(({ streams }) => streams.length), 0)
  const other = links.find((link) => link.other !== undefined)?.other
  if (tracks === 0)
    throw new Undecodable(other === undefined ? NOTHING : `is an Ogg file with ${other}, which is not read here`)
  if (passedOver > 0) note(`${passedOver} bytes that are no part of the Ogg file were passed over`)
  if (isCutOff) note(CUT_OFF)
  else if (links.some(({ lacksEnd }) => lacksEnd)) note(NO_END)
  return {
    tracks: Array.from({ length: tracks }, (_, at) => links[0]?.streams[at]?.codec ?? "sound"),
    pieces: (at) => linkPieces(links, at, note),
    close: () => {}
  }
}
