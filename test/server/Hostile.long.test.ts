/** A real server against requests and frames that are made to end it, or to hold it up. */
import { describe, expect, test } from "bun:test"
import { connect } from "../sockets/Client.ts"
import { serverForFile } from "../support/ForFile.ts"
import { call, postForm } from "../support/Server.ts"

const server = serverForFile()

const SOCKETS = ["/api/v1/realtime/voice", "/api/v1/scribe/stream"]
const AUTHENTICATION_MILLIS = 10_000

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)
const listOf = (item: string, count: number) => `[${Array.from({ length: count }, () => item).join(",")}]`

type Told =
  | { readonly type: "error"; readonly status: number; readonly error: { readonly code: string } }
  | { readonly type: "session.created" }
  | { readonly type: "pong" }
const open = (path: string) => connect<Told>(server, path, (frame) => JSON.parse(frame))

describe("a first frame that is none", () => {
  const frames = [
    '{"type":{"toString":0}}',
    `{"type":${nested(5_000)}}`,
    `{"type":${nested(50)}}`,
    '{"type":"session.authenticate","token":{"toString":0}}',
    '{"__proto__":{"type":"ping"}}',
    "",
    "\0",
    new Uint8Array(0),
    new Uint8Array([1, 2, 3])
  ]
  test.each(SOCKETS)("an invalid first frame is answered by an error, and closes %s with 1008", async (path) => {
    for (const frame of frames) {
      const client = await open(path)
      client.send(frame)
      expect(await client.next("error")).toMatchObject({ status: 401, error: { code: "UNAUTHORIZED" } })
      expect(await client.closed).toBe(1008)
    }
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })
})

test("a socket that sends nothing but pings for 10 s gets an error, and is closed with 1008", async () => {
  await Promise.all(
    SOCKETS.map(async (path) => {
      const begun = performance.now()
      const socket = new WebSocket(server.url.replace("http", "ws") + path)
      const events: Array<Told> = []
      socket.addEventListener("message", ({ data }) => events.push(JSON.parse(String(data))))
      const pinging = setInterval(() => {
        if ("ping" in socket && typeof socket.ping === "function") socket.ping()
      }, 500)
      const code = await new Promise((resolve) => socket.addEventListener("close", (closed) => resolve(closed.code)))
      clearInterval(pinging)
      expect(code).toBe(1008)
      expect(events).toMatchObject([{ type: "error", status: 401 }])
      expect(performance.now() - begun).toBeGreaterThan(AUTHENTICATION_MILLIS - 500)
      expect(performance.now() - begun).toBeLessThan(AUTHENTICATION_MILLIS + 5_000)
    })
  )
}, 30_000)

test("an open session answers invalid frames, and goes on", async () => {
  const made = await call(server, "POST", "/api/v1/realtime/sessions", { voice_id: "am-hamen", language: "am" })
  const client = await open("/api/v1/realtime/voice")
  client.send({ type: "session.authenticate", token: (await made.json()).data.token })
  await client.next("session.created")
  for (const frame of [
    '{"type":{"toString":0}}',
    `{"type":${nested(5_000)}}`,
    '{"type":"text.append","text":{"toString":0}}'
  ]) {
    client.send(frame)
    expect([400, 422]).toContain((await client.next("error")).status)
  }
  client.send({ type: "ping" })
  await client.next("pong")
  client.close()
})

const chat = (extra: string) => `{"prompt":"x","target_language":"am",${extra}}`
const ODD = '{"constructor":{"name":{"toString":0}}}'
const everyField = (value: string) =>
  `{${"text voice_id language source_language target_language stream timestamps backend chunk audio_format output_format client_request_id request_id voice_settings prompt conversation_history tools tool_choice attachment_field_names generation_config"
    .split(" ")
    .map((field) => `"${field}":${value}`)
    .join(",")}}`

const CHAT = "/api/v1/chat_generate"
const ROUTES = [
  CHAT,
  "/api/v1/translate",
  "/api/v1/audio",
  "/api/v1/voice/estimate",
  "/api/v1/voice/generations",
  "/api/v1/voice/generations/stream",
  "/api/v1/realtime/sessions",
  "/api/v1/scribe/sessions"
]
const BODIES: ReadonlyArray<readonly [path: string, body: string]> = [
  [CHAT, chat('"conversation_history":[{"role":{"toString":0}}]')],
  [CHAT, chat('"tool_choice":{"type":{"toString":0}}')],
  [CHAT, chat(`"attachment_field_names":${listOf("1", 20_000)}`)],
  [CHAT, chat(`"attachment_field_names":${listOf("1", 2_000_000)}`)],
  [CHAT, chat(`"conversation_history":${listOf("1", 8_000)}`)],
  [CHAT, chat(`"conversation_history":[{"role":"user","parts":${listOf("{}", 1_000_000)}}]`)],
  ...ROUTES.flatMap((path) =>
    [
      everyField(ODD),
      everyField('{"toString":0}'),
      everyField(nested(12_000)),
      everyField(nested(80)),
      "5",
      "null",
      "",
      "\ufeff",
      "{",
      "\0"
    ].map((body) => [path, body] as const)
  )
]

test("each hostile request is refused as such: 400 or 422, shortly", async () => {
  for (const [path, body] of BODIES) {
    const response = await call(server, "POST", path, body)
    const text = await response.text()
    expect([path, body.slice(0, 80), [400, 422].includes(response.status), text.length < 16_000]).toEqual([
      path,
      body.slice(0, 80),
      true,
      true
    ])
    expect(JSON.parse(text).error.request_id).toBe(response.headers.get("x-request-id"))
  }
})

test("request_data is read by the same rules as a body", async () => {
  for (const [data, status] of [
    [`{"prompt":${nested(12_000)}}`, 400],
    [chat('"conversation_history":[{"role":{"toString":0}}]'), 422],
    [chat(`"attachment_field_names":${listOf("1", 20_000)}`), 422],
    ["\ufeff{", 400]
  ] as const) {
    expect((await postForm(server, CHAT, { request_data: data })).status).toBe(status)
  }
})

test("a hostile cursor of any shape is refused", async () => {
  for (const cursor of [
    "x",
    "Y2xpcHM6",
    "Y2xpcHM6MWU5OTk",
    "Y2xpcHM6TmFO",
    "A".repeat(8_000),
    "%00",
    "%ff",
    "Y2xpcHM6LTE"
  ]) {
    const response = await call(server, "GET", `/api/v1/voice/clips?cursor=${cursor}`)
    expect([cursor, response.status < 500]).toEqual([cursor, true])
    expect((await response.text()).length).toBeLessThan(16_000)
  }
})

test("no hostile request is a fault of the server", () => {
  expect(server.output()).not.toContain("fault")
})
