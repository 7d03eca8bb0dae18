/**
 * What servers of `chat/completions` answer, read by hand: they differ in what
 * they leave out, in names and in types, and a schema that allows for all of it
 * says no more than these functions, at twenty times the cost for each piece.
 */
import { Option, Predicate } from "effect"
import { tokenBudget } from "../../text/Tokens.ts"
import type { FinishReason, Generation, TokenUsage, ToolCall } from "../TextModel.ts"
import * as CallAssembly from "./CallAssembly.ts"

type Fields = { readonly [key: PropertyKey]: unknown }

/** What a chunk or a whole answer holds of one answer. */
export interface Piece {
  readonly text: string
  readonly calls: ReadonlyArray<CallAssembly.CallFragment>
  /** As the server calls it; empty where it says none. */
  readonly reason: string
  /** Whether the text is the model's refusal to answer. */
  readonly refused: boolean
  readonly usage: Option.Option<TokenUsage>
}

/** The server says that it failed; the status, if it names one. */
export interface Fault {
  readonly _tag: "Fault"
  readonly status: Option.Option<number>
  /** What it says of that: a value that was read, or text. */
  readonly told: unknown
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

const callOf =
  (alone: boolean) =>
  (call: unknown): CallAssembly.CallFragment => {
    const { function: named, id, index } = fields(call)
    const { arguments: given, name } = fields(named)
    return {
      index: typeof index === "number" ? Option.some(index) : Option.none(),
      id: string(id),
      name: string(name),
      arguments: argumentsOf(given),
      alone
    }
  }

const callsOf = (message: Fields, alone: boolean): ReadonlyArray<CallAssembly.CallFragment> => {
  const calls = list(message.tool_calls).map(callOf(alone))
  // The name that calls had in the protocol's first version.
  return calls.length === 0 && Predicate.isRecord(message.function_call)
    ? [callOf(alone)({ function: message.function_call })]
    : calls
}

const count = (value: unknown): number =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0 && value <= mostTokens ? value : 0

/** What of a count is told apart, where it is: no more than the whole, and 0 says something. */
const share = (details: unknown, name: string, whole: number): number | undefined => {
  const value = fields(details)[name]
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? Math.min(value, whole) : undefined
}

/** A count of nothing is no count: servers that do not count send zeros. */
const usageOf = (value: unknown): Option.Option<TokenUsage> => {
  const usage = fields(value)
  const promptTokens = count(usage.prompt_tokens ?? usage.input_tokens)
  const candidateTokens = count(usage.completion_tokens ?? usage.output_tokens)
  if (promptTokens === 0 || candidateTokens === 0) return Option.none()
  const cachedTokens = share(usage.prompt_tokens_details ?? usage.input_tokens_details, "cached_tokens", promptTokens)
  const reasoningTokens = share(
    usage.completion_tokens_details ?? usage.output_tokens_details,
    "reasoning_tokens",
    candidateTokens
  )
  return Option.some({
    promptTokens,
    candidateTokens,
    ...(cachedTokens === undefined ? {} : { cachedTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens })
  })
}

/** What says that an answer failed. Gemini answers a blocked prompt without one; vLLM's errors were once an object of their own. */
const faultIn = (answer: Fields): unknown => {
  if (answer.object === "error") return answer
  const blocked = fields(answer.promptFeedback ?? answer.prompt_feedback)
  return answer.error ?? fields(list(answer.choices)[0]).error ?? blocked.blockReason ?? blocked.block_reason
}

/** The failure in an answer that came with status 200, if there is one. */
export const faultOf = (answer: unknown): Option.Option<Fault> => {
  const fault = faultIn(fields(answer))
  if (fault === undefined || fault === null || fault === false || fault === "") return Option.none()
  const stated = [fault, answer].flatMap((part) => [fields(part).code, fields(part).status, fields(part).status_code])
  const status = Option.fromNullable(stated.map(Number).find((code) => code >= 400 && code < 600))
  return Option.some({ _tag: "Fault", status, told: answer })
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
    calls: callsOf(message, !Predicate.isRecord(choice.delta)),
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

/**
 * What a server's reason means; any that is not known here, such as `eos`, is a plain stop. Gemini puts its own behind
 * the protocol's: `content_filter: PROHIBITED_CONTENT`.
 */
const reasonOf = (name: string): FinishReason | "failed" =>
  name
    .toLowerCase()
    .split(/:\s*/)
    .flatMap((part) => reasons.get(part) ?? [])[0] ?? "stop"

/** An answer put together, or the words that complete "the text engine …" where it is none. */
export type Verdict =
  | { readonly _tag: "Answer"; readonly answer: Generation }
  | { readonly _tag: "NoAnswer"; readonly what: string }

const noAnswer = (what: string): Verdict => ({ _tag: "NoAnswer", what })

/** A count of no more than the answer may have, also for what a model thinks to itself. */
const within = (limit: number, usage: TokenUsage): TokenUsage => ({
  ...usage,
  candidateTokens: Math.min(usage.candidateTokens, limit)
})

/** All of an answer that has come. */
interface Gathered extends Omit<Piece, "calls"> {
  readonly calls: ReadonlyArray<CallAssembly.AssembledCall>
}

/** What has come and has no room yet: text of the answer, or of its calls. */
interface Waiting {
  readonly text: string
  readonly isCall: boolean
}

/**
 * One piece after another, within the room that there is, `most` tokens at most; the last reason and the last count
 * are the ones that hold.
 */
export const gathering = (room: number, most: number) => {
  const budget = tokenBudget(room)
  const assembly = CallAssembly.make()
  let text = ""
  let size = 0
  let reason = ""
  let refused = false
  let usage = Option.none<TokenUsage>()
  let waiting: ReadonlyArray<Waiting> = []
  let pieces = 0
  const isShort = () => waiting.length > 0
  const isCut = () => isShort() || assembly.isFull()
  /** Takes what waits, as far as there is room; the answer's text of it. */
  const take = (): string => {
    let added = ""
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const taken = budget.take(next.text)
      size += taken.length
      if (!next.isCall) added += taken
      if (taken.length < next.text.length) {
        waiting = [{ ...next, text: next.text.slice(taken.length) }, ...waiting.slice(1)]
        break
      }
      waiting = waiting.slice(1)
    }
    text += added
    return added
  }
  return {
    /** Adds a piece; how much of its text there was room for. */
    add: (piece: Piece): string => {
      pieces++
      const calls = piece.calls.map((call) => ({ text: assembly.isFull() ? "" : assembly.add(call), isCall: true }))
      waiting = [...waiting, { text: piece.text, isCall: false }, ...calls].filter((part) => part.text !== "")
      if (piece.reason !== "") reason = piece.reason
      refused ||= piece.refused
      if (Option.isSome(piece.usage)) usage = Option.some(within(most, piece.usage.value))
      return take()
    },
    /** Makes room for so many tokens in all; what there is room for now of the text that waited. */
    raise: (room: number): string => {
      budget.raise(room)
      return take()
    },
    /** UTF-16 code units of text and calls so far. */
    size: () => size,
    /** How many there were: as many tokens, where the engine sends each as it comes. */
    pieces: () => pieces,
    /** Whether something has no room: nothing else is to be added before there is. */
    isShort,
    /** Whether nothing else is read. */
    isCut,
    /** Whether the server has said why the answer ends. */
    isComplete: () => reason !== "",
    /** All of it; of an answer that was cut no call is left, as the others may belong to it. */
    all: (): Gathered =>
      isCut()
        ? { text, calls: [], reason: "length", refused: false, usage }
        : { text, calls: assembly.calls(), reason, refused, usage }
  }
}
export type Gathering = ReturnType<typeof gathering>

/** Calls as the client gets them: each with an id of its own, and an object for arguments that are none. */
const finished = (calls: ReadonlyArray<CallAssembly.AssembledCall>, newId: () => string): ReadonlyArray<ToolCall> => {
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
export const verdict = (gathered: Gathered, newId: () => string): Verdict => {
  const { text, usage } = gathered
  const reason = gathered.refused ? "safety" : reasonOf(gathered.reason)
  if (reason === "failed") return noAnswer("failed")
  if (reason === "safety") {
    const own = gathered.refused || gathered.reason.toLowerCase() === "refusal"
    const answer = { text, toolCalls: [], finishReason: "safety", usage } as const
    return { _tag: "Answer", answer: own ? answer : { ...answer, isFiltered: true } }
  }
  // The server cut it, in the middle of a call: as where it is cut here.
  const calls = reason === "length" && gathered.calls.some(({ isOpen }) => isOpen) ? [] : gathered.calls
  if (calls.some(({ name }) => name === "")) return noAnswer("called a tool without a name")
  if (calls.length > 0) {
    const toolCalls = finished(calls, newId)
    return { _tag: "Answer", answer: { text, toolCalls, finishReason: "tool_calls", usage } }
  }
  if (reason === "stop" && text.trim() === "") return noAnswer("gave an empty answer")
  return { _tag: "Answer", answer: { text, toolCalls: [], finishReason: reason, usage } }
}
