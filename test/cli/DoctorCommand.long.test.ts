/** What `qal doctor` says of the port, and of the server that runs there. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type Server, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as BunContext from "@effect/platform-bun/BunContext"
import { Effect, Either, Layer } from "effect"
import { addressOf, port } from "../../src/cli/Port.ts"
import { Settings } from "../../src/settings/Config.ts"
import { DataFolder } from "../../src/storage/DataFolder.ts"
import { freePort, startServer } from "../support/Server.ts"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "qal-doctor-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What is found at the port; where `owned`, as if a server had the data folder. */
const look = async (number: number, { host = "127.0.0.1", owned = true } = {}): Promise<string> => {
  const data = join(folder, owned ? "owned" : "free")
  const layer = Layer.merge(
    Settings.layerFrom({ QAL_HOST: host, QAL_PORT: String(number) }),
    Layer.provide((owned ? DataFolder.ownedLayer : DataFolder.layer)(data), BunContext.layer)
  )
  const found = await Effect.runPromise(Effect.either(Effect.provide(port, layer)))
  return Either.match(found, { onLeft: ({ message }) => `FAIL ${message}`, onRight: (text) => `ok ${text}` })
}

const PATHS = { "/healthz": 200, "/readyz": 503 } as const

/** A program that answers `/healthz` and `/readyz` so, until the test has ended. */
const answering = async (
  answers: Readonly<Record<keyof typeof PATHS, unknown>>,
  run: (port: number) => Promise<void>,
  hostname = "127.0.0.1"
) => {
  const server = Bun.serve({
    port: 0,
    hostname,
    fetch: ({ url }) => {
      const { pathname } = new URL(url)
      if (pathname === "/healthz") return Response.json(answers["/healthz"], { status: PATHS["/healthz"] })
      if (pathname === "/readyz") return Response.json(answers["/readyz"], { status: PATHS["/readyz"] })
      return new Response("no", { status: 404 })
    }
  })
  await run(server.port ?? 0).finally(() => server.stop(true))
}

