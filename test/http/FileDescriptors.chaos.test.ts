import { afterAll, beforeAll, expect, test } from "bun:test"
import { connect, type Socket } from "node:net"
import { join } from "node:path"
import { API_KEY, startServer, type TestServer } from "../support/Server.ts"

const MAIN = join(import.meta.dir, "../../src/main.ts")
const LIMIT = 1024
const CONNECTIONS = 1200

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, ["bash", "-c", `ulimit -n ${LIMIT}; exec "$0" "$@"`, process.execPath, MAIN])
})
afterAll(() => server.dispose())

const flood = async (): Promise<ReadonlyArray<Socket>> => {
  const port = Number(new URL(server.url).port)
  const sockets = Array.from({ length: CONNECTIONS }, () => connect({ port, host: "127.0.0.1" }))
  for (const socket of sockets) socket.on("error", () => {})
  await Bun.sleep(500)
  return sockets
}

/** A client that tries again where it is refused, as clients do. */
const patiently = async (path: string): Promise<Response> => {
  for (let attempt = 0; attempt < 100; attempt++) {
    const response = await fetch(`${server.url}${path}`, { keepalive: false }).catch(() => undefined)
    if (response !== undefined) return response
    await Bun.sleep(50)
  }
  throw new Error("nobody answered")
}

test("more connections than descriptors end neither the server nor its work, and others are served", async () => {
  const speaking = fetch(`${server.url}/api/v1/voice/generations`, {
    method: "POST",
    headers: { "x-api-key": API_KEY, "content-type": "application/json" },
    body: JSON.stringify({ text: "ሰላም ለዓለም። ".repeat(20), voice_id: "am-hamen", language: "am" })
  })
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/api/v1/realtime/voice`)
  await new Promise((resolve) => socket.addEventListener("open", resolve))
  let isClosed = false
  socket.addEventListener("close", () => {
    isClosed = true
  })
  const floods = [await flood(), await flood()]
  expect((await patiently("/healthz")).status).toBe(200)
  expect(isClosed).toBe(false)
  expect((await speaking).status).toBe(201)
  const metrics = await (await patiently("/metrics")).text()
  expect(metrics).toMatch(/^qal_listener_pauses_total [1-9]/m)
  expect(metrics).toContain(`qal_descriptors_limit ${LIMIT}`)
  for (const each of floods.flat()) each.destroy()
  expect((await patiently("/healthz")).status).toBe(200)
  expect(await server.stop()).toBe(0)
})
