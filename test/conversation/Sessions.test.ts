/** The routes that lead to a conversation, over HTTP. */
import { expect, test } from "bun:test"
import { serverForFile } from "../support/ForFile.ts"
import { longTest } from "../support/Long.ts"
import { call } from "../support/Server.ts"
import { clientSecret, enter } from "./Entry.ts"

const server = serverForFile(() => ({ QAL_PUBLIC_URL: "https://qal.example" }))

const SESSIONS = "/api/v1/conversation/sessions"
const SECRETS = "/v1/realtime/client_secrets"

const seconds = () => Date.now() / 1000

test("a conversation's capabilities are readable without a key, with their price", async () => {
  const response = await fetch(`${server.url}/api/v1/conversation`, { headers: { origin: "https://page.example" } })
  expect(response.status).toBe(200)
  expect(response.headers.get("access-control-allow-origin")).toBe("*")
  const { data } = await response.json()
  expect(data).toMatchObject({
    websocket_url: "wss://qal.example/ws",
    realtime_url: "wss://qal.example/v1/realtime",
    languages: ["am", "om"],
    max_session_seconds: 1_800,
    idle_timeout_seconds: 60,
    max_conversations_per_key: 1,
    billing: { unit: "minute", price_per_minute: 13, currency: "ETB" }
  })
})

test("the defaults that a conversation names can be asked for, and are what a bare request gets", async () => {
  const { data } = await (await fetch(`${server.url}/api/v1/conversation`)).json()
  const asked = await (await call(server, "POST", SESSIONS, data.defaults)).json()
  const usual = await (await call(server, "POST", SESSIONS)).json()
  expect(asked.data).toMatchObject(data.defaults)
  expect(usual.data).toMatchObject(data.defaults)
})

test("the document describes every field of both requests, with its unit, and what the sockets send", async () => {
  const { components, paths, tags } = await (await fetch(`${server.url}/openapi.json`)).json()
  const { properties } = components.schemas.ConversationSessionRequest
  for (const [name, field] of Object.entries(properties))
    expect([name, JSON.stringify(field)]).toEqual([name, expect.stringContaining('"description"')])
  expect(JSON.stringify(properties.silence_ms)).toContain("Milliseconds")
  expect(JSON.stringify(properties.interruption_threshold_db)).toContain("Decibels")
  expect(JSON.stringify(components.schemas.ClientSecretSession)).toContain("session.update")
  for (const [path, invalid] of [
    ["/api/v1/conversation/sessions", "422"],
    [SECRETS, "400"]
  ] as const)
    expect(Object.keys(paths[path].post.responses)).toEqual(expect.arrayContaining(["400", "401", invalid, "429"]))
  const { description } = tags.find(({ name }: { name: string }) => name.startsWith("Conversation"))
  for (const part of ["setupComplete", "audio.finish", "interrupted", "usageMetadata", "openai-insecure-api-key"])
    expect(description).toContain(part)
})

test.each([
  ["no body at all", undefined, { language: "am", silence_ms: 500 }],
  ["an empty object", {}, { language: "am", silence_ms: 500 }],
  ["nothing but nulls", { language: null, voice_id: null, system: null, silence_ms: null }, { language: "am" }],
  ...["auto", "None", "undefined", "null", "und", ""].map(
    (language) => [`a language of ${language || "nothing"}`, { language }, { language: "am" }] as const
  ),
  ["a language", { language: "om" }, { language: "om" }],
  ["a voice of it", { language: "om", voice_id: "om-bikila" }, { language: "om", voice_id: "om-bikila" }],
  [
    "a silence",
    { silence_ms: 100, interruption_threshold_db: -60 },
    { silence_ms: 100, interruption_threshold_db: -60 }
  ],
  ["what is not known", { nothing: { toString: 1 } }, { language: "am" }]
])("a conversation ticket is issued for %s", async (_, body, expected) => {
  const response = await call(server, "POST", SESSIONS, body)
  expect(response.status).toBe(201)
  expect(response.headers.get("cache-control")).toBe("private, no-store")
  const { data } = await response.json()
  expect(data).toMatchObject({ ...expected, websocket_url: "wss://qal.example/ws", max_session_seconds: 1_800 })
  expect(data.token).toMatch(/^qcv_[A-Za-z0-9_-]{43}$/)
  expect(data.voice_id).toMatch(new RegExp(`^${data.language}-`))
  expect(Math.abs(data.expires_at - seconds() - 60)).toBeLessThan(5)
})