/** A program that is not HTTP, or says nothing. */
const speaking = async (greet: (socket: Socket) => void, run: (port: number) => Promise<void>) => {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    greet(socket)
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const address = server.address()
  await run(typeof address === "object" && address !== null ? address.port : 0).finally(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
}

const well = { status: "ok", version: "1.2.3" }
const ready = { status: "ready", checks: { database: "ok", recognizer: "ok" } }

test("doctor finds a server with these settings well, and one with another data folder in the way", async () => {
  await using server = await startServer()
  while ((await fetch(`${server.url}/readyz`)).status !== 200) await Bun.sleep(100)
  // Which may fail for the database: a test's PostgreSQL does not wait for the disk.
  expect(await server.qal("doctor").catch(String)).toMatch(
    /^ok {4}port: a server \(\d+\.\d+\.\d+\) runs on 127\.0\.0\.1:\d+ and is ready(; still being loaded: [a-z, ]+)?$/m
  )
  const port = Number(new URL(server.url).port)
  expect(await look(port, { owned: false })).toMatch(/^FAIL a server .* runs on .*, but not with the data folder /)
}, 90_000)

test("doctor finds a port free where nobody listens, and tells of an address that is not this machine's", async () => {
  const number = await freePort()
  expect(await look(number)).toBe(`ok 127.0.0.1:${number} is free`)
  expect(await look(number, { host: "192.0.2.1" })).toBe(`FAIL cannot listen on 192.0.2.1:${number} (EADDRNOTAVAIL)`)
})

test("doctor finds a server that is ready well, also where it listens on every interface", async () => {
  await answering({ "/healthz": well, "/readyz": ready }, async (number) => {
    for (const host of ["127.0.0.1", "0.0.0.0", "localhost"])
      expect(await look(number, { host })).toBe(`ok a server (1.2.3) runs on ${host}:${number} and is ready`)
  })
  const asked = [
    ["0.0.0.0", "http://127.0.0.1:8787/"],
    ["0", "http://127.0.0.1:8787/"],
    ["::", "http://[::1]:8787/"],
    ["0:0:0:0:0:0:0:0", "http://[::1]:8787/"],
    ["::1", "http://[::1]:8787/"],
    ["fe80::2", "http://[fe80::2]:8787/"],
    ["192.0.2.1", "http://192.0.2.1:8787/"],
    ["qal.internal", "http://qal.internal:8787/"]
  ] as const
  for (const [host, address] of asked) expect(addressOf(host, 8787).href).toBe(address)
})

test("doctor asks a server on every interface of IPv6 there", async () => {
  await answering(
    { "/healthz": well, "/readyz": ready },
    async (number) =>
      expect(await look(number, { host: "::" })).toBe(`ok a server (1.2.3) runs on [::]:${number} and is ready`),
    "::1"
  )
})

test("an engine that is still being loaded is told of, and is well", async () => {
  const starting = { status: "ready", checks: { database: "ok", recognizer: "starting" } }
  await answering({ "/healthz": well, "/readyz": starting }, async (number) => {
    expect(await look(number)).toBe(
      `ok a server (1.2.3) runs on 127.0.0.1:${number} and is ready; still being loaded: recognizer`
    )
  })
})

test("doctor tells of a server that is not ready with the checks that fail", async () => {
  const broken = { status: "not_ready", checks: { database: "failed", files: "ok", synthesizer: "failed" } }
  await answering({ "/healthz": well, "/readyz": broken }, async (number) => {
    expect(await look(number)).toMatch(/^FAIL .* is not ready: database, synthesizer failed/)
  })
  const stopping = { status: "stopping", checks: { database: "ok" } }
  await answering({ "/healthz": well, "/readyz": stopping }, async (number) => {
    expect(await look(number)).toMatch(/^FAIL .* is stopping$/)
  })
})

test("doctor asks the server itself, whatever proxy the environment names", async () => {
  const before = { http_proxy: process.env.http_proxy, HTTP_PROXY: process.env.HTTP_PROXY }
  Object.assign(process.env, { http_proxy: "http://127.0.0.1:1", HTTP_PROXY: "http://127.0.0.1:1" })
  try {
    await answering({ "/healthz": well, "/readyz": ready }, async (number) => {
      expect(await look(number)).toStartWith("ok a server")
    })
  } finally {
    for (const [name, value] of Object.entries(before))
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  }
})

test("doctor takes no other program on the port for a server of Qal", async () => {
  const others = [
    { "/healthz": { status: "ok" }, "/readyz": ready },
    { "/healthz": well, "/readyz": { status: "ready" } },
    { "/healthz": well, "/readyz": "ready" },
    { "/healthz": null, "/readyz": null },
    { "/healthz": { ...well, padding: "x".repeat(100_000) }, "/readyz": ready }
  ]
  for (const answers of others)
    await answering(answers, async (number) => {
      expect(await look(number)).toBe(`FAIL 127.0.0.1:${number} is taken by another program`)
    })
  const greetings = [
    (socket: Socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"),
    (socket: Socket) => socket.destroy(),
    (socket: Socket) => socket.end("HTTP/1.1 301 Moved\r\nlocation: http://192.0.2.1/\r\ncontent-length: 0\r\n\r\n")
  ]
  for (const greet of greetings)
    await speaking(greet, async (number) => {
      expect(await look(number)).toBe(`FAIL 127.0.0.1:${number} is taken by another program`)
    })
})

test("doctor gives up a program that does not answer, or not to the end", async () => {
  const silent = [() => {}, (socket: Socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{")]
  for (const greet of silent)
    await speaking(greet, async (number) => {
      expect(await look(number)).toBe(`FAIL 127.0.0.1:${number} is taken by a program that does not answer within 5s`)
    })
}, 30_000)
