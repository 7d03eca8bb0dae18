/** When a session ends of itself, and what it waits for. The machine alone, and the sender alone: the times are long. */
import { expect, test } from "bun:test"
import { Effect, Fiber, Option, TestClock, TestContext } from "effect"
import * as Money from "../../src/billing/Money.ts"
import * as AnswerAudio from "../../src/conversation/AnswerAudio.ts"
import * as Machine from "../../src/conversation/ConversationMachine.ts"
import { type Command, Input } from "../../src/conversation/MachineMessages.ts"
import { Playback } from "../../src/conversation/Playback.ts"
import { Item, type State } from "../../src/conversation/State.ts"
import { RateLimited } from "../../src/Errors.ts"
import { config, session } from "./Session.ts"

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** A session, to which things happen at times. */
class Line {
  state: State = Machine.begin
  readonly done: Array<Command> = []

  constructor() {
    this.at(0, Input.Opened(), Input.Admitted({ session, config }))
  }

  /** `now` in milliseconds since it was opened. */
  at(now: number, ...inputs: ReadonlyArray<Input>): ReadonlyArray<Command> {
    const commands = inputs.flatMap((input) => {
      const [next, commands] = Machine.step(this.state, input, now)
      this.state = next
      return commands
    })
    this.done.push(...commands)
    return commands
  }

  /** Something is typed; the turn that it begins. */
  type(now: number): number {
    const item = Item.User({ id: `typed_${now}`, isSpoken: false, text: Option.some("ሰላም") })
    const options = { changes: {}, items: Option.none(), isAside: false }
    const commands = this.at(now, Input.Add({ item, after: Option.none() }), Input.Respond({ options, instead: true }))
    return commands.flatMap((command) => (command._tag === "Begin" ? [command.turn] : []))[0] ?? Number.NaN
  }

  get isClosed(): boolean {
    return this.state._tag === "Closed"
  }

  get closes(): ReadonlyArray<number> {
    return this.done.flatMap((command) => (command._tag === "Close" ? [command.code] : []))
  }
}

const sound = Input.Sound({ bytes: new Uint8Array(640), format: { _tag: "Pcm16", rate: 16_000 } })
const usage = {
  seconds: 1,
  tokens: { promptTokens: 1, candidateTokens: 1 },
  charge: Money.fromMicros(1),
  balance: Money.fromMicros(400_000_000)
}

test("sixty seconds without sound or text end a conversation, and not a moment less", () => {
  const line = new Line()
  expect(Machine.deadline(line.state)).toBe(MINUTE)
  line.at(MINUTE - 1, Input.Tick())
  expect(line.isClosed).toBe(false)
  line.at(MINUTE, Input.Tick())
  expect(line.closes).toEqual([1001])
})

test.each([
  ["sound", (line: Line, now: number) => line.at(now, sound)],
  ["text", (line: Line, now: number) => line.at(now, Input.Settled({ turn: line.type(now), usage }))]
])("%s of the user keeps a conversation open", (_, keep) => {
  const line = new Line()
  keep(line, 50 * SECOND)
  line.at(MINUTE, Input.Tick())
  expect(line.isClosed).toBe(false)
  line.at(110 * SECOND, Input.Tick())
  expect(line.closes).toEqual([1001])
})

test("invalid messages do not keep a conversation open", () => {
  const line = new Line()
  line.at(50 * SECOND, Input.Mistaken({ problem: new RateLimited({ message: "no", retryAfter: 1 }) }))
  line.at(MINUTE, Input.Tick())
  expect(line.closes).toEqual([1001])
})

test("an answer keeps a conversation open while it is given, and a minute more", () => {
  const line = new Line()
  const turn = line.type(0)
  for (let second = 1; second <= 90; second++) {
    line.at(second * SECOND, Input.Audio({ turn, bytes: new Uint8Array(2), millis: SECOND }), Input.Tick())
  }
  line.at(91 * SECOND, Input.Answered({ turn, calls: [], finishReason: "stop" }), Input.Settled({ turn, usage }))
  line.at(149 * SECOND, Input.Tick())
  expect(line.isClosed).toBe(false)
  line.at(150 * SECOND, Input.Tick())
  expect(line.closes).toEqual([1001])
})

test("a conversation is not idle while what was said is being heard, and has a minute more once it is", () => {
  const line = new Line()
  const [begin] = line.at(0, sound, Input.SpeechStarted({ millis: 0 })).filter(({ _tag }) => _tag === "Begin")
  const turn = begin?._tag === "Begin" ? begin.turn : Number.NaN
  line.at(SECOND, Input.SpeechStopped({ millis: SECOND, isDetected: true }))
  line.at(5 * MINUTE, Input.Tick())
  expect(line.isClosed).toBe(false)
  line.at(5 * MINUTE, Input.TranscriptDone({ turn, text: "", seconds: 1 }), Input.Settled({ turn, usage }))
  line.at(6 * MINUTE - 1, Input.Tick())
  expect(line.isClosed).toBe(false)
  line.at(6 * MINUTE, Input.Tick())
  expect(line.closes).toEqual([1001])
})

test("a conversation whose last utterance cannot be heard has a minute more from then on", () => {
  const line = new Line()
  const [begin] = line.at(0, sound, Input.SpeechStarted({ millis: 0 })).filter(({ _tag }) => _tag === "Begin")
  const turn = begin?._tag === "Begin" ? begin.turn : Number.NaN
  line.at(SECOND, Input.SpeechStopped({ millis: SECOND, isDetected: true }))
  line.at(2 * MINUTE, Input.TurnFailed({ turn, problem: new RateLimited({ message: "no", retryAfter: 1 }) }))
  line.at(3 * MINUTE - 1, Input.Tick())
  expect(line.isClosed).toBe(false)
  line.at(3 * MINUTE, Input.Tick())
  expect(line.closes).toEqual([1001])
})

