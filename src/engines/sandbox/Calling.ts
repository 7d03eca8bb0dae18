/** Which tool the sandbox calls, and with what: everything that evaluates a client's schemas. */
import { Option } from "effect"
import type { TextRequest } from "../TextModel.ts"
import { argumentsFor } from "./Arguments.ts"
import type { Conversation } from "./Conversation.ts"
import { TooMuch } from "./Schema.ts"
import { type Choosing, choose } from "./ToolChoice.ts"

/** What a choice is made from, as a message to another process. */
export interface CallRequest extends Choosing {
  /** The user's own words, which arguments are taken from. */
  readonly words: string
}

export type CallAnswer =
  | { readonly tag: "none" }
  | { readonly tag: "call"; readonly name: string; readonly arguments: string }
  /** The schema of the tool `name` asks for more than is made. */
  | { readonly tag: "too much"; readonly name: string }

export const requestOf = (
  { toolChoice, tools }: Pick<TextRequest, "toolChoice" | "tools">,
  conversation: Conversation
): CallRequest => ({
  tools: tools.map(({ description, name, parameters }) => ({
    name,
    description: Option.getOrElse(description, () => ""),
    parameters
  })),
  toolChoice,
  message: conversation.message,
  called: conversation.calls.map(({ name }) => name),
  answered: conversation.results.map(({ name }) => name),
  words: conversation.texts.at(-1) ?? ""
})

/** Takes as long as it takes, which schemas exist to make very long. */
export const call = (request: CallRequest): CallAnswer => {
  const tool = choose(request)
  if (Option.isNone(tool)) return { tag: "none" }
  const { name, parameters } = tool.value
  try {
    return { tag: "call", name, arguments: argumentsFor(parameters, request.words) }
  } catch (cause) {
    if (cause instanceof TooMuch) return { tag: "too much", name }
    throw cause
  }
}
