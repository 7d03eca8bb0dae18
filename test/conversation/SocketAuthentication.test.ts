/** Every way into a conversation's sockets, and every way to be refused, over the wire. */
import { beforeAll, describe, expect, test } from "bun:test"
import { lentServerForFile } from "../support/ForFile.ts"
import { longTest } from "../support/Long.ts"
import { API_KEY, startServer } from "../support/Server.ts"
import { makeWallets } from "../support/Wallets.ts"
import { clientSecret, enter, type Knock, refusalOf, request, scribeTicket, ticket, voiceTicket } from "./Entry.ts"

const RELAY = "/ws"
const REALTIME = "/v1/realtime"
const UNKNOWN = `sk_${"Unknown0".repeat(6)}`

const server = lentServerForFile()
/** A client secret, and when it has expired for certain, in milliseconds as `performance.now` tells them. */
let expiring: string
let expired: number
beforeAll(async () => {
  expiring = await clientSecret(server, { expires_after: { seconds: 10 } })
  expired = performance.now() + 11_100
})

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
const inProtocol = (secret: string) => `openai-insecure-api-key.${secret}`

describe("the relay's socket is opened", () => {
  const ways: ReadonlyArray<readonly [string, () => Promise<readonly [query: string, knock?: Knock]>]> = [
    ["a ticket in the query", async () => [`?ticket=${await ticket(server)}`]],
    ["a ticket under its newer name", async () => [`?jwt=${await ticket(server)}`]],
    [
      "the same ticket under both names",
      async () => {
        const token = await ticket(server)
        return [`?ticket=${token}&jwt=${token}`]
      }
    ],
    ["a key in the query", async () => [`?apiKey=${server.key}`]],
    ["a key in its header", async () => ["", { headers: { "x-api-key": server.key } }]],
    ["a key as a bearer token", async () => ["", { headers: bearer(server.key) }]],
    ["the same key in every place", async () => [`?apiKey=${server.key}`, { headers: { "x-api-key": server.key } }]],
    [
      "a ticket, beside a credential of a proxy",
      async () => [`?ticket=${await ticket(server)}`, { headers: { authorization: "Basic dXNlcjpwYXNz" } }]
    ],
    [
      "a key, with names in the query that say nothing",
      async () => [`?apiKey=${server.key}&ticket=&jwt=&language=&v=2`]
    ]
  ]
  test.each(ways)("the relay's socket opens by %s", async (_, make) => {
    const [query, knock] = await make()
    const entry = enter(server, RELAY + query, knock)
    expect(await entry.first).toEqual({ setupComplete: true })
    await entry.leave()
  })
})

describe("the socket of OpenAI's protocol is opened", () => {
  const ways: ReadonlyArray<readonly [string, string, () => Promise<Knock>]> = [
    ["a key as a bearer token", "", async () => ({ headers: bearer(server.key) })],
    ["a key in the header of ours", "", async () => ({ headers: { "x-api-key": server.key } })],
    ["a key among the subprotocols", "realtime", async () => ({ protocols: ["realtime", inProtocol(server.key)] })],
    [
      "a key before the subprotocol that is answered, for the beta",
      "realtime",
      async () => ({ protocols: [inProtocol(server.key), "openai-beta.realtime-v1", "realtime"] })
    ],
    ["a client secret as a bearer token", "", async () => ({ headers: bearer(await clientSecret(server)) })],
    [
      "a client secret among the subprotocols",
      "realtime",
      async () => ({ protocols: ["realtime", inProtocol(await clientSecret(server)), "openai-beta.realtime-v1"] })
    ],
    [
      "the same key in two places",
      "realtime",
      async () => ({ headers: bearer(server.key), protocols: ["realtime", inProtocol(server.key)] })
    ]
  ]
  test.each(ways)("OpenAI's socket opens by %s, and answers the subprotocol %p", async (_, protocol, make) => {
    const entry = enter(server, `${REALTIME}?model=gpt-realtime`, await make())
    expect(await entry.first).toMatchObject({ type: "session.created", session: { model: "gpt-realtime" } })
    expect(entry.protocol()).toBe(protocol)
    await entry.leave()
  })
})

