import { expect, test } from "bun:test"
import { Duration, Effect, Either, Exit, Layer } from "effect"
import * as BlobSweep from "../../src/storage/BlobSweep.ts"
import { Blobs } from "../../src/storage/Blobs.ts"
import * as Sql from "../../src/storage/Sql.ts"
import * as S3Blobs from "../../src/storage/s3/S3Blobs.ts"
import { run } from "../support/EffectBody.ts"
import { temporary } from "../support/Folder.ts"
import { failure, type ObjectStore } from "../support/ObjectStore.ts"
import { write } from "../support/Write.ts"
import { bucketOf, exists, id, inBucket, objectStore, pattern, refer, store } from "./BlobWorld.ts"

const HOUR = Duration.toMillis("1 hour")
const DAY = 24 * HOUR

/** An object that another process published, of the store's age. */
const leave = (bucket: ObjectStore, name: string) =>
  Effect.promise(async () => {
    const client = new Bun.S3Client({
      ...bucket.credentials,
      endpoint: bucket.url,
      bucket: "qal-test"
    })
    await client.write(`qal/blobs/blob_${name}`, pattern(10))
  })

const sweep = BlobSweep.sweepOnce(BlobSweep.ROW_FOLLOWS_WITHIN)

const marks = (bucket: ObjectStore) =>
  [...bucket.objects.keys()].filter((key) => key.startsWith("qal/set-aside/")).toSorted()

test("an object that no row names is marked, can still be read, and goes 30 days later, however pages fall", () =>
  inBucket(
    function* (bucket) {
      const names = Array.from({ length: 40 }, (_, at) => `x${String(at).padStart(3, "0")}`)
      yield* Effect.forEach(names, (name) => leave(bucket, name), { concurrency: 8 })
      yield* refer("clips", id("x007"))
      expect(yield* sweep).toMatchObject({ setAside: 0 })
      bucket.advance(2 * HOUR)
      yield* leave(bucket, "young")
      expect(yield* sweep).toMatchObject({ setAside: 39, restored: 0, expired: 0 })
      expect(yield* sweep).toMatchObject({ setAside: 0, restored: 0, expired: 0 })
      expect(marks(bucket).length).toBe(39)
      // As an older database knows more than the one that was lost.
      yield* refer("previews", id("x020"))
      expect(yield* exists("x020")).toBe(true)
      expect(yield* sweep).toMatchObject({ setAside: 0, restored: 1 })
      bucket.advance(29 * DAY)
      expect(yield* sweep).toMatchObject({ setAside: 1, expired: 0 })
      bucket.advance(2 * DAY)
      expect(yield* sweep).toMatchObject({ setAside: 0, expired: 38 })
      expect(marks(bucket)).toEqual(["qal/set-aside/blob_young"])
      expect([yield* exists("x007"), yield* exists("x020"), yield* exists("x000")]).toEqual([true, true, false])
    },
    { pageSize: 7 }
  ))

test("an old object that a restored database does not know is not lost at once", () =>
  inBucket(function* (bucket) {
    yield* leave(bucket, "old")
    bucket.advance(400 * DAY)
    expect(yield* sweep).toMatchObject({ setAside: 1, expired: 0 })
    expect(yield* exists("old")).toBe(true)
  }))

test("a released object is deleted, and one published for a job that failed goes an hour later", () =>
  inBucket(function* (bucket) {
    yield* leave(bucket, "clip")
    yield* refer("clips", id("clip"))
    yield* store("failed", pattern(10))
    yield* store("settled", pattern(10))
    yield* refer("previews", id("settled"))
    yield* write("DELETE FROM clips")
    expect(yield* sweep).toMatchObject({ released: 1, failed: 0 })
    bucket.advance(2 * HOUR)
    expect(yield* sweep).toMatchObject({ released: 0, failed: 1, setAside: 0 })
    expect([yield* exists("clip"), yield* exists("failed"), yield* exists("settled")]).toEqual([false, false, true])
  }))

test("parts that a dead process left are forgotten after a day, however many; those of a live one are not", () =>
  inBucket(
    function* (bucket) {
      const begun = (name: string, initiated: number) =>
        bucket.uploads.set(name, { key: `qal/blobs/blob_${name}`, initiated, parts: new Map() })
      for (let at = 0; at < 20; at++) begun(`old${at}`, Date.now() - 25 * HOUR)
      begun("young", Date.now() - 23 * HOUR)
      bucket.uploads.set("foreign", { key: "elsewhere/x", initiated: 0, parts: new Map() })
      expect(yield* sweep).toMatchObject({ temporaries: 20 })
      expect([...bucket.uploads.keys()]).toEqual(["young", "foreign"])
    },
    { pageSize: 3 }
  ))

