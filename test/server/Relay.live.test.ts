/** `QAL_RELAY_PORT`: a second port for conversations alone, with all that holds on the first. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { connect } from "node:net"
import { HttpServerResponse } from "@effect/platform"
import * as BunHttpServer from "@effect/platform-bun/BunHttpServer"
import { Duration, Effect } from "effect"
import { DEFAULT_SHUTDOWN, Draining } from "../../src/http/Draining.ts"
import { FileDescriptors } from "../../src/http/FileDescriptors.ts"
import * as Listener from "../../src/server/Listener.ts"
import { Settings } from "../../src/settings/Config.ts"
import { API_KEY, freePort, startServer } from "../support/Server.ts"
import { errorOf, eventually, LARGE, type Running, start } from "./harness.ts"

interface WithRelay extends Running {
  readonly relay: string
}

const startWithRelay = async (): Promise<WithRelay> => {
  const port = await freePort()
  return { ...(await start({ QAL_RELAY_PORT: String(port) })), relay: `http://127.0.0.1:${port}` }
}

/** An open socket, and what it has heard. */
const open = async (url: string) => {
  const socket = new WebSocket(`${url.replace("http", "ws")}/session?ticket=hunter2`)
  const heard: Array<string> = []
  socket.onmessage = ({ data }) => heard.push(String(data))
  const closed = new Promise<number>((resolve) => {
    socket.onclose = ({ code }) => resolve(code)
  })
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  return {
    closed,
    close: () => socket.close(),
    send: (text: string) => socket.send(text),
    hear: (text: string) => eventually(() => (heard.includes(`heard ${text}`) ? text : undefined))
  }
}

const isRefused = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`, { keepalive: false }).then(
    () => false,
    () => true
  )
const untilRefused = async (url: string) => {
  for (let attempt = 0; attempt < 200 && !(await isRefused(url)); attempt++) await Bun.sleep(10)
  expect(await isRefused(url)).toBe(true)
}

describe("the relay's port", () => {
  let server: WithRelay
  beforeAll(async () => {
    server = await startWithRelay()
  })
  afterAll(() => server.stop())

  test("the relay's port says whether the process lives", async () => {
    const response = await fetch(`${server.relay}/healthz`)
    expect([response.status, await response.json()]).toEqual([200, { status: "ok", version: "1.2.3", commit: "abc" }])
  })

  const elsewhere = [
    ["GET", "/"],
    ["GET", "/docs"],
    ["GET", "/openapi.json"],
    ["GET", "/metrics"],
    ["GET", "/readyz"],
    ["POST", "/api/v1/things"],
    ["GET", "/api/v1/things/1"],
    ["GET", "/media/1"],
    ["GET", "/echo"],
    ["GET", "/large"],
    ["GET", "/session/1"],
    ["GET", "/session%2F..%2Fmetrics"],
    ["GET", "//metrics"],
    ["OPTIONS", "/api/v1/things"],
    ["OPTIONS", "/*"]
  ]
  test.each(elsewhere)("the relay's port answers NOT_FOUND to %s %s, in the envelope", async (method, path) => {
    const response = await fetch(`${server.relay}${path}`, { method, headers: { "x-request-id": "away_1" } })
    expect([response.status, response.headers.get("x-request-id")]).toEqual([404, "away_1"])
    const { code, message, request_id } = await errorOf(response)
    expect([code, request_id]).toEqual(["NOT_FOUND", "away_1"])
    expect(message).toBe("there is no such route here: this port serves /session and /healthz alone")
  })

  test("the relay's port knows the methods of what it serves", async () => {
    const wrong = await fetch(`${server.relay}/session`, { method: "POST", body: "{}" })
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"])
    const plain = await fetch(`${server.relay}/session`)
    expect([plain.status, (await errorOf(plain)).code]).toEqual([400, "INVALID_REQUEST"])
  })

  test("the relay's port lets pages of any origin open its socket, as the main port does", async () => {
    for (const url of [server.url, server.relay]) {
      const response = await fetch(`${url}/session`, { headers: { origin: "https://page.example" } })
      expect(response.headers.get("access-control-allow-origin")).toBe("*")
    }
  })

  test("the relay's port serves sockets beside the main port's, whichever was opened first", async () => {
    const order = [server.relay, server.url, server.url, server.relay, server.url, server.relay]
    const sockets = []
    for (const url of order) sockets.push(await open(url))
    for (const round of ["one", "two"])
      for (const [at, socket] of sockets.entries()) {
        socket.send(`${round} ${at}`)
        expect(await socket.hear(`${round} ${at}`)).toBe(`${round} ${at}`)
      }
    for (const socket of sockets) socket.close()
    await Promise.all(sockets.map(({ closed }) => closed))
  })

  test("the relay's port holds a socket's frames to the same limit", async () => {
    for (const url of [server.url, server.relay]) {
      const socket = await open(url)
      socket.send("a".repeat(300 * 1024))
      await socket.hear("too much")
      expect(await socket.closed).toBe(1009)
    }
  })

  test("the relay's port logs its requests, without their query", async () => {
    await fetch(`${server.relay}/nowhere?ticket=hunter2`, { headers: { "x-request-id": "relay_1" } })
    const line = await eventually(() => server.records.find(({ fields }) => fields.request_id === "relay_1"))
    expect(line.fields).toMatchObject({ method: "GET", path: "/nowhere", status: 404, code: "NOT_FOUND" })
    expect(JSON.stringify(server.records)).not.toContain("hunter2")
  })

  test("the relay's port does not keep the main port from serving everything", async () => {
    for (const path of ["/openapi.json", "/healthz", "/metrics", "/api/v1/things/1"])
      expect((await fetch(`${server.url}${path}`)).status).toBe(200)
    const missing = await errorOf(await fetch(`${server.url}/nowhere`))
    expect(missing.message).toBe("there is no such route; /openapi.json lists those there are")
  })
})

describe("the start with a relay's port", () => {
  const failureOf = (variables: Readonly<Record<string, string>>) =>
    start(variables).then(
      () => "started",
      (error: unknown) => (error instanceof Error ? error.message : "?")
    )

  test("a relay's port in use stops the start with one line; and the main port is released", async () => {
    const taken = await startWithRelay()
    const [port, relay] = [String(await freePort()), new URL(taken.relay).port]
    expect(await failureOf({ QAL_PORT: port, QAL_RELAY_PORT: relay })).toBe(
      `QAL_RELAY_PORT: 127.0.0.1:${relay} is already in use; accepted: a free port, and another than QAL_PORT`
    )
    expect(await isRefused(`http://127.0.0.1:${port}`)).toBe(true)
    expect((await fetch(`${taken.relay}/healthz`)).status).toBe(200)
    await taken.stop()
  })

  test("a relay's port that is the main port stops the start", async () => {
    const port = String(await freePort())
    expect(await failureOf({ QAL_PORT: port, QAL_RELAY_PORT: port })).toStartWith("QAL_RELAY_PORT: ")
    expect(await isRefused(`http://127.0.0.1:${port}`)).toBe(true)
  })
})

