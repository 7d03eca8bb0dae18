/** A conversation without a network: a protocol adapter and the machine, driven by frames and by what a performer would report. */
import { Option } from "effect"
import * as Money from "../../src/billing/Money.ts"
import { Input } from "../../src/conversation/MachineMessages.ts"
import {
  type ProtocolAdapter,
  type SocketCommand,
  type SocketInput,
  stateMachine
} from "../../src/conversation/ProtocolAdapter.ts"
import type { TurnId, Usage } from "../../src/conversation/State.ts"
import { config, session } from "./Session.ts"

const etb = (amount: string): Money.Money => Option.getOrThrow(Money.parseEtb(amount))

export const usage = (seconds: number, charge: string, balance = "400"): Usage => ({
  seconds,
  tokens: { promptTokens: 10, candidateTokens: 5 },
  charge: etb(charge),
  balance: etb(balance)
})

export type Done = Exclude<SocketCommand, { readonly _tag: "Send" }>

/** Runs the state machine of a protocol adapter; what is sent is read as JSON. */
export const talk = <Message, AdapterState>(adapter: ProtocolAdapter<Message, AdapterState>) => {
  const own = stateMachine(adapter)
  const sent: Array<unknown> = []
  const done: Array<Done> = []
  let now = 1_000
  let state = own.begin(now)
  const step = (given: SocketInput) => {
    if (own.isOver(state)) return
    const [next, commands] = own.step(state, given, now)
    state = next
    for (const command of commands) {
      if (command._tag === "Send") sent.push(JSON.parse(command.frame))
      else done.push(command)
    }
  }
  const input = (given: Input) => step(given)
  return {
    input,
    frame: (frame: object | string) =>
      step(own.read(typeof frame === "string" || frame instanceof Uint8Array ? frame : JSON.stringify(frame))),
    /** Lets time pass. */
    pass: (millis: number) => {
      now += millis
      input({ _tag: "Tick" })
    },
    /** The socket is open, and its client may have a conversation. */
    open: () => {
      input({ _tag: "Opened" })
      input(Input.Admitted({ session, config }))
    },
    /** What has been sent since this was last asked. */
    sent: () => sent.splice(0),
    /** What else was done since then. */
    done: () => done.splice(0),
    isOver: () => own.isOver(state)
  }
}

export type Talk = Omit<ReturnType<typeof talk>, "input"> & { readonly input: (given: Input) => void }

/** The turn that was begun last, of these commands. */
export const begun = (commands: ReadonlyArray<Done>): TurnId =>
  commands.flatMap((command) => (command._tag === "Begin" ? [command.turn] : [])).at(-1) ?? 0

export const tags = (commands: ReadonlyArray<Done>): ReadonlyArray<string> => commands.map(({ _tag }) => _tag)
