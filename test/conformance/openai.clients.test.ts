/** The `openai` package, unchanged but for its base address: chat, models, embeddings, errors, retries, hang-ups. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type OpenAI from "openai"
import { AuthenticationError, BadRequestError, InternalServerError, NotFoundError, RateLimitError } from "openai"
import { zodFunction, zodResponseFormat } from "openai/helpers/zod"
import { z } from "zod"
import { API_KEY, startServer, type TestServer } from "../support/Server.ts"
import { makeWallets } from "../support/Wallets.ts"
import { ARGUMENTS, DIMENSIONS, type Engine, MODEL, SAID, startEngine } from "./Engine.ts"
import { balance, connect, failure } from "./OpenAi.ts"

let engine: Engine
let sandbox: TestServer
let remote: TestServer

beforeAll(async () => {
  engine = startEngine()
  ;[sandbox, remote] = await Promise.all([startServer(), startServer(engine.settings)])
}, 90_000)
afterAll(() => Promise.all([sandbox.dispose(), remote.dispose(), engine.stop()]))

const user = (content: string) => ({ role: "user", content }) as const
const question = { model: "qal-am", messages: [user("ሰላም፣ ስንት ሰዓት ነው?")] }

const servers: ReadonlyArray<readonly [string, () => TestServer]> = [
  ["the sandbox", () => sandbox],
  ["a remote engine", () => remote]
]

test("OpenAI's package lists models, gets each by its name, and the engine's own is among them", async () => {
  const client = connect(remote)
  const ids = (await Array.fromAsync(client.models.list())).map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(["qal", "qal-am", "qal-om", "qal-tts", "qal-stt", MODEL]))
  for (const id of ids) expect(await client.models.retrieve(id)).toMatchObject({ id, object: "model" })
  expect(await failure(client.models.retrieve("none"))).toBeInstanceOf(NotFoundError)
})

describe.each(servers)("chat with %s", (_, server) => {
  test("OpenAI's package gets a chat answer, whole and in pieces, at the price of its tokens", async () => {
    const client = connect(server())
    const before = await balance(server())
    const whole = await client.chat.completions.create(question)
    const [choice] = whole.choices
    expect(choice?.message.content).toMatch(/\p{Script=Ethiopic}/u)
    expect(choice).toMatchObject({ index: 0, finish_reason: "stop", message: { role: "assistant", refusal: null } })
    const { completion_tokens = 0, prompt_tokens = 0, total_tokens = 0 } = whole.usage ?? {}
    expect(total_tokens).toBe(prompt_tokens + completion_tokens)
    expect(before - (await balance(server()))).toBeCloseTo((prompt_tokens * 0.3 + completion_tokens * 0.8) / 1_000, 3)

    const stream = client.chat.completions.stream({ ...question, stream_options: { include_usage: true } })
    expect(await stream.finalContent()).toBe(choice?.message.content ?? "")
    expect((await stream.finalChatCompletion()).model).toBe(whole.model)
    expect(await stream.totalUsage()).toMatchObject({ total_tokens })
  })

  test("a chat stream without include_usage has no usage, and a choice in each chunk", async () => {
    const chunks = await Array.fromAsync(await connect(server()).chat.completions.create({ ...question, stream: true }))
    expect(chunks.every(({ choices, usage }) => choices.length === 1 && (usage ?? null) === null)).toBe(true)
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe("stop")
  })

  test.each([false, true])("OpenAI's package has a tool called and answered (in pieces: %p)", async (stream) => {
    const client = connect(server())
    const cities: Array<unknown> = []
    const tool = zodFunction({
      name: "get_weather",
      description: "Weather of a city",
      parameters: z.object({ city: z.string() }),
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
    expect(cities).toEqual([{ city: expect.any(String) }])
    const ids = runner.messages.flatMap((one) =>
      one.role === "assistant" ? (one.tool_calls ?? []).map(({ id }) => id) : []
    )
    expect(ids).toHaveLength(1)
  })

  test("OpenAI's package gets a chat answer that fits a schema, whole and in pieces", async () => {
    const client = connect(server())
    const format = zodResponseFormat(z.object({ city: z.string() }), "place")
    const asked = { ...question, response_format: format }
    const { choices } = await client.chat.completions.parse(asked)
    expect(choices[0]?.message.parsed).toEqual({ city: expect.any(String) })
    const streamed = await client.chat.completions.stream(asked).finalChatCompletion()
    expect(streamed.choices[0]?.message.parsed).toEqual({ city: expect.any(String) })
    const object = await client.chat.completions.create({ ...question, response_format: { type: "json_object" } })
    expect(JSON.parse(object.choices[0]?.message.content ?? "")).toBeObject()
  })

  test("a chat completion under one id is replayed and charged once", async () => {
    const client = connect(server())
    const headers = { "Idempotency-Key": "openai-again" }
    const first = await client.chat.completions.create(question, { headers })
    const before = await balance(server())
    const again = await client.chat.completions.create(question, { headers })
    expect(again.choices[0]?.message.content).toBe(first.choices[0]?.message.content ?? "")
    expect(await balance(server())).toBe(before)
    const other = { ...question, messages: [user("ሌላ")] }
    expect(await failure(client.chat.completions.create(other, { headers }))).toMatchObject({
      status: 409,
      code: "IDEMPOTENCY_CONFLICT"
    })
  })
})

test("a chat completion's messages, tools, limits and schema reach the engine as they are", async () => {
  const client = connect(remote)
  const before = engine.asked.length
  const answer = await client.chat.completions.create({
    ...question,
    model: "whatever",
    messages: [{ role: "system", content: "Be short." }, ...question.messages],
    max_completion_tokens: 40,
    temperature: 0.5,
    response_format: zodResponseFormat(z.object({ city: z.string() }), "place")
  })
  expect(answer.model).toBe(MODEL)
  expect(JSON.parse(answer.choices[0]?.message.content ?? "")).toEqual(ARGUMENTS)
  const [asked] = engine.asked.slice(before)
  expect(asked).toMatchObject({ model: MODEL, temperature: 0.5, response_format: { type: "json_schema" } })
  expect(JSON.stringify(asked?.messages)).toContain("Be short.")
  expect(JSON.stringify(asked)).toContain("40")
})

/** One white pixel. */
const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="

