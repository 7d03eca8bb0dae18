/** A folder of files that is not there any more, as where a disk is not mounted. */
import { beforeAll, expect, test } from "bun:test"
import { renameSync } from "node:fs"
import { join } from "node:path"
import { serverForFile } from "../support/ForFile.ts"
import { longTest } from "../support/Long.ts"
import { call, postForm } from "../support/Server.ts"

const server = serverForFile()
/** A clip that was made before, and its address. */
let clip: string
let clipId: string
/** A picture and a recording of an earlier turn. */
let picture: unknown
let recording: unknown
const voice = { voice_id: "am-hamen", language: "am" }
const AGAIN = { "idempotency-key": "spoken-before" }
const plain = { text: "ሰላም", language: "am" }
/** The address of a preview that was made before. */
let preview: string
const spoken = { input: "ሰላም", voice: "am-hamen", model: "qal-tts" }

/** A transparent picture of one pixel. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64"
)

/** A chat with a file. */
const attached = (bytes: BlobPart, type: string): Promise<Response> => {
  const asked = { prompt: "ምን አለ?", target_language: "am", attachment_field_names: ["file"] }
  const fields = { request_data: JSON.stringify(asked), file: new File([bytes], "a", { type }) }
  return postForm(server, "/api/v1/chat_generate", fields)
}

const uploaded = async (bytes: BlobPart, type: string): Promise<unknown> =>
  (await (await attached(bytes, type)).json()).uploaded_attachments[0]

const goingOnFrom = (fileData: unknown): Promise<Response> =>
  call(server, "POST", "/api/v1/chat_generate", {
    prompt: "ምን አለ?",
    target_language: "am",
    conversation_history: [{ role: "user", parts: [{ fileData }] }]
  })

let charges: number
const charged = () => server.rows("SELECT 1 FROM ledger WHERE kind = 'charge'")

beforeAll(async () => {
  const made = await call(server, "POST", "/api/v1/voice/generations", {
    text: "ሰላም ነው። እንዴት ነህ?",
    ...voice,
    output_format: "wav_44100"
  })
  const { data } = await made.json()
  clip = data.audio_url
  clipId = data.id
  await (await call(server, "POST", "/v1/audio/speech", spoken, AGAIN)).arrayBuffer()
  await (await call(server, "POST", "/api/v1/audio", plain, AGAIN)).arrayBuffer()
  preview = (await (await call(server, "GET", "/api/v1/voice/voices/om-bikila/preview")).json()).data.audio_url
  await (await fetch(preview)).arrayBuffer()
  const sound = await call(server, "GET", `/api/v1/voice/clips/${clipId}/file`)
  recording = await uploaded(await sound.arrayBuffer(), "audio/wav")
  picture = await uploaded(PICTURE, "image/png")
  charges = (await charged()).length
  renameSync(join(server.folder, "data", "blobs"), join(server.folder, "data", "elsewhere"))
})

const asked: ReadonlyArray<readonly [string, () => Promise<Response>]> = [
  ["a clip", () => call(server, "POST", "/api/v1/voice/generations", { text: "ሰላም ነው", ...voice })],
  ["a streamed clip", () => call(server, "POST", "/api/v1/voice/generations/stream", { text: "ሰላም ነው።", ...voice })],
  ["speech of the first route", () => call(server, "POST", "/api/v1/audio", { text: "ሰላም", language: "am" })],
  [
    "speech by OpenAI's route",
    () => call(server, "POST", "/v1/audio/speech", { input: "ሰላም", voice: "am-hamen", model: "qal-tts" })
  ],
  ["a preview", () => call(server, "GET", "/api/v1/voice/voices/am-hamen/preview")],
  ["a preview that was made", () => fetch(preview)],
  ["speech of the first route that was made before", () => call(server, "POST", "/api/v1/audio", plain, AGAIN)],
  [
    "streamed speech of the first route",
    () => call(server, "POST", "/api/v1/audio", { ...plain, text: "ሰላም ነው።", stream: true })
  ],
  ["a clip that was made", () => fetch(clip)],
  ["the file of a clip", () => call(server, "GET", `/api/v1/voice/clips/${clipId}/file`)],
  ["a part of a clip", () => fetch(clip, { headers: { range: "bytes=0-9" } })],
  ["a clip's head", () => fetch(clip, { method: "HEAD" })],
  ["speech that was made before", () => call(server, "POST", "/v1/audio/speech", spoken, AGAIN)],
  ["an attachment", () => attached("hello", "text/plain")],
  ["a picture that is attached", () => attached(PICTURE, "image/png")],
  ["a picture of an earlier turn", () => goingOnFrom(picture)],
  ["a recording of an earlier turn", () => goingOnFrom(recording)]
]

test.each(asked)("%s is 503, to be asked for again, while the folder is gone, and costs nothing", async (_, ask) => {
  const answer = await ask()
  expect([answer.status, Number(answer.headers.get("retry-after")) > 0]).toEqual([503, true])
  const said = await answer.text()
  if (said !== "") expect(JSON.parse(said).error.code).toMatch(/^(PROVIDER_UNAVAILABLE|attachment_upload_failed)$/)
  expect(await server.rows("SELECT 1 FROM jobs WHERE state = 'running'")).toEqual([])
  expect(await charged()).toHaveLength(charges)
})

longTest("what needs no files is answered, readiness says so, and with the folder back all is as before", async () => {
  const text = await call(server, "POST", "/api/v1/chat_generate", { prompt: "ሰላም", target_language: "am" })
  expect(text.status).toBe(200)
  const ready = await fetch(`${server.url}/readyz`)
  expect([ready.status, (await ready.json()).checks.files]).toEqual([503, "failed"])
  renameSync(join(server.folder, "data", "elsewhere"), join(server.folder, "data", "blobs"))
  expect((await fetch(clip)).status).toBe(200)
  expect((await call(server, "POST", "/api/v1/voice/generations", { text: "ሰላም ነው", ...voice })).status).toBe(201)
})
