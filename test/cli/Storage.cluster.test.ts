/** What `qal doctor` says of PostgreSQL and of the object store. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as BunContext from "@effect/platform-bun/BunContext"
import { Effect, Either, Layer, Redacted } from "effect"
import pg from "pg"
import { storageFindings } from "../../src/cli/StorageFindings.ts"
import { Settings } from "../../src/settings/Config.ts"
import { DataFolder } from "../../src/storage/DataFolder.ts"
import { storage } from "../../src/storage/postgres/Postgres.ts"
import { addressOf, failure, type ObjectStore, startObjectStore } from "../support/ObjectStore.ts"
import { describePostgres, type Postgres, startPostgres } from "../support/Postgres.ts"
import { freePort } from "../support/Server.ts"
import { bucketSettings } from "../support/TestStore.ts"

let folder: string
let store: ObjectStore
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "qal-doctor-"))
  store = startObjectStore()
})
afterAll(() => {
  store.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What is found with these settings: `ok`, or `FAIL`, and a phrase. */
const look = (settings: Readonly<Record<string, string>>) => {
  const found = <E, R>(check: Effect.Effect<string, E, R>) =>
    Effect.map(Effect.either(check), (outcome) =>
      Either.isRight(outcome)
        ? `ok ${outcome.right}`
        : `FAIL ${outcome.left instanceof Error ? outcome.left.message : outcome.left}`
    )
  return Effect.gen(function* () {
    const { bucket, database, voices } = yield* storageFindings
    return {
      name: database.name,
      database: yield* found(database.check),
      bucket: yield* found(bucket),
      voices: yield* found(voices)
    }
  }).pipe(
    Effect.scoped,
    Effect.provide(
      Layer.merge(Settings.layerFrom(settings), Layer.provide(DataFolder.layer(join(folder, "data")), BunContext.layer))
    ),
    Effect.runPromise
  )
}

const bucket = async (settings: Readonly<Record<string, string>> = {}) =>
  (await look({ ...bucketSettings(store, store.url, "some"), ...settings })).bucket

const name = () => `s3://qal-test/some/ at ${store.url}`

test("doctor without bucket and database looks at the data folder, which has the files too", async () => {
  const { bucket, database, name, voices } = await look({})
  const found = `ok ${join(folder, "data")}: no database yet, which the first start makes, 0 wallets`
  expect([name, database]).toEqual(["data folder", found])
  expect(bucket).toBe("ok not set: audio and uploads are in the data folder")
  expect(voices).toBe("ok not looked at: the database has no tables yet")
})

test("doctor says of a node without a bucket that no other node of its database finds its files", async () => {
  const { bucket } = await look({ QAL_DATABASE_URL: `postgres://a:b@127.0.0.1:${await freePort()}/c` })
  expect(bucket).toBe(
    "ok not set: audio and uploads are in the data folder of this node, where no other node of its database finds them"
  )
})

test("doctor finds a bucket that does all that a server needs well, and leaves it as it was", async () => {
  store.objects.clear()
  expect(await bucket()).toMatch(
    /^ok .*: written, read, listed and deleted, clock 0\.\d s (ahead of|behind) ours, belongs to no database yet$/
  )
  expect(await bucket({ QAL_MEDIA: "redirect" })).toEndWith(`, clients are sent to ${store.url}`)
  expect([store.objects.size, store.uploads.size]).toEqual([0, 0])
})

test.each([
  [
    { AWS_SECRET_ACCESS_KEY: "wrong" },
    "cannot write: the object store answered PUT with 403 SignatureDoesNotMatch",
    "AWS_SECRET_ACCESS_KEY"
  ],
  [
    { AWS_ACCESS_KEY_ID: "OTHER" },
    "cannot write: the object store answered PUT with 403 InvalidAccessKeyId",
    "AWS_ACCESS_KEY_ID"
  ],
  [
    { AWS_REGION: "eu-south-9" },
    "cannot write: the object store answered PUT with 403 AuthorizationHeaderMalformed",
    "region"
  ]
])("doctor says what to do about a store that refuses %j", async (settings, found, advice) => {
  const line = await bucket(settings)
  expect(line).toStartWith(`FAIL ${name()}: ${found}`)
  expect(line).toContain(advice)
})

