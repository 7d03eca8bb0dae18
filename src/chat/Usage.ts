/** Tokens: what an answer is estimated at, what it came to, and what that costs. */
import { Option } from "effect"
import * as Money from "../billing/Money.ts"
import * as Prices from "../billing/Prices.ts"
import type { Message, TextRequest, TokenUsage, Tool } from "../engines/TextModel.ts"
import { countMessages, countTokens, tokensPerImage, tokensPerMessage, type Weighed } from "../text/Tokens.ts"

/** For the estimate: tokens of an answer whose length the request does not limit. Longer ones are charged as they are. */
const USUAL_ANSWER = 1_024
/** For the estimate: few models write more at once, whatever they are allowed. */
const LONGEST_ANSWER = 16_384
/**
 * For the estimate, which must not take the time of a tokenizer: tokens of a
 * UTF-16 code unit. Measured by `countTokens`: Amharic 0.36, Afaan Oromo 0.46, English 0.20.
 */
const TOKENS_PER_UNIT = 0.5
/** For the estimate: a recording of the longest kind, 180 s at 150 words a minute of 1.8 tokens, and some room. */
const TOKENS_PER_RECORDING = 1_000

const weigh = (message: Message): Weighed => {
  if (message.role === "user") {
    return {
      texts: message.parts.flatMap((part) => (part._tag === "Text" ? [part.text] : [])),
      images: message.parts.filter(({ _tag }) => _tag === "Image").length
    }
  }
  const calls = message.role === "assistant" ? message.toolCalls : []
  return { texts: [message.content, ...calls.map(({ arguments: text, name }) => `${name} ${text}`)], images: 0 }
}

const toolTexts = (tools: ReadonlyArray<Tool>): ReadonlyArray<Weighed> =>
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

export const priceOf = ({ candidateTokens, promptTokens }: TokenUsage, table: Prices.PriceTable): Money.Money =>
  Money.add(
    Prices.forCount(table.chat_per_1000_prompt_tokens, promptTokens),
    Prices.forCount(table.chat_per_1000_candidate_tokens, candidateTokens)
  )

/** About what the request will come to, before anything is asked; `recordings` are still to be transcribed. */
export const estimate = ({ maxOutputTokens, messages, tools }: TextRequest, recordings: number): TokenUsage => {
  let units = 0
  let tokens = recordings * TOKENS_PER_RECORDING
  for (const { images, texts } of [...messages.map(weigh), ...toolTexts(tools)]) {
    tokens += tokensPerMessage + images * tokensPerImage
    for (const text of texts) units += text.length
  }
  return {
    promptTokens: Math.ceil(tokens + units * TOKENS_PER_UNIT),
    candidateTokens: Math.min(
      LONGEST_ANSWER,
      Option.getOrElse(maxOutputTokens, () => USUAL_ANSWER)
    )
  }
}
