/** `/v1/responses`: every form of a request and of an answer, what is stored of it, and what it costs. */
import { afterAll, describe, expect, test } from "bun:test"
import OpenAI from "openai"
import { expectMillis } from "../cost/Growth.ts"
import { briefly } from "../support/Briefly.ts"
import { serverForFile } from "../support/ForFile.ts"
import { longTest } from "../support/Long.ts"
import { withDatabase } from "../support/Rows.ts"
import { API_KEY, call, postForm, textSoFar } from "../support/Server.ts"
import { eventsIn as dataIn } from "../support/Upstream.ts"
import { makeWallets } from "../support/Wallets.ts"
import { startEngine } from "./Engine.ts"

const engine = startEngine()
const server = serverForFile(() => engine.settings)
afterAll(() => engine.stop())

const count = (table: string, where = "1") =>
  withDatabase(
    server,
    (database) =>
      database.query<{ readonly n: number }, []>(`SELECT COUNT(*) AS n FROM ${table} WHERE ${where}`).get()?.n
  )

const post = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  call(server, "POST", "/v1/responses", body, headers)

const created = async (body: object, headers: Readonly<Record<string, string>> = {}) => {
  const response = await post({ model: "qal", ...body }, headers)
  const json = await response.json()
  if (response.status !== 200) throw new Error(`${response.status}: ${JSON.stringify(json)}`)
  return json
}

/** The events of a stream, each with the name that its line gives it. */
const eventsIn = (text: string) =>
  text
    .split("\n\n")
    .filter((block) => block.startsWith("event: "))
    .map((block) => {
      const [name = "", data = ""] = block.split("\n")
      const event = JSON.parse(data.slice("data: ".length))
      expect(event.type).toBe(name.slice("event: ".length))
      return event
    })

const streamed = async (body: object, headers: Readonly<Record<string, string>> = {}) => {
  const response = await post({ model: "qal", stream: true, ...body }, headers)
  expect(response.headers.get("content-type")).toStartWith("text/event-stream")
  const events = eventsIn(await textSoFar(response))
  expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index))
  return events
}

/** The types of events, those that repeat once. */
const kinds = (events: ReadonlyArray<{ readonly type: string }>) =>
  events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1])

const tools = [
  {
    type: "function" as const,
    name: "weather",
    strict: false,
    parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
  }
]

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="

