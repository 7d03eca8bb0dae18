import { expect, test } from "bun:test"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Duration, Effect } from "effect"
import { makeDetector } from "../../../src/engines/sherpa/ModelDetector.ts"
import * as ModelMemory from "../../../src/engines/sherpa/ModelMemory.ts"
import { makeDetectingProcess } from "../../../src/engines/sherpa/ModelProcess.ts"
import { temporary } from "../../support/Folder.ts"
import { fakeManifest } from "./FakeModels.ts"

const MEBIBYTE = 1024 * 1024
const FRAME = 320

/** What begins sounds with this in the model's folder. */
const fake = (files: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    const folder = yield* temporary
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const process = makeDetectingProcess({ library: "", folder, manifest: fakeManifest }, 512 * MEBIBYTE, {
      workers: 1,
      idle: Duration.minutes(1),
      file: new URL("./FakeDetecting.worker.ts", import.meta.url)
    })
    const { place } = yield* ModelMemory.make(1)
    return makeDetector(yield* place(1, process))
  })

const frames = (...firsts: ReadonlyArray<number>) =>
  Int16Array.from(firsts.flatMap((first) => Array.from({ length: FRAME }, () => first)))

test("where a process dies over one sound all of its sounds fail, the others as if it were busy, and the next one is begun by another process", () =>
  Effect.gen(function* () {
    const open = yield* fake()
    const [one, other, third] = [yield* open, yield* open, yield* open]
    expect(yield* one.hear(frames(0, 7), 0.5)).toEqual([false, true])
    expect(yield* other.hear(frames(7), 0.5)).toEqual([true])
    expect((yield* Effect.flip(one.hear(frames(1), 0.5)))._tag).toBe("PROVIDER_ERROR")
    // One death is one failure of the model.
    for (const { hear } of [other, third])
      expect(yield* Effect.flip(hear(frames(7), 0.5))).toMatchObject({ _tag: "PROVIDER_UNAVAILABLE", isBusy: true })
    expect(yield* (yield* open).hear(frames(7, 0), 0.5)).toEqual([true, false])
  }).pipe(Effect.scoped, Effect.runPromise))

test("a process that has as many sounds as it takes refuses another as one that is busy", () =>
  Effect.gen(function* () {
    const open = yield* fake({ full: "" })
    expect(yield* Effect.flip(open)).toMatchObject({ _tag: "PROVIDER_UNAVAILABLE", isBusy: true })
  }).pipe(Effect.scoped, Effect.runPromise))
