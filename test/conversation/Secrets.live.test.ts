/** No key, ticket or client secret is in the log, in what telemetry is sent, or in what clients are told. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { serverForFile } from "../support/ForFile.ts"
import { receive } from "../support/OtlpReceiver.ts"
import { API_KEY } from "../support/Server.ts"
import { clientSecret, enter, type Knock, request, ticket } from "./Entry.ts"

setDefaultTimeout(60_000)

const receiver = receive()
const server = serverForFile(() => ({
  QAL_MAX_CONVERSATIONS_PER_KEY: "100",
  QAL_OTLP_URL: receiver.url,
  QAL_LOG_LEVEL: "trace",
  QAL_LOG_FORMAT: "json"
}))
afterAll(() => receiver.stop())

const UNKNOWN = `sk_${"Unknown0".repeat(6)}`
const SAID = "የሚነገር ጽሑፍ"
const SYSTEM = "operator-words-of-nobody-else"

const bearer = (secret: string): Knock => ({ headers: { authorization: `Bearer ${secret}` } })
const protocols = (...secrets: ReadonlyArray<string>): Knock => ({
  protocols: ["realtime", ...secrets.map((secret) => `openai-insecure-api-key.${secret}`)]
})

test("a key, ticket or client secret of a conversation, valid or not, is revealed nowhere", async () => {
  const tickets = await Promise.all(Array.from({ length: 4 }, () => ticket(server, { system: SYSTEM })))
  const clientSecrets = await Promise.all(Array.from({ length: 4 }, () => clientSecret(server)))
  const malformed = ["sk_malformed-key-hunter2", "ek_unknown-secret-hunter2", "qcv_unknown-ticket-hunter2"]
  const [t1 = "", t2 = "", t3 = "", t4 = ""] = tickets
  const [s1 = "", s2 = "", s3 = "", s4 = ""] = clientSecrets
  const [badKey = "", badSecret = "", badTicket = ""] = malformed
  const entries = [
    [`/ws?ticket=${t1}`],
    [`/ws?ticket=${t1}`],
    [`/ws?jwt=${t2}`],
    [`/ws?ticket=${t3}&apiKey=${API_KEY}`],
    [`/ws?apiKey=${API_KEY}&system=${SYSTEM}`],
    [`/ws?apiKey=${API_KEY}&language=${API_KEY}&silence_ms=${API_KEY}&voice_id=${API_KEY}`],
    [`/ws?apiKey=${UNKNOWN}`],
    [`/ws?apiKey=${badKey}&ticket=${badTicket}`],
    [`/ws?apiKey=${badKey}`],
    [`/ws?ticket=${badTicket}`],
    ["/ws", { headers: { "x-api-key": UNKNOWN } }],
    ["/v1/realtime", bearer(API_KEY)],
    ["/v1/realtime", bearer(s1)],
    ["/v1/realtime", bearer(s1)],
    ["/v1/realtime", protocols(s2)],
    ["/v1/realtime", protocols(API_KEY)],
    ["/v1/realtime", protocols(s3, UNKNOWN)],
    ["/v1/realtime", protocols(badSecret)],
    [`/v1/realtime?model=${API_KEY}&language=${s4}`, bearer(badKey)],
    [`/nowhere?ticket=${t4}&apiKey=${API_KEY}`]
  ] as const
  let told = ""
  for (const [path, knock] of entries) {
    const entry = enter(server, path, knock)
    await Promise.race([entry.first, entry.closed])
    if (path === `/ws?apiKey=${API_KEY}&system=${SYSTEM}`) {
      entry.send({ text: SAID })
      while (!entry.frames.some((frame) => "usageMetadata" in frame)) await Bun.sleep(20)
    }
    // Once more, after its session has begun.
    entry.send({ data: API_KEY, mimeType: API_KEY })
    entry.send({ type: API_KEY })
    await Bun.sleep(30)
    await entry.leave()
    const texts = entry.frames.filter((frame) => !("serverContent" in frame))
    told += JSON.stringify(texts.map((frame) => ({ ...frame, session: undefined })))
  }
  const head = "host: a\r\nsec-websocket-protocol: realtime, openai-insecure-api-key."
  for (const path of [`/ws?ticket=${t4}&apiKey=${API_KEY}`, `/v1/realtime?apiKey=${s4}`, `/%zz?ticket=${t4}`])
    told += await request(server, `GET ${path} HTTP/1.1\r\n${head}${s4}`)
  expect(await server.stop()).toBe(0)

  const places = [server.output(), receiver.bodies.join("\n"), told]
  for (const place of places) expect(place.length).toBeGreaterThan(1_000)
  // The paths of these requests are logged, and their spans sent.
  for (const place of places.slice(0, 2)) expect(place).toContain("/v1/realtime")
  // Nor is any of it stored, with what was said.
  const folder = join(server.folder, "data")
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name))
  const stored = files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file))
  expect(stored.some((bytes) => bytes.includes("conversation"))).toBe(true)
  for (const text of [SAID, SYSTEM, ...tickets, ...clientSecrets, API_KEY])
    for (const bytes of stored) expect(bytes.includes(text)).toBe(false)

  const secrets = [...tickets, ...clientSecrets, ...malformed, API_KEY, UNKNOWN]
  // A part of one would be as bad.
  const parts = secrets.map((secret) => secret.slice(3, 19))
  for (const part of parts) for (const place of places) expect(place.includes(part)).toBe(false)
  for (const text of [SAID, SYSTEM]) for (const place of places.slice(0, 2)) expect(place.includes(text)).toBe(false)
})
