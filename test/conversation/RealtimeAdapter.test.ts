/** What a client of the Realtime protocol is told, and in which order. */
import { describe, expect, test } from "bun:test"
import { Option } from "effect"
import { Input } from "../../src/conversation/MachineMessages.ts"
import { InsufficientCredits, ProviderError, ProviderNotConfigured, RateLimited } from "../../src/Errors.ts"
import { at, Caller, only, types } from "./support/Caller.ts"

const SPOKEN_TURN = [
  "input_audio_buffer.speech_started",
  "input_audio_buffer.speech_stopped",
  "input_audio_buffer.committed",
  "conversation.item.added",
  "conversation.item.done",
  "conversation.item.input_audio_transcription.delta",
  "conversation.item.input_audio_transcription.completed",
  "response.created"
]
const FIRST_PHRASE = [
  "response.output_item.added",
  "conversation.item.added",
  "response.content_part.added",
  "response.output_audio_transcript.delta",
  "response.output_audio.delta"
]
const END = [
  "response.output_audio.done",
  "response.output_audio_transcript.done",
  "response.content_part.done",
  "conversation.item.done",
  "response.output_item.done",
  "response.done"
]

const opened = () => {
  const caller = new Caller()
  caller.open()
  return caller
}

const respond = { type: "response.create" }

describe("a spoken turn", () => {
  const caller = opened()
  const heard = caller.speak(1, "ሰላም")
  const first = caller.phrase(1, "ሰላም። ")
  const second = caller.phrase(1, "እንዴት ነህ?")
  const end = caller.finish(1)

  test("a spoken turn's events come in the order that OpenAI documents", () => {
    expect(types(heard)).toEqual(SPOKEN_TURN)
    expect(types(first)).toEqual(FIRST_PHRASE)
    expect(types(second)).toEqual(FIRST_PHRASE.slice(3))
    expect(types(end)).toEqual(END)
  })

  test("a spoken turn's events say when the speech began and ended, and of which item", () => {
    expect(heard[0]).toMatchObject({ audio_start_ms: 100, item_id: "item_1_1" })
    expect(heard[1]).toMatchObject({ audio_end_ms: 1_100, item_id: "item_1_1" })
    expect(heard[2]).toMatchObject({ previous_item_id: null, item_id: "item_1_1" })
  })

  test("a spoken turn has the user's item without words first, then its transcript", () => {
    expect(at(heard[3], "item")).toEqual({
      id: "item_1_1",
      object: "realtime.item",
      status: "completed",
      type: "message",
      role: "user",
      content: [{ type: "input_audio", transcript: null }]
    })
    expect(only(heard, "conversation.item.input_audio_transcription.completed")).toMatchObject({
      item_id: "item_1_1",
      content_index: 0,
      transcript: "ሰላም",
      usage: { type: "duration", seconds: 1 }
    })
  })

  test("a spoken turn has the answer's text and sound in one part of one item", () => {
    const place = { response_id: "resp_1_2", output_index: 0, item_id: "item_1_2", content_index: 0 }
    expect(only(first, "conversation.item.added")).toMatchObject({
      previous_item_id: "item_1_1",
      item: { id: "item_1_2", status: "in_progress", role: "assistant", content: [] }
    })
    expect(only(first, "response.content_part.added")).toMatchObject({
      ...place,
      part: { type: "audio", transcript: "" }
    })
    expect(only(first, "response.output_audio_transcript.delta")).toMatchObject({ ...place, delta: "ሰላም። " })
    expect(only(first, "response.output_audio.delta")).toMatchObject({ ...place, delta: "AQIDBA==" })
    expect(only(end, "response.output_audio.done")).toMatchObject(place)
    expect(only(end, "response.output_audio_transcript.done")).toMatchObject({
      ...place,
      transcript: "ሰላም። እንዴት ነህ?"
    })
  })

  test("a spoken turn ends with the response, its item, tokens and cost", () => {
    const response = at(only(end, "response.done"), "response")
    expect(response).toMatchObject({
      id: "resp_1_2",
      object: "realtime.response",
      status: "completed",
      conversation_id: "conv_1",
      output: [
        {
          id: "item_1_2",
          status: "completed",
          content: [{ type: "output_audio", transcript: "ሰላም። እንዴት ነህ?" }]
        }
      ]
    })
    expect(at(response, "usage")).toEqual({
      total_tokens: 42,
      input_tokens: 30,
      output_tokens: 12,
      input_token_details: { text_tokens: 30, audio_tokens: 0, image_tokens: 0, cached_tokens: 0 },
      output_token_details: { text_tokens: 12, audio_tokens: 0 },
      total_billed_audio_duration_seconds: 2.5,
      credits_used: 0.5417,
      credits_remaining: 100
    })
  })
})

