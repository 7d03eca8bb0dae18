/**
 * The `openai` package, unchanged but for its base address, with an engine that is attached: what test/openai does not
 * show with the sandbox. Its retries, its helpers for schemas and tools, prices, and clients that hang up.
 */
import { afterAll, expect, test } from "bun:test"
import { RateLimitError, toFile } from "openai"
import { zodFunction, zodResponseFormat, zodTextFormat } from "openai/helpers/zod"
import { z } from "zod"
import { serverForFile } from "../support/ForFile.ts"
import { API_KEY, startServer } from "../support/Server.ts"
import { ARGUMENTS, MODEL, SAID, startEngine } from "./Engine.ts"
import { balance, connect } from "./OpenAi.ts"

const engine = startEngine()
afterAll(() => engine.stop())
const sandbox = serverForFile()
const remote = serverForFile(() => engine.settings)

const user = (content: string) => ({ role: "user", content }) as const
const question = { model: "qal-am", messages: [user("ሰላም፣ ስንት ሰዓት ነው?")] }
const place = z.object({ city: z.string() })

test("OpenAI's package gets a chat answer, whole and in pieces, at the price of its tokens", async () => {
  const client = connect(remote)
  const before = await balance(remote)
  const whole = await client.chat.completions.create(question)
  expect(whole.model).toBe(MODEL)
  expect(whole.choices[0]?.message.content).toBe(SAID)
  const { completion_tokens = 0, prompt_tokens = 0, total_tokens = 0 } = whole.usage ?? {}
  expect(before - (await balance(remote))).toBeCloseTo((prompt_tokens * 0.3 + completion_tokens * 0.8) / 1_000, 3)

  const stream = client.chat.completions.stream({ ...question, stream_options: { include_usage: true } })
  expect(await stream.finalContent()).toBe(SAID)
  expect(await stream.totalUsage()).toMatchObject({ total_tokens })
})

test("OpenAI's package gets a response, whole and in events, at the price of its tokens", async () => {
  const client = connect(remote)
  const before = await balance(remote)
  const whole = await client.responses.create({ model: "qal-am", input: "ሰላም" })
  expect(whole.output_text).toBe(SAID)
  const { input_tokens = 0, output_tokens = 0, total_tokens } = whole.usage ?? {}
  expect(before - (await balance(remote))).toBeCloseTo((input_tokens * 0.3 + output_tokens * 0.8) / 1_000, 3)
  const final = await client.responses.stream({ model: "qal-am", input: "ሰላም" }).finalResponse()
  expect([final.output_text, final.usage?.total_tokens]).toEqual([SAID, total_tokens])
})

test.each([false, true])("OpenAI's package has a tool called and answered (in pieces: %p)", async (stream) => {
  const client = connect(remote)
  const cities: Array<unknown> = []
  const tool = zodFunction({
    name: "get_weather",
    description: "Weather of a city",
    parameters: place,
    function: (given) => {
      cities.push(given)
      return "21°"
    }
  })
  const asked = { model: "qal-am", messages: [user("What is the weather in Adama?")], tools: [tool] }
  const runner = stream
    ? client.chat.completions.runTools({ ...asked, stream })
    : client.chat.completions.runTools({ ...asked, stream })
  expect(await runner.finalContent()).toContain("21°")
  expect(cities).toEqual([ARGUMENTS])
})

test("a chat completion's messages, limits and schema reach the engine, and its answer is parsed by the schema", async () => {
  const client = connect(remote)
  const before = engine.asked.length
  const request = {
    ...question,
    messages: [{ role: "system", content: "Be short." } as const, ...question.messages],
    max_completion_tokens: 40,
    temperature: 0.5,
    response_format: zodResponseFormat(place, "place")
  }
  const { choices } = await client.chat.completions.parse(request)
  expect(choices[0]?.message.parsed).toEqual(ARGUMENTS)
  const [asked] = engine.asked.slice(before)
  expect(asked).toMatchObject({ model: MODEL, temperature: 0.5, response_format: { type: "json_schema" } })
  expect(JSON.stringify(asked?.messages)).toContain("Be short.")
  expect(JSON.stringify(asked)).toContain("40")
  const streamed = await client.chat.completions.stream(request).finalChatCompletion()
  expect(streamed.choices[0]?.message.parsed).toEqual(ARGUMENTS)
})

