/** The two protocols of conversations as data (wire contract, section 9). */
import type { Schema } from "./Examples.ts"
import { object } from "./Json.ts"
import type { Protocol } from "./Protocols.ts"

const text = { type: "string" }
const count = { type: "integer", minimum: 0, maximum: 5_000 }
const list = (items: Schema): Schema => ({ type: "array", items })
const one = (...values: ReadonlyArray<unknown>): Schema => ({ enum: values })
const fields = (properties: Readonly<Record<string, Schema>>, required: ReadonlyArray<string> = []): Schema => ({
  type: "object",
  required,
  properties
})
const all = (properties: Readonly<Record<string, Schema>>): Schema => fields(properties, Object.keys(properties))

/** Sound in base64: silence, a tenth of a second and the most; noise; half a sample; none; no base64. */
const noise = Buffer.from(Uint8Array.from({ length: 6_400 }, (_, at) => (at * at * 31) & 255))
const base64 = one(
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

const relay: Protocol = {
  path: "/ws",
  ticket: { path: "/api/v1/conversation/sessions", body: object({ language: "am", system: "Answer at length." }) },
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
const item = one(
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
const format: Schema = {
  anyOf: [
    one("pcm16", "g711_ulaw", "g711_alaw", "mp3"),
    all({ type: one("audio/pcm", "audio/pcmu", "audio/pcma"), rate: one(24_000, 8_000, 1e308) })
  ]
}
const detection: Schema = {
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

const event = (type: string, properties: Readonly<Record<string, Schema>> = {}): Schema => ({
  type: "object",
  required: ["type", ...Object.keys(properties)],
  properties: { type: one(type), event_id: one("event_a", "", null), ...properties }
})

const realtime: Protocol = {
  path: "/v1/realtime",
  ticket: { path: "/v1/realtime/client_secrets", body: object({}), at: ["value"] },
  entrance: { subprotocol: "openai-insecure-api-key." },
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
  events: new Set(
    [
      "error",
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
}

export const conversations: ReadonlyArray<Protocol> = [relay, realtime]
