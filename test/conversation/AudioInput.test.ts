import { beforeAll, describe, expect, test } from "bun:test"
import { readFile } from "node:fs/promises"
import { Effect, FiberRef, Layer, Mailbox, Option, Stream } from "effect"
import { LiveSounds } from "../../src/audio/LiveSound.ts"
import { AudioInputs } from "../../src/conversation/AudioInput.ts"
import { type Input, Input as Inputs } from "../../src/conversation/MachineMessages.ts"
import { Playback } from "../../src/conversation/Playback.ts"
import { defaults } from "../../src/conversation/TurnDetector.ts"
import { TurnDetectors } from "../../src/conversation/TurnDetectors.ts"
import { currentShare } from "../../src/Domain.ts"
import { ProviderError } from "../../src/Errors.ts"
import { ActivityDetector } from "../../src/engines/ActivityDetector.ts"
import * as ActivityList from "../../src/engines/ActivityList.ts"
import { catalog } from "../../src/voice/Catalog.ts"
import { makeSpeaker } from "../engines/recognizer/sounds.ts"
import { longTest } from "../support/Long.ts"
import { atLevel, join, RATE, silence, trimmed, white } from "./sounds.ts"

const format = { _tag: "Pcm16", rate: RATE } as const
/** Seconds of the greatest frame. */
const FRAME = 6

let sentence: Int16Array
beforeAll(async () => {
  const speak = await makeSpeaker()
  const [voice] = catalog
  if (voice === undefined) throw new Error("no voice")
  const { rate, ...timbre } = voice.timbre
  const { samples } = speak({ text: "ወንድሜ ትናንት ከገበያ ትኩስ ዳቦና ወተት ገዛ።", language: "am", wordsPerMinute: rate, ...timbre })
  sentence = atLevel(trimmed(samples), -23)
  // The detector loads.
  await listening(({ configure, push }) =>
    Effect.zipRight(configure(Option.some(defaults)), push(bytesOf(silence(0.1)), format))
  )
})

/** An audio input, and what it has reported. */
const listening = <A>(
  use: (audioInput: Effect.Effect.Success<ReturnType<AudioInputs["make"]>>, told: Array<Input>) => Effect.Effect<A>,
  layer: Layer.Layer<AudioInputs> = AudioInputs.Default
): Promise<A> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const told: Array<Input> = []
      const audioInputs = yield* AudioInputs
      const listener = { tell: (input: Input) => void told.push(input), playback: new Playback(), pace: Effect.void }
      return yield* use(yield* audioInputs.make(listener, "wallet_1"), told)
    }).pipe(Effect.scoped, Effect.provide(layer))
  )

const bytesOf = ({ buffer, byteLength, byteOffset }: Int16Array) => new Uint8Array(buffer, byteOffset, byteLength)
const tags = (told: ReadonlyArray<Input>) => told.map(({ _tag }) => _tag)
const secondsOf = (sound: Option.Option<Mailbox.ReadonlyMailbox<Int16Array>>) =>
  Effect.map(
    Stream.runFold(Mailbox.toStream(Option.getOrThrow(sound)), 0, (sum, { length }) => sum + length),
    (samples) => samples / RATE
  )

describe("where the client says where turns end", () => {
  longTest("a turn of the greatest length that the client ends is followed by another", () =>
    listening(({ endSpeech, next, push }, told) =>
      Effect.gen(function* () {
        const frame = bytesOf(silence(FRAME))
        for (let at = 0; at < 180; at += FRAME) yield* push(frame, format)
        yield* endSpeech
        yield* push(frame, format)
        yield* endSpeech
        expect(tags(told)).toEqual(["SpeechStopped", "SpeechStopped"])
        expect([yield* secondsOf(next()), yield* secondsOf(next())]).toEqual([180, FRAME])
      })
    )
  )

  longTest("sound beyond a turn's greatest length is refused, and what came before it is kept", () =>
    listening(({ endSpeech, next, push }, told) =>
      Effect.gen(function* () {
        const frame = bytesOf(silence(FRAME))
        for (let at = 0; at <= 180; at += FRAME) yield* push(frame, format)
        yield* endSpeech
        expect(tags(told)).toEqual(["Mistaken", "SpeechStopped"])
        expect(yield* secondsOf(next())).toBe(180)
      })
    )
  )
})

