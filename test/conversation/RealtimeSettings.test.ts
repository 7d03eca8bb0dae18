/** What a client of the Realtime protocol may set, and what it is told in return. */
import { describe, expect, test } from "bun:test"
import { OpenAIRealtimeWebSocket } from "@openai/agents-realtime"
import { Option } from "effect"
import { Input } from "../../src/conversation/MachineMessages.ts"
import { at, Caller, config, only, type ServerEvent, session } from "./support/Caller.ts"

const opened = () => {
  const caller = new Caller()
  caller.open()
  return caller
}

const update = (caller: Caller, session: object): ServerEvent =>
  only(caller.send({ type: "session.update", session }), "session.updated")

/** The session after one update. */
const updated = (session: object): unknown => at(update(opened(), session), "session")

const refused = (session: object): unknown =>
  at(only(opened().send({ type: "session.update", session, event_id: "mine" }), "error"), "error")

/** Settings in the shape that is current and in that of the beta, and what both come to. */
const both: ReadonlyArray<readonly [string, object, object, object]> = [
  [
    "formats for telephony",
    { audio: { input: { format: { type: "audio/pcmu" } }, output: { format: { type: "audio/pcma" } } } },
    { input_audio_format: "g711_ulaw", output_audio_format: "g711_alaw" },
    { audio: { input: { format: { type: "audio/pcmu" } }, output: { format: { type: "audio/pcma" } } } }
  ],
  [
    "how turns are detected",
    { audio: { input: { turn_detection: { type: "server_vad", threshold: 0.7, prefix_padding_ms: 200 } } } },
    { turn_detection: { type: "server_vad", threshold: 0.7, prefix_padding_ms: 200 } },
    {
      audio: {
        input: {
          turn_detection: {
            type: "server_vad",
            threshold: 0.7,
            prefix_padding_ms: 200,
            silence_duration_ms: 500,
            create_response: true,
            interrupt_response: true
          }
        }
      }
    }
  ],
  [
    "that turns are not detected",
    { audio: { input: { turn_detection: null } } },
    { turn_detection: null },
    { audio: { input: { turn_detection: null } } }
  ],
  ["text alone", { output_modalities: ["text"] }, { modalities: ["text"] }, { output_modalities: ["text"] }],
  [
    "a voice of another language, which the session then speaks",
    { audio: { output: { voice: "om-bikila", speed: 1.2 } } },
    { voice: "om-bikila", speed: 1.2 },
    { audio: { input: { transcription: { language: "om" } }, output: { voice: "om-bikila", speed: 1.2 } } }
  ],
  [
    "a language, which then has its own voice",
    { audio: { input: { transcription: { model: "whisper-1", language: "om-ET" } } } },
    { input_audio_transcription: { model: "whisper-1", language: "om" } },
    { audio: { input: { transcription: { model: "qal-stt", language: "om" } }, output: { voice: "om-bikila" } } }
  ],
  ["how long answers are", { max_output_tokens: 200 }, { max_response_output_tokens: 200 }, { max_output_tokens: 200 }]
]

describe.each(both)("%s", (_, current, beta, result) => {
  test("a session setting has its effect in the current shape", () => {
    expect(updated(current)).toMatchObject(result)
  })

  test("a session setting has its effect in the beta's shape", () => {
    expect(updated(beta)).toMatchObject(result)
  })
})

test.each(["auto", "None", "undefined", "null", "und", ""])("a language of '%s' names none", (language) => {
  const caller = opened()
  update(caller, { audio: { output: { voice: "om-bikila" } } })
  const told = update(caller, { audio: { input: { transcription: { model: "whisper-1", language } } } })
  expect(at(told, "session.audio.input.transcription.language")).toBe("om")
})

test("a session's settings that an update does not name stay as they are", () => {
  const caller = opened()
  update(caller, { instructions: "Be short.", audio: { output: { voice: "am-dawit", speed: 1.5 } } })
  expect(at(update(caller, { output_modalities: ["text"] }), "session")).toMatchObject({
    instructions: "Be short.",
    audio: { output: { voice: "am-dawit", speed: 1.5 } }
  })
})

test.each(["alloy", "marin", "cedar", "verse"])(
  "OpenAI's voice %s is the default of the session's language",
  (voice) => {
    const caller = opened()
    expect(at(update(caller, { voice }), "session.audio.output.voice")).toBe("am-hamen")
    update(caller, { voice: "om-bikila" })
    expect(at(update(caller, { voice: { id: voice } }), "session.audio.output.voice")).toBe("om-bikila")
  }
)

