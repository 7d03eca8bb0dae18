import { expect, test } from "bun:test"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Chunk, Duration, Effect, Stream } from "effect"
import { readPhrases } from "../../../src/engines/Readings.ts"
import type { SynthesisRequest } from "../../../src/engines/Synthesizer.ts"
import * as ModelMemory from "../../../src/engines/sherpa/ModelMemory.ts"
import { makeSpeakingProcess, type ProcessOptions } from "../../../src/engines/sherpa/ModelProcess.ts"
import { makeSynthesizer } from "../../../src/engines/sherpa/ModelSynthesizer.ts"
import type { ModelManifest } from "../../../src/models/Manifest.ts"
import { phrases } from "../../../src/text/Phrases.ts"
import { temporary } from "../../support/Folder.ts"

const RATE = 16_000
const MEBIBYTE = 1024 * 1024

const manifest: ModelManifest = {
  id: "fake",
  kind: "synthesizer",
  family: "vits",
  languages: ["am"],
  files: { model: "model.onnx", tokens: "tokens.txt" },
  sha256: {},
  sample_rate: RATE,
  licence: "MIT",
  commercial: true,
  source: "https://example.org"
}
const voice = {
  id: "abeba",
  language: "am",
  variant: "",
  pitch: 50,
  rate: 165,
  model: { id: "fake", speaker: 2, version: "1" }
} as const
const options = { name: "fake", sampleRate: RATE, durations: () => ({ likely: 1, held: 1, longest: 1 }) }

/** What the synthesiser of a fake model makes of a text, and what its process was asked. */
const spoken = (
  text: string,
  {
    changes = {},
    files = {},
    process = {}
  }: {
    readonly changes?: Partial<SynthesisRequest>
    readonly files?: Readonly<Record<string, string>>
    readonly process?: Partial<ProcessOptions>
  } = {}
) =>
  Effect.gen(function* () {
    const folder = yield* temporary
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    const { place } = yield* ModelMemory.make(1)
    const own = yield* place(
      1,
      makeSpeakingProcess({ library: "", folder, manifest }, 512 * MEBIBYTE, {
        workers: 1,
        idle: Duration.minutes(1),
        file: new URL("./FakeSpeaking.worker.ts", import.meta.url),
        ...process
      })
    )
    const request = { voice, speed: 1, phrases: phrases(text), ...changes }
    const made = yield* Stream.runCollect(makeSynthesizer(options, own).speak(request))
    const log = join(folder, "asked")
    const asked: ReadonlyArray<Record<string, unknown>> = existsSync(log)
      ? readFileSync(log, "utf8")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line))
      : []
    return { made: Chunk.toReadonlyArray(made), asked }
  }).pipe(Effect.scoped)

test("a text is spoken phrase by phrase by the voice's speaker, numbers in words, with pauses between", async () => {
  const { asked, made } = await Effect.runPromise(spoken("ዛሬ 25 ሰዎች መጡ። ነገም ይመጣሉ።"))
  expect(made.map(({ index }) => index)).toEqual([0, 1])
  expect(asked).toMatchObject([{ text: expect.stringContaining("ሃያ አምስት"), speaker: 2, speed: 1 }, { speaker: 2 }])
  for (const { samples, sampleRate } of made) {
    expect(sampleRate).toBe(RATE)
    expect(samples.subarray(-0.2 * RATE).every((sample) => sample === 0)).toBe(true)
  }
})

test("a reading that was made already is what is said", async () => {
  const [phrase] = readPhrases("am", "ሰላም")
  if (phrase === undefined) return expect.unreachable()
  const read = { ...phrase, reading: { ...phrase.reading, words: "ደህና" } }
  const { asked } = await Effect.runPromise(spoken("", { changes: { phrases: [read] } }))
  expect(asked).toMatchObject([{ text: "ደህና" }])
})

test("words share the time of the speech by their letters, and none reaches into the pause", async () => {
  const { made } = await Effect.runPromise(spoken("ሰላም ጤና ይስጥልኝ።"))
  const [phrase] = made
  const words = phrase?.words ?? []
  expect(words.map(({ text }) => text)).toEqual(["ሰላም", "ጤና", "ይስጥልኝ።"])
  const starts = words.map(({ start }) => start)
  expect(starts[0]).toBe(0)
  expect(starts.toSorted((one, other) => one - other)).toEqual(starts)
  const seconds = (phrase?.samples.length ?? 0) / RATE
  expect(words.at(-1)?.end).toBeWithin(seconds - 0.45, seconds - 0.2)
})

test("pace is asked of the model, and pauses are as much shorter", async () => {
  const [slow, fast] = [
    await Effect.runPromise(spoken("ሰላም።", { changes: { speed: 0.5 } })),
    await Effect.runPromise(spoken("ሰላም።", { changes: { speed: 2 } }))
  ]
  expect([slow.asked[0]?.speed, fast.asked[0]?.speed]).toEqual([0.5, 2])
  expect(slow.made[0]?.samples.length).toBe(4 * (fast.made[0]?.samples.length ?? 0))
})

test("a phrase without a letter is a short silence, for which no process is asked", async () => {
  const { asked, made } = await Effect.runPromise(spoken("… !"))
  expect(asked).toEqual([])
  expect(made).toMatchObject([{ index: 0, sampleRate: RATE, words: [] }])
  expect(made[0]?.samples.length).toBeLessThanOrEqual(0.1 * RATE)
})

test("a process that dies over a phrase costs it another try, and the listener nothing", async () => {
  const { asked, made } = await Effect.runPromise(spoken("ሰላም ነው። ደህና ነኝ።", { files: { deaths: "ooo" } }))
  expect(made.map(({ index }) => index)).toEqual([0, 1])
  expect(asked).toHaveLength(2)
})

test("a phrase that process after process dies over fails", async () => {
  const failure = await Effect.runPromise(Effect.flip(spoken("ሰላም።", { files: { deaths: "o".repeat(20) } })))
  expect(failure._tag).toBe("PROVIDER_ERROR")
})

test("a voice that never answers is ended, and its request fails", async () => {
  const limited = { files: { hangs: "" }, process: { timeLimit: Duration.millis(100) } }
  const failure = await Effect.runPromise(Effect.flip(spoken("ሰላም።", limited)))
  expect(failure._tag).toBe("PROVIDER_TIMEOUT")
})
