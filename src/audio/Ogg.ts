/** Opus in Ogg (RFC 3533, RFC 7845): one mono stream of packets of 20 ms, whose pages end where somebody wants them. */

/** Hertz that positions are counted in, whatever rate the sound had before. */
export const RATE = 48_000
/** Samples of a packet. */
export const PACKET_SAMPLES = 960

/** Samples that the decoder drops at the beginning: libopus begins so many late (`OPUS_GET_LOOKAHEAD` at 48,000 Hz, 1.4). */
export const PRE_SKIP = 312

/** Of a file's one stream. */
const SERIAL = 0x71616c31
const HEADER_BYTES = 27
/** Lengths of a page: a packet takes one for each whole 255 bytes and one for the rest. */
const MOST_LENGTHS = 255

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000_0000 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1
  return crc
})

const crcOf = (bytes: Uint8Array): number => {
  let crc = 0
  for (const byte of bytes) crc = (crc << 8) ^ (CRC_TABLE[(crc >>> 24) ^ byte] ?? 0)
  return crc >>> 0
}

/** Where a page has the checksum of all of it, counted without itself. */
const CRC_AT = 22

/** Whether a page is as it was written. */
export const isIntact = (page: Uint8Array): boolean => {
  const bytes = Buffer.from(page)
  const stated = bytes.readUInt32LE(CRC_AT)
  bytes.writeUInt32LE(0, CRC_AT)
  return crcOf(bytes) === stated
}

const lengthsOf = ({ length }: Uint8Array): ReadonlyArray<number> => [
  ...Array.from({ length: Math.floor(length / MOST_LENGTHS) }, () => MOST_LENGTHS),
  length % MOST_LENGTHS
]

interface Page {
  readonly packets: ReadonlyArray<Uint8Array>
  readonly lengths: ReadonlyArray<number>
  /** Samples up to its end, those that are dropped at the beginning included. */
  readonly position: number
  readonly number: number
  readonly isLast: boolean
  /** Whether it begins with the rest of a packet. */
  readonly isContinued?: boolean
}

/** The position of a page on which no packet ends. */
const NOWHERE = -1

const pageOf = ({ isContinued = false, isLast, lengths, number, packets, position }: Page): Uint8Array => {
  const page = Buffer.concat([Buffer.alloc(HEADER_BYTES), Uint8Array.from(lengths), ...packets])
  page.write("OggS", 0, "latin1")
  page.writeUInt8((isContinued ? 1 : 0) | (number === 0 ? 2 : 0) | (isLast ? 4 : 0), 5)
  page.writeBigInt64LE(BigInt(position), 6)
  page.writeUInt32LE(SERIAL, 14)
  page.writeUInt32LE(number, 18)
  page.writeUInt8(lengths.length, 26)
  page.writeUInt32LE(crcOf(page), CRC_AT)
  return page
}

/**
 * Whole packets in as many pages as they take, from the page `number` on. Their position is the last one's; the others
 * say that they have none.
 */
export const pagesOf = (
  packets: ReadonlyArray<Uint8Array>,
  number: number,
  position: number,
  isLast: boolean
): ReadonlyArray<Uint8Array> => {
  const lengths = packets.flatMap(lengthsOf)
  const bytes = Buffer.concat(packets)
  const count = Math.max(1, Math.ceil(lengths.length / MOST_LENGTHS))
  let at = 0
  return Array.from({ length: count }, (_, index) => {
    const own = lengths.slice(index * MOST_LENGTHS, (index + 1) * MOST_LENGTHS)
    const end = at + own.reduce((sum, length) => sum + length, 0)
    const isEnd = index === count - 1
    const isContinued = index > 0 && lengths[index * MOST_LENGTHS - 1] === MOST_LENGTHS
    const page = { packets: [bytes.subarray(at, end)], lengths: own, number: number + index, isContinued }
    at = end
    return pageOf({ ...page, position: isEnd ? position : NOWHERE, isLast: isLast && isEnd })
  })
}

/** RFC 7845, section 5.1: version 1, one channel, no gain, no mapping. */
const identification = (): Uint8Array => {
  const head = Buffer.alloc(19)
  head.write("OpusHead", "latin1")
  head.writeUInt8(1, 8)
  head.writeUInt8(1, 9)
  head.writeUInt16LE(PRE_SKIP, 10)
  head.writeUInt32LE(RATE, 12)
  return head
}

/** Section 5.2: who made it, and nothing said of it. */
const comments = (): Uint8Array => {
  const vendor = Buffer.from("libopus 1.4")
  const tags = Buffer.alloc(8 + 4 + vendor.length + 4)
  tags.write("OpusTags", "latin1")
  tags.writeUInt32LE(vendor.length, 8)
  vendor.copy(tags, 12)
  return tags
}

/** The two pages that a file begins with. */
export const head = (): Uint8Array =>
  Buffer.concat(
    [identification(), comments()].map((packet, number) =>
      pageOf({ packets: [packet], lengths: lengthsOf(packet), position: 0, number, isLast: false })
    )
  )

/** Pages of the packets of one file, after its head. */
export const makePages = () => {
  let number = 2
  let samples = 0
  let packets: Array<Uint8Array> = []
  let lengths: Array<number> = []
  const page = (position: number, isLast: boolean): Uint8Array => {
    const made = pageOf({ packets, lengths, position, number, isLast })
    packets = []
    lengths = []
    number++
    return made
  }
  return {
    /** Takes the next packets; `end` is where the sound ends in samples, known once they are the last. All are in what is given back. */
    add: (news: ReadonlyArray<Uint8Array>, end?: number): Uint8Array<ArrayBuffer> => {
      const pages: Array<Uint8Array> = []
      for (const packet of news) {
        const more = lengthsOf(packet)
        if (lengths.length + more.length > MOST_LENGTHS) pages.push(page(samples, false))
        packets.push(packet)
        lengths.push(...more)
        samples += PACKET_SAMPLES
      }
      if (packets.length > 0) pages.push(page(end === undefined ? samples : PRE_SKIP + end, end !== undefined))
      return new Uint8Array(Buffer.concat(pages))
    }
  }
}
