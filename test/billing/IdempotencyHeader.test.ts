/** Whatever is paid for takes `Idempotency-Key`: sent twice, it is made and charged once. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { OpenApi } from "@effect/platform"
import { Api } from "../../src/Api.ts"
import { documented } from "../../src/server/ApiDocument.ts"
import { operationsOf } from "../support/Document.ts"
import { API_KEY, call, startServer, type TestServer } from "../support/Server.ts"
import { completion, startUpstream, streamedCompletion, tokenUsage } from "../support/Upstream.ts"

/** An engine that can do everything, at once. */
const engine = startUpstream(async (request) => {
  if (request.url.endsWith("/audio/transcriptions")) return Response.json({ text: "ሰላም" })
  if (request.url.endsWith("/embeddings"))
    return Response.json({ data: [{ index: 0, embedding: [1, 2] }], usage: tokenUsage(7, 3) })
  const message = { content: "Hello" }
  return (await request.json()).stream === true ? streamedCompletion([message]) : completion(message)
})

let server: TestServer
beforeAll(async () => {
  server = await startServer({
    ...engine.settings("talker", "TEXT", "RECOGNIZER"),
    QAL_EMBEDDING_MODEL: "embedder"
  })
  // The synthesiser loads in the background.
  await call(server, "POST", "/api/v1/audio", { text: "ሰላም", language: "am" })
})
afterAll(async () => {
  await server.dispose()
  await engine.stop()
})

/** A tenth of a second of WAV. */
const wav = Buffer.concat([
  Buffer.from("UklGRqQMAABXQVZFZm10IBAAAAABAAEAgD4AAAB9AAACABAAZGF0YYAMAAA=", "base64"),
  Buffer.alloc(3_200)
])

const form = (field: string, more: Readonly<Record<string, string>> = {}) => {
  const made = new FormData()
  made.append(field, new File([new Uint8Array(wav)], "speech.wav"))
  for (const [name, value] of Object.entries(more)) made.append(name, value)
  return made
}

const speech = { text: "ሰላም", voice_id: "am-hamen", language: "am" }
const said = [{ role: "user", content: "ሰላም" }]

/** What each paid operation is sent, by its id. */
const requests: Readonly<Record<string, () => object>> = {
  generateSpeech: () => speech,
  streamSpeech: () => ({ ...speech, text: "ሰላም ነው" }),
  speakLegacy: () => ({ text: "ሰላም", language: "am" }),
  generateAnswer: () => ({ prompt: "ሰላም", target_language: "am" }),
  translateText: () => ({ text: "ሰላም", source_language: "am", target_language: "en" }),
  transcribeFile: () => form("audio"),
  recogniseSpeech: () => form("audio", { language_code: "am" }),
  createChatCompletion: () => ({ model: "qal", messages: said }),
  createResponse: () => ({ model: "qal", input: "ሰላም" }),
  createEmbedding: () => ({ model: "embedder", input: "ሰላም" }),
  createSpeech: () => ({ model: "qal-tts", voice: "am-hamen", input: "ሰላም" }),
  createTranscription: () => form("file", { model: "qal-stt" }),
  createTranslation: () => form("file", { model: "qal-stt" })
}

const paid = operationsOf({ ...OpenApi.fromApi(documented(Api, "https://qal.example")) }).filter(
  ({ answers, name }) => name.startsWith("POST ") && "402" in answers
)

const send = (path: string, body: object, id: string): Promise<Response> =>
  body instanceof FormData
    ? fetch(server.url + path, { method: "POST", body, headers: { "x-api-key": API_KEY, "idempotency-key": id } })
    : call(server, "POST", path, body, { "idempotency-key": id })

const settled = async (id: string) =>
  (await server.rows(`SELECT operation FROM jobs WHERE request_id = '${id}' AND state = 'settled'`)).length

test.each(paid.map(({ name, self }) => [String(self.operationId), name.replace("POST ", "")] as const))(
  "%s is done once under one Idempotency-Key",
  async (operationId, path) => {
    const request = requests[operationId]
    if (request === undefined) throw new Error(`${operationId} is paid for: say here what it is sent`)
    const first = await send(path, request(), operationId)
    const before = await first.text()
    expect([first.ok, before]).toEqual([true, before])
    const again = await send(path, request(), operationId)
    expect([again.ok, await again.text()]).toEqual([true, expect.any(String)])
    expect(await settled(operationId)).toBe(1)
  }
)

test("a request id in the body, a field of the form or the query wins over the Idempotency-Key header", async () => {
  const voice = "/api/v1/voice/generations"
  const made = await (await send(voice, { ...speech, client_request_id: "body-1" }, "header-1")).json()
  expect(made.data.meta.client_request_id).toBe("body-1")
  const again = await (await send(voice, { ...speech, client_request_id: "body-1" }, "header-2")).json()
  expect([again.data.id, again.data.meta.idempotent_replay]).toEqual([made.data.id, true])
  const heard = await (await send("/api/v1/scribe/transcribe?request_id=query-1", form("audio"), "header-3")).json()
  expect(heard.data.request_id).toBe("query-1")
  const field = form("audio", { request_id: "form-1" })
  const filled = await (await send("/api/v1/scribe/transcribe", field, "header-4")).json()
  expect(filled.data.request_id).toBe("form-1")
  const own = ["body-1", "query-1", "form-1"]
  const headers = ["header-1", "header-2", "header-3", "header-4"]
  expect(await Promise.all([...own, ...headers].map(settled))).toEqual([1, 1, 1, 0, 0, 0, 0])
})

test("an Idempotency-Key stands for its clip as request_id does: other inputs conflict, a deletion frees it", async () => {
  const voice = "/api/v1/voice/generations"
  const { data } = await (await send(voice, { ...speech, text: "አንድ" }, "own-1")).json()
  const other = await send(voice, { ...speech, text: "ሁለት" }, "own-1")
  expect([other.status, (await other.json()).error.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"])
  expect((await send(voice, { ...speech, text: "አንድ" }, "own-1")).status).toBe(200)
  await call(server, "DELETE", `/api/v1/voice/clips/${data.id}`)
  expect((await send(voice, { ...speech, text: "ሁለት" }, "own-1")).status).toBe(201)
})
