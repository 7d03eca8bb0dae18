/** A request to chat as the service knows it: what the client left out is filled in. */
import { Either, Option } from "effect"
import type { ValidationFailed } from "../Errors.ts"
import { decoder } from "../http/Decoding.ts"
import { ChatRequest as Sent } from "./Api.ts"

/** What answers are made with where the request does not say. */
const DEFAULT_TEMPERATURE = 0.7

/** In plain code: schemas that fill in what is missing check everything twice (measured: four times the cost). */
const filledIn = (sent: typeof Sent.Type) => {
  const config = sent.generation_config
  return {
    prompt: sent.prompt,
    target_language: sent.target_language,
    conversation_history: sent.conversation_history ?? [],
    generation_config: {
      temperature: config?.temperature ?? DEFAULT_TEMPERATURE,
      stream: config?.stream ?? false,
      maxOutputTokens: Option.fromNullable(config?.maxOutputTokens),
      topP: Option.fromNullable(config?.topP),
      topK: Option.fromNullable(config?.topK)
    },
    attachment_field_names: sent.attachment_field_names ?? [],
    persona: sent.persona,
    system: sent.system,
    tools: sent.tools ?? [],
    tool_choice: sent.tool_choice
  }
}

export type ChatRequest = ReturnType<typeof filledIn>

const decodeSent = decoder(Sent)

/** Reads the JSON of a request. */
export const decode = (data: unknown): Either.Either<ChatRequest, ValidationFailed> =>
  Either.map(decodeSent(data), filledIn)
