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
  const calls = message.role === "assistant" ? message.toolCalls : []
  return { texts: [message.content, ...calls.map(({ arguments: text, name }) => `${name} ${text}`)], images: 0 }
}

/** What of the tools is counted. */
export const toolTexts = (tools: ReadonlyArray<Tool>): ReadonlyArray<Weighed> =>
  tools.length === 0 ? [] : [{ texts: [JSON.stringify(tools)], images: 0 }]

/** What the model wrote, all of it. */
interface Written {
  readonly text: string
  readonly toolCalls: ReadonlyArray<{ readonly name: string; readonly arguments: string }>
  readonly usage: Option.Option<TokenUsage>
}

/** The engine's own count; where it counted nothing, ours. Never zero. */
export const usageOf = ({ messages, tools }: TextRequest, { text, toolCalls, usage }: Written): TokenUsage => {
  const own = Option.getOrElse(usage, () => ({ promptTokens: 0, candidateTokens: 0 }))
  const written = () => countTokens([text, ...toolCalls.map((call) => `${call.name} ${call.arguments}`)].join("\n"))
  return {
    promptTokens:
      own.promptTokens > 0
        ? own.promptTokens
        : Math.max(1, countMessages([...messages.map(weigh), ...toolTexts(tools)])),
    candidateTokens: own.candidateTokens > 0 ? own.candidateTokens : Math.max(1, written())
  }
}
