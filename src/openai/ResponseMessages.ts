/**
 * Items of a response as the messages that chat takes, and what chat says of
 * those as faults of the items. Calls stand apart in items; in messages they are
 * part of what the assistant says before the tools answer.
 */
import { Either } from "effect"
import type { Message } from "../chat/MessagesApi.ts"
import {
  AudioTooLong,
  PayloadTooLarge,
  type Problem,
  UndecodableAudio,
  UnreadableAttachment,
  UnsupportedMediaType,
  ValidationFailed
} from "../Errors.ts"
import { extraOf, onWire } from "../engines/CallExtra.ts"
import { type Fault, MOST_COUNTED, refusal } from "../http/Validation.ts"
import type { FunctionCallOutput, InputItem, InputMessage, InputPart, SentFunctionCall } from "./ResponseItemsApi.ts"

/** An item that says something by itself: no reference, and not what another model thought. */
export type ContentItem = InputMessage | SentFunctionCall | FunctionCallOutput

/** An item, and where in the request it is from. */
export interface LocatedItem<Item> {
  readonly item: Item
  readonly field: string
}

export const isContentItem = (item: InputItem): item is ContentItem =>
  "role" in item || item.type === "function_call" || item.type === "function_call_output"

/** Messages, and where each of them and each call in it is from. */
interface LocatedMessages {
  readonly messages: ReadonlyArray<Message>
  readonly origins: ReadonlyArray<Origin>
}

interface Origin {
  readonly field: string
  readonly calls: ReadonlyArray<string>
}

type AssistantMessage = Extract<Message, { readonly role: "assistant" }>

interface Draft {
  readonly message: Message
  readonly origin: Origin
}

type Words = Exclude<InputPart, { readonly type: "input_image" | "input_file" }>

const isWords = (part: InputPart): part is Words => part.type !== "input_image" && part.type !== "input_file"

const textOf = (part: Words): string => (part.type === "refusal" ? part.refusal : part.text)

/** What is said, without its pictures and files. */
const wordsOf = (content: InputMessage["content"]): string =>
  typeof content === "string" ? content : content.filter(isWords).map(textOf).join("\n")

const userPart = (part: InputPart) => {
  switch (part.type) {
    case "input_image":
      return { type: "image_url" as const, image_url: { url: part.image_url } }
    case "input_file":
      return { type: "file" as const, file: { file_data: part.file_data, filename: part.filename } }
    default:
      return { type: "text" as const, text: textOf(part) }
  }
}

const userMessage = (content: InputMessage["content"]): Message => ({
  role: "user",
  content: typeof content === "string" ? content : content.map(userPart)
})

const materialFaults = ({ field, item: { content, role } }: LocatedItem<InputMessage>): ReadonlyArray<Fault> =>
  role === "user" || typeof content === "string"
    ? []
    : content.flatMap(({ type }, index) =>
        type === "input_image" || type === "input_file"
          ? [
              {
                field: `${field}.content[${index}].type`,
                code: "invalid_value",
                message: `must not be ${type}: only the user shows pictures and gives files`
              }
            ]
          : []
      )

const callsOf = (message: AssistantMessage) => message.tool_calls ?? []

/** What the assistant says goes with the calls before it, which its turn is not over with. */
const withWords = (last: Draft | undefined, words: string, field: string): Draft | undefined => {
  if (last?.message.role !== "assistant" || callsOf(last.message).length === 0) return undefined
  const before = typeof last.message.content === "string" ? last.message.content : ""
  const content = [before, words].filter((text) => text !== "").join("\n\n")
  return { message: { ...last.message, content }, origin: { ...last.origin, field } }
}

const withCall = (last: Draft | undefined, { field, item }: LocatedItem<SentFunctionCall>): Draft | undefined => {
  if (last?.message.role !== "assistant") return undefined
  const { arguments: given, call_id: id, name } = item
  const call = onWire({ id, name, arguments: given, ...extraOf(item) })
  return {
    message: { ...last.message, tool_calls: [...callsOf(last.message), call] },
    origin: { ...last.origin, calls: [...last.origin.calls, field] }
  }
}

const silent = (field: string): Draft => ({
  message: { role: "assistant", content: null, tool_calls: [] },
  origin: { field, calls: [] }
})

