import { expect, test } from "bun:test"
import * as Fs from "node:fs/promises"
import { Cause, Deferred, Effect, Exit, Fiber, Layer, type Scope, Stream, TestClock, TestContext } from "effect"
import { problemOf } from "../../src/runtime/SystemErrors.ts"
import { Blobs } from "../../src/storage/Blobs.ts"
import * as Sql from "../../src/storage/Sql.ts"
import { ObjectStoreError } from "../../src/storage/s3/ObjectStoreError.ts"
import * as S3Blobs from "../../src/storage/s3/S3Blobs.ts"
import { MOST_IN_MEMORY, PART_BYTES } from "../../src/storage/s3/S3Writer.ts"
import { type EffectBody, run } from "../support/EffectBody.ts"
import { temporary } from "../support/Folder.ts"
import { failure } from "../support/ObjectStore.ts"
import { type Proxy, startProxy } from "../support/Proxy.ts"
import { bucketOf, exists, id, inBucket, objectStore, pattern, store } from "./BlobWorld.ts"

const MIB = 1024 * 1024
const large = pattern(23 * MIB)

const append = (bytes: Uint8Array, from = 0, to = bytes.length) =>
  Effect.gen(function* () {
    const writer = yield* (yield* Blobs).create(id("a"))
    for (let at = from; at < to; at += 700_000) yield* writer.append(bytes.subarray(at, Math.min(to, at + 700_000)))
    return writer
  })

/** Waits in real time, whatever the test's clock says. */
const until = (isSo: () => boolean) =>
  Effect.promise(async () => {
    for (let tries = 0; !isSo() && tries < 500; tries++) await Bun.sleep(10)
    expect(isSo()).toBe(true)
  })

const bytesOf = (name: string) => Effect.flatMap(Blobs, (blobs) => blobs.bytes(id(name)))

/** The failure of the store that something died with. */
const faultOf = <A, E>(exit: Exit.Exit<A, E>): ObjectStoreError | undefined => {
  const defect = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
  return defect instanceof ObjectStoreError ? defect : undefined
}

test("a long file goes up while it is made, but for its first part, and is an object only at the end", () =>
  inBucket(function* (bucket) {
    const parts = () => [...bucket.uploads.values()].flatMap(({ parts }) => [...parts.keys()].toSorted())
    const writer = yield* append(large)
    yield* until(() => parts().length === 3)
    expect(parts()).toEqual([2, 3, 4])
    expect(yield* writer.read(22 * MIB, 10)).toEqual(large.slice(22 * MIB, 22 * MIB + 10))
    expect(yield* exists("a")).toBe(false)
    yield* writer.rewriteStart(new Uint8Array(44))
    expect(yield* writer.publish).toBe(large.length)
    expect(bucket.uploads.size).toBe(0)
    const wanted = Buffer.concat([new Uint8Array(44), large.subarray(44)])
    expect(wanted.equals(yield* bytesOf("a"))).toBe(true)
  }))

test("a file's start that is longer than a part is in the object too, whichever parts were sent before", () =>
  inBucket(function* () {
    const start = pattern(PART_BYTES + 1_000, 99)
    yield* Effect.scoped(
      Effect.gen(function* () {
        const writer = yield* append(large)
        yield* writer.rewriteStart(start)
        yield* writer.publish
      })
    )
    expect(Buffer.concat([start, large.subarray(start.length)]).equals(yield* bytesOf("a"))).toBe(true)
  }))

test.each([0, 1, PART_BYTES, 2 * PART_BYTES - 1, 2 * PART_BYTES, 3 * PART_BYTES])(
  "a file of %p bytes is whole in the bucket",
  (size) =>
    inBucket(function* (bucket) {
      yield* store("a", large.subarray(0, size))
      expect(Buffer.from(large.subarray(0, size)).equals(yield* bytesOf("a"))).toBe(true)
      const writes = bucket.asked.filter(({ key, method }) => key === "qal/blobs/blob_a" && /PUT|POST/.test(method))
      if (size < 2 * PART_BYTES) expect(writes.length).toBe(1)
    })
)

