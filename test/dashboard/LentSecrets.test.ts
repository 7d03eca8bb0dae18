import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer, Option, Redacted, TestClock, TestContext } from "effect"
import { ApiKeys } from "../../src/access/ApiKeys.ts"
import { digest } from "../../src/access/SecretDigest.ts"
import { MAX_PER_SESSION, SessionSecrets } from "../../src/access/SessionSecrets.ts"
import { ApiKeyId, isApiKey } from "../../src/Domain.ts"
import type { Writer } from "../../src/storage/Writer.ts"
import { wallet, withKeys } from "../access/Database.ts"
import { expectMillis } from "../cost/Growth.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { eachStore, type Fresh } from "../support/Stores.ts"
import { write } from "../support/Write.ts"
import * as Scribe from "../transcription/ScribeClient.ts"
import * as Voice from "../voice/SocketClient.ts"
import { lentSignedInForFile, signIn } from "./Session.ts"

const HOUR = 3_600_000

/** A session that ends at `expiresAt` (milliseconds). */
const session = (id: string, expiresAt: number) =>
  write(
    "INSERT INTO dashboard_sessions (id, hash, created_at, used_at, expires_at, token) VALUES (?, ?, 0, 0, ?, 't')",
    id,
    `hash of ${id}`,
    expiresAt
  )

interface Lending {
  readonly keyId: ApiKeyId
  readonly lent: SessionSecrets
  readonly keys: ApiKeys
  /** Whose secret it is now. */
  readonly owner: (secret: Redacted.Redacted) => Effect.Effect<unknown>
}

/** A key, a session of twelve hours, and the rule, with time that goes as it is told. */
const lending = (fresh: Fresh, body: EffectBody<SqlClient.SqlClient | Writer, [Lending]>) =>
  withKeys(fresh, () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      yield* session("ses_a", 12 * HOUR)
      const { key } = yield* keys.create(wallet, "a", { rateLimit: Option.some(7) })
      const owner = (secret: Redacted.Redacted) =>
        Effect.map(keys.authenticate(Redacted.value(secret)), Option.getOrUndefined)
      const lent = yield* SessionSecrets
      return yield* Effect.gen(() => body({ keyId: key.id, lent, keys, owner }))
    }).pipe(Effect.provide(Layer.fresh(SessionSecrets.Default)), Effect.provide(TestContext.TestContext))
  )

const rows = Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.orDie(sql`SELECT hash FROM lent_secrets`))

eachStore("a lent secret looks like a key's, and stands for it: same id, wallet and limit", (fresh) =>
  lending(fresh, function* ({ keyId, lent: sessionSecrets, owner }) {
    const { secret } = yield* sessionSecrets.lend(keyId, "ses_a")
    expect(isApiKey(Redacted.value(secret))).toBe(true)
    expect(yield* owner(secret)).toMatchObject({ keyId, walletId: wallet, perMinute: 7 })
  })
)

eachStore("only the hash of a lent secret is kept", (fresh) =>
  lending(fresh, function* ({ keyId, lent: sessionSecrets }) {
    const { secret } = yield* sessionSecrets.lend(keyId, "ses_a")
    expect(yield* rows).toEqual([{ hash: digest(Redacted.value(secret)) }])
  })
)

eachStore("a lent secret is valid for an hour, and then no more", (fresh) =>
  lending(fresh, function* ({ keyId, lent: sessionSecrets, owner }) {
    yield* TestClock.adjust(1_000)
    const { expiresAt, secret } = yield* sessionSecrets.lend(keyId, "ses_a")
    expect(expiresAt).toBe(1_000 + HOUR)
    yield* TestClock.adjust(HOUR - 1)
    expect(yield* owner(secret)).toBeDefined()
    // What was known of it a moment ago counts for half a second.
    yield* TestClock.adjust(999)
    expect(yield* owner(secret)).toBeUndefined()
  })
)

eachStore("a lent secret is valid no longer than its session", (fresh) =>
  lending(fresh, function* ({ keyId, lent: sessionSecrets, owner }) {
    yield* session("ses_short", HOUR / 2)
    const { expiresAt, secret } = yield* sessionSecrets.lend(keyId, "ses_short")
    expect(expiresAt).toBe(HOUR / 2)
    expect(yield* owner(secret)).toBeDefined()
    yield* TestClock.adjust(HOUR / 2 + 999)
    expect(yield* owner(secret)).toBeUndefined()
  })
)

