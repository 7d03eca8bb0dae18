/** Turns as paid work, with everything real but the engines: what is told, what is charged, what is held at the end. */
import { expect, test } from "bun:test"
import { join } from "node:path"
import { Effect, Fiber, Layer, Mailbox, Option, Stream } from "effect"
import { RateLimit } from "../../src/access/RateLimit.ts"
import { AudioDecoder } from "../../src/audio/Decode.ts"
import { Jobs } from "../../src/billing/Jobs.ts"
import * as Money from "../../src/billing/Money.ts"
import { Prices } from "../../src/billing/Prices.ts"
import { available, Wallet } from "../../src/billing/Wallet.ts"
import type { AnswerRequest, Input } from "../../src/conversation/MachineMessages.ts"
import { Playback } from "../../src/conversation/Playback.ts"
import type { DeliveredAnswer } from "../../src/conversation/State.ts"
import * as Turns from "../../src/conversation/Turns.ts"
import { ApiKeyId } from "../../src/Domain.ts"
import { type EngineFailure, ProviderError } from "../../src/Errors.ts"
import { Recognizer } from "../../src/engines/Recognizer.ts"
import { Synthesizer } from "../../src/engines/Synthesizer.ts"
import { noFurtherSettings, TextModel } from "../../src/engines/TextModel.ts"
import { Settings } from "../../src/settings/Config.ts"
import * as Sql from "../../src/storage/Sql.ts"
import { Lexicons, walletLexicons } from "../../src/voice/Lexicons.ts"
import { temporary } from "../support/Folder.ts"
import { config } from "./Session.ts"

/** Hertz of what is heard, and of what is spoken. */
const HEARD = 16_000
const SPOKEN = 24_000

const failed = new ProviderError({ message: "the engine failed" })

interface World {
  /** What the user says; one second of sound. None: the turn is only answered. */
  readonly said: Option.Option<Effect.Effect<string, EngineFailure>>
  /** Pieces of the model's text. */
  readonly pieces: Stream.Stream<string, EngineFailure>
  /** Seconds of sound of a phrase. */
  readonly speak: (text: string) => Effect.Effect<number, EngineFailure>
  /** In ETB; 500 if not given. */
  readonly credit: string
  readonly spoken: boolean
  /** What is done with the turn once it is begun. */
  readonly play: (turn: Turns.Turn, told: ReadonlyArray<Input>) => Effect.Effect<unknown>
}

const request = (spoken: boolean): AnswerRequest => ({
  text: {
    messages: [{ role: "user", parts: [{ _tag: "Text", text: "ሰላም" }] }],
    tools: [],
    toolChoice: "auto",
    targetLanguage: Option.some("am"),
    temperature: Option.some(0.7),
    topP: Option.none(),
    topK: Option.none(),
    maxOutputTokens: Option.none(),
    further: noFurtherSettings
  },
  voice: config.voice,
  speed: 1,
  spoken,
  output: config.output
})

/** What was sent of an answer, of which the machine took all that was told. */
const deliveredOf = (told: ReadonlyArray<Input>): DeliveredAnswer => ({
  characters: told.reduce((sum, input) => sum + (input._tag === "Text" ? input.text.length : 0), 0),
  millis: told.reduce((sum, input) => sum + (input._tag === "Audio" ? input.millis : 0), 0),
  hasCalls: told.some(({ _tag }) => _tag === "Answered")
})

/** As the machine ends a turn, such as when its answer has ended. */
const endAsSent = (turn: Turns.Turn, told: ReadonlyArray<Input>) =>
  Effect.suspend(() => Turns.end(turn, deliveredOf(told)))

const answered = (turn: Turns.Turn) => Turns.answer(turn, request(true))

const usual: World = {
  said: Option.some(Effect.succeed("ሰላም")),
  pieces: Stream.make("አንድ። ", "ሁለት።"),
  speak: () => Effect.succeed(1),
  credit: "500",
  spoken: true,
  play: answered
}

