/** The files of a model on the disk: taken from elsewhere, and held against their hashes. */
import { createHash } from "node:crypto"
import { constants, createReadStream } from "node:fs"
import { copyFile, lstat, mkdir, open, readdir, realpath, rename, writeFile } from "node:fs/promises"
import { dirname, join, sep } from "node:path"
import { filesOf } from "./Archives.ts"
import { MANIFEST, type ModelManifest } from "./Manifest.ts"
import { ModelProblem, quote } from "./ModelProblem.ts"

const problem = (message: string) => new ModelProblem({ message })

/** The SHA-256 of a file, in hex. */
export const hashOf = async (path: string, signal?: AbortSignal): Promise<string> => {
  const hash = createHash("sha256")
  for await (const piece of createReadStream(path, { signal })) hash.update(piece)
  return hash.digest("hex")
}

/** Fails unless `name` is a file of the folder itself: not a link, nor behind one. */
const requireFile = async (folder: string, name: string): Promise<string> => {
  const path = join(folder, name)
  const found = await lstat(path).catch(() => undefined)
  if (found === undefined) throw problem(`${quote(name)} is not there`)
  if (!found.isFile()) throw problem(`${quote(name)} is no file but a link, a folder or a device`)
  const isWithin = (await realpath(path)).startsWith((await realpath(folder)) + sep)
  if (!isWithin) throw problem(`${quote(name)} lies outside the model's folder`)
  return path
}

/** Fails where a file is missing, or is not what the manifest says it is; answers the bytes of all. */
export const verifyFiles = async (folder: string, manifest: ModelManifest, signal?: AbortSignal): Promise<number> => {
  let bytes = 0
  for (const [name, sha256] of Object.entries(manifest.sha256)) {
    const path = await requireFile(folder, name)
    if ((await hashOf(path, signal)) !== sha256) {
      throw problem(`${quote(name)} is not what ${MANIFEST} says: its SHA-256 is another`)
    }
    bytes += (await lstat(path)).size
  }
  return bytes
}

/** Texts that go with a model, in the folder itself. */
const ACCOMPANYING = /^(?:licen[cs]e|notice|copying|readme|model_card)[\w.-]*$/i
/** Bytes of one such text. */
const MAX_TEXT = 1024 * 1024
const MAX_TEXTS = 20

const textsOf = async (folder: string, manifest: ModelManifest): Promise<ReadonlyArray<string>> => {
  const names = (await readdir(folder)).filter(
    (name) => ACCOMPANYING.test(name) && !Object.hasOwn(manifest.sha256, name)
  )
  const found = await Promise.all(
    names.slice(0, MAX_TEXTS).map(async (name) => ({ name, entry: await lstat(join(folder, name)) }))
  )
  return found.filter(({ entry }) => entry.isFile() && entry.size <= MAX_TEXT).map(({ name }) => name)
}

/** How a file comes to its place: from a folder that stays, or from one of our own. */
const ways = {
  copy: (from: string, to: string) => copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE),
  move: rename
}

/** Brings the model's files, its manifest and its licence from the folder `from` to `to`, which is empty. */
export const takeFiles = async (
  from: string,
  to: string,
  manifest: ModelManifest,
  way: keyof typeof ways,
  signal: AbortSignal
): Promise<void> => {
  for (const name of [...Object.keys(manifest.sha256), ...(await textsOf(from, manifest))]) {
    signal.throwIfAborted()
    const source = await requireFile(from, name)
    await mkdir(dirname(join(to, name)), { recursive: true })
    await ways[way](source, join(to, name))
  }
  await writeFile(join(to, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`)
}

const writePieces = async (path: string, pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> => {
  const file = await open(path, "wx")
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted()
      await file.writeFile(piece)
    }
  } finally {
    await file.close()
  }
}

const hasCode = (cause: unknown, ...codes: ReadonlyArray<string>): boolean =>
  cause instanceof Error && "code" in cause && codes.includes(String(cause.code))

/** Writes the files of an archive below the folder `into`. */
export const unpack = async (archive: string, into: string, signal: AbortSignal): Promise<void> => {
  for await (const { name, pieces } of filesOf(archive)) {
    signal.throwIfAborted()
    const path = join(into, name)
    await mkdir(dirname(path), { recursive: true })
      .then(() => writePieces(path, pieces, signal))
      .catch((cause) => {
        const isTwice = hasCode(cause, "EEXIST", "ENOTDIR", "EISDIR")
        throw isTwice ? problem(`the archive has a name twice: ${quote(name)}`) : cause
      })
  }
}

/** The folder of the model within what an archive unpacked to: this one, or the only folder in it. */
export const rootOf = async (unpacked: string): Promise<string> => {
  const entries = await readdir(unpacked, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory())
  const [only] = folders
  const isHere =
    entries.some(({ name }) => name === MANIFEST) || only === undefined || entries.some((one) => one.isFile())
  return isHere ? unpacked : join(unpacked, only.name)
}