eachStore("a lent secret ends with its session within a second; that of another session does not", (fresh) =>
  lending(fresh, function* ({ keyId, lent: sessionSecrets, owner }) {
    yield* session("ses_b", 12 * HOUR)
    const [a, b] = [yield* sessionSecrets.lend(keyId, "ses_a"), yield* sessionSecrets.lend(keyId, "ses_b")]
    expect(yield* owner(a.secret)).toBeDefined()
    yield* write("DELETE FROM dashboard_sessions WHERE id = 'ses_a'")
    yield* TestClock.adjust(999)
    expect(yield* owner(a.secret)).toBeUndefined()
    expect(yield* owner(b.secret)).toMatchObject({ keyId, walletId: wallet })
  })
)

eachStore("a lent secret ends with its key within a second", (fresh) =>
  lending(fresh, function* ({ keyId, keys, lent: sessionSecrets, owner }) {
    const { secret } = yield* sessionSecrets.lend(keyId, "ses_a")
    expect(yield* owner(secret)).toBeDefined()
    yield* keys.revoke(keyId)
    yield* TestClock.adjust(999)
    expect(yield* owner(secret)).toBeUndefined()
  })
)

eachStore("no lent secret is issued for a revoked or unknown key, or to a session that has ended", (fresh) =>
  lending(fresh, function* ({ keyId, keys, lent: sessionSecrets }) {
    const refused = [
      yield* Effect.flip(sessionSecrets.lend(ApiKeyId.make("key_none"), "ses_a")),
      yield* Effect.flip(sessionSecrets.lend(keyId, "ses_none"))
    ]
    yield* keys.revoke(keyId)
    refused.push(yield* Effect.flip(sessionSecrets.lend(keyId, "ses_a")))
    expect(refused.map(({ _tag }) => _tag)).toEqual(["NOT_FOUND", "NOT_FOUND", "NOT_FOUND"])
    expect(yield* rows).toEqual([])
  })
)

eachStore("expired lent secrets are removed, and no others", (fresh) =>
  lending(fresh, function* ({ keyId, lent: sessionSecrets, owner }) {
    yield* session("ses_short", HOUR / 2)
    for (let i = 0; i < 40; i++) yield* sessionSecrets.lend(keyId, "ses_short")
    const kept = yield* sessionSecrets.lend(keyId, "ses_a")
    yield* TestClock.adjust(HOUR / 2)
    expect(yield* sessionSecrets.sweep).toBe(40)
    expect(yield* rows).toHaveLength(1)
    expect(yield* owner(kept.secret)).toBeDefined()
    expect(yield* sessionSecrets.sweep).toBe(0)
  })
)

eachStore("expired lent secrets are removed by a schedule", (fresh) =>
  lending(fresh, function* ({ keyId, lent: sessionSecrets }) {
    yield* sessionSecrets.lend(keyId, "ses_a")
    yield* TestClock.adjust(2 * HOUR)
    // It writes on the database's time, which no clock sets.
    for (let i = 0; i < 200 && (yield* rows).length > 0; i++) yield* Effect.promise(() => Bun.sleep(10))
    expect(yield* rows).toEqual([])
  })
)

eachStore("a session has a bounded number of lent secrets: the next ends its oldest, and no other's", (fresh) =>
  lending(fresh, function* ({ keyId, lent: sessionSecrets, owner }) {
    yield* session("ses_b", 12 * HOUR)
    const others = yield* sessionSecrets.lend(keyId, "ses_b")
    const oldest = yield* sessionSecrets.lend(keyId, "ses_a")
    yield* TestClock.adjust(1)
    for (let i = 0; i < MAX_PER_SESSION; i++) yield* sessionSecrets.lend(keyId, "ses_a")
    expect(yield* owner(oldest.secret)).toBeUndefined()
    expect(yield* owner(others.secret)).toBeDefined()
    expect(yield* rows).toHaveLength(MAX_PER_SESSION + 1)
  })
)

