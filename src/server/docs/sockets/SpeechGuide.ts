import { EXAMPLE_CLIP } from "../../../voice/ClipsApi.ts"
import * as Limits from "../../../voice/RealtimeApi.ts"
import { AUTHENTICATE, CLOSES, type SocketGuide } from "./SocketGuide.ts"

const { alignment: _, meta, ...rest } = EXAMPLE_CLIP
const clip = { ...rest, meta: { ...meta, client_request_id: "turn-1" } }

const program = (base: string): string => `import { writeFile } from "node:fs/promises"

const answer = await fetch("${base}/api/v1/realtime/sessions", {
  method: "POST",
  headers: { "x-api-key": \`\${process.env.QAL_API_KEY}\`, "content-type": "application/json" },
  body: JSON.stringify({ voice_id: "am-hamen", language: "am" })
})
if (!answer.ok) throw new Error(await answer.text())
const { data: session } = await answer.json()

const socket = new WebSocket(session.websocket_url)
const say = (message: object) => socket.send(JSON.stringify(message))
const sound: Array<Buffer> = []
socket.onopen = () => say({ type: "session.authenticate", token: session.token })
socket.onmessage = async ({ data }) => {
  const event = JSON.parse(data)
  if (event.type === "session.created") say({ type: "speech.create", text: "ሰላም! እንዴት ነህ?", request_id: crypto.randomUUID() })
  if (event.type === "audio.delta") sound.push(Buffer.from(event.audio, "base64"))
  if (event.type === "error") throw new Error(event.error.message)
  if (event.type === "speech.completed") {
    await writeFile("answer.mp3", Buffer.concat(sound))
    console.log(event.data.id, event.data.duration_seconds)
    socket.close()
  }
}`

export const speech: SocketGuide = {
  path: "/api/v1/realtime/voice",
  title: "Text to speech",
  description:
    "Text as it is written, spoken phrase by phrase; each turn becomes a clip. All messages are JSON in text frames. One turn is spoken at a time; a session " +
    `speaks up to ${Limits.MAX_TURNS} of them, takes ${Limits.MAX_PIECES_PER_SECOND} pieces of text and ` +
    `${Limits.MAX_MESSAGES_PER_SECOND} other messages a second, and lasts ${Limits.SESSION_TTL_SECONDS / 60} minutes. ` +
    "`speech.cancel` and a socket that is closed end what is sent; the clip is still made and charged.",
  operations: ["POST /api/v1/realtime/sessions", "GET /api/v1/realtime"],
  client: [
    AUTHENTICATE,
    {
      frame: { type: "speech.create", text: clip.text, request_id: "turn-1" },
      meaning:
        "Speaks a text. The id is the turn's, and the clip's `client_request_id`: the same again gives the same clip, and no charge."
    },
    {
      frame: { type: "text.append", text: "ሰላም! " },
      meaning: "Adds to a text that comes in parts, such as a model's answer. Nothing is spoken yet."
    },
    { frame: { type: "text.commit", request_id: "turn-2" }, meaning: "Speaks what was appended." },
    { frame: { type: "speech.cancel" }, meaning: "Ends the turn that is being spoken." },
    {
      frame: { type: "ping" },
      meaning: `Keeps a session open that is silent for more than ${Limits.IDLE_TIMEOUT_SECONDS} seconds.`
    }
  ],
  server: [
    {
      frame: {
        type: "session.created",
        session_id: "rts_01kafp3d2n8q4v7w0x5y6z9abc",
        voice_id: "am-hamen",
        language: "am",
        audio_format: "mp3",
        max_text_characters: 5_000
      },
      meaning: "The ticket was good. `max_text_characters` are UTF-16 code units of the whole session."
    },
    { frame: { type: "speech.started", request_id: "turn-1" }, meaning: "The turn has begun." },
    {
      frame: {
        type: "audio.delta",
        request_id: "turn-1",
        sequence: 0,
        format: "mp3",
        audio: "//uQZAAAAAAAAAAAAAAAAAAAAAAA"
      },
      meaning:
        "Sound in base64, in order of `sequence`, which begins at 0 in each turn. Pieces of `mp3`, joined, are one MP3; a piece of `wav` is a file by itself."
    },
    {
      frame: { type: "speech.completed", request_id: "turn-1", data: clip },
      meaning: "The clip as it is kept. `idempotent_replay: true` where it was there before."
    },
    {
      frame: { type: "speech.cancelled", request_id: "turn-1", data: clip },
      meaning: "The same, after `speech.cancel`."
    },
    { frame: { type: "text.appended", characters: 5 }, meaning: "How many UTF-16 code units wait to be committed." },
    { frame: { type: "pong" }, meaning: "Answers `ping`." },
    {
      frame: {
        type: "error",
        request_id: "turn-1",
        status: 409,
        error: {
          code: "SPEECH_IN_PROGRESS",
          message: "a turn is being spoken; cancel it, or wait for its end",
          request_id: "req_019aa0c1-7d52-7f7e-9d7e-0c8a2f1f3b11"
        }
      },
      meaning:
        "What was asked cannot be done. `status` is what it would be over HTTP; `request_id` stands there where it is about a turn, and the session goes on."
    }
  ],
  closes: CLOSES,
  program
}
