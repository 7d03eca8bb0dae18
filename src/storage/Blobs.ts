/**
 * Audio and uploads as files, named by `BlobId` and by nothing that a client
 * chose. A file appears under its id whole, or not at all: it is written under a
 * temporary name and renamed. It is synced before anybody learns its id, so what
 * a row refers to is there after any crash; what no row refers to is swept.
 *
 * Layout: `{folder}/incoming/{random}` while written, then
 * `{folder}/{last character of the id}/{id}`. Ids begin with their time, so only
 * their end spreads them evenly.
 *
 * A fault of the disk is a defect: no caller can repair it.
 */
import * as FsSync from "node:fs"
import type { FileHandle } from "node:fs/promises"
import * as Fs from "node:fs/promises"
import * as Path from "node:path"
import { Clock, Duration, Effect, Option, type Scope, Stream } from "effect"
import type { BlobId } from "../Domain.ts"
import { NotFound } from "../Errors.ts"
import { datasync } from "./Datasync.ts"

/** Bytes read at once; also what one slow reader of `read` holds in memory. */
export const CHUNK_BYTES = 64 * 1024

const SHARDS = [..."0123456789abcdefghijklmnopqrstuvwxyz_"]

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

/** What became of a sweep: how many temporaries and how many unreferenced files went. */
export interface Swept {
  readonly temporaries: number
  readonly unreferenced: number
}

/** A file operation, run to its end, so that no handle is closed under it. */
const io = <A>(operation: () => Promise<A>): Effect.Effect<A> => Effect.uninterruptible(Effect.promise(operation))

const isMissing = (cause: unknown) => cause instanceof Error && "code" in cause && cause.code === "ENOENT"

const gone = () => new NotFound({ message: "this file no longer exists" })

/** As `io`, but a file that is not there is `NotFound`. */
const ioExisting = <A>(operation: () => Promise<A>): Effect.Effect<A, NotFound> =>
  Effect.uninterruptible(
    Effect.tryPromise(operation).pipe(
      Effect.catchAll(({ error }) => (isMissing(error) ? Effect.fail(gone()) : Effect.die(error)))
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

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await Fs.open(folder, "r")
  await handle.sync().finally(() => handle.close())
}

/** The files of a folder older than `before` (milliseconds since 1970), by name. */
async function* olderFiles(folder: string, before: number): AsyncGenerator<string> {
  for await (const entry of await Fs.opendir(folder)) {
    const stat = await Fs.stat(Path.join(folder, entry.name)).catch((cause) => {
      if (isMissing(cause)) return undefined
      throw cause
    })
    // The change time counts too: it moves when a file is renamed into place.
    if (stat !== undefined && Math.max(stat.mtimeMs, stat.ctimeMs) <= before) yield entry.name
  }
}

/** How many ids are asked of the database at once. */
const SWEEP_BATCH = 500

/** Where a writer's bytes are to be found. */
type Place = { readonly file: number } | { readonly path: string } | "given up"

export class Blobs extends Effect.Service<Blobs>()("storage/Blobs", {
  effect: Effect.fnUntraced(function* (folder: string) {
    const incoming = Path.join(folder, "incoming")
    const pathOf = (id: BlobId) => Path.join(folder, id.slice(-1), id)
    /** Temporaries of writers that still live; no sweep touches them. */
    const writing = new Set<string>()

    yield* io(async () => {
      for (const name of ["incoming", ...SHARDS])
        await Fs.mkdir(Path.join(folder, name), { recursive: true, mode: 0o700 })
      await syncFolder(folder)
    })

    const makeWriter = Effect.sync(() => {
      const name = crypto.randomUUID()
      const path = Path.join(incoming, name)
      const file = FsSync.openSync(path, "wx+", 0o600)
      writing.add(name)
      let place: Place = { file }
      let published: string | undefined
      let size = 0

      const close = Effect.sync(() => {
        FsSync.closeSync(file)
        if (published === undefined) FsSync.rmSync(path, { force: true })
        place = published === undefined ? "given up" : { path: published }
        writing.delete(name)
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
            const target = pathOf(id)
            FsSync.renameSync(path, target)
            published = target
            // Without the folder the name itself may be lost with the power, and with it a paid clip. Both at
            // once: the order does not matter before a row refers to them, and the file system writes them together.
            await Promise.all([datasync(file), syncFolder(Path.dirname(target))])
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

    const sweepTemporaries = (before: number) =>
      io(async () => {
        let removed = 0
        for await (const name of olderFiles(incoming, before)) {
          if (writing.has(name)) continue
          await Fs.rm(Path.join(incoming, name), { force: true })
          removed++
        }
        return removed
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
      remove: Effect.fn("Blobs.remove")((id: BlobId) => io(() => Fs.rm(pathOf(id), { force: true }))),
      /**
       * Removes temporaries that no living writer holds, and published files
       * that `referenced` does not answer, when both were last touched at least
       * `olderThan` ago. The age is what protects a file whose row is about to
       * be committed; zero is only safe before the first job runs.
       */
      sweep: Effect.fn("Blobs.sweep")(function* <E, R>(options: {
        readonly olderThan: Duration.Duration
        readonly referenced: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, E, R>
      }) {
        const before = (yield* Clock.currentTimeMillis) - Duration.toMillis(options.olderThan)
        const temporaries = yield* sweepTemporaries(before)
        let unreferenced = 0
        for (const shard of SHARDS) {
          const directory = Path.join(folder, shard)
          unreferenced += yield* Stream.fromAsyncIterable(olderFiles(directory, before), (cause) => cause).pipe(
            Stream.orDie,
            Stream.grouped(SWEEP_BATCH),
            Stream.mapEffect((chunk) => {
              const names = [...chunk]
              return Effect.flatMap(options.referenced(names), (kept) => {
                const orphans = names.filter((name) => !kept.has(name))
                return Effect.as(
                  io(() => Promise.all(orphans.map((name) => Fs.rm(Path.join(directory, name), { force: true })))),
                  orphans.length
                )
              })
            }),
            Stream.runSum
          )
        }
        return { temporaries, unreferenced } satisfies Swept
      })
    }
  })
}) {}