test("a response's schema reaches the engine, and its answer is parsed by the schema", async () => {
  const before = engine.asked.length
  const text = { format: zodTextFormat(place, "place") }
  const { output_parsed } = await connect(remote).responses.parse({ model: "qal-am", input: "ሰላም", text })
  expect(output_parsed).toEqual(ARGUMENTS)
  expect(engine.asked[before]?.response_format).toMatchObject({ type: "json_schema" })
})

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
})

test("OpenAI's package asks again after a rate limit's wait, and comes through", async () => {
  await using limited = await startServer({ QAL_RATE_LIMIT_PER_MINUTE: "60" })
  const list = () =>
    connect(limited)
      .models.list()
      .then(
        () => undefined,
        (error: unknown) => error
      )
  await Promise.all(Array.from({ length: 60 }, list))
  let refused = await list()
  for (let tries = 0; refused === undefined && tries < 60; tries++) refused = await list()
  expect(refused).toBeInstanceOf(RateLimitError)
  expect(refused instanceof RateLimitError && Number(refused.headers?.get("retry-after"))).toBeGreaterThan(0)
  expect((await connect(limited, API_KEY, 3).models.list()).data.length).toBeGreaterThan(0)
}, 60_000)

test("OpenAI's package asks an engine that fails once again", async () => {
  engine.failing(() => new Response(null, { status: 400 }))
  const answer = await connect(remote, API_KEY, 2).chat.completions.create(question)
  expect(answer.choices[0]?.message.content).toBe(SAID)
})

test("one transcription of a wallet runs at a time; OpenAI's package asks again after the wait", async () => {
  const client = connect(sandbox)
  const speech = { model: "qal-tts", voice: "am-hamen", input: "ሰላም ነው እንዴት ነህ", response_format: "wav" } as const
  const file = await toFile(await client.audio.speech.create(speech), "spoken.wav")
  const ask = (maxRetries: number) =>
    client.audio.transcriptions.create({ file, model: "qal-stt", language: "am" }, { maxRetries })
  const refused = (await Promise.allSettled([ask(0), ask(0), ask(0)])).flatMap((one) =>
    one.status === "rejected" ? [one.reason] : []
  )
  expect(refused.length).toBeGreaterThan(0)
  for (const error of refused) expect(error).toBeInstanceOf(RateLimitError)
  const all = await Promise.all([ask(10), ask(10)])
  expect(all.every(({ text }) => text.includes("ሰላም"))).toBe(true)
}, 60_000)

test("a client that hangs up in the middle of a chat completion is charged once for the whole answer", async () => {
  const before = await balance(sandbox)
  const headers = { "Idempotency-Key": "openai-hang-up" }
  const asked = { ...question, messages: [user("ስለ ቡና ንገረኝ። [[paced]]")] }
  const stream = await connect(sandbox).chat.completions.create({ ...asked, stream: true }, { headers })
  for await (const _ of stream) {
    stream.controller.abort()
    break
  }
  const replay = async () =>
    connect(sandbox, API_KEY, 10).chat.completions.create({ ...asked, stream: true }, { headers })
  const chunks = await Array.fromAsync(await replay())
  expect(chunks.length).toBeGreaterThan(1)
  const after = await balance(sandbox)
  expect(after).toBeLessThan(before)
  await Array.fromAsync(await replay())
  expect(await balance(sandbox)).toBe(after)
})

test("a client that hangs up in the middle of a response is charged once, and gets the same one by its id", async () => {
  const headers = { "Idempotency-Key": "responses-hang-up" }
  const asked = { model: "qal-am", input: "ስለ ቡና ንገረኝ። [[paced]]" }
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
