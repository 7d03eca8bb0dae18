/** A file as the server hears it, with what it says of it; and the recordings that tests share. */
import { afterAll } from "bun:test"
import { Chunk, Effect, Layer, ManagedRuntime, Stream } from "effect"
import { AudioDecoder } from "../../src/audio/Decode.ts"
import * as DecoderPool from "../../src/audio/DecoderPool.ts"
import { ownThread } from "./OwnThread.ts"

const joined = (pieces: Chunk.Chunk<Int16Array>): Int16Array =>
  Int16Array.from(Chunk.toReadonlyArray(pieces).flatMap((piece) => [...piece]))

const hear = (file: Uint8Array, track?: number) =>
  Effect.gen(function* () {
    const { decode } = yield* AudioDecoder
    const warnings: Array<string> = []
    const onWarnings = (sentences: ReadonlyArray<string>) => Effect.sync(() => warnings.push(...sentences))
    const samples = joined(yield* Stream.runCollect(decode(file, { track, onWarnings })))
    return { samples, seconds: samples.length / 16_000, warnings }
  })

const decoder = Layer.scoped(
  AudioDecoder,
  Effect.flatMap(ownThread, (pool) => DecoderPool.decoderBy(pool, pool))
)

/** What hears files, for the tests of a file. */
export const makeFileEar = () => {
  const runtime = ManagedRuntime.make(Layer.fresh(decoder))
  afterAll(() => runtime.dispose())
  return {
    heard: (file: Uint8Array, track?: number) => runtime.runPromise(hear(file, track)),
    refused: (file: Uint8Array, track?: number) => runtime.runPromise(Effect.flip(hear(file, track)))
  }
}

/** A recording of `cases/`. */
export const recording = async (name: string): Promise<Uint8Array> =>
  new Uint8Array(await Bun.file(new URL(`cases/${name}`, import.meta.url)).arrayBuffer())

/** How loud a stretch is, in decibels of full scale. */
export const level = (samples: Int16Array, from: number, to: number): number => {
  const part = samples.subarray(from * 16_000, to * 16_000)
  const power = part.reduce((sum, sample) => sum + sample * sample, 0)
  return 10 * Math.log10(power / Math.max(1, part.length) / 32_768 ** 2 + 1e-12)
}
