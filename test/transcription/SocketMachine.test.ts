/** The live session's state machine against its model, over whatever a client, a recogniser and a server can do. */
import { expect, test } from "bun:test"
import { FastCheck } from "effect"
import { RequestId } from "../../src/Domain.ts"
import {
  InsufficientCredits,
  InvalidRequest,
  ProviderError,
  RequestInterrupted,
  Unauthorized,
  UnsupportedMediaType,
  ValidationFailed
} from "../../src/Errors.ts"
import type { Transcript } from "../../src/transcription/Api.ts"
import type { ClientMessage } from "../../src/transcription/LiveApi.ts"
import { machine } from "../../src/transcription/SocketMachine.ts"
import { Command, Input, type State } from "../../src/transcription/SocketState.ts"
import type { LiveRequest } from "../../src/transcription/Transcription.ts"
import { MachineDriver } from "../sockets/MachineDriver.ts"
import { forAll } from "../support/Property.ts"
import { type Line, SocketModel } from "./SocketModel.ts"

const session: LiveRequest = {
  requestId: RequestId.make("live-1"),
  language: "am",
  backend: "standard",
  chunk: "320ms"
}

const transcript: Transcript = {
  text: "ሰላም",
  request_id: session.requestId,
  seconds: 1,
  compute_ms: 5,
  backend: "standard",
  chunk: "320ms",
  mode: "live",
  model: "model",
  language: "am",
  usage: {
    record_id: "led_1",
    characters: 3,
    price_per_1000_characters: 3.5,
    credits_used: 0.0105,
    credits_remaining: 1,
    currency: "ETB",
    settled: true
  }
}

/** A command as the line that the model writes. */
const lineOf = Command.$match({
  Redeem: (): Line => "open",
  Push: ({ bytes }) => `hear ${bytes.length}`,
  Finish: () => "finish",
  Spoil: ({ problem }) => `spoil ${problem._tag}`,
  Refuse: ({ problem }) => `error ${problem._tag}`,
  Close: ({ code }) => `close ${code}`,
  CloseAtOnce: ({ code }) => `close at once ${code}`,
  Send: ({ event }) => {
    switch (event.type) {
      case "session.created":
        return "created"
      case "transcript.partial":
        return `partial ${event.text}`
      case "transcript.completed":
        return event.data.idempotent_replay === true ? "completed again" : "completed"
      case "error":
        return "an error event that the machine made itself"
    }
  }
})

/** The machine with all that it has said. */
class Machine extends MachineDriver<State, Input, Command> {
  constructor() {
    super(machine, lineOf)
  }

  receive(message: ClientMessage): ReadonlyArray<Line> {
    return this.put(Input.Received({ message }))
  }

  hear(bytes: number): ReadonlyArray<Line> {
    return this.put(Input.Sound({ bytes: new Uint8Array(bytes) }))
  }
}

type Action =
  | { readonly do: "message"; readonly message: ClientMessage }
  | { readonly do: "sound"; readonly bytes: number }
  | { readonly do: "partial"; readonly text: string }
  | { readonly do: "wait"; readonly millis: number }
  | {
      readonly do:
        | "malformed"
        | "badSound"
        | "misplaced"
        | "tooLong"
        | "created"
        | "replayed"
        | "completed"
        | "refused"
        | "spent"
        | "failed"
        | "draining"
        | "flooded"
        | "stalled"
        | "gone"
    }

const authenticate: ClientMessage = { type: "session.authenticate", token: "t" }
const finish: ClientMessage = { type: "audio.finish" }
const lengths = FastCheck.constantFrom(0, 1, 3_200, 64_000, 200_000)

const actions: FastCheck.Arbitrary<Action> = FastCheck.oneof(
  { weight: 30, arbitrary: lengths.map((bytes) => ({ do: "sound", bytes }) as const) },
  { weight: 10, arbitrary: FastCheck.constantFrom("ሀ", "ሰላም").map((text) => ({ do: "partial", text }) as const) },
  { weight: 4, arbitrary: FastCheck.constant({ do: "message", message: finish } as const) },
  { weight: 2, arbitrary: FastCheck.constant({ do: "message", message: authenticate } as const) },
  {
    weight: 4,
    arbitrary: FastCheck.constantFrom(...(["created", "malformed"] as const)).map((what) => ({ do: what }) as const)
  },
  {
    weight: 5,
    arbitrary: FastCheck.constantFrom(0, 100, 9_999, 10_000, 59_999, 60_000, 300_000).map(
      (millis) => ({ do: "wait", millis }) as const
    )
  },
  {
    weight: 3,
    arbitrary: FastCheck.constantFrom(
      ...([
        "completed",
        "failed",
        "replayed",
        "refused",
        "spent",
        "badSound",
        "misplaced",
        "tooLong",
        "draining",
        "flooded",
        "stalled",
        "gone"
      ] as const)
    ).map((what) => ({ do: what }) as const)
  }
)

