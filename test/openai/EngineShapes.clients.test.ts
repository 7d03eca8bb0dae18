/**
 * Answers in the shapes in which engines are known to send them: what a client sees is the same by every protocol,
 * whole and streamed, and no thought is part of it.
 */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { call, startServer, type TestServer, textSoFar } from "../support/Server.ts"

const ANSWER = "ሰላም! እንዴት ነህ?"
const THOUGHT = "The user greets me, so I greet them."
const usage = { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 }

interface Shape {
  readonly message?: object
  /** The deltas of a stream; else the message at once. */
  readonly deltas?: ReadonlyArray<object>
  readonly finish?: string | null
  /** What is sent in place of an answer. */
  readonly body?: object
  readonly status?: number
}

interface Seen {
  readonly text?: string
  readonly thoughts?: string
  readonly finish?: string
  readonly calls?: ReadonlyArray<string>
  readonly code?: string
}

const city = (name: string) => JSON.stringify({ city: name })
const weather = (name: string, more: object = {}) => ({
  function: { name: "get_weather", arguments: city(name) },
  ...more
})
const harmony = `<|channel|>analysis<|message|>${THOUGHT}<|end|><|start|>assistant<|channel|>final<|message|>${ANSWER}`
const answered: Seen = { text: ANSWER, finish: "stop" }
const thought: Seen = { ...answered, thoughts: THOUGHT }
const called = (...names: ReadonlyArray<string>): Seen => ({ calls: names.map(city), finish: "tool_calls" })
const pieces = (text: string) => (text.match(/.{1,7}/gsu) ?? []).map((content) => ({ content }))

