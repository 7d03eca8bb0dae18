/** The published npm client, unchanged but for its base address, against the chat. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import AddisAI, {
  APIError,
  AuthenticationError,
  IdempotencyConflictError,
  InsufficientCreditsError,
  InternalServerError,
  RateLimitError,
  UnprocessableEntityError
} from "addisai"
import { rejection } from "../support/Rejection.ts"
import { API_KEY, call, startServer, type TestServer, textSoFar } from "../support/Server.ts"
import { completion, startUpstream, tokenUsage } from "../support/Upstream.ts"

const PATH = "/api/v1/chat_generate"
const UPSTREAM_KEY = "sk-upstream-secret-0123456789"

let sandbox: TestServer
let remote: TestServer
let client: AddisAI

const connect = (server: TestServer, apiKey = API_KEY) => new AddisAI({ apiKey, baseURL: server.url, maxRetries: 0 })

type Json = Readonly<Record<string, unknown>>
const said = (message: Json, finish_reason = "stop") => completion(message, finish_reason, tokenUsage(1_000, 500))
const toolCall = (id: string, name: string, text: string) =>
  said({ content: null, tool_calls: [{ id, type: "function", function: { name, arguments: text } }] }, "tool_calls")

/** What the upstream answers next; the last again and again. */
let answers: Array<() => Response> = []
let upstreamBodies: Array<{ readonly messages: ReadonlyArray<Json> }> = []
const script = (...next: ReadonlyArray<() => Response>) => {
  answers = [...next]
  upstreamBodies = []
}

const upstream = startUpstream(async (request) => {
  upstreamBodies.push(await request.json())
  const answer = answers.length > 1 ? answers.shift() : answers[0]
  return answer?.() ?? new Response(null, { status: 500 })
})

beforeAll(async () => {
  ;[sandbox, remote] = await Promise.all([
    startServer(),
    startServer({ ...upstream.settings("scripted", "TEXT"), QAL_TEXT_API_KEY: UPSTREAM_KEY })
  ])
  client = connect(sandbox)
}, 90_000)
afterAll(async () => {
  await Promise.all([sandbox.dispose(), remote.dispose(), upstream.stop()])
})

/** The error that the promise is rejected with. */
const failure = async (promise: Promise<unknown>): Promise<APIError> => {
  const error = await rejection(promise)
  return error instanceof APIError ? error : expect.unreachable(String(error))
}

const user = (content: string) => ({ role: "user", content }) as const
const balance = async (of: AddisAI) => (await of.voice.usage()).balance

test("chat: an answer is in the language asked for, with the count of its tokens", async () => {
  const before = await balance(client)
  const completion = await client.chat.completions.create({ messages: [user("ሰላም፣ ስንት ሰዓት ነው?")], language: "am" })
  const [choice] = completion.choices
  expect(choice?.message.content).toMatch(/\p{Script=Ethiopic}/u)
  expect(choice?.finish_reason).toBe("stop")
  const { completion_tokens = 0, prompt_tokens = 0, total_tokens = 0 } = completion.usage ?? {}
  expect(prompt_tokens).toBeGreaterThan(0)
  expect(total_tokens).toBe(prompt_tokens + completion_tokens)
  const price = (prompt_tokens * 0.3 + completion_tokens * 0.8) / 1_000
  expect(before - (await balance(client))).toBeCloseTo(price, 3)
})

test("chat: system, persona and earlier turns reach the model in their rank", async () => {
  script(() => said({ content: "Tole, nan gargaara." }))
  await connect(remote).chat.completions.create({
    language: "om",
    system: "Gabaabsi.",
    persona: "You are ShopBot.",
    temperature: 0.2,
    max_tokens: 64,
    messages: [
      { role: "system", content: "Be polite." },
      user("Akkam?"),
      { role: "assistant", content: "Nagaa." },
      user("Gatiin isaa meeqa?")
    ]
  })
  const [body] = upstreamBodies
  expect(body).toMatchObject({ model: "scripted", temperature: 0.2, max_tokens: 64 })
  expect(body?.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"])
  const rules = String(body?.messages[0]?.content)
  const places = ["Afaan Oromo", "Gabaabsi.", "Be polite.", "You are ShopBot."].map((text) => rules.indexOf(text))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places[0]).toBeGreaterThanOrEqual(0)
  expect(body?.messages.at(-1)?.content).toBe("Gatiin isaa meeqa?")
})

