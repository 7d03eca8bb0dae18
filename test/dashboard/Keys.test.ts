import { beforeAll, expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expectMillis } from "../cost/Growth.ts"
import { longTest } from "../support/Long.ts"
import { withDatabase } from "../support/Rows.ts"
import * as Voice from "../voice/SocketClient.ts"
import { send, signedInForFile } from "./Session.ts"

/** Requests a minute of a key that has no limit of its own. */
const USUAL = 500

const { admin, server } = signedInForFile(() => ({ QAL_RATE_LIMIT_PER_MINUTE: String(USUAL) }))
let walletId: string

beforeAll(async () => {
  walletId = (await admin.ask("GET", "/wallets")).body.data[0].id
})

const inDatabase = (sql: string, ...parameters: ReadonlyArray<string | number>) =>
  withDatabase(server, (database) => database.query(sql).all(...parameters))

const create = async (name: string, rate?: number) => {
  const made = await admin.ask("POST", "/keys", {
    wallet_id: walletId,
    name,
    ...(rate === undefined ? {} : { rate_limit_per_minute: rate })
  })
  expect(made.status).toBe(201)
  return made.body.data
}

/** A request of a client with the key. */
const use = (secret: string) => fetch(`${server.url}/api/v1/voice/usage`, { headers: { "x-api-key": secret } })

const limitHeaders = ({ headers }: Response) => [
  headers.get("x-ratelimit-limit"),
  headers.get("x-ratelimit-limit-requests"),
  headers.get("x-ratelimit-remaining"),
  headers.get("x-ratelimit-remaining-requests")
]

/** How long an answer is waited for that must come. */
const PATIENCE_MILLIS = 60_000

/** Waits until a key is answered with `status`; how long that took, in milliseconds. */
const until = async (secret: string, status: number): Promise<number> => {
  const begun = performance.now()
  while ((await use(secret)).status !== status) {
    if (performance.now() - begun > PATIENCE_MILLIS) throw new Error(`never answered with ${status}`)
    await Bun.sleep(20)
  }
  return performance.now() - begun
}

test("a key's secret works, is shown once, and is then in no answer, no file and no log", async () => {
  const { key, secret } = await create("  ቁልፍ 1 ")
  expect(secret).toMatch(/^sk_[0-9A-Za-z]{40,}$/)
  expect(key).toMatchObject({
    name: "ቁልፍ 1",
    wallet_id: walletId,
    wallet_name: "default",
    last_four: secret.slice(-4),
    rate_limit_per_minute: null,
    last_used_at: null,
    revoked_at: null
  })
  expect((await use(secret)).status).toBe(200)
  const answers = await Promise.all(
    ["/keys", `/keys?wallet_id=${walletId}`, "/wallets", "/audit", `/wallets/${walletId}/ledger`].map(async (path) =>
      (await admin.fetch("GET", path)).text()
    )
  )
  expect(answers[0]).toContain(key.id)
  const files = ["qal.sqlite", "qal.sqlite-wal"].map((name) => join(server.folder, "data", name))
  const kept = files.filter((file) => existsSync(file)).map((file) => readFileSync(file, "latin1"))
  expect(kept.join("")).toContain(key.id)
  expect([...answers, ...kept, server.output()].join("")).not.toContain(secret.slice(3))
  const again = await admin.fetch("POST", "/keys", { wallet_id: walletId, name: "x" })
  expect(again.headers.get("cache-control")).toBe("no-store")
})

test("keys are listed newest first, of all wallets or of one, with their last use", async () => {
  const wallet = (await admin.ask("POST", "/wallets", { name: "another" })).body.data.id
  const first = (await create("older")).key.id
  await Bun.sleep(2)
  const other = (await admin.ask("POST", "/keys", { wallet_id: wallet, name: "newer" })).body.data.key.id
  inDatabase("UPDATE api_keys SET last_used_at = ? WHERE id = ?", Date.UTC(2026, 10, 22, 8), first)
  const all = (await admin.ask("GET", "/keys")).body.data
  expect(all.slice(0, 2).map(({ id }: { id: string }) => id)).toEqual([other, first])
  expect([all[0].wallet_name, all[1].wallet_name]).toEqual(["another", "default"])
  expect(all[1].last_used_at).toBe("2026-11-22T08:00:00.000Z")
  const ofOne = (await admin.ask("GET", `/keys?wallet_id=${wallet}`)).body.data
  expect(ofOne.map(({ id }: { id: string }) => id)).toEqual([other])
})

