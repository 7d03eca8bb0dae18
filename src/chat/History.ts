/**
 * The conversation so far: whether it holds together, and as engines take it.
 * Its shape has been checked by `Api.Turn`, or by `MessagesApi`; here is what a
 * schema cannot know.
 */
import { Either } from "effect"
import { extraOf } from "../engines/CallExtra.ts"
import type { Message, ToolCall, UserPart } from "../engines/TextModel.ts"
import * as JsonReader from "../http/JsonReader.ts"
import { type Fault, MOST_COUNTED } from "../http/Validation.ts"
import type * as Api from "./Api.ts"
import type { InlineFile, InlinePicture } from "./InlineFiles.ts"

type AssistantTurn = Extract<Api.Turn, { readonly role: "assistant" }>
type ToolTurn = Extract<Api.Turn, { readonly role: "tool" }>

/** A part of a turn, which in a request's `messages` may be a picture or a file. */
interface Part extends Partial<Api.Part> {
  readonly picture?: InlinePicture
  readonly file?: InlineFile
}

interface UserTurn extends Omit<Extract<Api.Turn, { readonly role: "user" }>, "parts"> {
  readonly parts?: ReadonlyArray<Part> | null | undefined
  /** Who of several speaks. */
  readonly name?: string
}

type SpokenTurn = UserTurn | AssistantTurn
export type Turn = SpokenTurn | ToolTurn

/** Where the turns stand in their request. */
export interface Places {
  readonly field: "conversation_history" | "messages"
  /** The index of each turn there; where it is left out, they are all that stands there. */
  readonly indices?: ReadonlyArray<number>
}

export const ownPlaces: Places = { field: "conversation_history" }

const placeOf = ({ field, indices }: Places, index: number): string => `${field}[${indices?.[index] ?? index}]`

const callsOf = (turn: AssistantTurn) => turn.tool_calls ?? []
const partsOf = (turn: SpokenTurn): ReadonlyArray<Part> => turn.parts ?? []

/** Calls that have been made and wait for their results, by id: whether the result has come. */
type Round = Map<string, boolean>

/** Whether a text is JSON of an object; empty stands for an object with nothing in it. */
const isObjectJson = (text: string): boolean => {
  return text.trim() === "" || Either.isRight(JsonReader.readObject(text))
}

const callFaults = (turn: AssistantTurn, field: string, round: Round): ReadonlyArray<Fault> =>
  callsOf(turn).flatMap(({ function: called, id }, index): ReadonlyArray<Fault> => {
    const at = `${field}.tool_calls[${index}]`
    const again = round.has(id)
    round.set(id, false)
    return [
      ...(again
        ? [{ field: `${at}.id`, code: "duplicate", message: "must differ from the ids of the other calls" }]
        : []),
      ...(isObjectJson(called.arguments)
        ? []
        : [{ field: `${at}.function.arguments`, code: "invalid_value", message: "must be the JSON text of an object" }])
    ]
  })

const resultFaults = ({ tool_call_id: id }: ToolTurn, field: string, round: Round): ReadonlyArray<Fault> => {
  const answered = round.get(id)
  if (answered === false) {
    round.set(id, true)
    return []
  }
  const message =
    answered === undefined
      ? "must be the id of a call that the assistant's turn before it makes"
      : "must be the id of a call that has no result yet"
  return [{ field: `${field}.tool_call_id`, code: answered === undefined ? "unknown_call" : "duplicate", message }]
}

const isSilent = (turn: SpokenTurn): boolean =>
  (turn.content ?? undefined) === undefined &&
  (turn.parts ?? undefined) === undefined &&
  (turn.role === "user" || callsOf(turn).length === 0)

/**
 * The turns at fault, until there are more than are counted: a result without its
 * call, a call twice, arguments that are no object, a turn with nothing in it.
 */
export const faults = (turns: ReadonlyArray<Turn>, places: Places = ownPlaces): ReadonlyArray<Fault> => {
  let round: Round = new Map()
  const found: Array<Fault> = []
  for (const [index, turn] of turns.entries()) {
    if (found.length > MOST_COUNTED) break
    const field = placeOf(places, index)
    if (turn.role === "tool") {
      found.push(...resultFaults(turn, field, round))
      continue
    }
    round = new Map()
    if (isSilent(turn)) found.push({ field, code: "missing", message: "must have content or parts" })
    if (turn.role === "assistant") found.push(...callFaults(turn, field, round))
  }
  return found
}