test("chat streaming: the pieces join to the text, and the last has the token counts", async () => {
  const messages = [user("ስለ ቡና ንገረኝ።")]
  const whole = await client.chat.completions.create({ messages, language: "am" })
  const stream = await client.chat.completions.create({ messages, language: "am", stream: true })
  expect(await stream.finalText()).toBe(whole.choices[0]?.message.content ?? "")
  const again = await client.chat.completions.create({ messages, language: "am", stream: true })
  const completion = await again.finalCompletion()
  expect(completion.choices[0]?.message.content).toBe(whole.choices[0]?.message.content)
  expect(completion.choices[0]?.finish_reason).toBe("stop")
  expect(completion.usage).toEqual(whole.usage)
})

test("chat streaming: a client that aborts in the middle pays, and finds the whole answer under the same id", async () => {
  const messages = [user("[[paced]] ስለ ጣና ሐይቅ ንገረኝ።")]
  const send = () =>
    client.chat.completions.create({ messages, language: "am", stream: true }, { idempotencyKey: "aborted-1" })
  const before = await balance(client)
  const stream = await send()
  const pieces: Array<string> = []
  const reading = async () => {
    for await (const chunk of stream) {
      pieces.push(chunk.choices[0]?.delta.content ?? "")
      if (pieces.length === 2) stream.abort()
    }
  }
  await reading().catch(() => {})
  expect(pieces.length).toBeGreaterThanOrEqual(2)
  let text: string | undefined
  while (text === undefined) {
    const replay = await send().catch((error: unknown) => error)
    if (replay instanceof Error) {
      expect(replay).toBeInstanceOf(APIError)
      expect(replay).toMatchObject({ status: 409, code: "IN_PROGRESS" })
      await Bun.sleep(200)
    } else text = await (await send()).finalText()
  }
  expect(text.startsWith(pieces.join(""))).toBe(true)
  expect(text.length).toBeGreaterThan(pieces.join("").length)
  expect(before - (await balance(client))).toBeGreaterThan(0)
}, 30_000)

test("chat streaming: each event is a line of JSON; the last says how it ended", async () => {
  const response = await call(sandbox, "POST", PATH, {
    prompt: "Akkam?",
    target_language: "om",
    generation_config: { stream: true, maxOutputTokens: 8 }
  })
  expect(response.headers.get("content-type")).toBe("text/event-stream")
  const events = (await response.text()).trimEnd().split("\n\n")
  const parsed = events.map((event) => {
    expect(event).toMatch(/^data: \{[^\n]*\}$/)
    return JSON.parse(event.slice("data: ".length))
  })
  for (const chunk of parsed.slice(0, -1)) expect(Object.keys(chunk)).toEqual(["response_text"])
  expect(parsed.at(-1)).toEqual({
    response_text: "",
    finish_reason: "length",
    is_last_chunk: true,
    usage_metadata: expect.objectContaining({ total_token_count: expect.any(Number) }),
    modelVersion: "qal-sandbox-1"
  })
})

