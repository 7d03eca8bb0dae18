/** `messages` as the rest of chat takes a conversation: what is said to the model apart from who says it, pictures read from their addresses. */
import { Either } from "effect"
import type { Fault } from "../http/Validation.ts"
import type { Places, Turn } from "./History.ts"
import * as InlinePictures from "./InlinePictures.ts"
import type { Message } from "./MessagesApi.ts"
import { MAX_TURNS } from "./TurnsApi.ts"

/** A conversation, its instructions apart. */
export interface Said {
  /** What `system` and `developer` say, wherever they stand. */
  readonly instructions: ReadonlyArray<string>
  readonly turns: ReadonlyArray<Turn>
  readonly places: Places
}

type SystemMessage = Extract<Message, { readonly role: "system" | "developer" }>
type UserMessage = Extract<Message, { readonly role: "user" }>
type AssistantMessage = Extract<Message, { readonly role: "assistant" }>

/** Text that may be in parts, each a line. */
const textOf = (content: SystemMessage["content"]): string =>
  typeof content === "string" ? content : content.map(({ text }) => text).join("\n")

const assistantText = ({ content, refusal }: AssistantMessage): string => {
  if (typeof content === "string") return content
  const parts = (content ?? []).map((part) => (part.type === "text" ? part.text : part.refusal))
  return parts.length === 0 ? (refusal ?? "") : parts.join("\n")
}

type Picture = ReturnType<typeof InlinePictures.reader>

const userTurn = ({ content }: UserMessage, field: string, picture: Picture) =>
  Either.gen(function* () {
    if (typeof content === "string") return { role: "user", content } satisfies Turn
    const parts: Array<NonNullable<Extract<Turn, { readonly role: "user" }>["parts"]>[number]> = []
    for (const [index, part] of content.entries()) {
      if (part.type === "text") parts.push({ text: part.text })
      else {
        const { image_url: given } = part
        const at = `${field}.content[${index}].image_url`
        const read = typeof given === "string" ? picture(at, given) : picture(`${at}.url`, given.url)
        parts.push({ picture: yield* read })
      }
    }
    return { role: "user", parts } satisfies Turn
  })

const turnOf = (
  message: Exclude<Message, SystemMessage>,
  field: string,
  picture: Picture
): Either.Either<Turn, InlinePictures.PictureFailure> => {
  switch (message.role) {
    case "user":
      return userTurn(message, field, picture)
    case "assistant":
      return Either.right({ role: "assistant", content: assistantText(message), tool_calls: message.tool_calls })
    case "tool":
      return Either.right({ role: "tool", tool_call_id: message.tool_call_id, content: textOf(message.content) })
  }
}

/** Where a client gives instructions alone, the last of them is what is asked: models answer a user. */
const isSystem = (message: Message): message is SystemMessage =>
  message.role === "system" || message.role === "developer"

/** Reads `messages`. Fails, naming the picture, where one cannot be taken. */
export const read = (messages: ReadonlyArray<Message>): Either.Either<Said, InlinePictures.PictureFailure> =>
  Either.gen(function* () {
    const picture = InlinePictures.reader()
    const isAllSystem = messages.every(isSystem)
    const instructions: Array<string> = []
    const turns: Array<Turn> = []
    const indices: Array<number> = []
    for (const [index, message] of messages.entries()) {
      if (isSystem(message) && !(isAllSystem && index === messages.length - 1)) {
        instructions.push(textOf(message.content))
        continue
      }
      indices.push(index)
      turns.push(
        isSystem(message)
          ? { role: "user", content: textOf(message.content) }
          : yield* turnOf(message, `messages[${index}]`, picture)
      )
    }
    return { instructions, turns, places: { field: "messages", indices } }
  })

const saysNothing = (turn: Turn): boolean => {
  if (turn.role !== "user") return false
  const parts = turn.parts ?? []
  return (turn.content ?? "").trim() === "" && parts.every(({ picture, text = "" }) => !picture && text.trim() === "")
}

/** Turns of a conversation: those of a history, and the one that is asked now. */
const MOST_SAID = MAX_TURNS + 1

/** What is wrong with `messages` as a question: too much was said before it, nobody asks, or nothing is asked. */
export const promptFaults = ({ places, turns }: Pick<Said, "places" | "turns">): ReadonlyArray<Fault> => {
  if (turns.length > MOST_SAID) {
    const message = `must have at most ${MOST_SAID} messages beside instructions, not ${turns.length}`
    return [{ field: "messages", code: "too_long", message }]
  }
  if (!turns.some(({ role }) => role === "user")) {
    return [{ field: "messages", code: "missing", message: "must have a message of the role user" }]
  }
  const last = turns.at(-1)
  const at = places.indices?.at(-1) ?? 0
  return last !== undefined && saysNothing(last)
    ? [{ field: `messages[${at}].content`, code: "empty", message: "must not be empty" }]
    : []
}