/** The item behind what was said before: in a message of its own, or in the place of the last. */
const behind = (drafts: Array<Draft>, { field, item }: LocatedItem<ContentItem>): void => {
  const last = drafts.at(-1)
  const origin = { field, calls: [] }
  const instead = (joined: Draft | undefined, apart: () => Draft | undefined) => {
    const draft = joined ?? apart()
    if (joined !== undefined) drafts.pop()
    if (draft !== undefined) drafts.push(draft)
  }
  if ("role" in item && item.type !== "function_call") {
    const content = wordsOf(item.content)
    if (item.role === "assistant") {
      instead(withWords(last, content, field), () => ({ message: { role: "assistant", content }, origin }))
    } else if (item.role === "user") drafts.push({ message: userMessage(item.content), origin })
    else drafts.push({ message: { role: item.role, content }, origin })
  } else if (item.type === "function_call") {
    const placed = { item, field }
    instead(withCall(last, placed), () => withCall(silent(field), placed))
  } else {
    const { call_id, output } = item
    const content = typeof output === "string" ? output : output.map(({ text }) => text).join("\n")
    drafts.push({ message: { role: "tool", tool_call_id: call_id, content }, origin })
  }
}

/** The messages of the items. Fails with `ValidationFailed` where pictures or files are not the user's, and names them. */
export const messagesOf = (
  said: ReadonlyArray<LocatedItem<ContentItem>>
): Either.Either<LocatedMessages, ValidationFailed> => {
  const faults: Array<Fault> = []
  const drafts: Array<Draft> = []
  for (const { field, item } of said) {
    if ("role" in item && item.type !== "function_call" && faults.length < MOST_COUNTED)
      faults.push(...materialFaults({ item, field }))
    behind(drafts, { item, field })
  }
  if (faults.length > 0) return Either.left(refusal(faults))
  return Either.right({
    messages: drafts.map(({ message }) => message),
    origins: drafts.map(({ origin }) => origin)
  })
}

// --- what chat says of the messages

// A message begins with the field's name. Anywhere else in it the name is the client's own, such as a property of a tool's schema.
const CALL = /(?<=^|; )messages\[(\d+)\]\.tool_calls\[(\d+)\](?:\.(id|function\.\w+))?/g
const MESSAGE = /(?<=^|; )messages\[(\d+)\]((?:\.\w+|\[\d+\])*)/g
const MESSAGES = /(?<=^|; )messages\b/g
const TOOL = /(?<=^|; )(tools\[\d+\]|tool_choice)\.function\b/g
const FORMAT = /(?<=^|; )response_format\.json_schema\b/g

const inCall = (part: string | undefined): string =>
  part === undefined ? "" : part === "id" ? ".call_id" : part.replace(/^function/, "")

const inMessage = (part: string): string =>
  part
    .replace(/^\.tool_call_id$/, ".call_id")
    .replace(/\.url$/, "")
    .replace(/\.file\.(?=file_data$|filename$)/, ".")

/** Text alone, and what was stored, have no parts that could be named. */
const isWhole = (field: string): boolean => !field.endsWith("]")

/** Names of fields of a chat's request as those of a response's. */
const renamed =
  (origins: ReadonlyArray<Origin>) =>
  (text: string): string =>
    text
      .replace(CALL, (_, at: string, call: string, part?: string) => {
        const field = origins[Number(at)]?.calls[Number(call)] ?? "input"
        return isWhole(field) ? field : `${field}${inCall(part)}`
      })
      .replace(MESSAGE, (_, at: string, part: string) => {
        const field = origins[Number(at)]?.field ?? "input"
        return isWhole(field) ? field : `${field}${inMessage(part)}`
      })
      .replace(MESSAGES, "input")
      .replace(TOOL, "$1")
      .replace(FORMAT, "text.format")

/** Renames the fields in chat's refusals to those of a response's request. */
export const renaming = (origins: ReadonlyArray<Origin>) => {
  const rename = renamed(origins)
  const fieldsOf = ({ details, message, param }: Problem) => ({
    message: rename(message),
    ...(param === undefined ? {} : { param: rename(param) }),
    ...(details === undefined
      ? {}
      : {
          details: details.map((detail) =>
            detail.field === undefined ? detail : { ...detail, field: rename(detail.field) }
          )
        })
  })
  return <E extends Problem>(problem: E) => {
    switch (problem._tag) {
      case "VALIDATION_ERROR":
        return new ValidationFailed(fieldsOf(problem))
      case "UNSUPPORTED_MEDIA_TYPE":
        return new UnsupportedMediaType(fieldsOf(problem))
      case "UNREADABLE_ATTACHMENT":
        return new UnreadableAttachment(fieldsOf(problem))
      case "PAYLOAD_TOO_LARGE":
        return new PayloadTooLarge(fieldsOf(problem))
      case "UNDECODABLE_AUDIO":
        return new UndecodableAudio(fieldsOf(problem))
      case "AUDIO_TOO_LONG":
        return new AudioTooLong(fieldsOf(problem))
      default:
        return problem
    }
  }
}
