/** The conversation's entries: where each goes, how many are kept, and which the model gets. */
import { Array as Arrays, Either, Option } from "effect"
import { atField, NotFound, type Problem, ValidationFailed } from "../Errors.ts"
import { instructions } from "../engines/Instructions.ts"
import { type Message, noFurtherSettings, type TextRequest, type ToolCall } from "../engines/TextModel.ts"
import type { AnswerOptions, Config, Item, ItemId, SpokenWord } from "./State.ts"

/** Entries of a session that are kept; the oldest go. As many turns as chat takes (wire contract, section 3). */
export const MOST_ITEMS = 128
/** UTF-16 code units of all entries together that are kept, likewise: some 30 minutes of speech. */
const MOST_CHARACTERS = 16_000

/** Names the start of the conversation in the place of an entry. */
const ROOT = "root"

const textOf = (item: Item): string => {
  switch (item._tag) {
    case "User":
      return Option.getOrElse(item.text, () => "")
    case "System":
    case "Assistant":
      return item.text
    case "Call":
      return item.call.name + item.call.arguments
    case "Result":
      return item.output
  }
}

/** The newest that there is room for, and the last in any case. */
const bounded = (items: ReadonlyArray<Item>): ReadonlyArray<Item> => {
  let characters = 0
  let first = items.length
  while (first > 0 && items.length - first < MOST_ITEMS) {
    const item = items[first - 1]
    characters += item === undefined ? 0 : textOf(item).length
    if (characters > MOST_CHARACTERS && first < items.length) break
    first--
  }
  return first === 0 ? items : items.slice(first)
}

export const idOfLast = (items: ReadonlyArray<Item>): Option.Option<ItemId> =>
  Option.map(Arrays.last(items), ({ id }) => id)

/** The entries with one more at the end. */
export const append = (items: ReadonlyArray<Item>, ...more: ReadonlyArray<Item>): ReadonlyArray<Item> =>
  bounded([...items, ...more])

const indexOf = (items: ReadonlyArray<Item>, id: ItemId) => items.findIndex((item) => item.id === id)

/** The entries with more behind one of them, or at the end where that is not there. */
export const behind = (
  items: ReadonlyArray<Item>,
  before: Option.Option<ItemId>,
  ...more: ReadonlyArray<Item>
): ReadonlyArray<Item> => {
  const place = Option.match(before, { onNone: () => 0, onSome: (id) => indexOf(items, id) + 1 })
  return place === 0 ? append(items, ...more) : bounded(items.toSpliced(place, 0, ...more))
}

const refused = (field: string, code: string, message: string): Problem =>
  new ValidationFailed(atField({ field, code, message }))

const unknown = (field: string): Problem =>
  new NotFound({ message: "the conversation has no item with this id", param: field })

/** The entries with one more behind `after`, and the id of the one before it. Fails where it cannot go there. */
export const insert = (
  items: ReadonlyArray<Item>,
  item: Item,
  after: Option.Option<ItemId>
): Either.Either<{ readonly items: ReadonlyArray<Item>; readonly previous: Option.Option<ItemId> }, Problem> => {
  if (indexOf(items, item.id) >= 0)
    return Either.left(refused("item.id", "not_unique", "the conversation has an item with this id already"))
  if (item._tag === "Result" && !items.some((other) => other._tag === "Call" && other.call.id === item.callId)) {
    return Either.left(refused("item.call_id", "unknown", "the conversation has no function call with this id"))
  }
  const place = Option.match(after, {
    onNone: () => items.length,
    onSome: (id) => (id === ROOT ? 0 : indexOf(items, id) + 1)
  })
  if (place === 0 && Option.isSome(after) && after.value !== ROOT) return Either.left(unknown("previous_item_id"))
  return Either.right({
    items: bounded([...items.slice(0, place), item, ...items.slice(place)]),
    previous: idOfLast(items.slice(0, place))
  })
}

