/** The native library itself, with the model that `training/tinyActivity.ts` made. */
import { expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { cpSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Duration, Effect, Either } from "effect"
import { makeDetector } from "../../../src/engines/sherpa/ModelDetector.ts"
import * as ModelMemory from "../../../src/engines/sherpa/ModelMemory.ts"
import { makeDetectingProcess } from "../../../src/engines/sherpa/ModelProcess.ts"
import { trials } from "../../../src/engines/sherpa/ModelTrial.ts"
import { nativeLibrary } from "../../../src/engines/sherpa/NativeLibrary.ts"
import { MANIFEST, readManifest } from "../../../src/models/Manifest.ts"
import { temporary } from "../../support/Folder.ts"
import { longTest } from "../../support/Long.ts"
import { silence, voice } from "./FakeModels.ts"

const MEBIBYTE = 1024 * 1024
const MODEL = join(import.meta.dir, "../../models/tiny-activity")
const FRAME = 320

const library = nativeLibrary(join(import.meta.dir, "not-written-to"))

/** Frames from the first in which somebody speaks to the last, and how many between them nobody does. */
const spanOf = (speech: ReadonlyArray<boolean>) => {
  const first = speech.indexOf(true)
  const last = speech.lastIndexOf(true)
  return { first, last, gaps: speech.slice(first, last + 1).filter((is) => !is).length }
}

const noise = (seconds: number): Int16Array => {
  let seed = 1
  return Int16Array.from({ length: 16_000 * seconds }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return 3_000 * ((2 * seed) / 2_147_483_647 - 1)
  })
}

/** What begins sounds with the tiny model. */
const opener = Effect.gen(function* () {
  const model = { library: yield* library, folder: MODEL, manifest: yield* readManifest(join(MODEL, MANIFEST)) }
  const memory = yield* ModelMemory.make(1)
  const options = { workers: 1, idle: Duration.minutes(1) }
  return makeDetector(yield* memory.place(1, makeDetectingProcess(model, 512 * MEBIBYTE, options)))
})

test("a process of voice activity that is asked of a sound behind its end answers nothing, and its other sounds go on", () =>
  Effect.gen(function* () {
    const open = yield* opener
    const other = yield* open
    const over = yield* Effect.scoped(open)
    expect(yield* over.hear(silence(0.1), 0.5)).toEqual([])
    expect(yield* other.hear(silence(0.1), 0.5)).toHaveLength(5)
  }).pipe(Effect.scoped, Effect.runPromise))

test("a model in the published format hears where somebody speaks, in several sounds at once and for long", () =>
  Effect.gen(function* () {
    const open = yield* opener
    const [one, other] = [yield* open, yield* open]
    expect(spanOf(yield* one.hear(silence(1), 0.5)).first).toBe(-1)
    expect(spanOf(yield* other.hear(noise(2), 0.5)).first).toBe(-1)
    const hum = Int16Array.from({ length: 10 * 16_000 }, (_, at) => 6_000 * Math.sin(at / 12))
    const spoken = spanOf(yield* one.hear(hum, 0.5))
    expect(spoken.first).toBeLessThan(8)
    expect(spoken).toMatchObject({ last: (10 * 16_000) / FRAME - 1, gaps: 0 })
    expect(spanOf(yield* other.hear(noise(1), 0.5)).first).toBe(-1)
    // The silence behind it is heard as such within a fifth of a second.
    expect(spanOf(yield* one.hear(silence(1), 0.5)).last).toBeLessThan(10)
  }).pipe(Effect.scoped, Effect.runPromise))

/** The tiny model with its file changed, tried. */
const tried = (change: (whole: Buffer) => Uint8Array) =>
  Effect.gen(function* () {
    const folder = yield* temporary
    cpSync(MODEL, folder, { recursive: true })
    const bytes = change(readFileSync(join(folder, "model.onnx")))
    writeFileSync(join(folder, "model.onnx"), bytes)
    const manifest = yield* readManifest(join(folder, MANIFEST))
    const sha256 = { "model.onnx": createHash("sha256").update(bytes).digest("hex") }
    const options = { library: yield* library, memory: 1024 * MEBIBYTE, patience: Duration.seconds(25) }
    return Either.match(yield* Effect.either(trials.activity(options, folder, { ...manifest, sha256 })), {
      onLeft: ({ message }) => message,
      onRight: () => "it runs"
    })
  }).pipe(Effect.scoped, Effect.runPromise)

const replaced = (from: string, to: string) => (whole: Buffer) =>
  Buffer.from(whole.toString("latin1").replaceAll(from, to), "latin1")

longTest(
  "a model of voice activity is tried, and refused in one line where it is none, cut short, or of another form",
  async () => {
    const refused = /^the model does not run: [^\n]+$/
    expect(await tried((whole) => whole)).toBe("it runs")
    expect(await tried(() => new TextEncoder().encode("no model"))).toMatch(refused)
    expect(await tried((whole) => whole.subarray(0, 500))).toMatch(refused)
    expect(await tried(replaced("stateN", "stateM"))).toMatch(refused)
  }
)

longTest("a model that hears somebody speak in silence is refused", async () => {
  // Every power is audible then, and whatever part of it is low is enough (0.3 as a float, and −0.3).
  const audible = replaced("Log", "Exp")
  const voiced = replaced("\u009a\u0099\u0099\u003e", "\u009a\u0099\u0099\u00be")
  expect(await tried((whole) => voiced(audible(whole)))).toBe("the model hears somebody speak in silence")
})

longTest("an hour of speech in one sound takes no more memory than a minute", () =>
  Effect.gen(function* () {
    const model = { library: yield* library, folder: MODEL, manifest: yield* readManifest(join(MODEL, MANIFEST)) }
    const memory = yield* ModelMemory.make(1)
    const options = { workers: 1, idle: Duration.minutes(1) }
    // Where all of it was gathered, an hour would be 230 MB, and more than twice that while it grows.
    const open = makeDetector(yield* memory.place(1, makeDetectingProcess(model, 512 * MEBIBYTE, options)))
    const { hear } = yield* open
    const spoken = voice(10)
    for (let at = 0; at < 360; at++) yield* hear(spoken, 0.5)
  }).pipe(Effect.scoped, Effect.runPromise)
)