test("a writer that is given up, or interrupted, leaves no object, no parts and no file", () =>
  inBucket(function* (bucket) {
    const abandoned = yield* Effect.scoped(append(large))
    expect(yield* Effect.flip(abandoned.read(0, 10))).toMatchObject({ _tag: "NOT_FOUND" })
    const begun = yield* Deferred.make<void>()
    const fiber = yield* Effect.fork(
      Effect.scoped(Effect.zipRight(Effect.tap(append(large), Deferred.succeed(begun, undefined)), Effect.never))
    )
    yield* Deferred.await(begun)
    yield* until(() => bucket.uploads.size === 1)
    yield* Fiber.interrupt(fiber)
    expect([bucket.uploads.size, yield* exists("a")]).toEqual([0, false])
  }))

test("a file that goes to a bucket has no name on this machine while it is under way", () =>
  run(function* () {
    const folder = yield* temporary
    const bucket = yield* objectStore()
    const layer = Layer.provide(
      S3Blobs.layer({ bucket: bucketOf(bucket), redirects: false, folder }),
      Sql.layer(`${folder}/qal.sqlite`)
    )
    yield* Effect.gen(function* () {
      yield* append(large)
      expect(yield* Effect.promise(() => Fs.readdir(`${folder}/spool`))).toEqual([])
    }).pipe(Effect.provide(layer))
  }))

test(
  "parts of all files together take no more memory than their bound, and all arrive",
  () =>
    inBucket(function* (bucket) {
      let [now, most] = [0, 0]
      bucket.setFault(async ({ query, size }) => {
        if (!query.has("partNumber")) return undefined
        now += size
        most = Math.max(most, now)
        await Bun.sleep(40)
        now -= size
        return undefined
      })
      const names = Array.from({ length: 14 }, (_, at) => `n${at}`)
      const long = large.subarray(0, 11 * MIB)
      yield* Effect.forEach(names, (name) => store(name, long), { concurrency: "unbounded" })
      expect(most).toBeGreaterThan(PART_BYTES)
      expect(most).toBeLessThanOrEqual(MOST_IN_MEMORY)
      for (const name of names) expect(bucket.objects.get(`qal/blobs/blob_${name}`)?.bytes.length).toBe(long.length)
    }),
  60_000
)

test("a reader that stops costs one window, and a range that is behind the end is empty", () =>
  inBucket(function* (bucket) {
    yield* store("a", large)
    const before = bucket.asked.length
    yield* Effect.flatMap(Blobs, (blobs) => Stream.runHead(blobs.read(id("a"))))
    expect(bucket.asked.length - before).toBe(1)
    const behind = yield* Effect.flatMap(Blobs, (blobs) => blobs.bytes(id("a"), { start: 1e9, end: 2e9 }))
    expect(behind.length).toBe(0)
  }))

for (const [name, wrong] of [
  ["503 SlowDown", "SlowDown"],
  ["500 InternalError", "InternalError"],
  ["bytes that were changed on their way", "XAmzContentSHA256Mismatch"]
] as const) {
  test(`a request that meets ${name} is made again, whatever its kind`, () =>
    inBucket(function* (bucket) {
      const kinds = new Set<string>()
      bucket.setFault(({ method, query }) => {
        // Of a request without a body nothing can be changed; HEAD could not say so.
        if (wrong === "XAmzContentSHA256Mismatch" && method !== "PUT" && method !== "POST") return undefined
        const kind = `${method} ${[...query.keys()].join()}`
        const isFirst = !kinds.has(kind)
        kinds.add(kind)
        return isFirst ? failure(wrong) : undefined
      })
      yield* store("a", large)
      expect(Buffer.from(large).equals(yield* bytesOf("a"))).toBe(true)
      yield* Effect.flatMap(Blobs, (blobs) => blobs.remove(id("a")))
      expect([yield* exists("a"), kinds.size > 2]).toEqual([false, true])
    }))
}

test("an upload whose completion fails in the body of a 200, or is not answered, is completed", () =>
  inBucket(function* (bucket) {
    let completions = 0
    bucket.setFault(({ method, query }) => {
      if (method !== "POST" || !query.has("uploadId")) return undefined
      completions += 1
      if (completions === 1) {
        return new Response('<?xml version="1.0"?><Error><Code>InternalError</Code></Error>', { status: 200 })
      }
      return undefined
    })
    yield* store("a", large)
    expect([completions > 1, yield* exists("a")]).toEqual([true, true])
    // Done, and the answer lost: asked again, the store knows no such upload.
    bucket.setFault(({ key, method, query }) => {
      const uploadId = query.get("uploadId") ?? ""
      const parts = [...(bucket.uploads.get(uploadId)?.parts.values() ?? [])]
      if (method !== "POST" || uploadId === "" || parts.length === 0) return undefined
      bucket.objects.set(key, { bytes: Buffer.concat(parts.map(({ bytes }) => bytes)), etag: '"e"', modified: 0 })
      bucket.uploads.delete(uploadId)
      return failure("InternalError")
    })
    yield* store("b", large)
    expect(yield* exists("b")).toBe(true)
  }))

