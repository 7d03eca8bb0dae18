/** The `openai` package's newer protocol, unchanged but for its base address. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type OpenAI from "openai"
import { AuthenticationError, BadRequestError } from "openai"
import { zodTextFormat } from "openai/helpers/zod"
import { z } from "zod"
import { API_KEY, startServer, type TestServer } from "../support/Server.ts"
import { ARGUMENTS, type Engine, MODEL, SAID, startEngine } from "./Engine.ts"
import { balance, connect, failure } from "./OpenAi.ts"

let engine: Engine
let sandbox: TestServer
let remote: TestServer

beforeAll(async () => {
  engine = startEngine()
  ;[sandbox, remote] = await Promise.all([startServer(), startServer(engine.settings)])
}, 90_000)
afterAll(() => Promise.all([sandbox.dispose(), remote.dispose(), engine.stop()]))

const question = { model: "qal-am", input: "ሰላም፣ ስንት ሰዓት ነው?" }
const weather = {
  type: "function",
  name: "get_weather",
  description: "Weather of a city",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  strict: false
} as const

test("a response takes files as data, lists its input in pages, and has all that is required", async () => {
  const client = connect(remote)
  const data = Buffer.from("የስብሰባው ቃለ ጉባኤ").toString("base64")
  const before = engine.asked.length
  const response = await client.responses.create({
    model: "qal",
    instructions: "Be short.",
    input: [
      { role: "user", content: "ሰላም" },
      {
        role: "user",
        content: [
          { type: "input_text", text: "ምን ይላል?" },
          { type: "input_file", filename: "minutes.txt", file_data: `data:text/plain;base64,${data}` }
        ]
      }
    ]
  })
  expect(JSON.stringify(engine.asked[before]?.messages)).toContain("የስብሰባው ቃለ ጉባኤ")
  expect(response).toMatchObject({ temperature: 1, top_p: 1, service_tier: "default", max_tool_calls: null })
  expect(response.completed_at).toBeGreaterThanOrEqual(response.created_at)
  expect(await client.responses.retrieve(response.id)).toMatchObject({ completed_at: response.completed_at ?? null })
  const items = await Array.fromAsync(client.responses.inputItems.list(response.id, { order: "asc", limit: 1 }))
  expect(items).toMatchObject([
    { type: "message", role: "user", content: [{ type: "input_text", text: "ሰላም" }] },
    { content: [{ type: "input_text" }, { type: "input_file", filename: "minutes.txt" }] }
  ])
  const address = { type: "input_file", file_url: "https://example.org/a.pdf" } as const
  const refused = await failure(
    client.responses.create({ model: "qal", input: [{ role: "user", content: [address] }] })
  )
  expect(refused).toBeInstanceOf(BadRequestError)
  expect(refused.message).toContain("send the file itself")
})

const servers: ReadonlyArray<readonly [string, () => TestServer]> = [
  ["the sandbox", () => sandbox],
  ["a remote engine", () => remote]
]

describe.each(servers)("with %s", (_, server) => {
  test("OpenAI's package gets a response, whole and in events, at the price of its tokens", async () => {
    const client = connect(server())
    const before = await balance(server())
    const whole = await client.responses.create(question)
    expect(whole).toMatchObject({ object: "response", status: "completed", error: null })
    expect(whole.output_text).toMatch(/\p{Script=Ethiopic}/u)
    const { input_tokens = 0, output_tokens = 0, total_tokens = 0 } = whole.usage ?? {}
    expect(total_tokens).toBe(input_tokens + output_tokens)
    expect(before - (await balance(server()))).toBeCloseTo((input_tokens * 0.3 + output_tokens * 0.8) / 1_000, 3)

    const stream = client.responses.stream(question)
    const events = await Array.fromAsync(stream)
    const types = events.map(({ type }) => type)
    expect(types[0]).toBe("response.created")
    expect(types.at(-1)).toBe("response.completed")
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_event, at) => at))
    const deltas = events.flatMap((event) => (event.type === "response.output_text.delta" ? [event.delta] : []))
    expect(deltas.join("")).toBe(whole.output_text)
    const final = await stream.finalResponse()
    expect(final.output_text).toBe(whole.output_text)
    expect(final.usage?.total_tokens).toBe(total_tokens)
  })

  test.each([false, true])(
    "a response calls a function, and the next turn answers its result (in events: %p)",
    async (isStreamed) => {
      const client = connect(server())
      const asked = { ...question, input: "What is the weather in Adama?", tools: [weather] }
      const first = isStreamed
        ? await client.responses.stream(asked).finalResponse()
        : await client.responses.create(asked)
      const called = first.output.flatMap((item) => (item.type === "function_call" ? [item] : []))
      expect(called.map(({ name }) => name)).toEqual(["get_weather"])
      expect(JSON.parse(called[0]?.arguments ?? "")).toEqual({ city: expect.any(String) })
      const next = await client.responses.create({
        ...asked,
        previous_response_id: first.id,
        input: [{ type: "function_call_output", call_id: called[0]?.call_id ?? "", output: "21°" }]
      })
      expect(next.output_text).toContain("21°")
      expect(next.previous_response_id).toBe(first.id)
    }
  )

  test("OpenAI's package gets a response that fits a schema", async () => {
    const text = { format: zodTextFormat(z.object({ city: z.string() }), "place") }
    const { output_parsed } = await connect(server()).responses.parse({ ...question, text })
    expect(output_parsed).toEqual({ city: expect.any(String) })
  })
})

test("a response goes on from an earlier one by its id, for the same wallet alone", async () => {
  const client = connect(remote)
  const first = await client.responses.create({ ...question, instructions: "Be short.", input: "ስሜ አበበ ነው።" })
  expect(first.output_text).toBe(SAID)
  const before = engine.asked.length
  const next = await client.responses.create({ ...question, previous_response_id: first.id, input: "ስሜ ማን ነው?" })
  expect(next.model).toBe(MODEL)
  const asked = JSON.stringify(engine.asked[before]?.messages)
  for (const said of ["ስሜ አበበ ነው።", SAID, "ስሜ ማን ነው?"]) expect(asked).toContain(said)
  const unknown = await failure(client.responses.create({ ...question, previous_response_id: "resp_none" }))
  expect(unknown.status).toBeGreaterThanOrEqual(404)
  expect(unknown.param).toBe("previous_response_id")
})

/** One white pixel. */
const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="

