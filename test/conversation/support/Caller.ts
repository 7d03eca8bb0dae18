/** A client of the Realtime protocol, against the adapter and the machine, without a network. Looks at every event it gets. */
import { Option } from "effect"
import { parseRealtimeEvent } from "../../../node_modules/@openai/agents-realtime/dist/openaiRealtimeEvents.js"
import * as Money from "../../../src/billing/Money.ts"
import { Input } from "../../../src/conversation/MachineMessages.ts"
import { type SocketCommand, type SocketInput, stateMachine } from "../../../src/conversation/ProtocolAdapter.ts"
import { make, type Options } from "../../../src/conversation/realtime/RealtimeAdapter.ts"
import type { Config, Session, SpokenWord } from "../../../src/conversation/State.ts"
import { defaults } from "../../../src/conversation/TurnDetector.ts"
import type { ToolCall } from "../../../src/engines/TextModel.ts"

const timbre = { variant: "f2", pitch: 50, rate: 165 }

const voices = [
  { id: "am-hamen", language: "am", ...timbre },
  { id: "am-dawit", language: "am", ...timbre },
  { id: "om-bikila", language: "om", ...timbre }
] as const

export const session: Session = {
  id: "conv_1",
  voices,
  balance: Money.fromMicros(500_000_000),
  lowBalance: Money.fromMicros(13_000_000)
}

export const config: Config = {
  listensOnly: false,
  language: "am",
  voice: voices[0],
  speed: 1,
  system: Option.none(),
  persona: Option.none(),
  turns: Option.some({ ...defaults, respond: true, interrupt: true }),
  tools: [],
  toolChoice: "auto",
  temperature: 0.4,
  maxOutputTokens: Option.none(),
  spoken: true,
  output: { _tag: "Pcm16", rate: 24_000 }
}

export type ServerEvent = Readonly<Record<string, unknown>> & { readonly type: string; readonly event_id: string }

const isTold = (value: unknown): value is ServerEvent =>
  typeof value === "object" && value !== null && "type" in value && "event_id" in value

/** What the beta has and the agents' package, which speaks the current version, does not know. */
const isKnown = (text: string, version: Options["version"]): boolean =>
  version === "beta" || !parseRealtimeEvent(new MessageEvent("message", { data: text })).isGeneric

/** What an event has at a path such as `response.output.0.id`. */
export const at = (event: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
      event
    )

export class Caller {
  private readonly machine
  private state
  /** Milliseconds. */
  now = 0
  /** Commands that are no frames, since they were last asked for. */
  private done: Array<SocketCommand> = []
  private lastEvent = 0

  constructor(private readonly options: Options = { version: "current", model: Option.none() }) {
    this.machine = stateMachine(make(options))
    this.state = this.machine.begin(0)
  }

  private step(input: SocketInput): ReadonlyArray<ServerEvent> {
    const [state, commands] = this.machine.step(this.state, input, this.now)
    this.state = state
    return commands.flatMap((command) => {
      if (command._tag === "Send") return this.look(command.frame)
      this.done.push(command)
      return []
    })
  }

  private look(frame: string): ServerEvent {
    const event: unknown = JSON.parse(frame)
    if (!isTold(event)) throw new Error(`no event: ${frame}`)
    if (!isKnown(frame, this.options.version)) throw new Error(`the agents' package does not know: ${frame}`)
    const number = Number(event.event_id.slice("event_".length))
    if (number !== this.lastEvent + 1) throw new Error(`after event ${this.lastEvent} came ${event.event_id}`)
    this.lastEvent = number
    return event
  }

  tell(...inputs: ReadonlyArray<Input>): ReadonlyArray<ServerEvent> {
    return inputs.flatMap((input) => this.step(input))
  }

  /** Sends a frame as it is. */
  sendText(frame: string | Uint8Array): ReadonlyArray<ServerEvent> {
    return this.step(this.machine.read(frame))
  }

  send(event: object): ReadonlyArray<ServerEvent> {
    return this.sendText(JSON.stringify(event))
  }

  /** Opens the session; gives what it is told first. */
  open(changes: Partial<Config> = {}, id = session.id): ReadonlyArray<ServerEvent> {
    const admitted = Input.Admitted({ session: { ...session, id }, config: { ...config, ...changes } })
    const told = this.tell({ _tag: "Opened" }, admitted)
    this.commands()
    return told
  }

  /** What is to be done, since it was last asked. */
  commands(): ReadonlyArray<SocketCommand> {
    const { done } = this
    this.done = []
    return done
  }

  get isClosed(): boolean {
    return this.machine.isOver(this.state)
  }

  /** The user speaks and stops; what is said is recognised as `text`, in `turn`. */
  speak(turn: number, text: string): ReadonlyArray<ServerEvent> {
    return this.tell(
      Input.SpeechStarted({ millis: 100.4 }),
      Input.SpeechStopped({ millis: 1_100, isDetected: true }),
      Input.TranscriptDone({ turn, text, seconds: 1 })
    )
  }

  /** A phrase of the answer, with a second of sound. */
  phrase(turn: number, text: string, words: ReadonlyArray<SpokenWord> = []): ReadonlyArray<ServerEvent> {
    return this.tell(
      Input.Text({ turn, text, words }),
      Input.Audio({ turn, bytes: new Uint8Array([1, 2, 3, 4]), millis: 1_000 })
    )
  }

  /** The answer is given and the turn charged. */
  finish(turn: number, calls: ReadonlyArray<ToolCall> = [], balance = 100_000_000): ReadonlyArray<ServerEvent> {
    const finishReason = calls.length > 0 ? "tool_calls" : "stop"
    return [...this.tell(Input.Answered({ turn, calls, finishReason })), ...this.settle(turn, balance)]
  }

  settle(turn: number, balance = 100_000_000): ReadonlyArray<ServerEvent> {
    const usage = {
      seconds: 2.5,
      tokens: { promptTokens: 30, candidateTokens: 12 },
      charge: Money.fromMicros(541_700),
      balance: Money.fromMicros(balance)
    }
    return this.tell(Input.Settled({ turn, usage }))
  }
}

export const types = (events: ReadonlyArray<ServerEvent>): ReadonlyArray<string> => events.map(({ type }) => type)

/** The only event of a type. */
export const only = (events: ReadonlyArray<ServerEvent>, type: string): ServerEvent => {
  const found = events.filter((event) => event.type === type)
  const [first] = found
  if (first === undefined || found.length > 1) throw new Error(`${found.length} of ${type} in ${types(events)}`)
  return first
}
