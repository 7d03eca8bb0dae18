/**
 * The same 25 requests against seven servers as they publish themselves: what a client sees of each, which is the same
 * by every protocol. The table of docs/attach-engines.md is this table.
 */
import { afterAll, expect, test } from "bun:test"
import { call, startServer, type TestServer, textSoFar } from "../support/Server.ts"
import {
  ANSWER,
  HOLDS,
  JSON_ANSWER,
  knows,
  SERVERS,
  type ServerName,
  type Situation,
  startEngineServer,
  THOUGHT
} from "./Servers.ts"

const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
const named = { name: "get_weather", description: "The weather of a city", parameters }

interface Wanted {
  readonly title: string
  readonly situation: Situation
  readonly stream?: true
  readonly thoughts?: true
  readonly tools?: true
  readonly required?: true
  readonly json?: true
  readonly system?: true
  readonly history?: true
  /** The result of its call is sent too. */
  readonly result?: true
}

const WANTED: ReadonlyArray<Wanted> = [
  { title: "a question", situation: "answer" },
  { title: "the same, streamed", situation: "answer", stream: true },
  { title: "a question after others", situation: "answer", history: true },
  { title: "a question with instructions", situation: "answer", system: true },
  { title: "a model that thinks", situation: "think" },
  { title: "the same, streamed", situation: "think", stream: true },
  { title: "thoughts are asked for", situation: "think", thoughts: true },
  { title: "the same, streamed", situation: "think", thoughts: true, stream: true },
  { title: "a call", situation: "call", tools: true },
  { title: "two calls", situation: "call twice", tools: true },
  { title: "the call's result", situation: "call", tools: true, result: true },
  { title: "a required call, written as text", situation: "must call", tools: true, required: true },
  { title: "JSON by a schema", situation: "json", json: true },
  { title: "an answer that is cut", situation: "cut" },
  { title: "a prompt that it filters", situation: "filter" },
  { title: "a prompt that is too long", situation: "too long" },
  { title: "a model that it does not have", situation: "no model" },
  { title: "a key that it does not take", situation: "bad key" },
  { title: "an address that it does not have", situation: "no route" },
  { title: "no credit, no quota", situation: "no credit" },
  { title: "busy once", situation: "busy once" },
  { title: "busy", situation: "busy" },
  { title: "a failure in the midst", situation: "fail midway", stream: true },
  { title: "an answer that breaks off", situation: "break off", stream: true },
  { title: "an answer without a word", situation: "say nothing" }
]

interface Seen {
  readonly finish?: string
  readonly text?: string
  readonly thoughts?: string
  readonly calls?: ReadonlyArray<unknown>
  readonly code?: string
  readonly message?: string
}

