/**
 * What every route of the dashboard's contract asks for, whatever the route: a
 * session, and for changes its token and its own page. The routes are those of
 * the OpenAPI document, so that a new one is not forgotten.
 */
import { beforeAll, expect, test } from "bun:test"
import { FastCheck } from "effect"
import { COOKIE, CSRF_HEADER, PREFIX } from "../../src/dashboard/session/SessionApi.ts"
import { longTest } from "../support/Long.ts"
import { forAllAsync } from "../support/Property.ts"
import { API_KEY, call } from "../support/Server.ts"
import { ADMIN_TOKEN, answered, send, signedInForFile, signIn } from "./Session.ts"

interface Operation {
  readonly method: string
  /** Below the prefix, with `{names}`. */
  readonly path: string
  readonly tags: ReadonlyArray<string>
  readonly security: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly operationId: string
}

const { admin, server } = signedInForFile(() => ({ QAL_CORS_ORIGINS: "*", QAL_PUBLIC_URL: "https://qal.example" }))
let operations: ReadonlyArray<Operation>
// biome-ignore lint/suspicious/noExplicitAny: what a client finds in JSON
let document: any

beforeAll(async () => {
  document = (await answered(await call(server, "GET", "/openapi.json"))).body
  operations = Object.entries<Record<string, Operation>>(document.paths)
    .filter(([path]) => path.startsWith(PREFIX))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        method: method.toUpperCase(),
        path: path.slice(PREFIX.length)
      }))
    )
})

const isSignIn = ({ method, path }: Operation) => method === "POST" && path === "/session"
const changes = () => operations.filter((operation) => operation.method !== "GET" && !isSignIn(operation))
const reads = () => operations.filter(({ method }) => method === "GET")

const filled = (path: string, value = "none") => path.replaceAll(/\{\w+\}/g, encodeURIComponent(value))
const named = ({ method, path }: Operation) => `${method} ${path}`

test("the document has the dashboard's routes in one chapter, with the credentials of a session", () => {
  expect(operations.length).toBeGreaterThan(3)
  for (const { tags } of operations) expect(tags).toEqual(["Dashboard"])
  const names = document.tags.map(({ name }: { name: string }) => name)
  expect(names.filter((name: string) => name === "Dashboard")).toHaveLength(1)
  expect(new Set(names).size).toBe(names.length)
  expect(document.components.securitySchemes).toMatchObject({
    ApiKey: { type: "apiKey", in: "header", name: "x-api-key" },
    Session: { type: "apiKey", in: "cookie", name: COOKIE },
    SessionToken: { type: "apiKey", in: "header", name: CSRF_HEADER }
  })
  for (const operation of operations) {
    const wanted = isSignIn(operation)
      ? []
      : [operation.method === "GET" ? { Session: [] } : { Session: [], SessionToken: [] }]
    expect([named(operation), operation.security]).toEqual([named(operation), wanted])
  }
  expect(document.paths["/api/v1/voice/clips"].get.security).toEqual([{ ApiKey: [] }, { Bearer: [] }])
})

test("without a session each route of the dashboard answers 401, whatever else is sent", async () => {
  const cookie = FastCheck.oneof(
    FastCheck.constant(undefined),
    FastCheck.constant(`${COOKIE}=`),
    FastCheck.constant(`${COOKIE}=${ADMIN_TOKEN}`),
    FastCheck.constant(`${COOKIE}=%zz; ${COOKIE}=\x7f`),
    FastCheck.base64String({ maxLength: 60 }).map((text) => `a=b; ${COOKIE}=${text.replaceAll(/[+/=]/g, "_")}`)
  )
  const headers = FastCheck.subarray([
    ["x-api-key", API_KEY],
    ["authorization", `Bearer ${ADMIN_TOKEN}`],
    [CSRF_HEADER, "x"],
    ["origin", "https://foreign.example"],
    ["sec-fetch-site", "cross-site"],
    ["content-type", "text/plain"]
  ])
  const input = FastCheck.record({
    at: FastCheck.nat(),
    cookie,
    headers,
    body: FastCheck.oneof(FastCheck.json(), FastCheck.string({ unit: "grapheme" })),
    value: FastCheck.string({ unit: "grapheme", minLength: 1 }).filter((text) => !/^\.{1,2}$/.test(text))
  })
  const guarded = operations.filter((operation) => !isSignIn(operation))
  await forAllAsync({ numRuns: 150 }, input, async ({ at, body, cookie, headers, value }) => {
    const operation = guarded[at % guarded.length]
    if (operation === undefined) throw new Error("the document has no such route")
    const { method, path } = operation
    const answer = await answered(
      await send(
        server,
        method,
        `${filled(path, value)}?limit=${encodeURIComponent(value)}`,
        method === "GET" ? undefined : body,
        {
          ...Object.fromEntries(headers),
          ...(cookie === undefined ? {} : { cookie })
        }
      )
    )
    expect([named(operation), answer.status, answer.body.error?.code]).toEqual([named(operation), 401, "UNAUTHORIZED"])
  })
  for (const operation of guarded) {
    const response = await send(server, operation.method, filled(operation.path))
    expect([named(operation), response.status]).toEqual([named(operation), 401])
    expect([named(operation), response.headers.get("cache-control")]).toEqual([named(operation), "no-store"])
    expect(response.headers.get("www-authenticate")).toContain(COOKIE)
  }
})

