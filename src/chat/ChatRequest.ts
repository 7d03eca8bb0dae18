/** A request to chat as the service knows it, whichever door it came by: what the client left out is filled in. */
import { Either, Option } from "effect"
import type { Language } from "../Domain.ts"
import type { ValidationFailed } from "../Errors.ts"
import { type FurtherSettings, noFurtherSettings } from "../engines/TextModel.ts"
import { decoder } from "../http/SchemaDecoding.ts"
import { type Fault, refusal } from "../http/Validation.ts"
import { ChatRequest as Sent, type Tool, type ToolChoice } from "./Api.ts"
import { ownPlaces, type Places, type Turn } from "./History.ts"
import type { InlineFailure } from "./InlineFiles.ts"
import * as MessageConversion from "./MessageConversion.ts"

interface GenerationConfig {
  /** None: the engine's own. */
  readonly temperature: Option.Option<number>
  readonly stream: boolean
  readonly maxOutputTokens: Option.Option<number>
  readonly topP: Option.Option<number>
  readonly topK: Option.Option<number>
  readonly further: FurtherSettings
}

export interface ChatRequest {
  /** Not there where the conversation came as `messages`, whose last turn is the prompt. */
  readonly prompt: string | null | undefined
  /** None: the user's. */
  readonly target_language: Language | undefined
  readonly conversation_history: ReadonlyArray<Turn>
  /** Where in the request the conversation stands. */
  readonly places: Places
  readonly generation_config: GenerationConfig
  readonly attachment_field_names: ReadonlyArray<string>
  readonly persona: string | null | undefined
  readonly system: string | null | undefined
  readonly tools: ReadonlyArray<Tool>
  readonly tool_choice: ToolChoice | null | undefined
  /** That the client wants to know what the model thinks. */
  readonly include_reasoning?: true
}

export type RequestFailure = ValidationFailed | InlineFailure

/** What answers are made with where the request does not say. */
const DEFAULT_TEMPERATURE = 0.7

/** In plain code: schemas that fill in what is missing check everything twice (measured: four times the cost). */
const filledIn = (sent: typeof Sent.Type): ChatRequest => {
  const config = sent.generation_config
  return {
    prompt: sent.prompt,
    target_language: sent.target_language,
    conversation_history: sent.conversation_history ?? [],
    places: ownPlaces,
    generation_config: {
      temperature: Option.some(config?.temperature ?? DEFAULT_TEMPERATURE),
      stream: config?.stream ?? false,
      maxOutputTokens: Option.fromNullable(config?.maxOutputTokens),
      topP: Option.fromNullable(config?.topP),
      topK: Option.fromNullable(config?.topK),
      further: noFurtherSettings
    },
    attachment_field_names: sent.attachment_field_names ?? [],
    persona: sent.persona,
    system: sent.system,
    tools: sent.tools ?? [],
    tool_choice: sent.tool_choice,
    ...(sent.include_reasoning === true ? { include_reasoning: true } : {})
  }
}

const INSTEAD = "must be left out where there are messages, which take its place"

/** What stands beside `messages` that they are in the place of. */
const besideMessages = ({ conversation_history: turns, prompt }: typeof Sent.Type): ReadonlyArray<Fault> => [
  ...((prompt ?? undefined) === undefined ? [] : [{ field: "prompt", code: "not_with_messages", message: INSTEAD }]),
  ...((turns ?? []).length === 0
    ? []
    : [{ field: "conversation_history", code: "not_with_messages", message: INSTEAD }])
]

/** The request with the conversation of `messages`, whose instructions stand below its own. */
export const withMessages = (
  request: ChatRequest,
  messages: Parameters<typeof MessageConversion.read>[0],
  given?: Parameters<typeof MessageConversion.read>[1]
): Either.Either<ChatRequest, InlineFailure> =>
  Either.map(MessageConversion.read(messages, given), ({ instructions, places, turns }) => {
    const system = [request.system ?? "", ...instructions].filter((text) => text.trim() !== "")
    return {
      ...request,
      prompt: undefined,
      conversation_history: turns,
      places,
      system: system.length === 0 ? undefined : system.join("\n\n")
    }
  })

const decodeSent = decoder(Sent)

/** Reads the JSON of a request. */
export const decode = (data: unknown): Either.Either<ChatRequest, RequestFailure> =>
  Either.flatMap(decodeSent(data), (sent): Either.Either<ChatRequest, RequestFailure> => {
    const request = filledIn(sent)
    if (sent.messages === undefined || sent.messages === null) return Either.right(request)
    const faults = besideMessages(sent)
    return faults.length > 0 ? Either.left(refusal(faults)) : withMessages(request, sent.messages)
  })
