import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { API_KEY, startServer, type TestServer } from "../support/Server.ts"

const PER_KEY = 2
const WAITING = 3

let server: TestServer
beforeAll(async () => {
  server = await startServer({ QAL_MAX_SOCKETS_PER_KEY: String(PER_KEY), QAL_MAX_WAITING_SOCKETS: String(WAITING) })
})
afterAll(() => server.dispose())

const open = async (): Promise<WebSocket> => {
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/api/v1/realtime/voice`)
  await new Promise((resolve) => socket.addEventListener("open", resolve))
  return socket
}

const close = async (socket: WebSocket): Promise<void> => {
  const closed = new Promise((resolve) => socket.addEventListener("close", resolve))
  socket.close()
  await closed
  await Bun.sleep(50)
}

/** Authenticates a socket; the first thing that it is told. */
const authenticate = async (socket: WebSocket): Promise<unknown> => {
  const response = await fetch(`${server.url}/api/v1/realtime/sessions`, {
    method: "POST",
    headers: { "x-api-key": API_KEY, "content-type": "application/json" },
    body: JSON.stringify({ voice_id: "am-hamen", language: "am" })
  })
  const { data } = await response.json()
  const heard = new Promise<string>((resolve) => socket.addEventListener("message", (event) => resolve(event.data)))
  socket.send(JSON.stringify({ type: "session.authenticate", token: data.token }))
  return JSON.parse(await heard)
}

const knock = () =>
  fetch(`${server.url}/api/v1/realtime/voice`, {
    headers: {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ=="
    }
  })

describe("sockets", () => {
  test("that have not authenticated themselves are bounded, refused by an answer with Retry-After", async () => {
    const waiting = [await open(), await open(), await open()]
    const refused = await knock()
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"])
    expect((await refused.json()).error.code).toBe("RATE_LIMITED")
    for (const socket of waiting) await close(socket)
    await close(await open())
  })

  test("of one key are bounded, and those that close make room", async () => {
    const first = await open()
    const second = await open()
    expect(await authenticate(first)).toMatchObject({ type: "session.created" })
    expect(await authenticate(second)).toMatchObject({ type: "session.created" })
    expect(await authenticate(await open())).toMatchObject({ type: "error", status: 429 })
    await close(first)
    expect(await authenticate(await open())).toMatchObject({ type: "session.created" })
  })

  test("that are asked for without being sockets take no place", async () => {
    for (let count = 0; count <= WAITING; count++) {
      expect((await fetch(`${server.url}/api/v1/realtime/voice`)).status).toBe(400)
    }
  })
})