/** The store behind a wire that may break. */
const overWire = (body: EffectBody<Blobs | Scope.Scope, [wire: Proxy]>, context: Layer.Layer<never> = Layer.empty) =>
  run(function* () {
    const folder = yield* temporary
    const bucket = yield* objectStore()
    const wire = yield* Effect.acquireRelease(
      Effect.promise(() => startProxy(bucket.port)),
      ({ stop }) => Effect.promise(stop)
    )
    const options = {
      bucket: bucketOf({ ...bucket, url: `http://127.0.0.1:${wire.port}` }),
      redirects: false,
      folder
    }
    const blobs = Layer.provide(S3Blobs.layer(options), Sql.layer(`${folder}/qal.sqlite`))
    yield* Effect.gen(() => body(wire)).pipe(Effect.provide(context), Effect.provide(blobs))
  })

test("a connection that breaks in the middle of a part, or of what is read, costs nothing but time", () =>
  overWire(function* (wire) {
    wire.breakAfter("up", 3 * MIB)
    yield* store("a", large)
    expect(wire.isBreakDue()).toBe(false)
    wire.breakAfter("down", 200_000)
    expect(Buffer.from(large).equals(yield* bytesOf("a"))).toBe(true)
    expect(wire.isBreakDue()).toBe(false)
  }))

test("a store that is gone for a while delays a publication; one that stays away fails it, and leaves nothing", () =>
  overWire(function* (wire) {
    const back = yield* Effect.fork(store("back", large))
    yield* Effect.promise(() => Bun.sleep(20))
    wire.cut()
    yield* TestClock.adjust("20 seconds")
    wire.mend()
    const passing = yield* Effect.fork(
      Effect.forever(
        Effect.zipRight(
          Effect.promise(() => Bun.sleep(20)),
          TestClock.adjust("1 second")
        )
      )
    )
    expect(yield* Fiber.join(back)).toBe(large.length)
    wire.cut()
    const exit = yield* Effect.exit(store("gone", large))
    expect(faultOf(exit)).toMatchObject({ code: "OBJECT_STORE_UNAVAILABLE" })
    expect(problemOf(faultOf(exit))).toMatchObject({ _tag: "PROVIDER_UNAVAILABLE", retryAfter: 5 })
    const reading = yield* Effect.exit(bytesOf("back"))
    expect(faultOf(reading)).toMatchObject({ code: "OBJECT_STORE_UNAVAILABLE" })
    wire.mend()
    expect(yield* exists("gone")).toBe(false)
    yield* Fiber.interrupt(passing)
  }, TestContext.TestContext))

test("a refusal of the store is a failure at once, told by readiness, and at the start in one line", () =>
  inBucket(function* (bucket) {
    const blobs = yield* Blobs
    yield* blobs.probe
    bucket.setFault(() => failure("AccessDenied"))
    expect(faultOf(yield* Effect.exit(blobs.size(id("a"))))).toMatchObject({ code: "OBJECT_STORE_REFUSED" })
    expect(faultOf(yield* Effect.exit(store("a", pattern(10))))?.message).toBe(
      "the object store answered PUT with 403 AccessDenied"
    )
    bucket.setFault(() => undefined)
    const folder = yield* temporary
    const start = (change: object) =>
      Layer.build(
        Layer.provide(
          S3Blobs.layer({ bucket: { ...bucketOf(bucket), ...change }, redirects: false, folder }),
          Sql.layer(`${folder}/qal.sqlite`)
        )
      )
    const refusals = [{ accessKeyId: "ANOTHER" }, { region: "eu-central-1" }, { bucket: "another" }]
    const lines = yield* Effect.forEach(refusals, (change) => Effect.flip(start(change)))
    expect(lines.map(({ message }) => message)).toEqual(
      ["403 InvalidAccessKeyId", "403 AuthorizationHeaderMalformed", "404 NoSuchBucket"].map(
        (why) => `QAL_BLOBS_URL: the object store cannot be used: the object store answered GET with ${why}`
      )
    )
  }))
