/** The two protocols of conversations as data (wire contract, section 9), and of what they share with transcriptions. */
import type { Schema } from "./Examples.ts"
import { object } from "./Json.ts"
import type { Protocol } from "./Protocols.ts"

const text = { type: "string" }
export const count = { type: "integer", minimum: 0, maximum: 5_000 }
const list = (items: Schema): Schema => ({ type: "array", items })
export const one = (...values: ReadonlyArray<unknown>): Schema => ({ enum: values })
export const fields = (properties: Readonly<Record<string, Schema>>, required: ReadonlyArray<string> = []): Schema => ({
  type: "object",
  required,
  properties
})
const all = (properties: Readonly<Record<string, Schema>>): Schema => fields(properties, Object.keys(properties))

/** Sound in base64: silence, a tenth of a second and the most; noise; half a sample; none; no base64. */
const noise = Buffer.from(Uint8Array.from({ length: 6_400 }, (_, at) => (at * at * 31) & 255))
export const base64 = one(
  Buffer.alloc(3_200).toString("base64"),
  Buffer.alloc(64_000).toString("base64"),
  Buffer.alloc(192_000).toString("base64"),
  Buffer.alloc(192_002).toString("base64"),
  noise.toString("base64"),
  noise.subarray(0, 6_399).toString("base64"),
  "",
  "AA",
  "AAA",
  "AA==AA==",
  "%%%%",
  "ሰላም="
)

const mimeType = one(
  "audio/pcm;rate=16000",
  "audio/pcm;rate=8000",
  "audio/pcm;rate=48000",
  "audio/pcm;rate=44100;channels=1",
  "audio/pcm;rate=1e309",
  "audio/pcm;rate=-1",
  "audio/pcm;rate=7999",
  "audio/pcm; rate=",
  "audio/wav",
  ""
)

/** Characters of `system` and of `persona` at most. */
const MOST_INSTRUCTIONS = 16_000

const relay: Protocol = {
  path: "/ws",
  ticket: {
    path: "/api/v1/conversation/sessions",
    body: object({ language: "am", system: "Answer at length." }),
    others: [
      object({ language: "om", persona: "Barsiisaa", system: "a".repeat(MOST_INSTRUCTIONS) }),
      object({ system: "ሰ".repeat(MOST_INSTRUCTIONS), persona: "ሰ".repeat(MOST_INSTRUCTIONS) }),
      object({ system: "\u0000\u202e</system>\r\n{{7*7}}", persona: "🙂\u0301__proto__" }),
      object({ system: "", persona: " " })
    ]
  },
  entrance: { parameter: "ticket" },
  parameters: {
    language: "om",
    voice_id: "om-bikila",
    system: "Answer in one word.",
    persona: "A farmer",
    silence_ms: "300",
    interruption_threshold_db: "20"
  },
  messages: [
    fields({ data: base64, mimeType }, ["data"]),
    all({ text }),
    all({ type: one("audio.finish") }),
    fields({ data: base64, mimeType, text, type: one("audio.finish", "audio", "ping") })
  ],
  binaryBytes: 3_200,
  sound: (samples) => JSON.stringify({ data: samples.toString("base64"), mimeType: "audio/pcm;rate=16000" }),
  begins: "setupComplete",
  errors: "timed",
  events: new Set(["setupComplete", "serverContent", "usageMetadata", "status", "warning", "error"])
}

// --- OpenAI's

/** Ids of the client's, and those that the server gives. */
export const item = one(
  "item_a",
  "item_b",
  "item_1",
  "item_2",
  "item_3",
  "item_c1",
  "root",
  "toString",
  "item_999999999999999"
)
const part = fields(
  { type: one("input_text", "input_audio", "text", "output_text", "audio"), text, transcript: text },
  ["type"]
)
const entry: Schema = {
  anyOf: [
    fields({ id: item, type: one("message"), role: one("user", "assistant", "system"), content: list(part) }, [
      "type",
      "role",
      "content"
    ]),
    fields({ id: item, type: one("function_call"), call_id: item, name: text, arguments: one("{}", "{", "[]") }, [
      "type",
      "name",
      "arguments"
    ]),
    all({ type: one("function_call_output"), call_id: item, output: text }),
    all({ type: one("item_reference"), id: item })
  ]
}