/** A grey bitmap of so many pixels each way, three bytes each. */
const bitmap = (side: number): Buffer => {
  const bytes = Buffer.alloc(54 + side * side * 3, 0x80)
  bytes.write("BM")
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(0, 6)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(side, 18)
  bytes.writeInt32LE(side, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  bytes.fill(0, 30, 54)
  return bytes
}

const rolesAsked = () =>
  engine
    .last()
    .messages.map(({ role }) => role)
    .join(" ")

describe("an answer", () => {
  test("a response repeats what was asked, and has the engine's own name and count", async () => {
    const given = {
      instructions: "Be brief.",
      max_output_tokens: 50,
      temperature: 1.5,
      top_p: 0.5,
      metadata: { order: "17" },
      user: "abebe",
      parallel_tool_calls: false,
      tools,
      tool_choice: "auto",
      truncation: "disabled",
      text: { format: { type: "text" } },
      store: false
    }
    const response = await created({ input: "ሰላም", ...given, include: [], reasoning: null, service_tier: "auto" })
    expect(response).toMatchObject(given)
    expect(response).toMatchObject({ object: "response", status: "completed", error: null, incomplete_details: null })
    expect(response.model).toBe("engine-1")
    expect(response.usage).toMatchObject({ input_tokens: 100, output_tokens: 50, total_tokens: 150 })
    expect(response.output).toMatchObject([
      { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", annotations: [] }] }
    ])
    expect(Math.abs(response.created_at - Date.now() / 1_000)).toBeLessThan(60)
    expect(engine.last()).toMatchObject({ temperature: 1.5, top_p: 0.5, max_tokens: 50 })
    expect(rolesAsked()).toBe("system user")
  })

  test("a response that is cut says why, whole and streamed", async () => {
    for (const [input, reason] of [
      ["cut", "max_output_tokens"],
      ["filter", "content_filter"]
    ] as const) {
      const whole = await created({ input })
      expect(whole).toMatchObject({ status: "incomplete", incomplete_details: { reason }, error: null })
      expect(whole.output[0]?.status ?? "incomplete").toBe("incomplete")
      const last = (await streamed({ input })).at(-1)
      expect(last).toMatchObject({
        type: "response.incomplete",
        response: { status: "incomplete", incomplete_details: { reason } }
      })
    }
  })

  test("a response's events come in the protocol's order, and together say what the whole one says", async () => {
    const events = await streamed({ input: "ሰላም" })
    expect(kinds(events)).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.delta",
      "response.output_text.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.completed"
    ])
    const [first] = events
    const response = events.at(-1)?.response
    const [item] = response.output
    expect(first?.response).toMatchObject({ id: response.id, status: "in_progress", output: [], usage: null })
    const deltas = events.filter(({ type }) => type === "response.output_text.delta")
    expect(deltas.length).toBeGreaterThan(1)
    expect(deltas.map(({ delta }) => delta).join("")).toBe(item.content[0].text)
    for (const event of events.slice(2, -1)) {
      expect(event.item_id ?? event.item.id).toBe(item.id)
      expect(event.output_index).toBe(0)
    }
    expect(await (await call(server, "GET", `/v1/responses/${response.id}`)).json()).toEqual(response)
  })

  test("a response calls tools, whole and streamed, with ids that differ", async () => {
    const whole = await created({ input: "call", tools })
    expect(whole.output).toMatchObject([
      { type: "function_call", status: "completed", name: "weather", arguments: '{"city":"Adama"}' }
    ])
    const more = [...tools, { ...tools[0], name: "second" }]
    const events = await streamed({ input: "call", tools: more })
    const one = [
      "response.output_item.added",
      "response.function_call_arguments.delta",
      "response.function_call_arguments.done",
      "response.output_item.done"
    ]
    expect(kinds(events)).toEqual(["response.created", "response.in_progress", ...one, ...one, "response.completed"])
    const calls = events.at(-1)?.response.output
    expect(calls.map(({ name }: { name: string }) => name)).toEqual(["weather", "second"])
    expect(new Set(calls.flatMap(({ call_id, id }: { call_id: string; id: string }) => [call_id, id])).size).toBe(4)
  })

  test("a response's JSON format reaches the engine, and is named as the request names it", async () => {
    const schema = { type: "object", properties: { a: { type: "string" } } }
    const format = { type: "json_schema", name: "thing", schema, strict: true }
    const response = await post({ input: "ሰላም", text: { format } })
    // The engine answers in words, twice.
    expect(response.status).toBe(502)
    expect(engine.last().response_format).toMatchObject({ type: "json_schema", json_schema: { name: "thing", schema } })
  })

  test.each([
    ["qal-am", undefined, "Amharic"],
    ["qal-om", undefined, "Afaan Oromo"],
    ["qal", "om", "Afaan Oromo"],
    ["gpt-9", undefined, "language of the user"]
  ])("the model %s with target_language %s answers in the right language: %s", async (model, target_language, said) => {
    await created({ model, target_language, input: "ሰላም", store: false })
    expect(String(engine.last().messages[0]?.content)).toContain(said)
  })
})

