/**
 * The files of an archive: tar, alone or within gzip or bzip2, and zip. An archive is refused as a whole where one of
 * its names leads out of it, where it has a link or a device, or where it unpacks to more than any model is.
 */
import { createReadStream } from "node:fs"
import { open, stat } from "node:fs/promises"
import { pipeline } from "node:stream"
import { createGunzip } from "node:zlib"
import { createTarDecoder } from "modern-tar"
import { type Entry, openPromise, type ZipFile } from "yauzl"
import { bunzip } from "./Bzip2.ts"
import { isInside, MAX_FILES } from "./Manifest.ts"
import { ModelProblem, quote } from "./ModelProblem.ts"

/** Bytes of all that an archive unpacks to; the largest published models are some 4 GB. */
const MAX_UNPACKED = 8 * 1024 ** 3
/** How much an archive may grow. Weights hardly shrink; their lists of words do, to a tenth. */
const MAX_RATIO = 100
/** Archives may grow to as much as this whatever they are, in bytes. */
const RATIO_COUNTS_FROM = 16 * 1024 * 1024

/** One file of an archive. Its pieces have to be read to the end before the next file is asked for. */
export interface ArchivedFile {
  readonly name: string
  readonly pieces: AsyncIterable<Uint8Array>
}

const refuse = (message: string) => new ModelProblem({ message: `the archive ${message}` })
const tooMuch = () => refuse("unpacks to more data than a model may be")
const leadsOut = (name: string) => refuse(`has a name that is no path inside a folder: ${quote(name)}`)

/** What yauzl says of names that it refuses, with the name behind it. */
const REFUSED_NAME = /^(?:invalid relative path|absolute path|invalid characters in fileName): (.*)$/s

const damaged = (cause: unknown): ModelProblem => {
  if (cause instanceof ModelProblem) return cause
  const [, name] = REFUSED_NAME.exec(cause instanceof Error ? cause.message : "") ?? []
  return name === undefined ? refuse("is damaged or cut off") : leadsOut(name)
}

/** The name as a path inside a folder. */
const nameOf = (given: string): string => {
  const name = given.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "")
  if (name !== "" && name !== "." && !isInside(name)) throw leadsOut(given)
  return name
}

/** Passes pieces on while they are not too many. */
async function* bounded(pieces: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array, void> {
  let left = most
  for await (const piece of pieces) {
    left -= piece.length
    if (left < 0) throw tooMuch()
    yield piece
  }
}

/** The pieces as the platform's stream. */
const streamOf = (pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> => {
  const iterator = pieces[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      const next = await iterator.next()
      if (next.done === true) controller.close()
      else controller.enqueue(next.value)
    },
    cancel: async () => {
      await iterator.return?.()
    }
  })
}

async function* filesOfTar(tar: AsyncIterable<Uint8Array>): AsyncGenerator<ArchivedFile, void> {
  const entries = streamOf(tar).pipeThrough(createTarDecoder({ strict: true }))
  for await (const { body, header } of entries) {
    const name = nameOf(header.name)
    if (header.type === "directory" || header.type === "pax-global-header") await body.cancel()
    else if (header.type === "file" || header.type === undefined) yield { name, pieces: body }
    else throw refuse(`has a ${header.type}: ${quote(header.name)}`)
  }
}

/** The kind of a file as Unix keeps it in the upper half of an entry's attributes. */
const UNIX_KIND = 0o170000
const UNIX_FILE = 0o100000
const UNIX_FOLDER = 0o040000

const isPlain = (entry: Entry): boolean => {
  const kind = (entry.externalFileAttributes >>> 16) & UNIX_KIND
  return kind === 0 || kind === UNIX_FILE || kind === UNIX_FOLDER
}

/** yauzl itself refuses names that lead out, and fails a file that unpacks to another size than it says. */
async function* filesOfZip(zip: ZipFile, most: number): AsyncGenerator<ArchivedFile, void> {
  let left = most
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw refuse("is encrypted")
    if (!isPlain(entry)) throw refuse(`has a link: ${quote(entry.fileName)}`)
    left -= entry.uncompressedSize
    if (left < 0) throw tooMuch()
    const name = nameOf(entry.fileName)
    if (!entry.fileName.endsWith("/")) yield { name, pieces: await zip.openReadStreamPromise(entry) }
  }
}

const firstBytesOf = async (path: string): Promise<Buffer> => {
  const file = await open(path)
  try {
    const bytes = Buffer.alloc(512)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Errors of the file come out of the stream that is read. */
const gunzip = (path: string) => pipeline(createReadStream(path), createGunzip(), () => undefined)

const isTar = (start: Buffer): boolean => start.toString("latin1", 257, 262) === "ustar"

async function* readFiles(path: string): AsyncGenerator<ArchivedFile, void> {
  const start = await firstBytesOf(path)
  const { size } = await stat(path)
  const most = Math.min(MAX_UNPACKED, Math.max(RATIO_COUNTS_FROM, MAX_RATIO * size))
  const signature = start.toString("latin1", 0, 4)
  if (signature === "PK\x03\x04") {
    yield* filesOfZip(await openPromise(path, { lazyEntries: true, validateEntrySizes: true }), most)
  } else if (signature.startsWith("\x1f\x8b")) {
    yield* filesOfTar(bounded(gunzip(path), most))
  } else if (signature.startsWith("BZh")) yield* filesOfTar(bunzip(path, most, tooMuch))
  else if (isTar(start)) yield* filesOfTar(bounded(createReadStream(path), most))
  else throw new ModelProblem({ message: "the file is no tar.bz2, tar.gz, tar or zip" })
}

async function* readPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* pieces
  } catch (cause) {
    throw damaged(cause)
  }
}

/** The files of the archive at `path`, in its order. Throws `ModelProblem` where it is refused or damaged. */
export async function* filesOf(path: string): AsyncGenerator<ArchivedFile, void> {
  let count = 0
  const files = readFiles(path)
  try {
    for (;;) {
      const next = await files.next().catch((cause) => Promise.reject(damaged(cause)))
      if (next.done === true) return
      if (++count > MAX_FILES) throw refuse(`has more than ${MAX_FILES} files`)
      yield { name: next.value.name, pieces: readPieces(next.value.pieces) }
    }
  } finally {
    await files.return()
  }
}