const tool = fields(
  { type: one("function"), name: one("weather", "a b", ""), description: text, parameters: fields({}) },
  ["type", "name"]
)
export const format: Schema = {
  anyOf: [
    one("pcm16", "g711_ulaw", "g711_alaw", "mp3"),
    all({ type: one("audio/pcm", "audio/pcmu", "audio/pcma"), rate: one(24_000, 8_000, 1e308) })
  ]
}
export const detection: Schema = {
  anyOf: [
    one(null),
    fields(
      {
        type: one("server_vad", "semantic_vad"),
        threshold: { type: "number", minimum: 0, maximum: 1 },
        prefix_padding_ms: count,
        silence_duration_ms: count,
        create_response: { type: "boolean" },
        interrupt_response: { type: "boolean" }
      },
      ["type"]
    )
  ]
}
const settings = {
  instructions: text,
  voice: one("alloy", "am-dawit", "om-bikila", "nobody"),
  tools: list(tool),
  tool_choice: one("auto", "none", "required"),
  temperature: { type: "number", minimum: 0, maximum: 2 },
  output_modalities: one(["audio"], ["text"], ["audio", "text"], []),
  modalities: one(["audio", "text"], ["text"]),
  max_output_tokens: one("inf", 1, 4_096, 0),
  input_audio_format: format,
  output_audio_format: format,
  turn_detection: detection,
  audio: fields({
    input: fields({ format, turn_detection: detection, transcription: one(null, { model: "qal" }) }),
    output: fields({ format, voice: one("am-hamen"), speed: one(1, 0.25, 2, 1e308) })
  })
}

export const event = (type: string, properties: Readonly<Record<string, Schema>> = {}): Schema => ({
  type: "object",
  required: ["type", ...Object.keys(properties)],
  properties: { type: one(type), event_id: one("event_a", "", null), ...properties }
})

export const REALTIME_EVENTS: Protocol["events"] = new Set(
  [
    "error",
    "transcription_session.created transcription_session.updated",
    "session.created session.updated conversation.created rate_limits.updated",
    "input_audio_buffer.speech_started input_audio_buffer.speech_stopped input_audio_buffer.committed",
    "input_audio_buffer.cleared conversation.item.added conversation.item.created conversation.item.done",
    "conversation.item.retrieved conversation.item.deleted conversation.item.truncated",
    "conversation.item.input_audio_transcription.delta conversation.item.input_audio_transcription.completed",
    "conversation.item.input_audio_transcription.failed response.created response.done",
    "response.output_item.added response.output_item.done response.content_part.added response.content_part.done",
    "response.output_text.delta response.output_text.done response.output_audio.delta response.output_audio.done",
    "response.output_audio_transcript.delta response.output_audio_transcript.done",
    "response.text.delta response.text.done response.audio.delta response.audio.done",
    "response.audio_transcript.delta response.audio_transcript.done",
    "response.function_call_arguments.delta response.function_call_arguments.done"
  ].flatMap((names) => names.split(" "))
)

/** Messages that are much to read: 128 tools with 40 parameters each, and 22,000 members of no meaning. */
const parametersOf = (size: number) =>
  object({
    type: "object",
    properties: object(Object.fromEntries(Array.from({ length: size }, (_, at) => [`p${at}`, object({})])))
  })
const manyTools = Array.from({ length: 128 }, (_, at) =>
  object({ type: "function", name: `tool_${at}`, description: "d".repeat(400), parameters: parametersOf(40) })
)
const manyMembers = object(Object.fromEntries(Array.from({ length: 22_000 }, (_, at) => [`f${at}`, 0])))
export const heavy = (type: string) => [
  object({ type, session: object({ type: "realtime", tools: manyTools }) }),
  object({ type, session: manyMembers })
]

/** How a client secret is shown. */
export const SECRET_PROTOCOL = { subprotocol: "openai-insecure-api-key." } as const

const realtime: Protocol = {
  path: "/v1/realtime",
  ticket: {
    path: "/v1/realtime/client_secrets",
    body: object({}),
    others: [
      object({ session: object({ type: "realtime", instructions: "ሰ".repeat(MOST_INSTRUCTIONS) }) }),
      object({ session: object({ type: "realtime", instructions: "\u0000</system>", voice: "alloy", tools: null }) })
    ],
    at: ["value"]
  },
  entrance: SECRET_PROTOCOL,
  heavy: heavy("session.update"),
  parameters: { model: "qal-om", language: "am" },
  messages: [
    event("session.update", { session: fields({ type: one("realtime"), ...settings }, ["type"]) }),
    event("input_audio_buffer.append", { audio: base64 }),
    event("input_audio_buffer.commit"),
    event("input_audio_buffer.clear"),
    event("conversation.item.create", { item: entry }),
    event("conversation.item.create", { item: entry, previous_item_id: item }),
    event("conversation.item.retrieve", { item_id: item }),
    event("conversation.item.truncate", { item_id: item, content_index: one(0), audio_end_ms: count }),
    event("conversation.item.delete", { item_id: item }),
    event("response.create"),
    event("response.create", {
      response: fields({ ...settings, conversation: one("auto", "none"), input: list(entry), metadata: fields({}) })
    }),
    event("response.cancel"),
    event("response.cancel", { response_id: one("resp_1", "resp_2", "resp_3", "resp_4") }),
    event("output_audio_buffer.clear")
  ],
  sound: (samples) => JSON.stringify({ type: "input_audio_buffer.append", audio: samples.toString("base64") }),
  begins: "session.created",
  errors: "openai",
  events: REALTIME_EVENTS
}

export const conversations: ReadonlyArray<Protocol> = [relay, realtime]
