/** What clients of the Realtime protocol send that is wrong, or meant to harm: each an error that says so, and nothing is lost. */
import { describe, expect, test } from "bun:test"
import { MOST_MISTAKES } from "../../src/conversation/ConversationLimits.ts"
import { Input } from "../../src/conversation/MachineMessages.ts"
import { at, Caller, only, type ServerEvent } from "./support/Caller.ts"

const opened = () => {
  const caller = new Caller()
  caller.open()
  return caller
}

const errorOf = (told: ReadonlyArray<ServerEvent>): unknown => at(only(told, "error"), "error")
const refused = (event: object, caller = opened()): unknown => errorOf(caller.send({ ...event, event_id: "mine" }))

const create = (item: object) => ({ type: "conversation.item.create", item })
const message = (role: string, ...content: ReadonlyArray<object>) => create({ type: "message", role, content })

describe("frames that are no events", () => {
  test.each<[string, string | Uint8Array]>([
    ["binary", new Uint8Array(4)],
    ["not JSON", "hello"],
    ["a list", "[]"],
    ["null", "null"],
    ["nested 12,000 deep", `${"[".repeat(12_000)}${"]".repeat(12_000)}`],
    [
      "an object nested 12,000 deep",
      `{"type":"session.update","session":${'{"a":'.repeat(12_000)}1${"}".repeat(12_001)}`
    ],
    ["too many parts", `{"type":"response.create","a":[${"{},".repeat(60_000)}{}]}`],
    ["cut off", '{"type":"response.cr']
  ])("a frame of OpenAI's protocol that is no event is refused: %s", (_, frame) => {
    expect(errorOf(opened().sendText(frame))).toMatchObject({
      type: "invalid_request_error",
      code: "INVALID_REQUEST",
      event_id: null
    })
  })

  test("a frame of OpenAI's protocol that is too long is refused", () => {
    expect(errorOf(opened().sendText(" ".repeat(256 * 1024 + 1)))).toMatchObject({ code: "PAYLOAD_TOO_LARGE" })
  })
})

describe("events that there are not", () => {
  test.each<[string, unknown]>([
    ["unknown", "session.destroy"],
    ["of WebRTC alone", "output_audio_buffer.clear"],
    ["of another kind of session", "translation_session.update"],
    ["no text", 7],
    ["a list", ["session.update"]],
    ["an object with a toString", { toString: 0 }],
    ["a name of every object", "constructor"],
    ["absent", undefined]
  ])("an event of an unknown type is refused: %s", (_, type) => {
    expect(refused({ type })).toMatchObject({ code: "VALIDATION_ERROR", param: "type", event_id: "mine" })
  })

  test("the event that clears played sound is refused: over a WebSocket, playing is the client's own", () => {
    expect(at(refused({ type: "output_audio_buffer.clear" }), "message")).toContain("conversation.item.truncate")
  })
})

describe("fields that do not fit", () => {
  const part = { type: "input_text", text: "x" }
  const withText = (text: string) => message("user", { type: "input_text", text })
  test.each<[string, object]>([
    ["session", { type: "session.update" }],
    ["session", { type: "session.update", session: [] }],
    ["session.instructions", { type: "session.update", session: { instructions: { toString: 1 } } }],
    ["session.instructions", { type: "session.update", session: { instructions: "\ud800" } }],
    ["session.audio.input.turn_detection.type", turns({ type: { toString: null } })],
    ["session.tools", { type: "session.update", session: { tools: Array(20_000).fill(0) } }],
    ["audio", { type: "input_audio_buffer.append" }],
    ["audio", { type: "input_audio_buffer.append", audio: "not base64!" }],
    ["audio", { type: "input_audio_buffer.append", audio: "\ud800AAA" }],
    ["item", { type: "conversation.item.create" }],
    ["item.role", message("developer", part)],
    ["item.id", create({ type: "message", role: "user", content: [part], id: "a b" })],
    ["item.id", create({ type: "message", role: "user", content: [part], id: "item_1_1" })],
    ["item.content[0].text", withText("\udc00")],
    ["item.content[0].text", message("user", { type: "input_text" })],
    ["item.content", message("user", ...Array(20_000).fill({}))],
    ["item.content[0].type", message("user", { type: "input_image", image_url: "data:image/png;base64,AA==" })],
    ["item.content[0].type", message("user", { type: "output_text", text: "x" })],
    ["item.content[0].type", message("assistant", part)],
    ["item.content[0].transcript", message("user", { type: "input_audio", audio: "AAAA" })],
    ["item.arguments", create({ type: "function_call", name: "a", arguments: "[]" })],
    ["item.arguments", create({ type: "function_call", name: "a", arguments: "{" })],
    ["item.call_id", create({ type: "function_call_output", call_id: "nobody", output: "" })],
    ["previous_item_id", { ...withText("x"), previous_item_id: "nobody" }],
    ["item_id", { type: "conversation.item.delete", item_id: "nobody" }],
    ["item_id", { type: "conversation.item.retrieve", item_id: "nobody" }],
    ["item_id", truncation({ item_id: "nobody" })],
    ["audio_end_ms", truncation({ audio_end_ms: -1 })],
    ["content_index", truncation({ content_index: 1 })],
    ["response.conversation", { type: "response.create", response: { conversation: "another" } }],
    ["response.metadata", { type: "response.create", response: { metadata: Object.fromEntries(names(17)) } }],
    ["response.metadata.a", { type: "response.create", response: { metadata: { a: "x".repeat(513) } } }],
    [
      "response.input[1].id",
      {
        type: "response.create",
        response: {
          input: [withText("a"), { type: "item_reference", id: "x" }].map((item) => ("item" in item ? item.item : item))
        }
      }
    ],
    ["event_id", { type: "input_audio_buffer.clear", event_id: "x".repeat(513) }]
  ])("a field of an event that does not fit is refused by its name, %s: %#", (param, event) => {
    const [told] = opened().send("event_id" in event ? event : { ...event, event_id: "mine" })
    expect(told).toMatchObject({ type: "error", error: { type: "invalid_request_error", param } })
    expect(at(told, "error.event_id")).toBe("event_id" in event ? null : "mine")
  })

  test("a field of an event with a number that is none is refused by its name", () => {
    for (const number of ["NaN", "1e309", "-1e309", '"1"']) {
      const frame = `{"type":"session.update","session":{"temperature":${number}}}`
      const code = number === "NaN" ? "INVALID_REQUEST" : "VALIDATION_ERROR"
      expect(errorOf(opened().sendText(frame))).toMatchObject({ code })
    }
  })

  test("an event with more sound than a frame may have is refused", () => {
    const audio = Buffer.alloc(192_002).toString("base64")
    expect(refused({ type: "input_audio_buffer.append", audio })).toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
      param: "audio"
    })
  })
})