describe("each turn that is detected is reported to its end", () => {
  test("a detected turn whose sound is dropped ends with AudioDiscarded", () =>
    listening(({ configure, forget, push }, told) =>
      Effect.gen(function* () {
        yield* configure(Option.some(defaults))
        yield* push(bytesOf(sentence), format)
        yield* forget
        yield* push(bytesOf(silence(1)), format)
        expect(tags(told)).toEqual(["SpeechStarted", "AudioDiscarded"])
      })
    ))

  test("a detected turn ends where detection is switched off; speech after that is the client's to end", () =>
    listening(({ configure, endSpeech, next, push }, told) =>
      Effect.gen(function* () {
        yield* configure(Option.some(defaults))
        yield* push(bytesOf(sentence), format)
        yield* configure(Option.none())
        expect(yield* secondsOf(next())).toBeGreaterThan(sentence.length / RATE - 0.1)
        yield* push(bytesOf(silence(1)), format)
        yield* endSpeech
        expect(tags(told)).toEqual(["SpeechStarted", "SpeechStopped", "SpeechStopped"])
        expect(yield* secondsOf(next())).toBe(1)
      })
    ))
})

/** A session whose model of voice activity hears somebody from the frame `from` on, and fails at the frame `until`. */
const withModel = <A>(
  { from, until }: { readonly from: number; readonly until: number },
  use: Parameters<typeof listening<A>>[0]
) => {
  let frame = 0
  const hear: ActivityList.ModelSound["hear"] = ({ length }) =>
    Effect.suspend(() => {
      const speech = Array.from({ length: length / 320 }, () => frame++ >= from)
      return frame > until ? new ProviderError({ message: "it failed" }) : Effect.succeed(speech)
    })
  const model = { id: "model", languages: [], licence: "MIT", isFree: false, open: Effect.succeed({ hear }) }
  const activity = Layer.succeed(
    ActivityDetector,
    ActivityList.make(() => [model])
  )
  return listening(use, Layer.provide(AudioInputs.Default, activity))
}

test("a conversation's turn is where its model of voice activity hears somebody, and lost by no failure of that", () =>
  withModel({ from: 50, until: 100 }, ({ configure, next, push }, told) =>
    Effect.gen(function* () {
      yield* configure(Option.some(defaults))
      // Silence but for some noise, that the embedded rules hear nobody in.
      const noise = white(2, -30)
      for (let at = 0; at < noise.length; at += 1_000) yield* push(bytesOf(noise.slice(at, at + 1_000)), format)
      expect(tags(told)).toEqual(["SpeechStarted"])
      yield* push(bytesOf(join(sentence, silence(1.5))), format)
      expect(tags(told)).toEqual(["SpeechStarted", "SpeechStopped"])
      // All of it, from the prefix before the model's first frame on.
      const [started, stopped] = told
      const heard = yield* secondsOf(next())
      expect(heard).toBeGreaterThan(1.3 + sentence.length / RATE)
      if (started?._tag !== "SpeechStarted" || stopped?._tag !== "SpeechStopped") return expect.unreachable()
      expect(started.millis).toBeCloseTo(620, 5)
      expect(heard).toBeCloseTo((stopped.millis - started.millis) / 1_000, 5)
    })
  ))

test("a model of voice activity hears a conversation's sound in the share of its wallet", async () => {
  const shares: Array<string> = []
  const hear = () =>
    Effect.map(FiberRef.get(currentShare), (share) => {
      shares.push(share)
      return []
    })
  const model = { id: "model", languages: [], licence: "MIT", isFree: false, open: Effect.succeed({ hear }) }
  const activity = Layer.succeed(
    ActivityDetector,
    ActivityList.make(() => [model])
  )
  await listening(
    ({ configure, push }) => Effect.zipRight(configure(Option.some(defaults)), push(bytesOf(silence(0.2)), format)),
    Layer.provide(AudioInputs.Default, activity)
  )
  expect(shares).toEqual(["wallet_1", "wallet_1"])
})