describe("what is said", () => {
  test("a response's input may be any kind of item", async () => {
    await created({
      input: [
        { role: "developer", content: "Be kind." },
        { type: "message", role: "user", content: [{ type: "input_text", text: "weather?" }] },
        { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "…" },
        { type: "function_call", id: "fc_x", call_id: "a", name: "weather", arguments: "{}", status: "completed" },
        { type: "function_call", call_id: "b", name: "weather", arguments: "{}" },
        { type: "function_call_output", call_id: "a", output: "24" },
        { type: "function_call_output", call_id: "b", output: [{ type: "input_text", text: "25" }] },
        {
          type: "message",
          id: "msg_x",
          status: "completed",
          role: "assistant",
          content: [
            { type: "output_text", text: "24 and 25", annotations: [], logprobs: [] },
            { type: "refusal", refusal: "no more" }
          ]
        },
        { role: "assistant", content: "Anything else?" },
        {
          role: "user",
          content: [
            { type: "input_text", text: "this" },
            { type: "input_image", image_url: PIXEL, detail: "auto" }
          ]
        }
      ],
      tools
    })
    expect(rolesAsked()).toBe("system user assistant tool tool assistant user")
    const { messages } = engine.last()
    expect(messages[2]?.tool_calls).toMatchObject([{ id: "a" }, { id: "b" }])
    // What the assistant said in two items comes to the engine as one turn.
    expect(messages[5]?.content).toBe("24 and 25\nno more\n\nAnything else?")
    expect(JSON.stringify(messages.at(-1)?.content)).toContain("image_url")
  })

  const wrongRequests: ReadonlyArray<readonly [wrong: object, param: string]> = [
    [{ input: undefined }, "input"],
    [{ input: "" }, "input"],
    [{ input: [] }, "input"],
    [{ input: 5 }, "input"],
    [{ input: [{ role: "system", content: "x" }, 7] }, "input[1]"],
    [{ input: [{ type: "web_search_call", id: "ws_1" }] }, "input[0].type"],
    [{ input: [{ type: { toString: 0 }, role: "user", content: "x" }] }, "input[0].type"],
    [{ input: [{ role: { toString: 0 }, content: "x" }] }, "input[0].role"],
    [{ input: [{ role: "user", content: [{ type: "input_file", file_id: "f" }] }] }, "input[0].content[0].file_data"],
    [{ input: [{ role: "user", content: [{ type: "input_image", file_id: "f" }] }] }, "input[0].content[0].image_url"],
    [
      { input: [{ role: "user", content: [{ type: "input_image", image_url: "https://a.example/b.png" }] }] },
      "input[0].content[0].image_url"
    ],
    [{ input: [{ role: "system", content: [{ type: "input_image", image_url: PIXEL }] }] }, "input[0].content[0].type"],
    [{ input: "\ud800" }, "input"],
    [{ input: [{ role: "user", content: "\udc00" }] }, "input[0].content"],
    [
      {
        input: [
          { role: "user", content: "x" },
          { type: "function_call_output", call_id: "nobody's", output: "x" }
        ]
      },
      "input[1].call_id"
    ],
    [
      {
        input: [
          { role: "user", content: "x" },
          { role: "assistant", content: "y" },
          { type: "function_call", call_id: "a", name: "n", arguments: "{}" },
          { type: "function_call", call_id: "b", name: "n", arguments: "[]" }
        ]
      },
      "input[3].arguments"
    ],
    [{ instructions: 5 }, "instructions"],
    [{ previous_response_id: {} }, "previous_response_id"],
    [{ tools: [{ type: "web_search" }] }, "tools[0].type"],
    [{ tools: [{ type: "function", name: "" }] }, "tools[0].name"],
    [{ tools: [tools[0], tools[0]] }, "tools[1].name"],
    [{ tools: [{ type: "function", name: "n", parameters: { type: "string" } }] }, "tools[0].parameters.type"],
    [{ tool_choice: { type: "function", name: "n" } }, "tool_choice.name"],
    [{ tool_choice: { type: "web_search" } }, "tool_choice.type"],
    [{ tool_choice: "required" }, "tool_choice"],
    [{ text: { format: { type: "json_schema", name: "n", schema: { type: 5 } } } }, "text.format.schema.type"],
    [{ text: { format: { type: "json_schema", schema: {} } } }, "text.format.name"],
    [{ max_output_tokens: 0 }, "max_output_tokens"],
    [{ temperature: 2.1 }, "temperature"],
    [{ top_p: -0.1 }, "top_p"],
    [{ metadata: { a: 5 } }, "metadata.a"],
    [{ metadata: { a: "x".repeat(513) } }, "metadata.a"],
    [{ metadata: Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`k${at}`, "v"])) }, "metadata"],
    [{ background: true }, "background"],
    [{ conversation: "conv_1" }, "conversation"],
    [{ prompt: { id: "pmpt_1" } }, "prompt"],
    [{ include: ["message.output_text.logprobs"] }, "include[0]"],
    [{ top_logprobs: 2 }, "top_logprobs"],
    [{ target_language: "en" }, "target_language"]
  ]
  test.each(wrongRequests.map(([wrong, param]) => [briefly(wrong), wrong, param] as const))(
    "a response's request %s is refused with 400, naming the field, and costs nothing",
    async (_, wrong, param) => {
      const charges = count("ledger", "kind = 'charge'")
      const response = await post({ model: "qal", input: "ሰላም", ...wrong })
      const { error } = await response.json()
      expect([response.status, error.code, error.type, error.param]).toEqual([
        400,
        "VALIDATION_ERROR",
        "invalid_request_error",
        param
      ])
      expect(error.message).not.toContain("messages[")
      expect(count("ledger", "kind = 'charge'")).toBe(charges)
    }
  )

  longTest("a response's request that would take all time or memory is refused at once", async () => {
    const item = { role: "user", content: "x" }
    const deep = `${"[".repeat(12_000)}${"]".repeat(12_000)}`
    const hostile: ReadonlyArray<readonly [string, number]> = [
      [JSON.stringify({ input: Array.from({ length: 20_000 }, () => item) }), 400],
      [JSON.stringify({ input: Array.from({ length: 9_000 }, () => item) }), 400],
      [JSON.stringify({ input: Array.from({ length: 20_000 }, () => 0) }), 400],
      [JSON.stringify({ input: [{ role: "user", content: Array.from({ length: 20_000 }, () => 0) }] }), 400],
      [JSON.stringify({ input: "x", tools: Array.from({ length: 3_000 }, () => tools[0]) }), 400],
      [JSON.stringify({ input: "x", include: Array.from({ length: 20_000 }, () => "a") }), 400],
      [JSON.stringify({ input: Array.from({ length: 129 }, () => item) }), 400],
      [`{"input":${deep}}`, 400],
      [`{"input":"x","temperature":1e309}`, 400],
      [`{"input":"x","metadata":{"toString":5}}`, 400],
      [`{"input":"x","metadata":{"__proto__":{"a":1}}}`, 400],
      [`{"input":"x","metadata":{"__proto__":"a"}}`, 200],
      [JSON.stringify({ input: "x".repeat(4 * 1024 * 1024) }), 413],
      [JSON.stringify({ input: "x", user: "x".repeat(40 * 1024 * 1024) }), 413]
    ]
    for (const [body, status] of hostile) {
      const begun = performance.now()
      const response = await post(body)
      expect([body.slice(0, 60), response.status]).toEqual([body.slice(0, 60), status])
      await response.text()
      expectMillis(performance.now() - begun, 5_000)
    }
    expect((await created({ input: `${"ሰላም ".repeat(150_000)}`, store: false })).status).toBe("completed")
  })
})

