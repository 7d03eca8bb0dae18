import { expect, test } from "bun:test"
import { Deferred, Duration, Effect, Fiber, Logger } from "effect"
import { ReadingPool } from "../../src/chat/documents/ReadingPool.ts"
import { longTest } from "../support/Long.ts"
import { failure } from "./Reader.ts"

const within = <A, E>(
  use: (read: (text: string) => ReturnType<typeof readWith>) => Effect.Effect<A, E, ReadingPool>,
  timeLimit = Duration.millis(500)
) =>
  Effect.runPromise(
    use(readWith).pipe(
      Effect.provide(
        ReadingPool.Default({
          workers: 1,
          file: new URL("./Stuck.worker.ts", import.meta.url),
          timeLimit
        })
      ),
      Effect.provide(Logger.remove(Logger.defaultLogger))
    )
  )

const readWith = (text: string) =>
  Effect.either(Effect.flatMap(ReadingPool, (pool) => pool.read("f", { type: "text/plain", bytes: Buffer.from(text) })))

longTest("a file that hangs or kills its reader is refused, and the next is read", () =>
  within((read) =>
    Effect.gen(function* () {
      const expected = { code: "UNREADABLE_ATTACHMENT", param: "f" }
      expect(failure(yield* read("hang"))).toEqual({ ...expected, message: "f: the file takes too long to read" })
      expect(yield* read("fine")).toMatchObject({ _tag: "Right", right: { text: "read" } })
      expect(failure(yield* read("die"))).toEqual({ ...expected, message: "f: the file cannot be read" })
      expect(yield* read("fine")).toMatchObject({ _tag: "Right", right: { text: "read" } })
    })
  )
)

test("a file whose sender is gone blocks nobody: the process that reads it is ended at once", () =>
  within(
    (read) =>
      Effect.gen(function* () {
        const reading = yield* Effect.fork(read("hang"))
        yield* Effect.sleep("200 millis")
        yield* Fiber.interrupt(reading)
        const [took, next] = yield* Effect.timed(read("fine"))
        expect(next).toMatchObject({ _tag: "Right", right: { text: "read" } })
        expect(Duration.toSeconds(took)).toBeLessThan(5)
      }),
    Duration.seconds(30)
  ))

test("a reader of files that has too much waiting is busy, and not a failed upload", () =>
  within(
    (read) =>
      Effect.gen(function* () {
        const refused = yield* Deferred.make<unknown>()
        const ask = Effect.tap(read("hang"), (outcome) => Deferred.succeed(refused, outcome))
        // One is read, as many wait as may, and the next is refused at once.
        const asked = yield* Effect.fork(
          Effect.all(
            Array.from({ length: 40 }, () => ask),
            { concurrency: 40 }
          )
        )
        expect(yield* Deferred.await(refused)).toMatchObject({
          left: { _tag: "PROVIDER_UNAVAILABLE", isBusy: true, retryAfter: expect.any(Number) }
        })
        yield* Fiber.interrupt(asked)
      }),
    Duration.seconds(30)
  ))
