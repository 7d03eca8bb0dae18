/**
 * Seven servers of `chat/completions` as they publish themselves: their lists, the shapes of their streams, what they
 * call thoughts, how they end an answer, and how they refuse. Each does what the last words of the user name.
 */
import { serve } from "bun"

export const SERVERS = ["llama.cpp", "Ollama", "vLLM", "LM Studio", "Gemini", "DeepSeek", "OpenRouter"] as const
export type ServerName = (typeof SERVERS)[number]

export const ANSWER = "ሰላም! እንዴት ልርዳዎ እችላለሁ?"
export const THOUGHT = "The user greets me."
export const JSON_ANSWER = '{"city":"Adama"}'
export const HOLDS = 4_096

/** What a user asks for; each is a situation that a server can be in. */
const SITUATIONS = [
  "answer",
  "think",
  "call",
  "call twice",
  "must call",
  "json",
  "cut",
  "filter",
  "too long",
  "no model",
  "bad key",
  "no route",
  "no credit",
  "busy once",
  "busy",
  "fail midway",
  "break off",
  "say nothing"
] as const
export type Situation = (typeof SITUATIONS)[number]

interface Call {
  readonly id?: string
  readonly function: { readonly name: string; readonly arguments: string }
  readonly extra_content?: { readonly google?: { readonly thought_signature?: string } }
}
interface SentMessage {
  readonly role: string
  readonly content?: unknown
  readonly reasoning_content?: string
  readonly reasoning_details?: unknown
  readonly tool_calls?: ReadonlyArray<Call>
}
interface ReceivedRequest {
  readonly messages: ReadonlyArray<SentMessage>
  readonly stream_options?: { readonly include_usage?: boolean }
}

type Refusal = readonly [status: number, body: unknown]
type Delta = Readonly<Record<string, unknown>>

interface Kind {
  /** `GET /v1/models`, with the model that is set in it. */
  readonly model: string
  readonly entry: object
  /** What it sends before an answer begins, and between its events. */
  readonly comment?: string
  readonly thoughts: (thought: string) => ReadonlyArray<Delta>
  readonly calls: (calls: ReadonlyArray<Call>) => ReadonlyArray<Delta>
  /** How an answer that calls ends. */
  readonly callsEnd: string
  /** How an answer that it filters ends; a refusal where it says so at once. */
  readonly filtered?: string
  readonly refusals: Partial<Record<Situation, Refusal>>
  /** The last event of an answer that fails. */
  readonly failure: (message: string) => string
  /** Why the conversation cannot go on; none where it has all that the server needs back. */
  readonly missing?: (turn: SentMessage) => string | undefined
  /** Whether each event counts. */
  readonly countsAll?: true
}

const error = (message: string, more: object = {}) => ({ error: { message, ...more } })
const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const google = (code: number, message: string, status: string, details: ReadonlyArray<object> = []) => [
  { error: { code, message, status, details } }
]

const pieces = (text: string) => text.match(/.{1,7}/gsu) ?? []
const fieldBy = (name: string) => (thought: string) => pieces(thought).map((piece) => ({ [name]: piece }))

/** A call whose arguments come in fragments, as llama.cpp, vLLM, LM Studio, DeepSeek and OpenRouter send it. */
const inFragments = (calls: ReadonlyArray<Call>): ReadonlyArray<Delta> =>
  calls.flatMap(({ function: { arguments: given, name }, id }, index) => [
    { tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] },
    ...pieces(given).map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] }))
  ])

const SIGNATURE = "EpwCCpkCAdHtim8"

