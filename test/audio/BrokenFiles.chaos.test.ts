/**
 * What broken files come to: sound or one clear error, in time and in bounded memory. `QAL_TEST_BROKEN_FILES=from-to`
 * takes others than the first thousand.
 */
import { expect, test } from "bun:test"
import { Chunk, Effect, Layer, ManagedRuntime, Stream } from "effect"
import { ACCEPTED, AudioDecoder, MAX_SECONDS, SAMPLE_RATE } from "../../src/audio/Decode.ts"
import * as DecoderPool from "../../src/audio/DecoderPool.ts"
import { LiveSounds } from "../../src/audio/LiveSound.ts"
import { brokenFile, wholeFiles } from "./BrokenFiles.ts"

const SEED = 41
const [FROM = 0, TO = 1_000] = (process.env.QAL_TEST_BROKEN_FILES ?? "0-1000").split("-").map(Number)

/** Numbers over which something hung once. */
const KEPT = [8_806]

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

/** Bytes that a socket brings at once. */
const PIECE = 3_000
const LIVE_REFUSALS: ReadonlySet<string> = new Set(["UNSUPPORTED_MEDIA_TYPE", "UNDECODABLE_AUDIO"])
const LIVE_LOST = /^the sound cannot be decoded;/

const hearLive = (file: Uint8Array) =>
  Effect.gen(function* () {
    const sound = yield* (yield* LiveSounds).make()
    let samples = 0
    const take = (piece: Int16Array) =>
      Effect.sync(() => {
        samples += piece.length
        return samples < MAX_SECONDS * SAMPLE_RATE
      })
    const all = Effect.gen(function* () {
      for (let at = 0; at < file.length && samples < MAX_SECONDS * SAMPLE_RATE; at += PIECE)
        yield* sound.hear(file.slice(at, at + PIECE), { _tag: "Pcm16", rate: SAMPLE_RATE }, take)
      yield* sound.end(take)
    })
    const failure = yield* Effect.match(all, { onSuccess: () => undefined, onFailure: (error) => error })
    return { samples, failure }
  }).pipe(Effect.scoped)

const liveFaultOf = ({ failure }: Outcome): string | undefined => {
  if (failure === undefined) return undefined
  const isClear = LIVE_REFUSALS.has(failure._tag) && !LIVE_LOST.test(failure.message)
  return isClear && failure.message.length < 600 ? undefined : `${failure._tag}: ${failure.message}`
}

/** What all of `numbers` come to, as `hear` has them. */
const attempt = <R>(
  files: ReadonlyArray<readonly [name: string, file: Buffer]>,
  hear: (file: Uint8Array) => Effect.Effect<Outcome, never, R>,
  fault: (outcome: Outcome) => string | undefined
) =>
  Effect.gen(function* () {
    for (const [, file] of files) yield* hear(file)
    const before = process.memoryUsage.rss()
    let most = before
    let heard = 0
    const faults: Array<string> = []
    const one = (number: number) =>
      Effect.gen(function* () {
        const [name, file] = brokenFile(files, SEED, number)
        const outcome = yield* hear(file)
        most = Math.max(most, process.memoryUsage.rss())
        if (outcome.failure === undefined) heard++
        const said = fault(outcome)
        if (said !== undefined) faults.push(`number ${number}, of ${name}: ${said}`)
      })
    const numbers = [...KEPT, ...Array.from({ length: TO - FROM }, (_, at) => FROM + at)]
    yield* Effect.forEach(Chunk.fromIterable(numbers), one, { concurrency: 2, discard: true })
    return { faults, growth: most - before, heard }
  })

const expectBounded = ({ faults, growth, heard }: { faults: Array<string>; growth: number; heard: number }) => {
  expect(faults).toEqual([])
  expect(growth).toBeLessThan(MOST_GROWTH)
  // Both ways come, or nothing was tried.
  expect(heard).toBeGreaterThan((TO - FROM) / 10)
  expect(heard).toBeLessThan(TO - FROM)
}

test("a broken file is heard or refused in one sentence; nobody hangs, dies or takes more memory", async () => {
  const runtime = ManagedRuntime.make(Layer.fresh(DecoderPool.layerWith({ workers: 2 })))
  const outcome = await runtime.runPromise(attempt(await wholeFiles(), hear, faultOf))
  await runtime.dispose()
  expectBounded(outcome)
}, 600_000)

test("the same is true of a broken file that a socket brings in pieces", async () => {
  const runtime = ManagedRuntime.make(Layer.fresh(LiveSounds.Default))
  const outcome = await runtime.runPromise(attempt(await wholeFiles(), hearLive, liveFaultOf))
  await runtime.dispose()
  expectBounded(outcome)
}, 600_000)
