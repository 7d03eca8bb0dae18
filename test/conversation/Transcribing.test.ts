/** Utterances of a session that only hears, as paid work: what is told, what is charged, what is held meanwhile. */
import { expect, test } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, FastCheck, Fiber, Layer, Mailbox, Option, Stream } from "effect"
import { AudioDecoder } from "../../src/audio/Decode.ts"
import { Jobs } from "../../src/billing/Jobs.ts"
import * as Money from "../../src/billing/Money.ts"
import { Prices } from "../../src/billing/Prices.ts"
import { AHEAD_SECONDS, STEP_SECONDS } from "../../src/billing/SoundHold.ts"
import { available, Wallet } from "../../src/billing/Wallet.ts"
import type { Input } from "../../src/conversation/MachineMessages.ts"
import { Playback } from "../../src/conversation/Playback.ts"
import { Transcribing } from "../../src/conversation/Transcribing.ts"
import * as Turns from "../../src/conversation/Turns.ts"
import { ApiKeyId } from "../../src/Domain.ts"
import { ProviderError } from "../../src/Errors.ts"
import { heldCharacters, Recognizer } from "../../src/engines/Recognizer.ts"
import { Settings } from "../../src/settings/Config.ts"
import { database } from "../support/Database.ts"
import { longTest } from "../support/Long.ts"
import { forAllAsync } from "../support/Property.ts"

const RATE = 16_000
/** A letter each of so many samples is heard: ten a second, as of ordinary speech. */
const PER_LETTER = RATE / 10

interface World {
  /** Pieces of sound, in seconds. */
  readonly sound: ReadonlyArray<number>
  /** Micro-ETB. */
  readonly credit: number
  /** How the turn is ended; `told`: once all of it was told, as the machine does. */
  readonly end: "told" | "cleared" | "gone"
  readonly fails: boolean
  /** What was said before is never heard. */
  readonly isQueued: boolean
  /** Pieces that come behind the turn's end, in seconds. */
  readonly late: ReadonlyArray<number>
  /** Whether what hears may not be charged for. */
  readonly isFree: boolean
}

const usual: World = {
  sound: [1, 1, 1],
  credit: 500_000_000,
  end: "told",
  fails: false,
  isFree: false,
  isQueued: false,
  late: []
}

/** Hears a letter for each stretch of sound; all but the last are settled. */
const recognizer = ({ fails, isFree }: World) =>
  Layer.succeed(Recognizer, {
    name: "fake",
    recognize: (_, sound) => {
      let samples = 0
      const text = () => "ሀ".repeat(Math.floor(samples / PER_LETTER))
      const partials = Stream.map(sound, (piece) => {
        samples += piece.length
        return { _tag: "Partial", text: text(), settled: Math.max(0, text().length - 1) } as const
      })
      const final = Stream.suspend(() =>
        fails
          ? Stream.fail(new ProviderError({ message: "the engine failed" }))
          : Stream.make({ _tag: "Final", text: text(), words: [], confidence: 0.9 } as const)
      )
      return Stream.concat(partials, final)
    },
    prepare: Effect.void,
    ready: Effect.void,
    isFree: () => Effect.succeed(isFree)
  })

/** What becomes of an utterance. */
const utter = (world: World) =>
  Effect.gen(function* () {
    const wallet = yield* Wallet
    const { id: walletId } = yield* wallet.create("one", Money.fromMicros(world.credit))
    const transcribing = yield* Transcribing
    const told: Array<Input> = []
    const sound = yield* Mailbox.make<Int16Array>()
    const turn: Turns.Turn = yield* Turns.make({
      id: 1,
      caller: { keyId: ApiKeyId.make("key_1"), walletId },
      speech: Option.some({
        language: "am",
        sound,
        isNext: world.isQueued ? Effect.never : Effect.void,
        progress: Effect.void
      }),
      listener: {
        tell: (input) => {
          told.push(input)
          if (input._tag === "TranscriptDone" && world.end === "told") Effect.runFork(Turns.end(turn, Turns.ALL))
        },
        playback: new Playback(),
        pace: Effect.void
      }
    })
    const running = yield* Effect.fork(Effect.either(transcribing.run(turn)))
    for (const seconds of world.sound) {
      yield* sound.offer(new Int16Array(Math.round(seconds * RATE)))
      yield* Effect.sleep(1)
    }
    if (world.end === "cleared") yield* Turns.end(turn, "nothing")
    if (world.end === "gone") yield* Turns.end(turn, Turns.ALL)
    for (const seconds of world.late) yield* sound.offer(new Int16Array(Math.round(seconds * RATE)))
    yield* sound.end
    const outcome = yield* Fiber.join(running)
    const own = yield* wallet.get(walletId)
    expect(own.balance).toBe(available(own))
    const settling = told.flatMap((input) => (input._tag === "TranscriptDelta" ? input.text : [])).join("")
    const sql = yield* SqlClient.SqlClient
    const [job] = yield* sql<{ readonly hold: number }>`SELECT hold FROM jobs`
    return { outcome, told, settling, spent: world.credit - own.balance, held: job?.hold }
  }).pipe(
    Effect.provide(
      Transcribing.Default.pipe(
        Layer.provideMerge(Layer.merge(Jobs.Default, Wallet.Default)),
        Layer.provide([
          recognizer(world),
          Layer.succeed(AudioDecoder, { decode: () => Stream.empty }),
          Prices.Default.pipe(Layer.provide(Settings.layerFrom({})))
        ]),
        Layer.provideMerge(database)
      )
    ),
    Effect.scoped,
    Effect.runPromise
  )

