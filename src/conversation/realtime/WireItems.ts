/** Entries of the conversation, as clients write and read them. */
import { Either, Option } from "effect"
import { atField, NotFound, type Problem, ValidationFailed } from "../../Errors.ts"
import * as JsonReader from "../../http/JsonReader.ts"
import { Item } from "../State.ts"
import type { ContextItem, NewItem, Part } from "./ClientEvents.ts"
import type { AssistantItem, FunctionCallItem, WireItem } from "./ServerEvents.ts"

// --- read

const refused = (field: string, message: string): Problem =>
  new ValidationFailed(atField({ field, code: "invalid_value", message: `${field} ${message}` }))

/** Which parts a message of each role may have; the beta's names are taken too. */
const partTypes = {
  user: ["input_text", "input_audio"],
  system: ["input_text"],
  assistant: ["output_text", "output_audio", "text", "audio"]
} as const

const isSound = ({ type }: Part): boolean => type === "input_audio" || type === "output_audio" || type === "audio"

/** The words of a part; of sound, those that the client says it has. */
const wordsOf = (part: Part, field: string): Either.Either<string, Problem> => {
  if (!isSound(part)) {
    return Either.fromNullable(part.text, () => refused(`${field}.text`, "must be the part's text"))
  }
  return Either.fromNullable(part.transcript, () =>
    refused(
      `${field}.transcript`,
      "must be what is said in the sound: sound itself is recognised only from input_audio_buffer.append"
    )
  )
}

type NewMessage = Extract<NewItem, { readonly type: "message" }>

const messageOf = (id: string, { content, role }: NewMessage, field: string): Either.Either<Item, Problem> =>
  Either.gen(function* () {
    const allowed: ReadonlyArray<string> = partTypes[role]
    const texts: Array<string> = []
    for (const [index, part] of content.entries()) {
      const at = `${field}.content[${index}]`
      if (!allowed.includes(part.type)) {
        yield* Either.left(refused(`${at}.type`, `must be ${partTypes[role].slice(0, 2).join(" or ")} here`))
      }
      texts.push(yield* wordsOf(part, at))
    }
    const text = texts.join("\n")
    const isSpoken = content.some(isSound)
    if (role === "system") return Item.System({ id, text })
    return role === "user"
      ? Item.User({ id, isSpoken, text: Option.some(text) })
      : Item.Assistant({ id, isSpoken, text, isWhole: true })
  })

/** The entry that a client adds under `id`; `field` is where it stands in the event. */
export const itemOf = (id: string, item: NewItem, field: string): Either.Either<Item, Problem> => {
  switch (item.type) {
    case "message":
      return messageOf(id, item, field)
    case "function_call": {
      const call = { id: item.call_id ?? `call_${id}`, name: item.name, arguments: item.arguments }
      return Either.mapBoth(JsonReader.readObject(item.arguments), {
        onLeft: (fault) => refused(`${field}.arguments`, `must be JSON text of an object, and ${fault}`),
        onRight: () => Item.Call({ id, call })
      })
    }
    case "function_call_output":
      return Either.right(Item.Result({ id, callId: item.call_id, output: item.output }))
  }
}

/** The entries that an answer is to have in the place of the conversation's, some of them the conversation's own. */
export const contextOf = (
  items: ReadonlyArray<ContextItem>,
  conversation: ReadonlyArray<Item>
): Either.Either<ReadonlyArray<Item>, Problem> =>
  Either.all(
    items.map((item, index) => {
      const field = `response.input[${index}]`
      if (item.type !== "item_reference") return itemOf(item.id ?? `input_${index}`, item, field)
      return Either.fromNullable(
        conversation.find(({ id }) => id === item.id),
        () => new NotFound({ message: "the conversation has no item with this id", param: `${field}.id` })
      )
    })
  )

// --- write

type Status = WireItem["status"]

const entry = (id: string, status: Status) => ({ id, object: "realtime.item", status }) as const

export const assistantItem = (id: string, isSpoken: boolean, text: string, status: Status): AssistantItem => ({
  ...entry(id, status),
  type: "message",
  role: "assistant",
  content: [isSpoken ? { type: "output_audio", transcript: text } : { type: "output_text", text }]
})

export const callItem = ({ call, id }: Extract<Item, { readonly _tag: "Call" }>): FunctionCallItem => ({
  ...entry(id, "completed"),
  type: "function_call",
  call_id: call.id,
  name: call.name,
  arguments: call.arguments
})

export const wireItem = (item: Item): WireItem => {
  switch (item._tag) {
    case "User": {
      const { id, isSpoken, text } = item
      const transcript = Option.getOrNull(text)
      const part = isSpoken
        ? ({ type: "input_audio", transcript } as const)
        : ({ type: "input_text", text: transcript ?? "" } as const)
      return { ...entry(id, "completed"), type: "message", role: "user", content: [part] }
    }
    case "System":
      return {
        ...entry(item.id, "completed"),
        type: "message",
        role: "system",
        content: [{ type: "input_text", text: item.text }]
      }
    case "Assistant":
      return assistantItem(item.id, item.isSpoken, item.text, item.isWhole ? "completed" : "incomplete")
    case "Call":
      return callItem(item)
    case "Result":
      return {
        ...entry(item.id, "completed"),
        type: "function_call_output",
        call_id: item.callId,
        output: item.output
      }
  }
}
