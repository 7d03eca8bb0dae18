/** Tokens: what is held for an answer, what it came to, and what that costs. */
import { Option } from "effect"
import { MAX_SECONDS } from "../audio/Decode.ts"
import { mostCharacters } from "../engines/Recognizer.ts"
import { answerLimit, type Message, type TextRequest, type TokenUsage } from "../engines/TextModel.ts"
import { toolTexts, weigh } from "../engines/Usage.ts"
import { mostTokens } from "../text/Tokens.ts"
import { mostTokensOfPicture } from "./PictureSize.ts"

/** Tokens that an answer whose length the request does not limit is likely to have; longer ones are charged as they are. */
const USUAL_ANSWER = 1_024
/** Few models write more at once, whatever they are allowed. */
const LONGEST_LIKELY_ANSWER = 16_384
/**
 * Tokens that an engine may add to a prompt (its template, and the instructions
 * of a gateway), and to each of its messages; and to tools, for which hosted
 * models add up to 530 (Anthropic's table of tool use).
 */
const PER_PROMPT = 512
const PER_MESSAGE = 16
const PER_TOOLS = 600
/** Bytes of a second of speech in any format that is taken: 4 kbit/s, which no codec of them goes below. */
const BYTES_PER_SECOND = 500

/** A recording that is still to be transcribed. */
export interface Unheard {
  /** Length of its file in bytes, in whatever format. */
  readonly bytes: number
}

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

/** Tokens of what a recording can be transcribed to at most. */
const mostSpoken = ({ bytes }: Unheard): number => {
  const seconds = Math.min(MAX_SECONDS, bytes / BYTES_PER_SECOND)
  // A fidel has three bytes; Oromo has more letters, of one byte each.
  return PER_MESSAGE + Math.max(3 * mostCharacters("am", seconds), mostCharacters("om", seconds))
}

/** More tokens than any engine counts for this prompt, once the recordings are heard. Microseconds for each kilobyte. */
const mostPrompt = ({ messages, tools }: TextRequest, unheard: ReadonlyArray<Unheard>): number => {
  let tokens = PER_PROMPT + (tools.length === 0 ? 0 : PER_TOOLS + tools.length * PER_MESSAGE)
  for (const { texts } of toolTexts(tools)) for (const text of texts) tokens += mostTokens(text)
  for (const message of messages) {
    tokens += PER_MESSAGE
    for (const text of written(message)) tokens += mostTokens(text)
    for (const bytes of pictures(message)) tokens += mostTokensOfPicture(bytes)
  }
  return unheard.reduce((sum, recording) => sum + mostSpoken(recording), tokens)
}

/**
 * What is held for the request before anything is asked: no less than its prompt
 * can have, and as much as its answer is likely to have. `unasked`: tokens at
 * which an answer is cut whose length the request does not limit.
 */
export const held = (request: TextRequest, unheard: ReadonlyArray<Unheard>, unasked: number): TokenUsage => {
  const likely = Option.isSome(request.maxOutputTokens) ? LONGEST_LIKELY_ANSWER : USUAL_ANSWER
  return {
    promptTokens: mostPrompt(request, unheard),
    candidateTokens: Math.min(answerLimit(request, unasked), likely)
  }
}

/**
 * What is charged of what was counted: of the prompt no more than was held, as no
 * tokenizer counts more, and an engine that says so is wrong. Of the answer all:
 * its length was not known before, and the engine keeps it within its limit.
 */
export const charged = ({ candidateTokens, promptTokens }: TokenUsage, held: TokenUsage): TokenUsage => ({
  promptTokens: Math.min(promptTokens, held.promptTokens),
  candidateTokens
})
