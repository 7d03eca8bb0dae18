/** Requests with as many and as costly tools as are allowed, many at once: what they cost others. */
import { expect, test } from "bun:test"
import { MOST_DELAY, worstDuring } from "../support/Delays.ts"
import { serverForFile } from "../support/ForFile.ts"
import { call } from "../support/Server.ts"

const server = serverForFile(() => ({ QAL_RATE_LIMIT_PER_MINUTE: "100000", QAL_BOOTSTRAP_CREDIT: "1000000" }))

const properties = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [`p${at}`, { type: "string", description: "d".repeat(100) }])
)
const manyTools = Array.from({ length: 128 }, (_, at) => ({
  name: `tool_${at}`,
  description: "d".repeat(400),
  parameters: { type: "object", properties }
}))
const allOf = {
  type: "object",
  allOf: Array.from({ length: 2_000 }, (_, at) => ({ properties: { [`p${at}`]: { minLength: at % 10 } } }))
}
const enumeration = {
  type: "object",
  properties: { a: { enum: Array.from({ length: 20_000 }, (_, at) => `value ${at}`) } },
  required: ["a"]
}
const nestedObject = Array.from({ length: 20 }).reduce<object>(
  (inner) => ({ type: "object", properties: { a: inner }, required: ["a"] }),
  { type: "string" }
)

const oneTool = (parameters: object) => [{ name: "f", parameters }]

/** The bodies of three routes with these tools, each asked to call one. */
const bodies = {
  "/v1/responses": (tools: ReadonlyArray<object>) => ({
    input: "ሰላም",
    tools: tools.map((tool) => ({ type: "function", ...tool })),
    tool_choice: "required"
  }),
  "/v1/chat/completions": (tools: ReadonlyArray<object>) => ({
    model: "qal-am",
    messages: [{ role: "user", content: "ሰላም" }],
    tools: tools.map((of) => ({ type: "function", function: of })),
    tool_choice: "required"
  }),
  "/api/v1/chat_generate": (tools: ReadonlyArray<object>) => ({
    prompt: "ሰላም",
    target_language: "am",
    tools: tools.map((of) => ({ type: "function", function: of })),
    tool_choice: "required"
  })
} as const

const floods = [
  ["128 tools of 40 properties", 100, manyTools],
  ["a schema of 2,000 parts", 200, oneTool(allOf)],
  ["20,000 values to choose from", 200, oneTool(enumeration)],
  ["objects in objects", 200, oneTool(nestedObject)]
] as const

const routes = ["/v1/responses", "/v1/chat/completions", "/api/v1/chat_generate"] as const

const cases = floods.flatMap(([what, count, tools]) =>
  routes.map((route) => ({ what, count, route, body: bodies[route](tools) }))
)

test.each(cases)(
  "$count requests at once to $route with $what keep nobody waiting",
  async ({ body, count, route }) => {
    // What is loaded with the first request of all is no cost of the flood.
    await (await call(server, "POST", route, body)).text()
    const ask = async () => {
      const answer = await call(server, "POST", route, body)
      await answer.text()
      return answer.status
    }
    const work = Promise.all(Array.from({ length: count }, ask))
    const worst = await worstDuring(server, work)
    // A schema that is refused is 422, and 400 on OpenAI's routes.
    expect((await work).filter((status) => ![200, 400, 422, 429, 503].includes(status))).toEqual([])
    expect(worst.busy).toBeLessThan(MOST_DELAY)
  },
  120_000
)
