/** Matroska (RFC 9559) put together by hand, of 16-bit samples at 16,000 Hz or of what else a track says. */

const RATE = 16_000
/** A length that says that it is not known, in eight bytes. */
const NO_LENGTH = 0x01ff_ffff_ffff_ffffn

export const ebml = (id: string, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const content = Buffer.concat(parts)
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(content.length))
  length.writeUInt8(1)
  return Buffer.concat([Buffer.from(id, "hex"), length, content])
}

/** The same as a recorder writes it that does not know yet how long it will be. */
const endless = (id: string, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const whole = ebml(id, ...parts)
  whole.writeBigUInt64BE(NO_LENGTH, id.length / 2)
  return whole
}

const latin = (text: string) => Buffer.from(text, "latin1")

const unsigned = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export const soundTrack = (number: number, codec = "A_PCM/INT/LIT", header?: Uint8Array): Buffer => {
  const rate = Buffer.alloc(8)
  rate.writeDoubleBE(RATE)
  const audio = ebml("e1", ebml("b5", rate), ebml("9f", Buffer.of(1)), ebml("6264", Buffer.of(16)))
  const own = header === undefined ? [] : [ebml("63a2", header)]
  return ebml("ae", ebml("d7", Buffer.of(number)), ebml("83", Buffer.of(2)), ebml("86", latin(codec)), ...own, audio)
}

export const pictureTrack = (number: number): Buffer => {
  const size = ebml("e0", ebml("b0", Buffer.of(16)), ebml("ba", Buffer.of(16)))
  return ebml("ae", ebml("d7", Buffer.of(number)), ebml("83", Buffer.of(1)), ebml("86", latin("V_VP8")), size)
}

/** A block of a track, `millis` behind the time of its cluster. */
export const block = (track: number, millis: number, data: Uint8Array): Buffer => {
  const head = Buffer.of(0x80 | track, 0, 0, 0x80)
  head.writeInt16BE(millis, 1)
  return ebml("a3", head, data)
}

/** A cluster at a time in milliseconds; without one its blocks are what follows a head in the middle of a cluster. */
export const cluster = (millis: number | undefined, ...blocks: ReadonlyArray<Uint8Array>): Buffer =>
  millis === undefined ? Buffer.concat(blocks) : ebml("1f43b675", ebml("e7", unsigned(millis)), ...blocks)

/** The samples of 0.1 s a block, all from a time on. */
export const blocksOf = (track: number, from: number, samples: Int16Array): ReadonlyArray<Buffer> =>
  Array.from({ length: Math.ceil(samples.length / 1_600) }, (_, at) =>
    block(track, from + 100 * at, new Uint8Array(samples.slice(1_600 * at, 1_600 * (at + 1)).buffer))
  )

/** `isWhole`: it says how long it is. */
export const matroskaFile = (
  tracks: ReadonlyArray<Uint8Array>,
  clusters: ReadonlyArray<Uint8Array>,
  isWhole = true
): Uint8Array => {
  const segment = isWhole ? ebml : endless
  return new Uint8Array(
    Buffer.concat([
      ebml("1a45dfa3", ebml("4282", latin("matroska"))),
      segment(
        "18538067",
        ebml("1549a966", ebml("2ad7b1", unsigned(1_000_000))),
        ebml("1654ae6b", ...tracks),
        ...clusters
      )
    ])
  )
}
