import { expect, setDefaultTimeout, test } from "bun:test"
import { HttpApi, HttpApiBuilder, HttpServer, HttpServerResponse } from "@effect/platform"
import { Duration, Effect, Layer, Logger, ManagedRuntime } from "effect"
import { Draining } from "../../src/http/Draining.ts"
import * as Server from "../../src/Server.ts"
import { LogSink } from "../../src/server/LogSink.ts"
import { Readiness } from "../../src/server/Readiness.ts"
import { Settings } from "../../src/settings/Config.ts"
import { serverForFile } from "../support/ForFile.ts"
import { API_KEY, call } from "../support/Server.ts"

setDefaultTimeout(60_000)

const PATH = "/api/v1/voice/voices"
/** More than the tests before the one of the limit use up. */
const PER_MINUTE = 200
const OURS = "https://app.example"

const server = serverForFile(() => ({
  QAL_RATE_LIMIT_PER_MINUTE: String(PER_MINUTE),
  QAL_CORS_ORIGINS: OURS,
  QAL_LOG_FORMAT: "json"
}))

let asked = 0

/** The same question twice: the first answer is looked up, since its address is new, and the second kept. */
const twice = async (query: string, headers: Readonly<Record<string, string>> = { "x-api-key": API_KEY }) => {
  const url = `${server.url}${PATH}?${query}&n=${asked++}`
  return [await fetch(url, { headers }), await fetch(url, { headers })] as const
}

/** Headers that differ from one answer to the next of the same kind. */
const own = new Set(["x-request-id", "date"])
const headersOf = (response: Response) =>
  Array.from(response.headers)
    .filter(([name]) => !own.has(name))
    .map(([name, value]) => (/remaining|reset/.test(name) ? name : `${name}: ${value}`))
    .toSorted()

const left = (response: Response) => Number(response.headers.get("x-ratelimit-remaining-requests"))

test("a cached catalog answer has the body, the headers and the count of one that was looked up", async () => {
  for (const query of ["", "language=om", "gender=female&search=news"]) {
    for (const origin of [OURS, "https://any.example"]) {
      const [first, again] = await twice(query, { "x-api-key": API_KEY, origin })
      expect([first.status, again.status]).toEqual([200, 200])
      expect(headersOf(again)).toEqual(headersOf(first))
      expect(again.headers.get("access-control-allow-origin")).toBe(origin === OURS ? OURS : null)
      expect(await again.text()).toBe(await first.text())
      expect(left(first) - left(again)).toBeOneOf([0, 1])
    }
  }
})

test("a cached catalog answer keeps the client's request id, and is logged and counted", async () => {
  const counted = async () =>
    Number(
      /^qal_http_requests_total\{[^}]*route="\/api\/v1\/voice\/voices"[^}]*\} (\d+)/m.exec(
        await (await fetch(`${server.url}/metrics`)).text()
      )?.[1] ?? 0
    )
  const before = await counted()
  const lines: Array<Record<string, unknown>> = []
  for (const answer of await twice("", { "x-api-key": API_KEY, "x-request-id": "catalog-1" })) {
    expect(answer.headers.get("x-request-id")).toBe("catalog-1")
  }
  for (let attempt = 0; attempt < 200 && lines.length < 2; attempt++) {
    await Bun.sleep(20)
    const told = server
      .output()
      .split("\n")
      .filter((line) => line.includes("catalog-1"))
    lines.splice(0, lines.length, ...told.map((line) => JSON.parse(line)))
  }
  const facts = lines.map((line) => [line.method, line.path, line.status, line.bytes, line.key_id, line.wallet_id])
  expect(facts).toHaveLength(2)
  expect(facts[1]).toEqual(facts[0])
  expect(facts[0]?.[4]).toStartWith("key_")
  expect(await counted()).toBe(before + 2)
})

test("HEAD, another method, and a refused filter of the catalog are answered as ever, also from the cache", async () => {
  const ask = (method: string, query = "") => call(server, method, PATH + query)
  const got = await ask("GET")
  const head = await ask("HEAD")
  expect([head.status, await head.text()]).toEqual([200, ""])
  expect(headersOf(head)).toEqual(headersOf(got))
  expect((await ask("GET", "?language=xx")).status).toBe(422)
  expect((await ask("POST")).status).toBe(405)
})