/** What is seen, in a word or two: the same for all protocols. */
const shown = ({ calls = [], code, finish, message = "", text = "", thoughts = "" }: Seen): string => {
  if (code === "TEXT_TOO_LONG" || code === "context_length_exceeded") {
    const holds = /it holds (\d+)/.exec(message)?.[1]
    return holds === undefined ? "too long" : `too long: ${holds}`
  }
  if (code === "PROVIDER_NOT_CONFIGURED") return /QAL_TEXT_[A-Z_]+/.exec(message)?.[0] ?? "?"
  if (code === "PROVIDER_UNAVAILABLE") return "busy"
  if (code === "PROVIDER_ERROR") return "failed"
  if (code !== undefined) return code
  if (finish === "safety" || finish === "content_filter") return text === "" ? "filtered" : "filtered, with words"
  if (calls.length > 0) return calls.length === 1 ? "call" : `${calls.length} calls`
  const said = text === ANSWER ? "answer" : text === JSON_ANSWER ? "JSON" : `? ${text}`
  const cut = finish === "length" || finish === "max_output_tokens" ? `${said}, cut` : said
  return thoughts === "" ? cut : thoughts === THOUGHT ? `${cut}, thoughts` : `? ${thoughts}`
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered
type Body = any

interface Protocol {
  readonly name: string
  readonly path: string
  readonly body: (wanted: Wanted, turns: ReadonlyArray<object>) => object
  readonly whole: (body: Body) => Seen
  readonly streamed: (events: ReadonlyArray<Body>) => Seen
  /** The turns that follow an answer with calls. */
  readonly resultOf: (body: Body) => ReadonlyArray<object>
}

const errorOf = (body: Body): Seen | undefined =>
  body?.error === undefined || body.error === null ? undefined : { code: body.error.code, message: body.error.message }

const RESULT = '{"sky":"clear"}'
const settings = (wanted: Wanted) => ({
  ...(wanted.tools === true ? { tool_choice: wanted.required === true ? "required" : "auto" } : {})
})
const systemOf = ({ system }: Wanted) => (system === true ? [{ role: "system", content: "Answer briefly." }] : [])
const joined = (parts: ReadonlyArray<string | undefined>) => parts.map((part) => part ?? "").join("")

const native: Protocol = {
  name: "chat_generate",
  path: "/api/v1/chat_generate",
  body: (wanted, turns) => ({
    target_language: "am",
    messages: [...systemOf(wanted), ...turns],
    ...settings(wanted),
    ...(wanted.tools === true ? { tools: [{ type: "function", function: named }] } : {}),
    ...(wanted.thoughts === true ? { include_reasoning: true } : {}),
    generation_config: { stream: wanted.stream === true }
  }),
  whole: (body) =>
    errorOf(body) ?? {
      finish: body.finish_reason,
      text: body.response_text,
      thoughts: body.reasoning_text,
      calls: body.tool_calls
    },
  streamed: (events) =>
    events.map(errorOf).find((error) => error !== undefined) ?? {
      finish: events.at(-1)?.finish_reason,
      text: joined(events.map(({ response_text }) => response_text)),
      thoughts: joined(events.map(({ reasoning_text }) => reasoning_text)).trim()
    },
  resultOf: ({ tool_calls }) => [
    { role: "assistant", content: "", tool_calls },
    { role: "tool", tool_call_id: tool_calls[0].id, content: RESULT }
  ]
}

const completions: Protocol = {
  name: "chat completions",
  path: "/v1/chat/completions",
  body: (wanted, turns) => ({
    model: "qal",
    messages: [...systemOf(wanted), ...turns],
    ...settings(wanted),
    ...(wanted.tools === true ? { tools: [{ type: "function", function: named }] } : {}),
    ...(wanted.json === true
      ? { response_format: { type: "json_schema", json_schema: { name: "place", schema: parameters } } }
      : {}),
    ...(wanted.thoughts === true ? { include_reasoning: true } : {}),
    stream: wanted.stream === true
  }),
  whole: (body) => {
    const { finish_reason: finish, message = {} } = body.choices?.[0] ?? {}
    const { content, reasoning_content: thoughts, tool_calls: calls } = message
    return errorOf(body) ?? { finish, text: content ?? "", thoughts, calls }
  },
  streamed: (events) => {
    const choices = events.flatMap(({ choices = [] }) => choices)
    return (
      events.map(errorOf).find((error) => error !== undefined) ?? {
        finish: choices.findLast(({ finish_reason: reason }) => (reason ?? undefined) !== undefined)?.finish_reason,
        text: joined(choices.map(({ delta }) => delta.content)),
        thoughts: joined(choices.map(({ delta }) => delta.reasoning_content)).trim()
      }
    )
  },
  resultOf: (body) => {
    const { message } = body.choices[0]
    // As clients that keep nothing but what they know.
    const [{ function: called, id }] = message.tool_calls
    return [
      { role: "assistant", content: null, tool_calls: [{ id, type: "function", function: called }] },
      { role: "tool", tool_call_id: id, content: RESULT }
    ]
  }
}

const partsOf = (output: Body, type: string): ReadonlyArray<Body> =>
  (output ?? []).filter((item: Body) => item.type === type)

const ofResponse = (response: Body): Seen =>
  errorOf(response) ?? {
    finish: response.incomplete_details?.reason ?? response.status,
    text: joined(partsOf(response.output, "message").map(({ content }) => content[0]?.text)),
    thoughts: joined(partsOf(response.output, "reasoning").map(({ summary }) => summary[0]?.text)),
    calls: partsOf(response.output, "function_call")
  }

const responses: Protocol = {
  name: "responses",
  path: "/v1/responses",
  body: (wanted, turns) => ({
    model: "qal",
    input: turns,
    ...(wanted.system === true ? { instructions: "Answer briefly." } : {}),
    ...settings(wanted),
    ...(wanted.tools === true ? { tools: [{ type: "function", ...named }] } : {}),
    ...(wanted.json === true ? { text: { format: { type: "json_schema", name: "place", schema: parameters } } } : {}),
    ...(wanted.thoughts === true ? { reasoning: { summary: "auto" } } : {}),
    stream: wanted.stream === true
  }),
  whole: ofResponse,
  streamed: (events) => {
    const last = events.findLast(({ response }) => response !== undefined)?.response
    const error = events.find(({ type }) => type === "error")
    return error === undefined ? ofResponse(last ?? {}) : { code: error.code, message: error.message }
  },
  resultOf: ({ output }) => {
    const { arguments: given, call_id, name } = partsOf(output, "function_call")[0]
    return [
      { type: "function_call", call_id, name, arguments: given },
      { type: "function_call_output", call_id, output: RESULT }
    ]
  }
}

const PROTOCOLS = [native, completions, responses] as const

const dataIn = (text: string): ReadonlyArray<Body> =>
  text
    .split("\n")
    .filter((line) => line.startsWith("data: ") && line !== "data: [DONE]")
    .map((line) => JSON.parse(line.slice("data: ".length)))

const HISTORY = [
  { role: "user", content: "ሰላም" },
  { role: "assistant", content: ANSWER }
]

let runs = 0

const seenBy = async (server: TestServer, protocol: Protocol, wanted: Wanted): Promise<string> => {
  const question = { role: "user", content: `${wanted.situation}#${runs++}` }
  const turns = [...(wanted.history === true ? HISTORY : []), question]
  const ask = async (all: ReadonlyArray<object>) =>
    textSoFar(await call(server, "POST", protocol.path, protocol.body(wanted, all)))
  const text = await ask(turns)
  if (text.startsWith("data:") || text.startsWith("event:") || text.startsWith(":")) {
    return shown(protocol.streamed(dataIn(text)))
  }
  const body = JSON.parse(text)
  if (wanted.result !== true) return shown(protocol.whole(body))
  return shown(protocol.whole(JSON.parse(await ask([...turns, ...protocol.resultOf(body)]))))
}

/** What the server's engine said of its refusals, as the page of requests has it, once it is written down. */
const saidOf = async (server: TestServer): Promise<void> => {
  const said = "SELECT DISTINCT said FROM requests WHERE code = 'PROVIDER_NOT_CONFIGURED' AND said IS NOT NULL"
  while ((await server.rows(said)).length === 0) await Bun.sleep(100)
}

const cells = new Map<string, string>()
const placeOf = (row: number, name: ServerName) => `${row} ${name}`

let running: { readonly server: TestServer; readonly stop: () => Promise<void> } | undefined
afterAll(async () => {
  await running?.server.dispose()
  await running?.stop()
})

for (const name of SERVERS) {
  test(`clients see the same of ${name} by every protocol`, async () => {
    const engine = startEngineServer(name)
    const server = await startServer(engine.settings)
    running = { server, stop: engine.stop }
    for (const [row, wanted] of WANTED.entries()) {
      if (!knows(name, wanted.situation)) {
        cells.set(placeOf(row, name), "—")
        continue
      }
      const seen: Array<readonly [string, string]> = []
      for (const protocol of PROTOCOLS) {
        // chat_generate has no form of an answer to ask for.
        if (wanted.json !== true || protocol !== native) {
          seen.push([protocol.name, await seenBy(server, protocol, wanted)])
        }
      }
      const [[, first] = ["", "?"]] = seen
      expect([wanted.title, ...seen.map(([protocol, what]) => `${protocol}: ${what}`)]).toEqual([
        wanted.title,
        ...seen.map(([protocol]) => `${protocol}: ${first}`)
      ])
      cells.set(placeOf(row, name), first)
    }
    const ready = await fetch(`${server.url}/readyz`)
    expect(((await ready.json()) as Body).checks.text_model).toBe("ok")
    await saidOf(server)
    await server.dispose()
    await engine.stop()
    running = undefined
  }, 180_000)
}

const tableOf = () =>
  [
    `| | ${SERVERS.join(" | ")} |`,
    `|---|${"---|".repeat(SERVERS.length)}`,
    ...WANTED.map(
      ({ title }, row) => `| ${title} | ${SERVERS.map((name) => cells.get(placeOf(row, name))).join(" | ")} |`
    )
  ].join("\n")

test("the table in the documents says what clients see of each server", async () => {
  const table = tableOf()
  expect(table).not.toContain("?")
  expect(table).toContain(`too long: ${HOLDS}`)
  const guide = await Bun.file(new URL("../../docs/attach-engines.md", import.meta.url)).text()
  if (!guide.includes(table)) throw new Error(`docs/attach-engines.md should have this table:\n${table}`)
})