/** A file that a turn refers to. */
export interface Reference {
  /** Where the reference stands. */
  readonly field: string
  readonly fileUri: string
}

const isMaterial = ({ file, fileData, picture }: Part): boolean =>
  fileData !== undefined || picture !== undefined || file !== undefined

/** Whether the turns bring nothing but words. */
export const isText = (turns: ReadonlyArray<Turn>): boolean =>
  !turns.some((turn) => turn.role !== "tool" && turn.parts?.some(isMaterial))

/** The pictures in the turns, in order. */
export const pictures = (turns: ReadonlyArray<Turn>): ReadonlyArray<InlinePicture> =>
  turns.flatMap((turn) => (turn.role === "tool" ? [] : partsOf(turn).flatMap(({ picture }) => picture ?? [])))

/** The files in the turns, in order. */
export const inlineFiles = (turns: ReadonlyArray<Turn>): ReadonlyArray<InlineFile> =>
  turns.flatMap((turn) => (turn.role === "user" ? (turn.parts ?? []).flatMap(({ file }) => file ?? []) : []))

/** The files that the turns refer to, in order. */
export const references = (turns: ReadonlyArray<Turn>): ReadonlyArray<Reference> =>
  turns.flatMap((turn, index) =>
    turn.role === "tool"
      ? []
      : partsOf(turn).flatMap(({ fileData }, part) =>
          fileData === undefined
            ? []
            : [{ field: `${placeOf(ownPlaces, index)}.parts[${part}].fileData.fileUri`, fileUri: fileData.fileUri }]
        )
  )

/** A file of an earlier turn as the model takes it. */
export type FileParts = (fileUri: string) => ReadonlyArray<UserPart>
/** The same of what stands in a turn itself. */
export interface InlineParts {
  readonly picture: (picture: InlinePicture) => ReadonlyArray<UserPart>
  readonly file: (file: InlineFile) => ReadonlyArray<UserPart>
}

/** What is not read yet: a picture as it was sent, and of a file nothing. */
export const asSent: InlineParts = {
  picture: ({ bytes, mimeType }) => [{ _tag: "Image", mimeType, bytes }],
  file: () => []
}

const textPart = (text: string): UserPart => ({ _tag: "Text", text })

/** Blanks are nothing said: engines refuse a turn of them. */
const isSaid = (text: string): boolean => text.trim() !== ""

const textsOf = (turn: SpokenTurn): ReadonlyArray<string> =>
  [turn.content ?? "", ...partsOf(turn).map(({ text }) => text ?? "")].filter(isSaid)

const user = (parts: ReadonlyArray<UserPart>, name?: string): ReadonlyArray<Message> =>
  parts.length === 0 ? [] : [{ role: "user", parts, ...(name === undefined ? {} : { name }) }]

const filesOf = (turn: SpokenTurn, fileParts: FileParts): ReadonlyArray<UserPart> =>
  partsOf(turn).flatMap(({ fileData }) => (fileData === undefined ? [] : fileParts(fileData.fileUri)))

const isAttached = ({ file }: Part): boolean => file?.kind === "file"

/** What the user says and shows, in the turn's own order, its files first. */
const userParts = (turn: UserTurn, fileParts: FileParts, inline: InlineParts): ReadonlyArray<UserPart> => {
  const content = turn.content ?? ""
  return [
    ...filesOf(turn, fileParts),
    ...partsOf(turn).flatMap((part) => (part.file !== undefined && isAttached(part) ? inline.file(part.file) : [])),
    ...(isSaid(content) ? [textPart(content)] : []),
    ...partsOf(turn).flatMap((part) => {
      const { file, picture, text = "" } = part
      if (picture !== undefined) return inline.picture(picture)
      if (file !== undefined) return isAttached(part) ? [] : inline.file(file)
      return isSaid(text) ? [textPart(text)] : []
    })
  ]
}

/** Ids of the calls of the turn at `index` that the turns right after it answer. */
const answeredAfter = (turns: ReadonlyArray<Turn>, index: number): ReadonlySet<string> => {
  const ids = new Set<string>()
  for (let at = index + 1; at < turns.length; at++) {
    const turn = turns[at]
    if (turn?.role !== "tool") break
    ids.add(turn.tool_call_id)
  }
  return ids
}