test("doctor tells within seconds of a bucket that does not exist, and of a store that is not there", async () => {
  expect(await bucket({ QAL_BLOBS_URL: `s3://other/?endpoint=${store.url}` })).toContain(
    "404 NoSuchBucket (no bucket has"
  )
  const silent = createServer(() => {})
  await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done))
  const address = silent.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const begun = performance.now()
  expect(await bucket({ QAL_BLOBS_URL: `s3://qal-test/?endpoint=http://127.0.0.1:${await freePort()}` })).toContain(
    "cannot write: the object store cannot be reached for PUT"
  )
  expect(await bucket({ QAL_BLOBS_URL: `s3://qal-test/?endpoint=http://127.0.0.1:${port}` })).toContain(
    "cannot write: the object store did not answer PUT in time"
  )
  expect(performance.now() - begun).toBeLessThan(45_000)
  silent.close()
}, 90_000)

const ofAction = (method: string, name?: string) => (asked: { method: string; key: string; query: URLSearchParams }) =>
  asked.method === method && (name === undefined || asked.query.has(name)) ? failure("AccessDenied") : undefined

test.each([
  ["read", ofAction("GET")],
  ["list", ofAction("GET", "list-type")],
  ["begin and give up an upload in parts", ofAction("POST", "uploads")],
  ["list uploads in parts", ofAction("GET", "uploads")],
  ["delete", ofAction("DELETE")]
])("doctor tells of a key that may not %s", async (what, fault) => {
  store.objects.clear()
  // Giving up an upload is another right than deleting.
  store.setFault((asked) => (asked.query.has("uploadId") ? undefined : fault(asked)))
  try {
    expect(await bucket()).toMatch(
      new RegExp(`^FAIL .*: cannot ${what}: .* 403 AccessDenied \\(the key may not do this\\)$`)
    )
    expect(store.objects.size).toBe(what === "delete" ? 1 : 0)
  } finally {
    store.setFault(() => undefined)
    store.objects.clear()
  }
})

test("doctor finds fault with a store that gives other bytes back, or an address that clients cannot follow", async () => {
  store.setFault(({ key, method }) => (method === "GET" && key !== "" ? new Response("something else") : undefined))
  expect(await bucket()).toEndWith("cannot read: other bytes came back than were written")
  store.setFault(({ query }) => (query.has("X-Amz-Signature") ? failure("AccessDenied") : undefined))
  expect(await bucket({ QAL_MEDIA: "redirect" })).toContain(`cannot send clients to ${store.url}: it answers 403`)
  store.setFault(() => undefined)
  expect(store.objects.size).toBe(0)
  const elsewhere = `${addressOf(store)}&public=http://127.0.0.1:${await freePort()}`
  expect(await bucket({ QAL_BLOBS_URL: elsewhere, QAL_MEDIA: "redirect" })).toContain(
    "it cannot be reached from this machine"
  )
})

test("doctor finds fault with another database's bucket, and with a clock that is far off", async () => {
  store.objects.clear()
  const put = (text: string) =>
    store.objects.set("some/database-id", { bytes: new TextEncoder().encode(text), etag: '""', modified: 0 })
  put("another\n")
  expect(await bucket()).toContain("belongs to another database")
  expect([...store.objects.keys()]).toEqual(["some/database-id"])
  store.objects.clear()
  const ahead = startObjectStore()
  ahead.advance(60_000)
  const line = (await look(bucketSettings(ahead, ahead.url))).bucket
  ahead.stop()
  expect(line).toMatch(/^FAIL .* the clocks are too far apart: clock (59|60)\.\d s ahead of ours$/)
})