test("OpenAI's name of a voice is the default also where a model has a voice of that name", () => {
  const caller = new Caller()
  const [first] = session.voices
  if (first === undefined) return expect.unreachable()
  const ofModel = { ...first, id: "alloy", model: { id: "mms-amh", speaker: 0, version: "1" } }
  const admitted = Input.Admitted({ session: { ...session, voices: [...session.voices, ofModel] }, config })
  caller.tell({ _tag: "Opened" }, admitted)
  expect(at(update(caller, { voice: "alloy" }), "session.audio.output.voice")).toBe("am-hamen")
})

test("a model of one language sets the session's language, others are only named", () => {
  expect(updated({ model: "qal-om" })).toMatchObject({ model: "qal-om", audio: { output: { voice: "om-bikila" } } })
  expect(updated({ model: "gpt-realtime" })).toMatchObject({
    model: "gpt-realtime",
    audio: { output: { voice: "am-hamen" } }
  })
})

test.each([
  [0, 0],
  [0.8, 0.4],
  [2, 1]
])("temperature %p of OpenAI's scale is %p of the engine's", (temperature, engines) => {
  const caller = opened()
  expect(at(update(caller, { temperature }), "session.temperature")).toBe(temperature)
  caller.send({ type: "response.create" })
  const answer = caller.commands().find((command) => command._tag === "Answer")
  expect(answer?._tag === "Answer" ? answer.request.text.temperature : undefined).toEqual(Option.some(engines))
})

test.each([
  ["low", 1_000],
  ["medium", 500],
  ["high", 300],
  ["auto", 500]
])("semantic_vad of eagerness %p is silence of %p ms, and the session says so", (eagerness, silence) => {
  expect(updated({ audio: { input: { turn_detection: { type: "semantic_vad", eagerness } } } })).toMatchObject({
    audio: { input: { turn_detection: { type: "server_vad", silence_duration_ms: silence, interrupt_response: true } } }
  })
})

test("sound is decoded in the session's format as soon as that is set", () => {
  const caller = opened()
  const append = { type: "input_audio_buffer.append", audio: "AAAA" }
  caller.send(append)
  update(caller, { audio: { input: { format: { type: "audio/pcmu", rate: 8_000 } } } })
  caller.send(append)
  const heard = caller.commands().flatMap((command) => (command._tag === "PushAudio" ? [command] : []))
  expect(heard.map(({ bytes, format }) => [bytes.length, format._tag])).toEqual([
    [3, "Pcm16"],
    [3, "MuLaw"]
  ])
})

describe("tools", () => {
  const tool = { type: "function", name: "weather", description: "Of a city", parameters: { type: "object" } }

  test("a session's tools come back as they were given; parameters may be left out", () => {
    expect(updated({ tools: [tool, { type: "function", name: "now" }], tool_choice: "required" })).toMatchObject({
      tools: [tool, { type: "function", name: "now", parameters: { type: "object", properties: {} } }],
      tool_choice: "required"
    })
  })

  test("a session's tools can be chosen by name, until they are replaced", () => {
    const caller = opened()
    const tool_choice = { type: "function", name: "weather" }
    expect(at(update(caller, { tools: [tool], tool_choice }), "session.tool_choice")).toEqual(tool_choice)
    expect(at(update(caller, { tools: [] }), "session.tool_choice")).toBe("auto")
  })
})

test("one answer may differ from the session, which stays as it is", () => {
  const caller = opened()
  const [created] = caller.send({
    type: "response.create",
    response: {
      instructions: "Whisper.",
      audio: { output: { voice: "om-bikila", format: { type: "audio/pcmu" } } },
      max_output_tokens: 50
    }
  })
  expect(created).toMatchObject({
    response: { max_output_tokens: 50, audio: { output: { voice: "om-bikila", format: { type: "audio/pcmu" } } } }
  })
  const answer = caller.commands().find((command) => command._tag === "Answer")
  expect(answer).toMatchObject({ request: { voice: { id: "om-bikila" }, output: { _tag: "MuLaw" } } })
  expect(at(update(caller, {}), "session.audio.output.voice")).toBe("am-hamen")
})

describe("what is not supported is refused by name, and nothing of its update is done:", () => {
  test.each([
    ["stored prompts", { prompt: { id: "pmpt_1" } }, "session.prompt"],
    ["tools that a server runs", { tools: [{ type: "mcp", server_label: "x" }] }, "session.tools[0].type"],
    ["one call at a time", { parallel_tool_calls: false }, "session.parallel_tool_calls"],
    ["log probabilities", { include: ["item.input_audio_transcription.logprobs"] }, "session.include"],
    ["no truncation", { truncation: "disabled" }, "session.truncation"],
    [
      "speaking up in silence",
      { audio: { input: { turn_detection: { type: "server_vad", idle_timeout_ms: 6_000 } } } },
      "session.audio.input.turn_detection.idle_timeout_ms"
    ],
    ["sessions of other kinds", { type: "translation" }, "session.type"]
  ])("a session setting that is not supported is refused by name, with its whole update: %s", (_, settings, param) => {
    expect(refused({ instructions: "x", ...settings })).toMatchObject({
      type: "invalid_request_error",
      code: "VALIDATION_ERROR",
      param,
      event_id: "mine"
    })
  })
})