const result = (changes: Partial<World> = {}) => utter({ ...usual, ...changes })

/** Micro-ETB of so many characters: 3.5 ETB for a thousand, to 0.0001. */
const priceOf = (characters: number): number => Math.round((characters * 3_500) / 100) * 100

test("an utterance is charged by its characters, once, and its partial texts join to all of it", async () => {
  const { outcome, settling, spent, told } = await result()
  expect(outcome).toMatchObject({ _tag: "Right", right: { seconds: 3 } })
  expect(settling).toBe("ሀ".repeat(30))
  expect(told.at(-1)).toMatchObject({ _tag: "TranscriptDone", text: settling, seconds: 3, isTold: true })
  expect(spent).toBe(priceOf(30))
})

test("cleared speech costs nothing; of speech that a lost connection cuts only the sent text is charged", async () => {
  expect((await result({ end: "cleared" })).spent).toBe(0)
  const { settling, spent, told } = await result({ end: "gone" })
  expect(told.map(({ _tag }) => _tag)).not.toContain("TranscriptDone")
  expect(spent).toBe(priceOf(settling.length))
})

test("what is understood of an utterance after its client has left is neither sent nor charged", async () => {
  const { settling, spent } = await result({ end: "gone", sound: [1], late: [1, 1] })
  expect(settling.length).toBeLessThan(10)
  expect(spent).toBe(priceOf(settling.length))
})

test("an utterance whose client leaves before its turn to be heard is not heard, and holds and costs nothing", async () => {
  for (const end of ["gone", "cleared"] as const) {
    const { held, outcome, spent, told } = await result({ isQueued: true, end })
    expect(outcome).toMatchObject({ _tag: "Right", right: { seconds: 0, charge: 0 } })
    expect([held, spent, told]).toEqual([undefined, 0, []])
  }
})

test("an utterance that the recogniser fails on costs nothing", async () => {
  const { outcome, spent } = await result({ fails: true })
  expect(outcome).toMatchObject({ _tag: "Left", left: { _tag: "PROVIDER_ERROR" } })
  expect(spent).toBe(0)
})

test("the credit held for an utterance is what ordinary speech needs for its sound and ten seconds more", async () => {
  expect((await result({ sound: [] })).held).toBe(priceOf(heldCharacters("am", AHEAD_SECONDS)))
  expect((await result({ sound: [1, 1, 1] })).held).toBe(priceOf(heldCharacters("am", 3 + AHEAD_SECONDS)))
  expect((await result({ sound: [4, 4, 4] })).held).toBe(priceOf(heldCharacters("am", 12 + AHEAD_SECONDS)))
})

test("an utterance ends where the wallet can hold no more; its text is sent and charged", async () => {
  const credit = priceOf(heldCharacters("am", 12))
  const { outcome, settling, spent, told } = await result({ sound: [4, 4, 4, 4], credit })
  expect(outcome).toMatchObject({ _tag: "Right", right: { seconds: 12 } })
  expect(told.filter(({ _tag }) => _tag === "Exhausted")).toHaveLength(1)
  expect(settling).toHaveLength(120)
  expect(spent).toBe(priceOf(120))
})

test("an utterance is transcribed where the wallet has a second's worth, and refused before any sound where it has less", async () => {
  const credit = priceOf(heldCharacters("am", STEP_SECONDS))
  const begun = await result({ credit, sound: [0.5] })
  expect([begun.outcome._tag, begun.spent]).toEqual(["Right", priceOf(5)])
  const { outcome, spent, told } = await result({ credit: credit - 100 })
  expect(outcome).toMatchObject({ _tag: "Left", left: { _tag: "INSUFFICIENT_CREDITS" } })
  expect([spent, told]).toEqual([0, []])
})

test("an utterance that a model hears which may not be charged for holds and costs nothing, with an empty wallet too", async () => {
  for (const credit of [0, usual.credit]) {
    const { held, outcome, settling, spent } = await result({ credit, isFree: true })
    expect(outcome).toMatchObject({ _tag: "Right", right: { seconds: 3 } })
    expect([held, settling.length, spent]).toEqual([0, 30, 0])
  }
})

longTest(
  "an utterance costs the price of its sent text, however it ends and whatever the wallet has, never more than there is",
  async () => {
    const worlds = FastCheck.record({
      sound: FastCheck.array(
        FastCheck.integer({ min: 1, max: 60 }).map((tenths) => tenths / 10),
        { maxLength: 6 }
      ),
      credit: FastCheck.integer({ min: 0, max: 40 }).map((tenths) => tenths * 100_000),
      end: FastCheck.constantFrom(...(["told", "cleared", "gone"] as const)),
      fails: FastCheck.boolean(),
      isFree: FastCheck.constant(false),
      isQueued: FastCheck.constant(false),
      late: FastCheck.constant([])
    })
    await forAllAsync({ numRuns: 30 }, worlds, async (world) => {
      const { outcome, settling, spent } = await utter(world)
      expect(spent).toBeLessThanOrEqual(world.credit)
      const isDelivered = outcome._tag === "Right" && world.end !== "cleared"
      expect(spent).toBe(isDelivered ? priceOf(settling.length) : 0)
    })
  }
)
