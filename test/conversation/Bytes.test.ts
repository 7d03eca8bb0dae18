/** What of a client's messages is counted beside their number: how long they are, before anything is made of them. */
import { describe, expect, test } from "bun:test"
import { Option } from "effect"
import * as ConversationLimits from "../../src/conversation/ConversationLimits.ts"
import { Input } from "../../src/conversation/MachineMessages.ts"
import { stateMachine } from "../../src/conversation/ProtocolAdapter.ts"
import { MAX_MESSAGE } from "../../src/conversation/realtime/ClientEvents.ts"
import * as RealtimeAdapter from "../../src/conversation/realtime/RealtimeAdapter.ts"
import { Caller, config, session } from "./support/Caller.ts"

const tools = Array.from({ length: 128 }, (_, at) => ({
  type: "function",
  name: `tool_${at}`,
  description: "d".repeat(400),
  parameters: { type: "object", properties: Object.fromEntries(Array.from({ length: 40 }, (_, p) => [`p${p}`, {}])) }
}))
const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 0]))

/** Messages that cost much more than they are: as long as any, and full of names. */
const heavy: ReadonlyArray<readonly [string, object]> = [
  ["session.update with 128 tools", { type: "session.update", session: { tools } }],
  ["session.update with 22,000 unknown fields", { type: "session.update", session: unknown(22_000) }],
  ["one that the adapter answers by itself", { type: "conversation.item.retrieve", item_id: "x", ...unknown(22_000) }],
  ["sound among 22,000 fields", { type: "input_audio_buffer.append", audio: "AAAA", ...unknown(22_000) }],
  ["one that is none", { type: "nothing", ...unknown(22_000) }]
]

/** Sends frames at once; how many of them are read before the socket is closed, and the last that is told. */
const flooded = (frame: string, count: number, isOpen: boolean) => {
  let read = 0
  const adapter = RealtimeAdapter.make({ version: "current", model: Option.none() })
  const own = stateMachine({
    ...adapter,
    read: (each) => {
      read++
      return adapter.read(each)
    }
  })
  let state = own.begin(0)
  const sent: Array<string> = []
  const step = (input: Parameters<typeof own.step>[1]) => {
    if (own.isOver(state)) return
    const [next, commands] = own.step(state, input, 0)
    state = next
    for (const command of commands) if (command._tag === "Send") sent.push(command.frame)
  }
  const frames = Array.from({ length: count }, () => frame)
  const open = [Input.Opened(), Input.Admitted({ session, config })]
  const all = isOpen ? [...open, ...frames.map(own.read)] : [Input.Opened(), ...frames.map(own.read), ...open.slice(1)]
  for (const input of all) step(input)
  return { read, isOver: own.isOver(state), last: sent.at(-1) ?? "" }
}

describe.each(heavy)("of 400 messages at once, each %s,", (_, message) => {
  const frame = JSON.stringify(message)
  test.each([true, false])("a flood of large messages closes the socket at its limit (open: %p)", (isOpen) => {
    expect(frame.length).toBeLessThanOrEqual(MAX_MESSAGE)
    const { isOver, last, read } = flooded(frame, 400, isOpen)
    expect(isOver).toBe(true)
    expect(read).toBeLessThanOrEqual(
      Math.ceil(ConversationLimits.MOST_MESSAGE_UNITS / (frame.length - ConversationLimits.AROUND_SOUND)) + 1
    )
    expect(JSON.parse(last)).toMatchObject({ error: { code: "RATE_LIMITED" } })
  })
})

test("the allowance of message bytes is there again when the time for it has passed", () => {
  const caller = new Caller()
  caller.open()
  const frame = JSON.stringify({ type: "session.update", session: { instructions: "a".repeat(200_000) } })
  const whole = Math.floor(ConversationLimits.MOST_MESSAGE_UNITS / frame.length)
  for (let round = 0; round < 3; round++) {
    for (let at = 0; at < whole; at++) caller.sendText(frame)
    expect(caller.isClosed).toBe(false)
    caller.now += ((whole * frame.length) / ConversationLimits.MESSAGE_UNITS_PER_SECOND) * 1_000
    caller.sendText(JSON.stringify({ type: "input_audio_buffer.append", audio: "AAAA" }))
  }
})

test("sound on a conversation's socket is counted by its seconds, and not by its length", () => {
  const caller = new Caller()
  caller.open()
  const audio = Buffer.alloc(96_000).toString("base64")
  const frame = JSON.stringify({ type: "input_audio_buffer.append", event_id: "e".repeat(512), audio })
  for (let second = 0; second < 60; second++) caller.sendText(frame)
  expect(caller.isClosed).toBe(false)
})