test("noise without a word is an item with an empty transcript, and has no answer", () => {
  const told = opened().speak(1, "")
  expect(types(told)).toEqual(SPOKEN_TURN.filter((type) => !type.endsWith("delta") && type !== "response.created"))
  expect(told.at(-1)).toMatchObject({ transcript: "" })
})

test("a client that wants no transcripts gets none", () => {
  const caller = opened()
  const updated = caller.send({ type: "session.update", session: { audio: { input: { transcription: null } } } })
  expect(at(updated[0], "session.audio.input.transcription")).toBeNull()
  expect(types(caller.speak(1, "ሰላም"))).toEqual(SPOKEN_TURN.filter((type) => !type.includes("transcription")))
})

describe("a function tool", () => {
  const caller = opened()
  caller.send({
    type: "session.update",
    session: { tools: [{ type: "function", name: "weather", parameters: { type: "object" } }] }
  })
  caller.speak(1, "ዝናብ አለ?")
  const called = caller.finish(1, [{ id: "call_7", name: "weather", arguments: '{"city":"Adama"}' }])
  const item = {
    id: "item_1_3",
    object: "realtime.item",
    status: "completed",
    type: "function_call",
    call_id: "call_7",
    name: "weather",
    arguments: '{"city":"Adama"}'
  }
  caller.commands()
  const output = caller.send({
    type: "conversation.item.create",
    item: { type: "function_call_output", call_id: "call_7", output: '"rain"' }
  })
  const again = caller.send(respond)
  const commands = caller.commands()

  test("a function call without words is an answer that has no message", () => {
    expect(types(called)).toEqual([
      "response.output_item.added",
      "conversation.item.added",
      "response.function_call_arguments.delta",
      "response.function_call_arguments.done",
      "conversation.item.done",
      "response.output_item.done",
      "response.done"
    ])
    expect(only(called, "response.output_item.added")).toMatchObject({ output_index: 0, item: { arguments: "" } })
    expect(only(called, "response.function_call_arguments.done")).toMatchObject({
      response_id: "resp_1_2",
      item_id: "item_1_3",
      output_index: 0,
      call_id: "call_7",
      name: "weather",
      arguments: '{"city":"Adama"}'
    })
    expect(only(called, "conversation.item.done")).toMatchObject({ previous_item_id: "item_1_1", item })
    expect(at(only(called, "response.done"), "response.output")).toEqual([item])
  })

  test("a function's result is an item of its call, after which the model goes on", () => {
    expect(types(output)).toEqual(["conversation.item.added", "conversation.item.done"])
    expect(output[0]).toMatchObject({
      previous_item_id: "item_1_3",
      item: { type: "function_call_output", call_id: "call_7", output: '"rain"' }
    })
    expect(types(again)).toEqual(["response.created"])
    const answer = commands.find((command) => command._tag === "Answer")
    const messages =
      answer?._tag === "Answer" ? answer.request.text.messages.filter(({ role }) => role !== "system") : []
    expect(messages).toMatchObject([
      { role: "user" },
      { role: "assistant", toolCalls: [{ id: "call_7", name: "weather" }] },
      { role: "tool", toolCallId: "call_7", name: "weather", content: '"rain"' }
    ])
  })

  test("a function is called after what the model says, in the same answer", () => {
    const told = [
      ...caller.phrase(4, "ቆይ። "),
      ...caller.finish(4, [{ id: "call_8", name: "weather", arguments: "{}" }])
    ]
    const added = told.filter(({ type }) => type === "conversation.item.added")
    expect(added.map((event) => at(event, "previous_item_id"))).toEqual(["item_1_c1", "item_1_5"])
    expect(only(told, "response.function_call_arguments.done")).toMatchObject({ output_index: 1 })
    expect(at(only(told, "response.done"), "response.output")).toMatchObject([
      { id: "item_1_5", type: "message" },
      { id: "item_1_6", type: "function_call" }
    ])
  })
})

