import { expect, test } from "bun:test"
import * as Fs from "node:fs/promises"
import { join } from "node:path"
import * as SqlClient from "@effect/sql/SqlClient"
import {
  Clock,
  Deferred,
  Duration,
  Effect,
  Exit,
  FastCheck,
  Fiber,
  Layer,
  Option,
  TestClock,
  TestContext
} from "effect"
import * as BlobSweep from "../../src/storage/BlobSweep.ts"
import { Blobs } from "../../src/storage/Blobs.ts"
import * as FolderBlobs from "../../src/storage/FolderBlobs.ts"
import * as Sql from "../../src/storage/Sql.ts"
import { temporary } from "../support/Folder.ts"
import { longTest } from "../support/Long.ts"
import { forAllAsync } from "../support/Property.ts"
import { write } from "../support/Write.ts"
import { exists, id, inFolder, Place, pattern, refer, type Services, store } from "./BlobWorld.ts"

/** The real time, as the files have it, and `later` after it. */
const setClock = (later: Duration.DurationInput) =>
  Effect.suspend(() => TestClock.setTime(Date.now() + Duration.toMillis(later)))

test("a writer given up leaves nothing, and its watchers are told", () =>
  inFolder(function* () {
    const folder = yield* temporary
    const blobs = yield* Blobs.pipe(Effect.provide(FolderBlobs.layer(folder)))
    const abandoned = yield* Effect.gen(function* () {
      const writer = yield* blobs.create(id("a"))
      yield* writer.append(pattern(1_000))
      return writer
    }).pipe(Effect.scoped)
    expect(yield* Effect.flip(abandoned.read(0, 10))).toMatchObject({ _tag: "NOT_FOUND" })
    const left = yield* Effect.promise(() => Fs.readdir(join(folder, "incoming")))
    expect(left).toEqual([])
  }))

test("an interrupted writer leaves nothing", () =>
  inFolder(function* () {
    const folder = yield* temporary
    const blobs = yield* Blobs.pipe(Effect.provide(FolderBlobs.layer(folder)))
    const appended = yield* Deferred.make<void>()
    const fiber = yield* Effect.gen(function* () {
      const writer = yield* blobs.create(id("a"))
      yield* writer.append(pattern(1_000))
      yield* Deferred.succeed(appended, undefined)
      yield* Effect.forever(writer.append(pattern(1_000)))
    }).pipe(Effect.scoped, Effect.fork)
    yield* Deferred.await(appended)
    yield* Fiber.interrupt(fiber)
    expect(yield* Effect.promise(() => Fs.readdir(join(folder, "incoming")))).toEqual([])
  }))

test("the columns that keep a file alive are all the columns of that kind in the schema", () =>
  inFolder(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = yield* sql<{ table: string; column: string }>`
        SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m, pragma_table_info(m.name) c
        WHERE m.type = 'table' AND c.name LIKE '%blob_id' ORDER BY 1`
    expect(columns.map((row) => ({ ...row }))).toEqual(BlobSweep.REFERENCES.map((row) => ({ ...row })))
  }))

test("a start sweeps what a crash left: temporaries and files without a row, and nothing else", async () => {
  await inFolder(function* () {
    const folder = yield* temporary
    const first = Layer.mergeAll(FolderBlobs.layer(join(folder, "blobs")), Sql.layer(join(folder, "qal.sqlite")))
    yield* Effect.gen(function* () {
      for (const name of ["clip", "preview", "orphan"]) yield* store(name, pattern(10))
      yield* refer("clips", id("clip"))
      yield* refer("previews", id("preview"))
      yield* Effect.promise(() => Fs.writeFile(join(folder, "blobs", "incoming", "left-by-a-crash"), pattern(10)))
    }).pipe(Effect.provide(first))
    yield* Effect.gen(function* () {
      expect(yield* exists("clip")).toBe(true)
      expect(yield* exists("preview")).toBe(true)
      expect(yield* exists("orphan")).toBe(false)
      expect(yield* Effect.promise(() => Fs.readdir(join(folder, "blobs", "incoming")))).toEqual([])
    }).pipe(Effect.provide(Layer.provideMerge(BlobSweep.layer, first)))
  })
})

test("no sweep takes a file whose row may still come, nor what is being written", () =>
  inFolder(function* () {
    const blobs = yield* Blobs
    // Files are dated by the real time.
    yield* setClock(0)
    const writer = yield* blobs.create(id("slow"))
    yield* writer.append(pattern(10))
    yield* store("young", pattern(10))
    yield* setClock(Duration.minutes(30))
    expect(yield* BlobSweep.sweepOnce(BlobSweep.ROW_FOLLOWS_WITHIN)).toMatchObject({ temporaries: 0, failed: 0 })
    yield* setClock(Duration.hours(2))
    expect(yield* BlobSweep.sweepOnce(BlobSweep.ROW_FOLLOWS_WITHIN)).toMatchObject({ temporaries: 0, failed: 1 })
    expect(yield* exists("young")).toBe(false)
    yield* writer.publish
    expect(yield* exists("slow")).toBe(true)
  }, TestContext.TestContext))

test("a file written long ago and published now is as young as its publication", () =>
  inFolder(function* () {
    const blobs = yield* Blobs
    const folder = yield* Place
    yield* setClock(0)
    const writer = yield* blobs.create(id("a"))
    yield* writer.append(pattern(10))
    const [name] = yield* Effect.promise(() => Fs.readdir(join(folder, "incoming")))
    yield* Effect.promise(() => Fs.utimes(join(folder, "incoming", name ?? ""), 1, 1))
    yield* writer.publish
    yield* setClock(0)
    expect(yield* BlobSweep.sweepOnce(Duration.minutes(1))).toMatchObject({ failed: 0, setAside: 0 })
    expect(yield* Effect.option(blobs.size(id("a")))).toEqual(Option.some(10))
  }, TestContext.TestContext))

