/** What a request for a response asks of chat, but for what is said. */
import { Option } from "effect"
import type { ChatRequest } from "../chat/ChatRequest.ts"
import { type AnswerFormat, noFurtherSettings } from "../engines/TextModel.ts"
import { forcedLanguage } from "./ModelCatalog.ts"
import { asksForThoughts } from "./ResponseAnswers.ts"
import type { ResponseRequest } from "./ResponseRequestApi.ts"

const formatOf = ({ text }: ResponseRequest): AnswerFormat => {
  const format = text?.format
  if (format?.type === "json_object") return { _tag: "JsonObject" }
  if (format?.type !== "json_schema") return { _tag: "Text" }
  return {
    _tag: "JsonSchema",
    name: format.name,
    description: Option.fromNullable(format.description),
    schema: format.schema,
    strict: Option.fromNullable(format.strict)
  }
}

const choiceOf = ({ tool_choice: choice }: ResponseRequest): ChatRequest["tool_choice"] =>
  typeof choice === "object" && choice !== null ? { type: "function", function: { name: choice.name } } : choice

/** The parameters of a tool that has none. */
const NO_PARAMETERS = { type: "object", properties: {} }

/** What is asked of chat beside the conversation. */
export const settingsOf = (request: ResponseRequest): ChatRequest => ({
  prompt: undefined,
  target_language: request.target_language ?? Option.getOrUndefined(forcedLanguage(request.model ?? "")),
  conversation_history: [],
  places: { field: "messages" },
  generation_config: {
    temperature: Option.fromNullable(request.temperature),
    stream: request.stream ?? false,
    maxOutputTokens: Option.fromNullable(request.max_output_tokens),
    topP: Option.fromNullable(request.top_p),
    topK: Option.none(),
    further: {
      ...noFurtherSettings,
      format: formatOf(request),
      frequencyPenalty: Option.fromNullable(request.frequency_penalty),
      presencePenalty: Option.fromNullable(request.presence_penalty),
      parallelToolCalls: Option.fromNullable(request.parallel_tool_calls),
      reasoningEffort: Option.fromNullable(request.reasoning?.effort)
    }
  },
  attachment_field_names: [],
  persona: undefined,
  system: request.instructions,
  tools: (request.tools ?? []).map(({ description, name, parameters, strict }) => ({
    type: "function",
    function: { name, description: Option.fromNullable(description), parameters: parameters ?? NO_PARAMETERS, strict }
  })),
  tool_choice: choiceOf(request),
  ...(asksForThoughts(request) ? { include_reasoning: true } : {})
})