test("the dashboard makes no change without the session's own token", async () => {
  const other = await signIn(server)
  const tokens = [
    undefined,
    "",
    "x",
    other.csrf,
    admin.csrf.slice(1),
    `${admin.csrf}x`,
    admin.csrf.toUpperCase(),
    admin.cookie.split("=")[1] ?? "",
    ADMIN_TOKEN
  ]
  expect(changes().length).toBeGreaterThan(0)
  for (const operation of changes()) {
    for (const token of tokens) {
      const headers = { cookie: admin.cookie, ...(token === undefined ? {} : { [CSRF_HEADER]: token }) }
      const answer = await answered(await send(server, operation.method, filled(operation.path), undefined, headers))
      expect([named(operation), token, answer.status, answer.body.error?.code]).toEqual([
        named(operation),
        token,
        403,
        "FORBIDDEN"
      ])
      expect(answer.body.error.message).toContain(CSRF_HEADER)
    }
  }
  expect((await admin.ask("GET", "/session")).status).toBe(200)
})

const foreign = () => [
  { origin: "https://foreign.example" },
  { origin: "null" },
  { origin: "" },
  { origin: "not an origin" },
  { origin: server.url.replace(/\d+$/, "1") },
  { origin: `${server.url}.foreign.example` },
  { origin: "https://qal.example.foreign.example" },
  { origin: "https://qal.example:8443" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "" },
  { origin: server.url, "sec-fetch-site": "cross-site" }
]

test("no page of another origin makes a change or signs in, even with the token", async () => {
  for (const operation of changes()) {
    for (const headers of foreign()) {
      const { status } = await admin.fetch(operation.method, filled(operation.path), undefined, headers)
      expect([named(operation), headers, status]).toEqual([named(operation), headers, 403])
    }
  }
  for (const headers of foreign()) {
    const response = await send(server, "POST", "/session", { token: ADMIN_TOKEN }, headers)
    expect([headers, response.status, response.headers.get("set-cookie")]).toEqual([headers, 403, null])
  }
})

test("the dashboard's own page makes changes, at the address that it was asked at and at the public one", async () => {
  const { host } = new URL(server.url)
  for (const headers of [
    {},
    { origin: server.url },
    { origin: `https://${host}` },
    { origin: "https://qal.example" },
    { origin: server.url, "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" }
  ]) {
    const session = await signIn(server)
    const { status } = await session.fetch("DELETE", "/session", undefined, headers)
    expect([headers, status]).toEqual([headers, 204])
  }
})

longTest("a route of the dashboard that changes nothing needs no token, and no other origin may read it", async () => {
  for (const operation of reads()) {
    for (const method of ["GET", "HEAD"]) {
      const response = await send(server, method, filled(operation.path), undefined, {
        cookie: admin.cookie,
        origin: "https://app.example",
        "sec-fetch-site": "cross-site"
      })
      expect([401, 403]).not.toContain(response.status)
      expect([named(operation), response.headers.get("cache-control")]).toEqual([named(operation), "no-store"])
      expect(response.headers.get("access-control-allow-origin")).toBeNull()
      expect(response.headers.get("cross-origin-resource-policy")).toBe("same-origin")
    }
  }
})

test("no preflight allows a page of another origin any route of the dashboard, whatever is configured", async () => {
  for (const operation of operations) {
    const response = await send(server, "OPTIONS", filled(operation.path), undefined, {
      origin: "https://app.example",
      "access-control-request-method": operation.method,
      "access-control-request-headers": CSRF_HEADER
    })
    const allowing = [...response.headers.keys()].filter((name) => name.startsWith("access-control-"))
    expect([named(operation), response.status, allowing]).toEqual([named(operation), 204, []])
  }
  const open = await fetch(`${server.url}/api/v1/voice/clips`, { headers: { origin: "https://app.example" } })
  expect(open.headers.get("access-control-allow-origin")).toBe("*")
})

test("a cookie of the same name that a page on another port has set keeps nobody out", async () => {
  const [own] = admin.cookie.split(";")
  for (const cookie of [`${COOKIE}=evil; ${own}`, `${COOKIE}="; ${COOKIE}=; ${own}`, `${own}; ${COOKIE}=evil`]) {
    const response = await call(server, "GET", `${PREFIX}/wallets`, undefined, { cookie })
    expect([cookie.length, response.status]).toEqual([cookie.length, 200])
  }
  const many = Array.from({ length: 50 }, () => `${COOKIE}=evil`).join("; ")
  expect((await call(server, "GET", `${PREFIX}/wallets`, undefined, { cookie: `${many}; ${own}` })).status).toBe(401)
})
