/** Apple's IMA ADPCM (`ima4`): packets of 34 bytes a channel, each of 64 samples; in AIFC and CAF. */
import { decoder as cafDecoder } from "@audio/decode-caf"
import { filled } from "./PacketDecoders.ts"
import type { Pieces } from "./Pieces.ts"

const PACKET_BYTES = 34
const PACKET_SAMPLES = 64
/** Packets that are decoded at once. */
const STRETCH = 512

/** What is before the packets of a CAF whose length is not known. */
const head = (sampleRate: number, channels: number): Buffer => {
  const bytes = Buffer.alloc(8 + 12 + 32 + 12 + 4)
  bytes.write("caff\0\x01\0\0desc", "latin1")
  bytes.writeBigInt64BE(32n, 12)
  bytes.writeDoubleBE(sampleRate, 20)
  bytes.write("ima4", 28, "latin1")
  for (const [at, value] of [0, PACKET_BYTES * channels, PACKET_SAMPLES, channels, 0].entries())
    bytes.writeUInt32BE(value, 32 + 4 * at)
  bytes.write("data", 52, "latin1")
  bytes.writeBigInt64BE(-1n, 56)
  return bytes
}

/** The sound of `packets`. */
export async function* ima4Pieces(packets: Uint8Array, sampleRate: number, channels: number): Pieces {
  const decoder = cafDecoder()
  const stretch = STRETCH * PACKET_BYTES * channels
  try {
    decoder.decode(head(sampleRate, channels))
    for (let at = 0; at < packets.length; at += stretch)
      for (const piece of filled(decoder.decode(packets.subarray(at, at + stretch)))) yield { ...piece, padding: 0 }
  } finally {
    decoder.free()
  }
}
