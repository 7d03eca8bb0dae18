import { expect, test } from "bun:test"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Duration, Effect, Either, Fiber } from "effect"
import type { SpeakerCount } from "../../../src/engines/Diarizer.ts"
import { makeDiarizer } from "../../../src/engines/sherpa/ModelDiarizer.ts"
import * as ModelMemory from "../../../src/engines/sherpa/ModelMemory.ts"
import { makeDiarizingProcess, type ProcessOptions } from "../../../src/engines/sherpa/ModelProcess.ts"
import { temporary } from "../../support/Folder.ts"
import { fakeManifest, silence } from "./FakeModels.ts"

const MEBIBYTE = 1024 * 1024

/** What tells speakers apart with this in the model's folder. */
const fake = (
  files: Readonly<Record<string, string>>,
  options: Partial<ProcessOptions> = {},
  memory?: ModelMemory.ModelMemory
) =>
  Effect.gen(function* () {
    const folder = yield* temporary
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const model = { library: "", folder, manifest: fakeManifest }
    const process = makeDiarizingProcess(model, 512 * MEBIBYTE, {
      workers: 1,
      idle: Duration.minutes(1),
      file: new URL("./FakeDiarizing.worker.ts", import.meta.url),
      ...options
    })
    const { place } = memory ?? (yield* ModelMemory.make(1))
    return makeDiarizer(yield* place(1, process))
  })

const told = (files: Readonly<Record<string, string>>, speakers: SpeakerCount, options: Partial<ProcessOptions> = {}) =>
  Effect.flatMap(fake(files, options), (diarize) => diarize(silence(3), speakers)).pipe(
    Effect.map((turns) => turns.map(({ speaker }) => speaker)),
    Effect.scoped
  )

test("a model is given a whole sound and how many speakers there are, and tells who speaks when", async () => {
  expect(await Effect.runPromise(told({}, true))).toEqual([0, 1, 2])
  expect(await Effect.runPromise(told({}, 2))).toEqual([0, 1])
})

test("what a process dies over while it tells speakers apart is asked again of another", async () => {
  expect(await Effect.runPromise(told({ deaths: "ooo" }, 2))).toEqual([0, 1])
})

test("a process that tells speakers apart and never answers is ended, and its request fails", async () => {
  const failure = await Effect.runPromise(Effect.flip(told({ hangs: "" }, 2, { timeLimit: Duration.millis(100) })))
  expect(failure._tag).toBe("PROVIDER_TIMEOUT")
})

test("who gives up waiting for speakers to be told apart lets the model's memory go", () =>
  Effect.gen(function* () {
    const memory = yield* ModelMemory.make(1)
    const diarize = yield* fake({ hangs: "" }, {}, memory)
    const other = yield* memory.place(1, Effect.succeed("another model"))
    const waiting = yield* Effect.fork(diarize(silence(1), 2))
    const enter = Effect.scoped(Effect.either(other.use))
    // Once the other model has the memory.
    yield* Effect.repeat(Effect.delay(enter, "10 millis"), { until: Either.isLeft })
    yield* Fiber.interrupt(waiting)
    expect(yield* enter).toEqual(Either.right("another model"))
  }).pipe(Effect.scoped, Effect.runPromise))