eachStore("the newest lent secret works, also where all of a session expire at the same time", (fresh) =>
  lending(fresh, function* ({ keyId, lent: sessionSecrets, owner }) {
    yield* session("ses_short", HOUR / 2)
    for (let i = 0; i < MAX_PER_SESSION + 20; i++) {
      const { secret } = yield* sessionSecrets.lend(keyId, "ses_short")
      expect(yield* owner(secret)).toBeDefined()
    }
    expect(yield* rows).toHaveLength(MAX_PER_SESSION)
  })
)

// --- over HTTP

const { admin, server } = lentSignedInForFile()

const use = (secret: string) => fetch(`${server.url}/api/v1/voice/usage`, { headers: { "x-api-key": secret } })

const until401 = async (secret: string): Promise<number> => {
  const begun = performance.now()
  while ((await use(secret)).status !== 401) await Bun.sleep(20)
  return performance.now() - begun
}

const newKey = async (rate?: number) => {
  const wallet_id = (await admin.ask("GET", "/wallets")).body.data[0].id
  const body = { wallet_id, name: "k", ...(rate === undefined ? {} : { rate_limit_per_minute: rate }) }
  return (await admin.ask("POST", "/keys", body)).body.data
}

test("a key and its lent secrets count against one limit", async () => {
  const { key, secret } = await newKey(3)
  const lent = await admin.ask("POST", `/keys/${key.id}/secrets`)
  expect(lent.status).toBe(201)
  expect(lent.headers.get("cache-control")).toBe("no-store")
  const left = async (own: string) => (await use(own)).headers.get("x-ratelimit-remaining")
  expect([await left(secret), await left(lent.body.data.secret), await left(secret)]).toEqual(["2", "1", "0"])
  expect((await use(lent.body.data.secret)).status).toBe(429)
  const ahead = Date.parse(lent.body.data.expires_at) - Date.now()
  expect(ahead).toBeGreaterThan(HOUR - 60_000)
  expect(ahead).toBeLessThanOrEqual(HOUR)
  const file = readFileSync(join(server.folder, "data", "qal.sqlite-wal"), "latin1")
  expect(file + server.output()).not.toContain(lent.body.data.secret)
})

test("sockets opened with a lent secret end with it, and unused tickets; those of the key go on", async () => {
  const { key, secret } = await newKey()
  const other = await signIn(server)
  const lent = (await other.ask("POST", `/keys/${key.id}/secrets`)).body.data.secret
  const [ours, theirs, conversation] = await Promise.all([
    Voice.open(server, {}, { "x-api-key": secret }),
    Voice.open(server, {}, { "x-api-key": lent }),
    Scribe.open(server, { request_id: "lent" }, { "x-api-key": lent })
  ])
  const unused = await Voice.ticket(server, {}, { "x-api-key": lent })
  const begun = performance.now()
  await other.ask("DELETE", "/session")
  expect(await Promise.all([theirs.closed, conversation.closed])).toEqual([1008, 1008])
  expectMillis(performance.now() - begun, 1_000)
  const late = await Voice.connect(server)
  late.send({ type: "session.authenticate", token: unused })
  expect(await late.closed).toBe(1008)
  ours.send({ type: "ping" })
  await ours.next("pong")
  ours.close()
})

test("signing out ends the session's lent secrets, and the key's revocation ends all of that key", async () => {
  const { key, secret } = await newKey()
  const other = await signIn(server)
  const [ours, theirs] = await Promise.all(
    [admin, other].map(async (who) => (await who.ask("POST", `/keys/${key.id}/secrets`)).body.data.secret)
  )
  expect([(await use(ours)).status, (await use(theirs)).status]).toEqual([200, 200])
  expect((await other.ask("DELETE", "/session")).status).toBe(204)
  expectMillis(await until401(theirs), 1_000)
  expect([(await use(ours)).status, (await use(secret)).status]).toEqual([200, 200])
  await admin.ask("DELETE", `/keys/${key.id}`)
  expectMillis(await until401(ours), 1_000)
  expect((await admin.ask("POST", `/keys/${key.id}/secrets`)).status).toBe(404)
})
