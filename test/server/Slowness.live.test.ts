import { describe, expect, test } from "bun:test"
import { connect, type Socket } from "node:net"
import { LARGE, runningForFile } from "./harness.ts"

/** Bun looks at its timeouts every 4 s. */
const IDLE_SECONDS = 5
const PATIENCE_MILLIS = 13_000

const server = runningForFile(
  { QAL_IDLE_TIMEOUT: String(IDLE_SECONDS), QAL_BODY_TIMEOUT: "2", QAL_BODY_RATE: "1000" },
  []
)

/** A connection, what came over it, and whether it is closed. */
const open = (first: string) => {
  const socket: Socket = connect({ port: server.port, host: "127.0.0.1" })
  const state = { socket, text: "", isClosed: false }
  socket.on("data", (bytes) => {
    state.text += bytes.toString("latin1")
  })
  socket.on("error", () => {})
  socket.on("close", () => {
    state.isClosed = true
  })
  socket.write(first)
  return state
}

const until = async (holds: () => boolean): Promise<void> => {
  const end = performance.now() + PATIENCE_MILLIS
  while (!holds() && performance.now() < end) await Bun.sleep(20)
  expect(holds()).toBe(true)
}

/** Sends `piece` again and again until the connection is closed. */
const dribble = async (state: ReturnType<typeof open>, piece: string, millis: number): Promise<void> => {
  const end = performance.now() + PATIENCE_MILLIS
  while (!state.isClosed && performance.now() < end) {
    state.socket.write(piece)
    await Bun.sleep(millis)
  }
}

const post = (path: string, headers: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`

describe("a connection", () => {
  test.concurrent("a connection that asks nothing more is closed", async () => {
    const kept = open("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    await until(() => kept.isClosed)
    expect(kept.text).toStartWith("HTTP/1.1 200")
  })

  test.concurrent("a connection whose next headers come byte by byte is closed", async () => {
    const slow = open("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nX: ")
    await dribble(slow, "a", 500)
    expect(slow.isClosed).toBe(true)
  })

  test.concurrent("a connection is not closed while its answer is made", async () => {
    const waiting = open("GET /followed/endless HTTP/1.1\r\nHost: x\r\n\r\n")
    await Bun.sleep(PATIENCE_MILLIS)
    expect(waiting.isClosed).toBe(false)
    waiting.socket.destroy()
  })

  test.concurrent("a connection is closed where a large answer is not read", async () => {
    const socket = connect({ port: server.port, host: "127.0.0.1" })
    socket.on("error", () => {})
    socket.pause()
    socket.write("GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
    await Bun.sleep(PATIENCE_MILLIS)
    let bytes = 0
    socket.on("data", (chunk) => {
      bytes += chunk.length
    })
    socket.resume()
    await until(() => socket.closed)
    expect(bytes).toBeLessThan(LARGE)
  })

  test.concurrent("a connection is not closed while a large answer is read slowly", async () => {
    const response = await fetch(`${server.url}/large`)
    let bytes = 0
    const reader = response.body?.getReader()
    for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
      if (bytes < LARGE / 2) await Bun.sleep(20)
      bytes += piece.value.length
    }
    expect(bytes).toBe(LARGE)
  })
})

const refusal =
  /^HTTP\/1\.1 400 [\s\S]*x-request-id: [\s\S]*"code":"INVALID_REQUEST","message":"the body came too slowly/i

describe("a body", () => {
  const whole = "Content-Length: 100"
  const large = "Content-Length: 60000"

  for (const [what, path, headers, piece] of [
    ["of declared length", "/api/v1/things", whole, "x"],
    ["of great declared length", "/api/v1/things", large, "x"],
    ["in chunks", "/api/v1/things", "Transfer-Encoding: chunked", "1\r\nx\r\n"],
    ["that is read as it comes", "/raw", large, "x"]
  ] as const) {
    test.concurrent(`a body ${what} that stands still is refused, and its connection closed`, async () => {
      const still = open(post(path, headers))
      await until(() => still.isClosed)
      expect(still.text).toMatch(refusal)
    })

    test.concurrent(`a body ${what} that comes byte by byte is refused, and its connection closed`, async () => {
      const slow = open(post(path, headers))
      await dribble(slow, piece, 300)
      expect(slow.text).toMatch(refusal)
    })
  }

  test.concurrent("a body that comes fast enough is taken, however long that is", async () => {
    const steady = open(post("/raw", "Content-Length: 20000"))
    for (let sent = 0; sent < 20_000; sent += 1000) {
      steady.socket.write("x".repeat(1000))
      await Bun.sleep(250)
    }
    await until(() => steady.text.includes('{"bytes":20000}'))
    steady.socket.destroy()
  })

  test.concurrent("a body that came fast at first may stand still no longer for it", async () => {
    const slow = open(post("/raw", large))
    slow.socket.write("x".repeat(40_000))
    await dribble(slow, "x", 1_000)
    expect(slow.text).toMatch(refusal)
  })

  test("a body that came too slowly is counted in the metrics", async () => {
    expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/^qal_bodies_timed_out_total [1-9]/m)
  })

  test("a body whose client hangs up is not counted as too slow", async () => {
    const counted = async () =>
      /^qal_bodies_timed_out_total (\d+)/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]
    const before = await counted()
    for (const path of ["/raw", "/api/v1/things"]) {
      const gone = open(`${post(path, large)}x`)
      await Bun.sleep(100)
      gone.socket.destroy()
    }
    await Bun.sleep(4_000)
    expect(await counted()).toBe(before)
  })
})
