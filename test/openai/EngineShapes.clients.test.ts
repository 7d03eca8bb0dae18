/**
 * Answers in the shapes in which engines are known to send them: what a client sees is the same by every protocol,
 * whole and streamed, and no thought is part of it.
 */
import { afterAll, expect, test } from "bun:test"
import { serverForFile } from "../support/ForFile.ts"
import { call, textSoFar } from "../support/Server.ts"
import { completion, eventStream, startUpstream, streamedCompletion } from "../support/Upstream.ts"
import { native, PROTOCOLS, type Protocol, readAnswer } from "./Protocols.ts"

const ANSWER = "ሰላም! እንዴት ነህ?"
const THOUGHT = "The user greets me, so I greet them."

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

const engine = startUpstream(async (request) => {
  const text = await request.text()
  const name = Object.keys(SHAPES).find((known) => text.includes(JSON.stringify(`«${known}»`).slice(1, -1)))
  const { body, deltas, finish = "stop", message = {}, status = 200 }: Shape = SHAPES[name ?? ""]?.[0] ?? {}
  const isStream = text.includes('"stream":true')
  if (body !== undefined) return isStream && status === 200 ? eventStream([body]) : Response.json(body, { status })
  if (isStream) return streamedCompletion(deltas ?? [message], finish)
  const content = (deltas ?? []).map((delta) => ("content" in delta ? delta.content : "")).join("")
  return completion(deltas === undefined ? message : { content }, finish)
})
const server = serverForFile(() => engine.settings("m", "TEXT"))
afterAll(() => engine.stop())

const ask = async (protocol: Protocol, name: string, isStream: boolean): Promise<Seen> => {
  const turns = [{ role: "user", content: `«${name}»` }]
  const body = protocol.body({ turns, isStream, thoughts: true, toolChoice: "auto" })
  const seen = readAnswer(protocol, await textSoFar(await call(server, "POST", protocol.path, body)))
  if ("code" in seen) return { code: seen.code }
  const { calls, finish, text, thoughts } = seen
  return { ...(calls.length > 0 ? { calls } : { text }), ...(thoughts === "" ? {} : { thoughts }), finish }
}

test.each(Object.keys(SHAPES))(
  "an engine's answer with %s is the same by every protocol, whole and streamed",
  async (name) => {
    const expected = SHAPES[name]?.[1] ?? {}
    const seen: Record<string, Seen> = {}
    for (const protocol of PROTOCOLS) {
      for (const isStream of [false, true])
        if (!(isStream && protocol === native && "calls" in expected))
          seen[`${protocol.name}${isStream ? ", streamed" : ""}`] = await ask(protocol, name, isStream)
    }
    expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((key) => [key, expected])))
  }
)