test("a revoked key is refused within a second over REST and on an open socket, and stays listed", async () => {
  const { key, secret } = await create("to be revoked")
  expect((await use(secret)).status).toBe(200)
  const socket = await Voice.open(server, {}, { "x-api-key": secret })
  const begun = performance.now()
  expect((await admin.ask("DELETE", `/keys/${key.id}`)).status).toBe(204)
  expectMillis(await until(secret, 401), 1_000)
  expect(await socket.closed).toBe(1008)
  expectMillis(performance.now() - begun, 1_000)
  const listed = (await admin.ask("GET", "/keys")).body.data.find(({ id }: { id: string }) => id === key.id)
  expect(Date.parse(listed.revoked_at)).toBeGreaterThan(0)
  expect((await admin.ask("DELETE", `/keys/${key.id}`)).status).toBe(204)
  const after = (await admin.ask("GET", "/keys")).body.data.find(({ id }: { id: string }) => id === key.id)
  expect(after.revoked_at).toBe(listed.revoked_at)
  const audit = (await admin.ask("GET", "/audit?action=key.revoke")).body.data
  expect(audit.filter(({ target }: { target: string }) => target === key.id)).toHaveLength(1)
})

test("each key's own limit holds, and headers and refusal say it; other keys keep the server's", async () => {
  const [slow, quick, usual] = [await create("slow", 2), await create("quick", 5), await create("usual")]
  expect([slow.key.rate_limit_per_minute, quick.key.rate_limit_per_minute]).toEqual([2, 5])
  expect(limitHeaders(await use(slow.secret))).toEqual(["2", "2", "1", "1"])
  expect(limitHeaders(await use(quick.secret))).toEqual(["5", "5", "4", "4"])
  expect(limitHeaders(await use(usual.secret))).toEqual([
    String(USUAL),
    String(USUAL),
    String(USUAL - 1),
    String(USUAL - 1)
  ])
  expect((await use(slow.secret)).status).toBe(200)
  const refused = await use(slow.secret)
  expect(refused.status).toBe(429)
  expect(limitHeaders(refused)).toEqual(["2", "2", "0", "0"])
  expect(await refused.text()).toContain("may make 2 requests a minute")
  expect((await use(quick.secret)).status).toBe(200)
  // The answers that are kept in memory are counted alike.
  const catalog = () =>
    fetch(`${server.url}/api/v1/voice/voices?search=am-hamen`, { headers: { "x-api-key": quick.secret } })
  expect(limitHeaders(await catalog())).toEqual(["5", "5", "2", "2"])
  expect(limitHeaders(await catalog())).toEqual(["5", "5", "1", "1"])
})

longTest("a limit that another process changes holds within a second", async () => {
  const { key, secret } = await create("changed", 10)
  expect(limitHeaders(await use(secret))[0]).toBe("10")
  inDatabase("UPDATE api_keys SET rate_limit = 3 WHERE id = ?", key.id)
  await Bun.sleep(1_000)
  expect(limitHeaders(await use(secret))).toEqual(["3", "3", "2", "2"])
  inDatabase("UPDATE api_keys SET rate_limit = NULL WHERE id = ?", key.id)
  await Bun.sleep(1_000)
  expect(limitHeaders(await use(secret))[0]).toBe(String(USUAL))
})

longTest("the command line makes keys with a limit, and lists it", async () => {
  const made = await server.qal("keys", "create", "--wallet", walletId, "--name", "by-hand", "--rate-limit", "7")
  expect(limitHeaders(await use(made.split("\n")[1] ?? ""))[0]).toBe("7")
  const line = (await server.qal("keys", "list")).split("\n").find((text) => text.includes("by-hand"))
  expect(line).toMatch(/ 7 a minute .* active$/)
  for (const bad of ["0", "1.5", "1000001", "many"]) {
    const refused = server.qal("keys", "create", "--wallet", walletId, "--rate-limit", bad)
    expect(await refused.catch((error: Error) => error.message)).toContain("ended with")
  }
})