describe("what is out of range or of the wrong kind is refused:", () => {
  const input = (settings: object) => ({ audio: { input: settings } })
  const vad = (settings: object) => input({ turn_detection: { type: "server_vad", ...settings } })
  test.each<[string, object]>([
    ["session.temperature", { temperature: 2.01 }],
    ["session.temperature", { temperature: "hot" }],
    ["session.audio.output.speed", { audio: { output: { speed: 4 } } }],
    ["session.audio.input.turn_detection.threshold", vad({ threshold: 1.5 })],
    ["session.audio.input.turn_detection.silence_duration_ms", vad({ silence_duration_ms: 5 })],
    ["session.audio.input.turn_detection.prefix_padding_ms", vad({ prefix_padding_ms: -1 })],
    ["session.audio.input.turn_detection.type", input({ turn_detection: { type: "psychic" } })],
    ["session.audio.input.format.rate", input({ format: { type: "audio/pcm", rate: 48_000 } })],
    ["session.input_audio_format", { input_audio_format: "mp3" }],
    ["session.output_modalities", { output_modalities: [] }],
    ["session.output_modalities[0]", { output_modalities: ["video"] }],
    ["session.max_output_tokens", { max_output_tokens: 0 }],
    ["session.max_output_tokens", { max_output_tokens: 1.5 }],
    ["session.tools[0].name", { tools: [{ type: "function", name: "a b" }] }],
    [
      "tools",
      {
        tools: [
          { type: "function", name: "a" },
          { type: "function", name: "a" }
        ]
      }
    ],
    ["tool_choice.name", { tool_choice: { type: "function", name: "none of them" } }],
    ["transcription.language", input({ transcription: { language: "en" } })]
  ])("a session setting out of range or of the wrong kind is refused: %s: %j", (param, settings) => {
    expect(refused(settings)).toMatchObject({ code: "VALIDATION_ERROR", param, event_id: "mine" })
  })

  test("an unknown voice, or one of another language, is refused in a session's settings", () => {
    expect(refused({ voice: "am-nobody" })).toMatchObject({ code: "VOICE_UNAVAILABLE", param: "voice" })
    expect(refused({ voice: "om-bikila", input_audio_transcription: { language: "am" } })).toMatchObject({
      code: "VOICE_UNAVAILABLE"
    })
  })
})

describe("the agents' package", () => {
  test("the agents' package has its own settings taken as it sends them", () => {
    const payload = new OpenAIRealtimeWebSocket().buildSessionPayload({ instructions: "Help.", voice: "alloy" })
    expect(updated(payload)).toMatchObject({ instructions: "Help.", output_modalities: ["audio"] })
    expect(updated({ type: "realtime", tracing: "auto" })).toMatchObject({ tracing: null })
    expect(updated({ type: "realtime", tracing: { workflow_name: "x" } })).toMatchObject({ tracing: null })
  })

  test("the agents' package has no setting refused that its users can choose", () => {
    const payload = new OpenAIRealtimeWebSocket().buildSessionPayload({
      instructions: "Help.",
      toolChoice: "auto",
      outputModalities: ["text"],
      audio: {
        input: {
          format: "g711_ulaw",
          noiseReduction: { type: "near_field" },
          transcription: { model: "gpt-4o-transcribe", language: "om" },
          turnDetection: { type: "server_vad", silenceDurationMs: 700, createResponse: false }
        },
        output: { format: "pcm16", voice: "om-bikila", speed: 1.1 }
      },
      tools: [
        {
          type: "function",
          name: "now",
          description: "",
          strict: true,
          parameters: { type: "object", properties: {}, required: [], additionalProperties: false }
        }
      ]
    })
    expect(updated(payload)).toMatchObject({
      audio: {
        input: { format: { type: "audio/pcmu" }, turn_detection: { silence_duration_ms: 700, create_response: false } },
        output: { voice: "om-bikila", speed: 1.1 }
      }
    })
  })
})

test("the model of the socket's address is named until another is", () => {
  const caller = new Caller({ version: "current", model: Option.some("gpt-realtime-2.1") })
  expect(at(caller.open()[0], "session")).toMatchObject({ id: "conv_1", type: "realtime", model: "gpt-realtime-2.1" })
})