describePostgres("the database", () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres()
  }, 60_000)
  afterAll(() => postgres.stop())

  const withParameters = (url: string, parameters: Readonly<Record<string, string>>) =>
    `${url}?${Object.entries(parameters)
      .map((pair) => pair.map(encodeURIComponent).join("="))
      .join("&")}`

  const database = async (url: string) => (await look({ QAL_DATABASE_URL: url })).database

  const asAdmin = async (url: string, ...statements: ReadonlyArray<string>) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const rows: Array<unknown> = []
    for (const text of statements) rows.push(...(await client.query(text)).rows)
    await client.end()
    return rows
  }

  /** The address of another user, who may connect. */
  const userOf = async (url: string, user: string) => {
    await asAdmin(url, `CREATE ROLE ${user} LOGIN PASSWORD 'secret'`)
    const address = new URL(url)
    address.username = user
    address.password = "secret"
    return address.href
  }

  const migrated = async () => {
    const url = await postgres.database()
    await Effect.runPromise(Effect.scoped(Layer.build(storage({ url: Redacted.make(url), connections: 2 }))))
    return url
  }

  test("doctor finds a new database well, and leaves it as empty as it was", async () => {
    const url = await postgres.database()
    const found = await look({ QAL_DATABASE_URL: url, ...bucketSettings(store, store.url, "new") })
    expect(found.database).toMatch(
      /^ok postgres:\/\/127\.0\.0\.1:\d+\/test_\d+: PostgreSQL \d+\.\d+, no tables yet, which the first start makes, answers in \d+ ms, clock \d+\.\d s (ahead of|behind) ours, \d+ of \d+ connections in use, 10 for this node, 0 wallets$/
    )
    expect(found.name).toBe("database")
    expect(found.bucket).toEndWith("belongs to no database yet")
    expect(found.voices).toStartWith("ok not looked at")
    expect(JSON.stringify(found)).not.toContain(new URL(url).password)
    expect(await asAdmin(url, "SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace")).toEqual([])
  })

  test("doctor tells of a database at work with its schema, and leaves an older one as it is", async () => {
    const url = await migrated()
    expect(await database(url)).toMatch(/^ok .* schema \d+, .* 0 wallets$/)
    await asAdmin(url, "DELETE FROM migrations WHERE migration_id > 2")
    expect(await database(url)).toMatch(/^ok .* schema 2, which the next start brings to \d+, /)
    expect(await asAdmin(url, "SELECT 1 AS one FROM migrations")).toHaveLength(2)
    await asAdmin(url, "INSERT INTO migrations (migration_id, name, needs) VALUES (999, 'later', 999)")
    expect(await database(url)).toMatch(/^FAIL .* of a newer version of Qal \(schema 999/)
  }, 60_000)

  test("doctor tells of a database that is not there or lets nobody in, and looks at all the rest", async () => {
    const url = await postgres.database()
    const wrong = new URL(url)
    wrong.password = "wrong"
    const found = await look({ QAL_DATABASE_URL: wrong.href, ...bucketSettings(store, store.url, "some") })
    expect(found.database).toContain("password authentication failed")
    expect(found.voices).toBe("FAIL nobody can tell while the database cannot be used")
    expect(found.bucket).toStartWith("ok")
    expect(JSON.stringify(found)).not.toContain("wrong")
    expect(await database(`postgres://a:b@127.0.0.1:${await freePort()}/none`)).toContain("(ECONNREFUSED)")
  }, 60_000)

  test("doctor finds fault with a database that would lose a charge, or has not enough connections", async () => {
    const url = await postgres.database()
    expect(await database(withParameters(url, { options: "-c synchronous_commit=off" }))).toContain(
      "synchronous_commit is off: a charge that a client was told of may be lost"
    )
    expect(await database(withParameters(url, { pool: "199" }))).toMatch(
      /^FAIL .*; pool=199 is more than the \d+ connections/
    )
    await asAdmin(url, "ALTER ROLE qal CONNECTION LIMIT 5")
    expect(await database(url)).toMatch(/^FAIL .*; pool=10 is more than the 5 connections that it gives$/)
    await asAdmin(url, "ALTER ROLE qal CONNECTION LIMIT -1")
    const unsafe = await startPostgres({ fsync: false })
    expect(await database(await unsafe.database())).toContain("; fsync is off: a loss of power destroys it")
    await unsafe.stop()
  }, 60_000)

  test("doctor tells of a database's user without the rights that a node needs", async () => {
    const empty = await postgres.database()
    expect(await database(await userOf(empty, "stranger"))).toContain("its user may not make or change tables")
    const url = await migrated()
    const reader = await userOf(url, "reader")
    await asAdmin(url, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
    expect(await database(reader)).toMatch(
      /^FAIL .*; its user may not read and write the tables admin_token, .*wallets$/
    )
    await asAdmin(url, "GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO reader")
    expect(await database(reader)).toMatch(/^ok /)
    await asAdmin(url, "DELETE FROM migrations WHERE migration_id > 2")
    expect(await database(reader)).toContain("its user may not make or change tables")
  }, 60_000)
})
