/** Loads the part of the server that is asked for, and answers how many bytes more that keeps in memory. */
import { residentBytes } from "../support/Machine.ts"

/** Until warm-ups are over, and what was freed is given back. */
const SETTLE_MILLIS = 8_000

/** Loads what the part needs; then the effect that starts it is what is measured. */
const parts: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  runtime: async () => async () => undefined,
  modules: async () => () => import("../../src/Layers.ts"),
  speech: async () => {
    const { Effect, Layer } = await import("effect")
    const { layer } = await import("../../src/engines/espeak/EspeakSynthesizer.ts")
    return async () => Effect.runFork(Layer.launch(layer({ workers: 1 })))
  },
  encoder: async () => {
    const { Effect, Layer } = await import("effect")
    const { layerWith } = await import("../../src/audio/EncoderPool.ts")
    return async () => Effect.runFork(Layer.launch(layerWith({ workers: 1 })))
  },
  recogniser: async () => {
    const { Effect } = await import("effect")
    const { spawn } = await import("../../src/workers/Thread.ts")
    const { workerFile } = await import("../../src/workers/WorkerFile.ts")
    const file = workerFile("engines/recognizer/Recognition.worker.ts")
    return async () => Effect.runFork(Effect.scoped(Effect.zipRight(spawn(file, undefined), Effect.never)))
  }
}

process.on("message", async (part: string) => {
  const begin = await parts[part]?.()
  const before = residentBytes(process.pid)
  await begin?.()
  await Bun.sleep(SETTLE_MILLIS)
  const after = residentBytes(process.pid)
  process.send?.({ bytes: part === "runtime" ? after : after - before })
})