test("the time of a turn's start is the session's, however late detection is switched on", () =>
  listening(({ configure, push }, told) =>
    Effect.gen(function* () {
      yield* push(bytesOf(silence(10)), format)
      yield* configure(Option.some(defaults))
      yield* push(bytesOf(join(silence(1), sentence)), format)
      const [started] = told.filter(Inputs.$is("SpeechStarted"))
      expect(started?.millis).toBeGreaterThan(10_500)
      expect(started?.millis).toBeLessThan(11_100)
    })
  ))

const recorded = async (name: string) =>
  new Uint8Array(await readFile(new URL(`../audio/cases/live/${name}`, import.meta.url)))

test("sound in a container is decoded as it comes, also over the end of a turn", async () => {
  const webm = await recorded("opus.webm")
  await listening(({ endSpeech, next, push }, told) =>
    Effect.gen(function* () {
      for (let at = 0; at < webm.length; at += 501) {
        yield* push(webm.subarray(at, at + 501), format)
        if (at === 5 * 501) yield* endSpeech
      }
      yield* endSpeech
      expect(tags(told)).toEqual(["SpeechStopped", "SpeechStopped"])
      const [first, second] = [yield* secondsOf(next()), yield* secondsOf(next())]
      expect(Math.min(first, second)).toBeGreaterThan(0.3)
      expect(Math.abs(first + second - 1)).toBeLessThan(0.05)
    })
  )
})

test("what is missing in sound that comes in a container is told", async () => {
  const ogg = await recorded("hole.ogg")
  await listening(({ push }, told) =>
    Effect.gen(function* () {
      for (let at = 0; at < ogg.length; at += 701) yield* push(ogg.subarray(at, at + 701), format)
      expect(told).toEqual([Inputs.AudioWarned({ message: "0.6 s are missing at 0.5 s; they were heard as silence" })])
    })
  )
})

test("sound that cannot be decoded is reported once, and no more is decoded", () =>
  listening(({ endSpeech, push }, told) =>
    Effect.gen(function* () {
      const floats = Float32Array.from({ length: 4_000 }, (_, i) => 0.3 * Math.sin(i / 9))
      yield* push(new Uint8Array(floats.buffer), { _tag: "Pcm16", rate: 24_000 })
      yield* push(bytesOf(sentence), format)
      yield* endSpeech
      expect(told).toMatchObject([{ _tag: "AudioRejected", problem: { _tag: "UNSUPPORTED_MEDIA_TYPE" } }])
    })
  ))

test("turn detection that is switched off and on leaves nothing behind", async () => {
  let kept = 0
  const make = () =>
    Effect.acquireRelease(
      Effect.sync(() => {
        kept++
        return { push: () => Effect.succeed([]), finish: () => [], configure: () => {} }
      }),
      () =>
        Effect.sync(() => {
          kept--
        })
    )
  const detectors = Layer.succeed(TurnDetectors, new TurnDetectors({ make }))
  await Effect.runPromise(
    Effect.gen(function* () {
      const audioInputs = yield* AudioInputs
      const { configure } = yield* audioInputs.make(
        { tell: () => {}, playback: new Playback(), pace: Effect.void },
        "wallet_1"
      )
      for (let round = 0; round < 3; round++) {
        yield* configure(Option.some(defaults))
        expect(kept).toBe(1)
        yield* configure(Option.none())
        expect(kept).toBe(0)
      }
      yield* configure(Option.some(defaults))
    }).pipe(
      Effect.scoped,
      Effect.provide(AudioInputs.DefaultWithoutDependencies),
      Effect.provide([detectors, LiveSounds.Default])
    )
  )
  expect(kept).toBe(0)
})
