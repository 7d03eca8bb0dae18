/** Telling speakers apart needs room for a model: that is asked before a sound is recognised, and waited for behind it. */
import { expect, test } from "bun:test"
import { Effect, Either, Fiber, Layer, Stream, TestClock, TestContext } from "effect"
import { AudioDecoder } from "../../src/audio/Decode.ts"
import { Prices } from "../../src/billing/Prices.ts"
import { type EngineFailure, ProviderError, ProviderUnavailable } from "../../src/Errors.ts"
import { Diarizer, type SpeakerTurn } from "../../src/engines/Diarizer.ts"
import * as DiarizerList from "../../src/engines/DiarizerList.ts"
import { Recognizer } from "../../src/engines/Recognizer.ts"
import { Settings } from "../../src/settings/Config.ts"
import { PricedRecognition } from "../../src/transcription/PricedRecognition.ts"

const full = new ProviderUnavailable({ message: "there is no room", retryAfter: 5, isBusy: true })
const broken = new ProviderError({ message: "it failed" })
const file = { field: "audio", file: new Uint8Array(1), track: undefined } as const
const options = { language: "am", backend: "standard", chunk: "320ms", words: true, speakers: true } as const

/** What comes of a file within an hour, by a model that answers so each time; and how often each engine was asked. */
const recognised = (room: Effect.Effect<void, EngineFailure>, answers: ReadonlyArray<EngineFailure | "turns">) => {
  const asked = { recognizer: 0, diarizer: 0 }
  const diarizer = DiarizerList.make(() => [
    {
      id: "one",
      languages: [],
      licence: "MIT",
      isFree: false,
      assertRoom: room,
      diarize: () =>
        Effect.suspend((): Effect.Effect<ReadonlyArray<SpeakerTurn>, EngineFailure> => {
          const answer = answers[asked.diarizer++] ?? full
          return answer === "turns" ? Effect.succeed([{ speaker: 0, start: 0, end: 1 }]) : Effect.fail(answer)
        })
    }
  ])
  const engines = Layer.mergeAll(
    Layer.succeed(AudioDecoder, { decode: () => Stream.make(new Int16Array(16_000)) }),
    Layer.succeed(Diarizer, diarizer),
    Layer.succeed(Recognizer, {
      name: "hears",
      recognize: (_, sound) =>
        Stream.suspend(() => {
          asked.recognizer++
          const final = { _tag: "Final", text: "ሰላም", words: [], confidence: 0.9 } as const
          return Stream.concat(Stream.drain(sound), Stream.make(final))
        }),
      prepare: Effect.void,
      ready: Effect.void
    })
  )
  return Effect.gen(function* () {
    const { ofFile } = yield* PricedRecognition
    const hooks = { emit: () => Effect.void, hold: () => Effect.void }
    const outcome = yield* Effect.fork(Effect.either(ofFile(options, file, hooks)))
    yield* TestClock.adjust("1 hour")
    const said: string | number = Either.match(yield* Fiber.join(outcome), {
      onLeft: ({ _tag }) => _tag,
      onRight: ({ turns = [] }) => turns.length
    })
    return { said, ...asked }
  }).pipe(
    Effect.provide(
      PricedRecognition.Default.pipe(
        Layer.provide([Prices.Default.pipe(Layer.provide(Settings.layerFrom({}))), engines])
      )
    ),
    Effect.provide(TestContext.TestContext),
    Effect.runPromise
  )
}

test("a sound is not recognised while there is no room for what tells its speakers apart", async () => {
  expect(await recognised(full, ["turns"])).toEqual({ said: "PROVIDER_UNAVAILABLE", recognizer: 0, diarizer: 0 })
})

test("where the room is taken while a sound is recognised it is waited for, and the sound is recognised once", async () => {
  expect(await recognised(Effect.void, [full, full, full, "turns"])).toEqual({ said: 1, recognizer: 1, diarizer: 4 })
})

test("room that does not come is waited for a minute, and what fails otherwise is not asked again", async () => {
  expect(await recognised(Effect.void, [])).toEqual({ said: "PROVIDER_UNAVAILABLE", recognizer: 1, diarizer: 61 })
  expect(await recognised(Effect.void, [broken])).toEqual({ said: "PROVIDER_ERROR", recognizer: 1, diarizer: 1 })
})
