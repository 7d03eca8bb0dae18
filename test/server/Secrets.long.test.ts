/** What the server tells its operator of requests: never a key, a client secret or a ticket, wherever a client has put it. */
import { afterAll, expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { serverForFile } from "../support/ForFile.ts"
import { receive } from "../support/OtlpReceiver.ts"
import { exchange } from "../support/RawExchange.ts"
import { API_KEY, call } from "../support/Server.ts"

const ADMIN_TOKEN = "an-operator-who-looks-at-everything"

const receiver = receive()
const server = serverForFile(() => ({
  QAL_OTLP_URL: receiver.url,
  QAL_LOG_FORMAT: "json",
  QAL_LOG_LEVEL: "debug",
  QAL_ADMIN_TOKEN: ADMIN_TOKEN
}))

afterAll(() => receiver.stop())

/** A request as it is written, which no client mends. */
const raw = async (head: string): Promise<void> => {
  const { port } = new URL(server.url)
  expect(await exchange(Number(port), [`${head}\r\nHost: localhost\r\n\r\n`], () => true)).not.toBe("")
}

const bytesOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n")

const secretOf = async (path: string, body: object): Promise<string> => {
  const { data, value } = await (await call(server, "POST", path, body)).json()
  return data?.token ?? value
}

test("a key, a client secret or a ticket in a path or a query is in no log, list, metric, trace or file", async () => {
  const secrets = [
    API_KEY,
    `sk_${"Stranger0".repeat(6)}`,
    await secretOf("/api/v1/conversation/sessions", {}),
    await secretOf("/v1/realtime/client_secrets", {}),
    await secretOf("/api/v1/realtime/sessions", { voice_id: "am-hamen", language: "am" }),
    await secretOf("/api/v1/scribe/sessions", { language: "am" })
  ]
  for (const secret of secrets) {
    expect(secret).toMatch(/^[a-z]{2,3}_[\w-]{40,}$/)
    for (const [method, path] of [
      ["GET", `/api/v1/${secret}`],
      ["GET", `/${"long/".repeat(14)}${secret}`],
      ["GET", `/v1/responses/${secret}`],
      ["PUT", `/v1/responses/${secret}`],
      ["DELETE", `/api/v1/voice/clips/${secret}`],
      ["OPTIONS", `/api/v1/voice/clips/${secret}`],
      ["GET", `/media/${secret}?apiKey=${secret}`],
      ["GET", `/ws?apiKey=${secret}&ticket=${secret}`],
      ["POST", `/api/v1/chat_generate?key=${secret}`],
      ["GET", `/api/v1/voice/voices?search=${secret}&limit=${secret}`],
      ["GET", `/%${secret.charCodeAt(0).toString(16)}${secret.slice(1)}/api`]
    ]) {
      await raw(`${method} ${path} HTTP/1.1`)
    }
  }
  const last = await fetch(`${server.url}/api/v1/nothing/${"x".repeat(300)}`)
  expect(last.status).toBe(404)
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  const session = await fetch(`${server.url}/api/v1/admin/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify({ token: ADMIN_TOKEN })
  })
  const cookie = (session.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
  // What is written twice a second.
  await Bun.sleep(1_000)
  const listed = await (await fetch(`${server.url}/api/v1/admin/requests?limit=100`, { headers: { cookie } })).text()
  expect(JSON.parse(listed).data.length).toBeGreaterThan(20)
  expect(await server.stop()).toBe(0)
  const shown = [server.output(), metrics, listed, ...receiver.bodies, bytesOf(join(server.folder, "data"))]
  // A ticket of the conversation and others live in memory alone; of the key there is the hash.
  for (const secret of secrets) {
    for (const text of shown)
      expect(text.includes(secret.slice(0, 24)) || text.includes(secret.slice(3, 24))).toBe(false)
  }
  const paths = server.output().match(/"path":"[^"]*"/g) ?? []
  expect(paths).toContain(`"path":"/api/v1/nothing/${"x".repeat(83)}…"`)
  expect(paths).toContain('"path":"/v1/responses/:response_id"')
  expect(receiver.spans.length).toBeGreaterThan(20)
}, 60_000)