const assistant = (turns: ReadonlyArray<Turn>, turn: AssistantTurn, index: number): ReadonlyArray<Message> => {
  const answered = callsOf(turn).length === 0 ? new Set() : answeredAfter(turns, index)
  const toolCalls = callsOf(turn)
    .filter(({ id }) => answered.has(id))
    .map((call): ToolCall => {
      const { arguments: given, name } = call.function
      return { id: call.id, name, arguments: given.trim() === "" ? "{}" : given, ...extraOf(call) }
    })
  const content = textsOf(turn).join("\n\n")
  if (content === "" && toolCalls.length === 0) return []
  const thoughts = toolCalls.length === 0 ? undefined : (turn.reasoning_content ?? undefined)
  return [{ role: "assistant", content, toolCalls, ...(thoughts === undefined ? {} : { thoughts }) }]
}

/** Names of the tools called, by the ids of the calls. */
const namesOf = (turns: ReadonlyArray<Turn>): ReadonlyMap<string, string> =>
  new Map(
    turns.flatMap((turn) =>
      turn.role === "assistant" ? callsOf(turn).map(({ function: called, id }) => [id, called.name] as const) : []
    )
  )

/**
 * The turns as engines take them; `faults` has found none. Engines refuse a
 * call without its result and a turn without a word: they are left out. Files
 * that an assistant's turn refers to come before it, as the user's.
 */
export const messages = (
  turns: ReadonlyArray<Turn>,
  fileParts: FileParts,
  inline: InlineParts = asSent
): ReadonlyArray<Message> => {
  const names = namesOf(turns)
  return turns.flatMap((turn, index): ReadonlyArray<Message> => {
    if (turn.role === "tool") {
      const name = names.get(turn.tool_call_id) ?? turn.name ?? ""
      return [{ role: "tool", toolCallId: turn.tool_call_id, name, content: turn.content }]
    }
    if (turn.role === "assistant") return [...user(filesOf(turn, fileParts)), ...assistant(turns, turn, index)]
    return user(userParts(turn, fileParts, inline), turn.name)
  })
}

/** Whether the conversation waits for what the model makes of a tool's result. */
export const endsWithResult = (turns: ReadonlyArray<Turn>): boolean => turns.at(-1)?.role === "tool"

/** The ids of all calls in the conversation. */
export const callIds = (turns: ReadonlyArray<Turn>): ReadonlySet<string> =>
  new Set(turns.flatMap((turn) => (turn.role === "assistant" ? callsOf(turn).map(({ id }) => id) : [])))

/**
 * What is asked in `messages`, whose last turn of the user is the prompt: what
 * comes beside them, such as files, stands before its words.
 */
export const withMaterial = (
  history: ReadonlyArray<Message>,
  parts: ReadonlyArray<UserPart>
): ReadonlyArray<Message> => {
  if (parts.length === 0) return history
  const last = history.at(-1)
  return last?.role === "user"
    ? [...history.slice(0, -1), { ...last, parts: [...parts, ...last.parts] }]
    : [...history, { role: "user", parts }]
}

/** Where the calls and results begin in which the conversation ends; its length where it ends otherwise. */
const lastRound = (history: ReadonlyArray<Message>): number => {
  let start = history.length
  for (let at = history.length - 1; at >= 0; at--) {
    const message = history[at]
    const inRound = message?.role === "tool" || (message?.role === "assistant" && message.toolCalls.length > 0)
    if (!inRound) break
    start = at
  }
  return start
}

const onlyText = (parts: ReadonlyArray<UserPart>): string | undefined => {
  const [first, ...others] = parts
  return first?._tag === "Text" && others.length === 0 ? first.text : undefined
}

/**
 * The conversation with what the user says now at its end. A client that sends
 * a tool's result must send a prompt too: one that repeats the question under
 * way is that question, and where the history lacks the question it stands
 * before the calls that it led to. Nothing said: the history as it is.
 */
export const withMessage = (
  history: ReadonlyArray<Message>,
  parts: ReadonlyArray<UserPart>
): ReadonlyArray<Message> => {
  if (parts.length === 0) return history
  const start = lastRound(history)
  const said: Message = { role: "user", parts }
  if (start === history.length) return [...history, said]
  const question = history[start - 1]
  if (question?.role !== "user") return [...history.slice(0, start), said, ...history.slice(start)]
  const text = onlyText(parts)
  return text !== undefined && onlyText(question.parts) === text ? history : [...history, said]
}
