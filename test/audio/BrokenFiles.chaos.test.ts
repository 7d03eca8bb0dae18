/**
 * What broken files come to: sound or one clear error, in time and in bounded memory. `QAL_TEST_BROKEN_FILES=from-to`
 * takes others than the first thousand.
 */
import { expect, test } from "bun:test"
import { Chunk, Effect, Layer, ManagedRuntime, Stream } from "effect"
import { ACCEPTED, AudioDecoder, MAX_SECONDS, SAMPLE_RATE } from "../../src/audio/Decode.ts"
import * as DecoderPool from "../../src/audio/DecoderPool.ts"
import { brokenFile, wholeFiles } from "./BrokenFiles.ts"

const SEED = 41
const [FROM = 0, TO = 1_000] = (process.env.QAL_TEST_BROKEN_FILES ?? "0-1000").split("-").map(Number)

const MEBI = 1024 * 1024
/** What a process with two decoders has beside what it had when they were warm. */
const MOST_GROWTH = 400 * MEBI

const REFUSALS: ReadonlySet<string> = new Set([
  "UNSUPPORTED_MEDIA_TYPE",
  "UNDECODABLE_AUDIO",
  "AUDIO_TOO_LONG",
  "VALIDATION_ERROR"
])
/** Said of a file over which workers died, or one hung. */
const LOST = /^the file (cannot be decoded|takes too long to decode);/

interface Outcome {
  readonly samples: number
  /** Undefined where it was heard. */
  readonly failure: { readonly _tag: string; readonly message: string } | undefined
}

const hear = (file: Uint8Array) =>
  Effect.gen(function* () {
    const { decode } = yield* AudioDecoder
    let samples = 0
    const counted = Stream.runForEach(decode(file), (piece) => Effect.sync(() => (samples += piece.length)))
    const failure = yield* Effect.match(counted, { onSuccess: () => undefined, onFailure: (error) => error })
    const outcome: Outcome = { samples, failure }
    return outcome
  })

const faultOf = ({ failure, samples }: Outcome): string | undefined => {
  if (samples > MAX_SECONDS * SAMPLE_RATE) return `${samples} samples`
  if (failure === undefined) return undefined
  const isClear = REFUSALS.has(failure._tag) && !LOST.test(failure.message)
  const isWhole = failure._tag === "AUDIO_TOO_LONG" || failure.message.endsWith(`send ${ACCEPTED}`)
  return isClear && isWhole && failure.message.length < 600 ? undefined : `${failure._tag}: ${failure.message}`
}

test("a broken file is heard or refused in one sentence; nobody hangs, dies or takes more memory", async () => {
  const runtime = ManagedRuntime.make(Layer.fresh(DecoderPool.layerWith({ workers: 2 })))
  const files = await wholeFiles()
  for (const [, file] of files) await runtime.runPromise(hear(file))
  const before = process.memoryUsage.rss()
  let most = before
  const faults: Array<string> = []
  const numbers = Array.from({ length: TO - FROM }, (_, at) => FROM + at)
  let heard = 0
  const one = (number: number) =>
    Effect.gen(function* () {
      const [name, file] = brokenFile(files, SEED, number)
      const outcome = yield* hear(file)
      most = Math.max(most, process.memoryUsage.rss())
      if (outcome.failure === undefined) heard++
      const fault = faultOf(outcome)
      if (fault !== undefined) faults.push(`number ${number}, of ${name}: ${fault}`)
    })
  await runtime.runPromise(Effect.forEach(Chunk.fromIterable(numbers), one, { concurrency: 2, discard: true }))
  await runtime.dispose()
  expect(faults).toEqual([])
  expect(most - before).toBeLessThan(MOST_GROWTH)
  // Both ways come, or nothing was tried.
  expect(heard).toBeGreaterThan(numbers.length / 10)
  expect(heard).toBeLessThan(numbers.length)
}, 600_000)