const words = (count: number) => Array.from({ length: count }, (_, n) => ({ end: 2 * n + 1, millis: n * 500 }))

describe("speech over an answer", () => {
  const caller = opened()
  caller.speak(1, "ሰላም")
  caller.phrase(1, "a b c d", words(4))
  caller.now = 700
  const over = caller.tell(Input.SpeechStarted({ millis: 2_000 }))
  const end = caller.settle(1)
  caller.now = 900

  test("speech over an answer is reported at once, and ends the response as cancelled by it", () => {
    expect(types(over)).toEqual(["input_audio_buffer.speech_started"])
    expect(types(end)).toEqual(END)
    expect(only(end, "response.done")).toMatchObject({
      response: {
        status: "cancelled",
        status_details: { type: "cancelled", reason: "turn_detected" },
        output: [{ status: "incomplete", content: [{ type: "output_audio", transcript: "a b" }] }]
      }
    })
  })

  test("speech over an answer leaves of it what the client says that it has played", () => {
    const truncated = caller.send({
      type: "conversation.item.truncate",
      item_id: "item_1_2",
      content_index: 0,
      audio_end_ms: 300
    })
    expect(truncated).toMatchObject([
      { type: "conversation.item.truncated", item_id: "item_1_2", content_index: 0, audio_end_ms: 300 }
    ])
    expect(caller.send({ type: "conversation.item.retrieve", item_id: "item_1_2" })).toMatchObject([
      {
        type: "conversation.item.retrieved",
        item: { id: "item_1_2", status: "incomplete", content: [{ type: "output_audio", transcript: "a" }] }
      }
    ])
  })
})

test("an answer can be retrieved while it is being given", () => {
  const caller = opened()
  caller.speak(1, "ሰላም")
  caller.phrase(1, "a b", words(2))
  const [told] = caller.send({ type: "conversation.item.retrieve", item_id: "item_1_2" })
  expect(told).toMatchObject({ item: { id: "item_1_2", content: [{ type: "output_audio", transcript: "a b" }] } })
})

test("an answer that the client cancels says so", () => {
  const caller = opened()
  caller.send(respond)
  caller.phrase(1, "a b", words(2))
  expect(caller.send({ type: "response.cancel", response_id: "resp_1_2" })).toEqual([])
  expect(only(caller.settle(1), "response.done")).toMatchObject({
    response: { status: "cancelled", status_details: { type: "cancelled", reason: "client_cancelled" } }
  })
})

test.each([
  ["length", "incomplete", "max_output_tokens"],
  ["safety", "incomplete", "content_filter"]
] as const)("an answer cut by %s is %s", (finishReason, status, reason) => {
  const caller = opened()
  caller.send(respond)
  caller.phrase(1, "a b", words(2))
  const told = [...caller.tell(Input.Answered({ turn: 1, calls: [], finishReason })), ...caller.settle(1)]
  expect(only(told, "response.done")).toMatchObject({
    response: { status, status_details: { type: status, reason }, output: [{ status: "incomplete" }] }
  })
})

