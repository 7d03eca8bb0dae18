/**
 * Files in a folder of this machine. A file is written under a temporary name,
 * synced and renamed before anybody learns its id. `BlobFolder` says how they
 * lie in the folder.
 */
import * as FsSync from "node:fs"
import type { FileHandle } from "node:fs/promises"
import * as Fs from "node:fs/promises"
import * as Path from "node:path"
import { Clock, Context, Effect, Layer, Option, type Scope, Stream } from "effect"
import type { BlobId } from "../Domain.ts"
import type { NotFound } from "../Errors.ts"
import { FILES_UNREACHABLE } from "../runtime/SystemErrors.ts"
import * as Folder from "./BlobFolder.ts"
import { io } from "./BlobFolder.ts"
import { type BlobStore, Blobs, type BlobWriter, type ByteRange, CHUNK_BYTES, gone, SweptBlobs } from "./Blobs.ts"
import { datasync } from "./Datasync.ts"
import * as FolderSweep from "./FolderSweep.ts"
import { readWritten, writeAt } from "./OpenFile.ts"

/** The folder itself is gone, as where a disk is not mounted: the code with which clients are asked to try again later. */
class FolderGone extends Error {
  readonly code = FILES_UNREACHABLE
}

/** Why a file could not be used whose folder is there as long as the store is. */
const reasonOf = (path: string, cause: unknown): unknown =>
  Folder.isMissing(cause) && !FsSync.existsSync(Path.dirname(path))
    ? new FolderGone("the folder of the files is gone", { cause })
    : cause

/** As `io`, of the file at `path`: `NotFound` where it is not there. */
const ioExisting = <A>(path: string, operation: () => Promise<A>): Effect.Effect<A, NotFound> =>
  Effect.uninterruptible(
    Effect.tryPromise(operation).pipe(
      Effect.catchAll(({ error }) => {
        const reason = reasonOf(path, error)
        return Folder.isMissing(reason) ? Effect.fail(gone()) : Effect.die(reason)
      })
    )
  )

const openToRead = (path: string): Effect.Effect<FileHandle, NotFound, Scope.Scope> =>
  Effect.acquireRelease(
    ioExisting(path, () => Fs.open(path, "r")),
    (handle) => io(() => handle.close())
  )

/** A new file at `path`. Throws. */
const openNew = (path: string): number => {
  try {
    return FsSync.openSync(path, "wx+", 0o600)
  } catch (cause) {
    throw reasonOf(path, cause)
  }
}

/** Throws. */
const rename = (path: string, final: string): void => {
  try {
    FsSync.renameSync(path, final)
  } catch (cause) {
    throw reasonOf(final, cause)
  }
}

