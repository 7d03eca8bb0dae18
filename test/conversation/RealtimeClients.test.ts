/** What published clients of the Realtime protocol send, as their sources have it: none of it brings an error that they do not expect. */
import { describe, expect, test } from "bun:test"
import { Option } from "effect"
import { Input } from "../../src/conversation/MachineMessages.ts"
import { at, Caller, only, types } from "./support/Caller.ts"

const opened = (version: "current" | "beta" = "current") => {
  const caller = new Caller({ version, model: Option.some("gpt-realtime") })
  caller.open()
  return caller
}

/** All that a client is told in answer to its events, in which there may be no error. */
const all = (caller: Caller, ...events: ReadonlyArray<object>) => {
  const told = events.flatMap((event) => caller.send(event))
  expect(told.filter(({ type }) => type === "error")).toEqual([])
  return told
}

const weather = {
  type: "function",
  name: "get_weather",
  description: "Weather of a city",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
}
const call = { id: "call_1", name: "get_weather", arguments: '{"city":"Jimma"}' }

describe("LiveKit's plugin", () => {
  const create = (previous_item_id: string, item: object) => ({
    type: "conversation.item.create",
    event_id: "chat_ctx_create_0123456789ab",
    previous_item_id,
    item
  })
  const message = (id: string, role: "user" | "assistant" | "system", text: string) => ({
    id,
    type: "message",
    role,
    content: [{ type: role === "assistant" ? "output_text" : "input_text", text }]
  })

  test("LiveKit's plugin sets a session with its defaults", () => {
    const [updated] = all(opened(), {
      type: "session.update",
      event_id: "session_update_0123456789ab",
      session: {
        type: "realtime",
        model: "gpt-realtime",
        output_modalities: ["audio"],
        audio: {
          input: {
            format: { rate: 24_000, type: "audio/pcm" },
            noise_reduction: null,
            transcription: { model: "gpt-4o-mini-transcribe" },
            turn_detection: {
              type: "semantic_vad",
              create_response: true,
              eagerness: "medium",
              interrupt_response: true
            }
          },
          output: { format: { rate: 24_000, type: "audio/pcm" }, speed: 1, voice: "marin" }
        },
        max_output_tokens: "inf",
        tool_choice: "auto",
        tracing: null
      }
    })
    expect(updated).toMatchObject({ type: "session.updated" })
  })

  test("LiveKit's plugin sets a session in the beta's flat form", () => {
    const [updated] = all(opened("beta"), {
      type: "session.update",
      event_id: "session_update_0123456789ab",
      session: {
        model: "gpt-4o-realtime-preview",
        voice: "alloy",
        input_audio_format: "pcm16",
        output_audio_format: "pcm16",
        modalities: ["text", "audio"],
        turn_detection: {
          type: "server_vad",
          threshold: 0.5,
          prefix_padding_ms: 300,
          silence_duration_ms: 200,
          create_response: true
        },
        input_audio_transcription: { model: "whisper-1" },
        input_audio_noise_reduction: null,
        temperature: 0.8,
        tool_choice: "auto",
        speed: 1
      }
    })
    expect(updated).toMatchObject({ session: { modalities: ["text", "audio"], temperature: 0.8 } })
  })

  test("LiveKit's plugin brings a conversation of an earlier connection, with its server's ids", () => {
    const before = opened()
    const heard = String(at(only(before.speak(1, "ሰላም"), "conversation.item.added"), "item.id"))
    const said = String(at(only(before.phrase(1, "ሰላም።"), "conversation.item.added"), "item.id"))
    const caller = new Caller()
    caller.open({}, "conv_2")
    const told = all(
      caller,
      create("root", message("item_90c1d2e3f4a5", "system", "Be brief.")),
      create("item_90c1d2e3f4a5", message(heard, "user", "ሰላም")),
      create(heard, message(said, "assistant", "ሰላም።")),
      create(said, { id: "item_123456789012", type: "function_call", call_id: "call_1", ...named }),
      create("item_123456789012", {
        id: "item_999999999999",
        type: "function_call_output",
        call_id: "call_1",
        output: "18 °C"
      })
    )
    expect(told.filter(({ type }) => type === "conversation.item.added")).toHaveLength(5)
  })

  test("LiveKit's plugin recognises the answer that it asked for by its metadata", () => {
    const caller = opened()
    const [begun] = all(caller, {
      type: "response.create",
      event_id: "response_create_0123456789ab",
      response: { instructions: "Greet the user.", metadata: { client_event_id: "response_create_0123456789ab" } }
    })
    expect(at(begun, "response.metadata.client_event_id")).toBe("response_create_0123456789ab")
  })

  test("LiveKit's plugin passes over the error for a cancelled answer that has ended", () => {
    const told = only(opened().send({ type: "response.cancel" }), "error")
    expect(String(at(told, "error.message"))).toStartWith("Cancellation failed")
    expect(at(told, "error.code")).toBe("response_cancel_not_active")
  })

  test("LiveKit's plugin replaces an answer by the words of it that were played", () => {
    const caller = opened()
    all(caller, { type: "session.update", session: { output_modalities: ["text"] } }, { type: "response.create" })
    const told = caller.tell(Input.Text({ turn: 1, text: "Akkam jirta? Nagaa.", words: [] }))
    const id = String(at(only(told, "conversation.item.added"), "item.id"))
    caller.finish(1)
    const again = all(
      caller,
      { type: "conversation.item.delete", event_id: "chat_ctx_delete_0123456789ab", item_id: id },
      create("root", message(id, "assistant", "Akkam jirta?"))
    )
    expect(types(again)).toEqual(["conversation.item.deleted", "conversation.item.added", "conversation.item.done"])
  })
})