function turns(turn_detection: object) {
  return { type: "session.update", session: { audio: { input: { turn_detection } } } }
}

function truncation(changes: object) {
  return { type: "conversation.item.truncate", item_id: "x", content_index: 0, audio_end_ms: 0, ...changes }
}

function names(count: number) {
  return Array.from({ length: count }, (_, n) => [`name${n}`, "x"])
}

describe("what cannot be done now is called as OpenAI calls it:", () => {
  test("a second answer at once has OpenAI's error code", () => {
    const caller = opened()
    caller.send({ type: "response.create", response: { metadata: { mine: "1" } } })
    expect(refused({ type: "response.create", response: { metadata: { mine: "2" } } }, caller)).toMatchObject({
      type: "invalid_request_error",
      code: "conversation_already_has_active_response",
      event_id: "mine"
    })
    expect(at(only(caller.finish(1), "response.done"), "response.metadata")).toEqual({ mine: "1" })
    expect(at(only(caller.send({ type: "response.create" }), "response.created"), "response.metadata")).toBeNull()
  })

  test("a cancel without an answer, or of another answer, has OpenAI's error code", () => {
    const caller = opened()
    const code = "response_cancel_not_active"
    expect(refused({ type: "response.cancel" }, caller)).toMatchObject({ code, event_id: "mine" })
    caller.send({ type: "response.create" })
    expect(refused({ type: "response.cancel", response_id: "resp_1_9" }, caller)).toMatchObject({ code })
  })

  test("a commit without sound has OpenAI's error code", () => {
    const caller = opened()
    caller.send({ type: "input_audio_buffer.commit", event_id: "mine" })
    expect(caller.commands()).toEqual([{ _tag: "EndSpeech" }])
    expect(errorOf(caller.tell(Input.NothingToCommit()))).toEqual({
      type: "invalid_request_error",
      code: "input_audio_buffer_commit_empty",
      message: "no sound has come since the last commit; send it with input_audio_buffer.append",
      param: null,
      event_id: "mine"
    })
  })
})

describe("entries", () => {
  const text = (id: string) =>
    create({ type: "message", role: "user", content: [{ type: "input_text", text: "x" }], id })

  test("an item cannot have the id of another, or of an answer under way or to come", () => {
    const caller = opened()
    caller.send(text("a"))
    caller.send({ type: "response.create" })
    expect(refused(text("a"), caller)).toMatchObject({ param: "item.id" })
    for (const id of ["item_1_2", "item_1_3", "item_1_999999999999999"]) {
      expect(refused(text(id), caller)).toMatchObject({ param: "item.id" })
    }
  })

  test("an item that was deleted can be put back under its id", () => {
    const caller = opened()
    caller.speak(1, "ሰላም")
    caller.send({ type: "conversation.item.delete", item_id: "item_1_1" })
    expect(at(only(caller.send(text("item_1_1")), "conversation.item.added"), "item.id")).toBe("item_1_1")
  })

  test("an item that the assistant did not speak has no sound to truncate", () => {
    const caller = opened()
    caller.send(text("a"))
    expect(refused(truncation({ item_id: "a" }), caller)).toMatchObject({ code: "VALIDATION_ERROR", param: "item_id" })
  })
})

test("a refused event changes nothing, and the session goes on", () => {
  const caller = opened()
  const before = at(caller.send({ type: "session.update", session: {} })[0], "session")
  refused({ type: "session.update", session: { instructions: "x", voice: "om-bikila", temperature: 3 } }, caller)
  expect(at(caller.send({ type: "session.update", session: {} })[0], "session")).toEqual(before)
  expect(caller.isClosed).toBe(false)
})

test("sound of no length is passed over, sound of an odd length is passed on", () => {
  const caller = opened()
  for (const audio of ["", "AA==", "AAAA"]) {
    expect(caller.send({ type: "input_audio_buffer.append", audio })).toEqual([])
  }
  expect(caller.commands().map((command) => (command._tag === "PushAudio" ? command.bytes.length : 0))).toEqual([1, 3])
})

test("invalid events are answered up to a limit, then the session ends", () => {
  const caller = opened()
  for (let n = 0; n < MOST_MISTAKES; n++) refused({ type: "nothing" }, caller)
  expect(caller.isClosed).toBe(false)
  refused({ type: "nothing" }, caller)
  expect(caller.isClosed).toBe(true)
})

test("events before the session is open wait for it", () => {
  const caller = new Caller()
  expect(caller.send({ type: "session.update", session: { instructions: "Be short." } })).toEqual([])
  expect(caller.send({ type: "response.create", event_id: "first" })).toEqual([])
  const told = caller.open()
  expect(told.map(({ type }) => type)).toEqual(["session.created", "session.updated", "response.created"])
})