const engines = ({ pieces, said, speak }: World) =>
  Layer.mergeAll(
    Layer.succeed(AudioDecoder, { decode: () => Stream.empty }),
    Layer.succeed(Recognizer, {
      name: "fake",
      recognize: (_, sound) =>
        Stream.concat(
          Stream.drain(sound),
          Stream.map(
            Stream.fromEffect(Option.getOrElse(said, () => Effect.succeed(""))),
            (text) => ({ _tag: "Final", text, words: [], confidence: 0.9 }) as const
          )
        ),
      prepare: Effect.void,
      ready: Effect.void
    }),
    Layer.succeed(TextModel, {
      name: "fake",
      framing: () => 0,
      generate: () => Effect.dieMessage("answers come in pieces"),
      generateInPieces: (_, tell) =>
        Stream.runFold(pieces, "", (text, piece) => {
          tell(piece)
          return text + piece
        }).pipe(
          Effect.map((text) => {
            const usage = Option.some({ promptTokens: 1_000, candidateTokens: 1_000 })
            return { text, toolCalls: [], finishReason: "stop" as const, usage }
          })
        ),
      translate: () => Effect.dieMessage("a conversation does not translate"),
      embed: () => Effect.dieMessage("not part of this"),
      ready: Effect.void
    }),
    Layer.succeed(Synthesizer, {
      name: "fake",
      speak: ({ phrases }) =>
        Stream.mapEffect(Stream.fromIterable(phrases), (phrase) =>
          Effect.map(speak(phrase.text), (seconds) => ({
            index: 0,
            samples: new Int16Array(SPOKEN * seconds),
            sampleRate: SPOKEN,
            words: []
          }))
        ),
      durations: () => ({ likely: 1, held: 1, longest: 1 }),
      ready: Effect.void
    })
  )

const storage = Layer.unwrapScoped(Effect.map(temporary, (folder) => Sql.layer(join(folder, "qal.sqlite"))))

/** What becomes of a turn: what it came to, what was told of it, and what the wallet has and may spend then. */
const turnOf = (changes: Partial<World> = {}) => {
  const world = { ...usual, ...changes }
  return Effect.gen(function* () {
    const wallet = yield* Wallet
    const { id: walletId } = yield* wallet.create("one", Option.getOrThrow(Money.parseEtb(world.credit)))
    const turns = yield* Turns.Turns
    const told: Array<Input> = []
    const sound = yield* Mailbox.make<Int16Array>()
    yield* sound.offer(new Int16Array(HEARD))
    yield* sound.end
    const tell = (input: Input): void => {
      told.push(input)
      if (input._tag === "Answered" || input._tag === "AnswerFailed") Effect.runSync(endAsSent(turn, told))
    }
    const turn: Turns.Turn = yield* Turns.make({
      id: 1,
      caller: { keyId: ApiKeyId.make("key_1"), walletId },
      speech: Option.as(world.said, { language: "am", sound } as const),
      listener: { tell, playback: new Playback(), pace: Effect.void }
    })
    const running = yield* Effect.fork(Effect.either(turns.run(turn)))
    yield* world.play(turn, told)
    const outcome = yield* Fiber.join(running)
    const own = yield* wallet.get(walletId)
    return { outcome, tags: told.map(({ _tag }) => _tag), balance: Money.toEtb(own.balance), free: available(own) }
  }).pipe(
    Effect.provide(
      Turns.Turns.Default.pipe(
        Layer.provideMerge(Layer.merge(Jobs.Default, Wallet.Default)),
        Layer.provide(Layer.provide(walletLexicons, Lexicons.Default)),
        Layer.provide([
          engines(world),
          RateLimit.Default({ perMinute: 600 }),
          Prices.Default.pipe(Layer.provide(Settings.layerFrom({})))
        ]),
        Layer.provide(storage)
      )
    ),
    Effect.scoped,
    Effect.runPromise
  )
}

const spent = async (changes: Partial<World> = {}) => {
  const { balance, free } = await turnOf(changes)
  // Whatever became of it, nothing is held any more.
  expect(Money.toEtb(free)).toBe(balance)
  return Math.round((500 - balance) * 10_000) / 10_000
}

/** Waits until so many of these have been told. */
const until = (told: ReadonlyArray<Input>, tag: Input["_tag"], count = 1) =>
  Effect.repeat(Effect.sleep(1), { until: () => told.filter(({ _tag }) => _tag === tag).length >= count })

// A minute costs 13 ETB, a second 0.2167.

test("a turn is charged for both directions' seconds, and its events come in order", async () => {
  const { balance, outcome, tags } = await turnOf()
  expect(outcome).toMatchObject({ _tag: "Right", right: { seconds: 3 } })
  expect(balance).toBe(500 - 0.65)
  expect(tags.filter((tag, at) => tag !== tags[at - 1])).toEqual([
    "TranscriptDone",
    "Text",
    "Audio",
    "Text",
    "Audio",
    "Answered"
  ])
})

