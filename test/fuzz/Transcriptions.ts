/** Sessions of OpenAI's protocol that hear and never answer, in its current version and its beta, as data (wire contract, section 12). */
import {
  base64,
  count,
  detection,
  event,
  fields,
  format,
  heavy,
  item,
  one,
  REALTIME_EVENTS,
  SECRET_PROTOCOL
} from "./Conversations.ts"
import { object } from "./Json.ts"
import type { Protocol } from "./Protocols.ts"

const transcription = one(
  null,
  { model: "qal-stt" },
  { model: "gpt-4o-transcribe", language: "om" },
  { language: "xx" }
)

/** Of both versions; what asks for an answer is refused. */
const messages = [
  event("input_audio_buffer.append", { audio: base64 }),
  event("input_audio_buffer.commit"),
  event("input_audio_buffer.clear"),
  event("conversation.item.retrieve", { item_id: item }),
  event("conversation.item.delete", { item_id: item }),
  event("conversation.item.truncate", { item_id: item, content_index: one(0), audio_end_ms: count }),
  event("response.create"),
  event("response.cancel")
]

const shared = {
  path: "/v1/realtime",
  sound: (samples: Buffer) => JSON.stringify({ type: "input_audio_buffer.append", audio: samples.toString("base64") }),
  errors: "openai",
  events: REALTIME_EVENTS
} as const

const current: Protocol = {
  ...shared,
  kind: "transcription",
  ticket: {
    path: "/v1/realtime/client_secrets",
    body: object({ session: object({ type: "transcription" }) }),
    at: ["value"]
  },
  entrance: SECRET_PROTOCOL,
  parameters: { intent: "transcription", model: "qal-stt", language: "om" },
  messages: [
    event("session.update", {
      session: fields(
        {
          type: one("transcription", "transcription", "realtime"),
          audio: fields({ input: fields({ format, transcription, turn_detection: detection }) })
        },
        ["type"]
      )
    }),
    ...messages
  ],
  heavy: heavy("session.update"),
  begins: "session.created"
}

const beta: Protocol = {
  ...shared,
  kind: "transcription, beta",
  ticket: { path: "/v1/realtime/transcription_sessions", body: object({}), at: ["client_secret", "value"] },
  entrance: { ...SECRET_PROTOCOL, offers: "openai-beta.realtime-v1" },
  parameters: { intent: "transcription", language: "om" },
  messages: [
    event("transcription_session.update", {
      session: fields({
        input_audio_format: format,
        input_audio_transcription: transcription,
        turn_detection: detection
      })
    }),
    ...messages
  ],
  heavy: heavy("transcription_session.update"),
  begins: "transcription_session.created"
}

export const transcriptions: ReadonlyArray<Protocol> = [current, beta]
