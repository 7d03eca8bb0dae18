import { MAX_AUDIO_SECONDS, MAX_FRAME_BYTES, SAMPLE_RATE } from "../../../transcription/Api.ts"
import { AUTHENTICATE, CLOSES, type SocketGuide } from "./SocketGuide.ts"

const transcript = {
  text: "ሰላም እንዴት ነህ",
  request_id: "scribe_01kafp3d2n8q4v7w0x5y6z9abc",
  seconds: 1.6,
  heard_seconds: 1.54,
  compute_ms: 210,
  backend: "standard",
  chunk: "320ms",
  mode: "live",
  model: "qal-embedded",
  language: "am",
  usage: {
    record_id: "job_01kafp3d2n8q4v7w0x5y6z9abc",
    characters: 11,
    price_per_1000_characters: 3.5,
    credits_used: 0.0385,
    credits_remaining: 499.9615,
    currency: "ETB",
    settled: true
  }
} as const

const program = (base: string): string => `import { readFile } from "node:fs/promises"

const answer = await fetch("${base}/api/v1/scribe/sessions", {
  method: "POST",
  headers: { "x-api-key": \`\${process.env.QAL_API_KEY}\`, "content-type": "application/json" },
  body: JSON.stringify({ language: "am" })
})
if (!answer.ok) throw new Error(await answer.text())
const { data: session } = await answer.json()

// 16,000 Hz, mono, 16-bit: ffmpeg -i speech.mp3 -ar 16000 -ac 1 -f s16le speech.pcm
const sound = await readFile("speech.pcm")
const socket = new WebSocket(session.websocket_url)
socket.onopen = () => socket.send(JSON.stringify({ type: "session.authenticate", token: session.token }))
socket.onmessage = ({ data }) => {
  const event = JSON.parse(data)
  if (event.type === "session.created") {
    for (let at = 0; at < sound.length; at += 6_400) socket.send(sound.subarray(at, at + 6_400))
    socket.send(JSON.stringify({ type: "audio.finish" }))
  }
  if (event.type === "transcript.partial") console.log("…", event.text)
  if (event.type === "transcript.completed") console.log(event.data.text)
  if (event.type === "error") throw new Error(event.error.message)
}`

export const transcription: SocketGuide = {
  path: "/api/v1/scribe/stream",
  title: "Live transcription",
  description:
    "Speech to text while it is spoken. After `session.created` the client sends sound in binary frames: " +
    `${SAMPLE_RATE.toLocaleString("en")} Hz mono PCM, 16-bit little-endian, an even number of bytes, at most ` +
    `${MAX_FRAME_BYTES.toLocaleString("en")} in a frame and ${MAX_AUDIO_SECONDS} seconds in all; ` +
    "or what a recorder makes, such as WebM, Ogg or MP4 (in fragments, or its index first), cut anywhere, which is known by its first bytes and decoded as it comes. What is neither is named, and ends the session free of charge. A session that breaks off is transcribed and charged as far as it came; its id gives the transcript for 24 hours.",
  operations: ["POST /api/v1/scribe/sessions", "GET /api/v1/scribe/requests/{id}", "GET /api/v1/scribe"],
  client: [AUTHENTICATE, { frame: { type: "audio.finish" }, meaning: "No more sound comes; the rest is transcribed." }],
  server: [
    {
      frame: {
        type: "session.created",
        request_id: transcript.request_id,
        backend: "standard",
        chunk: "320ms",
        language: "am",
        sample_rate: 16_000,
        format: "pcm_s16le",
        max_audio_seconds: 180
      },
      meaning:
        "The ticket was good, and sound may be sent. Where the id has a transcript already, `transcript.completed` comes in its place."
    },
    {
      frame: { type: "transcript.partial", text: "ሰላም እንዴት", request_id: transcript.request_id },
      meaning: "All text so far, which may still change."
    },
    {
      frame: { type: "transcript.completed", data: transcript },
      meaning: "The transcript; then the socket is closed with 1000."
    },
    {
      frame: {
        type: "error",
        status: 429,
        retry_after: 2,
        error: {
          code: "BUSY",
          message: "this wallet already has a transcription running",
          request_id: "req_019aa0c1-7d52-7f7e-9d7e-0c8a2f1f3b11"
        }
      },
      meaning:
        "What was asked cannot be done. `status` is what it would be over HTTP; `retry_after`, in seconds, stands there where trying again helps."
    }
  ],
  closes: CLOSES,
  program
}