const SHAPES: Readonly<Record<string, readonly [shape: Shape, seen: Seen]>> = {
  "reasoning as an object": [{ message: { reasoning: { content: THOUGHT }, content: ANSWER } }, thought],
  reasoning_details: [
    { message: { reasoning_details: [{ type: "reasoning.text", index: 0, text: THOUGHT }], content: ANSWER } },
    thought
  ],
  "thinking of Ollama": [{ message: { thinking: THOUGHT, content: ANSWER } }, thought],
  "content in parts with thoughts": [
    {
      message: {
        content: [
          { type: "thinking", thinking: [{ type: "text", text: THOUGHT }] },
          { type: "text", text: ANSWER }
        ]
      }
    },
    thought
  ],
  "<thinking>": [{ deltas: pieces(`<thinking>${THOUGHT}</thinking>${ANSWER}`) }, thought],
  "[THINK] of Magistral": [{ deltas: pieces(`[THINK]${THOUGHT}[/THINK]${ANSWER}`) }, thought],
  "channels of gpt-oss": [{ deltas: pieces(harmony) }, thought],
  "<answer> of Hunyuan": [{ deltas: pieces(`<think>${THOUGHT}</think>\n<answer>\n${ANSWER}\n</answer>`) }, thought],
  "a cut inside <think>": [
    { deltas: pieces(`<think>${THOUGHT}`), finish: "length" },
    { text: "", thoughts: THOUGHT, finish: "length" }
  ],
  "a cut inside a channel": [
    { deltas: pieces(`<|channel|>analysis<|message|>${THOUGHT}`), finish: "length" },
    { text: "", thoughts: THOUGHT, finish: "length" }
  ],
  "deltas with a role alone": [
    { deltas: [{ role: "assistant" }, { role: "assistant", content: ANSWER }, { role: "assistant", content: "" }] },
    answered
  ],
  "tool_calls null": [{ message: { content: ANSWER, tool_calls: null, function_call: null, refusal: null } }, answered],
  "content in parts": [{ message: { content: [{ type: "text", text: ANSWER }] } }, answered],
  "an empty finish reason": [{ message: { content: ANSWER }, finish: "" }, answered],
  "a finish reason of its own": [{ message: { content: ANSWER }, finish: "eos" }, answered],
  "a refusal": [{ message: { content: null, refusal: "አልችልም" } }, { text: "አልችልም", finish: "safety" }],
  "a refusal in parts": [
    { message: { content: [{ type: "refusal", refusal: "አልችልም" }] } },
    { text: "አልችልም", finish: "safety" }
  ],
  "a call in the form of DeepSeek": [
    {
      deltas: pieces(
        `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>${city("Jimma")}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`
      )
    },
    called("Jimma")
  ],
  "a call in the form of GLM": [
    {
      deltas: pieces("<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Jimma</arg_value>\n</tool_call>")
    },
    called("Jimma")
  ],
  "a call that the model got wrong": [
    { message: { content: "" }, finish: "unexpected_tool_call" },
    { code: "PROVIDER_ERROR" }
  ],
  "a call that Groq could not read": [
    { status: 400, body: { error: { message: "Failed to call a function.", code: "tool_use_failed" } } },
    { code: "PROVIDER_ERROR" }
  ],
  "filtered in the answer": [
    { message: { content: "" }, finish: "content_filter" },
    { text: "", finish: "safety" }
  ],
  "calls without ids": [
    { message: { content: null, tool_calls: [weather("Jimma"), weather("Adama")] } },
    called("Jimma", "Adama")
  ],
  "calls of one index": [
    {
      message: {
        content: null,
        tool_calls: [weather("Jimma", { index: 0, id: "a" }), weather("Adama", { index: 0, id: "b" })]
      }
    },
    called("Jimma", "Adama")
  ],
  "calls of one id": [
    {
      message: {
        content: null,
        tool_calls: [weather("Jimma", { index: 0, id: "a" }), weather("Adama", { index: 1, id: "a" })]
      }
    },
    called("Jimma", "Adama")
  ],
  "arguments as an object": [
    {
      message: {
        content: null,
        tool_calls: [{ id: "a", function: { name: "get_weather", arguments: { city: "Jimma" } } }]
      }
    },
    called("Jimma")
  ],
  "a call that ends with stop": [
    { message: { content: "", tool_calls: [weather("Jimma", { id: "a" })] }, finish: "stop" },
    called("Jimma")
  ],
  "a call after thoughts": [
    { message: { reasoning_content: THOUGHT, content: "", tool_calls: [weather("Jimma", { id: "a" })] } },
    { ...called("Jimma"), thoughts: THOUGHT }
  ],
  "an error inside 200": [{ body: { error: { message: "CUDA error", code: 500 } } }, { code: "PROVIDER_ERROR" }],
  "too long inside 200": [
    {
      body: {
        error: {
          message: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.",
          code: 400
        }
      }
    },
    { code: "TEXT_TOO_LONG" }
  ],
  "filtered with 400": [
    { status: 400, body: { error: { message: "The response was filtered", code: "content_filter" } } },
    { text: "", finish: "safety" }
  ],
  "an error as text": [
    { status: 404, body: { detail: "The model `m` does not exist." } },
    { code: "PROVIDER_NOT_CONFIGURED" }
  ],
  "an error in a list": [
    {
      status: 401,
      body: [{ error: { code: 401, message: "API key not valid.", status: "UNAUTHENTICATED" } }] as object
    },
    { code: "PROVIDER_NOT_CONFIGURED" }
  ]
}

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const streamOf = ({ body, deltas, finish = "stop", message = {} }: Shape): string => {
  if (body !== undefined) return `${event(body)}data: [DONE]\n\n`
  const chunks = [...(deltas ?? [message]), {}].map((delta, index, all) => ({
    choices: [{ index: 0, delta, finish_reason: index === all.length - 1 ? finish : null }]
  }))
  return `${[...chunks, { choices: [], usage }].map(event).join("")}data: [DONE]\n\n`
}
const wholeOf = ({ body, deltas, finish = "stop", message = {} }: Shape): object => {
  const content = (deltas ?? []).map((delta) => ("content" in delta ? delta.content : "")).join("")
  const said = deltas === undefined ? message : { role: "assistant", content }
  return body ?? { choices: [{ index: 0, message: said, finish_reason: finish }], usage }
}

const engine = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: async (request) => {
    if (request.method === "GET") return Response.json({ data: [{ id: "m" }] })
    const text = await request.text()
    const asked = Object.keys(SHAPES).find((name) => text.includes(JSON.stringify(`«${name}»`).slice(1, -1)))
    const shape: Shape = SHAPES[asked ?? ""]?.[0] ?? {}
    if (shape.status !== undefined) return Response.json(shape.body, { status: shape.status })
    return text.includes('"stream":true')
      ? new Response(streamOf(shape), { headers: { "content-type": "text/event-stream" } })
      : Response.json(wholeOf(shape))
  }
})

let server: TestServer
beforeAll(async () => {
  server = await startServer({ QAL_TEXT_URL: `http://127.0.0.1:${engine.port}/v1`, QAL_TEXT_MODEL: "m" })
}, 90_000)
afterAll(async () => {
  await server.dispose()
  await engine.stop(true)
})

const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
const named = { name: "get_weather", parameters }
const tools = [{ type: "function", function: named }]

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered
type Body = any
const joined = (parts: ReadonlyArray<unknown>) => parts.map((part) => part ?? "").join("")