test("speech that was not understood costs nothing", async () => {
  expect(await spent({ said: Option.some(Effect.succeed(" ")), play: endAsSent })).toBe(0)
})

test("understood speech is charged, also where no answer is given, but not where it was cleared", async () => {
  expect(await spent({ play: endAsSent })).toBe(0.2167)
  expect(await spent({ play: (turn) => Turns.end(turn, "nothing") })).toBe(0)
})

test("all sound that was sent of a stopped answer is charged", async () => {
  const play: World["play"] = (turn, told) =>
    Effect.all([answered(turn), until(told, "Audio", 10), endAsSent(turn, told)])
  const pieces = Stream.concat(Stream.make("አንድ። ሁለት። "), Stream.never)
  expect(
    await spent({ speak: (text) => (text.startsWith("አንድ") ? Effect.succeed(1) : Effect.never), pieces, play })
  ).toBe(0.4333)
})

test("what a turn made and the machine did not send is not charged", async () => {
  const play: World["play"] = (turn, told) =>
    Effect.all([
      answered(turn),
      until(told, "Audio", 10),
      Turns.end(turn, { characters: "አንድ።".length, millis: 300, hasCalls: false })
    ])
  const pieces = Stream.concat(Stream.make("አንድ። ሁለት። "), Stream.never)
  expect(await spent({ pieces, play, said: Option.none() })).toBe(0.065)
})

test("an answer that is stopped before its first sound costs nothing beside the user's speech", async () => {
  const play: World["play"] = (turn, told) =>
    Effect.all([answered(turn), until(told, "TranscriptDone"), Effect.sleep(20), endAsSent(turn, told)])
  expect(await spent({ speak: () => Effect.never, play })).toBe(0.2167)
})

test("an answer without a word costs nothing beside the user's speech", async () => {
  expect(await spent({ pieces: Stream.empty })).toBe(0.2167)
})

test("a turn that was ended is not answered any more", async () => {
  const { outcome, tags } = await turnOf({
    play: (turn, told) => Effect.zipRight(endAsSent(turn, told), answered(turn))
  })
  expect(outcome).toMatchObject({ _tag: "Right", right: { seconds: 1 } })
  expect(tags).toEqual(["TranscriptDone"])
})

for (const [what, changes] of [
  ["recogniser", { said: Option.some(Effect.fail(failed)) }],
  ["model", { pieces: Stream.fail(failed) }],
  ["voice", { speak: () => Effect.fail(failed) }]
] as const)
  test(`nothing is charged where the ${what} fails before the first piece`, async () => {
    expect(await spent(changes)).toBe(0)
    const { outcome, tags } = await turnOf(changes)
    expect(outcome).toMatchObject({ _tag: "Left", left: failed })
    expect(tags).not.toContain("Answered")
  })

test("what was delivered before an engine failed in a turn is charged", async () => {
  const speak = (text: string) => (text.startsWith("ሁለት") ? Effect.fail(failed) : Effect.succeed(1))
  expect(await spent({ speak })).toBe(0.4333)
  const { outcome, tags } = await turnOf({ speak })
  expect(outcome).toMatchObject({ _tag: "Right", right: { seconds: 2 } })
  expect(tags.at(-1)).toBe("AnswerFailed")
})

test("an answer without sound is charged by its tokens, beside the user's speech", async () => {
  expect(await spent({ play: (turn) => Turns.answer(turn, request(false)) })).toBe(1.0167)
})

test("an answer ends where the wallet can pay for no more, and the wallet is not overdrawn", async () => {
  const { balance, free, outcome, tags } = await turnOf({ credit: "0.5" })
  expect(outcome).toMatchObject({ _tag: "Right", right: { seconds: 2 } })
  expect(tags.slice(-2)).toEqual(["Audio", "Answered"])
  expect([balance, Money.toEtb(free)]).toEqual([0.0667, 0.0667])
})

test("a turn is not begun where the wallet has less than a second's worth", async () => {
  const { balance, outcome, tags } = await turnOf({ credit: "0.2" })
  expect(outcome).toMatchObject({ _tag: "Left", left: { _tag: "INSUFFICIENT_CREDITS" } })
  expect([balance, tags]).toEqual([0.2, []])
})
