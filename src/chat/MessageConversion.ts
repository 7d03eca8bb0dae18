/** `messages` as the rest of chat takes a conversation: what is said to the model apart from who says it, files read from their data. */
import { Either } from "effect"
import { type Fault, refusal } from "../http/Validation.ts"
import type { Places, Turn } from "./History.ts"
import * as InlineFiles from "./InlineFiles.ts"
import type { Message } from "./MessagesApi.ts"
import { MAX_TURNS } from "./TurnsApi.ts"

/** A conversation, its instructions apart. */
export interface InstructedTurns {
  /** What `system` and `developer` say, wherever they stand. */
  readonly instructions: ReadonlyArray<string>
  readonly turns: ReadonlyArray<Turn>
  readonly places: Places
}

type SystemMessage = Extract<Message, { readonly role: "system" | "developer" }>
type UserMessage = Extract<Message, { readonly role: "user" }>
type AssistantMessage = Extract<Message, { readonly role: "assistant" }>
type FunctionMessage = Extract<Message, { readonly role: "function" }>

/** Text that may be in parts, each a line. */
const textOf = (content: SystemMessage["content"]): string =>
  typeof content === "string" ? content : content.map(({ text }) => text).join("\n")

const assistantText = ({ content, refusal }: AssistantMessage): string => {
  if (typeof content === "string") return content
  const parts = (content ?? []).map((part) => (part.type === "text" ? part.text : part.refusal))
  return parts.length === 0 ? (refusal ?? "") : parts.join("\n")
}

type UserPart = Exclude<UserMessage["content"], string>[number]
type TurnPart = NonNullable<Extract<Turn, { readonly role: "user" }>["parts"]>[number]

const partOf = (
  part: UserPart,
  at: string,
  reader: InlineFiles.Reader
): Either.Either<TurnPart, InlineFiles.InlineFailure> => {
  switch (part.type) {
    case "text":
      return Either.right({ text: part.text })
    case "image_url": {
      const { image_url: given } = part
      const [field, url] = typeof given === "string" ? [`${at}.image_url`, given] : [`${at}.image_url.url`, given.url]
      return Either.map(reader.picture(field, url), (picture) => ({ picture }))
    }
    case "file": {
      const { file_data, filename } = part.file
      const read = reader.file(`${at}.file.file_data`, "file", filename ?? "", file_data)
      return Either.map(read, (file) => ({ file }))
    }
    case "input_audio": {
      const read = reader.file(`${at}.input_audio.data`, "speech", "", part.input_audio.data)
      return Either.map(read, (file) => ({ file }))
    }
  }
}

const userTurn = ({ content, name }: UserMessage, field: string, reader: InlineFiles.Reader) =>
  Either.gen(function* () {
    const who = typeof name === "string" && name !== "" ? { name } : {}
    if (typeof content === "string") return { role: "user", content, ...who } satisfies Turn
    const parts: Array<TurnPart> = []
    for (const [index, part] of content.entries()) parts.push(yield* partOf(part, `${field}.content[${index}]`, reader))
    return { role: "user", parts, ...who } satisfies Turn
  })

/** A call in the protocol's older form, which has no id: one that no other has is made for it. */
interface OldCall {
  readonly id: string
  readonly name: string
}

const noCall = (field: string) =>
  refusal([
    {
      field: `${field}.name`,
      code: "unknown_call",
      message: "must be the name of the function that the assistant's message before it calls"
    }
  ])

const functionTurn = (
  { content, name }: FunctionMessage,
  field: string,
  call: OldCall | undefined
): Either.Either<Turn, InlineFiles.InlineFailure> =>
  call?.name === name
    ? Either.right({ role: "tool", tool_call_id: call.id, name, content: content === null ? "" : textOf(content) })
    : Either.left(noCall(field))

const assistantTurn = (message: AssistantMessage, call: OldCall | undefined): Turn => {
  const { function_call: old, reasoning_content: thoughts, tool_calls: calls } = message
  const made = old && call ? [{ id: call.id, type: "function" as const, function: old }] : []
  return {
    role: "assistant",
    content: assistantText(message),
    tool_calls: made.length === 0 ? calls : [...(calls ?? []), ...made],
    ...((thoughts ?? undefined) === undefined ? {} : { reasoning_content: thoughts })
  }
}

/** Reads one message after another: a function's result belongs to the call before it. */
const turnsOf = (reader: InlineFiles.Reader) => {
  let open: OldCall | undefined
  return (message: Exclude<Message, SystemMessage>, index: number): Either.Either<Turn, InlineFiles.InlineFailure> => {
    const field = `messages[${index}]`
    const call = open
    open = undefined
    switch (message.role) {
      case "user":
        return userTurn(message, field, reader)
      case "assistant":
        if (message.function_call) open = { id: `function_call_${index}`, name: message.function_call.name }
        return Either.right(assistantTurn(message, open))
      case "function":
        return functionTurn(message, field, call)
      case "tool":
        return Either.right({ role: "tool", tool_call_id: message.tool_call_id, content: textOf(message.content) })
    }
  }
}

/** Where a client gives instructions alone, the last of them is what is asked: models answer a user. */
const isSystem = (message: Message): message is SystemMessage =>
  message.role === "system" || message.role === "developer"

/**
 * Reads `messages`; of files that are `given`, their names stand in them. Fails, naming it, where a picture or file cannot
 * be taken, or a function's result has no call.
 */
export const read = (
  messages: ReadonlyArray<Message>,
  given?: InlineFiles.LoadedFiles
): Either.Either<InstructedTurns, InlineFiles.InlineFailure> =>
  Either.gen(function* () {
    const turnOf = turnsOf(InlineFiles.reader(given))
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
      turns.push(isSystem(message) ? { role: "user", content: textOf(message.content) } : yield* turnOf(message, index))
    }
    return { instructions, turns, places: { field: "messages", indices } }
  })

const saysNothing = (turn: Turn): boolean => {
  if (turn.role !== "user") return false
  const parts = turn.parts ?? []
  return (
    (turn.content ?? "").trim() === "" &&
    parts.every(({ file, picture, text = "" }) => !picture && !file && text.trim() === "")
  )
}

/** Turns of a conversation: those of a history, and the one that is asked now. */
const MOST_SAID = MAX_TURNS + 1

/**
 * What is wrong with `messages` as a question: too much was said before it, nobody asks, or nothing is asked.
 * Where it `isSpoken` it is not among them.
 */
export const promptFaults = (
  { places, turns }: Pick<InstructedTurns, "places" | "turns">,
  isSpoken: boolean
): ReadonlyArray<Fault> => {
  if (turns.length > MOST_SAID) {
    const message = `must have at most ${MOST_SAID} messages beside instructions, not ${turns.length}`
    return [{ field: "messages", code: "too_long", message }]
  }
  if (isSpoken) return []
  if (!turns.some(({ role }) => role === "user")) {
    return [{ field: "messages", code: "missing", message: "must have a message of the role user" }]
  }
  const last = turns.at(-1)
  const at = places.indices?.at(-1) ?? 0
  return last !== undefined && saysNothing(last)
    ? [{ field: `messages[${at}].content`, code: "empty", message: "must not be empty" }]
    : []
}
