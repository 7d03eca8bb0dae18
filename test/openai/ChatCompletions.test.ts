/** `/v1/chat/completions` as OpenAI's own package sees it, and what the package does not show: events, replays, refusals. */
import { beforeAll, describe, expect, test } from "bun:test"
import { Either, FastCheck } from "effect"
import OpenAI from "openai"
import * as ChatCompletions from "../../src/openai/ChatCompletions.ts"
import { briefly } from "../support/Briefly.ts"
import { lentServerForFile } from "../support/ForFile.ts"
import { longTest } from "../support/Long.ts"
import { forAll } from "../support/Property.ts"
import { withDatabase } from "../support/Rows.ts"
import { call, textSoFar } from "../support/Server.ts"

const server = lentServerForFile()
let client: OpenAI

beforeAll(async () => {
  client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: server.key, maxRetries: 0 })
})

const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
const MEBI = 1024 * 1024

const post = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  call(server, "POST", "/v1/chat/completions", body, headers)
const said = (content: string) => [{ role: "user" as const, content }]

const weather = {
  type: "function" as const,
  function: {
    name: "get_weather",
    parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
  }
}

const charges = () =>
  withDatabase(
    server,
    (database) =>
      database.query<{ n: number }, []>("SELECT COUNT(*) AS n FROM ledger WHERE kind = 'charge'").get()?.n ?? 0
  )

const eventsOf = (text: string): ReadonlyArray<string> =>
  text.split("\n\n").flatMap((event) => (event.startsWith("data: ") ? [event.slice("data: ".length)] : []))

