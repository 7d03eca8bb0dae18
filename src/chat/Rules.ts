/** The rules of chat that a schema cannot know and that need nothing but the request. */
import { Array as Arrays, Either, Option } from "effect"
import { atField, StreamNotSupported, type ValidationFailed } from "../Errors.ts"
import { type Fault, refusal } from "../http/Validation.ts"
import * as AnswerFormat from "./AnswerFormat.ts"
import { AUDIO_FIELD, type UploadedFile } from "./ChatForm.ts"
import type { ChatRequest } from "./ChatRequest.ts"
import * as History from "./History.ts"
import * as MessageConversion from "./MessageConversion.ts"
import * as ToolCalls from "./ToolCalls.ts"
import * as Parameters from "./tools/Parameters.ts"

/** By which protocol a request came. */
export type Protocol = "native" | "chat_completions" | "responses"

const noStream = (field: string) => {
  const message = "streaming goes without tools, attachments and spoken input; leave one of them out"
  return new StreamNotSupported({
    ...atField({ field, code: "not_with_stream", message }),
    param: "generation_config.stream"
  })
}

/**
 * What `stream` cannot be combined with in our own protocol, whose events have no place for it, as far as the request has it:
 * files in a form and in `messages` alike. Files that an earlier turn refers to were answered then.
 */
const besideStream = (
  { attachment_field_names: names, conversation_history: turns, tools }: ChatRequest,
  files: ReadonlyArray<UploadedFile>
) => {
  if (tools.length > 0) return Option.some("tools")
  if (names.length > 0) return Option.some("attachment_field_names")
  const brought = [...files, ...History.pictures(turns), ...History.inlineFiles(turns)]
  return Option.map(Arrays.head(brought), ({ field }) => field)
}

const promptFaults = (request: ChatRequest, hasAudio: boolean): ReadonlyArray<Fault> => {
  const { conversation_history: turns, places, prompt } = request
  if (places.field === "messages") return MessageConversion.promptFaults({ turns, places }, hasAudio)
  if (hasAudio) return []
  if (prompt === undefined || prompt === null) {
    return [
      {
        field: "prompt",
        code: "missing",
        message: `is missing; only with ${AUDIO_FIELD} or messages it may be left out`
      }
    ]
  }
  return prompt.trim() === "" && !History.endsWithResult(turns)
    ? [{ field: "prompt", code: "empty", message: "must not be empty" }]
    : []
}

/** Applies the rules. */
export const check = (
  request: ChatRequest,
  files: ReadonlyArray<UploadedFile>,
  protocol: Protocol
): Either.Either<void, StreamNotSupported | ValidationFailed> => {
  const { further, stream } = request.generation_config
  const beside = stream && protocol === "native" ? besideStream(request, files) : Option.none()
  if (Option.isSome(beside)) return Either.left(noStream(beside.value))
  const hasAudio = files.some(({ field }) => field === AUDIO_FIELD)
  const schemas = Parameters.checker()
  const faults = [
    ...promptFaults(request, hasAudio),
    ...History.faults(request.conversation_history, request.places),
    ...ToolCalls.faults(request.tools, request.tool_choice, schemas),
    ...AnswerFormat.faults(further.format, schemas)
  ]
  return faults.length > 0 ? Either.left(refusal(faults)) : Either.void
}
