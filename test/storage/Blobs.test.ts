import { describe, expect, test } from "bun:test"
import { Effect, Exit, FastCheck, Scope, Stream } from "effect"
import { Blobs, CHUNK_BYTES } from "../../src/storage/Blobs.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { forAllAsync } from "../support/Property.ts"
import { collect, exists, id, inBucket, inFolder, pattern, type Services, store } from "./BlobWorld.ts"

const stores = [
  { name: "in a folder", inStore: (body: EffectBody<Services | Scope.Scope>) => inFolder(body) },
  { name: "in a bucket", inStore: (body: EffectBody<Services | Scope.Scope>) => inBucket(body) }
]

describe.each(stores)("$name", ({ inStore }) => {
  test("a file that was published has exactly the bytes that were appended, with its start rewritten", () =>
    inStore(function* () {
      const blobs = yield* Blobs
      const size = yield* Effect.scoped(
        Effect.gen(function* () {
          const writer = yield* blobs.create(id("a"))
          yield* writer.append(pattern(100_000))
          yield* writer.append(pattern(7, 9))
          yield* writer.rewriteStart(new Uint8Array(44))
          expect(yield* writer.size).toBe(100_007)
          return yield* writer.publish
        })
      )
      const wanted = Buffer.concat([new Uint8Array(44), pattern(100_000).subarray(44), pattern(7, 9)])
      expect(size).toBe(wanted.length)
      expect(yield* blobs.size(id("a"))).toBe(wanted.length)
      expect(Buffer.from(yield* blobs.bytes(id("a"))).equals(wanted)).toBe(true)
      expect((yield* collect(blobs.read(id("a")))).equals(wanted)).toBe(true)
    }))

  test("any byte range, streamed, read at once or lazily, is the same slice of the file", () => {
    const length = 3 * CHUNK_BYTES + 17
    const whole = Buffer.from(pattern(length))
    return inStore(function* () {
      yield* store("a", whole)
      const blobs = yield* Blobs
      const runtime = yield* Effect.runtime<never>()
      const offset = FastCheck.oneof(
        FastCheck.nat(length + 10),
        FastCheck.constantFrom(0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, length - 1, length)
      )
      yield* Effect.promise(() =>
        forAllAsync({ numRuns: 60 }, offset, offset, async (a, b) => {
          const range = { start: Math.min(a, b), end: Math.max(a, b) }
          const { pieces, bytes, lazy } = await Effect.runPromise(
            Effect.provide(
              Effect.all({
                pieces: Stream.runCollect(blobs.read(id("a"), range)),
                bytes: blobs.bytes(id("a"), range),
                lazy: Effect.promise(async () => blobs.lazy?.(id("a"), range).arrayBuffer())
              }),
              runtime
            )
          )
          const slice = whole.subarray(range.start, range.end)
          expect([...pieces].every((piece) => piece.length > 0 && piece.length <= CHUNK_BYTES)).toBe(true)
          expect(Buffer.concat([...pieces]).equals(slice)).toBe(true)
          expect(slice.equals(bytes)).toBe(true)
          expect(lazy === undefined || slice.equals(new Uint8Array(lazy))).toBe(true)
        })
      )
    })
  })

  test("a file that is not there is NOT_FOUND, however it is asked for, and removing it is no error", () =>
    inStore(function* () {
      const blobs = yield* Blobs
      const missing = id("none")
      const asked: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
        blobs.size(missing),
        blobs.bytes(missing),
        blobs.bytes(missing, { start: 0, end: 1 }),
        collect(blobs.read(missing))
      ]
      for (const outcome of yield* Effect.forEach(asked, (attempt) => Effect.flip(attempt))) {
        expect(outcome).toMatchObject({ _tag: "NOT_FOUND" })
      }
      yield* blobs.remove(missing)
    }))

  test("a removed file is gone, but who was reading it may finish", () =>
    inStore(function* () {
      const blobs = yield* Blobs
      const whole = pattern(4 * CHUNK_BYTES)
      yield* store("a", whole)
      const removedAfterFirst = yield* collect(
        blobs.read(id("a")).pipe(
          Stream.rechunk(1),
          Stream.tap(() => blobs.remove(id("a")))
        )
      )
      expect(removedAfterFirst.equals(whole)).toBe(true)
      expect(yield* exists("a")).toBe(false)
    }))

  test("a file being written can be read: before publication, after it, and after the writer is done", () =>
    inStore(function* () {
      const blobs = yield* Blobs
      const scope = yield* Scope.make()
      const writer = yield* Scope.extend(blobs.create(id("a")), scope)
      yield* writer.append(pattern(100))
      expect(yield* writer.read(90, 50)).toEqual(pattern(100).slice(90))
      yield* writer.append(pattern(100, 5))
      expect(yield* writer.read(90, 20)).toEqual(
        Uint8Array.from([...pattern(100).slice(90), ...pattern(100, 5).slice(0, 10)])
      )
      yield* writer.publish
      expect(yield* writer.read(0, 10)).toEqual(pattern(10))
      yield* Scope.close(scope, Exit.void)
      expect(yield* writer.read(0, 10)).toEqual(pattern(10))
      expect(yield* writer.read(1_000, 10)).toEqual(new Uint8Array(0))
      yield* blobs.remove(id("a"))
      expect(yield* Effect.flip(writer.read(0, 10))).toMatchObject({ _tag: "NOT_FOUND" })
    }))

  test("many writers at once publish each its own bytes", () =>
    inStore(function* () {
      const blobs = yield* Blobs
      const names = Array.from({ length: 40 }, (_, i) => `n${i}`)
      yield* Effect.forEach(names, (name, i) => store(name, pattern(5_000 + i, i)), { concurrency: "unbounded" })
      for (const [i, name] of names.entries()) {
        expect(Buffer.from(yield* blobs.bytes(id(name))).equals(pattern(5_000 + i, i))).toBe(true)
      }
    }))
})