const KINDS: Readonly<Record<ServerName, Kind>> = {
  "llama.cpp": {
    model: "default",
    entry: { id: "/models/qwen3-8b-q4.gguf", object: "model", owned_by: "llamacpp", meta: { n_ctx_train: 40_960 } },
    thoughts: fieldBy("reasoning_content"),
    calls: inFragments,
    callsEnd: "tool_calls",
    failure: (message) => event(error(message, { code: 500, type: "server_error" })),
    refusals: {
      "too long": [
        400,
        error(`the request exceeds the available context size, try increasing it`, {
          code: 400,
          type: "exceed_context_size_error",
          n_prompt_tokens: 5_000,
          n_ctx: HOLDS
        })
      ],
      "bad key": [401, error("Invalid API Key", { code: 401, type: "authentication_error" })],
      "no route": [404, error("File Not Found", { code: 404, type: "not_found_error" })],
      busy: [503, error("Loading model", { code: 503, type: "unavailable_error" })]
    }
  },
  Ollama: {
    model: "qwen3",
    entry: { id: "qwen3:latest", object: "model", created: 1, owned_by: "library" },
    thoughts: fieldBy("reasoning"),
    calls: (calls) => calls.map((call, index) => ({ tool_calls: [{ index, type: "function", ...call }] })),
    callsEnd: "tool_calls",
    failure: (message) => event(error(message, { type: "api_error", param: null, code: null })),
    refusals: {
      "too long": [400, error("the input length exceeds the context length", { type: "invalid_request_error" })],
      "no model": [404, error("model 'qwen3' not found, try pulling it first", { type: "not_found_error" })],
      "no route": [404, "404 page not found"],
      busy: [503, error("server busy, please try again.  maximum pending requests exceeded", { type: "api_error" })]
    }
  },
  vLLM: {
    model: "Qwen/Qwen3-8B",
    entry: { id: "Qwen/Qwen3-8B", object: "model", owned_by: "vllm", max_model_len: HOLDS, permission: [] },
    thoughts: fieldBy("reasoning"),
    calls: inFragments,
    callsEnd: "tool_calls",
    failure: (message) => event(error(message, { type: "InternalServerError", param: null, code: 500 })),
    refusals: {
      "too long": [
        400,
        error(
          `This model's maximum context length is ${HOLDS} tokens. However, your request has 5000 input tokens. Please reduce the length of the input messages.`,
          { type: "BadRequestError", param: null, code: 400 }
        )
      ],
      "no model": [404, error("The model `Qwen/Qwen3-8B` does not exist.", { type: "NotFoundError", code: 404 })],
      "bad key": [401, { error: "Unauthorized" }],
      "no route": [404, { detail: "Not Found" }]
    }
  },
  "LM Studio": {
    model: "qwen3-8b",
    entry: { id: "qwen3-8b", object: "model", owned_by: "organization_owner" },
    thoughts: (thought) => pieces(`<think>\n${thought}\n</think>\n\n`).map((content) => ({ content })),
    calls: inFragments,
    callsEnd: "tool_calls",
    failure: (message) => `event: error\n${event(error(message))}`,
    refusals: {
      "too long": [
        400,
        {
          error: `Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only ${HOLDS} tokens, which is not enough.`
        }
      ],
      "no model": [
        404,
        error("Model does not exist.", { type: "invalid_request_error", param: "model", code: "model_not_found" })
      ],
      "no route": [200, { error: "Unexpected endpoint or method. (POST /chat/completions)" }]
    }
  },
  Gemini: {
    model: "gemini-3-flash",
    entry: { id: "models/gemini-3-flash", object: "model", owned_by: "google" },
    countsAll: true,
    thoughts: (thought) => [
      { content: `<thought>${thought}`, extra_content: { google: { thought: true } } },
      { content: "</thought>" }
    ],
    calls: (calls) =>
      calls.map((call, index) => ({
        tool_calls: [
          {
            // All of them have the first one's number.
            index: 0,
            type: "function",
            ...call,
            ...(index === 0 ? { extra_content: { google: { thought_signature: SIGNATURE } } } : {})
          }
        ]
      })),
    callsEnd: "stop",
    filtered: "content_filter: PROHIBITED_CONTENT",
    missing: ({ tool_calls: [call] = [] }) =>
      call?.extra_content?.google?.thought_signature === SIGNATURE
        ? undefined
        : "Function call is missing a thought_signature in functionCall parts.",
    failure: (message) => event(google(500, message, "INTERNAL")[0]),
    refusals: {
      "too long": [
        400,
        google(
          400,
          `The input token count (5000) exceeds the maximum number of tokens allowed (${HOLDS}).`,
          "INVALID_ARGUMENT"
        )
      ],
      "no model": [404, google(404, "models/gemini-3-flash is not found for API version v1main", "NOT_FOUND")],
      "bad key": [400, google(400, "API key not valid. Please pass a valid API key.", "INVALID_ARGUMENT")],
      "no route": [404, ""],
      "no credit": [
        429,
        google(
          429,
          "You exceeded your current quota, please check your plan and billing details.",
          "RESOURCE_EXHAUSTED",
          [
            { "@type": "type.googleapis.com/google.rpc.QuotaFailure", violations: [{ quotaId: "RequestsPerDay" }] },
            { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34s" }
          ]
        )
      ],
      busy: [503, google(503, "The model is overloaded. Please try again later.", "UNAVAILABLE")]
    }
  },
  DeepSeek: {
    model: "deepseek-chat",
    entry: { id: "deepseek-chat", object: "model", owned_by: "deepseek" },
    comment: ": keep-alive\n\n",
    thoughts: fieldBy("reasoning_content"),
    calls: inFragments,
    callsEnd: "tool_calls",
    missing: ({ reasoning_content }) =>
      reasoning_content === THOUGHT ? undefined : "Missing `reasoning_content` field in the assistant message",
    failure: () => event({ choices: [{ index: 0, delta: {}, finish_reason: "insufficient_system_resource" }] }),
    refusals: {
      filter: [400, error("Content Exists Risk", { type: "invalid_request_error", code: "invalid_request_error" })],
      "too long": [
        400,
        error(
          `This model's maximum context length is ${HOLDS} tokens. However, you requested 5000 tokens (5000 in the messages, 0 in the completion). Please reduce the length of the messages or completion.`,
          { type: "invalid_request_error", code: "invalid_request_error" }
        )
      ],
      "no model": [400, error("Model Not Exist", { type: "invalid_request_error", code: "invalid_request_error" })],
      "bad key": [401, error("Authentication Fails (no such user)", { type: "authentication_error" })],
      "no route": [404, ""],
      "no credit": [402, error("Insufficient Balance", { type: "unknown_error", code: "invalid_request_error" })],
      busy: [503, error("Service is too busy. We advise users to temporarily switch to another provider.")]
    }
  },
  OpenRouter: {
    model: "qwen/qwen3-8b:free",
    entry: { id: "qwen/qwen3-8b", context_length: 131_072, top_provider: { context_length: HOLDS } },
    comment: ": OPENROUTER PROCESSING\n\n",
    thoughts: (thought) =>
      pieces(thought).map((text) => ({
        content: "",
        reasoning: text,
        reasoning_details: [{ type: "reasoning.text", text, format: "unknown", index: 0 }]
      })),
    calls: inFragments,
    callsEnd: "tool_calls",
    missing: ({ reasoning_details }) =>
      JSON.stringify(reasoning_details)?.includes(THOUGHT) === true ? undefined : "reasoning_details are missing",
    failure: (message) =>
      event({
        error: { code: "server_error", message },
        choices: [{ index: 0, delta: { content: "" }, finish_reason: "error" }]
      }),
    refusals: {
      filter: [
        403,
        error("openai/gpt-5 requires moderation on OpenAI. Your input was flagged", {
          code: 403,
          metadata: { reasons: ["violence"], flagged_input: "x", provider_name: "OpenAI" }
        })
      ],
      "too long": [
        400,
        error(
          `This endpoint's maximum context length is ${HOLDS} tokens. However, you requested about 5000 tokens (5000 of text input). Please reduce the length of either one.`,
          { code: 400, metadata: { provider_name: null } }
        )
      ],
      "no model": [404, error("No endpoints found for qwen/qwen3-8b:free.", { code: 404 })],
      "bad key": [401, error("User not found.", { code: 401 })],
      "no route": [404, "<!DOCTYPE html><html><body>404: This page could not be found.</body></html>"],
      "no credit": [402, error("Insufficient credits. Add more using https://x/credits", { code: 402 })],
      busy: [
        429,
        error("Provider returned error", { code: 429, metadata: { raw: "temporarily rate-limited upstream" } })
      ]
    }
  }
}

/** Whether a server can be in a situation at all: some have no keys, no filter, or one model for any name. */
export const knows = (name: ServerName, situation: Situation): boolean => {
  const { filtered, refusals } = KINDS[name]
  if (situation === "busy once") return "busy" in refusals
  if (situation === "filter") return filtered !== undefined || "filter" in refusals
  const refuses: ReadonlyArray<Situation> = ["too long", "no model", "bad key", "no route", "no credit", "busy"]
  return !refuses.includes(situation) || situation in refusals
}

const lastWords = ({ messages }: ReceivedRequest): string => {
  const content = messages.findLast(({ role }) => role === "user")?.content
  return typeof content === "string" ? content : ""
}

const weather = (city: string, id: number): Call => ({
  id: `call_${id}`,
  function: { name: "get_weather", arguments: JSON.stringify({ city }) }
})

const textOf = (situation: Situation): string => {
  if (situation === "json") return JSON_ANSWER
  if (situation === "must call") {
    return `<tool_call>\n{"name": "get_weather", "arguments": {"city": "Adama"}}\n</tool_call>`
  }
  return situation === "say nothing" || situation === "filter" ? "" : ANSWER
}

const endOf = (situation: Situation, { callsEnd, filtered = "stop" }: Kind, isCall: boolean): string => {
  if (situation === "cut") return "length"
  if (situation === "filter") return filtered
  return isCall ? callsEnd : "stop"
}

const usage = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 }

