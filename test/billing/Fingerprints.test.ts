/**
 * What a paid request is known by stays what it was: an id that was used before an update is a replay of the same request
 * after it, and while old and new nodes share a database at any of them.
 */
import { afterAll, beforeAll, expect, test } from "bun:test"
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
  server = await startServer({ ...engine.settings("talker", "TEXT", "RECOGNIZER"), QAL_EMBEDDING_MODEL: "embedder" })
}, 60_000)
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

const speech = { text: "ሰላም ነው", voice_id: "am-selam", language: "am" }
const tool = {
  type: "function",
  function: { name: "weather", parameters: { type: "object", properties: { city: { type: "string" } } } }
}
const asked = [
  { role: "user", content: "ሰላም" },
  { role: "assistant", content: "ሰላም ነው" }
]

interface Known {
  readonly path: string
  readonly body: () => object
  /** As the version of 27 November 2026 has it, or this one where that had none. */
  readonly fingerprint: string
  /** As versions before had it, where that is another. */
  readonly formerly?: string
}

const requests: Readonly<Record<string, Known>> = {
  speech: {
    path: "/api/v1/voice/generations",
    body: () => ({ ...speech, voice_settings: { speed: 60, style: 3 }, timestamps: "word" }),
    fingerprint: "0oAs9EjuabiwAq9qzzWOuJUp60w9V_r1PFHs4PGos4k"
  },
  "streamed speech": {
    path: "/api/v1/voice/generations/stream",
    body: () => speech,
    fingerprint: "R_6KBBTy77Mh7Fbgp_cVmrfvRAChZRBQUT3CJTWFpGs"
  },
  "speech in OpenAI's protocol": {
    path: "/v1/audio/speech",
    body: () => ({ model: "qal-tts", voice: "am-selam", input: "ሰላም ነው", speed: 1.25, response_format: "wav" }),
    fingerprint: "dDdn3nG9mtUTQHv17bdq16mFFS688M7zfd6NgFTeNrc"
  },
  "speech by a default voice": {
    path: "/v1/audio/speech",
    body: () => ({ model: "qal-tts", voice: "alloy", input: "ሰላም ነው" }),
    fingerprint: "WoqecvMKcuuZnrt0y7kgkKIHAnNKUqPNDDB2R9KLxas",
    formerly: "AU990XAZ-YhoYqUoG9bkihzyiH-NevfiFO70SKJBNuo"
  },
  "legacy speech": {
    path: "/api/v1/audio",
    body: () => ({ text: "ሰላም ነው", language: "am" }),
    fingerprint: "M2RT3kZKL4kV_XN15xVprGyhr09ATJoBIexnkjyP1yI"
  },
  "a chat": {
    path: "/api/v1/chat_generate",
    body: () => ({
      prompt: "እና?",
      target_language: "am",
      conversation_history: asked,
      system: "be short",
      persona: "Abebe",
      generation_config: { temperature: 0.2, maxOutputTokens: 100, topK: 3 }
    }),
    fingerprint: "rsJbil8vVA1b56RLKg-8x9yP8RLp5BjnMLJtNZu_02c"
  },
  "a chat with tools": {
    path: "/api/v1/chat_generate",
    body: () => ({ prompt: "ሰላም", target_language: "om", tools: [tool], tool_choice: "auto" }),
    fingerprint: "T-7cCIRCdxJo0fw1nAamcy92r06gZGd8JcRqPcANVNs"
  },
  "a chat completion": {
    path: "/v1/chat/completions",
    body: () => ({ model: "qal-am", messages: [...asked, { role: "user", content: "እና?" }], max_tokens: 50 }),
    fingerprint: "-LlL6GGC7qp85B5bi1BxjFM84k8rmdcUDyvUzhslxNg"
  },
  "a response": {
    path: "/v1/responses",
    body: () => ({ model: "qal", input: "ሰላም", instructions: "be short", metadata: { order: "17" } }),
    fingerprint: "mdOjvOUPGx8NaaMtbu0_FHYxuL0OPW71pngO551mi68",
    formerly: "1q4V4YcnbtJ7xYPRUE5cfbWr0ZDhGXOFD9F90dH3XSQ"
  },
  "a translation": {
    path: "/api/v1/translate",
    body: () => ({ text: "ሰላም", source_language: "am", target_language: "en" }),
    fingerprint: "_YenTegENj2yJCCrgUGb98pIVcxaaDMpSk_U0EYFLPM"
  },
  "a transcription": {
    path: "/api/v1/scribe/transcribe",
    body: () => form("audio"),
    fingerprint: "oRbIwFN4OkGDxSR01aTeFs3rdWS3KKUXbXLs9ol9PMs"
  },
  "a transcription with all choices": {
    path: "/api/v1/scribe/transcribe?timestamps=word&numerals=digits&chunk=320ms&language=om&track=1",
    body: () => form("audio"),
    fingerprint: "WW58_8WjmUqQMRjRK6gXpD2wESi2HbnZ65UIUBFh4lQ"
  },
  "version 2 of speech to text": {
    path: "/api/v2/stt",
    body: () => form("audio", { language_code: "am" }),
    fingerprint: "Zcl2DI-syXbfpM1Kwz1IWuAjq-IhNx6an9O97AvvfQE"
  },
  "a transcription in OpenAI's protocol": {
    path: "/v1/audio/transcriptions",
    body: () => form("file", { model: "whisper-1", response_format: "srt", language: "am" }),
    fingerprint: "uu2mpELhXwjkm_oOvrrNh2AHxkOtWjxSLc3j3d5oeHw"
  },
  "a spoken translation": {
    path: "/v1/audio/translations",
    body: () => form("file", { model: "whisper-1" }),
    fingerprint: "uuFAwAUcnnoK5spCYyLg-nImmLIj_c1NkNi3Gy0OkCs"
  },
  "an embedding": {
    path: "/v1/embeddings",
    body: () => ({ model: "embedder", input: "ሰላም" }),
    fingerprint: "ndzKVDJpg1HSqtsDoUc2ByWO4XLU4ksu1sg4dny0NuM"
  }
}

