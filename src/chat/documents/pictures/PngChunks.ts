/** The chunks of a PNG (ISO/IEC 15948, 5.3). */
import { crc32 } from "node:zlib"

const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1")
/** Bytes of a chunk beside its data: length, name, checksum. */
const FRAME_BYTES = 12

export interface Chunk {
  readonly name: string
  /** What there is of it. */
  readonly data: Buffer
  /** Whether all of it is there, and as it was written. */
  readonly isWhole: boolean
}

/** Up to the last chunk, or to the end of what is there. */
export const chunksOf = (bytes: Buffer): ReadonlyArray<Chunk> => {
  const chunks: Array<Chunk> = []
  for (let at = SIGNATURE.length; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const end = at + 8 + length
    const name = bytes.toString("latin1", at + 4, at + 8)
    const isWhole = end + 4 <= bytes.length && crc32(bytes.subarray(at + 4, end)) === bytes.readUInt32BE(end)
    chunks.push({ name, data: bytes.subarray(at + 8, end), isWhole })
    if (name === "IEND") break
    at = end + 4
  }
  return chunks
}

const written = (name: string, data: Uint8Array): Buffer => {
  const chunk = Buffer.alloc(FRAME_BYTES + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(name, 4, "latin1")
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

/** A PNG of these chunks and its last one, with checksums that are right. */
export const fileOf = (chunks: ReadonlyArray<Pick<Chunk, "name" | "data">>): Buffer =>
  Buffer.concat([
    SIGNATURE,
    ...chunks.flatMap(({ data, name }) => (name === "IEND" ? [] : [written(name, data)])),
    written("IEND", new Uint8Array(0))
  ])
