/** Tokens of a question and its answer: the engine's own count, or ours where it counted nothing. */
import { Option } from "effect"
import { countMessages, countTokens, type Weighed } from "../text/Tokens.ts"
import type { Message, TextRequest, TokenUsage, Tool } from "./TextModel.ts"

/** What of a message is counted. */
export const weigh = (message: Message): Weighed => {
  if (message.role === "user") {
    return {
      texts: message.parts.flatMap((part) => (part._tag === "Text" ? [part.text] : [])),
      images: message.parts.filter(({ _tag }) => _tag === "Image").length
    }
  }
  if (message.role !== "assistant" || message.toolCalls.length === 0) return { texts: [message.content], images: 0 }
  const { content, thoughts, toolCalls } = message
  const calls = toolCalls.map(({ arguments: text, extra, name }) =>
    extra === undefined ? `${name} ${text}` : `${name} ${text} ${JSON.stringify(extra)}`
  )
  return { texts: [...(thoughts === undefined ? [] : [thoughts]), content, ...calls], images: 0 }
}

/** What of the tools is counted. */
export const toolTexts = (tools: ReadonlyArray<Tool>): ReadonlyArray<Weighed> =>
  tools.length === 0 ? [] : [{ texts: [JSON.stringify(tools)], images: 0 }]

/** What the model wrote, all of it. */
interface GeneratedOutput {
  readonly text: string
  readonly thoughts?: string
  readonly toolCalls: ReadonlyArray<{ readonly name: string; readonly arguments: string }>
  readonly usage: Option.Option<TokenUsage>
  /** What of the text nobody pays for: a refusal behind it. */
  readonly refusal?: string
}

/** What was thought of the answer's tokens: as the engine says, or by our count of what it told; absent where it told nothing. */
const thoughtTokens = (thoughts: string, candidateTokens: number, own: TokenUsage) => {
  const thoughtCount = thoughts === "" ? undefined : Math.min(countTokens(thoughts), candidateTokens)
  const reasoningTokens = (own.reasoningTokens ?? 0) > 0 ? own.reasoningTokens : (thoughtCount ?? own.reasoningTokens)
  return reasoningTokens === undefined ? {} : { reasoningTokens }
}

/**
 * What of the engine's count is not the refusal's: thoughts whole, and of the rest the words' part, by our count of both. An
 * engine counts in tokens of its own, several times ours or a fraction.
 */
const withoutRefusal = (own: TokenUsage, words: string, thoughts: string, refusal: string): number => {
  const reasoning = Math.min(own.reasoningTokens ?? 0, own.candidateTokens)
  const kept = countTokens(words) + (reasoning > 0 || thoughts === "" ? 0 : countTokens(thoughts))
  const part = kept / (kept + countTokens(refusal))
  return Math.max(1, reasoning + Math.ceil((own.candidateTokens - reasoning) * part))
}

/** The engine's own count; where it counted nothing, ours. Never zero. Without a refusal behind the answer's words. */
export const usageOf = ({ messages, tools }: TextRequest, written: GeneratedOutput): TokenUsage => {
  const { refusal = "", thoughts = "", toolCalls, usage } = written
  const text = refusal === "" ? written.text : written.text.slice(0, Math.max(0, written.text.length - refusal.length))
  const own: TokenUsage = Option.getOrElse(usage, () => ({ promptTokens: 0, candidateTokens: 0 }))
  const all = [
    ...(thoughts === "" ? [text] : [thoughts, text].filter((part) => part !== "")),
    ...toolCalls.map((call) => `${call.name} ${call.arguments}`)
  ]
  const ownTokens = refusal === "" ? own.candidateTokens : withoutRefusal(own, text, thoughts, refusal)
  const candidateTokens = own.candidateTokens > 0 ? ownTokens : Math.max(1, countTokens(all.join("\n")))
  return {
    promptTokens:
      own.promptTokens > 0
        ? own.promptTokens
        : Math.max(1, countMessages([...messages.map(weigh), ...toolTexts(tools)])),
    candidateTokens,
    ...thoughtTokens(thoughts, candidateTokens, own)
  }
}