/** The events of an answer. */
const answerOf = (kind: Kind, situation: Situation, isAnswered: boolean): string => {
  const isCall = (situation === "call" || situation === "call twice") && !isAnswered
  const calls = [weather("Adama", 1), ...(situation === "call twice" ? [weather("Jimma", 2)] : [])]
  const words = pieces(textOf(isAnswered ? "answer" : situation)).map((content) => ({ content }))
  const thinks = situation === "think" || (isCall && kind.missing !== undefined)
  const deltas: ReadonlyArray<Delta> = [
    { role: "assistant", content: "" },
    ...(thinks ? kind.thoughts(THOUGHT) : []),
    ...(isCall ? kind.calls(calls) : words)
  ]
  const counts = kind.countsAll === true ? { usage } : {}
  const begun = deltas.map((delta) => event({ choices: [{ index: 0, delta, finish_reason: null }], ...counts }))
  const comment = kind.comment ?? ""
  if (situation === "fail midway") return [comment, ...begun, kind.failure("the model runner has stopped")].join("")
  if (situation === "break off") return [comment, ...begun].join("")
  const end = event({ choices: [{ index: 0, delta: {}, finish_reason: endOf(situation, kind, isCall) }], ...counts })
  return [comment, ...begun, end, event({ choices: [], usage }), "data: [DONE]\n\n"].join("")
}