describe("OpenAI's package", () => {
  longTest("OpenAI's package gets a whole chat answer, in the user's language, under the engine's name", async () => {
    for (const [content, letters] of [
      ["ሰላም፣ እንዴት ነህ?", /\p{Script=Ethiopic}/u],
      ["Akkam jirta?", /moodeela yaalii/],
      ["How are you?", /sandbox model/]
    ] as const) {
      const { choices, created, id, model, object, usage } = await client.chat.completions.create({
        model: "gpt-5",
        messages: said(content)
      })
      expect(choices).toHaveLength(1)
      expect(choices[0]?.message).toMatchObject({ role: "assistant", refusal: null })
      expect(choices[0]?.message.content).toMatch(letters)
      expect(choices[0]).toMatchObject({ index: 0, finish_reason: "stop", logprobs: null })
      expect([object, model]).toEqual(["chat.completion", "qal-sandbox-1"])
      expect(id).toMatch(/^chatcmpl-[0-9a-z]{26}$/)
      expect(Math.abs(created - Date.now() / 1_000)).toBeLessThan(60)
      expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0))
    }
  })

  test("OpenAI's package gets a forced answer language by the model's name, and by the field", async () => {
    const answer = async (model: string, more: object = {}) =>
      (await client.chat.completions.create({ model, messages: said("How are you?"), ...more })).choices[0]?.message
        .content ?? ""
    expect(await answer("qal-am")).toMatch(/\p{Script=Ethiopic}/u)
    expect(await answer("qal-om")).toContain("moodeela yaalii")
    expect(await answer("qal", { target_language: "am" })).toMatch(/\p{Script=Ethiopic}/u)
  })

  test("OpenAI's package streams the same chat answer, with the usage where it asks for it", async () => {
    const request = { model: "qal", messages: said("How are you?") }
    const whole = await client.chat.completions.create(request)
    const stream = await client.chat.completions.create({
      ...request,
      stream: true,
      stream_options: { include_usage: true }
    })
    const chunks = await Array.fromAsync(stream)
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
    expect(chunks[0]?.choices[0]?.delta).toMatchObject({ role: "assistant" })
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("")).toBe(
      whole.choices[0]?.message.content ?? "nothing"
    )
    expect(chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? [])).toEqual(["stop"])
    expect(chunks.at(-1)?.choices).toEqual([])
    expect(chunks.at(-1)?.usage).toEqual(whole.usage ?? null)
    expect(chunks.slice(0, -1).every(({ usage }) => usage === null)).toBe(true)
    const plain = await Array.fromAsync(await client.chat.completions.create({ ...request, stream: true }))
    expect(plain.some((chunk) => "usage" in chunk)).toBe(false)
  })

  test("OpenAI's package runs tools in a chat, whole and streamed, to the answer", async () => {
    const calledIds = new Set<string>()
    const final = await client.chat.completions
      .runTools({
        model: "qal",
        messages: said("What is the weather in Jimma?"),
        tools: [
          {
            type: "function",
            function: {
              name: "get_weather",
              description: "Weather of a city",
              parameters: weather.function.parameters,
              function: (given: string) => `It is fine: ${given}`
            }
          }
        ]
      })
      .on("message", (message) => {
        if (message.role === "tool") calledIds.add(message.tool_call_id)
      })
      .finalContent()
    expect(calledIds.size).toBe(1)
    expect(final).toContain("It is fine")

    const stream = client.chat.completions.stream({
      model: "qal",
      messages: said("What is the weather in Jimma?"),
      tools: [weather]
    })
    const { choices } = await stream.finalChatCompletion()
    expect(choices[0]?.finish_reason).toBe("tool_calls")
    expect(choices[0]?.message.tool_calls?.[0]).toMatchObject({
      id: expect.stringMatching(/^call_/),
      type: "function",
      function: { name: "get_weather", arguments: '{"city":"Jimma"}' }
    })
    const [whole] = (
      await client.chat.completions.create({ model: "qal", messages: said("weather in Jimma?"), tools: [weather] })
    ).choices
    expect([whole?.message.content, whole?.finish_reason]).toEqual([null, "tool_calls"])
  })

  test("OpenAI's package shows pictures in a chat, and gets JSON that fits", async () => {
    const shown = await client.chat.completions.create({
      model: "qal",
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "What is this?" },
            { type: "image_url", image_url: { url: PNG } }
          ]
        }
      ]
    })
    expect(shown.choices[0]?.message.content).toContain("image/png")
    const schema = {
      type: "object",
      properties: { age: { type: "integer" }, name: { type: "string" } },
      required: ["age", "name"],
      additionalProperties: false
    }
    for (const stream of [false, true]) {
      const parsed = await client.chat.completions
        .stream({
          model: "qal",
          messages: said('The person "Abebe" is 32'),
          response_format: { type: "json_schema", json_schema: { name: "person", schema, strict: stream } }
        })
        .finalContent()
      expect(JSON.parse(parsed ?? "")).toMatchObject({ age: 32, name: expect.any(String) })
    }
    const object = await client.chat.completions.create({
      model: "qal",
      messages: said("anything"),
      response_format: { type: "json_object" }
    })
    expect(JSON.parse(object.choices[0]?.message.content ?? "")).toBeInstanceOf(Object)
  })

  test("OpenAI's package gets limits, stops and refusals as the reason why a chat answer ends", async () => {
    const ended = async (content: string, more: object = {}) => {
      const { choices } = await client.chat.completions.create({ model: "qal", messages: said(content), ...more })
      return [choices[0]?.finish_reason, choices[0]?.message.content ?? ""] as const
    }
    expect((await ended("hello", { max_tokens: 3 }))[0]).toBe("length")
    expect((await ended("hello", { max_completion_tokens: 3, max_tokens: 4_000 }))[0]).toBe("length")
    expect((await ended("hello [[safety]]"))[0]).toBe("content_filter")
    const [reason, text] = await ended("hello", { stop: ["Your message", "never"] })
    expect([reason, text.includes("sandbox"), text.includes("Your")]).toEqual(["stop", true, false])
    expect((await ended("hello", { stop: "sandbox" }))[1]).toBe("This is a ")
  })

  test("OpenAI's package throws its own errors for a chat", async () => {
    const failing = (more: object) =>
      client.chat.completions.create({ model: "qal", messages: said("hello"), ...more }).then(
        () => undefined,
        (cause) => cause
      )
    const invalid = await failing({ temperature: 3 })
    expect(invalid).toBeInstanceOf(OpenAI.BadRequestError)
    expect(invalid).toMatchObject({ param: "temperature", code: "VALIDATION_ERROR", type: "invalid_request_error" })
    expect(await failing({ messages: said("hello [[500]]") })).toBeInstanceOf(OpenAI.InternalServerError)
    const stranger = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: "sk_wrong", maxRetries: 0 })
    const unknown = stranger.chat.completions.create({ model: "qal", messages: said("hello") })
    expect(await unknown.catch((cause) => cause)).toBeInstanceOf(OpenAI.AuthenticationError)
  })

  test("OpenAI's package throws in the middle of a chat stream that fails, and nothing is charged", async () => {
    const before = charges()
    const fails = async (content: string, more: object) => {
      const stream = await client.chat.completions.create({
        model: "qal",
        messages: said(content),
        stream: true,
        ...more
      })
      let text = ""
      const failure = await (async () => {
        for await (const { choices } of stream) text += choices[0]?.delta.content ?? ""
      })().catch((cause) => cause)
      return { text, failure }
    }
    const cut = await fails("hello [[cut]]", {})
    expect(cut.text).not.toBe("")
    expect(cut.failure).toMatchObject({ code: "PROVIDER_ERROR", type: "server_error" })
    const malformed = await fails("hello [[malformed-arguments]]", { response_format: { type: "json_object" } })
    expect(malformed.failure).toMatchObject({ code: "PROVIDER_ERROR" })
    expect(charges()).toBe(before)
  })
})

