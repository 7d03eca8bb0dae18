/**
 * Which rows keep a file alive, and what becomes of the others. A sweep deletes
 * only what it can explain: files that a row released (`released_blobs`),
 * temporaries, and files of this process whose job failed. Any other file without
 * a row is set aside for 30 days, and comes back where a row refers to it: after
 * an older database was restored, nothing of the newer is lost at once.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import { Duration, Effect, Layer, Schedule, Schema, Stream } from "effect"
import { type PublishedFile, SweptBlobs } from "./Blobs.ts"
import { Once } from "./Once.ts"
import { listed, statement } from "./Statement.ts"
import { inOrder, Writer } from "./Writer.ts"

/** Every column that refers to a file. A new one belongs here, or its files are swept. */
export const REFERENCES = [
  { table: "clips", column: "blob_id" },
  { table: "legacy_audio", column: "blob_id" },
  { table: "previews", column: "blob_id" },
  { table: "upload_renditions", column: "blob_id" },
  { table: "uploads", column: "blob_id" }
] as const

/** How often the sweep runs, and how long a file may wait for its row. A job's settlement follows its file within seconds. */
const SWEEP_EVERY = Duration.hours(1)
export const ROW_FOLLOWS_WITHIN = Duration.hours(1)
/** How long a file without an explanation is kept. */
const SET_ASIDE_FOR = Duration.days(30)

/** How many ids one query has: some 2 ms. */
const BATCH = 500

const decodeIds = Schema.decodeUnknown(Schema.Array(Schema.Struct({ id: Schema.String })))

/** The ids of these that some row refers to. */
export const referenced = Effect.fn("BlobSweep.referenced")(function* (ids: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const queries = REFERENCES.map(
    ({ table, column }) => sql`SELECT ${sql(column)} AS id FROM ${sql(table)} WHERE ${sql.in(column, ids)}`
  )
  const rows = yield* Effect.orDie(Effect.flatMap(sql`${sql.join(" UNION ALL ", false)(queries)}`, decodeIds))
  return new Set(rows.map(({ id }) => id))
})

/** The files, some at a time, divided into those that rows refer to and the others. */
const divided = <A extends PublishedFile>(files: Stream.Stream<A>) =>
  files.pipe(
    Stream.grouped(BATCH),
    Stream.mapEffect((chunk) => {
      const found = [...chunk]
      return Effect.map(referenced(found.map(({ name }) => name)), (names) => ({
        kept: found.filter(({ name }) => names.has(name)),
        others: found.filter(({ name }) => !names.has(name))
      }))
    })
  )

/** Does `use` with each element; answers the sum of what that answers. */
const total = <A, E, R, R2>(stream: Stream.Stream<A, E, R>, use: (element: A) => Effect.Effect<number, never, R2>) =>
  Stream.runFoldEffect(stream, 0, (sum, element) => Effect.map(use(element), (count) => sum + count))

const FORGET = "DELETE FROM released_blobs WHERE id IN (SELECT key FROM json_each(?))"

/** Removes the files that rows have released, and forgets them. */
const removeReleased = Effect.gen(function* () {
  const { remove } = yield* SweptBlobs
  const { relaxed } = yield* Writer
  const sql = yield* SqlClient.SqlClient
  let removed = 0
  while (true) {
    const rows = yield* Effect.flatMap(sql`SELECT id FROM released_blobs LIMIT ${BATCH}`, decodeIds)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return removed
    yield* remove(ids)
    yield* relaxed(inOrder(statement(FORGET, listed(ids))))
    removed += ids.length
  }
}).pipe(Effect.orDie)

/** Removes what this process published for a job that failed. */
const removeOwn = (before: number) =>
  Effect.flatMap(SweptBlobs, ({ remove, takeOwn }) =>
    total(divided(Stream.fromIterable(takeOwn(before).map((name) => ({ name, path: name })))), ({ others }) =>
      Effect.as(remove(others.map(({ name }) => name)), others.length)
    )
  )

/** Sets aside what no row refers to. */
const clear = (before: number, now: number) =>
  Effect.flatMap(SweptBlobs, ({ isOwn, published, setAside }) =>
    total(divided(published(before)), ({ others }) =>
      setAside(
        others.filter(({ name }) => !isOwn(name)),
        now
      )
    )
  )

/** Brings back what a row refers to after all; deletes what was set aside long ago. */
const reviewSetAside = Effect.fnUntraced(function* (now: number) {
  const { asides, expire, restore } = yield* SweptBlobs
  let restored = 0
  const expired = yield* total(divided(asides), ({ kept, others }) => {
    const over = others.filter(({ since }) => since + Duration.toMillis(SET_ASIDE_FOR) < now)
    return Effect.zipRight(
      Effect.map(restore(kept), (count) => {
        restored += count
      }),
      Effect.as(expire(over), over.length)
    )
  })
  return { expired, restored }
})

/** One sweep of what was last touched at least `olderThan` ago. How many files went which way. */
export const sweepOnce = Effect.fn("BlobSweep.sweepOnce")(function* (olderThan: Duration.Duration) {
  const store = yield* SweptBlobs
  const now = yield* store.now
  const before = now - Duration.toMillis(olderThan)
  const temporaries = yield* store.removeTemporaries(before)
  const released = yield* removeReleased
  const failed = yield* removeOwn(before)
  const { expired, restored } = yield* reviewSetAside(now)
  const setAside = yield* clear(before, now)
  const swept = { temporaries, released, failed, setAside, restored, expired }
  if (setAside > 0) {
    const days = Duration.toDays(SET_ASIDE_FOR)
    yield* Effect.logWarning(`Files without a row were set aside in the file store; they go in ${days} days`, swept)
  } else if (Object.values(swept).some((count) => count > 0)) yield* Effect.logInfo("Swept the file store", swept)
  return swept
})

const failure = (cause: unknown) => Effect.logError("A sweep of the file store failed; the next is in an hour", cause)

/**
 * A sweep at the start and every hour. Where this process alone has the store, everything is swept
 * once before this layer is built: no job runs yet, so nothing awaits its row.
 */
export const layer = Layer.scopedDiscard(
  Effect.gen(function* () {
    const { isShared, now } = yield* SweptBlobs
    const { inTurn } = yield* Once
    if (!isShared) yield* Effect.catchAllCause(sweepOnce(Duration.zero), failure)
    // What this process published nobody else knows; files of this machine's own are its own to sweep.
    const own = Effect.flatMap(now, (at) => removeOwn(at - Duration.toMillis(ROW_FOLLOWS_WITHIN)))
    const all = sweepOnce(ROW_FOLLOWS_WITHIN)
    yield* (isShared ? Effect.zipRight(own, inTurn("sweep of files", SWEEP_EVERY)(all)) : all).pipe(
      Effect.catchAllCause(failure),
      Effect.repeat(Schedule.spaced(SWEEP_EVERY)),
      // What is this process's alone has just been swept.
      Effect.delay(isShared ? Duration.zero : SWEEP_EVERY),
      Effect.forkScoped
    )
  })
)
