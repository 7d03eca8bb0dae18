/** What is committed is told once the disk has it, however often the disk fails before. */
import { expect, test } from "bun:test"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Duration, Effect, Fiber, Option, TestClock, TestContext } from "effect"
import * as WriteAheadLog from "../../src/storage/WriteAheadLog.ts"
import { temporary } from "../support/Folder.ts"

/** A disk that fails so often, and then takes what it is given. */
const failing = (times: number) => {
  let asked = 0
  return {
    asked: () => asked,
    datasync: (_: number): Promise<void> =>
      asked++ < times ? Promise.reject(new Error("the disk is full")) : Promise.resolve()
  }
}

/** Lets promises of the other side come to rest; the test's clock stands still. */
const rest = Effect.promise(() => Bun.sleep(5))

test("a disk that fails is asked again each second, and nobody is told before it takes what was committed", () =>
  Effect.gen(function* () {
    const filename = join(yield* temporary, "qal.sqlite")
    writeFileSync(`${filename}-wal`, "")
    const disk = failing(2)
    const sync = Effect.promise(yield* WriteAheadLog.make(filename, disk.datasync))
    const waiting = yield* Effect.fork(sync)
    for (const asked of [1, 2]) {
      yield* rest
      expect(disk.asked()).toBe(asked)
      expect(Option.isNone(yield* Fiber.poll(waiting))).toBe(true)
      yield* TestClock.adjust(Duration.seconds(1))
    }
    yield* Fiber.join(waiting)
    expect(disk.asked()).toBe(3)
    yield* sync
    expect(disk.asked()).toBe(4)
  }).pipe(Effect.scoped, Effect.provide(TestContext.TestContext), Effect.runPromise))