const nobody: ReadonlyArray<readonly [string, string, () => Promise<readonly [query: string, knock?: Knock]>]> = [
  ["nothing", RELAY, async () => [""]],
  ["nothing", REALTIME, async () => [""]],
  ["a key that is none", RELAY, async () => ["?apiKey=hunter2"]],
  ["a key that is none", REALTIME, async () => ["", { headers: bearer("hunter2") }]],
  ["an unknown key", RELAY, async () => [`?apiKey=${UNKNOWN}`]],
  ["an unknown key", REALTIME, async () => ["", { protocols: ["realtime", inProtocol(UNKNOWN)] }]],
  ["an empty key", REALTIME, async () => ["", { protocols: ["realtime", inProtocol("")] }]],
  ["a ticket that is none", RELAY, async () => ["?ticket=hunter2"]],
  ["a key in the place of a ticket", RELAY, async () => [`?ticket=${server.key}`]],
  ["a ticket in the place of a key", RELAY, async () => [`?apiKey=${await ticket(server)}`]],
  ["a client secret that is none", REALTIME, async () => ["", { headers: bearer("ek_hunter2") }]],
  ["a ticket of scribe", RELAY, async () => [`?ticket=${await scribeTicket(server)}`]],
  ["a ticket of voice", RELAY, async () => [`?jwt=${await voiceTicket(server)}`]],
  ["a client secret", RELAY, async () => [`?ticket=${await clientSecret(server)}`]],
  ["a ticket of the relay", REALTIME, async () => ["", { headers: bearer(await ticket(server)) }]],
  ["a key in the query, which this protocol has not", REALTIME, async () => [`?apiKey=${server.key}`]],
  ["two tickets", RELAY, async () => [`?ticket=${await ticket(server)}&jwt=${await ticket(server)}`]],
  ["a ticket and a key", RELAY, async () => [`?ticket=${await ticket(server)}&apiKey=${server.key}`]],
  ["two keys in the query", RELAY, async () => [`?apiKey=${server.key}&apiKey=${UNKNOWN}`]],
  [
    "a key in the query, another in a header",
    RELAY,
    async () => [`?apiKey=${server.key}`, { headers: { "x-api-key": UNKNOWN } }]
  ],
  ["two keys in headers", REALTIME, async () => ["", { headers: { "x-api-key": server.key, ...bearer(UNKNOWN) } }]],
  [
    "a key and a client secret",
    REALTIME,
    async () => ["", { headers: bearer(server.key), protocols: ["realtime", inProtocol(await clientSecret(server))] }]
  ]
]

test.each(nobody)("with %s no conversation opens at %s, and an error event says so", async (_, path, make) => {
  const [query, knock] = await make()
  const { code, error, frames } = await refusalOf(enter(server, path + query, knock))
  expect([code, frames]).toEqual([1008, 1])
  expect(error).toMatchObject(
    path === RELAY
      ? { code: "UNAUTHORIZED", status: 401, message: expect.any(String), timestamp: expect.stringMatching(/Z$/) }
      : { code: "UNAUTHORIZED", type: "authentication_error", message: expect.any(String), event_id: null }
  )
})

test("a ticket and a client secret open one socket each", async () => {
  const token = await ticket(server)
  const secret = await clientSecret(server)
  const first = [enter(server, `${RELAY}?ticket=${token}`), enter(server, REALTIME, { headers: bearer(secret) })]
  await Promise.all(first.map(({ first }) => first))
  const again = [enter(server, `${RELAY}?jwt=${token}`), enter(server, REALTIME, { headers: bearer(secret) })]
  for (const entry of again)
    expect(await refusalOf(entry)).toMatchObject({ code: 1008, error: { code: "UNAUTHORIZED" } })
  await Promise.all(first.map(({ leave }) => leave()))
})

test("of many clients that use one conversation ticket at once, one is admitted", async () => {
  const token = await ticket(server)
  const entries = Array.from({ length: 8 }, () => enter(server, `${RELAY}?ticket=${token}`))
  const firsts = await Promise.all(entries.map(({ first }) => first))
  expect(firsts.filter((frame) => frame !== undefined && "setupComplete" in frame)).toHaveLength(1)
  await Promise.all(entries.map(({ leave }) => leave()))
})

test("a revoked key opens no conversation, nor does a ticket of it; its open conversations end", async () => {
  const [wallet] = await makeWallets(server, 1)
  const key = wallet?.key ?? ""
  const tickets = await Promise.all([ticket(server, {}, key), ticket(server, {}, key)])
  const open = [enter(server, `${RELAY}?ticket=${tickets[0]}`), enter(server, REALTIME, { headers: bearer(key) })]
  await Promise.all(open.map(({ first }) => first))
  await server.rows("UPDATE api_keys SET revoked_at = ? WHERE wallet_id = ?", Date.now(), wallet?.walletId ?? "")
  for (const entry of open) {
    expect(await entry.closed).toBe(1008)
    expect(entry.frames.at(-1)).toMatchObject({ error: { code: "UNAUTHORIZED" } })
  }
  // What is known of a key may be half a second old.
  await Bun.sleep(600)
  for (const query of [`?ticket=${tickets[1]}`, `?apiKey=${key}`])
    expect(await refusalOf(enter(server, RELAY + query))).toMatchObject({ code: 1008, error: { status: 401 } })
})

// --- what the query asks for