export const find = (items: ReadonlyArray<Item>, id: ItemId): Either.Either<Item, Problem> =>
  Either.fromNullable(items[indexOf(items, id)], () => unknown("item_id"))

export const remove = (items: ReadonlyArray<Item>, id: ItemId): ReadonlyArray<Item> =>
  items.filter((item) => item.id !== id)

/** The entries with another in the place of the one of its id, if that is still there. */
export const replace = (items: ReadonlyArray<Item>, by: Item): ReadonlyArray<Item> =>
  items.map((item) => (item.id === by.id ? by : item))

/** What of an answer was heard when so much of its sound had been played: all words that had begun. */
export const heardOf = (text: string, words: ReadonlyArray<SpokenWord>, playedMillis: number): string => {
  const last = words.findLast(({ millis }) => millis < playedMillis)
  return text.slice(0, last?.end ?? 0)
}

// --- what the model gets

const assistant = (content: string, toolCalls: ReadonlyArray<ToolCall>): Message => ({
  role: "assistant",
  content,
  toolCalls
})

/** The message of an entry; none where it has no words. A result's lacks its function's name. */
const messageOf = (item: Item): Option.Option<Message> => {
  switch (item._tag) {
    case "User":
      return textOf(item) === ""
        ? Option.none()
        : Option.some({ role: "user", parts: [{ _tag: "Text", text: textOf(item) }] })
    case "System":
      return Option.some({ role: "system", content: item.text })
    case "Assistant":
      return item.text === "" ? Option.none() : Option.some(assistant(item.text, []))
    case "Call":
      return Option.some(assistant("", [item.call]))
    case "Result":
      return Option.some({ role: "tool", toolCallId: item.callId, name: "", content: item.output })
  }
}

/** Calls join the assistant's message that they follow. */
const joined = (messages: ReadonlyArray<Message>): ReadonlyArray<Message> => {
  const all: Array<Message> = []
  for (const message of messages) {
    const last = all.at(-1)
    if (message.role === "assistant" && message.toolCalls.length > 0 && last?.role === "assistant") {
      all.splice(-1, 1, assistant(last.content, [...last.toolCalls, ...message.toolCalls]))
    } else all.push(message)
  }
  return all
}

/** Engines take only calls that have their results, with these right behind, whatever was said meanwhile. */
const messagesOf = (items: ReadonlyArray<Item>): ReadonlyArray<Message> => {
  const results = new Map(
    items.flatMap(
      (item): ReadonlyArray<readonly [string, string]> => (item._tag === "Result" ? [[item.callId, item.output]] : [])
    )
  )
  const resultOf = ({ id, name }: ToolCall): Message => ({
    role: "tool",
    toolCallId: id,
    name,
    content: results.get(id) ?? ""
  })
  const isTold = (item: Item): boolean => item._tag !== "Call" || results.has(item.call.id)
  return joined(Arrays.filterMap(items.filter(isTold), messageOf)).flatMap((message) => {
    if (message.role === "tool") return []
    return message.role === "assistant" ? [message, ...message.toolCalls.map(resultOf)] : [message]
  })
}

/** The request to the model, where `config` is the session's, already changed by the answer's options. */
export const requestOf = (config: Config, items: ReadonlyArray<Item>, options: AnswerOptions): TextRequest => ({
  messages: [
    ...instructions({
      targetLanguage: Option.some(config.language),
      system: Option.getOrNull(config.system),
      persona: Option.getOrNull(config.persona),
      spoken: config.spoken
    }),
    ...messagesOf(Option.getOrElse(options.items, () => items))
  ],
  tools: config.tools,
  toolChoice: config.toolChoice,
  targetLanguage: Option.some(config.language),
  temperature: Option.some(config.temperature),
  topP: Option.none(),
  topK: Option.none(),
  maxOutputTokens: config.maxOutputTokens,
  further: noFurtherSettings
})
