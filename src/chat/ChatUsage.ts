/** Tokens: the most that a prompt can have, and what is charged of an engine's count. */
import type { Message, TextRequest, TokenUsage } from "../engines/TextModel.ts"
import { toolTexts, weigh } from "../engines/TokenCounts.ts"
import { mostTokens } from "../text/Tokens.ts"
import { mostTokensOfPicture } from "./PictureSize.ts"

/**
 * Tokens that an engine may add to a prompt (its template, and the instructions
 * of a gateway), and to each of its messages; and to tools, for which hosted
 * models add up to 530 (Anthropic's table of tool use).
 */
const PER_PROMPT = 512
const PER_MESSAGE = 16
const PER_TOOLS = 600
/** Everything of a message that a model is sent; pictures apart. */
const written = (message: Message): ReadonlyArray<string> => {
  const ids =
    message.role === "tool"
      ? [message.toolCallId, message.name]
      : message.role === "assistant"
        ? message.toolCalls.map(({ id }) => id)
        : []
  return [...weigh(message).texts, ...ids]
}

const pictures = (message: Message): ReadonlyArray<Uint8Array> =>
  message.role === "user" ? message.parts.flatMap((part) => (part._tag === "Image" ? [part.bytes] : [])) : []

export const hasPictures = ({ messages }: TextRequest): boolean =>
  messages.some((message) => message.role === "user" && message.parts.some(({ _tag }) => _tag === "Image"))

/** More tokens than any engine counts for this prompt. Microseconds for each kilobyte. */
export const mostPrompt = ({ messages, tools }: TextRequest): number => {
  let tokens = PER_PROMPT + (tools.length === 0 ? 0 : PER_TOOLS + tools.length * PER_MESSAGE)
  for (const { texts } of toolTexts(tools)) for (const text of texts) tokens += mostTokens(text)
  for (const message of messages) {
    tokens += PER_MESSAGE
    for (const text of written(message)) tokens += mostTokens(text)
    for (const bytes of pictures(message)) tokens += mostTokensOfPicture(bytes)
  }
  return tokens
}

/** What is charged of what was counted: no more than was held, as an engine that counts more is wrong or goes on unasked. */
export const charged = (
  { candidateTokens, promptTokens, reasoningTokens }: TokenUsage,
  held: TokenUsage
): TokenUsage => ({
  ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  promptTokens: Math.min(promptTokens, held.promptTokens),
  candidateTokens: Math.min(candidateTokens, held.candidateTokens)
})