const idOf = (name: string) => name.replaceAll(/[^a-z0-9]/gi, "-")

const send = (name: string, body: object, path: string) => {
  const headers = { "x-api-key": API_KEY, "idempotency-key": idOf(name) }
  return body instanceof FormData
    ? fetch(`${server.url}${path}`, { method: "POST", body, headers })
    : call(server, "POST", path, body, headers)
}

const fingerprintOf = async (name: string) =>
  (
    await server.rows<{ readonly found: string }>(
      "SELECT fingerprint AS found FROM jobs WHERE request_id = ?",
      idOf(name)
    )
  )[0]?.found

const charges = async () =>
  Number((await server.rows<{ readonly n: number }>("SELECT COUNT(*) AS n FROM ledger WHERE kind = 'charge'"))[0]?.n)

test.each(Object.entries(requests))(
  "%s is known by what it was known by before",
  async (name, { body, fingerprint, path }) => {
    const answer = await send(name, body(), path)
    expect([answer.ok, await answer.text()]).toEqual([true, expect.anything()])
    expect(await fingerprintOf(name)).toBe(fingerprint)
  }
)

test.each(
  Object.entries(requests).flatMap(([name, { formerly, ...known }]) =>
    formerly === undefined ? [] : [[name, formerly, known] as const]
  )
)(
  "%s that an earlier version made is a replay of the same request, and a conflict with another",
  async (name, formerly, { body, path }) => {
    const id = `${name} before`
    const first = await send(id, body(), path)
    expect([first.ok, await first.text()]).toEqual([true, expect.anything()])
    await server.rows("UPDATE jobs SET fingerprint = ? WHERE request_id = ? RETURNING id", formerly, idOf(id))
    const paid = await charges()
    const again = await send(id, body(), path)
    const said = await again.text()
    expect([
      again.status,
      again.headers.get("x-qal-idempotent-replay") === "true" || said.includes('"idempotent_replay":true')
    ]).toEqual([200, true])
    const other = await send(id, { ...body(), input: "ሌላ" }, path)
    expect([other.status, (await other.json()).error.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"])
    expect(await charges()).toBe(paid)
  }
)