interface Protocol {
  readonly path: string
  readonly body: (words: string, stream: boolean) => object
  readonly seen: (bodies: ReadonlyArray<Body>, stream: boolean) => Seen & { readonly calls?: ReadonlyArray<string> }
}

const PROTOCOLS: Readonly<Record<string, Protocol>> = {
  chat_generate: {
    path: "/api/v1/chat_generate",
    body: (prompt, stream) => ({
      prompt,
      target_language: "am",
      // Its streams take no tools.
      ...(stream ? {} : { tools }),
      include_reasoning: true,
      generation_config: { stream }
    }),
    seen: (bodies) => ({
      text: joined(bodies.map(({ response_text }) => response_text)),
      thoughts: joined(bodies.map(({ reasoning_text }) => reasoning_text)),
      finish: bodies.at(-1)?.finish_reason,
      calls: bodies.flatMap(({ tool_calls }) => tool_calls ?? []).map((one: Body) => one.function.arguments)
    })
  },
  "chat completions": {
    path: "/v1/chat/completions",
    body: (content, stream) => ({
      model: "qal",
      messages: [{ role: "user", content }],
      tools,
      include_reasoning: true,
      stream
    }),
    seen: (bodies) => {
      const choices = bodies.flatMap((body) => body.choices ?? [])
      const said = choices.map((choice: Body) => choice.delta ?? choice.message)
      return {
        text: joined(said.map(({ content }: Body) => content)),
        thoughts: joined(said.map(({ reasoning_content }: Body) => reasoning_content)),
        finish: choices.findLast((choice: Body) => (choice.finish_reason ?? "") !== "")?.finish_reason,
        calls: said.flatMap(({ tool_calls }: Body) => tool_calls ?? []).map((one: Body) => one.function.arguments)
      }
    }
  },
  responses: {
    path: "/v1/responses",
    body: (input, stream) => ({
      model: "qal",
      input,
      tools: [{ type: "function", ...named }],
      reasoning: { summary: "auto" },
      stream
    }),
    seen: (bodies, stream) => {
      const response = stream ? bodies.findLast((body) => body.response !== undefined)?.response : bodies[0]
      const of = (type: string) => (response?.output ?? []).filter((item: Body) => item.type === type)
      const calls = of("function_call").map((one: Body) => one.arguments)
      const reason = response?.incomplete_details?.reason
      const ended = reason === "max_output_tokens" ? "length" : reason === "content_filter" ? "safety" : "stop"
      return {
        text: joined(of("message").map((item: Body) => item.content[0]?.text ?? item.content[0]?.refusal)),
        thoughts: joined(of("reasoning").map((item: Body) => item.summary[0]?.text)),
        finish: calls.length > 0 ? "tool_calls" : ended,
        calls
      }
    }
  }
}

const CODES: Readonly<Record<string, string>> = { context_length_exceeded: "TEXT_TOO_LONG" }
const FINISHES: Readonly<Record<string, string>> = { content_filter: "safety" }

const bodiesIn = (text: string, stream: boolean): ReadonlyArray<Body> => {
  if (!stream || text.startsWith('{"error')) return [JSON.parse(text)]
  const lines = text.split("\n").map((line) => line.replace(/^data: /, ""))
  return lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line))
}

const look = async (protocol: Protocol, name: string, stream: boolean): Promise<Seen> => {
  const response = await call(server, "POST", protocol.path, protocol.body(`«${name}»`, stream))
  const bodies = bodiesIn(await textSoFar(response), stream)
  const failed = bodies
    .map((body) => (body.type === "error" ? body : (body.error ?? body.response?.error)))
    .find((one) => (one ?? null) !== null)
  if (failed !== undefined) return { code: CODES[failed.code] ?? failed.code }
  const { calls = [], finish = "", text = "", thoughts = "" } = protocol.seen(bodies, stream)
  return {
    ...(calls.length > 0 ? { calls } : { text }),
    ...(thoughts.trim() === "" ? {} : { thoughts: thoughts.trim() }),
    finish: FINISHES[finish] ?? finish
  }
}

test.each(Object.keys(SHAPES))(
  "an engine's answer with %s is the same by every protocol, whole and streamed",
  async (name) => {
    const expected = SHAPES[name]?.[1] ?? {}
    const seen: Record<string, Seen> = {}
    for (const [protocol, of] of Object.entries(PROTOCOLS)) {
      for (const stream of [false, true])
        if (!(stream && of.path.endsWith("chat_generate") && "calls" in expected))
          seen[`${protocol}${stream ? ", streamed" : ""}`] = await look(of, name, stream)
    }
    expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((key) => [key, expected])))
  }
)