const named = { name: call.name, arguments: call.arguments }

describe("Pipecat's service, for which every other error is the end", () => {
  const update = {
    type: "session.update",
    event_id: "5f4e7f2c-7a61-4bb1-8f3e-2d7e7c7b9a10",
    session: {
      type: "realtime",
      audio: {
        input: {
          transcription: { model: "gpt-realtime-whisper" },
          noise_reduction: { type: "near_field" },
          turn_detection: { type: "semantic_vad" }
        }
      },
      instructions: "Be brief.",
      tools: [weather]
    }
  }

  test("Pipecat's service sets a session when it is created", () => {
    expect(types(all(opened(), update))).toEqual(["session.updated"])
  })

  test("Pipecat's service begins with its context's messages, under ids of its own, and an answer", () => {
    const id = "0f8fad5bd9cb469fa16570867728950e"
    const told = all(
      opened(),
      update,
      {
        type: "conversation.item.create",
        event_id: "a",
        item: { id, type: "message", role: "user", content: [{ type: "input_text", text: "Say hello." }] }
      },
      { type: "response.create", event_id: "b", response: { output_modalities: ["audio"] } }
    )
    expect(types(told)).toEqual([
      "session.updated",
      "conversation.item.added",
      "conversation.item.done",
      "response.created"
    ])
  })

  test("Pipecat's service runs turns by itself: clears, cancels, cuts, commits and asks", () => {
    const caller = opened()
    all(caller, {
      type: "session.update",
      event_id: "a",
      session: { type: "realtime", audio: { input: { turn_detection: null } } }
    })
    all(caller, { type: "response.create", event_id: "b" })
    const told = caller.phrase(1, "ሰላም። ")
    const item_id = String(at(only(told, "response.output_audio.delta"), "item_id"))
    const interrupted = all(
      caller,
      { type: "input_audio_buffer.clear", event_id: "c" },
      { type: "input_audio_buffer.append", event_id: "d", audio: Buffer.alloc(4_800).toString("base64") },
      { type: "response.cancel", event_id: "e" },
      { type: "conversation.item.truncate", event_id: "f", item_id, content_index: 0, audio_end_ms: 5_000 }
    )
    expect(types(interrupted)).toEqual(["conversation.item.truncated"])
    expect(types(caller.tell(Input.AudioDiscarded()))).toEqual(["input_audio_buffer.cleared"])
    all(caller, { type: "input_audio_buffer.commit", event_id: "g" })
    // One answer at a time, also while the one that was cancelled is charged.
    expect(all(caller, { type: "response.create", event_id: "h" })).toEqual([])
    const next = caller.settle(1)
    expect(types(next).slice(-2)).toEqual(["response.done", "response.created"])
    expect(only(next, "response.done")).toMatchObject({ response: { status: "cancelled" } })
  })

  test("Pipecat's service may cut an answer that the server has cut already, also further than it went", () => {
    const caller = opened()
    caller.speak(1, "ሰላም")
    const told = caller.phrase(1, "ሰላም። ")
    const item_id = String(at(only(told, "response.output_audio.delta"), "item_id"))
    caller.tell(Input.SpeechStarted({ millis: 2_000 }))
    const cut = { type: "conversation.item.truncate", item_id, content_index: 0 }
    expect(types(all(caller, { ...cut, audio_end_ms: 60_000 }, { ...cut, audio_end_ms: 0 }))).toEqual([
      "conversation.item.truncated",
      "conversation.item.truncated"
    ])
  })

  test("Pipecat's service answers two calls and asks twice, and gets the code for an answer under way", () => {
    const caller = opened()
    all(caller, update)
    caller.speak(1, "ሰላም")
    caller.finish(1, [call, { ...call, id: "call_2" }])
    const output = (call_id: string) => ({
      type: "conversation.item.create",
      item: { id: `output${call_id}`, type: "function_call_output", call_id, output: '{"celsius": 18}' }
    })
    all(caller, output("call_1"), { type: "response.create" }, output("call_2"))
    expect(at(only(caller.send({ type: "response.create" }), "error"), "error.code")).toBe(
      "conversation_already_has_active_response"
    )
  })
})