describe("what fails", () => {
  const problem = new ProviderError({ message: "the engine is gone" })

  test("an engine's failure ends its response as failed, without an error event beside it", () => {
    const caller = opened()
    caller.speak(1, "ሰላም")
    const told = caller.tell(Input.TurnFailed({ turn: 1, problem }))
    expect(types(told)).toEqual(["response.done"])
    expect(told[0]).toMatchObject({
      response: {
        status: "failed",
        status_details: {
          type: "failed",
          error: { type: "server_error", code: "PROVIDER_ERROR", message: "the engine is gone" }
        },
        usage: { total_tokens: 0, credits_used: 0 }
      }
    })
  })

  test("a response over the key's rate limit fails with OpenAI's code, and the speech is in its usage", () => {
    const caller = opened()
    caller.speak(1, "ሰላም")
    const tooFast = new RateLimited({ message: "this API key may make 60 requests a minute", retryAfter: 1 })
    const told = [...caller.tell(Input.AnswerFailed({ turn: 1, problem: tooFast })), ...caller.settle(1)]
    expect(types(told)).toEqual(["response.done"])
    expect(told[0]).toMatchObject({
      response: {
        status: "failed",
        status_details: { error: { type: "rate_limit_error", code: "rate_limit_exceeded" } },
        usage: { credits_used: 0.5417, credits_remaining: 100 }
      }
    })
  })

  test("speech that the recogniser fails on is reported as not transcribed", () => {
    const caller = opened()
    caller.tell(Input.SpeechStarted({ millis: 0 }), Input.SpeechStopped({ millis: 900, isDetected: true }))
    const told = caller.tell(Input.TurnFailed({ turn: 1, problem }))
    expect(told).toMatchObject([
      {
        type: "conversation.item.input_audio_transcription.failed",
        item_id: "item_1_1",
        content_index: 0,
        error: { type: "server_error", code: "PROVIDER_ERROR" }
      }
    ])
  })

  test("what was passed over in the sound is a warning in an event that no client takes for an error", () => {
    const caller = opened()
    expect(caller.tell(Input.AudioWarned({ message: "1.0 s are missing" }))).toMatchObject([
      { type: "rate_limits.updated", rate_limits: [], warning: "1.0 s are missing" }
    ])
  })

  test("a refusal of the speaker's voice is a warning once a session, and no error", () => {
    const caller = opened()
    const strange = new ProviderNotConfigured({ message: "not one of the server's voices", isNotUnderstood: true })
    const saying = (turn: number) => {
      caller.tell(Input.SpeechStarted({ millis: 0 }), Input.SpeechStopped({ millis: 900, isDetected: true }))
      return caller.tell(Input.TurnFailed({ turn, problem: strange }))
    }
    const failed = "conversation.item.input_audio_transcription.failed"
    const first = saying(1)
    expect(types(first)).toEqual([failed, "rate_limits.updated"])
    expect(first[1]).toMatchObject({ warning: "not one of the server's voices" })
    expect(types(saying(2))).toEqual([failed])
  })

  test("an error that no event of the client caused names none", () => {
    const caller = opened()
    caller.send({ type: "input_audio_buffer.clear", event_id: "mine" })
    expect(caller.tell(Input.TurnFailed({ turn: 9, problem }))).toMatchObject([
      { type: "error", error: { code: "PROVIDER_ERROR", event_id: null } }
    ])
  })
})

describe("a wallet", () => {
  const unpaid = {
    type: "insufficient_quota",
    code: "insufficient_quota",
    message: expect.stringContaining("top it up")
  }
  const goodbye = { type: "error", error: { type: "insufficient_quota", code: "INSUFFICIENT_CREDITS" } }

  test("a wallet that can pay for nothing of an answer has it fail, and the session ends", () => {
    const caller = opened()
    caller.send(respond)
    const cut = Input.Answered({ turn: 1, calls: [], finishReason: "credits" })
    const told = [...caller.tell(cut), ...caller.settle(1)]
    expect(types(told)).toEqual(["response.done", "error"])
    expect(at(told[0], "response")).toMatchObject({
      status: "failed",
      status_details: { type: "failed", error: unpaid },
      output: []
    })
    expect(told[1]).toMatchObject(goodbye)
    expect(caller.isClosed).toBe(true)
  })

  test("a wallet that can pay for no more of an answer leaves it incomplete, by a reason of its own", () => {
    const caller = opened()
    caller.send(respond)
    caller.phrase(1, "a b", words(2))
    const cut = Input.Answered({ turn: 1, calls: [], finishReason: "credits" })
    const told = [...caller.tell(cut), ...caller.settle(1)]
    const response = at(only(told, "response.done"), "response")
    expect(response).toMatchObject({
      status: "incomplete",
      output: [{ status: "incomplete", content: [{ type: "output_audio", transcript: "a b" }] }]
    })
    expect(at(response, "status_details")).toEqual({ type: "incomplete", error: unpaid })
    expect(told.at(-1)).toMatchObject(goodbye)
    expect(caller.isClosed).toBe(true)
  })

  test("a wallet that cannot pay for a turn at all has its response fail in the same way", () => {
    const caller = opened()
    caller.send(respond)
    const told = caller.tell(Input.TurnFailed({ turn: 1, problem: new InsufficientCredits({ message: "top it up" }) }))
    expect(types(told)).toEqual(["response.done", "error"])
    expect(told[0]).toMatchObject({ response: { status: "failed", status_details: { error: unpaid } } })
    expect(told[1]).toMatchObject(goodbye)
    expect(caller.isClosed).toBe(true)
  })

  test("a wallet that runs low is reported in an event that no client takes for an error", () => {
    const caller = opened()
    caller.send(respond)
    const told = caller.finish(1, [], 5_000_000)
    expect(types(told)).toEqual(["response.done", "rate_limits.updated"])
    expect(at(told[1], "warning")).toContain("less than a minute")
  })

  test("an empty wallet ends the session after the turn, with an error that says why", () => {
    const caller = opened()
    caller.send(respond)
    const told = caller.finish(1, [], 0)
    expect(types(told)).toEqual(["response.done", "error"])
    expect(told[1]).toMatchObject({ error: { type: "insufficient_quota", code: "INSUFFICIENT_CREDITS" } })
    expect(caller.isClosed).toBe(true)
  })
})

