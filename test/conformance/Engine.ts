/**
 * A small remote engine: `chat/completions` and `embeddings` as servers of models offer them. It calls the first tool
 * that it is offered, and says what the tool gave; it answers a schema with what is scripted; it fails as often as it is told.
 */
import { completion, startUpstream, streamedCompletion, tokenUsage } from "../support/Upstream.ts"

type Json = Readonly<Record<string, unknown>>

interface ReceivedRequest extends Json {
  readonly model: string
  readonly messages: ReadonlyArray<{ readonly role: string; readonly content: unknown }>
  readonly stream?: boolean
  readonly tools?: ReadonlyArray<{ readonly function: { readonly name: string } }>
  readonly tool_choice?: unknown
  readonly response_format?: { readonly type: string }
}

interface Engine {
  /** The settings of a server that it is attached to. */
  readonly settings: Readonly<Record<string, string>>
  /** Requests for answers so far. */
  readonly asked: ReadonlyArray<ReceivedRequest>
  /** The next requests are answered so, each once. */
  readonly failing: (...answers: ReadonlyArray<() => Response>) => void
  readonly stop: () => Promise<void>
}

/** Its own name for its model. */
export const MODEL = "engine-1"
/** What it calls tools with, and answers a schema with. */
export const ARGUMENTS = { city: "Adama" }
/** What it says where nothing else is asked. */
export const SAID = "ሰላም፣ እንደምን አደርክ?"
/** Length of its embeddings. */
export const DIMENSIONS = 8

const usage = tokenUsage(12, 7)

const messageOf = ({ messages, response_format, tool_choice, tools = [] }: ReceivedRequest): Json => {
  const last = messages.at(-1)
  const [tool] = tools
  if (last?.role === "tool") return { content: `ውጤቱ ${String(last.content)} ነው።` }
  if (tool !== undefined && tool_choice !== "none") {
    const call = { name: tool.function.name, arguments: JSON.stringify(ARGUMENTS) }
    return { content: null, tool_calls: [{ id: "call_1", type: "function", function: call }] }
  }
  const isJson = response_format !== undefined && response_format.type !== "text"
  return { content: isJson ? JSON.stringify(ARGUMENTS) : SAID }
}

const isList = (value: unknown): value is ReadonlyArray<Json> => Array.isArray(value)

/** The message in pieces, as models make it: a word, or a part of a call's arguments, at a time. */
const deltasOf = ({ content, tool_calls }: Json): ReadonlyArray<Json> => {
  if (!isList(tool_calls))
    return (
      String(content)
        .match(/\S+\s*/g)
        ?.map((word) => ({ content: word })) ?? []
    )
  const text = JSON.stringify(ARGUMENTS)
  return tool_calls.flatMap((call, index) => [
    { tool_calls: [{ ...call, index, function: { ...Object(call.function), arguments: "" } }] },
    { tool_calls: [{ index, function: { arguments: text.slice(0, 5) } }] },
    { tool_calls: [{ index, function: { arguments: text.slice(5) } }] }
  ])
}

const answer = (asked: ReceivedRequest): Response => {
  const message = messageOf(asked)
  const finish_reason = "tool_calls" in message ? "tool_calls" : "stop"
  if (asked.stream !== true) return completion(message, finish_reason, usage)
  return streamedCompletion(deltasOf(message), finish_reason, usage)
}

const embeddings = ({ encoding_format, input, model }: Json): Response => {
  const texts = Array.isArray(input) ? input : [input]
  const data = texts.map((text, index) => {
    const vector = Float32Array.from({ length: DIMENSIONS }, (_, at) => (String(text).length + at) / 64)
    const embedding = encoding_format === "base64" ? Buffer.from(vector.buffer).toString("base64") : Array.from(vector)
    return { object: "embedding", index, embedding }
  })
  return Response.json({
    object: "list",
    data,
    model,
    usage: { prompt_tokens: texts.length, total_tokens: texts.length }
  })
}

export const startEngine = (): Engine => {
  const asked: Array<ReceivedRequest> = []
  let failures: ReadonlyArray<() => Response> = []
  const { settings, stop } = startUpstream(async (request) => {
    const body = await request.json()
    if (request.url.endsWith("/v1/embeddings")) return embeddings(body)
    asked.push(body)
    const [failure, ...rest] = failures
    failures = rest
    return failure?.() ?? answer(body)
  })
  return {
    settings: settings(MODEL, "TEXT"),
    asked,
    failing: (...answers) => {
      failures = answers
    },
    stop
  }
}
