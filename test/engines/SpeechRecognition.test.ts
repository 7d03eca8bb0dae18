/** What recognition to the end makes of a worker that dies over one sound, and of recognisers that fail. */
import { expect, test } from "bun:test"
import { Duration, Effect, Fiber, Layer, Stream } from "effect"
import { AudioDecoder } from "../../src/audio/Decode.ts"
import { type Hypothesis, Recognizer } from "../../src/engines/Recognizer.ts"
import * as EmbeddedRecognizer from "../../src/engines/recognizer/EmbeddedRecognizer.ts"
import { MOST_CHARACTERS, SpeechRecognition } from "../../src/engines/SpeechRecognition.ts"

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

test("sounds that a worker held when it died over another are recognised in whole, and no partial twice", () =>
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
  const partial = (length: number): Hypothesis => ({ _tag: "Partial", text: "a".repeat(length) })
  for (const hypotheses of [[], [partial(1)], [partial(MOST_CHARACTERS + 1)]]) {
    const recognizer = Layer.succeed(Recognizer, {
      name: "faulty",
      recognize: (_, sound) => Stream.concat(Stream.drain(sound), Stream.fromIterable(hypotheses)),
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
