/**
 * Files as objects of a bucket: `{prefix}blobs/{id}`. Without shards: an object
 * store spreads keys by itself, and ids that begin with their time are listed in
 * the order in which they came. `S3Writer` says how one gets there, `S3Sweep`
 * what becomes of those that no row names.
 */
import * as Fs from "node:fs/promises"
import * as Path from "node:path"
import type * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Context, Duration, Effect, Layer, Option, Stream } from "effect"
import type { BlobId } from "../../Domain.ts"
import type { NotFound } from "../../Errors.ts"
import type { Bucket } from "../../settings/ObjectStore.ts"
import { type BlobStore, Blobs, type ByteRange, CHUNK_BYTES, gone, SweptBlobs } from "../Blobs.ts"
import type { DataFolderError } from "../DataFolder.ts"
import type { Writer } from "../Writer.ts"
import * as Objects from "./Objects.ts"
import * as S3Ownership from "./S3Ownership.ts"
import * as S3Sweep from "./S3Sweep.ts"
import * as S3Writer from "./S3Writer.ts"

/**
 * Bytes asked for at once, which is what one slow reader holds in memory. Each
 * such piece is asked for again where its connection breaks, and none is held
 * open for a client that does not read.
 */
const WINDOW_BYTES = 512 * 1024

/** What was written successfully so lately shows that the store takes objects; the readiness check then costs nothing. */
const WRITTEN_LATELY = Duration.seconds(5)

const PROBE = "probe"
const PROBE_BYTES = new Uint8Array(1)

export interface Options {
  readonly bucket: Bucket
  /** Whether clients may be sent to the store itself. */
  readonly redirects: boolean
  /** The data folder; files under way are in its folder `spool`. */
  readonly folder: string
}

const keyOf = (id: BlobId): string => `${S3Sweep.BLOBS}${id}`

const existing = <A>(answer: Effect.Effect<Option.Option<A>, unknown>): Effect.Effect<A, NotFound> =>
  Effect.flatMap(Effect.orDie(answer), Option.match({ onNone: () => Effect.fail(gone()), onSome: Effect.succeed }))

const inPieces = (bytes: Uint8Array): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, at) =>
    bytes.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES)
  )

/** Reading, for which nothing of this process has to be known. */
const makeReads = (objects: Objects.Objects) => {
  const windows = (id: BlobId, range: ByteRange = { start: 0, end: Number.POSITIVE_INFINITY }) =>
    Stream.paginateEffect(range.start, (start) =>
      Effect.map(
        existing(objects.slice(keyOf(id), { start, end: Math.min(range.end, start + WINDOW_BYTES) })),
        ({ bytes, total }) => {
          const next = start + bytes.length
          const isOver = bytes.length === 0 || next >= Math.min(range.end, total)
          return [bytes, isOver ? Option.none() : Option.some(next)] as const
        }
      )
    )

  const bytes = (id: BlobId, range?: ByteRange): Effect.Effect<Uint8Array, NotFound> =>
    Effect.map(Stream.runCollect(windows(id, range)), (pieces) => Buffer.concat([...pieces]))

  const read = (id: BlobId, range?: ByteRange): Stream.Stream<Uint8Array, NotFound> =>
    Stream.mapConcat(windows(id, range), inPieces)

  return { bytes, read, size: (id: BlobId) => existing(objects.head(keyOf(id))) }
}

const make = Effect.fnUntraced(function* ({ bucket, folder, redirects }: Options) {
  const objects = Objects.make(bucket)
  const owner = yield* S3Ownership.claim(objects)
  const spool = Path.join(folder, "spool")
  yield* Effect.promise(() => Fs.mkdir(spool, { recursive: true, mode: 0o700 }))
  const reads = makeReads(objects)
  const scope = yield* Effect.scope
  const memory = yield* Effect.makeSemaphore(S3Writer.MOST_IN_MEMORY)
  const published = new Map<string, number>()
  let writtenAt = Number.NEGATIVE_INFINITY

  const writerOptions: S3Writer.S3WriterOptions = {
    objects,
    spool,
    keyOf,
    memory,
    scope,
    onPublish: (id) => Effect.map(Clock.currentTimeMillis, (now) => void published.set(id, now)),
    readStored: (id, offset, length) => reads.bytes(id, { start: offset, end: offset + length })
  }
  const noteWritten = Effect.map(Clock.currentTimeMillis, (now) => {
    writtenAt = now
  })
  const store: BlobStore = {
    create: (id) =>
      Effect.map(Effect.withSpan(S3Writer.make(writerOptions, id), "Blobs.create"), (writer) => ({
        ...writer,
        publish: Effect.withSpan(Effect.tap(writer.publish, noteWritten), "Blobs.publish")
      })),
    read: reads.read,
    size: Effect.fn("Blobs.size")(reads.size),
    bytes: Effect.fn("Blobs.bytes")(reads.bytes),
    lazy: undefined,
    address: redirects
      ? (id, { contentDisposition, contentType, method, seconds }) => {
          const query = { "response-content-type": contentType, "response-content-disposition": contentDisposition }
          return Effect.orDie(objects.presign({ method, key: keyOf(id), query }, seconds))
        }
      : undefined,
    remove: Effect.fn("Blobs.remove")((id: BlobId) => {
      published.delete(id)
      return Effect.orDie(objects.remove(keyOf(id)))
    }),
    probe: Effect.flatMap(Clock.currentTimeMillis, (now) =>
      now - writtenAt < Duration.toMillis(WRITTEN_LATELY)
        ? Effect.void
        : Effect.zipRight(Effect.orDie(objects.putOnce(PROBE, PROBE_BYTES)), noteWritten)
    )
  }
  return Context.make(Blobs, store).pipe(Context.add(SweptBlobs, S3Sweep.sweepable({ objects, owner, published })))
})

/** The store of the files in a bucket, which is refused where it belongs to another database. */
export const layer = (
  options: Options
): Layer.Layer<Blobs | SweptBlobs, DataFolderError, SqlClient.SqlClient | Writer> => Layer.scopedContext(make(options))
