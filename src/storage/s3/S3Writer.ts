/**
 * A file on its way to an object store. It is written to a file of this machine
 * that has no name any more, so that nothing is left of it whatever happens to
 * the process, and read from there. From its second part on it is sent up while
 * it is written; its first part, whose head is known last, follows at the end.
 * What is shorter than two parts is one request. Under its key there is nothing
 * before all of it is there: S3 makes an object of the last request alone.
 */
import * as FsSync from "node:fs"
import * as Path from "node:path"
import { Duration, Effect, Fiber, Queue, type Scope } from "effect"
import type { BlobId } from "../../Domain.ts"
import type { NotFound } from "../../Errors.ts"
import { type BlobWriter, gone } from "../Blobs.ts"
import { readWritten, writeAt } from "../OpenFile.ts"
import type { ObjectStoreError } from "./ObjectStoreError.ts"
import type { Objects, Part } from "./Objects.ts"

/** Bytes of a part: S3 takes no smaller one but the last. */
export const PART_BYTES = 5 * 1024 * 1024

/**
 * Bytes of parts that are in memory at once, over all files: who comes later
 * waits. A file of less than two parts counts as what it has.
 */
export const MOST_IN_MEMORY = 64 * 1024 * 1024

/** How long a writer that is given up waits for its parts to be forgotten; what is left then, a sweep finds. */
const ABORT_PATIENCE = Duration.seconds(2)

export interface S3WriterOptions {
  readonly objects: Objects
  /** Folder for the files without a name. */
  readonly spool: string
  readonly keyOf: (id: BlobId) => string
  /** One permit for each byte of `MOST_IN_MEMORY`. */
  readonly memory: Effect.Semaphore
  /** Where what outlives a writer runs. */
  readonly scope: Scope.Scope
  /** Told before the object may be there. */
  readonly onPublish: (id: BlobId) => Effect.Effect<void>
  readonly readStored: (id: BlobId, offset: number, length: number) => Effect.Effect<Uint8Array, NotFound>
}

/** A new file that has no name. */
const openNameless = (spool: string): number => {
  const path = Path.join(spool, crypto.randomUUID())
  const file = FsSync.openSync(path, "wx+", 0o600)
  FsSync.rmSync(path)
  return file
}

/** The parts of the file, sent one after the other. */
const makeParts = ({ keyOf, memory, objects, scope }: S3WriterOptions, id: BlobId, file: number) => {
  const key = keyOf(id)
  const sent = new Map<number, Part>()
  const oneAtATime = Effect.unsafeMakeSemaphore(1).withPermits(1)
  let beginning: Fiber.RuntimeFiber<string, ObjectStoreError> | undefined

  /** The upload's id. Its beginning goes on when whoever waits is interrupted: an id that nobody has read cannot be given up. */
  const ensureBegun = Effect.suspend(() => {
    if (beginning !== undefined) return Fiber.join(beginning)
    const begin = Effect.tapError(Effect.interruptible(objects.begin(key)), () =>
      Effect.sync(() => {
        beginning = undefined
      })
    )
    const begun = Effect.tap(Effect.forkIn(begin, scope), (fiber) => {
      beginning = fiber
    })
    return Effect.flatMap(Effect.uninterruptible(begun), Fiber.join)
  })

  /** Sends the part of this number unless it was sent. Fails with `ObjectStoreError`. */
  const ensure = (number: number, length: number) =>
    oneAtATime(
      Effect.gen(function* () {
        if (sent.has(number)) return
        const upload = yield* ensureBegun
        const send = Effect.suspend(() =>
          objects.putPart(key, upload, number, readWritten(file, (number - 1) * PART_BYTES, length))
        )
        sent.set(number, yield* memory.withPermits(length)(send))
      })
    )

  /** Sends what is missing and makes an object of all. An answer that was lost may have been a success. */
  const finish = Effect.fnUntraced(function* (size: number) {
    for (let start = 0; start < size; start += PART_BYTES) {
      yield* ensure(start / PART_BYTES + 1, Math.min(PART_BYTES, size - start))
    }
    const parts = [...sent.values()].toSorted((one, other) => one.number - other.number)
    yield* objects.complete(key, yield* ensureBegun, parts).pipe(
      Effect.catchIf(
        ({ reason }) => reason === "NoSuchUpload",
        (error) =>
          Effect.flatMap(objects.head(key), (found) =>
            found._tag === "Some" && found.value === size ? Effect.void : error
          )
      )
    )
  })

  return {
    ensure,
    finish,
    /** Runs `change` while nothing is sent, and sends again what it touched: the parts up to this byte. */
    changing: (end: number, change: () => void) =>
      oneAtATime(
        Effect.sync(() => {
          change()
          for (const number of sent.keys()) if ((number - 1) * PART_BYTES < end) sent.delete(number)
        })
      ),
    abort: Effect.suspend(() =>
      beginning === undefined
        ? Effect.void
        : Effect.flatMap(Fiber.join(beginning), (uploadId) => objects.abort(key, uploadId))
    )
  }
}