test("an answer in text alone has a part of text", () => {
  const caller = opened()
  caller.send({ type: "session.update", session: { output_modalities: ["text"] } })
  caller.send(respond)
  const told = [...caller.tell(Input.Text({ turn: 1, text: "ሰላም", words: [] })), ...caller.finish(1)]
  expect(types(told)).toEqual([
    ...FIRST_PHRASE.slice(0, 3),
    "response.output_text.delta",
    "response.output_text.done",
    ...END.slice(2)
  ])
  expect(at(only(told, "response.done"), "response.output.0.content")).toEqual([{ type: "output_text", text: "ሰላም" }])
})

describe("an answer beside the conversation", () => {
  const caller = opened()
  caller.send({ type: "conversation.item.create", item: message("user", "input_text", "one", "first") })
  caller.commands()
  const [created] = caller.send({
    type: "response.create",
    response: {
      conversation: "none",
      metadata: { topic: "weather" },
      instructions: "Classify.",
      output_modalities: ["text"],
      input: [{ type: "item_reference", id: "first" }, message("user", "input_text", "two")]
    }
  })
  const commands = caller.commands()
  const told = [...caller.tell(Input.Text({ turn: 1, text: "x", words: [] })), ...caller.finish(1)]

  test("an answer beside the conversation has its own instructions and input", () => {
    const answer = commands.find((command) => command._tag === "Answer")
    const text = answer?._tag === "Answer" ? answer.request.text : undefined
    expect(text?.messages.filter(({ role }) => role === "user")).toEqual([
      { role: "user", parts: [{ _tag: "Text", text: "one" }] },
      { role: "user", parts: [{ _tag: "Text", text: "two" }] }
    ])
    expect(JSON.stringify(text?.messages)).toContain("Classify.")
  })

  test("an answer beside the conversation is no part of it, and has the client's own metadata", () => {
    expect(types(told).filter((type) => type.startsWith("conversation."))).toEqual([])
    expect(at(created, "response.conversation_id")).toBeUndefined()
    expect(at(only(told, "response.done"), "response.metadata")).toEqual({ topic: "weather" })
    expect(only(caller.send({ type: "conversation.item.retrieve", item_id: "item_1_2" }), "error")).toMatchObject({
      error: { code: "NOT_FOUND", param: "item_id" }
    })
    expect(at(only(caller.send(respond), "response.created"), "response.metadata")).toBeNull()
  })
})

test("metadata of an answer that is not given is not another's", () => {
  const caller = opened()
  caller.tell(Input.SpeechStarted({ millis: 0 }), Input.SpeechStopped({ millis: 900, isDetected: true }))
  expect(caller.send({ type: "response.create", response: { metadata: { a: "b" } } })).toEqual([])
  expect(caller.send({ type: "response.cancel" })).toEqual([])
  const told = caller.tell(Input.TranscriptDone({ turn: 1, text: "ሰላም", seconds: 1 }))
  expect(at(only(told, "response.created"), "response.metadata")).toBeNull()
})