test.each([
  ["a language that is none", { language: "en" }, 422, "VALIDATION_ERROR", "language"],
  ["a voice of the other language", { voice_id: "om-bikila" }, 422, "VOICE_UNAVAILABLE", "voice_id"],
  ["a voice that is none", { voice_id: "am-nobody" }, 422, "VOICE_UNAVAILABLE", "voice_id"],
  ["an empty voice", { voice_id: "" }, 422, "VALIDATION_ERROR", "voice_id"],
  ["too short a silence", { silence_ms: 99 }, 422, "VALIDATION_ERROR", "silence_ms"],
  ["half a millisecond", { silence_ms: 500.5 }, 422, "VALIDATION_ERROR", "silence_ms"],
  ["no end of silence", '{"silence_ms":1e309}', 422, "VALIDATION_ERROR", "silence_ms"],
  ["a silence in words", { silence_ms: "500" }, 422, "VALIDATION_ERROR", "silence_ms"],
  ["too low a threshold", { interruption_threshold_db: -61 }, 422, "VALIDATION_ERROR", "interruption_threshold_db"],
  ["too high a threshold", { interruption_threshold_db: 21 }, 422, "VALIDATION_ERROR", "interruption_threshold_db"],
  ["half a character", '{"system":"\\ud83d"}', 422, "VALIDATION_ERROR", "system"],
  ["a book", { persona: "a".repeat(16_001) }, 422, "VALIDATION_ERROR", "persona"],
  ["an object for a text", { system: { toString: 0 } }, 422, "VALIDATION_ERROR", "system"],
  ["a list", [], 422, "VALIDATION_ERROR", undefined],
  ["no JSON", "{", 400, "INVALID_REQUEST", undefined]
])("a conversation ticket is refused for %s", async (_, body, status, code, param) => {
  const response = await call(server, "POST", SESSIONS, body)
  const { error } = await response.json()
  expect([response.status, error.code, error.param]).toEqual([status, code, param])
})

const BETA = "/v1/realtime/sessions"
const BETA_TRANSCRIPTION = "/v1/realtime/transcription_sessions"
const voiced = (voice: unknown) => ({ session: { instructions: "Be brief.", audio: { output: { voice } } } })

test.each([
  ["a voice that is none", SECRETS, voiced("nobody"), "voice"],
  ["a voice that is no name", SECRETS, voiced(5), "session.audio.output.voice"],
  ["instructions that are no text", SECRETS, { session: { instructions: 5 } }, "session.instructions"],
  ["no room for an answer", SECRETS, { session: { max_output_tokens: 0 } }, "session.max_output_tokens"],
  ["a tool without a name", SECRETS, { session: { tools: [{ type: "function" }] } }, "session.tools[0].name"],
  [
    "the choice of a tool that is none",
    SECRETS,
    { session: { tool_choice: { type: "function", name: "a" } } },
    "tool_choice.name"
  ],
  [
    "a language that is not heard",
    SECRETS,
    { session: { type: "transcription", audio: { input: { transcription: { language: "fr" } } } } },
    "transcription.language"
  ],
  ["a voice that is none, in the beta's form", BETA, { voice: "nobody" }, "voice"],
  ["half a character, in the beta's form", BETA, '{"instructions":"\\ud83d"}', "instructions"],
  ["too warm a model, in the beta's form", BETA, { temperature: 9 }, "temperature"],
  ["a format that is none, in the beta's form", BETA_TRANSCRIPTION, { input_audio_format: "mp3" }, "input_audio_format"]
])("a client secret is refused for what its conversation could not be set to: %s", async (_, path, body, param) => {
  const response = await call(server, "POST", path, body)
  const { error } = await response.json()
  expect([response.status, error.type, error.param]).toEqual([400, "invalid_request_error", param])
})

longTest(
  "a client secret whose voice was switched off opens nothing, rather than a session without what it names",
  async () => {
    const value = await clientSecret(server, voiced("om-gadaa"))
    await server.qal("voices", "disable", "om-gadaa")
    const entry = enter(server, "/v1/realtime", { headers: { authorization: `Bearer ${value}` } })
    expect(await entry.closed).toBe(1008)
    expect(entry.frames).toMatchObject([{ type: "error", error: { code: "VOICE_UNAVAILABLE" } }])
  }
)

