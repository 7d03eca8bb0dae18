/** What a stored response was asked, item by item, as clients list it. */
import { Either } from "effect"
import type { ValidationFailed } from "../Errors.ts"
import { refusal } from "../http/Validation.ts"
import type { InputItemList, ListedAnswerPart, ListedItem, ListedPart } from "./ResponseInputItemsApi.ts"
import type { InputItem, InputMessage, InputPart } from "./ResponseItemsApi.ts"
import { isContentItem } from "./ResponseMessages.ts"

/** Which of the items, and in which order. */
export interface InputPage {
  readonly order: "asc" | "desc"
  readonly limit: number
  /** The id of the item before the first; absent for the first of all. */
  readonly after?: string | undefined
}

const PREFIX = "resp_"

/** Of items of input, which no reference names: those of the output have numbers alone. */
const idOf = (response: string, kind: string, index: number): string =>
  `${kind}_${response.slice(PREFIX.length)}_in${index}`

const inputText = (text: string) => ({ type: "input_text", text }) as const

/** A part of a message that is no answer: whatever a client calls its words, they are input. */
const partOf = (part: InputPart): ListedPart => {
  switch (part.type) {
    case "input_text":
      return part
    case "input_image":
      return { ...part, detail: part.detail ?? "auto" }
    case "input_file":
      return { type: part.type, file_data: part.file_data, ...(part.filename ? { filename: part.filename } : {}) }
    case "output_text":
      return inputText(part.text)
    case "refusal":
      return inputText(part.refusal)
  }
}

const outputText = (text: string) => ({ type: "output_text", text, annotations: [], logprobs: [] }) as const

/** A part of an answer; files, which no answer has, are none. */
const answerPartOf = (part: InputPart): ReadonlyArray<ListedAnswerPart> => {
  switch (part.type) {
    case "input_text":
    case "output_text":
      return [outputText(part.text)]
    case "refusal":
      return [part]
    default:
      return []
  }
}

/** A message whose text alone is one part. */
const messageOf = ({ content, role }: InputMessage, id: string): ListedItem => {
  const message = { type: "message", id, status: "completed" } as const
  const isText = typeof content === "string"
  return role === "assistant"
    ? { ...message, role, content: isText ? [outputText(content)] : content.flatMap(answerPartOf) }
    : { ...message, role, content: isText ? [inputText(content)] : content.map(partOf) }
}

/** The items with ids, in the order in which they were sent. */
export const resourcesOf = (response: string, input: ReadonlyArray<InputItem>): ReadonlyArray<ListedItem> =>
  input.filter(isContentItem).map((item, index): ListedItem => {
    const status = "completed" as const
    if ("role" in item && item.type !== "function_call") return messageOf(item, idOf(response, "msg", index))
    if (item.type === "function_call") {
      const { arguments: given, call_id, name, type } = item
      return { type, id: idOf(response, "fc", index), status, call_id, name, arguments: given }
    }
    const { call_id, output, type } = item
    return { type, id: idOf(response, "fco", index), status, call_id, output }
  })

export const unknownItem = () =>
  refusal([{ field: "after", code: "invalid_value", message: "must be the id of an item of this response's input" }])

/** The items behind `after`, in the order that is asked for. Fails where there is no such item. */
export const pageOf = (
  items: ReadonlyArray<ListedItem>,
  { after, limit, order }: InputPage
): Either.Either<InputItemList, ValidationFailed> => {
  const all = order === "asc" ? items : items.toReversed()
  const at = after === undefined ? -1 : all.findIndex(({ id }) => id === after)
  if (after !== undefined && at < 0) return Either.left(unknownItem())
  const data = all.slice(at + 1, at + 1 + limit)
  return Either.right({
    object: "list",
    data,
    first_id: data[0]?.id ?? "",
    last_id: data.at(-1)?.id ?? "",
    has_more: at + 1 + limit < all.length
  })
}