describe("the stop with a relay's port", () => {
  test("the stop tells the sockets of both ports, and new clients of either until all is done", async () => {
    const server = await startWithRelay()
    const sockets = await Promise.all([open(server.url), open(server.relay)])
    const held = fetch(`${server.url}/held`)
    await server.run(server.gate.started)
    const stopped = server.stop()
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([1001, 1001])
    for (const url of [`${server.url}/api/v1/whoami`, `${server.relay}/session`]) {
      expect((await fetch(url, { keepalive: false })).status).toBe(503)
    }
    Effect.runSync(server.gate.open)
    expect(await (await held).text()).toBe("held")
    await stopped
    await untilRefused(server.url)
    await untilRefused(server.relay)
    expect(server.records.filter(({ level }) => level.label === "ERROR")).toEqual([])
  })

  test("a kept connection to the relay's port gets the error that the server stops", async () => {
    const server = await startWithRelay()
    await server.run(Effect.flatMap(Draining, ({ begin }) => begin(DEFAULT_SHUTDOWN)))
    expect((await fetch(`${server.relay}/healthz`)).status).toBe(200)
    for (const path of ["/session", "/nowhere"]) {
      const response = await fetch(`${server.relay}${path}`)
      expect([response.status, response.headers.get("connection")]).toEqual([503, "close"])
      expect((await errorOf(response)).code).toBe("PROVIDER_UNAVAILABLE")
    }
    await server.stop()
  })

  test("the stop waits for an answer on one port, though the other was asked since", async () => {
    const server = await startWithRelay()
    let received = 0
    const socket = connect(server.port, "127.0.0.1", () => socket.write("GET /large HTTP/1.1\r\nhost: x\r\n\r\n"))
    socket.on("data", (data) => {
      received += data.length
    })
    await eventually(() => (received > 0 ? received : undefined))
    socket.pause()
    await fetch(`${server.relay}/healthz`)
    let isStopped = false
    const stopped = server.stop().then(() => {
      isStopped = true
    })
    await Bun.sleep(150)
    expect(isStopped).toBe(false)
    socket.resume()
    await stopped
    await eventually(() => (received >= LARGE ? received : undefined))
    socket.destroy()
  })
})