/** Most sessions get past their ticket; some do not. Some send much nonsense. */
const scripts = FastCheck.tuple(
  FastCheck.oneof(
    {
      weight: 8,
      arbitrary: FastCheck.constant<ReadonlyArray<Action>>([
        { do: "message", message: authenticate },
        { do: "created" }
      ])
    },
    { weight: 3, arbitrary: FastCheck.constant<ReadonlyArray<Action>>([{ do: "message", message: authenticate }]) },
    { weight: 1, arbitrary: FastCheck.constant<ReadonlyArray<Action>>([]) }
  ),
  FastCheck.oneof(
    { weight: 8, arbitrary: FastCheck.constant(0) },
    { weight: 1, arbitrary: FastCheck.integer({ min: 15, max: 25 }) }
  ),
  FastCheck.array(actions, { maxLength: 60 })
).map(([first, nonsense, rest]) => [
  ...first,
  ...Array.from({ length: nonsense }, () => ({ do: "malformed" }) as const),
  ...rest
])

/** Whether the world would let this happen: a transcription begins once, and ends once after that. */
const possible = (model: SocketModel, action: Action): boolean => {
  switch (action.do) {
    case "created":
    case "replayed":
      return model.phase === "opening"
    case "partial":
    case "completed":
      return model.phase === "open"
    case "refused":
    case "failed":
    case "spent":
    case "badSound":
    case "tooLong":
      return model.phase === "opening" || model.phase === "open"
    default:
      return true
  }
}

const inputOf = (action: Exclude<Action, { readonly do: "wait" }>): Input => {
  switch (action.do) {
    case "message":
      return Input.Received({ message: action.message })
    case "malformed":
      return Input.Malformed({ problem: new InvalidRequest({ message: "no" }) })
    case "sound":
      return Input.Sound({ bytes: new Uint8Array(action.bytes) })
    case "misplaced":
      return Input.Misplaced({ problem: new UnsupportedMediaType({ message: "no" }) })
    case "tooLong":
      return Input.TooLong()
    case "badSound":
      return Input.BadSound({ problem: new ValidationFailed({ message: "no" }) })
    case "created":
      return Input.Created({ session })
    case "replayed":
      return Input.Replayed({ transcript })
    case "partial":
      return Input.Partial({ text: action.text })
    case "completed":
      return Input.Completed({ transcript })
    case "refused":
      return Input.Failed({ problem: new RequestInterrupted({ message: "no" }) })
    case "failed":
      return Input.Failed({ problem: new ProviderError({ message: "no" }) })
    case "spent":
      return Input.Spent({ problem: new InsufficientCredits({ message: "no" }) })
    case "draining":
      return Input.Draining()
    case "flooded":
      return Input.Flooded()
    case "stalled":
      return Input.Stalled()
    case "gone":
      return Input.Gone()
  }
}

const expected = (model: SocketModel, action: Exclude<Action, { readonly do: "wait" }>): ReadonlyArray<Line> => {
  switch (action.do) {
    case "message":
      return model.message(action.message.type)
    case "malformed":
      return model.message("none")
    case "sound":
      return model.sound(action.bytes)
    case "misplaced":
      return model.sound("in text")
    case "tooLong":
      return model.tooLong()
    case "badSound":
      return model.badSound()
    case "created":
      return model.created()
    case "replayed":
      return model.completed(true)
    case "partial":
      return model.partial(action.text)
    case "completed":
      return model.completed(false)
    case "refused":
      return model.failed("REQUEST_INTERRUPTED", "close 1008")
    case "failed":
      return model.failed("PROVIDER_ERROR", "close 1011")
    case "spent":
      return model.spent()
    case "draining":
      return model.draining()
    case "flooded":
    case "stalled":
      return model.lost()
    case "gone":
      return model.gone()
  }
}