test("a conversation's ticket and client secret are not issued without a key", async () => {
  for (const path of [SESSIONS, SECRETS]) {
    const response = await fetch(server.url + path, { method: "POST" })
    expect(response.status).toBe(401)
    expect((await response.json()).error.code).toBe("UNAUTHORIZED")
  }
})

test.each([
  ["ten minutes, if not asked otherwise", {}, 600],
  ["as long as is asked", { expires_after: { anchor: "created_at", seconds: 30 } }, 30],
  ["no longer than ten minutes", { expires_after: { seconds: 7_200 } }, 600],
  ["ten minutes, if only the anchor is named", { expires_after: { anchor: "created_at" } }, 600]
])("a client secret lives %s", async (_, body, lives) => {
  const response = await call(server, "POST", SECRETS, body)
  expect(response.status).toBe(200)
  expect(response.headers.get("cache-control")).toBe("private, no-store")
  const secret = await response.json()
  expect(secret.value).toMatch(/^ek_[A-Za-z0-9_-]{43}$/)
  expect(Math.abs(secret.expires_at - seconds() - lives)).toBeLessThan(5)
  expect(secret.session).toMatchObject({ object: "realtime.session", type: "realtime" })
})

test("a client secret shows the session that it was asked for, under an id of its own", async () => {
  const session = { type: "realtime", id: "mine", instructions: "Be brief.", audio: { output: { speed: 1 } } }
  const response = await call(server, "POST", SECRETS, { session })
  const secret = await response.json()
  expect(secret.session).toEqual({ ...session, id: expect.stringMatching(/^sess_/), object: "realtime.session" })
})

test("a client secret for a transcription session says so", async () => {
  const session = { type: "transcription", audio: { input: { transcription: { model: "whisper-1", language: "om" } } } }
  const secret = await (await call(server, "POST", SECRETS, { session })).json()
  expect(secret.session).toMatchObject({ ...session, object: "realtime.transcription_session" })
})

test.each([
  ["/v1/realtime/sessions", "realtime.session", { model: "gpt-realtime", voice: "am-hamen" }],
  ["/v1/realtime/transcription_sessions", "realtime.transcription_session", { input_audio_format: "g711_ulaw" }],
  ["/v1/realtime/sessions", "realtime.session", undefined]
])("the beta's %s makes a secret in its own form, of a %s", async (path, object, body) => {
  const response = await call(server, "POST", path, body)
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store"])
  const { client_secret, ...session } = await response.json()
  expect(session).toEqual({ ...body, id: expect.stringMatching(/^sess_/), object })
  expect(client_secret.value).toMatch(/^ek_[A-Za-z0-9_-]{43}$/)
  expect(Math.abs(client_secret.expires_at - seconds() - 600)).toBeLessThan(5)
})

test("the beta's secrets live as long as their request asks, and show nothing of that as a setting", async () => {
  for (const path of [BETA, BETA_TRANSCRIPTION]) {
    const ask = (seconds: unknown) =>
      call(server, "POST", path, { client_secret: { expires_after: { anchor: "created_at", seconds } } })
    const { client_secret, ...session } = await (await ask(30)).json()
    expect(Math.abs(client_secret.expires_at - seconds() - 30)).toBeLessThan(5)
    expect(Object.keys(session).sort()).toEqual(["id", "object"])
    const { error } = await (await ask(9)).json()
    expect(error.param).toBe("client_secret.expires_after.seconds")
  }
})

test.each([
  ["a session that translates", { session: { type: "translation" } }, "session.type"],
  ["a list for a session", { session: [] }, "session"],
  ["a session without end", { session: { instructions: "a".repeat(65_537) } }, "session"],
  ["a moment", { expires_after: { seconds: 9 } }, "expires_after.seconds"],
  ["a day", { expires_after: { seconds: 86_400 } }, "expires_after.seconds"],
  ["another anchor", { expires_after: { anchor: "now", seconds: 60 } }, "expires_after.anchor"]
])("a client secret is refused for %s", async (_, body, param) => {
  const response = await call(server, "POST", SECRETS, body)
  const { error } = await response.json()
  expect([response.status, error.code, error.param]).toEqual([400, "VALIDATION_ERROR", param])
})
