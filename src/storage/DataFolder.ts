/**
 * The folder that holds everything Qal keeps, and the lock that lets one server
 * at a time own it. Recovery may only call a running job dead when its process
 * is, and the lock is what proves it.
 */
import { Database } from "bun:sqlite"
import * as Fs from "node:fs/promises"
import type { PlatformError } from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import { Context, Data, Effect, Layer } from "effect"
import { codeOf, isLocked } from "../runtime/SystemErrors.ts"
import { isDamaged } from "./StorageErrors.ts"

/** The data folder cannot be used; `message` is one line for the person who starts the server. */
export class DataFolderError extends Data.TaggedError("DataFolderError")<{ readonly message: string }> {}

/** The paths inside the data folder. */
export interface Paths {
  readonly folder: string
  readonly database: string
  /** Folder of `Blobs`. */
  readonly blobs: string
  readonly lock: string
  readonly signingSecret: string
  /** SHA-256 of the token that opens the dashboard. */
  readonly adminToken: string
}

export class DataFolder extends Context.Tag("storage/DataFolder")<DataFolder, Paths>() {
  /** The folder `root`, created when it is missing; for any process. */
  static readonly layer = (root: string) => Layer.effect(DataFolder, open(root, true))

  /** The folder `root` as it is, which may be missing; for whoever makes nothing in it. */
  static readonly presentLayer = (root: string) => Layer.effect(DataFolder, open(root, false))

  /** The same, held for this process alone; for the server. */
  static readonly ownedLayer = (root: string) =>
    Layer.scoped(
      DataFolder,
      Effect.tap(open(root, true), ({ lock }) => lockFolder(lock))
    )
}

/** Nobody but the user who runs the program reads what it keeps, whatever the folder allows. */
const PRIVATE_UMASK = 0o077

/** Names in the folder that this program gave, or a file system whose root it is. */
const OURS =
  /^(?:qal\.sqlite|server\.lock|signing-secret|admin-token\.sha256|blobs|models|native|spool|lost\+found)(?:[-.].*)?$/

/** Whether nothing is in the folder but what is ours: what is in `/tmp` or `/srv` is not closed to its users. */
const isOurs = (folder: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) =>
    Effect.orElseSucceed(
      Effect.map(fs.readDirectory(folder), (names) => names.every((name) => OURS.test(name))),
      () => false
    )
  )

/** Whether the folder has an SQLite file that could be looked at. */
export const hasDatabase = ({ database }: Paths): Effect.Effect<boolean> =>
  Effect.promise(() =>
    Fs.stat(database).then(
      ({ size }) => size > 0,
      () => false
    )
  )

/** Fails where the folder cannot be used, or, where there is none yet, where none can be made. */
const assertUsable = (
  fs: FileSystem.FileSystem,
  path: Path.Path,
  folder: string
): Effect.Effect<unknown, PlatformError> =>
  Effect.flatMap(fs.exists(folder), (isThere) => {
    if (isThere) return Effect.zipRight(fs.readDirectory(folder), fs.access(folder, { writable: true }))
    return assertUsable(fs, path, path.dirname(folder))
  })

const open = Effect.fn("DataFolder.open")(function* (root: string, makesIt: boolean) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const folder = path.resolve(root)
  // For the files that SQLite makes, which takes no mode.
  yield* Effect.sync(() => process.umask(PRIVATE_UMASK))
  const make = makesIt ? fs.makeDirectory(folder, { recursive: true, mode: 0o700 }) : Effect.void
  yield* make.pipe(
    Effect.zipRight(assertUsable(fs, path, folder)),
    Effect.mapError(() => new DataFolderError({ message: `QAL_DATA_DIR: cannot write to the folder ${root}` }))
  )
  const paths: Paths = {
    folder,
    database: path.join(folder, "qal.sqlite"),
    blobs: path.join(folder, "blobs"),
    lock: path.join(folder, "server.lock"),
    signingSecret: path.join(folder, "signing-secret"),
    adminToken: path.join(folder, "admin-token.sha256")
  }
  const { adminToken, database, lock, signingSecret } = paths
  const files = [database, `${database}-wal`, `${database}-shm`, lock, signingSecret, adminToken]
  // What is not there gets its mode when it is made; a folder that is another user's keeps its mode.
  yield* Effect.forEach(files, (file) => Effect.ignore(fs.chmod(file, 0o600)))
  if (yield* isOurs(folder)) yield* Effect.ignore(fs.chmod(folder, 0o700))
  return paths
})

const notOwned = (lockFile: string, cause: unknown): string => {
  if (isLocked(cause)) return "another server is running on this data folder"
  if (isDamaged(cause)) {
    return `the file ${lockFile} holds something that no server wrote, so it cannot be locked; no server is running, remove the file and start again`
  }
  return `the file ${lockFile} cannot be locked (${codeOf(cause) ?? cause})`
}

/**
 * Holds the folder for this process until the scope closes. It is an SQLite
 * file under an exclusive transaction: the operating system drops such a lock
 * with the process, however it ends, so no stale lock can remain.
 */
const lockFolder = (lockFile: string) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        const database = new Database(lockFile)
        database.run("PRAGMA locking_mode = EXCLUSIVE")
        database.run("BEGIN EXCLUSIVE")
        return database
      },
      catch: (cause) => new DataFolderError({ message: `QAL_DATA_DIR: ${notOwned(lockFile, cause)}` })
    }),
    (database) => Effect.sync(() => database.close())
  )

/** Whether a server owns the folder now: it does so before it listens. */
export const isOwned = ({ lock }: Paths): Effect.Effect<boolean> =>
  Effect.acquireUseRelease(
    Effect.try(() => new Database(lock, { readonly: true })),
    (database) => Effect.try(() => database.query("SELECT 1 FROM sqlite_schema").all()),
    (database) => Effect.sync(() => database.close())
  ).pipe(
    Effect.as(false),
    Effect.catchAll(({ error }) => Effect.succeed(isLocked(error)))
  )
