import { expect, test } from "bun:test"
import { FastCheck, Option } from "effect"
import { RequestId, WalletId } from "../../src/Domain.ts"
import { InvalidRequest, ProviderError, Unauthorized } from "../../src/Errors.ts"
import type { Clip } from "../../src/voice/Api.ts"
import type { ClientMessage } from "../../src/voice/RealtimeApi.ts"
import { machine } from "../../src/voice/SocketMachine.ts"
import { FLOOD_LIMIT, PIECES_FLOOD_LIMIT } from "../../src/voice/SocketRates.ts"
import { Command, Input, type Session, type State } from "../../src/voice/SocketState.ts"
import { MachineDriver } from "../sockets/MachineDriver.ts"
import { forAll } from "../support/Property.ts"
import { type Line, SocketModel } from "./SocketModel.ts"

const session = (maxTextCharacters: number): Session => ({
  id: "rts_1",
  walletId: WalletId.make("wal_1"),
  voiceId: "am-hamen",
  language: "am",
  audioFormat: "mp3",
  maxTextCharacters,
  maxAudioSeconds: 60
})

const clip: Clip = {
  id: "clip_1",
  text: "ሰላም",
  text_preview: "ሰላም",
  voice_id: "am-hamen",
  voice_name: "Hamen",
  voice_descriptor: "",
  language: "am",
  output_format: "mp3_44100",
  audio: null,
  audio_url: "",
  audio_url_expires_at: "",
  mime_type: "audio/mpeg",
  duration_seconds: 1,
  character_count: 3,
  billable_characters: 3,
  download_name: "",
  created_at: "",
  usage: {
    pricing_unit: "minute",
    price_per_minute: 5,
    price_per_audio_minute: 5,
    credits_used: 0.1,
    credits_remaining: 1,
    currency: "ETB",
    settled: true
  },
  meta: { ignored_voice_settings: [], idempotent_replay: false, client_request_id: null }
}

