/** The three protocols by which a client asks the text engine: how each writes a request, and what is read of its answer. */
import { eventsIn } from "../support/Upstream.ts"

/** A request, whatever the protocol. */
export interface ProtocolRequest {
  readonly turns: ReadonlyArray<object>
  readonly isStream: boolean
  /** Whether the model's thoughts are asked for. */
  readonly thoughts: boolean
  readonly toolChoice?: "auto" | "required"
  readonly isJson?: boolean
  readonly instructions?: string
}

export interface ReadAnswer {
  readonly text: string
  readonly thoughts: string
  /** As the native protocol has it: `stop`, `length`, `safety`, `tool_calls`. */
  readonly finish: string
  /** The arguments of each call. */
  readonly calls: ReadonlyArray<string>
}

interface ReadFailure {
  readonly code: string
  readonly message: string
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered
type Body = any

export interface Protocol {
  readonly name: string
  readonly path: string
  readonly body: (request: ProtocolRequest) => object
  /** Of the whole answer, or of the events of a stream. */
  readonly read: (bodies: ReadonlyArray<Body>) => ReadAnswer
  /** The turns that follow an answer with one call, whose result is `result`. */
  readonly resultOf: (body: Body, result: string) => ReadonlyArray<object>
}

const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
const named = { name: "get_weather", description: "The weather of a city", parameters }
const schema = { type: "json_schema", name: "place", schema: parameters }

const joined = (parts: ReadonlyArray<unknown>) => parts.map((part) => part ?? "").join("")
const argumentsOf = (calls: ReadonlyArray<Body>) => calls.map((call) => call.function.arguments)

const toolsOf = ({ toolChoice: tool_choice }: ProtocolRequest, tool: object) =>
  tool_choice === undefined ? {} : { tool_choice, tools: [tool] }

/** The fields that the protocols with `messages` have in common. */
const messagesOf = ({ instructions, thoughts, turns }: ProtocolRequest) => ({
  messages: [...(instructions === undefined ? [] : [{ role: "system", content: instructions }]), ...turns],
  ...(thoughts ? { include_reasoning: true } : {})
})

export const native: Protocol = {
  name: "chat_generate",
  path: "/api/v1/chat_generate",
  body: (request) => ({
    target_language: "am",
    ...messagesOf(request),
    // Its streams take no tools.
    ...(request.isStream ? {} : toolsOf(request, { type: "function", function: named })),
    generation_config: { stream: request.isStream }
  }),
  read: (bodies) => ({
    text: joined(bodies.map(({ response_text }) => response_text)),
    thoughts: joined(bodies.map(({ reasoning_text }) => reasoning_text)),
    finish: bodies.at(-1)?.finish_reason,
    calls: argumentsOf(bodies.flatMap(({ tool_calls }) => tool_calls ?? []))
  }),
  resultOf: ({ tool_calls }, content) => [
    { role: "assistant", content: "", tool_calls },
    { role: "tool", tool_call_id: tool_calls[0].id, content }
  ]
}

const completions: Protocol = {
  name: "chat completions",
  path: "/v1/chat/completions",
  body: (request) => ({
    model: "qal",
    ...messagesOf(request),
    ...toolsOf(request, { type: "function", function: named }),
    ...(request.isJson === true ? { response_format: { type: schema.type, json_schema: schema } } : {}),
    stream: request.isStream
  }),
  read: (bodies) => {
    const choices = bodies.flatMap((body) => body.choices ?? [])
    const said = choices.map((choice: Body) => choice.delta ?? choice.message)
    return {
      text: joined(said.map(({ content }) => content)),
      thoughts: joined(said.map(({ reasoning_content }) => reasoning_content)),
      finish: choices.findLast((choice: Body) => (choice.finish_reason ?? "") !== "")?.finish_reason,
      calls: argumentsOf(said.flatMap(({ tool_calls }) => tool_calls ?? []))
    }
  },
  resultOf: (body, content) => {
    // As clients that keep nothing but what they know.
    const [{ function: called, id }] = body.choices[0].message.tool_calls
    return [
      { role: "assistant", content: null, tool_calls: [{ id, type: "function", function: called }] },
      { role: "tool", tool_call_id: id, content }
    ]
  }
}

const responses: Protocol = {
  name: "responses",
  path: "/v1/responses",
  body: (request) => ({
    model: "qal",
    input: request.turns,
    ...(request.instructions === undefined ? {} : { instructions: request.instructions }),
    ...toolsOf(request, { type: "function", ...named }),
    ...(request.isJson === true ? { text: { format: schema } } : {}),
    ...(request.thoughts ? { reasoning: { summary: "auto" } } : {}),
    stream: request.isStream
  }),
  read: (bodies) => {
    const { incomplete_details, output = [] } =
      bodies.findLast((body) => body.response !== undefined)?.response ?? bodies[0]
    const of = (type: string): ReadonlyArray<Body> => output.filter((item: Body) => item.type === type)
    const calls = of("function_call")
    return {
      text: joined(of("message").map(({ content }) => content[0]?.text ?? content[0]?.refusal)),
      thoughts: joined(of("reasoning").map(({ summary }) => summary[0]?.text)),
      finish: calls.length > 0 ? "tool_calls" : (incomplete_details?.reason ?? "stop"),
      calls: calls.map((call) => call.arguments)
    }
  },
  resultOf: ({ output }, result) => {
    const { arguments: given, call_id, name } = output.find((item: Body) => item.type === "function_call")
    return [
      { type: "function_call", call_id, name, arguments: given },
      { type: "function_call_output", call_id, output: result }
    ]
  }
}

export const PROTOCOLS: ReadonlyArray<Protocol> = [native, completions, responses]

/** OpenAI's words, and those of the native protocol for the same. */
const FINISHES: Readonly<Record<string, string>> = { content_filter: "safety", max_output_tokens: "length" }
const CODES: Readonly<Record<string, string>> = { context_length_exceeded: "TEXT_TOO_LONG" }

/** What a client reads in an answer, whole or streamed. */
export const readAnswer = (protocol: Protocol, text: string): ReadAnswer | ReadFailure => {
  const isWhole = text.startsWith("{")
  const bodies = isWhole ? [JSON.parse(text)] : eventsIn(text)
  const failure = bodies
    .map((body) => (body.type === "error" ? body : (body.error ?? body.response?.error)))
    .find((one) => (one ?? null) !== null)
  if (failure !== undefined) return { code: CODES[failure.code] ?? failure.code, message: failure.message }
  const { finish, thoughts, ...answer } = protocol.read(bodies)
  // The last of streamed thoughts may end with the blank before the answer.
  return { ...answer, thoughts: isWhole ? thoughts : thoughts.trim(), finish: FINISHES[finish] ?? finish }
}
