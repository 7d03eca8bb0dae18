/**
 * The zip container of office documents, read part by part within bounds that
 * no archive can talk its way around: sizes are checked as declared before
 * anything is inflated, and yauzl fails a part that inflates to more.
 */
import { promisify } from "node:util"
import { type Entry, fromBuffer, getFileNameLowLevel, type ZipFile } from "yauzl"
import { DAMAGED, ENCRYPTED, Unreadable } from "./Unreadable.ts"

/** Parts of one archive; a presentation of a thousand slides has some five thousand. */
const MAX_ENTRIES = 20_000
/** Bytes of all parts that are read, inflated: hundreds of times what a document's excerpt needs. */
const MAX_INFLATED = 128 * 1024 * 1024
/** How much a large part may inflate; deflate's own limit is 1,032, spreadsheets reach 50. */
const MAX_RATIO = 250
/** Parts smaller than this, inflated, may have any ratio. In bytes. */
const RATIO_COUNTS_FROM = 1024 * 1024

const TOO_MANY = `has more than ${MAX_ENTRIES} parts`
const TOO_BIG = "unpacks to more data than is accepted"

const unescaped = (name: string): string => {
  try {
    return decodeURI(name)
  } catch {
    return name
  }
}

/**
 * The name of a part as it is compared: without regard to case (ECMA-376 part 2, 6.2.2.3), to a slash in front, and to
 * whether it is written as an address is.
 */
const keyOf = (name: string): string =>
  unescaped(name)
    .replace(/^(?:[a-z]:)?(?:\.?\/)+/i, "")
    .toLowerCase()

const END = Buffer.from("PK\x05\x06", "latin1")
const END_BYTES = 22

/** An archive without what has come behind it: zeros of a tape or a mail, which readers of archives pass over. */
const withoutTail = (bytes: Buffer): Buffer => {
  const at = bytes.lastIndexOf(END)
  if (at < 0 || at + END_BYTES > bytes.length) return bytes
  const end = at + END_BYTES + bytes.readUInt16LE(at + END_BYTES - 2)
  return end < bytes.length ? bytes.subarray(0, end) : bytes
}

/** An opened archive. Names are those of parts, in any case. */
export interface Archive {
  readonly has: (name: string) => boolean
  /**
   * The inflated bytes of a part, in pieces. Throws `Unreadable` where it is missing, encrypted, damaged or too big.
   * A second reading of a part does not count towards the limit of all.
   */
  readonly read: (name: string) => AsyncGenerator<Uint8Array, void>
}

/** Names are decoded here: with a slash or a drive in front, which some writers have, an archive is none to the package. */
const OPTIONS = { lazyEntries: true, validateEntrySizes: true, decodeStrings: false } as const

const openFile = promisify<Buffer, typeof OPTIONS, ZipFile>(fromBuffer)

const nameOf = ({ extraFields, fileNameRaw, generalPurposeBitFlag }: Entry): string =>
  getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)

/** Up to as many as are accepted. */
const listEntries = (file: ZipFile): Promise<ReadonlyMap<string, Entry>> =>
  new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    file.on("error", () => reject(new Unreadable(DAMAGED)))
    file.on("end", () => resolve(entries))
    file.on("entry", (entry: Entry) => {
      if (entries.size >= MAX_ENTRIES) return resolve(entries)
      // Of two parts with one name readers take the first.
      const key = keyOf(nameOf(entry))
      if (!entries.has(key)) entries.set(key, entry)
      file.readEntry()
    })
    file.readEntry()
  })

const list = async (bytes: Buffer) => {
  const file = await openFile(withoutTail(bytes), OPTIONS).catch(() => {
    throw new Unreadable(DAMAGED)
  })
  return { file, entries: await listEntries(file) }
}

/** The names of an archive's first parts in lower case, as many as are accepted; none where it cannot be listed. */
export const names = (bytes: Buffer): Promise<ReadonlySet<string>> =>
  list(bytes).then(
    ({ entries }) => new Set(entries.keys()),
    () => new Set<string>()
  )

const isBomb = (entry: Entry): boolean =>
  entry.uncompressedSize > RATIO_COUNTS_FROM && entry.uncompressedSize > MAX_RATIO * entry.compressedSize

export const open = async (bytes: Uint8Array): Promise<Archive> => {
  const { file, entries } = await list(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (file.entryCount > MAX_ENTRIES) throw new Unreadable(TOO_MANY)
  let left = MAX_INFLATED
  const readOnce = new Set<Entry>()
  const charge = (entry: Entry) => {
    if (readOnce.delete(entry)) return
    readOnce.add(entry)
    left -= entry.uncompressedSize
  }
  const openStream = (entry: Entry) =>
    new Promise<AsyncIterable<Uint8Array>>((resolve, reject) =>
      file.openReadStream(entry, (error, stream) => (error === null ? resolve(stream) : reject(error)))
    )
  return {
    has: (name) => entries.has(keyOf(name)),
    read: async function* (name) {
      const entry = entries.get(keyOf(name))
      if (entry === undefined) throw new Unreadable(DAMAGED)
      if (entry.isEncrypted()) throw new Unreadable(ENCRYPTED)
      charge(entry)
      if (left < 0 || isBomb(entry)) throw new Unreadable(TOO_BIG)
      // Only the archive's own failures are "damaged"; those of who reads are theirs.
      const pieces = (await openStream(entry).catch(damaged))[Symbol.asyncIterator]()
      try {
        for (;;) {
          const piece = await pieces.next().catch(damaged)
          if (piece.done === true) return
          yield piece.value
        }
      } finally {
        await pieces.return?.()
      }
    }
  }
}

const damaged = (): never => {
  throw new Unreadable(DAMAGED)
}