const refused = ([status, body]: Refusal): Response =>
  typeof body === "string" ? new Response(body, { status }) : Response.json(body, { status })

/** Starts one; `stop` ends it. */
export const startEngineServer = (name: ServerName) => {
  const kind = KINDS[name]
  const busyOnce = new Set<string>()
  const answer = (asked: ReceivedRequest): Response => {
    const [words = "", run = ""] = lastWords(asked).split("#")
    const situation = SITUATIONS.find((known) => known === words.trim()) ?? "answer"
    const turn = asked.messages.find(({ tool_calls }) => tool_calls !== undefined)
    const lacking = turn === undefined ? undefined : kind.missing?.(turn)
    if (lacking !== undefined) return refused([400, error(lacking)])
    if (situation === "busy once" && !busyOnce.has(run)) {
      busyOnce.add(run)
      return refused(kind.refusals.busy ?? [503, ""])
    }
    const refusal = kind.refusals[situation]
    if (refusal !== undefined) return refused(refusal)
    const isAnswered = asked.messages.at(-1)?.role === "tool"
    return new Response(answerOf(kind, situation, isAnswered), { headers: { "content-type": "text/event-stream" } })
  }
  const server = serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      if (request.url.endsWith("/v1/models")) return Response.json({ object: "list", data: [kind.entry] })
      return request.url.endsWith("/chat/completions") ? answer(await request.json()) : refused([404, ""])
    }
  })
  return {
    settings: { QAL_TEXT_URL: `http://127.0.0.1:${server.port}/v1`, QAL_TEXT_MODEL: kind.model },
    stop: () => server.stop(true)
  }
}