/** Runs machine and model side by side; what each said, step by step. */
const play = (script: ReadonlyArray<Action>) => {
  const machine = new Machine()
  const model = new SocketModel(machine.now)
  for (const action of script) {
    if (action.do === "wait") {
      machine.now += action.millis
      expect(machine.put(Input.Tick())).toEqual(model.at(machine.now))
    } else if (possible(model, action)) {
      expect(machine.put(inputOf(action))).toEqual(expected(model, action))
    }
    expect(machine.isOver).toBe(model.phase === "closed")
  }
  return { machine, model }
}

const count = (said: ReadonlyArray<Line>, what: string) => said.filter((line) => line.split(" ")[0] === what).length

test("the scribe socket says and does what its model promises, whatever comes in whatever order", () => {
  forAll({ numRuns: 500 }, scripts, (script) => {
    play(script)
  })
})

test("no sequence makes a transcription begin or end twice, sound after its end, or an event after the close", () => {
  forAll({ numRuns: 500 }, scripts, (script) => {
    const { machine } = play(script)
    // Whatever was left open, its client goes in the end.
    machine.put(Input.Gone())
    const { lines: said } = machine
    expect(machine.isOver).toBe(true)
    expect(count(said, "open")).toBeLessThanOrEqual(1)
    // The transcription always comes to its end, and so does the wallet's slot.
    expect(count(said, "finish") + count(said, "spoil")).toBe(count(said, "open"))
    expect(count(said, "completed")).toBeLessThanOrEqual(1)
    const end = said.findIndex((line) => line === "finish" || line.startsWith("spoil"))
    expect(said.findLastIndex((line) => line.startsWith("hear"))).toBeLessThan(Math.max(0, end))
    const closing = said.findIndex((line) => line.startsWith("close"))
    expect(closing === -1 || closing === said.length - 1).toBe(true)
    const completion = said.findIndex((line) => line.startsWith("completed"))
    if (completion !== -1)
      expect(said.slice(completion + 1).every((line) => line === "finish" || line.startsWith("close"))).toBe(true)
    machine.lines.length = 0
    for (const action of script) if (action.do !== "wait") machine.put(inputOf(action))
    expect(machine.lines).toEqual([])
  })
})

test("every message of the scribe socket is answered: by an event, or by the end of the transcription", () => {
  forAll({ numRuns: 500 }, scripts, (script) => {
    const machine = new Machine()
    const model = new SocketModel(machine.now)
    for (const action of script) {
      if (action.do === "wait") {
        machine.wait(action.millis)
        model.at(machine.now)
        continue
      }
      if (!possible(model, action)) continue
      const over = machine.isOver
      const behindTheServersEnd = model.ended?.by === "server"
      const lines = machine.put(inputOf(action))
      expected(model, action)
      if (over) continue
      const errors = count(lines, "error")
      if (action.do === "malformed") expect(errors).toBe(1)
      if (action.do === "badSound" || action.do === "tooLong") expect(errors).toBe(behindTheServersEnd ? 0 : 1)
      if (action.do === "sound") expect(errors + count(lines, "hear")).toBe(behindTheServersEnd ? 0 : 1)
      if (action.do === "message" && action.message.type === "session.authenticate")
        expect(errors + count(lines, "open")).toBe(1)
    }
    // What is still open is ended by the transcription, with one event and a goodbye.
    if (model.phase === "opening") machine.put(Input.Created({ session }))
    if (model.phase === "new" || machine.isOver) return
    const last = machine.put(Input.Completed({ transcript }))
    expect(last.filter((line) => line !== "finish")).toEqual(["completed", model.ended?.closeReason ?? "close 1000"])
  })
})

// --- limits, each at its edge

const opened = (): Machine => {
  const machine = new Machine()
  machine.receive(authenticate)
  machine.put(Input.Created({ session }))
  return machine
}

test("sound before the ticket of a live session, or a ticket that is refused, ends in 401 and 1008", () => {
  expect(new Machine().hear(1_600)).toEqual(["error UNAUTHORIZED", "close 1008"])
  const opening = new Machine()
  expect(opening.receive(authenticate)).toEqual(["open"])
  expect(opening.put(Input.Failed({ problem: new Unauthorized({ message: "used" }) }))).toEqual([
    "error UNAUTHORIZED",
    "finish",
    "close 1008"
  ])
})