describe("short of descriptors", () => {
  /** Both ports, with what is said of the descriptors at each look. */
  const listening = (scarce: () => boolean, use: (main: string, relay: string) => Promise<void>) =>
    Effect.gen(function* () {
      const relayPort = yield* Effect.promise(freePort)
      const { server } = yield* Listener.make(
        {
          setting: "QAL_PORT",
          port: 0,
          serve: (listener) => listener.serve(Effect.succeed(HttpServerResponse.text("main")))
        },
        [
          {
            setting: "QAL_RELAY_PORT",
            port: relayPort,
            serve: (listener) => listener.serve(Effect.succeed(HttpServerResponse.text("relay")))
          }
        ]
      )
      const port = server.address._tag === "TcpAddress" ? server.address.port : 0
      yield* Effect.promise(() => use(`http://127.0.0.1:${port}`, `http://127.0.0.1:${relayPort}`))
    }).pipe(
      Effect.scoped,
      Effect.provideService(
        FileDescriptors,
        FileDescriptors.make({
          most: Number.POSITIVE_INFINITY,
          areScarce: Effect.sync(scarce),
          interval: Duration.millis(10)
        })
      ),
      Effect.provide(Draining.Default),
      Effect.provide(Settings.layerFrom({})),
      Effect.provide(BunHttpServer.layerContext),
      Effect.runPromise
    )
  const answerOf = (url: string) =>
    fetch(url, { keepalive: false }).then(
      (response) => response.text(),
      () => "refused"
    )
  const until = async (url: string, wanted: string) => {
    let found = ""
    for (let attempt = 0; attempt < 300 && found !== wanted; attempt++) {
      found = await answerOf(url)
      await Bun.sleep(10)
    }
    expect(found).toBe(wanted)
  }

  test("both ports are closed where descriptors run short, and opened again when there is room", async () => {
    let isScarce = false
    await listening(
      () => isScarce,
      async (main, relay) => {
        expect([await answerOf(main), await answerOf(relay)]).toEqual(["main", "relay"])
        isScarce = true
        await until(main, "refused")
        await until(relay, "refused")
        isScarce = false
        await until(main, "main")
        await until(relay, "relay")
      }
    )
  })

  test("a port that another program took meanwhile is taken again when it is free, the other at once", async () => {
    let isScarce = false
    await listening(
      () => isScarce,
      async (main, relay) => {
        isScarce = true
        await until(main, "refused")
        await until(relay, "refused")
        const thief = Bun.serve({
          port: Number(new URL(relay).port),
          hostname: "127.0.0.1",
          fetch: () => new Response("thief")
        })
        isScarce = false
        await until(main, "main")
        expect(await answerOf(relay)).toBe("thief")
        await thief.stop(true)
        await until(relay, "relay")
      }
    )
  })
})

test("the program says where its conversations are, and answers nothing else there, not even from memory", async () => {
  const port = await freePort()
  await using server = await startServer({ QAL_RELAY_PORT: String(port) })
  const relay = `http://127.0.0.1:${port}`
  await eventually(() =>
    server.output().includes(`conversations alone on ws://127.0.0.1:${port}/ws`) ? true : undefined
  )
  const headers = { "x-api-key": API_KEY }
  for (let again = 0; again < 3; again++) {
    expect((await fetch(`${server.url}/api/v1/voice/voices`, { headers })).status).toBe(200)
    expect((await fetch(`${relay}/api/v1/voice/voices`, { headers })).status).toBe(404)
  }
  while ((await fetch(`${server.url}/readyz`)).status !== 200) await Bun.sleep(100)
  // Which may fail for the database: a test's PostgreSQL does not wait for the disk.
  expect(await server.qal("doctor").catch(String)).toMatch(
    new RegExp(`^ok {4}relay port: a server \\(\\d+\\.\\d+\\.\\d+\\) runs on 127\\.0\\.0\\.1:${port}$`, "m")
  )
  expect(await server.stop()).toBe(0)
}, 90_000)
