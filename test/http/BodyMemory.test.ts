/** How much of bodies is in memory: bounded in all and for each key, whatever clients leave unfinished. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { connect, type Socket } from "node:net"
import * as BodyMemory from "../../src/http/BodyMemory.ts"
import { toResponse } from "../../src/http/Problems.ts"
import { type Running, start } from "../server/harness.ts"

const make = () => BodyMemory.make({ inAll: 100, perKey: 60 })

test("bytes held of bodies are bounded for each key and in all, and more are refused", () => {
  const holdingOf = make()
  expect(holdingOf("a").take(60)).toBeUndefined()
  expect(holdingOf("a").take(1)).toMatchObject({ _tag: "PROVIDER_UNAVAILABLE", retryAfter: 5 })
  expect(holdingOf("b").take(40)).toBeUndefined()
  expect(holdingOf(undefined).take(1)).toMatchObject({ _tag: "PROVIDER_UNAVAILABLE" })
})

test("memory that is full is busy, whatever it is wanted for: 429 under /v1, and 503 elsewhere", () => {
  const memory = make()("a")
  for (const refusal of [memory.take(61), memory.reserve(61), make()("b").take(101)]) {
    if (refusal === undefined) throw new Error("there was room")
    expect(refusal.isBusy).toBe(true)
    expect(toResponse(refusal, "req_1", "/v1/responses").status).toBe(429)
    expect(toResponse(refusal, "req_1", "/api/v1/chat_generate").status).toBe(503)
  }
})

test("bytes held of bodies make room once they are given back, or their last keeper has let go", () => {
  const holdingOf = make()
  const memory = holdingOf("a")
  memory.take(60)
  memory.give(20)
  expect(holdingOf("a").take(20)).toBeUndefined()
  memory.keep()
  memory.release()
  expect(holdingOf("a").take(1)).toBeDefined()
  memory.release()
  expect(holdingOf("a").take(40)).toBeUndefined()
  memory.keep()
  expect(holdingOf("a").take(1)).toBeDefined()
  memory.release()
  // What is given late is not given twice.
  memory.give(60)
  expect(holdingOf("a").take(1)).toBeDefined()
  expect(holdingOf("b").take(40)).toBeUndefined()
})

describe("bodies", () => {
  const BOUND = 2_000_000
  let server: Running
  const sockets: Array<Socket> = []
  const answered = new WeakSet<Socket>()
  beforeAll(async () => {
    server = await start({}, [], { inAll: 4 * BOUND, perKey: BOUND })
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await server.stop()
  })

  /** So much of a body of twice that, and no more. */
  const begin = (bytes: number): Socket => {
    const socket = connect({ port: server.port, host: "127.0.0.1" })
    sockets.push(socket)
    socket.on("error", () => {})
    socket.once("data", () => answered.add(socket))
    socket.write(
      `POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${2 * bytes}\r\n\r\n`
    )
    socket.write("x".repeat(bytes))
    return socket
  }
  const json = () =>
    fetch(`${server.url}/api/v1/things`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text: "ok" }) + " ".repeat(0.2 * BOUND)
    })
  const upload = (bytes: number) => {
    const form = new FormData()
    form.set("file", new Blob([new Uint8Array(bytes)]), "f.bin")
    return fetch(`${server.url}/api/v1/uploads`, { method: "POST", body: form })
  }
  const statusOf = async (asked: Promise<Response>) => {
    const response = await asked
    await response.arrayBuffer()
    return response.status
  }

  test("bodies that are never finished leave no more room than there is, until they are gone", async () => {
    expect(await statusOf(json())).toBe(201)
    const unfinished = [begin(0.45 * BOUND), begin(0.45 * BOUND)]
    let refused = await json()
    for (let attempt = 0; attempt < 3_000 && refused.status !== 503; attempt++) {
      await refused.arrayBuffer()
      await Bun.sleep(20)
      // One that came while the answered body still counted was refused in its place.
      for (const [at, socket] of unfinished.entries()) if (answered.has(socket)) unfinished[at] = begin(0.45 * BOUND)
      refused = await json()
    }
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"])
    expect((await refused.json()).error.code).toBe("PROVIDER_UNAVAILABLE")
    for (const socket of unfinished) socket.destroy()
    for (let attempt = 0; attempt < 3_000 && (await statusOf(json())) !== 201; attempt++) await Bun.sleep(20)
    expect(await statusOf(json())).toBe(201)
  })

  test("bodies whose files are taken as they come may be larger than what may be held", async () => {
    // On a crowded machine more may come at once than is taken meanwhile.
    let status = await statusOf(upload(10 * BOUND))
    for (let attempt = 0; attempt < 3_000 && status !== 200; attempt++) status = await statusOf(upload(10 * BOUND))
    expect(status).toBe(200)
    expect(await statusOf(json())).toBe(201)
  })

  test("bodies are counted no more when they end, however they do", async () => {
    for (let count = 0; count < 5; count++) {
      const noJson = { method: "POST", headers: { "content-type": "application/json" }, body: "{".repeat(0.9 * BOUND) }
      expect(await statusOf(fetch(`${server.url}/api/v1/things`, noJson))).toBe(400)
      for (let attempt = 0; attempt < 3_000 && (await statusOf(json())) !== 201; attempt++) await Bun.sleep(20)
      expect(await statusOf(json())).toBe(201)
    }
  })
})
