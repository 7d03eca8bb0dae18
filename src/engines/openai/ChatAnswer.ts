/**
 * What servers of `chat/completions` answer, read by hand: they differ in what
 * they leave out, in names and in types, and a schema that allows for all of it
 * says no more than these functions, at twenty times the cost for each piece.
 */
import { Option, Predicate } from "effect"
import { tokenBudget } from "../../text/Tokens.ts"
import type { FinishReason, Generation, TokenUsage, ToolCall } from "../TextModel.ts"

type Fields = { readonly [key: PropertyKey]: unknown }

/** A call as it arrives, perhaps in fragments. */
export interface CallFragment {
  /** Where it stands among the calls, as far as the server says. */
  readonly index: Option.Option<number>
  readonly id: string
  readonly name: string
  /** A piece of JSON text. */
  readonly arguments: string
}

/** What a chunk or a whole answer holds of one answer. */
export interface Piece {
  readonly text: string
  readonly calls: ReadonlyArray<CallFragment>
  /** As the server calls it; empty where it says none. */
  readonly reason: string
  /** Whether the text is the model's refusal to answer. */
  readonly refused: boolean
  readonly usage: Option.Option<TokenUsage>
}

/** The server says that it failed; the status, if it names one. Nothing of its words. */
export interface Fault {
  readonly _tag: "Fault"
  readonly status: Option.Option<number>
}

/** More than any model reads or writes at once; a larger count is not one (ten million is the longest context sold). */
const mostTokens = 10_000_000

const fields = (value: unknown): Fields => (Predicate.isRecord(value) ? value : {})
const string = (value: unknown): string => (typeof value === "string" ? value : "")
const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** Text as a string, or in parts, of which those that are reasoning are left out. */
const textOf = (content: unknown): string => {
  if (typeof content === "string") return content
  return list(content)
    .map((part) =>
      typeof part === "string" ? part : /think|reason/.test(string(fields(part).type)) ? "" : string(fields(part).text)
    )
    .join("")
}

/** Arguments as JSON text: some servers send the object itself. */
const argumentsOf = (value: unknown): string => {
  if (typeof value === "string") return value
  return value === undefined || value === null ? "" : JSON.stringify(value)
}

const callOf = (call: unknown): CallFragment => {
  const { function: named, id, index } = fields(call)
  const { arguments: given, name } = fields(named)
  return {
    index: typeof index === "number" ? Option.some(index) : Option.none(),
    id: string(id),
    name: string(name),
    arguments: argumentsOf(given)
  }
}

const callsOf = (message: Fields): ReadonlyArray<CallFragment> => {
  const calls = list(message.tool_calls).map(callOf)
  // The name that calls had in the protocol's first version.
  return calls.length === 0 && Predicate.isRecord(message.function_call)
    ? [callOf({ function: message.function_call })]
    : calls
}

const count = (value: unknown): number =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0 && value <= mostTokens ? value : 0

/** A count of nothing is no count: servers that do not count send zeros. */
const usageOf = (value: unknown): Option.Option<TokenUsage> => {
  const usage = fields(value)
  const promptTokens = count(usage.prompt_tokens ?? usage.input_tokens)
  const candidateTokens = count(usage.completion_tokens ?? usage.output_tokens)
  return promptTokens === 0 || candidateTokens === 0 ? Option.none() : Option.some({ promptTokens, candidateTokens })
}

/** The failure in an answer that came with status 200, if there is one. */
export const faultOf = (answer: unknown): Option.Option<Fault> => {
  const { choices, error } = fields(answer)
  const fault = error ?? fields(list(choices)[0]).error
  if (fault === undefined || fault === null || fault === false || fault === "") return Option.none()
  const stated = [fields(fault).code, fields(fault).status, fields(fault).status_code].map(Number)
  return Option.some({ _tag: "Fault", status: Option.fromNullable(stated.find((code) => code >= 400 && code < 600)) })
}

/** The piece in a chunk or a whole answer: nothing where it has no choice, as the last chunk with the usage. */
export const pieceOf = (answer: unknown): Piece => {
  const { choices, usage } = fields(answer)
  const choice = fields(list(choices)[0])
  const message = fields(choice.delta ?? choice.message)
  const text = textOf(message.content)
  const refusal = text === "" ? string(message.refusal) : ""
  return {
    text: text === "" ? refusal || string(choice.text) : text,
    calls: callsOf(message),
    reason: string(choice.finish_reason),
    refused: refusal !== "",
    usage: usageOf(usage)
  }
}

/** Reasons by the names that servers and gateways give them, in lower case. */
const reasons: ReadonlyMap<string, FinishReason | "failed"> = new Map([
  ...(["length", "max_tokens", "max_output_tokens", "model_length", "model_context_window_exceeded"] as const).map(
    (name) => [name, "length"] as const
  ),
  ...(
    [
      "content_filter",
      "content_filtered",
      "content-filter",
      "safety",
      "image_safety",
      "recitation",
      "prohibited_content",
      "blocklist",
      "spii",
      "refusal",
      "sensitive",
      "guardrail_intervened"
    ] as const
  ).map((name) => [name, "safety"] as const),
  ...(["error", "abort", "network_error", "insufficient_system_resource", "malformed_function_call"] as const).map(
    (name) => [name, "failed"] as const
  )
])