test.each([
  ["language=en", "VALIDATION_ERROR", "language"],
  ["language=am&language=om", "VALIDATION_ERROR", "language"],
  ["silence_ms=99", "VALIDATION_ERROR", "silence_ms"],
  ["silence_ms=5001", "VALIDATION_ERROR", "silence_ms"],
  ["silence_ms=500.5", "VALIDATION_ERROR", "silence_ms"],
  ["silence_ms=1e309", "VALIDATION_ERROR", "silence_ms"],
  ["silence_ms=soon", "VALIDATION_ERROR", "silence_ms"],
  ["interruption_threshold_db=-61", "VALIDATION_ERROR", "interruption_threshold_db"],
  ["interruption_threshold_db=NaN", "VALIDATION_ERROR", "interruption_threshold_db"],
  ["voice_id=am-nobody", "VOICE_UNAVAILABLE", "voice_id"],
  ["voice_id=om-bikila", "VOICE_UNAVAILABLE", "voice_id"],
  ["language=om&voice_id=am-hamen", "VOICE_UNAVAILABLE", "voice_id"]
])(
  "a conversation with %s is refused, which costs no ticket where the query alone is wrong",
  async (query, code, param) => {
    const token = await ticket(server)
    const refused = await refusalOf(enter(server, `${RELAY}?ticket=${token}&${query}`))
    expect(refused).toMatchObject({ code: 1008, error: { code, param, status: 422 } })
    if (code !== "VALIDATION_ERROR") return
    const entry = enter(server, `${RELAY}?ticket=${token}`)
    expect(await entry.first).toEqual({ setupComplete: true })
    await entry.leave()
  }
)

test("beside a ticket the query's texts are not read, and beside a key they are", async () => {
  const query = `system=${"a".repeat(16_001)}&persona=a&persona=b`
  const entry = enter(server, `${RELAY}?ticket=${await ticket(server)}&${query}`)
  expect(await entry.first).toEqual({ setupComplete: true })
  await entry.leave()
  const { error } = await refusalOf(enter(server, `${RELAY}?apiKey=${API_KEY}&${query}`))
  expect(error).toMatchObject({ code: "VALIDATION_ERROR", param: "system" })
})

test.each([
  ["language=en", "language"],
  [`model=${"m".repeat(257)}`, "model"],
  ["model=a&model=b", "model"]
])("a bad query of OpenAI's socket is refused by its parameter", async (query, param) => {
  const refused = await refusalOf(enter(server, `${REALTIME}?${query}`, { headers: bearer(server.key) }))
  expect(refused).toMatchObject({ code: 1008, error: { code: "VALIDATION_ERROR", param } })
})

longTest("a conversation in a voice that is switched off is refused, also by a ticket from before", async () => {
  const own = await startServer()
  const before = await ticket(own, { voice_id: "am-abebe" })
  await own.qal("voices", "disable", "am-abebe")
  await Bun.sleep(1_100)
  for (const query of [`ticket=${before}`, `apiKey=${API_KEY}&voice_id=am-abebe`]) {
    const refused = await refusalOf(enter(own, `${RELAY}?${query}`))
    expect(refused).toMatchObject({ code: 1008, error: { code: "VOICE_UNAVAILABLE", param: "voice_id" } })
  }
  await own.dispose()
})

// --- what is no socket

const KEY = "sec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg=="
const UPGRADE = "connection: upgrade\r\nupgrade: websocket"
test.each([
  ["a plain GET", "GET", ""],
  ["a HEAD that asks for a socket", "HEAD", `${UPGRADE}\r\nsec-websocket-version: 13\r\n${KEY}`],
  ["another version of the protocol", "GET", `${UPGRADE}\r\nsec-websocket-version: 8\r\n${KEY}`],
  ["no version", "GET", `${UPGRADE}\r\n${KEY}`],
  ["another protocol", "GET", `connection: upgrade\r\nupgrade: h2c\r\nsec-websocket-version: 13\r\n${KEY}`],
  ["no upgrade of the connection", "GET", `upgrade: websocket\r\nsec-websocket-version: 13\r\n${KEY}`],
  ["a key of the handshake that is none", "GET", `${UPGRADE}\r\nsec-websocket-version: 13\r\nsec-websocket-key: x`]
])("%s at a conversation's address is an ordinary error, and uses up no ticket", async (_, method, headers) => {
  const token = await ticket(server)
  const secret = await clientSecret(server)
  const to = (path: string) =>
    `${method} ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${secret}\r\n${headers}`.trim()
  for (const path of [`${RELAY}?ticket=${token}`, REALTIME]) {
    const answer = await request(server, to(path))
    expect(answer).toStartWith("HTTP/1.1 400 ")
    expect(answer.toLowerCase()).toContain("sec-websocket-version: 13")
    if (method === "GET") expect(answer).toContain('"code":"INVALID_REQUEST"')
  }
  const entries = [enter(server, `${RELAY}?ticket=${token}`), enter(server, REALTIME, { headers: bearer(secret) })]
  expect(await entries[0]?.first).toEqual({ setupComplete: true })
  expect(await entries[1]?.first).toMatchObject({ type: "session.created" })
  await Promise.all(entries.map(({ leave }) => leave()))
})

test.each([RELAY, REALTIME])("a POST of %s is METHOD_NOT_ALLOWED, readable by pages of any origin", async (path) => {
  const response = await fetch(server.url + path, { method: "POST", headers: { origin: "https://page.example" } })
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"])
  expect(response.headers.get("access-control-allow-origin")).toBe("*")
})

// The last, since the shortest life of a secret is 10 s: most of it has passed by now.
longTest("an expired client secret opens nothing", async () => {
  await Bun.sleep(Math.max(0, expired - performance.now()))
  const { error } = await refusalOf(enter(server, REALTIME, { headers: bearer(expiring) }))
  expect(error).toMatchObject({ code: "UNAUTHORIZED" })
})
