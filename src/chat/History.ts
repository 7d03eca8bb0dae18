/**
 * The conversation so far: whether it holds together, and as engines take it.
 * Its shape has been checked by `Api.Turn`; here is what a schema cannot know.
 */
import { Either } from "effect"
import type { Message, ToolCall, UserPart } from "../engines/TextModel.ts"
import * as Json from "../http/Json.ts"
import { type Fault, MOST_COUNTED } from "../http/Validation.ts"
import type { Turn } from "./Api.ts"

const FIELD = "conversation_history"

type AssistantTurn = Extract<Turn, { readonly role: "assistant" }>
type SpokenTurn = Extract<Turn, { readonly role: "user" | "assistant" }>
type ToolTurn = Extract<Turn, { readonly role: "tool" }>

const callsOf = (turn: AssistantTurn) => turn.tool_calls ?? []
const partsOf = (turn: SpokenTurn) => turn.parts ?? []

/** Calls that have been made and wait for their results, by id: whether the result has come. */
type Round = Map<string, boolean>

/** Whether a text is JSON of an object; empty stands for an object with nothing in it. */
const isObjectJson = (text: string): boolean => {
  return text.trim() === "" || Either.isRight(Json.readObject(text))
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
      ? "must be the id of a call in tool_calls of the assistant's turn before it"
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
export const faults = (turns: ReadonlyArray<Turn>): ReadonlyArray<Fault> => {
  let round: Round = new Map()
  const found: Array<Fault> = []
  for (const [index, turn] of turns.entries()) {
    if (found.length > MOST_COUNTED) break
    const field = `${FIELD}[${index}]`
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

/** The files that the turns refer to, in order. */
export const references = (turns: ReadonlyArray<Turn>): ReadonlyArray<Reference> =>
  turns.flatMap((turn, index) =>
    turn.role === "tool"
      ? []
      : partsOf(turn).flatMap(({ fileData }, part) =>
          fileData === undefined
            ? []
            : [{ field: `${FIELD}[${index}].parts[${part}].fileData.fileUri`, fileUri: fileData.fileUri }]
        )
  )

/** A file of an earlier turn as the model takes it. */
export type FileParts = (fileUri: string) => ReadonlyArray<UserPart>

const textsOf = (turn: SpokenTurn): ReadonlyArray<string> =>
  [turn.content ?? "", ...partsOf(turn).map(({ text }) => text ?? "")].filter((text) => text !== "")

const user = (parts: ReadonlyArray<UserPart>): ReadonlyArray<Message> =>
  parts.length === 0 ? [] : [{ role: "user", parts }]

const filesOf = (turn: SpokenTurn, fileParts: FileParts): ReadonlyArray<UserPart> =>
  partsOf(turn).flatMap(({ fileData }) => (fileData === undefined ? [] : fileParts(fileData.fileUri)))

/** Ids of the calls of the turn at `index` that the turns right after it answer. */
const answeredAfter = (turns: ReadonlyArray<Turn>, index: number): ReadonlySet<string> => {
  const ids = new Set<string>()
  for (const turn of turns.slice(index + 1)) {
    if (turn.role !== "tool") break
    ids.add(turn.tool_call_id)
  }
  return ids
}

const assistant = (turns: ReadonlyArray<Turn>, turn: AssistantTurn, index: number): ReadonlyArray<Message> => {
  const answered = callsOf(turn).length === 0 ? new Set() : answeredAfter(turns, index)
  const toolCalls = callsOf(turn)
    .filter(({ id }) => answered.has(id))
    .map(
      ({ function: called, id }): ToolCall => ({
        id,
        name: called.name,
        arguments: called.arguments.trim() === "" ? "{}" : called.arguments
      })
    )
  const content = textsOf(turn).join("\n\n")
  return content === "" && toolCalls.length === 0 ? [] : [{ role: "assistant", content, toolCalls }]
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
export const messages = (turns: ReadonlyArray<Turn>, fileParts: FileParts): ReadonlyArray<Message> => {
  const names = namesOf(turns)
  return turns.flatMap((turn, index): ReadonlyArray<Message> => {
    if (turn.role === "tool") {
      const name = names.get(turn.tool_call_id) ?? turn.name ?? ""
      return [{ role: "tool", toolCallId: turn.tool_call_id, name, content: turn.content }]
    }
    const files = filesOf(turn, fileParts)
    if (turn.role === "assistant") return [...user(files), ...assistant(turns, turn, index)]
    return user([...files, ...textsOf(turn).map((text): UserPart => ({ _tag: "Text", text }))])
  })
}

/** Whether the conversation waits for what the model makes of a tool's result. */
export const endsWithResult = (turns: ReadonlyArray<Turn>): boolean => turns.at(-1)?.role === "tool"

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