describe("Vercel's SDK", () => {
  test("Vercel's SDK sets a session as it configures it, for each kind of turn detection", () => {
    const settings = { threshold: 0.6, silence_duration_ms: 400, prefix_padding_ms: 200 }
    for (const turn_detection of [{ type: "semantic_vad", ...settings }, { type: "server_vad", ...settings }, null]) {
      const session = {
        type: "realtime",
        model: "gpt-realtime",
        instructions: "Be brief.",
        output_modalities: ["audio"],
        audio: {
          input: { format: { type: "audio/pcm", rate: 24_000 }, turn_detection },
          output: { format: { type: "audio/pcm", rate: 24_000 }, voice: "alloy" }
        },
        tools: [weather],
        tool_choice: "auto"
      }
      expect(types(all(opened(), { type: "session.update", session }))).toEqual(["session.updated"])
    }
  })

  test("Vercel's SDK asks for an answer with its own instructions", () => {
    const response = { output_modalities: ["text"], instructions: "Say hello.", metadata: { page: "1" } }
    const [begun] = all(opened(), { type: "response.create", response })
    expect(at(begun, "response.output_modalities")).toEqual(["text"])
  })

  test("Vercel's SDK gets an error that says what to do where it sends sound as an item", () => {
    const item = { type: "message", role: "user", content: [{ type: "input_audio", audio: "AAAA" }] }
    const told = only(opened().send({ type: "conversation.item.create", item }), "error")
    expect(String(at(told, "error.message"))).toContain("input_audio_buffer.append")
  })
})

describe("the agents' package", () => {
  test("the agents' package cancels, for its guardrail, an answer that has ended and is still being charged", () => {
    const caller = opened()
    const [begun] = all(caller, { type: "response.create" })
    caller.phrase(1, "ሰላም። ")
    caller.tell(Input.Answered({ turn: 1, calls: [], finishReason: "stop" }))
    const response_id = String(at(begun, "response.id"))
    expect(all(caller, { type: "response.cancel" }, { type: "response.cancel", response_id })).toEqual([])
    expect(only(caller.settle(1), "response.done")).toMatchObject({ response: { status: "completed" } })
    expect(at(only(caller.send({ type: "response.cancel", response_id }), "error"), "error.code")).toBe(
      "response_cancel_not_active"
    )
  })

  test("the agents' package gets an error that pictures are not supported", () => {
    const content = [{ type: "input_image", image_url: "data:image/png;base64,AAAA" }]
    const item = { type: "message", role: "user", content }
    const told = only(opened().send({ type: "conversation.item.create", item }), "error")
    expect(at(told, "error.param")).toBe("item.content[0].type")
    expect(String(at(told, "error.message"))).toContain("pictures are not supported")
  })
})

test("a page that rewrites its history deletes items and puts them back under their ids", () => {
  const caller = opened()
  const [added] = all(caller, {
    type: "conversation.item.create",
    item: { type: "message", role: "user", content: [{ type: "input_text", text: "a" }] }
  })
  const id = String(at(added, "item.id"))
  const item = { id, type: "message", role: "user", content: [{ type: "input_text", text: "b" }] }
  const told = all(
    caller,
    { type: "conversation.item.delete", item_id: id },
    { type: "conversation.item.create", item, previous_item_id: "root" }
  )
  expect(at(only(told, "conversation.item.added"), "item.id")).toBe(id)
})
