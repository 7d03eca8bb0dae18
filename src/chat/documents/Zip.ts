/**
 * The zip container of office documents, read part by part within bounds that
 * no archive can talk its way around: sizes are checked as declared before
 * anything is inflated, and yauzl fails a part that inflates to more.
 */
import { promisify } from "node:util"
import { type Entry, fromBuffer, type ZipFile } from "yauzl"
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

/** An opened archive. */
export interface Archive {
  readonly names: ReadonlySet<string>
  /** The inflated bytes of a part, in pieces. Throws `Unreadable` where it is missing, encrypted, damaged or too big. */
  readonly read: (name: string) => AsyncGenerator<Uint8Array, void>
}

const openFile = promisify<Buffer, { lazyEntries: boolean; validateEntrySizes: boolean }, ZipFile>(fromBuffer)

/** Up to as many as are accepted. */
const listEntries = (file: ZipFile): Promise<ReadonlyMap<string, Entry>> =>
  new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    file.on("error", () => reject(new Unreadable(DAMAGED)))
    file.on("end", () => resolve(entries))
    file.on("entry", (entry: Entry) => {
      if (entries.size >= MAX_ENTRIES) return resolve(entries)
      // Of two parts with one name readers take the first.
      if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry)
      file.readEntry()
    })
    file.readEntry()
  })

const list = async (bytes: Buffer) => {
  const file = await openFile(bytes, { lazyEntries: true, validateEntrySizes: true }).catch(() => {
    throw new Unreadable(DAMAGED)
  })
  return { file, entries: await listEntries(file) }
}

/** The names of an archive's first parts, as many as are accepted; none where it cannot be listed. */
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
  const openStream = (entry: Entry) =>
    new Promise<AsyncIterable<Uint8Array>>((resolve, reject) =>
      file.openReadStream(entry, (error, stream) => (error === null ? resolve(stream) : reject(error)))
    )
  return {
    names: new Set(entries.keys()),
    read: async function* (name) {
      const entry = entries.get(name)
      if (entry === undefined) throw new Unreadable(DAMAGED)
      if (entry.isEncrypted()) throw new Unreadable(ENCRYPTED)
      left -= entry.uncompressedSize
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
