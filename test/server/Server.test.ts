import { describe, expect, test } from "bun:test"
import { connect } from "node:net"
import { Effect } from "effect"
import { DEFAULT_SHUTDOWN, Draining } from "../../src/http/Draining.ts"
import { expectMillis } from "../cost/Growth.ts"
import { freePort } from "../support/Server.ts"
import { errorOf, eventually, LARGE, runningForFile, start } from "./harness.ts"

const server = runningForFile({ QAL_CORS_ORIGINS: "https://app.example" }, [
  { name: "database", check: Effect.void },
  { name: "engines", check: Effect.void }
])

const get = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init)

/** The access log's line for a request, by its id. */
const lineOf = (id: string) =>
  eventually(
    () => server.records.find(({ message, fields }) => message === "request" && fields.request_id === id)?.fields
  )

describe("beside the specification", () => {
  test("/healthz has the version and the commit", async () => {
    expect(await (await get("/healthz")).json()).toEqual({ status: "ok", version: "1.2.3", commit: "abc" })
  })

  test("/readyz has each check, and is 503 where one fails or does not end", async () => {
    const ready = await get("/readyz")
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: "ready", checks: { database: "ok", engines: "ok" } }
    ])
    const broken = await start({}, [
      { name: "database", check: Effect.fail("disk is full") },
      { name: "engines", check: Effect.void }
    ])
    const response = await fetch(`${broken.url}/readyz`)
    expect([response.status, await response.json()]).toEqual([
      503,
      { status: "not_ready", checks: { database: "failed", engines: "ok" } }
    ])
    await broken.stop()
  })

  test("/metrics is Prometheus text that counts requests by route, not by path", async () => {
    await get("/api/v1/things/41")
    await get("/api/v1/things/42")
    const response = await get("/metrics")
    expect(response.headers.get("content-type")).toStartWith("text/plain; version=0.0.4")
    const text = await response.text()
    expect(text).toMatch(/^qal_http_requests_total\{method="GET",route="\/api\/v1\/things\/:id",status="2xx"\} \d+$/m)
    expect(text).toMatch(/^qal_http_request_duration_seconds_bucket\{.*le="\+Inf"\} \d+$/m)
    expect(text).not.toContain("/things/41")
  })

  test("/openapi.json is OpenAPI 3.1 in which every refusal is the envelope", async () => {
    const document = await (await get("/openapi.json")).json()
    expect(document.openapi).toStartWith("3.1")
    expect(Object.keys(document.paths)).toContain("/api/v1/things/{id}")
    const { responses } = document.paths["/api/v1/things"].post
    for (const status of ["400", "422", "default"]) {
      const answer = document.components.responses[responses[status].$ref.split("/").at(-1)]
      expect(answer.content["application/json"].schema.$ref).toBe("#/components/schemas/ErrorEnvelope")
    }
    expect(JSON.stringify(document)).not.toContain("HttpApiDecodeError")
  })

  test("/docs loads nothing from elsewhere, and may not", async () => {
    const response = await get("/docs")
    const page = await response.text()
    expect(page).toContain("/api/v1/things/{id}")
    expect(page).not.toMatch(/<(script|link|img|iframe)[^>]+(src|href)\s*=/i)
    expect(page).not.toMatch(/@import|url\(\s*["']?https?:/i)
    const policy = response.headers.get("content-security-policy")
    expect(policy).toStartWith("default-src 'none'")
    expect(policy).not.toContain("http")
  })
})

describe("pages of other origins", () => {
  const from = (origin: string, path: string, init: RequestInit = {}) =>
    get(path, { ...init, headers: { origin, ...init.headers } })
  const allowed = (response: Response) => response.headers.get("access-control-allow-origin")
  const preflight = {
    method: "OPTIONS",
    headers: { "access-control-request-method": "POST", "access-control-request-headers": "x-api-key" }
  }

  test("pages of any origin may read what takes no key, errors too", async () => {
    expect(allowed(await from("https://any.example", "/media/clip_1"))).toBe("*")
    expect(allowed(await from("https://any.example", "/openapi.json"))).toBe("*")
    const asked = await from("https://any.example", "/media/x", {
      method: "OPTIONS",
      headers: { "access-control-request-method": "GET" }
    })
    expect([asked.status, allowed(asked)]).toEqual([204, "*"])
  })

  test("pages of configured origins may call what takes a key, and read its headers", async () => {
    const asked = await from("https://app.example", "/api/v1/things", preflight)
    expect([asked.status, allowed(asked)]).toEqual([204, "https://app.example"])
    expect(asked.headers.get("access-control-allow-methods")).toContain("POST")
    expect(asked.headers.get("access-control-allow-headers")).toBe("x-api-key")
    const answer = await from("https://app.example", "/api/v1/poor")
    expect(allowed(answer)).toBe("https://app.example")
    expect(answer.headers.get("vary")).toBe("origin")
    expect(answer.headers.get("access-control-expose-headers")).toContain("x-request-id")
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull()
  })

  test("pages of other origins may not call what takes a key", async () => {
    expect(allowed(await from("https://other.example", "/api/v1/things", preflight))).toBeNull()
    expect(allowed(await from("https://other.example", "/api/v1/whoami"))).toBeNull()
    expect(allowed(await get("/api/v1/whoami"))).toBeNull()
  })
})

describe("the access log", () => {
  test("the access log has one line for each request: what, whose, how it ended, how long and how much", async () => {
    const response = await get("/api/v1/things/7?limit=5", { headers: { "x-request-id": "log1" } })
    const { ms, ...line } = await lineOf("log1")
    expect(line).toEqual({
      method: "GET",
      path: "/api/v1/things/:id",
      status: 200,
      bytes: Number(response.headers.get("content-length")),
      code: undefined,
      request_id: "log1",
      key_id: "key_1",
      wallet_id: "wallet_1"
    })
    expect(ms).toBeGreaterThan(0)
    await Bun.sleep(20)
    expect(server.records.filter(({ fields }) => fields.request_id === "log1")).toHaveLength(1)
  })

  test("the access log has the code of an error", async () => {
    await get("/api/v1/poor", { headers: { "x-request-id": "log2" } })
    expect(await lineOf("log2")).toMatchObject({ status: 402, code: "INSUFFICIENT_CREDITS" })
  })

  test("the access log never holds a query: keys, tickets and signatures travel there", async () => {
    for (const query of ["apiKey=sk_hunter2", "ticket=hunter2", "expires=1&signature=hunter2", "token=hunter2"]) {
      await get(`/media/clip_1?${query}`)
      await get(`/nowhere?${query}`)
    }
    expect(JSON.stringify(server.records)).not.toContain("hunter2")
  })

  test("the access log waits for the end of a stream, and counts its bytes", async () => {
    await (await get("/stream", { headers: { "x-request-id": "log3" } })).text()
    expect(await lineOf("log3")).toMatchObject({ status: 200, bytes: 11 })
  })

  test("the access log has a stream that breaks off, with its cause", async () => {
    await get("/torn", { headers: { "x-request-id": "log4" } })
      .then((response) => response.text())
      .catch(() => "torn")
    expect(await lineOf("log4")).toMatchObject({ bytes: 3, code: "INTERNAL_ERROR" })
    const fault = await eventually(() =>
      server.records.find(({ fields }) => String(fields.cause).includes("torn in the middle"))
    )
    expect(fault.fields.request_id).toBe("log4")
  })

  test("a client that hangs up interrupts its handler, and is no error in the access log", async () => {
    const controller = new AbortController()
    const answer = get("/held", { signal: controller.signal, headers: { "x-request-id": "log5" } }).catch(
      () => "hung up"
    )
    await server.run(server.gate.started)
    controller.abort()
    expect(await answer).toBe("hung up")
    await server.run(server.gate.interrupted)
    expect(await lineOf("log5")).toMatchObject({ status: 499, code: "CLIENT_CLOSED_REQUEST" })
    expect(server.records.some(({ fields }) => fields.request_id === "log5" && "cause" in fields)).toBe(false)
  })

  test("the access log is silent from warnings on", async () => {
    const quiet = await start({ QAL_LOG_LEVEL: "warn" })
    await fetch(`${quiet.url}/healthz`)
    await fetch(`${quiet.url}/api/v1/broken`)
    await quiet.stop()
    expect(quiet.records.map(({ message }) => message)).toEqual(["a request failed through a fault"])
  })
})

describe("sockets", () => {
  test("sockets pass through every middleware, and are one line of the access log when they end", async () => {
    const socket = new WebSocket(`${server.url.replace("http", "ws")}/echo?ticket=hunter2`)
    const echoed = new Promise<string>((resolve, reject) => {
      socket.onopen = () => socket.send("ሰላም")
      socket.onmessage = ({ data }) => resolve(String(data))
      socket.onerror = reject
    })
    expect(await echoed).toBe("ሰላም")
    const lines = () => server.records.filter(({ fields }) => fields.path === "/echo")
    expect(lines()).toHaveLength(0)
    socket.close()
    await eventually(() => lines()[0])
    await Bun.sleep(20)
    expect(lines().map(({ fields }) => fields.status)).toEqual([101])
  })

  test("a plain request to a socket's route is INVALID_REQUEST", async () => {
    const response = await get("/echo")
    expect([response.status, (await errorOf(response)).code]).toEqual([400, "INVALID_REQUEST"])
  })
})

describe("the start", () => {
  test("a port in use stops the start with one line that names the setting", async () => {
    const failure = await start({ QAL_PORT: String(server.port) }).then(
      () => "started",
      (error: unknown) => (error instanceof Error ? error.message : "?")
    )
    expect(failure).toBe(`QAL_PORT: 127.0.0.1:${server.port} is already in use; accepted: a free port, or 0 for any`)
  })
})

describe("the stop", () => {
  test("a server that stops ends its answers and refuses new ones; only then is the port closed", async () => {
    const port = await freePort()
    const stopping = await start({ QAL_PORT: String(port) })
    const held = fetch(`${stopping.url}/held`)
    await stopping.run(stopping.gate.started)
    const stopped = stopping.stop()
    const anew = (path: string) => fetch(stopping.url + path, { keepalive: false })
    while ((await anew("/api/v1/whoami")).status === 200) await Bun.sleep(5)
    for (const path of ["/api/v1/whoami", "/nowhere", "/v1/models"]) {
      const refused = await anew(path)
      expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([503, true])
      const { error, status } = await refused.json()
      expect([status, error.code]).toEqual([path === "/v1/models" ? undefined : "error", "PROVIDER_UNAVAILABLE"])
    }
    expect([(await anew("/healthz")).status, (await anew("/readyz")).status]).toEqual([200, 503])
    await Bun.sleep(100)
    expect((await anew("/api/v1/whoami")).status).toBe(503)
    Effect.runSync(stopping.gate.open)
    const answer = await held
    expect([answer.status, await answer.text(), answer.headers.get("connection")]).toEqual([200, "held", "close"])
    await stopped
    expect(await eventuallyRefused(stopping.url)).toBe(true)
    expect(stopping.records.filter(({ level }) => level.label === "ERROR")).toEqual([])
  })

  test("a server that stops waits for a slow client to get the whole of an answer", async () => {
    const stopping = await start()
    const received = { bytes: 0 }
    const socket = connect(stopping.port, "127.0.0.1", () => socket.write("GET /large HTTP/1.1\r\nhost: x\r\n\r\n"))
    socket.on("data", (data) => {
      received.bytes += data.length
    })
    await eventually(() => (received.bytes > 0 ? received.bytes : undefined))
    socket.pause()
    let isStopped = false
    const stopped = stopping.stop().then(() => {
      isStopped = true
    })
    await Bun.sleep(150)
    expect(isStopped).toBe(false)
    socket.resume()
    await stopped
    await eventually(() => (received.bytes >= LARGE ? received.bytes : undefined))
    expect(received.bytes).toBeGreaterThan(LARGE)
    socket.destroy()
  })

  test("a server that stops tells kept connections to go elsewhere, and its readiness says so", async () => {
    const draining = await start()
    await draining.run(Effect.flatMap(Draining, ({ begin }) => begin(DEFAULT_SHUTDOWN)))
    const response = await fetch(`${draining.url}/api/v1/whoami`)
    expect(response.status).toBe(503)
    expect(response.headers.get("connection")).toBe("close")
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0)
    expect((await errorOf(response)).code).toBe("PROVIDER_UNAVAILABLE")
    expect((await fetch(`${draining.url}/healthz`)).status).toBe(200)
    const ready = await fetch(`${draining.url}/readyz`)
    expect([ready.status, (await ready.json()).status]).toEqual([503, "stopping"])
    await draining.stop()
  })
})

test("clients that keep coming do not keep a stopping server open", async () => {
  const stopping = await start()
  const held = fetch(`${stopping.url}/held`)
  await stopping.run(stopping.gate.started)
  const stopped = stopping.stop()
  let isGone = false
  const flood = Promise.all(
    Array.from({ length: 20 }, async () => {
      while (!isGone) await fetch(`${stopping.url}/api/v1/whoami`, { keepalive: false }).catch(() => Bun.sleep(1))
    })
  )
  await Bun.sleep(50)
  const released = performance.now()
  Effect.runSync(stopping.gate.open)
  await held
  await stopped
  expectMillis(performance.now() - released, 1_000)
  isGone = true
  await flood
})

/** Whether new connections come to be refused. */
const eventuallyRefused = async (url: string): Promise<boolean> => {
  for (let attempt = 0; attempt < 3_000; attempt++) {
    const open = await fetch(`${url}/healthz`, { keepalive: false }).then(
      () => true,
      () => false
    )
    if (!open) return true
    await Bun.sleep(10)
  }
  return false
}
