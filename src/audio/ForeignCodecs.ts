/** Codecs that the readers of containers do not know: by what the container keeps of the codec's own header. */
import { decoder as aacDecoder } from "@audio/decode-aac"
import { MOST_CHANNELS } from "./Decoding.ts"
import { filled, mp3, type PacketDecoder } from "./PacketDecoders.ts"
import * as WavSound from "./WavSound.ts"

/** A track's codec as its container names it, and the codec's own header. */
export interface CodecHeader {
  readonly id: string
  readonly header: Uint8Array
}

export const ALAC = "alac"
const MATROSKA_ALAC = "A_ALAC"
/** What a WAV would say of it. */
const WAVE = "A_MS/ACM"

/** MPEG audio, layer II: the decoder of layer III reads it too. */
const MATROSKA_MP2 = "A_MPEG/L2"

/** Bytes of ALAC's description, which may stand behind others; and how many samples a frame may have: Apple's have 4,096. */
const ALAC_BYTES = 24
const LONGEST_FRAME = 16_384

/** What ALAC's own box begins with: its length and its name. */
const ALAC_BOX = Buffer.concat([Buffer.from([0, 0, 0, 36]), Buffer.from(ALAC, "latin1")])

/** ALAC's description within others; undefined where there is none. */
export const alacHeaderIn = (bytes: Buffer): Buffer | undefined => {
  const at = bytes.indexOf(ALAC_BOX)
  return at < 0 ? undefined : bytes.subarray(at + ALAC_BOX.length, at + 36)
}

const alac = async (header: Uint8Array): Promise<PacketDecoder | undefined> => {
  if (header.length < ALAC_BYTES) return undefined
  const cookie = Buffer.from(header.subarray(-ALAC_BYTES))
  const frame = cookie.readUInt32BE(0)
  const bits = cookie.readUInt8(5)
  const channels = cookie.readUInt8(9)
  if (frame < 1 || frame > LONGEST_FRAME || bits < 16 || bits > 32 || channels < 1 || channels > MOST_CHANNELS)
    return undefined
  const decoder = await aacDecoder({ alac: new Uint8Array(cookie) })
  return {
    decode: ({ data }) => filled(decoder.decode([data])),
    finish: () => [],
    free: () => decoder.free()
  }
}

const mp2 = async (): Promise<PacketDecoder> => {
  const { decode, free } = await mp3()
  return { decode: ({ data }) => decode(data), finish: () => [], free }
}

export const isLossless = ({ id }: CodecHeader): boolean => id === ALAC || id === MATROSKA_ALAC || id === WAVE

/** What a codec is called for people. */
export const nameOf = ({ id }: CodecHeader): string => (id === MATROSKA_ALAC ? ALAC : id)

/** The decoder of what `codec` says; undefined for a codec that is none of these. Throws `Undecodable`. */
export const decoderOf = async (codec: CodecHeader): Promise<PacketDecoder | undefined> => {
  if (codec.id === ALAC || codec.id === MATROSKA_ALAC) return alac(codec.header)
  if (codec.id === MATROSKA_MP2) return mp2()
  return codec.id === WAVE ? WavSound.packetDecoder(codec.header) : undefined
}