const readAt = async (handle: FileHandle, offset: number, length: number): Promise<Uint8Array> => {
  const bytes = new Uint8Array(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, offset + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return bytes.subarray(0, done)
}

/** What the readiness check writes: more than a file system keeps beside the file's name. */
const PROBE = new Uint8Array(4 * 1024)

/** Where a writer's bytes are to be found. */
type Place = { readonly file: number } | { readonly path: string } | "given up"

const make = Effect.fnUntraced(function* (folder: string) {
  const incoming = Path.join(folder, Folder.INCOMING)
  const pathOf = (id: BlobId) => Folder.pathOf(folder, id)
  /** Temporaries of writers that still live; no sweep touches them. */
  const writing = new Set<string>()
  /** When this process published what was not yet swept: that these have no row is no riddle, their job failed. */
  const published = new Map<string, number>()

  yield* io(() => Folder.make(folder))

  const makeWriter = (id: BlobId) =>
    Effect.sync(() => {
      const name = crypto.randomUUID()
      const path = Path.join(incoming, name)
      const file = openNew(path)
      writing.add(name)
      let place: Place = { file }
      let target: string | undefined
      let size = 0

      const close = Effect.sync(() => {
        place = target === undefined ? "given up" : { path: target }
        if (target === undefined) FsSync.rmSync(path, { force: true })
        writing.delete(name)
        FsSync.closeSync(file)
      })
      const writer: BlobWriter = {
        id,
        append: (bytes) =>
          Effect.sync(() => {
            writeAt(file, bytes, size)
            size += bytes.length
          }),
        rewriteStart: (bytes) => Effect.sync(() => writeAt(file, bytes, 0)),
        size: Effect.sync(() => size),
        read: (offset, length) =>
          Effect.suspend(() => {
            if (place === "given up") return Effect.fail(gone())
            return "file" in place
              ? Effect.succeed(readWritten(place.file, offset, length))
              : readFrom(place.path, offset, length)
          }),
        publish: Effect.flatMap(Clock.currentTimeMillis, (now) =>
          io(async () => {
            const final = pathOf(id)
            rename(path, final)
            try {
              // Without the folder the name itself may be lost with the power, and with it a paid clip. Both at
              // once: the order does not matter before a row refers to them, and the file system writes them together.
              await Promise.all([datasync(file), Folder.syncFolder(Path.dirname(final))])
            } catch (cause) {
              FsSync.rmSync(final, { force: true })
              throw cause
            }
            target = final
            published.set(id, now)
            return size
          })
        )
      }
      return { writer, close }
    })

  const readFrom = (path: string, offset: number, length: number) =>
    Effect.scoped(Effect.flatMap(openToRead(path), (handle) => io(() => readAt(handle, offset, length))))

  const create = (id: BlobId): Effect.Effect<BlobWriter, never, Scope.Scope> =>
    Effect.acquireRelease(makeWriter(id), ({ close }) => close).pipe(
      Effect.map(({ writer }) => writer),
      Effect.withSpan("Blobs.create")
    )

  const read = (id: BlobId, range?: ByteRange): Stream.Stream<Uint8Array, NotFound> =>
    Stream.unwrapScoped(
      Effect.map(openToRead(pathOf(id)), (handle) => {
        const end = range?.end ?? Number.POSITIVE_INFINITY
        return Stream.unfoldEffect(range?.start ?? 0, (offset) =>
          offset >= end
            ? Effect.succeedNone
            : Effect.map(
                io(() => readAt(handle, offset, Math.min(CHUNK_BYTES, end - offset))),
                (bytes) => (bytes.length === 0 ? Option.none() : Option.some([bytes, offset + bytes.length] as const))
              )
        )
      })
    )

  const probe = Effect.suspend(() => {
    const name = `probe-${crypto.randomUUID()}`
    const path = Path.join(incoming, name)
    writing.add(name)
    return io(() => Fs.writeFile(path, PROBE, { flag: "wx", mode: 0o600, flush: true })).pipe(
      Effect.ensuring(io(() => Fs.rm(path, { force: true }))),
      Effect.ensuring(Effect.sync(() => writing.delete(name)))
    )
  })

  const store: BlobStore = {
    create,
    read,
    size: Effect.fn("Blobs.size")((id: BlobId) =>
      Effect.map(
        ioExisting(pathOf(id), () => Fs.stat(pathOf(id))),
        (stat) => stat.size
      )
    ),
    bytes: Effect.fn("Blobs.bytes")(
      (id: BlobId, range?: ByteRange): Effect.Effect<Uint8Array, NotFound> =>
        range === undefined
          ? ioExisting(pathOf(id), () => Fs.readFile(pathOf(id)))
          : readFrom(pathOf(id), range.start, range.end - range.start)
    ),
    lazy: (id, range) => Bun.file(pathOf(id)).slice(range.start, range.end),
    address: undefined,
    remove: Effect.fn("Blobs.remove")((id: BlobId) => {
      published.delete(id)
      return io(() => Fs.rm(pathOf(id), { force: true }))
    }),
    probe
  }
  return Context.make(Blobs, store).pipe(
    Context.add(SweptBlobs, FolderSweep.sweepable({ folder, published, isWriting: (name) => writing.has(name) }))
  )
})

/** The store of the files in `folder`. */
export const layer = (folder: string): Layer.Layer<Blobs | SweptBlobs> => Layer.effectContext(make(folder))
