import { CLOSES, type SocketGuide } from "./SocketGuide.ts"

const program = (base: string): string => `const answer = await fetch("${base}/v1/realtime/client_secrets", {
  method: "POST",
  headers: { authorization: \`Bearer \${process.env.QAL_API_KEY}\`, "content-type": "application/json" },
  body: JSON.stringify({ session: { type: "realtime", model: "qal-am" } })
})
if (!answer.ok) throw new Error(await answer.text())
const { value } = await answer.json()

const socket = new WebSocket("${base.replace(/^http/, "ws")}/v1/realtime", ["realtime", \`openai-insecure-api-key.\${value}\`])
const say = (event: object) => socket.send(JSON.stringify(event))
socket.onmessage = ({ data }) => {
  const event = JSON.parse(data)
  if (event.type === "session.created") {
    say({ type: "session.update", session: { type: "realtime", output_modalities: ["text"] } })
    say({
      type: "conversation.item.create",
      item: { type: "message", role: "user", content: [{ type: "input_text", text: "ሰላም" }] }
    })
    say({ type: "response.create" })
  }
  if (event.type === "response.output_text.delta") console.log(event.delta)
  if (event.type === "error") throw new Error(event.error.message)
  if (event.type === "response.done") socket.close()
}`

const at = { response_id: "resp_1", output_index: 0, item_id: "item_2", content_index: 0 } as const

export const realtime: SocketGuide = {
  path: "/v1/realtime",
  title: "Conversation in OpenAI's Realtime protocol",
  description:
    "The same conversation for clients of that protocol, charged alike. Opened with a key or a client secret as a bearer token, or, from a browser, with the subprotocols `realtime` and `openai-insecure-api-key.…`. Events have the names of the current version; those of the beta with the header `OpenAI-Beta: realtime=v1` or the subprotocol `openai-beta.realtime-v1`. Every event of the server has an `event_id`. Those shown are the ones that a client needs; OpenAI's documents tell of all.",
  operations: ["POST /v1/realtime/client_secrets", "GET /api/v1/conversation"],
  client: [
    {
      frame: {
        type: "session.update",
        session: { type: "realtime", output_modalities: ["text"], instructions: "በአጭሩ መልስ።" }
      },
      meaning: "Changes what the session does; what is left out stays."
    },
    {
      frame: { type: "input_audio_buffer.append", audio: "AAABAAIAAwAEAAUABgAHAA==" },
      meaning:
        "Sound in base64: 24,000 Hz mono PCM, 16-bit little-endian, if the session has no other format; or what a recorder makes, such as WebM, by its first bytes."
    },
    { frame: { type: "input_audio_buffer.commit" }, meaning: "Ends a spoken turn without waiting for silence." },
    { frame: { type: "input_audio_buffer.clear" }, meaning: "Throws away sound that is not part of a turn yet." },
    {
      frame: {
        type: "conversation.item.create",
        item: { type: "message", role: "user", content: [{ type: "input_text", text: "ሰላም" }] }
      },
      meaning: "Adds a typed message, or the result of a function."
    },
    { frame: { type: "response.create" }, meaning: "Asks for an answer; after speech it comes by itself." },
    { frame: { type: "response.cancel" }, meaning: "Ends the answer." },
    {
      frame: { type: "conversation.item.truncate", item_id: "item_2", content_index: 0, audio_end_ms: 1_200 },
      meaning: "Says how far the answer was heard when the user spoke over it, in milliseconds."
    }
  ],
  server: [
    {
      frame: {
        type: "conversation.item.added",
        event_id: "event_4",
        previous_item_id: null,
        item: {
          id: "item_1",
          object: "realtime.item",
          type: "message",
          status: "completed",
          role: "user",
          content: [{ type: "input_text", text: "ሰላም" }]
        }
      },
      meaning: "An entry of the conversation is there."
    },
    {
      frame: { type: "response.output_text.delta", event_id: "event_9", ...at, delta: "ሰላም! " },
      meaning: "Text of the answer, where text is asked for."
    },
    {
      frame: { type: "response.output_text.done", event_id: "event_10", ...at, text: "ሰላም! እንዴት ልርዳዎት?" },
      meaning: "All of it."
    },
    {
      frame: { type: "response.output_audio_transcript.delta", event_id: "event_9", ...at, delta: "ሰላም! " },
      meaning: "Words of the answer that is spoken."
    },
    {
      frame: { type: "response.output_audio.delta", event_id: "event_10", ...at, delta: "AAABAAIAAwAEAAUABgAHAA==" },
      meaning: "Its sound, in base64, in the session's format."
    },
    {
      frame: { type: "input_audio_buffer.speech_started", event_id: "event_5", audio_start_ms: 640, item_id: "item_3" },
      meaning: "The user speaks: stop playing the answer."
    },
    {
      frame: { type: "input_audio_buffer.speech_stopped", event_id: "event_6", audio_end_ms: 2_080, item_id: "item_3" },
      meaning: "The user has ended."
    },
    {
      frame: {
        type: "conversation.item.input_audio_transcription.completed",
        event_id: "event_8",
        item_id: "item_3",
        content_index: 0,
        transcript: "ሰላም",
        usage: { type: "duration", seconds: 1.44 }
      },
      meaning: "What was heard."
    },
    {
      frame: {
        type: "error",
        event_id: "event_3",
        error: {
          type: "invalid_request_error",
          code: "VALIDATION_ERROR",
          message: "type must be one of …",
          param: "type",
          event_id: null
        }
      },
      meaning:
        "What was asked cannot be done; the session goes on. `error.event_id` is that of the event at fault, where it had one."
    }
  ],
  closes: CLOSES,
  program
}