test("chat streaming: a failure later is the last event, a failure before is an ordinary error; neither costs", async () => {
  const before = await balance(client)
  const ask = (prompt: string) =>
    call(sandbox, "POST", PATH, { prompt, target_language: "am", generation_config: { stream: true } })
  const cut = await ask("[[cut]] ሰላም")
  expect(cut.status).toBe(200)
  const whole = cut
    .clone()
    .text()
    .catch(() => "broken off")
  const last = JSON.parse((await textSoFar(cut)).trimEnd().split("\n\n").at(-1)?.slice("data: ".length) ?? "")
  expect(await whole).toBe("broken off")
  expect(last).toEqual({
    error: { code: "PROVIDER_ERROR", message: expect.any(String), request_id: cut.headers.get("x-request-id") },
    finish_reason: "error"
  })
  expect((await ask("[[500]] ሰላም")).status).toBe(502)
  expect(await balance(client)).toBe(before)
})

// Version 0.2.0 sends only what stands before the last user message, so never a tool's result: the upstream keeps count.
test("chat runTools: two rounds of calls are run by the client, and then the answer comes", async () => {
  script(
    () => toolCall("call_a", "find_order", '{"order_id":"123"}'),
    () => toolCall("call_b", "delivery_day", '{"city":"Adama"}'),
    () => said({ content: "ትዕዛዝዎ ነገ አዳማ ይደርሳል።" })
  )
  const ran: Array<unknown> = []
  const run = (name: string, result: unknown) => (args: unknown) => {
    ran.push([name, args])
    return result
  }
  const properties = (name: string) => ({
    type: "object",
    properties: { [name]: { type: "string" } },
    required: [name],
    additionalProperties: false
  })
  const final = await connect(remote).chat.runTools({
    language: "am",
    messages: [user("ትዕዛዝ 123 የት ደረሰ?")],
    tools: [
      {
        type: "function",
        function: {
          name: "find_order",
          parameters: properties("order_id"),
          function: run("find_order", { city: "Adama" })
        }
      },
      {
        type: "function",
        function: { name: "delivery_day", parameters: properties("city"), function: run("delivery_day", "tomorrow") }
      }
    ]
  })
  expect(final.choices[0]?.message.content).toBe("ትዕዛዝዎ ነገ አዳማ ይደርሳል።")
  expect(ran).toEqual([
    ["find_order", { order_id: "123" }],
    ["delivery_day", { city: "Adama" }]
  ])
})

test("chat attachments: a file is read, kept, and used again by its address", async () => {
  const completion = await client.chat.completions.create({
    messages: [user("Galmeen kun maal jedha?")],
    language: "om",
    attachments: [
      { file: { data: new TextEncoder().encode("Walgahiin bor ganama jira."), filename: "yaadannoo.txt" } },
      { name: "second", file: new Blob(["Kan lammaffaa."], { type: "text/plain" }) }
    ]
  })
  expect(completion.choices[0]?.message.content).toContain("Walgahiin bor ganama")
  expect(completion.uploaded_attachments).toHaveLength(2)
  const [fileData] = completion.uploaded_attachments ?? []
  const later = await call(sandbox, "POST", PATH, {
    prompt: "Yoom?",
    target_language: "om",
    conversation_history: [{ role: "user", parts: [{ text: "Kunoo" }, { fileData }] }]
  })
  expect(later.status).toBe(200)
})