const seeing = (url: string) => ({
  model: "qal-am",
  messages: [
    {
      role: "user" as const,
      content: [
        { type: "text" as const, text: "በሥዕሉ ላይ ምን አለ?" },
        { type: "image_url" as const, image_url: { url } }
      ]
    }
  ]
})

test("a picture reaches the engine; one at an address is refused, and so is what cannot be honoured", async () => {
  const client = connect(remote)
  const before = engine.asked.length
  await client.chat.completions.create(seeing(PNG))
  expect(JSON.stringify(engine.asked[before]?.messages)).toContain("data:image/png;base64,")
  const refused: ReadonlyArray<readonly [string, () => Promise<unknown>]> = [
    ["image_url", () => client.chat.completions.create(seeing("https://example.org/a.png"))],
    ["n", () => client.chat.completions.create({ ...question, n: 2 })],
    ["logprobs", () => client.chat.completions.create({ ...question, logprobs: true })]
  ]
  for (const [param, ask] of refused) {
    const error = await failure(ask())
    expect(error).toBeInstanceOf(BadRequestError)
    expect(error).toMatchObject({ code: "VALIDATION_ERROR", type: "invalid_request_error" })
    expect(error.param).toContain(param)
  }
  expect(engine.asked).toHaveLength(before + 1)
})

test("embeddings come from the engine that has them; without one the refusal names the setting", async () => {
  const { data } = await connect(remote).embeddings.create({ model: MODEL, input: ["ሰላም", "ቡና"] })
  expect(data.map(({ embedding }) => embedding.length)).toEqual([DIMENSIONS, DIMENSIONS])
  const error = await failure(connect(sandbox).embeddings.create({ model: "qal", input: "ሰላም" }))
  expect(error).toMatchObject({ status: 400, code: "PROVIDER_NOT_CONFIGURED" })
  expect(error.message).toContain("QAL_")
})

describe("errors", () => {
  test("errors of a chat completion are the classes that the package has for them", async () => {
    const [poor] = await makeWallets(sandbox, 1, 0)
    const ask = (client: OpenAI, content = "ሰላም") =>
      failure(client.chat.completions.create({ model: "qal", messages: [user(content)] }))
    expect(await ask(connect(sandbox, "sk_none"))).toBeInstanceOf(AuthenticationError)
    expect(await ask(connect(sandbox, poor?.key))).toMatchObject({
      status: 402,
      code: "INSUFFICIENT_CREDITS",
      type: "insufficient_quota"
    })
    const own = connect(sandbox)
    expect(await failure(own.post("/none", {}))).toBeInstanceOf(NotFoundError)
    expect(await failure(own.chat.completions.create({ model: "qal", messages: [] }))).toBeInstanceOf(BadRequestError)
    const broken = await ask(own, "[[500]]")
    expect(broken).toBeInstanceOf(InternalServerError)
    expect(broken).toMatchObject({ status: 502, code: "PROVIDER_ERROR", type: "server_error" })
  })

  test("OpenAI's package asks again after a rate limit's wait, and comes through", async () => {
    const limited = await startServer({ QAL_RATE_LIMIT_PER_MINUTE: "60" })
    try {
      await Promise.allSettled(Array.from({ length: 60 }, () => connect(limited).models.list()))
      let refused = await connect(limited)
        .models.list()
        .then(
          () => undefined,
          (error: unknown) => error
        )
      for (let tries = 0; refused === undefined && tries < 60; tries++) {
        refused = await connect(limited)
          .models.list()
          .then(
            () => undefined,
            (error: unknown) => error
          )
      }
      expect(refused).toBeInstanceOf(RateLimitError)
      expect(refused instanceof RateLimitError && Number(refused.headers?.get("retry-after"))).toBeGreaterThan(0)
      expect((await connect(limited, API_KEY, 3).models.list()).data.length).toBeGreaterThan(0)
    } finally {
      await limited.dispose()
    }
  }, 60_000)

  test("OpenAI's package asks an engine that fails once again; a failure in the middle breaks the stream off", async () => {
    engine.failing(() => new Response(null, { status: 400 }))
    const client = connect(remote, API_KEY, 2)
    expect((await client.chat.completions.create(question)).choices[0]?.message.content).toBe(SAID)
    const cut = connect(sandbox).chat.completions.stream({ ...question, messages: [user("ስለ ቡና ንገረኝ። [[cut]]")] })
    await expect(cut.finalContent()).rejects.toThrow()
  })
})

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