test("a sweep keeps exactly the files that rows refer to, whichever those are", () =>
  inFolder(function* () {
    const runtime = yield* Effect.runtime<Services>()
    let round = 0
    yield* Effect.promise(() =>
      forAllAsync(
        { numRuns: 15 },
        FastCheck.array(FastCheck.constantFrom<"clips" | "previews" | "nothing">("clips", "previews", "nothing"), {
          maxLength: 12
        }),
        async (fates) => {
          round += 1
          const named = fates.map((fate, i) => ({ name: `r${round}x${i}`, fate }))
          const found = await Effect.runPromise(
            Effect.gen(function* () {
              for (const { name, fate } of named) {
                yield* store(name, pattern(3))
                if (fate !== "nothing") yield* refer(fate, id(name))
              }
              yield* BlobSweep.sweepOnce(Duration.zero)
              return yield* Effect.forEach(named, ({ name }) => exists(name))
            }).pipe(Effect.provide(runtime))
          )
          expect(found).toEqual(fates.map((fate) => fate !== "nothing"))
        }
      )
    )
  }))

/** A file of an earlier process: this one does not know how it came. */
const leave = (name: string) =>
  Effect.flatMap(Place, (folder) =>
    Effect.promise(() => Fs.writeFile(join(folder, name.slice(-1), `blob_${name}`), pattern(10), { mode: 0o644 }))
  )

const filesIn = (path: string) =>
  Effect.flatMap(Place, (folder) => Effect.promise(() => Fs.readdir(join(folder, path)).catch((): Array<string> => [])))

longTest("a sweep goes through more files than it asks the database about at once", () =>
  inFolder(function* () {
    yield* Effect.forEach(Array.from({ length: 1_200 }), (_, i) => leave(`${i}a`), { concurrency: 50 })
    yield* refer("previews", id("7a"))
    expect(yield* BlobSweep.sweepOnce(Duration.zero)).toMatchObject({ setAside: 1_199 })
    expect(yield* filesIn("a")).toEqual(["blob_7a"])
  })
)

test("a file that no row explains is set aside, comes back when a row refers to it, and goes after 30 days", () =>
  inFolder(function* () {
    // Later than any file is made here.
    yield* setClock(Duration.minutes(1))
    const day = new Date(yield* Clock.currentTimeMillis).toISOString().slice(0, 10)
    for (const name of ["kept", "lost", "back"]) yield* leave(name)
    yield* refer("clips", id("kept"))
    expect(yield* BlobSweep.sweepOnce(Duration.zero)).toMatchObject({ setAside: 2, restored: 0, expired: 0 })
    expect((yield* filesIn(`set-aside/${day}`)).toSorted()).toEqual(["blob_back", "blob_lost"])
    // As an older database knows more clips than the one that was lost.
    yield* refer("clips", id("back"))
    expect(yield* BlobSweep.sweepOnce(Duration.zero)).toMatchObject({ setAside: 0, restored: 1, expired: 0 })
    expect(yield* exists("back")).toBe(true)
    yield* setClock(Duration.days(29))
    expect(yield* BlobSweep.sweepOnce(Duration.zero)).toMatchObject({ expired: 0 })
    yield* setClock(Duration.days(31))
    expect(yield* BlobSweep.sweepOnce(Duration.zero)).toMatchObject({ setAside: 0, expired: 1 })
    expect(yield* filesIn("set-aside")).toEqual([])
    expect([yield* exists("kept"), yield* exists("lost"), yield* exists("back")]).toEqual([true, false, true])
  }, TestContext.TestContext))

test("a file that a row released is deleted, not set aside", () =>
  inFolder(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* leave("clip")
    yield* leave("old")
    yield* leave("new")
    yield* refer("clips", id("clip"))
    yield* refer("previews", id("old"))
    yield* write("DELETE FROM clips")
    yield* write("UPDATE previews SET blob_id = ?", id("new"))
    expect(yield* BlobSweep.sweepOnce(Duration.zero)).toMatchObject({ released: 2, setAside: 0 })
    expect([yield* exists("clip"), yield* exists("old"), yield* exists("new")]).toEqual([false, false, true])
    expect(yield* sql`SELECT * FROM released_blobs`).toEqual([])
  }))

test("files and folders are their owner's alone, whatever they were before", () =>
  inFolder(function* () {
    const folder = yield* Place
    yield* leave("a")
    yield* refer("clips", id("a"))
    yield* Effect.promise(() => Fs.chmod(join(folder, "a"), 0o755))
    yield* Blobs.pipe(Effect.provide(FolderBlobs.layer(folder)))
    yield* BlobSweep.sweepOnce(Duration.zero)
    const mode = (path: string) => Effect.promise(async () => (await Fs.stat(join(folder, path))).mode & 0o777)
    expect(yield* mode("a")).toBe(0o700)
    expect(yield* mode("a/blob_a")).toBe(0o600)
  }))

test("a file that cannot be brought to the disk is not published", () =>
  inFolder(function* () {
    const { create } = yield* Blobs
    const folder = yield* Place
    const exit = yield* Effect.exit(
      Effect.scoped(
        Effect.gen(function* () {
          const writer = yield* create(id("x"))
          yield* writer.append(pattern(10))
          // The rename finds no folder, as it may find no room.
          yield* Effect.promise(() => Fs.rm(join(folder, "x"), { recursive: true }))
          yield* writer.publish
        })
      )
    )
    expect(Exit.isFailure(exit)).toBe(true)
    expect(yield* filesIn("incoming")).toEqual([])
  }))
