/**
 * Audio and uploads as files, named by `BlobId` and by nothing that a client
 * chose. A file appears under its id whole, or not at all: it is written under a
 * temporary name and renamed. It is synced before anybody learns its id, so what
 * a row refers to is there after any crash; what no row refers to is swept.
 *
 * `BlobFolder` says how they lie in the folder.
 *
 * A fault of the disk is a defect: no caller can repair it. `SystemErrors` says what a
 * client is told of it.
 */
import * as FsSync from "node:fs"
import type { FileHandle } from "node:fs/promises"
import * as Fs from "node:fs/promises"
import * as Path from "node:path"
import { Effect, Option, type Scope, Stream } from "effect"
import type { BlobId } from "../Domain.ts"
import { NotFound } from "../Errors.ts"
import * as Folder from "./BlobFolder.ts"
import { io } from "./BlobFolder.ts"
import { datasync } from "./Datasync.ts"

/** Bytes read at once; also what one slow reader of `read` holds in memory. */
export const CHUNK_BYTES = 64 * 1024

/** From `start`, up to but not including `end`, in bytes; past the end of the file there is nothing. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A file being written. It is removed when its scope closes before `publish`. */
export interface BlobWriter {
  /** Adds bytes at the end. For one fiber at a time. */
  readonly append: (bytes: Uint8Array) => Effect.Effect<void>
  /** Overwrites from offset 0, such as a header whose lengths are known last. */
  readonly rewriteStart: (bytes: Uint8Array) => Effect.Effect<void>
  /** How many bytes have been appended. */
  readonly size: Effect.Effect<number>
  /**
   * Up to `length` bytes from `offset`, fewer at the end of what is written so
   * far. For any number of fibers, before and after publication, also once the
   * writer's scope is closed; `NotFound` when the file was given up.
   */
  readonly read: (offset: number, length: number) => Effect.Effect<Uint8Array, NotFound>
  /** Makes the bytes durable under `id` and answers how many there are. Once per writer. */
  readonly publish: (id: BlobId) => Effect.Effect<number>
}

const gone = () => new NotFound({ message: "this file no longer exists" })

/** As `io`, but a file that is not there is `NotFound`. */
const ioExisting = <A>(operation: () => Promise<A>): Effect.Effect<A, NotFound> =>
  Effect.uninterruptible(
    Effect.tryPromise(operation).pipe(
      Effect.catchAll(({ error }) => (Folder.isMissing(error) ? Effect.fail(gone()) : Effect.die(error)))
    )
  )

const openToRead = (path: string): Effect.Effect<FileHandle, NotFound, Scope.Scope> =>
  Effect.acquireRelease(
    ioExisting(() => Fs.open(path, "r")),
    (handle) => io(() => handle.close())
  )

/**
 * A file under way is written and read where we stand: its bytes go to and come
 * from the system's memory in microseconds, a hundredth of what the way to
 * another thread and back costs on the path to the first sound. What waits for
 * the disk (`datasync`, `fsync`) goes that way.
 */
const writeAt = (file: number, bytes: Uint8Array, offset: number): void => {
  for (let done = 0; done < bytes.length; ) {
    done += FsSync.writeSync(file, bytes, done, bytes.length - done, offset + done)
  }
}

const readWritten = (file: number, offset: number, length: number): Uint8Array => {
  const bytes = new Uint8Array(length)
  let done = 0
  while (done < length) {
    const count = FsSync.readSync(file, bytes, done, length - done, offset + done)
    if (count === 0) break
    done += count
  }
  return bytes.subarray(0, done)
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

export class Blobs extends Effect.Service<Blobs>()("storage/Blobs", {
  effect: Effect.fnUntraced(function* (folder: string) {
    const incoming = Path.join(folder, Folder.INCOMING)
    const pathOf = (id: BlobId) => Folder.pathOf(folder, id)
    /** Temporaries of writers that still live; no sweep touches them. */
    const writing = new Set<string>()
    /** Published by this process and not yet swept past: that these have no row is no riddle, their job failed. */
    const published = new Set<string>()

    yield* io(() => Folder.make(folder))

    const makeWriter = Effect.sync(() => {
      const name = crypto.randomUUID()
      const path = Path.join(incoming, name)
      const file = FsSync.openSync(path, "wx+", 0o600)
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
        publish: (id) =>
          io(async () => {
            const final = pathOf(id)
            FsSync.renameSync(path, final)
            try {
              // Without the folder the name itself may be lost with the power, and with it a paid clip. Both at
              // once: the order does not matter before a row refers to them, and the file system writes them together.
              await Promise.all([datasync(file), Folder.syncFolder(Path.dirname(final))])
            } catch (cause) {
              FsSync.rmSync(final, { force: true })
              throw cause
            }
            target = final
            published.add(id)
            return size
          })
      }
      return { writer, close }
    })

    const readFrom = (path: string, offset: number, length: number) =>
      Effect.scoped(Effect.flatMap(openToRead(path), (handle) => io(() => readAt(handle, offset, length))))

    /** A new file in the surrounding scope. */
    const create: Effect.Effect<BlobWriter, never, Scope.Scope> = Effect.acquireRelease(
      makeWriter,
      ({ close }) => close
    ).pipe(
      Effect.map(({ writer }) => writer),
      Effect.withSpan("Blobs.create")
    )

    /** The bytes of `range`, or all, in pieces of at most `CHUNK_BYTES`, read as they are asked for. */
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

    /** Whether a file can be written and brought to the disk now; a defect where it cannot. */
    const probe = Effect.suspend(() => {
      const name = `probe-${crypto.randomUUID()}`
      const path = Path.join(incoming, name)
      writing.add(name)
      return io(() => Fs.writeFile(path, PROBE, { flag: "wx", mode: 0o600, flush: true })).pipe(
        Effect.ensuring(io(() => Fs.rm(path, { force: true }))),
        Effect.ensuring(Effect.sync(() => writing.delete(name)))
      )
    })

    return {
      create,
      read,
      /** Bytes of the file. */
      size: Effect.fn("Blobs.size")((id: BlobId) =>
        Effect.map(
          ioExisting(() => Fs.stat(pathOf(id))),
          (stat) => stat.size
        )
      ),
      /** The whole file, or a range of it, in memory: for small ones. */
      bytes: Effect.fn("Blobs.bytes")(
        (id: BlobId, range?: ByteRange): Effect.Effect<Uint8Array, NotFound> =>
          range === undefined
            ? ioExisting(() => Fs.readFile(pathOf(id)))
            : readFrom(pathOf(id), range.start, range.end - range.start)
      ),
      /**
       * The range as a web `Blob` that is read only when it is sent, by the
       * server's own file path and at the client's pace. The caller has seen
       * that the file exists.
       */
      lazy: (id: BlobId, range: ByteRange): Blob => Bun.file(pathOf(id)).slice(range.start, range.end),
      /** Removes the file, if it is there. Who is reading it may finish. */
      remove: Effect.fn("Blobs.remove")((id: BlobId) => {
        published.delete(id)
        return io(() => Fs.rm(pathOf(id), { force: true }))
      }),
      probe,
      /** For `BlobSweep`. */
      swept: {
        folder,
        isWriting: (name: string): boolean => writing.has(name),
        /** Whether this process published the file; asked once, when what happened to it is known. */
        takeOwn: (name: string): boolean => published.delete(name)
      }
    }
  })
}) {}
