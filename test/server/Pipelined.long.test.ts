/** Requests that come in one write: whatever becomes of the first, nobody pays for an answer that cannot be sent. */
import { beforeAll, expect, test } from "bun:test"
import { connect } from "node:net"
import { serverForFile } from "../support/ForFile.ts"
import { withDatabase } from "../support/Rows.ts"
import { API_KEY, call } from "../support/Server.ts"

const server = serverForFile()
beforeAll(async () => {
  // Everything that a chat needs is loaded then.
  await call(server, "POST", "/api/v1/chat_generate", { prompt: "x", target_language: "am" })
}, 90_000)

const charges = (): number =>
  withDatabase(server, (database) => database.query("SELECT 1 FROM ledger WHERE kind = 'charge'").all().length)

const data = JSON.stringify({ prompt: "selam", target_language: "am" })
const field = `--b\r\nContent-Disposition: form-data; name="request_data"\r\n\r\n${data}\r\n--b--`
const health = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"

const head = (type: string, length: string) =>
  `POST /api/v1/chat_generate HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${API_KEY}\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`
const whole = (type: string, body: string) => head(type, `Content-Length: ${Buffer.byteLength(body)}`) + body

const FORM = "multipart/form-data; boundary=b"
const epilogue = `\r\nwhat nobody reads\r\n--b\r\nnor: this\r\n\r\n${"x".repeat(200_000)}`

/** What comes over a connection in the time that an answer takes. */
const answersTo = async (sent: string): Promise<number> => {
  const { port } = new URL(server.url)
  const socket = connect({ port: Number(port), host: "127.0.0.1" })
  let text = ""
  socket.on("data", (bytes) => {
    text += bytes.toString("latin1")
  })
  socket.on("error", () => {})
  socket.write(sent)
  const end = performance.now() + 1_500
  while (performance.now() < end && !text.includes('"status"')) await Bun.sleep(20)
  socket.destroy()
  return text.split("HTTP/1.1 200").length - 1
}

const pipelined: ReadonlyArray<readonly [what: string, sent: string]> = [
  ["JSON", whole("application/json", data)],
  ["a form", whole(FORM, field)],
  ["a form with a line behind it", whole(FORM, `${field}\r\n`)],
  ["a form with an epilogue", whole(FORM, field + epilogue)]
]

test.each(pipelined)("paid work by %s with a request behind it is answered or not charged", async (_, first) => {
  const before = charges()
  const answers = await answersTo(first + health)
  await Bun.sleep(500)
  if (answers === 0) expect(charges() - before).toBe(0)
})

test.each(pipelined)("paid work by %s alone is answered and charged once", async (_, alone) => {
  const before = charges()
  expect(await answersTo(alone)).toBe(1)
  await Bun.sleep(100)
  expect(charges() - before).toBe(1)
})
