/** A folder of files that is not there any more, as where a disk is not mounted. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { renameSync } from "node:fs"
import { join } from "node:path"
import { longTest } from "../support/Long.ts"
import { API_KEY, call, startServer, type TestServer } from "../support/Server.ts"

let server: TestServer
/** The address of a clip that was made before. */
let clip: string
const voice = { voice_id: "am-hamen", language: "am" }
beforeAll(async () => {
  server = await startServer()
  const made = await call(server, "POST", "/api/v1/voice/generations", { text: "ሰላም", ...voice })
  clip = (await made.json()).data.audio_url
  renameSync(join(server.folder, "data", "blobs"), join(server.folder, "data", "elsewhere"))
})
afterAll(() => server.dispose())

const attached = (): FormData => {
  const form = new FormData()
  const asked = { prompt: "ምን አለ?", target_language: "am", attachment_field_names: ["file"] }
  form.append("request_data", JSON.stringify(asked))
  form.append("file", new Blob(["hello"], { type: "text/plain" }), "a.txt")
  return form
}

const asked: ReadonlyArray<readonly [string, () => Promise<Response>]> = [
  ["a clip", () => call(server, "POST", "/api/v1/voice/generations", { text: "ሰላም ነው", ...voice })],
  ["a streamed clip", () => call(server, "POST", "/api/v1/voice/generations/stream", { text: "ሰላም ነው።", ...voice })],
  ["speech of the first route", () => call(server, "POST", "/api/v1/audio", { text: "ሰላም", language: "am" })],
  [
    "speech by OpenAI's route",
    () => call(server, "POST", "/v1/audio/speech", { input: "ሰላም", voice: "am-hamen", model: "qal-tts" })
  ],
  ["a preview", () => call(server, "GET", "/api/v1/voice/voices/am-hamen/preview")],
  ["a clip that was made", () => fetch(clip)],
  [
    "an attachment",
    () =>
      fetch(`${server.url}/api/v1/chat_generate`, {
        method: "POST",
        body: attached(),
        headers: { "x-api-key": API_KEY }
      })
  ]
]

test.each(asked)("%s is 503, to be asked for again, while the folder is gone, and costs nothing", async (_, ask) => {
  const answer = await ask()
  expect([answer.status, Number(answer.headers.get("retry-after")) > 0]).toEqual([503, true])
  expect((await answer.json()).error.code).toMatch(/^(PROVIDER_UNAVAILABLE|attachment_upload_failed)$/)
  expect(await server.rows("SELECT 1 FROM jobs WHERE state = 'running'")).toEqual([])
  expect(await server.rows("SELECT 1 FROM ledger WHERE kind = 'charge'")).toHaveLength(1)
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
