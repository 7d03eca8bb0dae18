/**
 * What servers of `chat/completions` answer, read by hand: they differ in what
 * they leave out, in names and in types, and a schema that allows for all of it
 * says no more than these functions, at twenty times the cost for each piece.
 */
import { Option, Predicate } from "effect"
import { extraOf } from "../CallExtra.ts"
import type { TokenUsage } from "../TextModel.ts"
import type * as CallAssembly from "./CallAssembly.ts"
import * as MessageFields from "./MessageFields.ts"

type Fields = { readonly [key: PropertyKey]: unknown }

/** What a chunk or a whole answer holds of one answer. */
export interface Piece {
  readonly text: string
  /** What the model thought, where the server tells it apart. */
  readonly thoughts: string
  readonly calls: ReadonlyArray<CallAssembly.CallFragment>
  /** What the server needs back in the message with the calls that follow. */
  readonly own: ReturnType<typeof MessageFields.of>
  /** As the server calls it; empty where it says none. */
  readonly reason: string
  /** What of the text is the model's refusal to answer; empty where none of it is. */
  readonly refusal: string
  /** Whether it is of an answer at all: what comes last may be a count alone. */
  readonly hasChoice: boolean
  /** Whether it is a whole answer, which some servers send behind its pieces. */
  readonly isWhole: boolean
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

const isThought = (part: unknown): boolean => /think|thought|reason/.test(string(fields(part).type))

/** The words of a part, by the names that servers give them; a list has parts of its own. */
const wordsOf = (part: unknown): string => {
  if (typeof part === "string") return part
  const { content, summary, text, thinking } = fields(part)
  for (const words of [text, thinking, summary, content]) {
    if (typeof words === "string") return words
    if (Array.isArray(words)) return words.map(wordsOf).join("")
  }
  return ""
}

const isRefusal = (part: unknown): boolean => fields(part).type === "refusal"

/** Text as a string, or in parts, of which those that are thoughts, or a refusal, are left out. */
const textOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : list(content)
        .filter((part) => !isThought(part) && !isRefusal(part))
        .map((part) => string(typeof part === "string" ? part : fields(part).text))
        .join("")

/** Content as one part, without a list around it. */
const partsOf = (content: unknown): unknown => (Predicate.isRecord(content) ? [content] : content)

/** The model's refusal to answer: a field of the message, or parts of its content. */
const refusalOf = (message: Fields): string =>
  string(message.refusal) ||
  list(partsOf(message.content))
    .filter(isRefusal)
    .map((part) => string(fields(part).refusal) || string(fields(part).text))
    .join("")

/** What servers call the thoughts of a message; those that send them by several names say the same by each. */
const thoughtNames = ["reasoning_content", "reasoning", "thinking", "reasoning_details", "thinking_blocks"] as const

const thoughtsOf = (message: Fields): string => {
  for (const name of thoughtNames) {
    const told = message[name]
    const words = wordsOf(Array.isArray(told) ? { content: told } : told)
    if (words !== "") return words
  }
  return list(message.content).filter(isThought).map(wordsOf).join("")
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
    // Some write the call without what is around it.
    const { arguments: given, name } = fields(named ?? call)
    return {
      index: typeof index === "number" ? Option.some(index) : Option.none(),
      id: string(id),
      name: string(name),
      arguments: argumentsOf(given),
      alone,
      ...extraOf(call)
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

/** Counts that some servers add to the sum beside the prompt and the answer, each by all of its names. */
const ADDED = [
  // What a cache gave: OpenAI, Anthropic by gateways, DeepSeek
  ["cached_tokens", "cache_read_input_tokens", "cache_read_tokens", "prompt_cache_hit_tokens"],
  // What a cache was given: Anthropic by gateways, OpenRouter
  ["cache_creation_input_tokens", "cache_creation_tokens", "cache_write_input_tokens", "cache_write_tokens"],
  // DeepSeek; Perplexity
  ["prompt_cache_miss_tokens"],
  ["citation_tokens"]
] as const
/** Media, of a prompt and of an answer. */
const MEDIA = [["audio_tokens"], ["image_tokens"], ["video_tokens"]] as const

/** The sum of counts, each taken once: servers say the same by several names, and in several places. */
const named = (names: ReadonlyArray<ReadonlyArray<string>>, places: ReadonlyArray<Fields>): number =>
  names
    .map((same) => Math.max(...places.flatMap((place) => same.map((name) => count(place[name])))))
    .reduce((sum, tokens) => sum + tokens, 0)

/**
 * Tokens of the sum that are neither the prompt's nor the answer's: of thoughts that are not shown, as Gemini counts
 * them, unless what the server tells apart may be these.
 */
const hiddenTokens = (usage: Fields, promptTokens: number, said: number): number => {
  const beside = count(usage.total_tokens) - promptTokens - said
  if (promptTokens === 0 || beside <= 0) return 0
  const ofPrompt = fields(usage.prompt_tokens_details ?? usage.input_tokens_details)
  const ofAnswer = fields(usage.completion_tokens_details ?? usage.output_tokens_details)
  const added = named([...ADDED, ...MEDIA], [usage, ofPrompt]) + named(MEDIA, [ofAnswer])
  return added < beside ? beside : 0
}

/** The tokens of an answer, and of its thoughts: some servers count those beside the answer, as their sum shows. */
const answerTokens = (usage: Fields, promptTokens: number) => {
  const said = count(usage.completion_tokens ?? usage.output_tokens)
  const details = fields(usage.completion_tokens_details ?? usage.output_tokens_details)
  // Perplexity says it beside the other counts.
  const stated = details.reasoning_tokens ?? usage.reasoning_tokens
  if (typeof stated !== "number") {
    const hidden = hiddenTokens(usage, promptTokens, said)
    return { candidateTokens: count(said + hidden), reasoningTokens: hidden === 0 ? undefined : hidden }
  }
  const thought = count(stated)
  const isBeside = thought > said || (thought > 0 && count(usage.total_tokens) === promptTokens + said + thought)
  const candidateTokens = count(isBeside ? said + thought : said)
  return { candidateTokens, reasoningTokens: share({ stated }, "stated", candidateTokens) }
}

/** A count of nothing is no count: servers that do not count send zeros. */
const usageOf = (value: unknown): Option.Option<TokenUsage> => {
  const usage = fields(value)
  const promptTokens = count(usage.prompt_tokens ?? usage.input_tokens)
  const { candidateTokens, reasoningTokens } = answerTokens(usage, promptTokens)
  if (promptTokens === 0 || candidateTokens === 0) return Option.none()
  const ofPrompt = fields(usage.prompt_tokens_details ?? usage.input_tokens_details)
  // DeepSeek and Moonshot say it beside the other counts.
  const cached = ofPrompt.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens
  const cachedTokens = share({ cached }, "cached", promptTokens)
  return Option.some({
    promptTokens,
    candidateTokens,
    ...(cachedTokens === undefined ? {} : { cachedTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens })
  })
}

/** What MiniMax says beside an answer that failed; undefined of one that did not. */
const minimaxFault = (response: unknown): unknown => {
  const { status_code: code, status_msg: message } = fields(response)
  return typeof code === "number" && code !== 0 ? { code: `${code} ${string(message)}`, message } : undefined
}

/** What says that an answer failed. Gemini answers a blocked prompt without one; vLLM's errors were once an object of their own. */
const faultIn = (answer: Fields): unknown => {
  if (answer.object === "error") return answer
  const blocked = fields(answer.promptFeedback ?? answer.prompt_feedback)
  const ofChoice = fields(list(answer.choices)[0]).error
  // Groq says in a chunk of its own why a stream is stopped.
  const said = answer.error ?? ofChoice ?? blocked.blockReason ?? blocked.block_reason ?? fields(answer.x_groq).error
  return said ?? minimaxFault(answer.base_resp)
}

/** The failure in an answer that came with status 200, if there is one. */
export const faultOf = (answer: unknown): Option.Option<Fault> => {
  const fault = faultIn(fields(answer))
  if (fault === undefined || fault === null || fault === false || fault === "") return Option.none()
  const stated = [fault, answer].flatMap((part) => [fields(part).code, fields(part).status, fields(part).status_code])
  const status = Option.fromNullable(stated.map(Number).find((code) => code >= 400 && code < 600))
  return Option.some({ _tag: "Fault", status, told: minimaxFault(fields(answer).base_resp) ?? answer })
}

/** Why an answer ended; OpenRouter says beside it what the server behind it calls that. */
const reasonOf = ({ finish_reason: reason, native_finish_reason: native }: Fields): string =>
  [string(reason), string(reason) === "" ? "" : string(native)].filter((name) => name !== "").join(": ")

/** The text beside a refusal, which some servers say in both places. */
const withRefusal = (text: string, refusal: string): string => (text === refusal ? text : text + refusal)

/** The count of an answer: in its place, in the last choice (Moonshot), or in a field of the server's own (Groq). */
const countOf = (answer: Fields, choice: Fields): Option.Option<TokenUsage> =>
  Option.firstSomeOf([answer.usage, choice.usage, fields(answer.x_groq).usage].map(usageOf))

/** The piece in a chunk or a whole answer: nothing where it has no choice, as the last chunk with the usage. */
export const pieceOf = (answer: unknown): Piece => {
  const { choices } = fields(answer)
  const choice = fields(list(choices)[0])
  const message = fields(choice.delta ?? choice.message)
  const refusal = refusalOf(message)
  const text = withRefusal(textOf(partsOf(message.content)), refusal)
  const hasMessage = Predicate.isRecord(choice.delta ?? choice.message)
  return {
    // Beside a message it repeats some of that (Together).
    text: hasMessage ? text : string(choice.text),
    thoughts: thoughtsOf(message),
    calls: callsOf(message, !Predicate.isRecord(choice.delta)),
    own: MessageFields.of(message),
    reason: reasonOf(choice),
    refusal,
    hasChoice: list(choices).length > 0,
    isWhole: fields(answer).object === "chat.completion" && !Predicate.isRecord(choice.delta),
    usage: countOf(fields(answer), choice)
  }
}
