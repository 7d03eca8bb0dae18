/**
 * The folder that holds everything Qal keeps, and the lock that lets one server
 * at a time own it. Recovery may only call a running job dead when its process
 * is, and the lock is what proves it.
 */
import { Database } from "bun:sqlite"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import { Context, Data, Effect, Layer } from "effect"

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
  static readonly layer = (root: string) => Layer.effect(DataFolder, open(root))

  /** The same, held for this process alone; for the server. */
  static readonly ownedLayer = (root: string) =>
    Layer.scoped(
      DataFolder,
      Effect.tap(open(root), ({ lock }) => own(lock))
    )
}

const open = Effect.fn("DataFolder.open")(function* (root: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const folder = path.resolve(root)
  yield* fs.makeDirectory(folder, { recursive: true, mode: 0o700 }).pipe(
    Effect.zipRight(fs.access(folder, { writable: true })),
    Effect.mapError(() => new DataFolderError({ message: `QAL_DATA_DIR: cannot write to the folder ${root}` }))
  )
  return {
    folder,
    database: path.join(folder, "qal.sqlite"),
    blobs: path.join(folder, "blobs"),
    lock: path.join(folder, "server.lock"),
    signingSecret: path.join(folder, "signing-secret"),
    adminToken: path.join(folder, "admin-token.sha256")
  }
})

/**
 * Holds the folder for this process until the scope closes. It is an SQLite
 * file under an exclusive transaction: the operating system drops such a lock
 * with the process, however it ends, so no stale lock can remain.
 */
const own = (lockFile: string) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        const database = new Database(lockFile)
        database.run("PRAGMA locking_mode = EXCLUSIVE")
        database.run("BEGIN EXCLUSIVE")
        return database
      },
      catch: () => new DataFolderError({ message: "QAL_DATA_DIR: another server is running on this data folder" })
    }),
    (database) => Effect.sync(() => database.close())
  )
