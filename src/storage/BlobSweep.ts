/**
 * Which rows keep a file alive, and what becomes of the others. A sweep deletes
 * only what it can explain: files that a row released (`released_blobs`),
 * temporaries, and files of this process whose job failed. Any other file without
 * a row is set aside for 30 days, and comes back where a row refers to it: after
 * an older database was restored, nothing of the newer is lost at once.
 */
import * as Fs from "node:fs/promises"
import * as Path from "node:path"
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Duration, Effect, Layer, Schedule, Schema, Stream } from "effect"
import * as Folder from "./BlobFolder.ts"
import { io } from "./BlobFolder.ts"
import { Blobs } from "./Blobs.ts"
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
export const SWEEP_EVERY = Duration.hours(1)
export const ROW_FOLLOWS_WITHIN = Duration.hours(1)
/** How long a file without an explanation is kept. */
export const SET_ASIDE_FOR = Duration.days(30)

/** How many ids are asked of the database at once: some 2 ms. */
const BATCH = 500

const decodeIds = Schema.decodeUnknown(Schema.Array(Schema.Struct({ id: Schema.String })))

/** The ids, of those asked, that some row refers to. */
export const referenced = Effect.fn("BlobSweep.referenced")(function* (ids: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const queries = REFERENCES.map(
    ({ table, column }) => sql`SELECT ${sql(column)} AS id FROM ${sql(table)} WHERE ${sql.in(column, ids)}`
  )
  const rows = yield* Effect.orDie(Effect.flatMap(sql`${sql.join(" UNION ALL ", false)(queries)}`, decodeIds))
  return new Set(rows.map(({ id }) => id))
})

/** Does `use` with the files and the names, of theirs, that rows refer to, some at a time. */
const eachBatch = (
  files: AsyncIterable<Folder.Found>,
  use: (files: ReadonlyArray<Folder.Found>, kept: ReadonlySet<string>) => Promise<void>
) =>
  Stream.fromAsyncIterable(files, (cause) => cause).pipe(
    Stream.orDie,
    Stream.grouped(BATCH),
    Stream.mapEffect((chunk) => {
      const found = [...chunk]
      return Effect.flatMap(referenced(found.map(({ name }) => name)), (kept) => io(() => use(found, kept)))
    }),
    Stream.runDrain
  )

const removeTemporaries = (before: number) =>
  Effect.flatMap(Blobs, ({ swept: { folder, isWriting } }) =>
    io(async () => {
      let removed = 0
      for await (const { name, path } of Folder.olderFiles(Path.join(folder, Folder.INCOMING), before)) {
        if (isWriting(name)) continue
        await Fs.rm(path, { force: true })
        removed++
      }
      return removed
    })
  )

const FORGET = "DELETE FROM released_blobs WHERE id IN (SELECT key FROM json_each(?))"

/** Removes the files that rows have released, and forgets them. */
const removeReleased = Effect.gen(function* () {
  const { swept } = yield* Blobs
  const { relaxed } = yield* Writer
  const sql = yield* SqlClient.SqlClient
  let removed = 0
  while (true) {
    const rows = yield* Effect.flatMap(sql`SELECT id FROM released_blobs LIMIT ${BATCH}`, decodeIds)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return removed
    for (const id of ids) swept.takeOwn(id)
    yield* io(() => Promise.all(ids.map((id) => Fs.rm(Folder.pathOf(swept.folder, id), { force: true }))))
    yield* relaxed(inOrder(statement(FORGET, listed(ids))))
    removed += ids.length
  }
}).pipe(Effect.orDie)

/** Deletes or sets aside what no row refers to. */
const clear = Effect.fnUntraced(function* (before: number, day: string) {
  const { folder, takeOwn } = (yield* Blobs).swept
  const aside = Path.join(folder, Folder.SET_ASIDE, day)
  let failed = 0
  let setAside = 0
  for (const shard of Folder.SHARDS) {
    yield* eachBatch(Folder.olderFiles(Path.join(folder, shard), before), async (files, kept) => {
      for (const { name, path } of files) {
        const isOwn = takeOwn(name)
        if (kept.has(name)) continue
        if (isOwn) {
          await Fs.rm(path, { force: true })
          failed++
        } else if (await Folder.move(path, Path.join(aside, name))) setAside++
      }
    })
  }
  return { failed, setAside }
})

/** Brings back what a row refers to after all; deletes what was set aside long ago. */
const reviewSetAside = Effect.fnUntraced(function* (now: number) {
  const { folder } = (yield* Blobs).swept
  let expired = 0
  let restored = 0
  for (const day of yield* io(() => Folder.daysSetAside(folder))) {
    const aside = Path.join(folder, Folder.SET_ASIDE, day)
    const isOver = Date.parse(day) + Duration.toMillis(SET_ASIDE_FOR) < now
    yield* eachBatch(Folder.olderFiles(aside, Number.POSITIVE_INFINITY), async (files, kept) => {
      for (const { name, path } of files) {
        if (kept.has(name)) {
          if (await Folder.move(path, Folder.pathOf(folder, name))) restored++
        } else if (isOver) {
          await Fs.rm(path, { force: true })
          expired++
        }
      }
    })
    // Fails where something is left in it.
    if (isOver) yield* io(() => Fs.rmdir(aside).catch(() => {}))
  }
  return { expired, restored }
})

/** One sweep of what was last touched at least `olderThan` ago. How many files went which way. */
export const sweepOnce = Effect.fn("BlobSweep.sweepOnce")(function* (olderThan: Duration.Duration) {
  const now = yield* Clock.currentTimeMillis
  const before = now - Duration.toMillis(olderThan)
  const temporaries = yield* removeTemporaries(before)
  const released = yield* removeReleased
  const { expired, restored } = yield* reviewSetAside(now)
  const { failed, setAside } = yield* clear(before, new Date(now).toISOString().slice(0, 10))
  const swept = { temporaries, released, failed, setAside, restored, expired }
  if (setAside > 0) {
    yield* Effect.logWarning(
      `Files without a row were set aside in ${Folder.SET_ASIDE}/ of the file store; they go in 30 days`,
      swept
    )
  } else if (Object.values(swept).some((count) => count > 0)) yield* Effect.logInfo("Swept the file store", swept)
  return swept
})

const failure = (cause: unknown) => Effect.logError("A sweep of the file store failed; the next is in an hour", cause)

/**
 * For the process that owns the data folder: a sweep of everything before this
 * layer is built (no job runs yet, so nothing awaits its row), then one every hour.
 */
export const layer = Layer.scopedDiscard(
  Effect.zipRight(
    Effect.catchAllCause(sweepOnce(Duration.zero), failure),
    sweepOnce(ROW_FOLLOWS_WITHIN).pipe(
      Effect.catchAllCause(failure),
      Effect.schedule(Schedule.spaced(SWEEP_EVERY)),
      Effect.forkScoped
    )
  )
)
