/** Tests of engines that do what no engine should. */
import { expect, test } from "bun:test"
import { Duration, Effect, Either, Fiber, Layer, Logger, Option, Stream } from "effect"
import { AudioDecoder } from "../../src/audio/Decode.ts"
import type { EngineKind } from "../../src/dashboard/engines/EnginesApi.ts"
import { EngineTests } from "../../src/dashboard/engines/EngineTests.ts"
import { ProviderError } from "../../src/Errors.ts"
import { Recognizer } from "../../src/engines/Recognizer.ts"
import { type SpokenPhrase, Synthesizer } from "../../src/engines/Synthesizer.ts"
import { type Generation, TextModel } from "../../src/engines/TextModel.ts"
import { Settings } from "../../src/settings/Config.ts"
import { Voices } from "../../src/voice/Voices.ts"
import { database } from "../support/Database.ts"
import { longTest } from "../support/Long.ts"

type Speak = typeof Synthesizer.Service.speak

const phrase = (seconds: number): SpokenPhrase => ({
  index: 0,
  words: [],
  sampleRate: 1_000,
  samples: new Int16Array(seconds * 1_000)
})
const generation = (text: string): Generation => ({
  text,
  toolCalls: [],
  finishReason: "stop",
  usage: Option.none()
})

interface Fakes {
  readonly speak?: Speak
  readonly generate?: typeof TextModel.Service.generate
  readonly heard?: string
}

const fakes = ({ generate = () => Effect.never, heard = "", speak = () => Stream.never }: Fakes) =>
  Layer.mergeAll(
    Layer.succeed(Synthesizer, {
      name: "fake",
      speak,
      durations: () => ({ likely: 1, held: 1, longest: 1 }),
      ready: Effect.void
    }),
    Layer.succeed(Recognizer, {
      name: "fake",
      recognize: () => Stream.make({ _tag: "Final", text: heard, words: [], confidence: 1 } as const),
      prepare: Effect.void,
      ready: Effect.void
    }),
    Layer.succeed(TextModel, {
      name: "fake",
      generate,
      generateInPieces: (request) => generate(request),
      framing: () => 0,
      translate: () => Effect.never,
      embed: () => Effect.dieMessage("not part of this"),
      ready: Effect.void
    }),
    Layer.succeed(AudioDecoder, { decode: () => Stream.make(new Int16Array(16_000)) })
  )

const testing = <A, E>(given: Fakes, use: (tests: EngineTests) => Effect.Effect<A, E>): Promise<A> =>
  Effect.flatMap(EngineTests, use).pipe(
    Effect.provide(
      EngineTests.Default({ embedded: Layer.die("the live one is embedded"), patience: Duration.millis(300) }).pipe(
        Layer.provide([Voices.Default, fakes(given)]),
        Layer.provide([database, Settings.layerFrom({})])
      )
    ),
    Effect.provide(Logger.remove(Logger.defaultLogger)),
    Effect.runPromise
  )

const outcome = (given: Fakes, kind: EngineKind) => testing(given, (tests) => tests.run(kind))

longTest("an engine under test that hangs, also uninterruptibly, has failed when its time is over", async () => {
  const stuck = Effect.uninterruptible(Effect.async<never>(() => {}))
  for (const [kind, given] of [
    ["synthesizer", {}],
    ["recognizer", {}],
    ["text_model", {}],
    ["text_model", { generate: () => stuck }]
  ] as const) {
    const { answer, error, milliseconds, ok } = await outcome(given, kind)
    expect([ok, answer, error?.code]).toEqual([false, null, "PROVIDER_TIMEOUT"])
    expect(error?.message).toBe("there was no answer within 0.3 s")
    expect(milliseconds).toBeGreaterThanOrEqual(290)
  }
})

test("an engine test shows an engine's failure in its words, and of a defect nothing", async () => {
  const failing = () => Effect.fail(new ProviderError({ message: "the text engine failed" }))
  const failed = await outcome({ generate: failing }, "text_model")
  expect(failed).toMatchObject({ ok: false, error: { code: "PROVIDER_ERROR", message: "the text engine failed" } })
  for (const generate of [
    () => Effect.die(new Error("at /secret/path: sk-1")),
    () => Effect.sync(() => JSON.parse("{sk-1"))
  ]) {
    const { error } = await outcome({ generate }, "text_model")
    expect(error?.code).toBe("INTERNAL_ERROR")
    expect(error?.message).not.toMatch(/secret|sk-1|JSON/)
  }
})

test("no sound, endless sound, or no words fail an engine's test; endless words are cut", async () => {
  const silent = await outcome({ speak: () => Stream.make(phrase(0)) }, "synthesizer")
  expect(silent).toMatchObject({ ok: false, audio: null, error: { code: "PROVIDER_ERROR" } })
  const endless = await outcome({ speak: () => Stream.forever(Stream.make(phrase(1))) }, "synthesizer")
  expect(endless).toMatchObject({ ok: false, audio: null, error: { code: "PROVIDER_ERROR" } })
  const deaf = await outcome({ speak: () => Stream.make(phrase(1)), heard: " " }, "recognizer")
  expect(deaf).toMatchObject({ ok: false, answer: null, error: { code: "PROVIDER_ERROR" } })
  const dumb = await outcome({ generate: () => Effect.succeed(generation("\n")) }, "text_model")
  expect(dumb).toMatchObject({ ok: false, answer: null, error: { code: "PROVIDER_ERROR" } })
  const long = await outcome({ generate: () => Effect.succeed(generation("😀".repeat(5_000))) }, "text_model")
  expect(long.ok).toBe(true)
  expect(long.answer?.length).toBeLessThanOrEqual(1_000)
  expect(long.answer?.isWellFormed()).toBe(true)
})

test("an engine test's slot is free again whatever came of it, also where the client went away", () =>
  testing({}, (tests) =>
    Effect.gen(function* () {
      const first = yield* Effect.fork(tests.run("text_model"))
      yield* Effect.sleep("100 millis")
      expect(Either.getLeft(yield* Effect.either(tests.run("text_model")))).toMatchObject({
        value: { _tag: "RATE_LIMITED", retryAfter: 1 }
      })
      // Each kind has a place of its own.
      const other = yield* Effect.fork(tests.run("synthesizer"))
      yield* Fiber.interrupt(first)
      expect((yield* tests.run("text_model")).error?.code).toBe("PROVIDER_TIMEOUT")
      expect((yield* Fiber.join(other)).error?.code).toBe("PROVIDER_TIMEOUT")
    })
  ))
