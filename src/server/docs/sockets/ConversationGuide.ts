import { MOST_FRAME_BYTES, SESSION_TTL } from "../../../conversation/LimitsApi.ts"
import { CLOSES, type SocketGuide } from "./SocketGuide.ts"

const program = (base: string): string => `const answer = await fetch("${base}/api/v1/conversation/sessions", {
  method: "POST",
  headers: { "x-api-key": \`\${process.env.QAL_API_KEY}\`, "content-type": "application/json" },
  body: JSON.stringify({ language: "am" })
})
if (!answer.ok) throw new Error(await answer.text())
const { data: session } = await answer.json()

const socket = new WebSocket(\`\${session.websocket_url}?ticket=\${session.token}\`)
socket.onmessage = ({ data }) => {
  const { error, serverContent, setupComplete, usageMetadata } = JSON.parse(data)
  if (error) throw new Error(error.message)
  if (setupComplete) socket.send(JSON.stringify({ text: "ሰላም" }))
  if (serverContent?.outputTranscription) console.log(serverContent.outputTranscription.text)
  for (const { inlineData } of serverContent?.modelTurn?.parts ?? []) console.log(inlineData.mimeType, inlineData.data.length)
  if (usageMetadata) socket.close()
}`

export const conversation: SocketGuide = {
  path: "/ws",
  title: "Conversation (beta)",
  description:
    "Speak to it, and it answers aloud. Opened with `?ticket=` (or `jwt`) and a ticket, with `?apiKey=`, or with the header `x-api-key`; the query also takes the fields of a ticket's request. Sound is 16-bit little-endian PCM, mono, in base64, or in binary frames of 16,000 Hz; or what a recorder makes, such as WebM, which is decoded as it comes; the answer's is 24,000 Hz, at most 2 seconds ahead of its " +
    `playing. A conversation lasts ${SESSION_TTL / 60_000} minutes at most.`,
  operations: ["POST /api/v1/conversation/sessions", "GET /api/v1/conversation"],
  client: [
    {
      frame: { data: "AAABAAIAAwAEAAUABgAHAA==", mimeType: "audio/pcm;rate=16000" },
      meaning: `Sound, at most ${MOST_FRAME_BYTES.toLocaleString("en")} bytes a message. The end of a turn is heard by its silence.`
    },
    { frame: { text: "ሰላም" }, meaning: "A typed turn, answered at once." },
    { frame: { type: "audio.finish" }, meaning: "Ends a spoken turn without waiting for silence." }
  ],
  server: [
    { frame: { setupComplete: true }, meaning: "First: the conversation may begin." },
    { frame: { type: "status", message: "Ready to start conversation" }, meaning: "How it does, in words." },
    { frame: { serverContent: { inputTranscription: { text: "ሰላም" } } }, meaning: "What was heard." },
    {
      frame: { serverContent: { outputTranscription: { text: "ሰላም! እንዴት ልርዳዎት?" } } },
      meaning: "A phrase of the answer, as text."
    },
    {
      frame: {
        serverContent: {
          modelTurn: { parts: [{ inlineData: { mimeType: "audio/pcm;rate=24000", data: "AAABAAIAAwAEAAUABgAHAA==" } }] }
        }
      },
      meaning: "Sound of the answer, in base64."
    },
    {
      frame: { serverContent: { interrupted: true } },
      meaning: "The user speaks over the answer: throw away what is not played yet."
    },
    {
      frame: {
        serverContent: { turnComplete: true },
        usageMetadata: { totalBilledAudioDurationSeconds: 5.2, credits_used: 1.1267, credits_remaining: 498.8733 }
      },
      meaning:
        "The turn is over, and what it cost in ETB: seconds of both directions, and beside them text without sound and a long prompt. Without `serverContent` where a turn had no answer."
    },
    { frame: { type: "warning", message: "less than a minute's worth is left" }, meaning: "The balance is low." },
    {
      frame: {
        error: {
          code: "VALIDATION_ERROR",
          message: "text must hold something to answer",
          param: "text",
          details: [{ field: "text", code: "blank", message: "must hold something to answer" }],
          status: 422,
          timestamp: "2026-11-22T08:00:00.000Z"
        }
      },
      meaning:
        "What was asked cannot be done. `status` is what it would be over HTTP; the conversation goes on unless it is closed."
    }
  ],
  closes: CLOSES,
  program
}
