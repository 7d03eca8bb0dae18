import { expect, test } from "bun:test"
import { Either, FastCheck } from "effect"
import type { Turn } from "../../src/chat/Api.ts"
import * as ChatRequest from "../../src/chat/ChatRequest.ts"
import * as History from "../../src/chat/History.ts"
import type { Message } from "../../src/engines/TextModel.ts"
import { forAll } from "../support/Property.ts"

const noFiles: History.FileParts = () => []
const text = (value: string) => ({ _tag: "Text", text: value }) as const
const user = (content: string): Turn => ({ role: "user", content })
const assistant = (content: string): Turn => ({ role: "assistant", content })
const calling = (...ids: ReadonlyArray<string>): Turn => ({
  role: "assistant",
  content: null,
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: `tool_${id}`, arguments: "{}" } }))
})
const result = (id: string): Turn => ({ role: "tool", tool_call_id: id, name: `tool_${id}`, content: '{"ok":true}' })

/** The fields at fault of a request with this history. */
const shapeFaults = (history: unknown): ReadonlyArray<string> => {
  const outcome = ChatRequest.decode({ prompt: "x", target_language: "am", conversation_history: history })
  if (Either.isRight(outcome)) return []
  const problem = outcome.left
  return (problem.details ?? []).map(({ field }) => field ?? "")
}

const words = FastCheck.stringMatching(/^[a-zሀ-ፐ ]{0,12}$/)

/** A round of calls and their results in any order, now and then with a call that was never answered. */
const round = FastCheck.uniqueArray(FastCheck.stringMatching(/^c[0-9]{1,4}$/), { minLength: 1, maxLength: 4 }).chain(
  (ids) =>
    FastCheck.tuple(FastCheck.shuffledSubarray(ids, { minLength: 0 }), FastCheck.constant(ids)).map(
      ([answered, all]): ReadonlyArray<Turn> => [calling(...all), ...answered.map(result)]
    )
)
const simple = FastCheck.oneof(
  words.map((content): ReadonlyArray<Turn> => [user(content)]),
  words.map((content): ReadonlyArray<Turn> => [assistant(content)]),
  FastCheck.array(words, { maxLength: 3 }).map(
    (parts): ReadonlyArray<Turn> => [{ role: "user", parts: parts.map((part) => ({ text: part })) }]
  )
)
const conversation = FastCheck.array(FastCheck.oneof(simple, round), { maxLength: 12 }).map((parts) => parts.flat())

/** Calls that wait for their results after each message; what engines demand of a conversation. */
const isWhole = (messages: ReadonlyArray<Message>): boolean => {
  let open = new Set<string>()
  for (const message of messages) {
    if (message.role === "tool") {
      if (!open.delete(message.toolCallId)) return false
      continue
    }
    if (open.size > 0) return false
    if (message.role === "assistant") {
      if (message.content === "" && message.toolCalls.length === 0) return false
      open = new Set(message.toolCalls.map(({ id }) => id))
    }
    if (message.role === "user" && message.parts.length === 0) return false
  }
  return open.size === 0
}

test("any history of turns and tool rounds has no fault, and every call that engines see has its result", () => {
  forAll({}, conversation, (turns) => {
    expect(History.faults(turns)).toEqual([])
    expect(shapeFaults(turns)).toEqual(turns.length > 128 ? ["conversation_history"] : [])
    const messages = History.messages(turns, noFiles)
    expect(isWhole(messages)).toBe(true)
    expect(isWhole(History.withMessage(messages, [text("and now?")]))).toBe(true)
  })
})

test("a history reaches the engine in its order, without what is blank", () => {
  forAll({}, conversation, (turns) => {
    const said = turns.flatMap((turn) =>
      turn.role === "tool"
        ? [turn.content]
        : [turn.content ?? "", ...(turn.parts ?? []).map((part) => part.text ?? "")].filter(
            (part) => part.trim() !== ""
          )
    )
    const seen = History.messages(turns, noFiles).flatMap((message) =>
      message.role === "user"
        ? message.parts.map((part) => (part._tag === "Text" ? part.text : ""))
        : [message.content].filter((content) => content !== "")
    )
    expect(seen).toEqual(said)
  })
})

test("a tool result whose call is nowhere before it is named by its index", () => {
  forAll({}, conversation, FastCheck.nat(), (turns, at) => {
    const index = at % (turns.length + 1)
    const broken = [...turns.slice(0, index), user("x"), result("c99999"), user("y"), ...turns.slice(index)]
    const faults = History.faults(broken).filter(
      ({ field }) => field === `conversation_history[${index + 1}].tool_call_id`
    )
    expect(faults.map(({ code }) => code)).toEqual(["unknown_call"])
  })
})