test("sound and its end that come right behind the ticket belong to the session", () => {
  const machine = new Machine()
  machine.receive(authenticate)
  expect(machine.hear(1_600)).toEqual(["hear 1600"])
  expect(machine.receive(finish)).toEqual(["finish"])
  expect(machine.put(Input.Created({ session }))).toEqual(["created"])
  expect(machine.put(Input.Completed({ transcript }))).toEqual(["completed", "close 1000"])
})

test("too much sound for a live session is an error, also after the client's end, and the transcript follows", () => {
  const finished = opened()
  finished.receive(finish)
  expect(finished.put(Input.TooLong())).toEqual(["error AUDIO_TOO_LONG"])
  expect(finished.put(Input.Completed({ transcript }))).toEqual(["completed", "close 1000"])
  const machine = opened()
  expect(machine.put(Input.TooLong())).toEqual(["error AUDIO_TOO_LONG", "finish"])
  expect(machine.hear(1)).toEqual([])
  expect(machine.put(Input.Partial({ text: "ሰላም" }))).toEqual(["partial ሰላም"])
  expect(machine.put(Input.Completed({ transcript }))).toEqual(["completed", "close 1000"])
})

test("a live session's sound ends after 60 s without a frame, or 10 min in all, and waits for the transcript", () => {
  const idle = opened()
  expect(idle.wait(59_999)).toEqual([])
  expect(idle.hear(0)).toEqual(["hear 0"])
  expect(idle.deadline).toBe(idle.now + 60_000)
  expect(idle.wait(60_000)).toEqual(["finish"])
  expect(idle.wait(1_000_000)).toEqual([])
  expect(idle.put(Input.Failed({ problem: new RequestInterrupted({ message: "nothing" }) }))).toEqual([
    "error REQUEST_INTERRUPTED",
    "close 1001"
  ])
  const long = opened()
  for (let minute = 0; minute < 19; minute++) {
    expect(long.wait(30_000)).toEqual([])
    long.hear(1)
  }
  expect(long.wait(30_000)).toEqual(["finish"])
  expect(long.put(Input.Completed({ transcript }))).toEqual(["completed", "close 1000"])
})

test("sound in a text frame fails the transcription, and its failure ends the session", () => {
  const problem = new UnsupportedMediaType({ message: "base64" })
  const machine = opened()
  machine.hear(3_200)
  expect(machine.put(Input.Misplaced({ problem }))).toEqual(["spoil UNSUPPORTED_MEDIA_TYPE"])
  expect(machine.hear(3_200)).toEqual([])
  expect(machine.put(Input.Failed({ problem }))).toEqual(["error UNSUPPORTED_MEDIA_TYPE", "close 1008"])
})

test("20 invalid messages are answered; the next ends the live session, and its sound is transcribed", () => {
  const machine = opened()
  for (let mistakes = 0; mistakes < 20; mistakes++)
    expect(machine.receive(authenticate)).toEqual(["error INVALID_REQUEST"])
  expect(machine.hear(1)).toEqual(["hear 1"])
  expect(machine.receive(authenticate)).toEqual(["error INVALID_REQUEST", "finish", "close 1008"])
})

test("a server that stops ends a live session's sound, sends the transcript, and then closes", () => {
  const machine = opened()
  machine.hear(1_600)
  expect(machine.put(Input.Draining())).toEqual(["finish"])
  expect(machine.hear(1_600)).toEqual([])
  expect(machine.put(Input.Completed({ transcript }))).toEqual(["completed", "close 1001"])
})

test("a revoked key ends its live session at once, and its sound is transcribed", () => {
  const machine = opened()
  machine.hear(1_600)
  expect(machine.put(Input.Revoked())).toEqual(["error UNAUTHORIZED", "finish", "close at once 1008"])
  expect(machine.put(Input.Completed({ transcript }))).toEqual([])
})

test("a frame that is too large ends the live session with an error and 1009", () => {
  const machine = opened()
  machine.hear(1_600)
  expect(machine.put(Input.Oversized())).toEqual(["error PAYLOAD_TOO_LARGE", "finish", "close 1009"])
})