/** A new file in the surrounding scope. */
export const make = Effect.fnUntraced(function* (writerOptions: S3WriterOptions, id: BlobId) {
  const { keyOf, memory, objects, onPublish, readStored, scope, spool } = writerOptions
  let place: "file" | "store" | "given up" = "file"
  let isPublished = false
  let size = 0
  const { file, parts } = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const file = openNameless(spool)
      return { file, parts: makeParts(writerOptions, id, file) }
    }),
    ({ file, parts }) =>
      Effect.gen(function* () {
        place = isPublished ? "store" : "given up"
        FsSync.closeSync(file)
        if (isPublished) return
        const abort = Effect.ignoreLogged(Effect.timeout(parts.abort, ABORT_PATIENCE))
        // Of its own: this fiber may be one that was interrupted.
        yield* Fiber.await(yield* Effect.forkIn(abort, scope))
      })
  )
  /** Numbers of parts that are whole. */
  const whole = yield* Queue.unbounded<number>()
  // A part that cannot be sent now is sent at the end.
  yield* Queue.take(whole).pipe(
    Effect.flatMap((number) => Effect.ignoreLogged(parts.ensure(number, PART_BYTES))),
    Effect.forever,
    Effect.forkScoped
  )

  const writer: BlobWriter = {
    id,
    append: (bytes) =>
      Effect.suspend(() => {
        writeAt(file, bytes, size)
        const before = Math.floor(size / PART_BYTES)
        size += bytes.length
        const after = Math.floor(size / PART_BYTES)
        return after > before && after > 1
          ? Effect.asVoid(Queue.offerAll(whole, numbersFrom(Math.max(2, before + 1), after)))
          : Effect.void
      }),
    rewriteStart: (bytes) =>
      bytes.length <= PART_BYTES
        ? Effect.sync(() => writeAt(file, bytes, 0))
        : parts.changing(bytes.length, () => writeAt(file, bytes, 0)),
    size: Effect.sync(() => size),
    read: (offset, length) =>
      Effect.suspend(() => {
        if (place === "given up") return Effect.fail(gone())
        return place === "file" ? Effect.succeed(readWritten(file, offset, length)) : readStored(id, offset, length)
      }),
    publish: Effect.suspend(() => {
      const send =
        size < 2 * PART_BYTES
          ? memory.withPermits(size)(Effect.suspend(() => objects.put(keyOf(id), readWritten(file, 0, size))))
          : parts.finish(size)
      return Effect.zipRight(onPublish(id), Effect.orDie(send)).pipe(
        Effect.map(() => {
          isPublished = true
          return size
        })
      )
    })
  }
  return writer
})

const numbersFrom = (first: number, last: number): ReadonlyArray<number> =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)
