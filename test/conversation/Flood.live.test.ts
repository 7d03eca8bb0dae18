import { expect, test } from "bun:test"
import { serverForFile } from "../support/ForFile.ts"
import { API_KEY } from "../support/Server.ts"
import { enter } from "./Entry.ts"

/** Milliseconds that another client may wait meanwhile. */
const MOST_DELAY = 250

const server = serverForFile(() => ({ QAL_MAX_CONVERSATIONS_PER_KEY: "100" }))

const tools = Array.from({ length: 128 }, (_, at) => ({
  type: "function",
  name: `tool_${at}`,
  description: "d".repeat(400),
  parameters: { type: "object", properties: Object.fromEntries(Array.from({ length: 40 }, (_, p) => [`p${p}`, {}])) }
}))
const unknown = Object.fromEntries(Array.from({ length: 22_000 }, (_, at) => [`f${at}`, 0]))

/** The longest that `/healthz` took while `work` went on. */
const worstDuring = async (work: Promise<unknown>): Promise<number> => {
  let isOver = false
  work.finally(() => {
    isOver = true
  })
  let worst = 0
  while (!isOver) {
    const begun = performance.now()
    await (await fetch(`${server.url}/healthz`)).text()
    worst = Math.max(worst, performance.now() - begun)
    await Bun.sleep(5)
  }
  return worst
}

test.each([
  ["128 tools", { tools }],
  ["22,000 unknown fields", unknown]
])(
  "400 session.update with %s at once keep nobody waiting, and end their own session",
  async (_, session) => {
    const entry = enter(server, "/v1/realtime", { headers: { authorization: `Bearer ${API_KEY}` } })
    await entry.first
    for (let at = 0; at < 400; at++) entry.send({ type: "session.update", session })
    expect(await worstDuring(entry.closed)).toBeLessThan(MOST_DELAY)
    expect(await entry.closed).toBe(1008)
  },
  60_000
)