/** What a server's reason means; any that is not known here, such as `eos`, is a plain stop. */
const reasonOf = (name: string): FinishReason | "failed" => reasons.get(name.toLowerCase()) ?? "stop"

/** An answer put together, or the words that complete "the text engine …" where it is none. */
export type Verdict =
  | { readonly _tag: "Answer"; readonly answer: Generation }
  | { readonly _tag: "NoAnswer"; readonly what: string }

const noAnswer = (what: string): Verdict => ({ _tag: "NoAnswer", what })

/** Whether the server has said why the answer ends. */
export const isComplete = ({ reason }: Piece): boolean => reason !== ""

/** A count of no more than the answer may have, also for what a model thinks to itself. */
const within = (limit: number, { candidateTokens, promptTokens }: TokenUsage): TokenUsage => ({
  promptTokens,
  candidateTokens: Math.min(candidateTokens, limit)
})

/** One piece after another, within `limit` tokens; the last reason and the last count are the ones that hold. */
export const gathering = (limit: number) => {
  const budget = tokenBudget(limit)
  const calls: Array<CallFragment> = []
  let text = ""
  let reason = ""
  let refused = false
  let usage = Option.none<TokenUsage>()
  return {
    /** Adds a piece; how much of its text there was room for. */
    add: (piece: Piece): string => {
      const taken = budget.take(piece.text)
      text += taken
      for (const call of piece.calls) {
        budget.take(call.name + call.arguments)
        if (!budget.isSpent()) calls.push(call)
      }
      if (piece.reason !== "") reason = piece.reason
      refused ||= piece.refused
      if (Option.isSome(piece.usage)) usage = Option.some(within(limit, piece.usage.value))
      return taken
    },
    /** Whether there was more than there is room for: nothing else is read. */
    isCut: budget.isSpent,
    /** All of it; of an answer that was cut no call is left, as the others may belong to it. */
    all: (): Piece =>
      budget.isSpent()
        ? { text, calls: [], reason: "length", refused: false, usage }
        : { text, calls, reason, refused, usage }
  }
}
export type Gathering = ReturnType<typeof gathering>

/** Fragments of calls, put together. */
const assemble = (fragments: ReadonlyArray<CallFragment>): ReadonlyArray<CallFragment> => {
  const calls: Array<CallFragment> = []
  const places = new Map<number, number>()
  for (const fragment of fragments) {
    const known = Option.isSome(fragment.index) ? places.get(fragment.index.value) : undefined
    // Without an index: what has no name of its own goes on with the call before. Some servers number all calls 0.
    const other = fragment.id !== "" && fragment.id !== calls[known ?? -1]?.id
    const begins = fragment.name !== "" && (known === undefined || other)
    const at = begins ? calls.length : (known ?? calls.length - 1)
    const before = calls[at]
    calls[Math.max(at, 0)] =
      before === undefined ? fragment : { ...before, arguments: before.arguments + fragment.arguments }
    if (begins && Option.isSome(fragment.index)) places.set(fragment.index.value, at)
  }
  return calls
}

/** Calls as the client gets them: each with an id of its own, and an object for arguments that are none. */
const finished = (calls: ReadonlyArray<CallFragment>, newId: () => string): ReadonlyArray<ToolCall> => {
  const taken = new Set<string>()
  return calls.map(({ arguments: text, id, name }) => {
    const own = id === "" || taken.has(id) ? newId() : id
    taken.add(own)
    return { id: own, name, arguments: text.trim() === "" ? "{}" : text }
  })
}

/**
 * What everything that arrived of one answer amounts to. An answer that stops of itself without a word and
 * without a call is a failure: nothing was answered, so nothing may be charged.
 */
export const verdict = (gathered: Piece, newId: () => string): Verdict => {
  const { text, usage } = gathered
  const reason = gathered.refused ? "safety" : reasonOf(gathered.reason)
  if (reason === "failed") return noAnswer("failed")
  if (reason === "safety") return { _tag: "Answer", answer: { text, toolCalls: [], finishReason: "safety", usage } }
  const calls = assemble(gathered.calls)
  if (calls.some(({ name }) => name === "")) return noAnswer("called a tool without a name")
  if (calls.length > 0) {
    const toolCalls = finished(calls, newId)
    return { _tag: "Answer", answer: { text, toolCalls, finishReason: "tool_calls", usage } }
  }
  if (reason === "stop" && text.trim() === "") return noAnswer("gave an empty answer")
  return { _tag: "Answer", answer: { text, toolCalls: [], finishReason: reason, usage } }
}
