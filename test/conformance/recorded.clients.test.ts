/**
 * What clients send that are no packages of npm: Open WebUI, Home Assistant and Python's `openai`, written down from
 * their public sources. Each request is as they make it, and of each answer they get what they read.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { pdf, pdfText } from "../chat/Files.ts"
import { serverForFile } from "../support/ForFile.ts"
import { API_KEY } from "../support/Server.ts"
import { eventsIn } from "../support/Upstream.ts"
import { MODEL, SAID, startEngine } from "./Engine.ts"

const engine = startEngine()
afterAll(() => engine.stop())
const server = serverForFile(() => engine.settings)
let spoken: Blob

const bearer = { authorization: `Bearer ${API_KEY}` }
const PYTHON = { ...bearer, "x-stainless-lang": "python", "user-agent": "AsyncOpenAI/Python 2.8.0" }

const post = (path: string, body: object, headers: Readonly<Record<string, string>> = bearer) =>
  fetch(`${server.url}/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body)
  })

beforeAll(async () => {
  const speech = { model: "qal-tts", voice: "am-hamen", input: "ሰላም ነው እንዴት ነህ", response_format: "wav" }
  spoken = await (await post("/audio/speech", speech)).blob()
}, 90_000)

describe("Open WebUI", () => {
  test("Open WebUI fills its selectors without a key", async () => {
    const { models } = await (await fetch(`${server.url}/v1/audio/models`)).json()
    const { voices } = await (await fetch(`${server.url}/v1/audio/voices`)).json()
    expect(models.map(({ id }: { id: string }) => id)).toContain("qal-tts")
    expect(Object.fromEntries(voices.map(({ id, name }: { id: string; name: string }) => [id, name]))).toHaveProperty(
      "am-hamen"
    )
  })

  test("Open WebUI speaks, and transcribes what was spoken by a form of a file and a model", async () => {
    const speech = await post(
      "/audio/speech",
      { model: "qal-tts", input: "ሰላም", voice: "am-hamen" },
      {
        ...bearer,
        "X-OpenWebUI-User-Name": "abebe"
      }
    )
    expect([speech.status, speech.headers.get("content-type")]).toEqual([200, "audio/mpeg"])
    const form = new FormData()
    form.append("model", "qal-stt")
    form.append("file", spoken, "2f0c.wav")
    const heard = await fetch(`${server.url}/v1/audio/transcriptions`, { method: "POST", headers: bearer, body: form })
    expect((await heard.json()).text).toContain("ሰላም")
  })

  test("Open WebUI chats in pieces, with pictures beside words", async () => {
    const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
    const content = [
      { type: "text", text: "ይህ ምንድን ነው?" },
      { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } }
    ]
    const answer = await post("/chat/completions", {
      model: MODEL,
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: "user", content }]
    })
    const events = eventsIn(await answer.text())
    expect(events.map(({ choices }) => choices[0]?.delta.content ?? "").join("")).toBe(SAID)
    expect(events.at(-1).usage.total_tokens).toBeGreaterThan(0)
  })
})

describe("Home Assistant", () => {
  const asked = {
    model: "gpt-5-mini",
    max_output_tokens: 3_000,
    top_p: 1,
    temperature: 1,
    user: "01KAX7V3M5QS8D2N0C4H6J9W1Z",
    store: false,
    stream: true,
    reasoning: { effort: "low", summary: "auto" },
    include: ["reasoning.encrypted_content"],
    text: { verbosity: "medium" }
  }
  const tools = [
    {
      type: "function",
      name: "HassTurnOn",
      description: "Turns on a device",
      parameters: { type: "object", properties: { name: { type: "string" } }, required: [] },
      strict: false
    }
  ]
  const messages = [
    { type: "message", role: "developer", content: "You are a voice assistant." },
    { type: "message", role: "user", content: "መብራቱን አብራ" }
  ]

  test("Home Assistant calls a tool and gives its result, with the model's reasoning in between", async () => {
    const first = eventsIn(await (await post("/responses", { ...asked, input: messages, tools }, PYTHON)).text())
    const types = first.map(({ type }) => type)
    expect(types).toEqual(
      expect.arrayContaining([
        "response.output_item.added",
        "response.function_call_arguments.delta",
        "response.function_call_arguments.done",
        "response.completed"
      ])
    )
    const { item } = first.find(({ type }) => type === "response.output_item.done")
    const history = [
      ...messages,
      { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "x" },
      { type: "function_call", name: item.name, arguments: item.arguments, call_id: item.call_id },
      { type: "function_call_output", call_id: item.call_id, output: '{"success":true}' }
    ]
    const second = eventsIn(await (await post("/responses", { ...asked, input: history, tools }, PYTHON)).text())
    expect(
      second.flatMap(({ delta, type }) => (type === "response.output_text.delta" ? [delta] : [])).join("")
    ).toContain("success")
    expect(second.at(-1).response.usage.input_tokens).toBeGreaterThan(0)
  })

  test("Home Assistant gives a picture and a PDF with a question, and gets JSON of a schema", async () => {
    const document = Buffer.from(pdf([pdfText([[12, "Gas 42"]])])).toString("base64")
    const content = [
      { type: "input_text", text: "Read the meter" },
      { type: "input_file", filename: "/media/meter.pdf", file_data: `data:application/pdf;base64,${document}` }
    ]
    const schema = {
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
      strict: true,
      additionalProperties: false
    }
    const before = engine.asked.length
    const events = eventsIn(
      await (
        await post("/responses", {
          ...asked,
          input: [{ type: "message", role: "user", content }],
          text: { format: { type: "json_schema", name: "meter", schema } }
        })
      ).text()
    )
    expect(events.at(-1).type).toBe("response.completed")
    expect(JSON.stringify(engine.asked[before]?.messages)).toContain("Gas 42")
  })

  test("Home Assistant transcribes its microphone, with a prompt", async () => {
    const form = new FormData()
    form.append("model", "gpt-4o-mini-transcribe")
    form.append("language", "am")
    form.append("prompt", "The user speaks with a smart home.")
    form.append("response_format", "json")
    form.append("file", spoken, "a.wav")
    const heard = await fetch(`${server.url}/v1/audio/transcriptions`, { method: "POST", headers: PYTHON, body: form })
    expect((await heard.json()).text).toContain("ሰላም")
  })
})

describe("Python's openai", () => {
  test("Python's openai writes lists and booleans of forms in its own way, and reads the stream's end", async () => {
    const form = new FormData()
    form.append("model", "whisper-1")
    form.append("stream", "true")
    form.append("timestamp_granularities[]", "segment")
    form.append("file", spoken, "speech.wav")
    const heard = await fetch(`${server.url}/v1/audio/transcriptions`, { method: "POST", headers: PYTHON, body: form })
    const done = eventsIn(await heard.text()).at(-1)
    expect(done).toMatchObject({
      type: "transcript.text.done",
      usage: { type: "tokens", total_tokens: expect.any(Number) }
    })
  })

  test("Python's openai gets the class of its error by the status: 400 for what is wrong, with the field", async () => {
    for (const [path, body, param] of [
      [
        "/chat/completions",
        { model: MODEL, messages: [{ role: "user", content: "x" }], temperature: 9 },
        "temperature"
      ],
      ["/responses", { model: MODEL, input: "x", tools: [{ type: "web_search_preview" }] }, "tools[0].type"],
      ["/audio/speech", { model: "tts-1", voice: "nobody", input: "ሰላም" }, "voice"]
    ] as const) {
      const answer = await post(path, body, PYTHON)
      expect([path, answer.status, (await answer.json()).error.param]).toEqual([path, 400, param])
    }
  })

  test("Python's openai asks again where the engine is busy: 429 with Retry-After", async () => {
    engine.failing(
      ...Array.from({ length: 5 }, () => () => Response.json({ error: { message: "slow down" } }, { status: 429 }))
    )
    const answer = await post("/chat/completions", { model: MODEL, messages: [{ role: "user", content: "x" }] }, PYTHON)
    engine.failing()
    expect([answer.status, answer.headers.has("retry-after")]).toEqual([429, true])
    expect((await answer.json()).error).toMatchObject({ type: "rate_limit_error", code: "PROVIDER_UNAVAILABLE" })
  }, 30_000)
})
