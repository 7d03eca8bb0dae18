import { expect, test } from "bun:test"
import { MOST_DELAY, worstDuring } from "../support/Delays.ts"
import { serverForFile } from "../support/ForFile.ts"
import { API_KEY } from "../support/Server.ts"
import { enter } from "./Entry.ts"

const server = serverForFile(() => ({ QAL_MAX_CONVERSATIONS_PER_KEY: "100" }))

const tools = Array.from({ length: 128 }, (_, at) => ({
  type: "function",
  name: `tool_${at}`,
  description: "d".repeat(400),
  parameters: { type: "object", properties: Object.fromEntries(Array.from({ length: 40 }, (_, p) => [`p${p}`, {}])) }
}))
const unknown = Object.fromEntries(Array.from({ length: 22_000 }, (_, at) => [`f${at}`, 0]))

test.each([
  ["128 tools", { tools }],
  ["22,000 unknown fields", unknown]
])(
  "400 session.update with %s at once keep nobody waiting, and end their own session",
  async (_, session) => {
    const entry = enter(server, "/v1/realtime", { headers: { authorization: `Bearer ${API_KEY}` } })
    await entry.first
    for (let at = 0; at < 400; at++) entry.send({ type: "session.update", session })
    expect((await worstDuring(server, entry.closed)).delay).toBeLessThan(MOST_DELAY)
    expect(await entry.closed).toBe(1008)
  },
  60_000
)