describe("entries that the client adds", () => {
  const caller = opened()
  const add = (item: object, previous?: string) =>
    caller.send({
      type: "conversation.item.create",
      item,
      ...(previous === undefined ? {} : { previous_item_id: previous })
    })

  test("an item that the client adds goes to the end, to the start, or after another", () => {
    expect(add(message("user", "input_text", "b", "b"))[0]).toMatchObject({ previous_item_id: null })
    expect(add(message("system", "input_text", "a", "a"), "root")[0]).toMatchObject({ previous_item_id: null })
    expect(add(message("assistant", "output_text", "c", "c"))[0]).toMatchObject({ previous_item_id: "b" })
    expect(add(message("user", "input_text", "aa", "aa"), "a")[0]).toMatchObject({ previous_item_id: "a" })
  })

  test("an item that the client adds gets an id where it has none, and comes back as it was sent", () => {
    const [added, done] = add(message("assistant", "output_text", "ok"))
    expect(added).toMatchObject({ item: { content: [{ type: "output_text", text: "ok" }], status: "completed" } })
    expect(at(added, "item")).toEqual(at(done, "item"))
    expect(String(at(added, "item.id"))).toMatch(/^item_1_c\d+$/)
  })

  test("an item in which the client gives back spoken sound is its words", () => {
    const spoken = {
      type: "message",
      id: "item_1_0",
      role: "user",
      content: [{ type: "input_audio", audio: null, transcript: "ሰላም" }]
    }
    expect(at(add(spoken)[0], "item.content")).toEqual([{ type: "input_audio", transcript: "ሰላም" }])
  })

  test("an item that the client adds can be deleted, once", () => {
    const remove = { type: "conversation.item.delete", item_id: "b", event_id: "mine" }
    expect(caller.send(remove)).toMatchObject([{ type: "conversation.item.deleted", item_id: "b" }])
    expect(caller.send(remove)).toMatchObject([
      { type: "error", error: { code: "NOT_FOUND", param: "item_id", event_id: "mine" } }
    ])
  })
})

function message(role: string, type: string, text: string, id?: string) {
  return { type: "message", role, content: [{ type, text }], ...(id === undefined ? {} : { id }) }
}

describe("in the beta", () => {
  const caller = new Caller({ version: "beta", model: Option.some("gpt-4o-realtime-preview") })
  const first = caller.open()
  const heard = caller.speak(1, "ሰላም")
  const phrase = caller.phrase(1, "ሰላም። ")
  const end = caller.finish(1)

  test("a session in the beta begins with its conversation, and is flat", () => {
    expect(types(first)).toEqual(["session.created", "conversation.created"])
    expect(at(first[0], "session")).toMatchObject({
      object: "realtime.session",
      model: "gpt-4o-realtime-preview",
      modalities: ["text", "audio"],
      voice: "am-hamen",
      input_audio_format: "pcm16",
      output_audio_format: "pcm16",
      input_audio_transcription: { model: "qal-stt", language: "am" },
      turn_detection: { type: "server_vad", silence_duration_ms: 500 },
      temperature: 0.8,
      max_response_output_tokens: "inf"
    })
    expect(at(first[0], "session.audio")).toBeUndefined()
  })

  test("events in the beta have the beta's names", () => {
    expect(types(heard)).toEqual(
      SPOKEN_TURN.filter((type) => type !== "conversation.item.done").map((type) =>
        type === "conversation.item.added" ? "conversation.item.created" : type
      )
    )
    expect(types(phrase)).toEqual([
      "response.output_item.added",
      "conversation.item.created",
      "response.content_part.added",
      "response.audio_transcript.delta",
      "response.audio.delta"
    ])
    expect(types(end)).toEqual([
      "response.audio.done",
      "response.audio_transcript.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.done"
    ])
    expect(at(only(end, "response.done"), "response")).toMatchObject({
      modalities: ["text", "audio"],
      output_audio_format: "pcm16",
      output: [{ content: [{ type: "audio", transcript: "ሰላም። " }] }]
    })
  })

  test("texts in the beta are parts of text, also those that the client sends", () => {
    caller.send({ type: "session.update", session: { modalities: ["text"] } })
    const created = caller.send({ type: "conversation.item.create", item: message("assistant", "text", "hm") })
    expect(created).toMatchObject([
      { type: "conversation.item.created", item: { content: [{ type: "text", text: "hm" }] } }
    ])
    caller.send(respond)
    const told = caller.tell(Input.Text({ turn: 3, text: "x", words: [] }))
    expect(types(told).at(-1)).toBe("response.text.delta")
    expect(types(caller.finish(3))[0]).toBe("response.text.done")
  })
})
