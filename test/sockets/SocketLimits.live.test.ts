import { expect, test } from "bun:test"
import { serverForFile } from "../support/ForFile.ts"
import { API_KEY } from "../support/Server.ts"

const PER_KEY = 2
const WAITING = 3

const server = serverForFile(() => ({
  QAL_MAX_SOCKETS_PER_KEY: String(PER_KEY),
  QAL_MAX_WAITING_SOCKETS: String(WAITING)
}))

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

test("sockets that have not authenticated are bounded: the oldest makes room, and is told so", async () => {
  const oldest = await open()
  const told = new Promise<string>((resolve) => oldest.addEventListener("message", ({ data }) => resolve(data)))
  const closed = new Promise((resolve) => oldest.addEventListener("close", ({ code }) => resolve(code)))
  const others = [await open(), await open()]
  // However many come without a key, who has a ticket and shows it is let in.
  for (let count = 0; count < 5 * WAITING; count++) others.push(await open())
  expect(JSON.parse(await told)).toMatchObject({ type: "error", status: 429, error: { code: "RATE_LIMITED" } })
  expect(await closed).toBe(1008)
  const honest = await open()
  expect(await authenticate(honest)).toMatchObject({ type: "session.created" })
  for (let count = 0; count < 2 * WAITING; count++) others.push(await open())
  expect(honest.readyState).toBe(WebSocket.OPEN)
  await Bun.sleep(50)
  expect(others.filter(({ readyState }) => readyState === WebSocket.OPEN).length).toBe(WAITING)
  expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(
    new RegExp(`^qal_sockets_open ${WAITING + 1}$`, "m")
  )
  for (const socket of [honest, ...others.slice(-WAITING)]) await close(socket)
})

test("sockets of one key are bounded, and those that close make room", async () => {
  const first = await open()
  const second = await open()
  expect(await authenticate(first)).toMatchObject({ type: "session.created" })
  expect(await authenticate(second)).toMatchObject({ type: "session.created" })
  expect(await authenticate(await open())).toMatchObject({ type: "error", status: 429 })
  await close(first)
  expect(await authenticate(await open())).toMatchObject({ type: "session.created" })
})

test("requests for a socket that are not upgraded take no place", async () => {
  for (let count = 0; count <= WAITING; count++) {
    expect((await fetch(`${server.url}/api/v1/realtime/voice`)).status).toBe(400)
  }
})