describe("a conversation", () => {
  test("a response goes on from a stored one: all that was said, without its instructions", async () => {
    const first = await created({ input: "one", instructions: "Only for the first." })
    const second = await created({ input: [{ role: "user", content: "the second" }], previous_response_id: first.id })
    expect(rolesAsked()).toBe("system user assistant user")
    const third = await streamed({ input: "three", previous_response_id: second.id, instructions: "New ones." })
    expect(rolesAsked()).toBe("system user assistant user assistant user")
    expect(JSON.stringify(engine.last().messages)).not.toContain("Only for the first.")
    expect(third.at(-1)?.response.previous_response_id).toBe(second.id)
    // Another branch of the same.
    await created({ input: "else", previous_response_id: first.id })
    expect(JSON.stringify(engine.last().messages)).not.toContain("the second")
  })

  test("a response goes on with the results of calls, by the previous response or by references alone", async () => {
    const first = await created({ input: "call", tools })
    const [item] = first.output
    const output = { type: "function_call_output", call_id: item.call_id, output: "24" }
    await created({ previous_response_id: first.id, input: [output], tools })
    expect(rolesAsked()).toBe("system user assistant tool")
    await created({
      input: [{ role: "user", content: "call" }, { type: "item_reference", id: item.id }, output],
      tools
    })
    expect(rolesAsked()).toBe("system user assistant tool")
    // What the previous response has already is not said twice.
    await created({ previous_response_id: first.id, input: [{ id: item.id }, output], tools })
    expect(rolesAsked()).toBe("system user assistant tool")
  })

  test("a response goes on from a picture, which is stored once", async () => {
    const picture = { role: "user", content: [{ type: "input_image", image_url: PIXEL }] }
    const before = count("response_contents", "input LIKE '%iVBORw0KGgo%'") ?? 0
    let last = await created({ input: [picture] })
    for (const input of ["and now?", "and now?"]) last = await created({ input, previous_response_id: last.id })
    expect(JSON.stringify(engine.last().messages)).toContain("image_url")
    expect(count("response_contents", "input LIKE '%iVBORw0KGgo%'")).toBe(before + 1)
  })

  longTest("a response goes on from pictures of several megabytes", async () => {
    const large = `data:image/bmp;base64,${bitmap(1_200).toString("base64")}`
    const image = { type: "input_image", image_url: large }
    const first = await created({ input: [{ role: "user", content: [image, image] }] })
    await created({ input: "and now?", previous_response_id: first.id })
    expect(JSON.stringify(engine.last().messages).match(/data:image/g)).toHaveLength(2)
  })

  test("a chain of responses has 128 turns at most", async () => {
    let turns = Array.from({ length: 126 }, (_, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: "x" }))
    const first = await created({ input: [...turns, { role: "user", content: "x" }] })
    const wrong = await post({ input: "x", previous_response_id: first.id })
    expect((await wrong.json()).error).toMatchObject({ code: "VALIDATION_ERROR", param: "input" })
    turns = turns.slice(1)
    expect((await post({ input: [{ role: "system", content: "x" }, ...turns, ...turns.slice(0, 2)] })).status).toBe(200)
  })

  test("a stored response is its wallet's alone: another wallet finds it in no way of asking", async () => {
    const [stranger] = await makeWallets(server, 1)
    const first = await created({ input: "call", tools })
    const [item] = first.output
    const as = { "x-api-key": stranger?.key ?? "" }
    const answers = [
      await post({ input: "x", previous_response_id: first.id }, as),
      await post({ input: [{ role: "user", content: "x" }, { id: item.id }] }, as),
      await call(server, "GET", `/v1/responses/${first.id}`, undefined, as),
      await call(server, "DELETE", `/v1/responses/${first.id}`, undefined, as)
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    const params = await Promise.all(answers.map(async (answer) => (await answer.json()).error.param))
    expect(params.slice(0, 2)).toEqual(["previous_response_id", "input[1].id"])
    expect((await call(server, "GET", `/v1/responses/${first.id}`)).status).toBe(200)
  })

  test("a response cannot go on from one never stored, deleted, or standing on one deleted", async () => {
    const gone = await created({ input: "x", store: false })
    const first = await created({ input: "one" })
    const second = await created({ input: "two", previous_response_id: first.id })
    const deleted = await call(server, "DELETE", `/v1/responses/${first.id}`)
    expect(await deleted.json()).toEqual({ id: first.id, object: "response", deleted: true })
    for (const id of [gone.id, first.id, second.id, "resp_", "", "job_1", "'; --"]) {
      const response = await post({ input: "x", previous_response_id: id })
      expect([response.status, (await response.json()).error.param]).toEqual([404, "previous_response_id"])
    }
    expect((await call(server, "GET", `/v1/responses/${second.id}`)).status).toBe(200)
    expect((await call(server, "DELETE", `/v1/responses/${first.id}`)).status).toBe(404)
    expect(count("response_contents", `response_id = '${first.id}'`)).toBe(0)
  })

  test("a response takes references only to what is stored", async () => {
    const { id } = await created({ input: "x" })
    const made = id.slice("resp_".length)
    for (const wrong of [`msg_${made}_1`, `msg_${made}_9999`, `rs_${made}_0`, "msg_1", "", id, `msg_${made}_-1`]) {
      const response = await post({
        input: [
          { role: "user", content: "x" },
          { type: "item_reference", id: wrong }
        ]
      })
      expect([wrong, response.status]).toEqual([wrong, 404])
    }
    expect((await post({ input: [{ role: "user", content: "x" }, { id: `msg_${made}_0` }] })).status).toBe(200)
  })
})

