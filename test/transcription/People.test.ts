/** What people say to a server that hears its own voices alone: refused on every route, and free. */
import { beforeAll, expect, test } from "bun:test"
import { personFile, readPeople } from "../engines/recognizer/people/People.ts"
import { lentServerForFile } from "../support/ForFile.ts"
import { call, postForm } from "../support/Server.ts"
import { open, say } from "./ScribeClient.ts"

const server = lentServerForFile()
let person: Blob
beforeAll(async () => {
  person = new Blob([await personFile()], { type: "audio/ogg" })
})

const balance = async (): Promise<string> => {
  const { data } = await (await call(server, "GET", "/api/v1/scribe/usage")).json()
  return JSON.stringify(data.balance)
}

const post = (path: string, field: string, fields: Readonly<Record<string, string>> = {}): Promise<Response> =>
  postForm(
    server,
    path,
    { [field]: new File([person], "speech.ogg"), ...fields },
    { authorization: `Bearer ${server.key}` }
  )

const CODE = "PROVIDER_NOT_CONFIGURED"
const ADVICE = "QAL_RECOGNIZER_URL"

const own = { field: "audio", status: 422, error: { code: CODE, message: expect.stringContaining(ADVICE) } }
/** OpenAI's clients know no 422 (wire contract, section 12). */
const openAi = { field: "file", status: 400, error: { code: CODE, message: expect.stringContaining(ADVICE) } }

const routes = [
  ["/api/v2/stt", { language_code: "am" }, own],
  ["/api/v1/scribe/transcribe", {}, own],
  ["/api/v1/scribe/transcribe?timestamps=word&format=srt", {}, own],
  ["/v1/audio/transcriptions", { model: "qal-stt", language: "am" }, openAi],
  ["/v1/audio/translations", { model: "qal-stt", language: "am" }, openAi]
] as const

for (const [path, fields, { error, field, status }] of routes)
  test(`a person's recording is refused with ${status} by ${path}, and costs nothing`, async () => {
    const before = await balance()
    const body = path === "/api/v2/stt" ? { request_data: JSON.stringify(fields) } : fields
    const response = await post(path, field, body)
    expect([response.status, await response.json()]).toMatchObject([status, { error }])
    expect(await balance()).toBe(before)
  })

test("a person's recording ends a streamed transcription with the refusal", async () => {
  const before = await balance()
  const lines = (await (await post("/api/v1/scribe/transcribe?stream=true", "audio")).text()).trim().split("\n")
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ type: "error", status: 422, error: { code: CODE } })
  expect(await balance()).toBe(before)
})

test("a person's recording as a chat's spoken input is refused, and costs nothing", async () => {
  const before = await balance()
  const fields = { request_data: JSON.stringify({ prompt: "", target_language: "am" }) }
  const response = await post("/api/v1/chat_generate", "chat_audio_input", fields)
  expect([response.status, await response.json()]).toMatchObject([own.status, { error: own.error }])
  expect(await balance()).toBe(before)
})

test("a person's live session ends with the refusal, and costs nothing", async () => {
  const before = await balance()
  const [samples = new Int16Array(0)] = await readPeople()
  const client = await open(server)
  await say(client, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))
  expect(await client.next("error")).toMatchObject({ status: 422, error: { code: CODE } })
  await client.closed
  expect(await balance()).toBe(before)
})

test("the id of a refused recording may be used again", async () => {
  const path = "/api/v1/scribe/transcribe?request_id=person-1"
  for (const _ of [1, 2]) expect((await post(path, "audio")).status).toBe(422)
})
