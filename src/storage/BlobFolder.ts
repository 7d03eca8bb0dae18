/**
 * How the file store lies in its folder, and how it is walked:
 *
 * `incoming/{random}` while a file is written, then
 * `{last character of the id}/{id}` (ids begin with their time, so only their end
 * spreads them evenly), `set-aside/{day}/{id}` for what no row explains, and
 * `database-id`, which names the database that explains the rest.
 */
import * as Fs from "node:fs/promises"
import * as Path from "node:path"
import { Effect } from "effect"
import { codeOf } from "../runtime/SystemErrors.ts"

export const SHARDS = [..."0123456789abcdefghijklmnopqrstuvwxyz_"]
export const INCOMING = "incoming"
export const SET_ASIDE = "set-aside"
export const DATABASE_ID = "database-id"

/** Nobody but the user who runs the server, whatever was there before. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

export const pathOf = (folder: string, id: string): string => Path.join(folder, id.slice(-1), id)

/** A file operation, run to its end, so that no handle is closed under it. */
export const io = <A>(operation: () => Promise<A>): Effect.Effect<A> =>
  Effect.uninterruptible(Effect.promise(operation))

export const isMissing = (cause: unknown): boolean => codeOf(cause) === "ENOENT"

export const unlessMissing = async <A, B>(operation: Promise<A>, otherwise: B): Promise<A | B> =>
  operation.catch((cause) => {
    if (isMissing(cause)) return otherwise
    throw cause
  })

export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await Fs.open(folder, "r")
  await handle.sync().finally(() => handle.close())
}

const makePrivate = async (folder: string): Promise<void> => {
  await Fs.mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  await Fs.chmod(folder, FOLDER_MODE)
}

/** Makes what is missing of the layout, for its owner alone. */
export const make = async (folder: string): Promise<void> => {
  for (const name of ["", INCOMING, SET_ASIDE, ...SHARDS]) await makePrivate(Path.join(folder, name))
  await unlessMissing(Fs.chmod(Path.join(folder, DATABASE_ID), FILE_MODE), undefined)
  await syncFolder(folder)
}

/** A file that lies in a folder of the store. */
export interface FolderFile {
  readonly name: string
  readonly path: string
}

/** The names in a folder; none where it is missing. */
async function* namesIn(folder: string): AsyncGenerator<string> {
  const opened = await unlessMissing(Fs.opendir(folder), undefined)
  if (opened === undefined) return
  for await (const entry of opened) yield entry.name
}

/** The files of a folder last touched before `before` (milliseconds since 1970); others may read none of them afterwards. */
export async function* olderFiles(folder: string, before: number): AsyncGenerator<FolderFile> {
  for await (const name of namesIn(folder)) {
    const path = Path.join(folder, name)
    const stat = await unlessMissing(Fs.stat(path), undefined)
    // The change time counts too: it moves when a file is renamed into place.
    if (stat === undefined || Math.max(stat.mtimeMs, stat.ctimeMs) > before) continue
    if ((stat.mode & 0o077) !== 0) await unlessMissing(Fs.chmod(path, FILE_MODE), undefined)
    yield { name, path }
  }
}

/** The days on which something was set aside, as `YYYY-MM-DD`. */
export const daysSetAside = async (folder: string): Promise<ReadonlyArray<string>> => {
  const days: Array<string> = []
  for await (const name of namesIn(Path.join(folder, SET_ASIDE))) days.push(name)
  return days
}

/** Every published file, also those set aside. */
export async function* publishedFiles(folder: string): AsyncGenerator<FolderFile> {
  for (const shard of SHARDS) yield* olderFiles(Path.join(folder, shard), Number.POSITIVE_INFINITY)
  for (const day of await daysSetAside(folder)) {
    yield* olderFiles(Path.join(folder, SET_ASIDE, day), Number.POSITIVE_INFINITY)
  }
}

/** Moves the file, replacing what is there; answers whether it was still where it was. */
export const move = async (from: string, to: string): Promise<boolean> => {
  await makePrivate(Path.dirname(to))
  return await unlessMissing(
    Fs.rename(from, to).then(() => true),
    false
  )
}