test("a tool call answered twice, a call id used twice, and arguments that are no object are named", () => {
  expect(History.faults([calling("a"), result("a"), result("a")]).map(({ field }) => field)).toEqual([
    "conversation_history[2].tool_call_id"
  ])
  expect(History.faults([calling("a", "a")]).map(({ field }) => field)).toEqual([
    "conversation_history[0].tool_calls[1].id"
  ])
  const odd: Turn = {
    role: "assistant",
    tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: "[1]" } }]
  }
  expect(History.faults([odd]).map(({ field }) => field)).toEqual([
    "conversation_history[0].tool_calls[0].function.arguments"
  ])
})

test("turns of a wrong shape are named by index and field", () => {
  expect(shapeFaults([user("a"), { role: "system", content: "b" }])).toEqual(["conversation_history[1].role"])
  expect(shapeFaults([{ role: "model", content: "b" }])).toEqual(["conversation_history[0].role"])
  expect(shapeFaults([{ content: "b" }])).toEqual(["conversation_history[0].role"])
  expect(shapeFaults([{ role: "user", content: 7 }])).toEqual(["conversation_history[0].content"])
  expect(shapeFaults([{ role: "user", content: "\ud800" }])).toEqual(["conversation_history[0].content"])
  expect(shapeFaults([{ role: "user", parts: [{ text: "a" }, { text: "a", fileData: null }] }])).toHaveLength(1)
  expect(shapeFaults([{ role: "user", parts: [{}] }])).toEqual(["conversation_history[0].parts[0]"])
  expect(shapeFaults([{ role: "user", parts: [{ fileData: { fileUri: 1, mimeType: "a/b" } }] }])).toEqual([
    "conversation_history[0].parts[0].fileData.fileUri"
  ])
  expect(shapeFaults([{ role: "tool", content: "{}" }])).toEqual(["conversation_history[0].tool_call_id"])
  expect(shapeFaults("hello")).toEqual(["conversation_history"])
  expect(History.faults([{ role: "user" }]).map(({ field }) => field)).toEqual(["conversation_history[0]"])
})

test("128 turns are a history, 129 are refused", () => {
  const turns = Array.from({ length: 128 }, (_, index) => (index % 2 === 0 ? user("a") : assistant("b")))
  expect(shapeFaults(turns)).toEqual([])
  expect(shapeFaults([...turns, user("c")])).toEqual(["conversation_history"])
})

test("unknown fields of a chat request are ignored, in turns too", () => {
  expect(shapeFaults([{ role: "user", content: "a", mood: "good" }])).toEqual([])
})

test("files of a turn come before its words; those of an assistant's turn come as the user's", () => {
  const file = { fileData: { fileUri: "qal://files/file_1", mimeType: "image/png" } }
  const fileParts: History.FileParts = (uri) => [text(`file ${uri}`)]
  const turns: ReadonlyArray<Turn> = [
    { role: "user", parts: [{ text: "what is it?" }, file] },
    { role: "assistant", content: "a cat", parts: [file] }
  ]
  expect(History.references(turns).map(({ field }) => field)).toEqual([
    "conversation_history[0].parts[1].fileData.fileUri",
    "conversation_history[1].parts[0].fileData.fileUri"
  ])
  expect(History.messages(turns, fileParts)).toEqual([
    { role: "user", parts: [text("file qal://files/file_1"), text("what is it?")] },
    { role: "user", parts: [text("file qal://files/file_1")] },
    { role: "assistant", content: "a cat", toolCalls: [] }
  ])
})

const roles = (messages: ReadonlyArray<Message>) => messages.map(({ role }) => role).join(" ")
const withPrompt = (turns: ReadonlyArray<Turn>, prompt: string) =>
  History.withMessage(History.messages(turns, noFiles), prompt === "" ? [] : [text(prompt)])

test("the prompt comes after the history, unless it is the question that a tool's result answers", () => {
  expect(roles(withPrompt([user("a"), assistant("b")], "c"))).toBe("user assistant user")
  const round = [calling("x"), result("x")]
  expect(roles(withPrompt([user("q"), ...round], "q"))).toBe("user assistant tool")
  expect(roles(withPrompt([user("q"), ...round], ""))).toBe("user assistant tool")
  expect(roles(withPrompt([user("q"), ...round, calling("y"), result("y")], "q"))).toBe(
    "user assistant tool assistant tool"
  )
  expect(roles(withPrompt([user("q"), ...round], "another"))).toBe("user assistant tool user")
  expect(roles(withPrompt(round, "q"))).toBe("user assistant tool")
})

test("an empty text as a tool call's arguments is an empty object", () => {
  const turns: ReadonlyArray<Turn> = [
    { role: "assistant", tool_calls: [{ id: "a", type: "function", function: { name: "now", arguments: "" } }] },
    { role: "tool", tool_call_id: "a", content: "{}" }
  ]
  expect(History.faults(turns)).toEqual([])
  expect(History.messages(turns, noFiles)).toEqual([
    { role: "assistant", content: "", toolCalls: [{ id: "a", name: "now", arguments: "{}" }] },
    { role: "tool", toolCallId: "a", name: "now", content: "{}" }
  ])
})