test("a picture in a response's message of parts reaches the engine", async () => {
  const before = engine.asked.length
  await connect(remote).responses.create({
    model: "qal-am",
    input: [
      {
        role: "user",
        content: [
          { type: "input_text", text: "በሥዕሉ ላይ ምን አለ?" },
          { type: "input_image", image_url: PNG, detail: "auto" }
        ]
      }
    ]
  })
  expect(JSON.stringify(engine.asked[before]?.messages)).toContain("data:image/png;base64,")
})

test("a response's errors are the package's classes; a stream that fails in the middle says so", async () => {
  const ask = (client: OpenAI, input = "ሰላም") => failure(client.responses.create({ model: "qal", input }))
  expect(await ask(connect(sandbox, "sk_none"))).toBeInstanceOf(AuthenticationError)
  expect(await ask(connect(sandbox), "[[500]]")).toMatchObject({ status: 502, code: "PROVIDER_ERROR" })
  const cut = connect(sandbox).responses.stream({ ...question, input: "ስለ ቡና ንገረኝ። [[cut]]" })
  await expect(cut.finalResponse()).rejects.toThrow()
})

test("a client that hangs up in the middle of a response is charged once, and gets the same one by its id", async () => {
  const headers = { "Idempotency-Key": "responses-hang-up" }
  const asked = { ...question, input: "ስለ ቡና ንገረኝ። [[paced]]" }
  const stream = await connect(sandbox).responses.create({ ...asked, stream: true }, { headers })
  for await (const { type } of stream) {
    if (type !== "response.output_text.delta") continue
    stream.controller.abort()
    break
  }
  const again = async () => await connect(sandbox, API_KEY, 10).responses.stream(asked, { headers }).finalResponse()
  const first = await again()
  const after = await balance(sandbox)
  expect((await again()).output_text).toBe(first.output_text)
  expect(await balance(sandbox)).toBe(after)
})

test("a response's schema reaches the engine as it is", async () => {
  const before = engine.asked.length
  const text = { format: zodTextFormat(z.object({ city: z.string() }), "place") }
  const { output_parsed } = await connect(remote).responses.parse({ ...question, text })
  expect(output_parsed).toEqual(ARGUMENTS)
  expect(engine.asked[before]?.response_format).toMatchObject({ type: "json_schema" })
})
