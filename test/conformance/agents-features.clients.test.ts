/** What else OpenAI's package for agents does over its socket: approval, handing over, guardrails, a history rewritten. In text, which is quick. */
import { expect, test } from "bun:test"
import { OpenAIRealtimeWebSocket, RealtimeAgent, RealtimeSession, tool } from "@openai/agents-realtime"
import { serverForFile } from "../support/ForFile.ts"
import { API_KEY } from "../support/Server.ts"

const server = serverForFile()

const until = async (condition: () => boolean): Promise<void> => {
  for (let wait = 0; wait < 3_000 && !condition(); wait++) await Bun.sleep(10)
  expect(condition()).toBe(true)
}

test("the agents' package approves a tool, hands over, stops an answer by a guardrail, and rewrites its history", async () => {
  const weather = tool({
    name: "weather",
    description: "weather of a city",
    parameters: {
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
      additionalProperties: false
    },
    strict: true,
    needsApproval: true,
    execute: () => "18 degrees"
  })
  const billing = new RealtimeAgent({ name: "billing", instructions: "Invoices.", handoffDescription: "invoices" })
  const front = new RealtimeAgent({ name: "front", instructions: "Welcome.", tools: [weather], handoffs: [billing] })
  const session = new RealtimeSession(front, {
    model: "gpt-realtime",
    transport: new OpenAIRealtimeWebSocket({ url: `${server.url.replace("http", "ws")}/v1/realtime` }),
    config: { outputModalities: ["text"] },
    outputGuardrails: [
      {
        name: "forbidden",
        execute: async ({ agentOutput }) => ({
          tripwireTriggered: agentOutput.includes("forbidden"),
          outputInfo: {}
        })
      }
    ]
  })
  const told: Array<string> = []
  const errors: Array<unknown> = []
  session.on("transport_event", ({ type }) => {
    told.push(type)
  })
  session.on("error", (error) => {
    // The answer that a guardrail cancels may just have ended: its client then reads both at once.
    if (!JSON.stringify(error).includes("response_cancel_not_active")) errors.push(error)
  })
  for (const name of ["agent_handoff", "guardrail_tripped"] as const) session.on(name, () => told.push(name))
  session.on("tool_approval_requested", (_context, _agent, { approvalItem }) => {
    session.approve(approvalItem)
  })
  const answers = () => told.filter((type) => type === "response.done").length
  await session.connect({ apiKey: API_KEY })

  session.sendMessage("What is the weather in Jimma?")
  await until(() => answers() === 2)
  expect(JSON.stringify(session.history.at(-1))).toContain("18 degrees")

  session.sendMessage("Transfer me to billing of invoices")
  await until(() => answers() === 4)
  expect(told).toContain("agent_handoff")
  expect(session.currentAgent.name).toBe("billing")

  const [first] = session.history
  if (first?.type !== "message" || first.role !== "user") throw new Error("no message of the user")
  // Kept as the first, in other words: it is taken away and put back under its id.
  session.updateHistory([{ ...first, content: [{ type: "input_text", text: "Akkam?" }] }])
  await until(() => session.history.length === 1 && JSON.stringify(session.history).includes("Akkam?"))

  session.sendMessage("forbidden")
  await until(() => told.includes("guardrail_tripped") && answers() >= 6)
  expect(errors).toEqual([])
  session.close()
}, 60_000)