const BAD: ReadonlyArray<readonly [what: string, body: unknown, field: string]> = [
  ["no name", { rate_limit_per_minute: 1 }, "name"],
  ["an empty name", { name: "   " }, "name"],
  ["a long name", { name: "x".repeat(101) }, "name"],
  ["a name of two lines", { name: "a\nb" }, "name"],
  ["a name that is read backwards", { name: "x\u202egnp.exe" }, "name"],
  ["half a character", { name: "a\ud800b" }, "name"],
  ["a name with NUL", { name: "a\u0000b" }, "name"],
  ["a name that has no text form", { name: { toString: 0 } }, "name"],
  ["no requests", { name: "x", rate_limit_per_minute: 0 }, "rate_limit_per_minute"],
  ["fewer than none", { name: "x", rate_limit_per_minute: -5 }, "rate_limit_per_minute"],
  ["half a request", { name: "x", rate_limit_per_minute: 1.5 }, "rate_limit_per_minute"],
  ["too many requests", { name: "x", rate_limit_per_minute: 1_000_001 }, "rate_limit_per_minute"],
  ["a limit of words", { name: "x", rate_limit_per_minute: "60" }, "rate_limit_per_minute"]
]

test.each(BAD)("a key with %s is refused by field and is not made", async (_, body, field) => {
  const before = inDatabase("SELECT id FROM api_keys")
  const refused = await admin.ask("POST", "/keys", { wallet_id: walletId, ...Object(body) })
  expect([refused.status, refused.body.error.code, refused.body.error.param]).toEqual([422, "VALIDATION_ERROR", field])
  expect(inDatabase("SELECT id FROM api_keys")).toEqual(before)
})

test("a key with a limit of 1e309, or a list, a text or nothing for a key, is refused", async () => {
  const huge = `{"wallet_id":"${walletId}","name":"x","rate_limit_per_minute":1e309}`
  for (const body of [huge, "[]", '"x"', "null", "3", "{", "[".repeat(12_000)]) {
    const refused = await admin.fetch("POST", "/keys", body)
    expect([400, 422]).toContain(refused.status)
  }
})

test("a change to an unknown key is NOT_FOUND, and leaves no trace in the audit log", async () => {
  const before = (await admin.ask("GET", "/audit")).body.data[0].id
  expect((await admin.ask("POST", "/keys", { wallet_id: "wal_none", name: "x" })).status).toBe(404)
  expect((await admin.ask("DELETE", "/keys/key_none")).status).toBe(404)
  expect((await admin.ask("POST", "/keys/key_none/secrets")).status).toBe(404)
  expect((await admin.ask("GET", "/audit")).body.data[0].id).toBe(before)
})

test("each change to a key is in the audit log, with the session and without the secret", async () => {
  const { key, secret } = await create("audited", 9)
  await admin.ask("POST", `/keys/${key.id}/secrets`)
  await admin.ask("DELETE", `/keys/${key.id}`)
  const entries = (await admin.ask("GET", "/audit?limit=3")).body.data
  expect(entries).toMatchObject([
    { action: "key.revoke", target: key.id, session_id: admin.sessionId },
    { action: "key.lend", target: key.id, session_id: admin.sessionId },
    {
      action: "key.create",
      target: key.id,
      session_id: admin.sessionId,
      details: { name: "audited", wallet_id: walletId, rate_limit_per_minute: 9 }
    }
  ])
  expect(JSON.stringify(entries)).not.toContain(secret)
})

test("200 keys at once are 200 keys, each with its own secret", async () => {
  const made = await Promise.all(Array.from({ length: 200 }, (_, at) => create(`many ${at}`)))
  expect(new Set(made.map(({ secret }) => secret)).size).toBe(200)
  expect(new Set(made.map(({ key }) => key.id)).size).toBe(200)
})

test("without a session no key is listed or changed, and without its token none is changed", async () => {
  const { key } = await create("guarded")
  const changes = [
    ["POST", "/keys", { wallet_id: walletId, name: "x" }],
    ["DELETE", `/keys/${key.id}`, undefined],
    ["POST", `/keys/${key.id}/secrets`, undefined]
  ] as const
  expect((await send(server, "GET", "/keys")).status).toBe(401)
  for (const [method, path, body] of changes) {
    expect((await send(server, method, path, body)).status).toBe(401)
    expect((await send(server, method, path, body, { cookie: admin.cookie })).status).toBe(403)
  }
})
