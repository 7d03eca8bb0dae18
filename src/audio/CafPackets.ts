/**
 * Sound in CAF (Core Audio Format) whose codec packs samples together: AAC, ALAC, Opus, FLAC and MP3, as telephones'
 * and computers' voice messages are. A table says how long each packet is, and how much of both ends is an encoder's.
 */
import { EncodedPacket } from "mediabunny"
import { Undecodable } from "./DecodingFailures.ts"
import * as Flac from "./Flac.ts"
import { ALAC, alacHeaderIn, decoderOf } from "./ForeignCodecs.ts"
import { mp3Pieces } from "./Mp3Sound.ts"
import * as PacketDecoders from "./PacketDecoders.ts"
import { playedPieces, WHOLE } from "./PacketSound.ts"
import type { Note, Pieces } from "./Pieces.ts"

/** What a CAF says. */
export interface PackedSound {
  /** Four letters. */
  readonly codec: string
  readonly channels: number
  readonly sampleRate: number
  /** Of a packet; 0 where the table says it for each. */
  readonly packetBytes: number
  readonly packetFrames: number
  /** The codec's own header. */
  readonly cookie: Buffer
  readonly table: Buffer
  readonly data: Uint8Array
}

const TABLE_HEAD = 24
const MP3: ReadonlySet<string> = new Set([".mp3", ".mp2", ".mp1"])
/** Samples of a packet where nobody says how many there are. */
const USUAL_FRAMES: Readonly<Record<string, number>> = { "aac ": 1_024, opus: 960 }
const OPUS_RATE = 48_000
/** Samples of a block of FLAC, where nobody says how many it has. */
const USUAL_BLOCK = 4_096

/** A number of seven bits a byte, of at most five bytes; none where the table ends. */
const numberAt = (table: Buffer, at: number): readonly [value: number, next: number] | undefined => {
  let value = 0
  for (let place = at; place < Math.min(table.length, at + 5); place++) {
    const byte = table[place] ?? 0
    value = value * 128 + (byte & 0x7f)
    if (byte < 128) return [value, place + 1]
  }
  return undefined
}

/** The packets, with their times; where the sound ends before the table does, no more. */
function* packetsIn({ data, packetBytes, packetFrames, codec, sampleRate, table }: PackedSound) {
  let at = TABLE_HEAD
  let frames = 0
  const next = (): number | undefined => {
    const found = numberAt(table, at)
    at = found?.[1] ?? at
    return found?.[0]
  }
  for (let from = 0; from < data.length; ) {
    const bytes = packetBytes || next()
    const lasts = packetFrames || (packetBytes > 0 ? undefined : USUAL_FRAMES[codec]) || next()
    if (bytes === undefined || bytes === 0 || lasts === undefined || from + bytes > data.length) return
    yield new EncodedPacket(data.subarray(from, from + bytes), "key", frames / sampleRate, lasts / sampleRate)
    from += bytes
    frames += lasts
  }
}

/** What of the packets is sound, in seconds, as the table has it. */
const stretchOf = ({ sampleRate, table }: PackedSound) => {
  if (table.length < TABLE_HEAD) return WHOLE
  const valid = Number(table.readBigInt64BE(8))
  const priming = Math.max(0, table.readInt32BE(16))
  if (valid <= 0) return { from: priming / sampleRate, to: Number.POSITIVE_INFINITY }
  return { from: priming / sampleRate, to: (priming + valid) / sampleRate }
}

/** Descriptors of MPEG-4 (ISO/IEC 14496-1, 7.2.6) and the bytes before what they hold: a stream, its decoder, the decoder's own. */
const DESCRIPTORS: ReadonlyArray<readonly [tag: number, head: number]> = [
  [3, 3],
  [4, 13],
  [5, 0]
]

/** The description of AAC within its cookie; the cookie where it is bare. */
const aacHeaderIn = (cookie: Buffer): Uint8Array => {
  let at = 0
  let length = cookie.length
  for (const [tag, head] of DESCRIPTORS) {
    const found = cookie[at] === tag ? numberAt(cookie, at + 1) : undefined
    if (found === undefined) return cookie
    length = found[0]
    at = found[1] + head
  }
  return cookie.subarray(at, at + length)
}

const opusHeaderOf = ({ channels, cookie }: PackedSound): Buffer => {
  if (cookie.toString("latin1", 0, 8) === "OpusHead") return cookie
  const head = Buffer.alloc(19)
  head.write("OpusHead\x01", "latin1")
  head.writeUInt8(channels, 9)
  head.writeUInt32LE(OPUS_RATE, 12)
  return head
}

/** The one block of metadata that FLAC needs: its kind, perhaps as the last, and its length. */
const STREAM_INFO = Buffer.from([0, 0, 34])
const STREAM_INFO_BYTES = 34

const flacHeaderIn = (cookie: Buffer): Buffer | undefined => {
  const at = cookie.indexOf(STREAM_INFO)
  const block = cookie.subarray(at + STREAM_INFO.length, at + STREAM_INFO.length + STREAM_INFO_BYTES)
  if (at < 1 || block.length < STREAM_INFO_BYTES) return undefined
  return Buffer.concat([Buffer.from("fLaC\x80", "latin1"), STREAM_INFO, block])
}

const makeDecoder = async (
  sound: PackedSound,
  first: Uint8Array
): Promise<PacketDecoders.PacketDecoder | undefined> => {
  const { channels, codec, cookie, packetFrames, sampleRate } = sound
  if (codec === "aac ") return cookie.length < 2 ? undefined : PacketDecoders.aac(aacHeaderIn(cookie))
  if (codec === ALAC) return decoderOf({ id: ALAC, header: alacHeaderIn(cookie) ?? cookie })
  if (codec === "opus") return PacketDecoders.opus(opusHeaderOf(sound), true)
  const said = { rate: sampleRate, channels, blockSamples: packetFrames || USUAL_BLOCK }
  const header = codec === "flac" ? (flacHeaderIn(cookie) ?? Flac.headOf(first, said)) : undefined
  return header === undefined ? undefined : PacketDecoders.flac(header)
}

const READ: ReadonlySet<string> = new Set(["aac ", ALAC, "opus", "flac"])

/** Whether the codec is one of those. */
export const isPacked = (codec: string): boolean => READ.has(codec) || MP3.has(codec)

/** The sound of packets. Throws `Undecodable`. */
export async function* packedPieces(sound: PackedSound, note: Note): Pieces {
  const { codec, data } = sound
  if (MP3.has(codec)) return yield* mp3Pieces(data)
  yield* playedPieces(
    {
      codec: codec.trim(),
      packets: (async function* () {
        yield* packetsIn(sound)
      })(),
      decoder: async ({ data }) => {
        const decoder = await makeDecoder(sound, data)
        if (decoder === undefined) throw new Undecodable(`is CAF whose ${codec.trim()} sound has no description`)
        return decoder
      }
    },
    { stretch: stretchOf(sound), note }
  )
}