describe("a request's id", () => {
  test("a response's request id is answered again, whole and streamed, for one charge", async () => {
    for (const [key, body] of [
      ["again", { input: "ሰላም" }],
      ["again-not-stored", { input: "ሰላም", store: false }],
      ["again-call", { input: "call", tools }]
    ] as const) {
      const id = { "idempotency-key": key }
      const first = await created(body, id)
      const charges = count("ledger", "kind = 'charge'")
      const again = { ...first, idempotent_replay: true }
      expect(await created(body, id)).toEqual(again)
      const events = await streamed(body, id)
      expect(events.at(-1)?.response).toEqual(again)
      expect(kinds(events).slice(0, 3)).toEqual([
        "response.created",
        "response.in_progress",
        "response.output_item.added"
      ])
      expect(count("ledger", "kind = 'charge'")).toBe(charges)
      expect(count("responses", `id = '${first.id}'`)).toBe(key === "again-not-stored" ? 0 : 1)
    }
  })

  test("a response's request id conflicts where anything differs that the response has", async () => {
    const id = { "idempotency-key": "conflict" }
    const first = await created({ input: "ሰላም" }, id)
    for (const other of [
      { metadata: { a: "b" } },
      { store: false },
      { instructions: "x" },
      { input: "y" },
      { tools }
    ]) {
      const response = await post({ model: "qal", input: "ሰላም", ...other }, id)
      expect((await response.json()).error.code).toBe("IDEMPOTENCY_CONFLICT")
    }
    const chat = { model: "qal", messages: [{ role: "user", content: "ሰላም" }] }
    expect((await call(server, "POST", "/v1/chat/completions", chat, id)).status).not.toBe(200)
    // Deleted, it is forgotten, and free again.
    await call(server, "DELETE", `/v1/responses/${first.id}`)
    expect((await created({ input: "y" }, id)).id).not.toBe(first.id)
  })

  test("a response is answered again for nothing where all that it went on from and referred to is gone", async () => {
    const first = await created({ input: "the first" })
    const called = await created({ input: "call", tools })
    const body = {
      input: [
        { type: "item_reference", id: called.output[0].id },
        { type: "function_call_output", call_id: called.output[0].call_id, output: "1" }
      ],
      previous_response_id: first.id,
      tools
    }
    const id = { "idempotency-key": "orphan" }
    const second = await created(body, id)
    for (const gone of [first.id, called.id])
      expect((await call(server, "DELETE", `/v1/responses/${gone}`)).status).toBe(200)
    const charges = count("ledger", "kind = 'charge'")
    const again = { ...second, idempotent_replay: true }
    expect(await created(body, id)).toEqual(again)
    expect((await streamed(body, id)).at(-1)?.response).toEqual(again)
    expect(count("ledger", "kind = 'charge'")).toBe(charges)
    // Another request under this id is told so, and under another id that what it goes on from is gone.
    const other = await post({ ...body, input: "else" }, id)
    expect([other.status, (await other.json()).error.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"])
    const late = await post(body, { "idempotency-key": "orphan-2" })
    expect([late.status, (await late.json()).error.code]).toEqual([404, "NOT_FOUND"])
  })

  test("two hundred responses of one id at once are one response and one charge", async () => {
    const charges = count("ledger", "kind = 'charge'") ?? 0
    const id = { "idempotency-key": "crowd" }
    const all = await Promise.all(Array.from({ length: 200 }, () => post({ input: "ሰላም" }, id)))
    expect(all.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    const answers = await Promise.all(all.filter(({ status }) => status === 200).map((answer) => answer.json()))
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
    expect(count("ledger", "kind = 'charge'")).toBe(charges + 1)
  })
})

describe("a failure", () => {
  test("a response that fails before its first event is an ordinary error; nothing is stored or charged", async () => {
    const before = [count("responses"), count("ledger")]
    for (const stream of [true, false]) {
      const response = await post({ input: "refuse", stream })
      expect([response.status, (await response.json()).error.code]).toEqual([502, "PROVIDER_ERROR"])
    }
    expect([count("responses"), count("ledger")]).toEqual(before)
  })

  test("a response that fails after its first event ends with an error event, broken off", async () => {
    const before = [count("responses"), count("ledger")]
    const response = await post({ input: "break", stream: true })
    const copy = response.clone()
    const events = eventsIn(await textSoFar(response))
    const [error, failed] = events.slice(-2)
    expect(error).toMatchObject({ type: "error", code: "PROVIDER_ERROR", error: { type: "server_error" } })
    expect(failed).toMatchObject({
      type: "response.failed",
      response: { status: "failed", error: { code: "server_error" } }
    })
    expect(await copy.text().catch(() => "broken off")).toBe("broken off")
    expect([count("responses"), count("ledger")]).toEqual(before)
  })

  test("a response that an empty wallet cannot pay is refused with 402 before its first event", async () => {
    const [poor] = await makeWallets(server, 1, 0)
    const response = await post({ input: "x", stream: true }, { "x-api-key": poor?.key ?? "" })
    expect([response.status, (await response.json()).error.type]).toEqual([402, "insufficient_quota"])
  })
})

longTest(
  "a process that is killed leaves no response without its charge, and no charge without its response",
  async () => {
    const id = (at: number) => ({ "idempotency-key": `killed-${at}` })
    const asked = Array.from({ length: 12 }, (_, at) =>
      post({ model: "qal", input: at % 3 === 0 ? "slow" : "ሰላም", stream: at % 2 === 0 }, id(at)).then(
        textSoFar,
        () => ""
      )
    )
    await Bun.sleep(60)
    await server.kill()
    await Promise.all(asked)
    await server.start()
    const jobs = "SELECT 'resp_' || substr(job_id, 5) FROM ledger WHERE operation = 'chat'"
    expect(count("responses", `id NOT IN (${jobs})`)).toBe(0)
    const keyed = "request_id LIKE 'killed-%' AND state = 'settled'"
    expect(count("jobs", `${keyed} AND 'resp_' || substr(id, 5) NOT IN (SELECT id FROM responses)`)).toBe(0)
    expect(count("jobs", "state = 'running'")).toBe(0)
    for (let at = 0; at < 12; at++) {
      const { id: made } = await created({ input: at % 3 === 0 ? "slow" : "ሰላም" }, id(at))
      expect(count("ledger", `job_id = 'job_${made.slice("resp_".length)}'`)).toBe(1)
      expect(count("responses", `id = '${made}'`)).toBe(1)
    }
  }
)

describe("the installed client", () => {
  const client = () => new OpenAI({ apiKey: API_KEY, baseURL: `${server.url}/v1`, maxRetries: 0 })

  test("OpenAI's package creates a response, streams it, goes on from it, finds it and deletes it", async () => {
    const { responses } = client()
    const first = await responses.create({ model: "qal", input: "ሰላም" })
    expect(first.output_text).toStartWith("ሰላም!")
    const stream = responses.stream({ model: "qal", input: "ሰላም", previous_response_id: first.id })
    let text = ""
    for await (const event of stream) if (event.type === "response.output_text.delta") text += event.delta
    const second = await stream.finalResponse()
    expect(second.output_text).toBe(text)
    expect((await responses.retrieve(second.id)).output_text).toBe(text)
    await responses.delete(second.id)
    expect(await responses.retrieve(second.id).catch((error: unknown) => error)).toBeInstanceOf(OpenAI.NotFoundError)
  })

  test("OpenAI's package calls tools while streaming a response, and sends their results", async () => {
    const { responses } = client()
    const stream = responses.stream({ model: "qal", input: "call", tools })
    let text = ""
    stream.on("response.function_call_arguments.delta", ({ delta }) => {
      text += delta
    })
    const called = await stream.finalResponse()
    const [item] = called.output
    if (item?.type !== "function_call") throw new Error("no call")
    expect(text).toBe(item.arguments)
    const after = await responses.create({
      model: "qal",
      tools,
      input: [
        { role: "user", content: "call" },
        item,
        { type: "function_call_output", call_id: item.call_id, output: "24" }
      ]
    })
    expect(after.output_text).toStartWith("ሰላም!")
  })

  test("OpenAI's package throws its own errors for a response, also in the middle of a stream", async () => {
    const { responses } = client()
    const thrown = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)
    expect(await thrown(responses.create({ model: "qal", input: "" }))).toBeInstanceOf(OpenAI.BadRequestError)
    const broken = responses.stream({ model: "qal", input: "break" })
    expect(await thrown(broken.finalResponse())).toBeInstanceOf(OpenAI.APIError)
  })
})

test("what of a file the model is not given is said once in every protocol's answer, also where it is streamed", async () => {
  const text = "Walgahii. ".repeat(6_001)
  const sentence = "Only the first 60000 of 60010 characters are included; 10 are left out."
  const asked = { prompt: "Maal jedha?", target_language: "om" }
  const path = "/api/v1/chat_generate"
  const form = {
    request_data: JSON.stringify({ ...asked, attachment_field_names: ["doc"] }),
    doc: new File([text], "a.txt", { type: "text/plain" })
  }
  const { uploaded_attachments } = await (await postForm(server, path, form)).json()
  const [fileData] = uploaded_attachments
  expect(fileData.left_out).toEqual([sentence])
  const conversation_history = [{ role: "user", parts: [{ fileData }] }]
  const again = { ...asked, conversation_history, generation_config: { stream: true } }
  const spoken = await textSoFar(await call(server, "POST", path, again))
  const events = dataIn(spoken)
  const told = [`${fileData.fileUri}: ${sentence}`]
  expect(events.map(({ left_out }) => left_out)).toEqual([...events.slice(1).map(() => undefined), told])

  const file_data = `data:text/plain;base64,${Buffer.from(text).toString("base64")}`
  const file = { type: "file", file: { filename: "a.txt", file_data } }
  const completion = { model: "qal", messages: [{ role: "user", content: [file] }], stream: true }
  const chunks = dataIn(await textSoFar(await call(server, "POST", "/v1/chat/completions", completion)))
  const named = [`a.txt: ${sentence}`]
  expect(chunks.filter(({ left_out }) => left_out !== undefined)).toEqual([chunks.at(-1)])
  expect(chunks.at(-1)).toMatchObject({ choices: [{ finish_reason: "stop" }], left_out: named })
  const whole = await (await call(server, "POST", "/v1/chat/completions", { ...completion, stream: false })).json()
  expect(whole.left_out).toEqual(named)

  const input = [{ role: "user", content: [{ type: "input_file", filename: "a.txt", file_data }] }]
  const last = (await streamed({ input })).at(-1)
  expect(last).toMatchObject({ type: "response.completed", response: { left_out: named } })
  const kept = await (await call(server, "GET", `/v1/responses/${last.response.id}`)).json()
  expect(kept.left_out).toEqual(named)
})