describe("the route", () => {
  test("a chat completion of the same request id is replayed, whole and streamed, and charged once", async () => {
    const request = { messages: said("Akkam jirta?") }
    const id = { "idempotency-key": "same" }
    const before = charges()
    const first = await (await post(request, id)).json()
    const again = await (await post(request, id)).json()
    expect(again).toEqual({ ...first, idempotent_replay: true })
    const events = eventsOf(await (await post({ ...request, stream: true }, id)).text())
    const chunks = events.slice(0, -1).map((event) => JSON.parse(event))
    expect(new Set(chunks.map((chunk) => `${chunk.id} ${chunk.created}`))).toEqual(
      new Set([`${first.id} ${first.created}`])
    )
    expect(chunks.map((chunk) => chunk.choices[0].delta.content ?? "").join("")).toBe(first.choices[0].message.content)
    expect(charges()).toBe(before + 1)
    for (const other of [{ seed: 1 }, { temperature: 0.7 }, { stop: "x" }, { model: "qal-om" }, { tools: [weather] }]) {
      expect((await post({ ...request, ...other }, id)).status).toBe(409)
    }
    expect((await post(request, { "idempotency-key": "not an id!" })).status).toBe(400)
  })

  test("each chat completion stream ends with [DONE]; one that fails ends with an error, broken off", async () => {
    const good = eventsOf(await (await post({ messages: said("hello"), stream: true })).text())
    expect(good.at(-1)).toBe("[DONE]")
    const response = await post({ messages: said("hello [[cut]]"), stream: true })
    expect(response.status).toBe(200)
    const events = eventsOf(await textSoFar(response))
    expect(JSON.parse(events.at(-1) ?? "")).toMatchObject({ error: { code: "PROVIDER_ERROR", type: "server_error" } })
    const early = await post({ messages: said("hello [[500]]"), stream: true })
    expect([early.status, early.headers.get("content-type")]).toEqual([502, "application/json"])
  })

  const unfit: ReadonlyArray<readonly [param: string, more: object]> = [
    ["n", { n: 2 }],
    ["n", { n: { toString: 1 } }],
    ["logprobs", { logprobs: true }],
    ["top_logprobs", { top_logprobs: 3 }],
    ["logit_bias", { logit_bias: { 50256: -100 } }],
    ["modalities[1]", { modalities: ["text", "audio"] }],
    ["modalities", { modalities: Array(20_000).fill("audio") }],
    ["logit_bias", { logit_bias: [] }],
    ["web_search_options", { web_search_options: {} }],
    ["functions[0].name", { functions: [{ name: "" }] }],
    ["function_call", { function_call: "required" }],
    ["tools[0].type", { tools: [{ type: "custom", custom: { name: "x" } }] }],
    ["temperature", { temperature: -1 }],
    ["top_p", { top_p: 2 }],
    ["max_tokens", { max_tokens: 0 }],
    ["seed", { seed: 1.5 }],
    ["stop", { stop: ["a", "b", "c", "d", "e"] }],
    ["presence_penalty", { presence_penalty: 3 }],
    ["target_language", { target_language: "en" }],
    ["response_format.type", { response_format: { type: "grammar" } }],
    ["response_format.json_schema.name", { response_format: { type: "json_schema", json_schema: { schema: {} } } }],
    [
      "response_format.json_schema.schema.type",
      { response_format: { type: "json_schema", json_schema: { name: "x", schema: { type: "array" } } } }
    ],
    ["messages", { messages: [] }],
    ["messages", { messages: undefined }]
  ]
  test.each(unfit.map(([param, more]) => [param, briefly(more), more] as const))(
    "a chat completion's field that cannot be honoured is refused by its name: %s of %s",
    async (param, _, more) => {
      const response = await post({ messages: said("hello"), ...more })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: { param, code: "VALIDATION_ERROR" } })
    }
  )

  test("a chat completion's fields that cannot be honoured are named beside all other faults, with the reason", async () => {
    const response = await post({ messages: said(""), n: 2, web_search_options: {}, temperature: 9 })
    const { error } = await response.json()
    for (const words of [
      "n must be 1: one answer is made of a request",
      "web_search_options must be left out: the server searches nothing",
      "temperature must be a number from 0 to 2"
    ])
      expect(error.message).toContain(words)
  })

  test("unknown fields of a chat completion, and those that ask for nothing, are ignored", async () => {
    const nothing = { n: 1, logprobs: false, top_logprobs: 0, logit_bias: {}, modalities: ["text"], stop: null }
    const unknown = {
      store: true,
      metadata: { a: "b" },
      user: "u",
      service_tier: "auto",
      prediction: {},
      verbosity: "low"
    }
    const { status } = await post({ messages: said("hello"), ...nothing, ...unknown, seed: 7, reasoning_effort: "low" })
    expect(status).toBe(200)
  })

  longTest("a chat completion takes 25 MiB of pictures, and no more text than other bodies", async () => {
    const padded = (megabytes: number) => {
      const bytes = Buffer.concat([Buffer.from(PNG.split(",")[1] ?? "", "base64"), Buffer.alloc(megabytes * MEBI)])
      return { type: "image_url", image_url: { url: `data:image/png;base64,${bytes.toString("base64")}` } }
    }
    const shown = (...parts: ReadonlyArray<object>) => ({ messages: [{ role: "user", content: parts }] })
    const large = await post(shown(padded(9), padded(8), { type: "text", text: "what?" }))
    expect([large.status, (await large.json()).choices?.[0].finish_reason]).toEqual([200, "stop"])
    expect((await post(shown(padded(9), padded(9), padded(9)))).status).toBe(413)
    expect((await post({ messages: said("a".repeat(5 * MEBI)) })).status).toBe(413)
    const hidden = { type: "text", text: "a", image_url: "b".repeat(5 * MEBI) }
    expect((await post(shown(hidden))).status).toBe(200)
    expect((await post({ messages: said("a"), metadata: { image_url: "b".repeat(5 * MEBI) } })).status).toBe(413)
    expect((await post("x".repeat(40 * MEBI))).status).toBe(413)
    const native = { target_language: "am", ...shown(padded(6), { type: "text", text: "what?" }) }
    expect((await call(server, "POST", "/api/v1/chat_generate", native)).status).toBe(200)
  })

  test("two hundred chat completions at once are answered", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        const response = await post({ messages: said(`hello ${at}`), stream: at % 2 === 0 })
        await response.text()
        return response.status
      })
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})

test("no chat completion makes the conversion throw, whatever it holds", () =>
  forAll(
    {},
    FastCheck.dictionary(
      FastCheck.constantFrom("messages", "tools", "stop", "response_format", "stream_options", "tool_choice", "model"),
      FastCheck.oneof(FastCheck.jsonValue(), FastCheck.constant({ toString: 1 }))
    ),
    (value) => {
      const outcome = ChatCompletions.decode({ messages: said("a"), ...value })
      expect(Either.isRight(outcome) || outcome.left.message !== "").toBe(true)
    }
  ))