test("chat audio: speech of this server is transcribed and used as the prompt; what is no audio is named", async () => {
  const spoken = await client.voice.generate({ voiceId: "am-hamen", language: "am", text: "ሰላም ዛሬ ጥሩ ቀን ነው" })
  const bytes = new Uint8Array(await spoken.arrayBuffer())
  const form = new FormData()
  form.append("request_data", new Blob([JSON.stringify({ target_language: "am" })], { type: "application/json" }))
  form.append("chat_audio_input", new File([bytes], "a.mp3", { type: "audio/mpeg" }))
  const response = await fetch(sandbox.url + PATH, { method: "POST", headers: { "x-api-key": API_KEY }, body: form })
  expect(response.status).toBe(200)
  const answer = await response.json()
  expect(answer.transcription_clean).toMatch(/[\u1200-\u137f]{2}/)
  expect(answer.transcription_raw).toContain(answer.transcription_clean)
  expect(answer.transcription_raw).toMatch(/<analysis>\{"language":"am",.*\}<\/analysis>/)
  expect(answer.response_text).toMatch(/[\u1200-\u137f]/)
  const text = await failure(
    client.chat.completions.create({
      messages: [],
      language: "am",
      audio: { data: new TextEncoder().encode("this is no sound"), filename: "a.wav" }
    })
  )
  expect([text.status, text.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"])
})

test("chat: safety and length are ordinary answers", async () => {
  const ask = (prompt: string, max_tokens?: number) =>
    client.chat.completions.create({ messages: [user(prompt)], language: "am", ...(max_tokens ? { max_tokens } : {}) })
  expect((await ask("[[safety]]")).choices[0]?.finish_reason).toBe("content_filter")
  expect((await ask("ረጅም መልስ", 5)).choices[0]?.finish_reason).toBe("length")
})

const ask = (of: AddisAI, prompt: string, options = {}) =>
  of.chat.completions.create({ messages: [user(prompt)], language: "am" }, options)

test("chat errors: each is the client's class for it, with its code", async () => {
  const unknown = await failure(ask(connect(sandbox, `sk_${"x".repeat(48)}`), "ሰላም"))
  expect(unknown).toBeInstanceOf(AuthenticationError)

  const wallet = (await sandbox.qal("wallets", "create", "--credit", "0.1", "poor")).trim()
  const key = (await sandbox.qal("keys", "create", "--wallet", wallet)).split("\n")[1] ?? ""
  const poor = await failure(ask(connect(sandbox, key), "ሰላም"))
  expect(poor).toBeInstanceOf(InsufficientCreditsError)
  expect(poor).toMatchObject({ code: "INSUFFICIENT_CREDITS", availableBalance: 0.1 })

  await ask(client, "አንድ", { idempotencyKey: "conflict-1" })
  const conflict = await failure(ask(client, "ሁለት", { idempotencyKey: "conflict-1" }))
  expect(conflict).toBeInstanceOf(IdempotencyConflictError)

  const hot = await failure(client.chat.completions.create({ messages: [user("ሰላም")], language: "am", temperature: 2 }))
  expect(hot).toBeInstanceOf(UnprocessableEntityError)
  expect(hot.details).toEqual([
    { field: "generation_config.temperature", code: "invalid_value", message: "must be a number from 0 to 1" }
  ])

  for (const [prompt, status, code] of [
    ["[[500]]", 502, "PROVIDER_ERROR"],
    ["[[timeout]]", 504, "PROVIDER_TIMEOUT"],
    ["[[429]]", 503, "PROVIDER_UNAVAILABLE"]
  ] as const) {
    const failed = await failure(ask(client, prompt))
    expect(failed).toBeInstanceOf(InternalServerError)
    expect([failed.status, failed.code]).toEqual([status, code])
  }
})

test("chat errors: RATE_LIMITED has the seconds to wait", async () => {
  await using strict = await startServer({ QAL_RATE_LIMIT_PER_MINUTE: "1" })
  await ask(connect(strict), "ሰላም")
  const limited = await failure(ask(connect(strict), "ሰላም"))
  expect(limited).toBeInstanceOf(RateLimitError)
  expect(limited.code).toBe("RATE_LIMITED")
}, 60_000)

test("chat errors: a failing engine costs nothing, and neither its key nor its address is shown or logged", async () => {
  const far = connect(remote)
  const before = await balance(far)
  script(() => Response.json({ error: { message: `bad key ${UPSTREAM_KEY}` } }, { status: 401 }))
  const refused = await failure(ask(far, "ሰላም"))
  expect(refused.status).toBe(422)
  expect(refused.message).toContain("QAL_TEXT_API_KEY")
  expect(await balance(far)).toBe(before)
  for (const text of [refused.message, remote.output()]) {
    expect(text).not.toContain(UPSTREAM_KEY)
    expect(text).not.toContain(String(upstream.port))
  }
})
