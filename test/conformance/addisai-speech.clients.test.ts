/** The published client of the hosted API transcribes here as it does there. */
import { expect, test } from "bun:test"
import AddisAI from "addisai"
import { serverForFile } from "../support/ForFile.ts"
import { API_KEY, call } from "../support/Server.ts"

const server = serverForFile()

test("speech.transcribe answers text, confidence and usage", async () => {
  const body = { text: "ሰላም፣ እንዴት ነህ?", voice_id: "am-hamen", language: "am", output_format: "wav_44100" }
  const { data } = await (await call(server, "POST", "/api/v1/voice/generations", body)).json()
  const audio = Buffer.from(data.audio.split(",")[1], "base64")
  const client = new AddisAI({ apiKey: API_KEY, baseURL: server.url })
  const heard = await client.speech.transcribe({ audio: new Blob([audio], { type: "audio/wav" }), language: "am" })
  expect(heard.text).toContain("ሰላም")
  expect(heard.confidence).toBeGreaterThan(0)
  expect(heard.usage).not.toBeNull()
}, 60_000)