/** A command as the line that the model writes. */
const lineOf = Command.$match({
  Redeem: (): Line => "redeem",
  Start: ({ requestId, text }) => `start ${requestId} ${text}`,
  Mute: () => "mute",
  Refuse: ({ problem, requestId }) =>
    Option.match(requestId, { onNone: () => `error ${problem._tag}`, onSome: (id) => `error ${problem._tag} ${id}` }),
  Close: ({ code }) => `close ${code}`,
  Send: ({ event }) => {
    switch (event.type) {
      case "session.created":
        return "created"
      case "speech.started":
        return `started ${event.request_id}`
      case "audio.delta":
        return `audio ${event.request_id} ${event.sequence}`
      case "speech.completed":
        return `completed ${event.request_id}${event.idempotent_replay === true ? " again" : ""}`
      case "speech.cancelled":
        return `cancelled ${event.request_id}`
      case "text.appended":
        return `appended ${event.characters}`
      case "pong":
        return "pong"
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
}

const ids = ["a", "b", "c"].map((id) => RequestId.make(id))
const id = (index: number): RequestId => ids[index % ids.length] ?? RequestId.make("z")
const problem = new ProviderError({ message: "broken" })

type Action =
  | { readonly do: "message"; readonly message: ClientMessage }
  | { readonly do: "malformed"; readonly isPiece: boolean }
  | { readonly do: "turn"; readonly happens: "admitted" | "audio" | "settled" | "replayed" | "failed" }
  | { readonly do: "redeemed" | "ticketRefused" | "draining" | "flooded" | "stalled" | "gone" }
  | { readonly do: "wait"; readonly millis: number }

const texts = FastCheck.constantFrom("ሀ", "ሰላም", "ሰላም ነው", "abcdefghij", "12345678901234567890")
const fragments = FastCheck.oneof(texts, FastCheck.constantFrom("", " ", "።", "\ud83d"))
const ask = FastCheck.nat(2).map(id)

const messages: FastCheck.Arbitrary<ClientMessage> = FastCheck.oneof(
  {
    weight: 6,
    arbitrary: FastCheck.record({ type: FastCheck.constant("speech.create" as const), text: texts, request_id: ask })
  },
  { weight: 4, arbitrary: FastCheck.record({ type: FastCheck.constant("text.append" as const), text: fragments }) },
  { weight: 3, arbitrary: FastCheck.record({ type: FastCheck.constant("text.commit" as const), request_id: ask }) },
  { weight: 2, arbitrary: FastCheck.constant({ type: "speech.cancel" as const }) },
  { weight: 1, arbitrary: FastCheck.constant({ type: "ping" as const }) },
  { weight: 1, arbitrary: FastCheck.constant({ type: "session.authenticate" as const, token: "t" }) }
)

const happenings = FastCheck.constantFrom(
  ...(["admitted", "admitted", "audio", "settled", "settled", "replayed", "failed"] as const)
)

const actions: FastCheck.Arbitrary<Action> = FastCheck.oneof(
  { weight: 30, arbitrary: messages.map((message) => ({ do: "message", message }) as const) },
  { weight: 20, arbitrary: happenings.map((happens) => ({ do: "turn", happens }) as const) },
  { weight: 2, arbitrary: FastCheck.boolean().map((isPiece) => ({ do: "malformed", isPiece }) as const) },
  {
    weight: 5,
    arbitrary: FastCheck.constantFrom(0, 10, 999, 1_000, 9_999, 59_999, 60_000, 300_000).map(
      (millis) => ({ do: "wait", millis }) as const
    )
  },
  {
    weight: 1,
    arbitrary: FastCheck.constantFrom(...(["ticketRefused", "draining", "flooded", "stalled", "gone"] as const)).map(
      (what) => ({ do: what }) as const
    )
  }
)

/** Most sessions get past their ticket; some do not. */
const scripts = FastCheck.tuple(
  FastCheck.oneof(
    {
      weight: 9,
      arbitrary: FastCheck.constant<ReadonlyArray<Action>>([
        { do: "message", message: { type: "session.authenticate", token: "t" } },
        { do: "redeemed" }
      ])
    },
    {
      weight: 1,
      arbitrary: FastCheck.constant<ReadonlyArray<Action>>([
        { do: "message", message: { type: "session.authenticate", token: "t" } },
        { do: "message", message: { type: "ping" } }
      ])
    },
    { weight: 1, arbitrary: FastCheck.constant<ReadonlyArray<Action>>([]) }
  ),
  FastCheck.array(actions, { maxLength: 80 })
).map(([first, rest]) => [...first, ...rest])

/** Whether the world would let this happen: a turn is admitted once, before its sound and its settlement. */
const possible = (model: SocketModel, action: Action): boolean => {
  if (action.do !== "turn") return true
  const outcome = model.running?.outcome
  const first = action.happens === "admitted" || action.happens === "replayed"
  return outcome === undefined || action.happens === "failed" || (outcome === "asked") === first
}

const inputOf = (action: Exclude<Action, { readonly do: "wait" }>): Input => {
  switch (action.do) {
    case "message":
      return Input.Received({ message: action.message })
    case "malformed":
      return Input.Malformed({
        problem: new InvalidRequest({ message: "no" }),
        requestId: Option.none(),
        isPiece: action.isPiece
      })
    case "turn":
      return {
        admitted: Input.TurnAdmitted(),
        audio: Input.TurnAudio({ format: "mp3", audio: "" }),
        settled: Input.TurnSettled({ clip }),
        replayed: Input.TurnReplayed({ clip }),
        failed: Input.TurnFailed({ problem })
      }[action.happens]
    case "redeemed":
      return Input.Redeemed({ session: session(40) })
    case "ticketRefused":
      return Input.TicketRefused({ problem: new Unauthorized({ message: "no" }) })
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

const answer = (model: SocketModel, message: ClientMessage): ReadonlyArray<Line> => {
  switch (message.type) {
    case "session.authenticate":
      return ["error INVALID_REQUEST"]
    case "speech.create":
      return model.create(message.request_id, message.text)
    case "text.append":
      return model.append(message.text)
    case "text.commit":
      return model.commit(message.request_id)
    case "speech.cancel":
      return model.cancel()
    case "ping":
      return ["pong"]
  }
}

const expected = (model: SocketModel, action: Exclude<Action, { readonly do: "wait" }>): ReadonlyArray<Line> => {
  switch (action.do) {
    case "message": {
      const { message } = action
      const about = "request_id" in message ? message.request_id : undefined
      const kind = { isTicket: message.type === "session.authenticate", isPiece: message.type === "text.append" }
      return model.received(kind, about, () => answer(model, message))
    }
    case "malformed":
      return model.received({ isPiece: action.isPiece }, undefined, () =>
        action.isPiece ? model.badPiece() : ["error INVALID_REQUEST"]
      )
    case "turn":
      return model.turn(action.happens)
    case "redeemed":
      return model.redeemed()
    case "ticketRefused":
      return model.refusedTicket()
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
  const model = new SocketModel(machine.now, 40)
  for (const action of script) {
    if (action.do === "wait") {
      machine.now += action.millis
      expect(machine.put(Input.Tick())).toEqual(model.at(machine.now))
    } else if (possible(model, action)) {
      expect(machine.put(inputOf(action))).toEqual(expected(model, action))
    }
    expect(machine.isOver).toBe(model.phase === "closed")
    expect(model.spent).toBeLessThanOrEqual(40)
  }
  return { machine, model }
}

test("the voice socket says and does what its model promises, whatever comes in whatever order", () => {
  forAll({ numRuns: 1_000 }, scripts, (script) => {
    play(script)
  })
})

test("no sequence makes a turn of voice begin twice, an event after the close, or a turn without one end", () => {
  forAll({ numRuns: 1_000 }, scripts, (script) => {
    const { machine, model } = play(script)
    const { lines: said } = machine
    const closing = said.findIndex((line) => line.startsWith("close"))
    expect(closing === -1 || closing === said.length - 1).toBe(true)

    let running: string | undefined
    let next = 0
    for (const line of said) {
      const [what = "", about = ""] = line.split(" ")
      const ends = ["completed", "cancelled"].includes(what) || line.startsWith("error PROVIDER_ERROR")
      if (what === "start") {
        expect(running).toBeUndefined()
        running = about
        next = 0
      }
      if (what === "audio") expect(line).toBe(`audio ${running} ${next++}`)
      if (ends) {
        expect(line).toContain(` ${running}`)
        running = undefined
      }
      // Only those who cannot be talked to are left in the middle of a turn.
      if (what === "close" && running !== undefined) expect(line).toBe("close 1008")
    }
    expect(said.filter((line) => line.startsWith("start "))).toHaveLength(model.turns.length)
  })
})

test("every message of the voice socket is answered once: at once, or by the end of its turn", () => {
  forAll({ numRuns: 1_000 }, scripts, (script) => {
    const machine = new Machine()
    const model = new SocketModel(machine.now, 40)
    for (const action of script) {
      if (action.do === "wait") {
        machine.wait(action.millis)
        model.at(machine.now)
        continue
      }
      if (!possible(model, action)) continue
      const { state } = machine
      const lines = machine.put(inputOf(action))
      expected(model, action)
      if (action.do !== "message" || state._tag !== "Open") continue
      const { message } = action
      const answers = lines.filter((line) => !line.startsWith("close"))
      const joins = message.type === "speech.cancel" && Option.isSome(state.turn)
      const joined = answers.length === 0 || answers.every((line) => line === "mute" || line.startsWith("error RATE"))
      expect(joins ? joined : answers.length === 1).toBe(true)
    }
  })
})

// --- limits, each at its edge

const opened = (characters = 5_000): Machine => {
  const machine = new Machine()
  machine.receive({ type: "session.authenticate", token: "t" })
  machine.put(Input.Redeemed({ session: session(characters) }))
  return machine
}
const create = (machine: Machine, requestId: string, text = "ሰላም") =>
  machine.receive({ type: "speech.create", text, request_id: RequestId.make(requestId) })
const speak = (machine: Machine, requestId: string, text?: string): ReadonlyArray<Line> => [
  ...create(machine, requestId, text),
  ...machine.put(Input.TurnAdmitted()),
  ...machine.put(Input.TurnSettled({ clip }))
]

test("a voice ticket that is not redeemed within 10 s of the open socket ends in 401 and 1008", () => {
  const machine = new Machine()
  machine.wait(5_000)
  expect(machine.receive({ type: "session.authenticate", token: "t" })).toEqual(["redeem"])
  expect(machine.wait(4_999)).toEqual([])
  expect(machine.wait(1)).toEqual(["error UNAUTHORIZED", "close 1008"])
})

test("messages sent behind the voice socket's ticket wait for it and are answered in order", () => {
  const machine = new Machine()
  machine.receive({ type: "session.authenticate", token: "t" })
  expect(machine.receive({ type: "ping" })).toEqual([])
  expect(create(machine, "a")).toEqual([])
  expect(machine.put(Input.Redeemed({ session: session(10) }))).toEqual(["created", "pong", "start a ሰላም"])
})

test("the 101st request id of a voice session is refused, a known one is not", () => {
  const machine = opened()
  for (let turn = 0; turn < 100; turn++) {
    expect(speak(machine, `id-${turn}`)).toEqual([`start id-${turn} ሰላም`, `started id-${turn}`, `completed id-${turn}`])
    machine.wait(1_000)
  }
  expect(create(machine, "one-more")).toEqual(["error TURN_LIMIT_REACHED one-more"])
  expect(create(machine, "id-7")).toEqual(["start id-7 ሰላም"])
})

test("the text budget of a voice session is spent to its last character, and unspoken text given back", () => {
  const machine = opened(10)
  speak(machine, "a", "12345")
  expect(create(machine, "b", "123456")).toEqual(["error TEXT_LIMIT_EXCEEDED b"])
  expect(create(machine, "b", "12345")).toEqual(["start b 12345"])
  expect(machine.put(Input.TurnFailed({ problem }))).toEqual(["error PROVIDER_ERROR b"])
  expect(speak(machine, "c", "12345")).toContain("completed c")
  expect(create(machine, "d", "1")).toEqual(["error TEXT_LIMIT_EXCEEDED d"])
  expect(machine.receive({ type: "text.append", text: "1" })).toEqual(["error TEXT_LIMIT_EXCEEDED"])
  expect(create(machine, "a", "12345")).toEqual(["start a 12345"])
  expect(machine.put(Input.TurnReplayed({ clip }))).toEqual(["completed a again"])
})

test("text that is appended waits, also beside a running turn, and stays where its turn is not admitted", () => {
  const machine = opened(10)
  const append = (text: string) => machine.receive({ type: "text.append", text })
  const commit = (requestId: string) => machine.receive({ type: "text.commit", request_id: RequestId.make(requestId) })
  expect(commit("a")).toEqual(["error VALIDATION_ERROR a"])
  expect(append("ሰላ")).toEqual(["appended 2"])
  expect(append("ም")).toEqual(["appended 3"])
  expect(commit("a")).toEqual(["start a ሰላም"])
  expect(append(" ነው")).toEqual(["appended 3"])
  expect(commit("b")).toEqual(["error SPEECH_IN_PROGRESS b"])
  expect(machine.put(Input.TurnFailed({ problem }))).toEqual(["error PROVIDER_ERROR a"])
  expect(commit("a")).toEqual(["start a ሰላም ነው"])
})

test("text that may return to the buffer keeps its place in the budget until its turn is admitted", () => {
  const append = (machine: Machine, text: string) => machine.receive({ type: "text.append", text })
  const commit = (machine: Machine, requestId: string) =>
    machine.receive({ type: "text.commit", request_id: RequestId.make(requestId) })
  const machine = opened(6)
  speak(machine, "a", "123")
  append(machine, "123")
  expect(commit(machine, "a")).toEqual(["start a 123"])
  expect(machine.put(Input.TurnFailed({ problem }))).toEqual(["error PROVIDER_ERROR a"])
  expect(commit(machine, "b")).toEqual(["start b 123"])
  expect(append(machine, "4")).toEqual(["error TEXT_LIMIT_EXCEEDED"])
})

test("20 messages a second are answered, the next are refused as RATE_LIMITED, and a flood ends the session", () => {
  const machine = opened()
  for (let count = 0; count < 20; count++) expect(machine.receive({ type: "ping" })).toEqual(["pong"])
  expect(machine.receive({ type: "ping" })).toEqual(["error RATE_LIMITED"])
  expect(create(machine, "a")).toEqual(["error RATE_LIMITED a"])
  machine.wait(999)
  expect(machine.receive({ type: "ping" })).toEqual(["error RATE_LIMITED"])
  machine.wait(1)
  expect(machine.receive({ type: "ping" })).toEqual(["pong"])
  for (let count = 1; count < FLOOD_LIMIT; count++) machine.receive({ type: "ping" })
  expect(machine.isOver).toBe(false)
  expect(machine.receive({ type: "ping" })).toEqual(["error RATE_LIMITED", "close 1008"])
})

test("a voice session takes 200 pieces of text at once, and as many again after a second", () => {
  const machine = opened()
  const append = (text: string) => machine.receive({ type: "text.append", text })
  for (let second = 0; second < 3; second++) {
    for (let count = 1; count <= 200; count++) expect(append("ሀ")).toEqual([`appended ${200 * second + count}`])
    expect(machine.receive({ type: "ping" })).toEqual(["pong"])
    machine.wait(1_000)
  }
  const text = "ሀ".repeat(600)
  expect(machine.receive({ type: "text.commit", request_id: id(0) })).toEqual([`start a ${text}`])
})

test("a turn with a refused piece of text is refused, and the next begins anew", () => {
  const commit = (machine: Machine) => machine.receive({ type: "text.commit", request_id: id(0) })
  const append = (machine: Machine, text = "ሀ") => machine.receive({ type: "text.append", text })
  const fast = opened()
  for (let count = 0; count < 200; count++) append(fast)
  expect(append(fast)).toEqual(["error RATE_LIMITED"])
  fast.wait(1_000)
  expect(append(fast)).toEqual(["error RATE_LIMITED"])
  expect(commit(fast)).toEqual(["error RATE_LIMITED a"])
  expect(append(fast, "ሰላም")).toEqual(["appended 3"])
  expect(commit(fast)).toEqual(["start a ሰላም"])

  const long = opened(3)
  append(long, "ሰላ")
  expect(append(long, "ምታ")).toEqual(["error TEXT_LIMIT_EXCEEDED"])
  expect(commit(long)).toEqual(["error TEXT_LIMIT_EXCEEDED a"])
  expect(append(long, "ሰላም")).toEqual(["appended 3"])
})

test("far too many pieces of text end the voice session", () => {
  const machine = opened()
  for (let count = 0; count < PIECES_FLOOD_LIMIT; count++) machine.receive({ type: "text.append", text: "ሀ" })
  expect(machine.isOver).toBe(false)
  expect(machine.receive({ type: "text.append", text: "ሀ" })).toEqual(["error RATE_LIMITED", "close 1008"])
})

test("60 seconds without a message end an idle voice session with 1001, never one that speaks", () => {
  const machine = opened()
  machine.wait(59_999)
  machine.receive({ type: "ping" })
  expect(machine.wait(59_999)).toEqual([])
  create(machine, "a")
  expect(machine.wait(90_000)).toEqual([])
  machine.put(Input.TurnAdmitted())
  machine.put(Input.TurnSettled({ clip }))
  expect(machine.wait(59_999)).toEqual([])
  expect(machine.deadline).toBe(machine.now + 1)
  expect(machine.wait(1)).toEqual(["close 1001"])
})

test("10 minutes end a voice session with 1000: at once when it is silent, else after the turn", () => {
  const silent = opened()
  const speaking = opened()
  for (const machine of [silent, speaking]) {
    for (let minute = 0; minute < 19; minute++) {
      machine.wait(30_000)
      machine.receive({ type: "ping" })
    }
  }
  create(speaking, "a")
  expect(silent.wait(30_000)).toEqual(["close 1000"])
  expect(speaking.wait(30_000)).toEqual([])
  expect(create(speaking, "b")).toEqual(["error SPEECH_IN_PROGRESS b"])
  speaking.put(Input.Draining())
  speaking.put(Input.TurnAdmitted())
  expect(speaking.put(Input.TurnAudio({ format: "mp3", audio: "" }))).toEqual(["audio a 0"])
  expect(speaking.put(Input.TurnSettled({ clip }))).toEqual(["completed a", "close 1000"])
})

test("a server that stops lets a turn of voice end, and closes silent sessions at once", () => {
  expect(opened().put(Input.Draining())).toEqual(["close 1001"])
  const machine = opened()
  create(machine, "a")
  machine.put(Input.TurnAdmitted())
  expect(machine.put(Input.Draining())).toEqual([])
  expect(machine.put(Input.TurnAudio({ format: "mp3", audio: "" }))).toEqual(["audio a 0"])
  expect(machine.put(Input.TurnSettled({ clip }))).toEqual(["completed a", "close 1001"])
})

test("a revoked key ends its voice session at once, also in a turn", () => {
  expect(opened().put(Input.Revoked())).toEqual(["error UNAUTHORIZED", "close 1008"])
  const machine = opened()
  create(machine, "a")
  machine.put(Input.TurnAdmitted())
  expect(machine.put(Input.Revoked())).toEqual(["error UNAUTHORIZED", "close 1008"])
  expect(machine.put(Input.TurnSettled({ clip }))).toEqual([])
})

test("a frame that is too large ends the voice session with an error and 1009, also in a turn", () => {
  const refused = ["error PAYLOAD_TOO_LARGE", "close 1009"]
  expect(opened().put(Input.Oversized())).toEqual(refused)
  const machine = opened()
  create(machine, "a")
  machine.put(Input.TurnAdmitted())
  expect(machine.put(Input.Oversized())).toEqual(refused)
  expect(machine.put(Input.TurnSettled({ clip }))).toEqual([])
})