test("an object outside the prefix, or in it and not Qal's, is not touched by a sweep", () =>
  inBucket(function* (bucket) {
    const foreign = ["qal/blobs/Ünrelated <&>", "qal/blobs/deep/er", "other/blobs/blob_x", "qal-2/blobs/blob_x"]
    const stored = { bytes: pattern(3), etag: '"e"', modified: 0 }
    for (const key of foreign) bucket.objects.set(key, stored)
    bucket.advance(100 * DAY)
    expect(yield* sweep).toMatchObject({ setAside: 0, expired: 0 })
    expect(foreign.every((key) => bucket.objects.has(key))).toBe(true)
  }))

test("a sweep that the store fails deletes nothing that it has not looked up, and the next does the rest", () =>
  inBucket(function* (bucket) {
    for (const name of ["a", "b", "c"]) yield* leave(bucket, name)
    yield* refer("clips", id("b"))
    bucket.advance(2 * HOUR)
    bucket.setFault(({ method, query }) =>
      method === "GET" && query.get("prefix") === "qal/blobs/" && !query.has("uploads")
        ? new Response("<ListBucketResult><Contents><Key>qal/blobs/blo", { status: 200 })
        : undefined
    )
    expect(Exit.isFailure(yield* Effect.exit(sweep))).toBe(true)
    bucket.setFault(({ method }) => (method === "PUT" ? failure("AccessDenied") : undefined))
    expect(Exit.isFailure(yield* Effect.exit(sweep))).toBe(true)
    expect(bucket.objects.size).toBe(4)
    bucket.setFault(() => undefined)
    expect(yield* sweep).toMatchObject({ setAside: 2 })
  }))

/** A start of a node on the bucket with the database in this folder; the line that it is refused with. */
const start = (bucket: ObjectStore, database: string) =>
  Effect.scoped(
    Effect.either(
      Layer.build(
        Layer.provide(
          S3Blobs.layer({ bucket: bucketOf(bucket), redirects: false, folder: database }),
          Sql.layer(`${database}/qal.sqlite`)
        )
      )
    )
  ).pipe(Effect.map((made) => (Either.isLeft(made) ? made.left.message : "started")))

const refused =
  "QAL_BLOBS_URL: the bucket, or the prefix in it, belongs to another database; give this one another prefix, or put the database back that it belongs to; nothing in it was touched"

for (const withoutConditions of [false, true]) {
  test(`a bucket belongs to the database that came first, also while empty (no conditional writes: ${withoutConditions})`, () =>
    run(function* () {
      const bucket = yield* objectStore({ withoutConditions })
      const [own, other] = [yield* temporary, yield* temporary]
      expect([yield* start(bucket, own), yield* start(bucket, own)]).toEqual(["started", "started"])
      expect(yield* start(bucket, other)).toBe(refused)
      expect(yield* start(bucket, own)).toBe("started")
    }))
}

test("one of several databases that claim an empty bucket at once gets it", () =>
  run(function* () {
    const bucket = yield* objectStore()
    const folders = yield* Effect.all(Array.from({ length: 5 }, () => temporary))
    const made = yield* Effect.forEach(folders, (folder) => start(bucket, folder), { concurrency: "unbounded" })
    expect(made.toSorted()).toEqual([refused, refused, refused, refused, "started"])
  }))

test("objects whose bucket has lost its mark are known by the rows, and are no other database's", () =>
  run(function* () {
    const bucket = yield* objectStore()
    const [own, other] = [yield* temporary, yield* temporary]
    yield* Effect.gen(function* () {
      yield* store("a", pattern(10))
      yield* refer("clips", id("a"))
    }).pipe(
      Effect.provide(
        Layer.provideMerge(
          S3Blobs.layer({ bucket: bucketOf(bucket), redirects: false, folder: own }),
          Sql.layer(`${own}/qal.sqlite`)
        )
      )
    )
    bucket.objects.delete("qal/database-id")
    expect(yield* start(bucket, other)).toBe(refused)
    expect(yield* start(bucket, own)).toBe("started")
  }))

test("a node whose bucket was given to another database sweeps nothing", () =>
  inBucket(function* (bucket) {
    yield* leave(bucket, "a")
    bucket.advance(2 * HOUR)
    bucket.objects.set("qal/database-id", { bytes: Buffer.from("another"), etag: '"e"', modified: 0 })
    expect(Exit.isFailure(yield* Effect.exit(sweep))).toBe(true)
    expect(yield* Effect.flatMap(Blobs, (blobs) => blobs.size(id("a")))).toBe(10)
    expect(marks(bucket)).toEqual([])
  }))
