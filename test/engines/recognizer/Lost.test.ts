/** A worker that dies over one sound, and the sounds of others that it heard. */
import { expect, test } from "bun:test"
import { Duration, Effect, Fiber, Layer, Stream } from "effect"
import { AudioDecoder } from "../../../src/audio/Decode.ts"
import * as Prices from "../../../src/billing/Prices.ts"
import { Settings } from "../../../src/Config.ts"
import * as Hearing from "../../../src/chat/Hearing.ts"
import * as EmbeddedRecognizer from "../../../src/engines/recognizer/EmbeddedRecognizer.ts"
import { Recognition } from "../../../src/transcription/Recognition.ts"

const PIECES = 20
const PIECE = 1.12 * 16_000

const decoder = Layer.succeed(AudioDecoder, {
  decode: (file) => Stream.make(new Int16Array(PIECES * PIECE).fill(file[0] ?? 0))
})
const recognizer = EmbeddedRecognizer.layer({
  workers: 1,
  file: new URL("./FrailRecognition.worker.ts", import.meta.url)
})
const world = Layer.mergeAll(Recognition.Default, Hearing.live).pipe(
  Layer.provide([Prices.Prices.Default.pipe(Layer.provide(Settings.layerFrom({}))), decoder, recognizer])
)
const run = <A, E>(effect: Effect.Effect<A, E, Recognition | Hearing.Hearing>) =>
  Effect.runPromise(Effect.provide(effect, world))

const file = (letter: string) => new TextEncoder().encode(letter)
const manner = { language: "am", chunk: "1120ms", words: false, live: false } as const

test("sounds that a worker held when it died over another are heard in whole, and no partial twice", () =>
  run(
    Effect.gen(function* () {
      const recognition = yield* Recognition
      const { transcribe } = yield* Hearing.Hearing
      const told: Array<string> = []
      const emit = ({ text }: { readonly text: string }) => Effect.sync(() => void told.push(text))
      const hold = () => Effect.void
      const good = yield* Effect.fork(recognition.hearFile(manner, file("L"), { emit, hold }))
      const recording = { field: "audio", mimeType: "audio/wav", bytes: file("L") } as const
      const asked = yield* Effect.fork(transcribe(recording, "am"))
      const ignored = { emit: () => Effect.void, hold }
      for (let death = 0; death < 3; death++) {
        yield* Effect.sleep(Duration.millis(150))
        const error = yield* Effect.flip(recognition.hearFile(manner, file("D"), ignored))
        expect(error._tag).toBe("PROVIDER_ERROR")
      }
      expect((yield* Fiber.join(good)).final.text).toBe(`${PIECES}`)
      expect((yield* Fiber.join(asked)).text).toBe(`${PIECES}`)
      expect(told).toEqual(Array.from({ length: PIECES }, (_, at) => `${at + 1}`))
    })
  ))