test("without a key, with an unknown one or with two there is no catalog, also from the cache", async () => {
  const unknown = `sk_${"Nobody".repeat(8)}`
  const warm = () => call(server, "GET", PATH)
  const ask = async (headers: Readonly<Record<string, string>>) => {
    await warm()
    const kept = await fetch(server.url + PATH, { headers })
    const routed = await fetch(`${server.url}/api/v1/voice/usage`, { headers })
    expect(kept.status).toBe(routed.status)
    const words = (text: string) => text.replaceAll(/"request_id":"[^"]*"/g, "")
    if (kept.status !== 200) expect(words(await kept.text())).toBe(words(await routed.text()))
    expect(kept.headers.get("www-authenticate")).toBe(routed.headers.get("www-authenticate"))
    return kept.status
  }
  expect(await ask({})).toBe(401)
  expect(await ask({ "x-api-key": "hello" })).toBe(401)
  expect(await ask({ "x-api-key": unknown })).toBe(401)
  // The second time its refusal is remembered.
  expect(await ask({ "x-api-key": unknown })).toBe(401)
  expect(await ask({ "x-api-key": API_KEY, authorization: `Bearer ${unknown}` })).toBe(401)
  expect(await ask({ authorization: `Bearer ${API_KEY}` })).toBe(200)
})

test("a revoked key gets no catalog a second later, also from the cache", async () => {
  const wallet = (await server.qal("wallets", "create", "--credit", "1", "catalog")).trim()
  const [id = "", secret = ""] = (await server.qal("keys", "create", "--wallet", wallet, "--name", "a")).split("\n")
  const ask = () => call(server, "GET", PATH, undefined, { "x-api-key": secret })
  expect((await ask()).status).toBe(200)
  await server.qal("keys", "revoke", id)
  await Bun.sleep(1_000)
  await call(server, "GET", PATH)
  expect((await ask()).status).toBe(401)
})

test("a change by another process is in all catalog answers a second later, also the cached ones", async () => {
  const ask = () => call(server, "GET", PATH)
  const defaults = async () =>
    (await (await ask()).json()).data.flatMap((voice: { id: string; is_default: boolean }) =>
      voice.is_default ? [voice.id] : []
    )
  expect(await (await ask()).text()).toContain("am-abebe")
  expect(await defaults()).toEqual(["am-hamen", "om-bikila"])
  await server.qal("voices", "default", "am-tigist")
  const changed = performance.now()
  await server.qal("voices", "disable", "am-abebe")
  // So that an answer is made and kept at any point of the second.
  while (performance.now() < changed + 1_000) {
    await ask()
    await Bun.sleep(37)
  }
  expect(await defaults()).toEqual(["am-tigist", "om-bikila"])
  await Bun.sleep(1_000)
  expect(await (await ask()).text()).not.toContain("am-abebe")
})

test("a key's limit holds for cached catalog answers too", async () => {
  const ask = () => call(server, "GET", PATH)
  const statuses: Array<number> = []
  for (let at = 0; at < PER_MINUTE + 20; at++) statuses.push((await ask()).status)
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(PER_MINUTE + 10)
  const last = await ask()
  expect(last.status).toBe(429)
  expect(left(last)).toBe(0)
  expect(last.headers.get("retry-after")).not.toBeNull()
})

test("the catalog's cache answers nothing once the server stops", async () => {
  const keeper = HttpApiBuilder.middleware(() => Effect.succeed(HttpServerResponse.text("kept")))
  const runtime = ManagedRuntime.make(
    Server.layer(Layer.merge(HttpApiBuilder.api(HttpApi.make("none")), keeper), { build: { version: "0" } }).pipe(
      Layer.provide(Logger.remove(Logger.defaultLogger)),
      Layer.provide(Layer.succeed(LogSink, LogSink.of({ push: () => {}, flush: Effect.void }))),
      Layer.provide(Layer.succeed(Readiness, { checks: [] })),
      Layer.provideMerge(Draining.Default),
      Layer.provide(Settings.layerFrom({ QAL_PORT: "0" }))
    )
  )
  const port = await runtime.runPromise(
    HttpServer.addressWith((address) => Effect.succeed(address._tag === "TcpAddress" ? address.port : 0))
  )
  const ask = () => fetch(`http://127.0.0.1:${port}/anything`)
  const kept = await ask()
  expect([await kept.text(), kept.headers.get("x-request-id")]).toEqual(["kept", expect.stringMatching(/^req_/)])
  await runtime.runPromise(Effect.flatMap(Draining, (draining) => draining.begin(Duration.seconds(10))))
  expect((await ask()).status).toBe(503)
  await runtime.dispose()
})
