/** What recognition to the end makes of a worker that dies over one sound, and of recognisers that fail. */
import { expect, test } from "bun:test"
import { Deferred, Duration, Effect, Fiber, Layer, Stream } from "effect"
import { AudioDecoder } from "../../src/audio/Decode.ts"
import { type Hypothesis, Recognizer } from "../../src/engines/Recognizer.ts"
import * as EmbeddedRecognizer from "../../src/engines/recognizer/EmbeddedRecognizer.ts"
import { MOST_CHARACTERS, SpeechRecognition } from "../../src/engines/SpeechRecognition.ts"
import { run } from "../support/EffectBody.ts"

const PIECES = 20
const PIECE = 1.12 * 16_000

const decoder = Layer.succeed(AudioDecoder, {
  decode: (file) => Stream.make(new Int16Array(PIECES * PIECE).fill(file[0] ?? 0))
})
const recognizer = EmbeddedRecognizer.layer({
  workers: 1,
  file: new URL("./recognizer/FrailRecognition.worker.ts", import.meta.url)
})
const world = SpeechRecognition.Default.pipe(Layer.provide([decoder, recognizer]))

const request = { language: "am", chunkMillis: 1120, words: false } as const

test("a sound that a worker held when it died over another is recognised in whole, and no partial twice", () =>
  Effect.runPromise(
    Effect.gen(function* () {
      const { decode, recognize } = yield* SpeechRecognition
      const sound = (letter: string) => decode(new TextEncoder().encode(letter))
      const told: Array<string> = []
      const good = yield* Effect.fork(
        recognize(request, sound("L"), ({ text }) => Effect.sync(() => void told.push(text)))
      )
      for (let death = 0; death < 3; death++) {
        yield* Effect.sleep(Duration.millis(150))
        expect((yield* Effect.flip(recognize(request, sound("D"))))._tag).toBe("PROVIDER_ERROR")
      }
      expect((yield* Fiber.join(good)).final.text).toBe(`${PIECES}`)
      expect(told).toEqual(Array.from({ length: PIECES }, (_, at) => `${at + 1}`))
    }).pipe(Effect.provide(world))
  ))

test("a recogniser that gives no transcript, or more text than anybody can have said, has failed", async () => {
  const partial = (length: number): Hypothesis => ({ _tag: "Partial", text: "a".repeat(length), settled: 0 })
  for (const hypotheses of [[], [partial(1)], [partial(MOST_CHARACTERS + 1)]]) {
    const recognizer = Layer.succeed(Recognizer, {
      name: "faulty",
      recognize: (_, sound) => Stream.concat(Stream.drain(sound), Stream.fromIterable(hypotheses)),
      prepare: Effect.void,
      ready: Effect.void
    })
    const failure = await Effect.flatMap(SpeechRecognition, ({ recognize }) => recognize(request, Stream.empty)).pipe(
      Effect.flip,
      Effect.provide(SpeechRecognition.Default.pipe(Layer.provide([decoder, recognizer]))),
      Effect.runPromise
    )
    expect(failure._tag).toBe("PROVIDER_ERROR")
  }
})

test("a file begins to be decoded before the recogniser has loaded, which is asked to load at once", () => {
  const steps: Array<string> = []
  const step = (name: string) => Effect.sync(() => void steps.push(name))
  const neverLoads = EmbeddedRecognizer.layer({ workers: 1, file: new URL("./Missing.worker.ts", import.meta.url) })
  const recognizer = Layer.effect(
    Recognizer,
    Effect.map(Recognizer, (engine) => ({ ...engine, prepare: Effect.zipRight(step("prepare"), engine.prepare) }))
  ).pipe(Layer.provide(neverLoads))
  return run(function* () {
    const decoding = yield* Deferred.make<void>()
    const decoder = Layer.succeed(AudioDecoder, {
      decode: () => Stream.execute(Effect.zipRight(step("decode"), Deferred.succeed(decoding, undefined)))
    })
    const transcribed = Effect.flatMap(SpeechRecognition, ({ decode, recognize }) =>
      recognize(request, decode(new Uint8Array()))
    ).pipe(Effect.provide(SpeechRecognition.Default.pipe(Layer.provide([decoder, recognizer]))))
    yield* Effect.raceFirst(transcribed, Deferred.await(decoding))
    expect(steps).toEqual(["prepare", "decode"])
  })
})