/** A user who is never silent for long. */
const talk = (until: number): Line => {
  const line = new Line()
  for (let now = 0; now < until; now += 30 * SECOND) line.at(now, sound)
  return line
}

test("thirty minutes end a conversation, however much is said", () => {
  const line = talk(30 * MINUTE)
  line.at(30 * MINUTE - 1, Input.Tick())
  expect(line.isClosed).toBe(false)
  line.at(30 * MINUTE, Input.Tick())
  expect(line.closes).toEqual([1000])
})

test("at thirty minutes the answer that is being given is ended first, and nothing new is begun", () => {
  const line = talk(30 * MINUTE)
  const turn = line.type(30 * MINUTE - SECOND)
  line.at(30 * MINUTE, Input.Tick())
  expect(line.isClosed).toBe(false)
  const from = line.done.length
  line.at(30 * MINUTE + SECOND, Input.SpeechStarted({ millis: 1 }), sound)
  expect(line.type(30 * MINUTE + SECOND)).toBeNaN()
  const given = Input.Audio({ turn, bytes: new Uint8Array(2), millis: SECOND })
  line.at(30 * MINUTE + 2 * SECOND, given, Input.Answered({ turn, calls: [], finishReason: "stop" }))
  line.at(30 * MINUTE + 3 * SECOND, Input.Settled({ turn, usage }))
  expect(line.closes).toEqual([1000])
  const told = line.done.slice(from).flatMap((command) => (command._tag === "Emit" ? [command.event._tag] : []))
  expect(told.filter((tag) => tag !== "Added")).toEqual(["Audio", "TurnComplete"])
})

test("speech that lasts at thirty minutes is ended there, and its answer is not waited for", () => {
  const line = talk(30 * MINUTE)
  line.at(30 * MINUTE - SECOND, sound, Input.SpeechStarted({ millis: 1 }))
  expect(line.at(30 * MINUTE, Input.Tick()).map(({ _tag }) => _tag)).toEqual(["DiscardAudio"])
  expect(line.at(30 * MINUTE, Input.AudioDiscarded()).map(({ _tag }) => _tag)).toEqual(["End"])
  const [turn = Number.NaN] = line.done.flatMap((command) => (command._tag === "Begin" ? [command.turn] : []))
  line.at(30 * MINUTE + SECOND, Input.Settled({ turn, usage }))
  expect(line.closes).toEqual([1000])
})

test("a client that does not read is disconnected, and is charged what was sent", () => {
  const line = new Line()
  const turn = line.type(0)
  line.at(SECOND, Input.Audio({ turn, bytes: new Uint8Array(2), millis: 5 * SECOND }))
  const commands = line.at(3 * SECOND, Input.Stalled())
  expect(commands).toContainEqual({ _tag: "End", turn, charge: { characters: 0, millis: 5 * SECOND, hasCalls: false } })
  expect(line.closes).toEqual([1008])
})

test("nothing is sent while a client does not read, and the credit for what waits is not held", async () => {
  const told: Array<Input> = []
  let isReading = true
  const paced = Effect.suspend(() => (isReading ? Effect.void : Effect.never))
  const samples = new Int16Array(24_000)
  const held: Array<number> = []
  await Effect.gen(function* () {
    const sender = AnswerAudio.make({
      turn: 1,
      listener: { tell: (input) => told.push(input), pace: paced, playback: new Playback() },
      hold: (_, millis) => Effect.sync(() => held.push(millis)),
      outgoing: {
        push: (piece) => new Uint8Array(2 * piece.length),
        finish: () => new Uint8Array(0),
        release: () => {}
      },
      clock: yield* Effect.clock,
      onFirst: () => {}
    })
    const made = {
      phrase: { offset: 0, text: "ሰላም" },
      sounds: [{ samples, sampleRate: 24_000, index: 0, words: [] }]
    }
    yield* sender.send(made)
    const sent = told.length
    isReading = false
    const stuck = yield* Effect.fork(sender.send(made))
    yield* TestClock.adjust("10 minutes")
    // Not even of the phrase its text, which comes with its sound.
    expect(told.slice(sent)).toEqual([])
    expect(held).toEqual([1_000, 2_000])
    yield* Fiber.interrupt(stuck)
    const millis = told.reduce((sum, input) => sum + (input._tag === "Audio" ? input.millis : 0), 0)
    expect(millis).toBe(1_000)
  }).pipe(Effect.provide(TestContext.TestContext), Effect.runPromise)
})

test("a frame that is too large ends a conversation with an error and 1009, also before it is opened", () => {
  const told = (commands: ReadonlyArray<Command>) =>
    commands.flatMap((command): ReadonlyArray<string | number> => {
      if (command._tag === "Close") return [command.code]
      return command._tag === "Emit" && command.event._tag === "Problem" ? [command.event.problem._tag] : []
    })
  expect(told(new Line().at(SECOND, Input.Oversized()))).toEqual(["PAYLOAD_TOO_LARGE", 1009])
  expect(told(Machine.step(Machine.begin, Input.Oversized(), 0)[1])).toEqual(["PAYLOAD_TOO_LARGE", 1009])
})
