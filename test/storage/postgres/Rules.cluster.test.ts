/** What PostgreSQL itself holds to, whoever connects; and how its schema comes about. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { SQL } from "bun"
import { Effect, Redacted } from "effect"
import { Connections } from "../../../src/storage/postgres/ConnectionPool.ts"
import { migrate } from "../../../src/storage/postgres/migrations/index.ts"
import * as PostgresStore from "../../../src/storage/postgres/Postgres.ts"
import { Writer } from "../../../src/storage/Writer.ts"
import { describePostgres, type Postgres, startPostgres } from "../../support/Postgres.ts"

const open = (url: string, connections = 2) =>
  Effect.runPromise(
    Effect.provide(Writer, PostgresStore.layer({ url: Redacted.make(url), connections })).pipe(Effect.asVoid)
  )

/** Some other program that connects. */
const connected = async <A>(url: string, use: (sql: SQL) => Promise<A>): Promise<A> => {
  const sql = new SQL(url, { max: 1 })
  return await use(sql).finally(() => sql.close({ timeout: 0 }))
}

describePostgres("PostgreSQL", () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres({ fsync: false })
  })
  afterAll(() => postgres.stop())

  const LEDGER = `INSERT INTO ledger (id, wallet_id, kind, amount, balance_after, created_at) VALUES`

  test.each([
    "TRUNCATE ledger",
    "TRUNCATE wallets CASCADE",
    "TRUNCATE audit",
    "UPDATE ledger SET note = 'x'",
    "DELETE FROM ledger",
    "DELETE FROM ledger WHERE FALSE",
    "DELETE FROM audit",
    "UPDATE wallets SET balance = balance + 1",
    "UPDATE wallets SET spent = 1",
    "UPDATE wallets SET last_deduction_at = 1",
    "UPDATE wallets SET id = 'x'",
    "INSERT INTO wallets (id, name, balance, created_at) VALUES ('rich', '', 5, 1)",
    `${LEDGER} ('2', 'w', 'credit', 5, 5, 1)`,
    `${LEDGER} ('2', 'w', 'credit', 5, 15, 1), ('3', 'w', 'credit', 5, 15, 1)`,
    "INSERT INTO ledger (seq, id, wallet_id, kind, amount, balance_after, created_at) VALUES (1, '2', 'w', 'credit', 1, 11, 1)",
    "SET session_replication_role = replica; DELETE FROM ledger",
    "CREATE TEMP TABLE wallets (LIKE public.wallets INCLUDING DEFAULTS);" +
      "INSERT INTO pg_temp.wallets (id, name, balance, created_at) VALUES ('w', '', 5, 1);" +
      `${LEDGER.replace("ledger", "public.ledger")} ('2', 'w', 'credit', 5, 10, 1)`
  ])("PostgreSQL refuses, whoever connects: %s", async (text) => {
    const url = await postgres.database()
    await open(url)
    const [refusal, rows] = await connected(url, async (sql) => {
      await sql.unsafe("INSERT INTO wallets (id, name, created_at) VALUES ('w', '', 1)")
      await sql.unsafe(`${LEDGER} ('1', 'w', 'credit', 10, 10, 1)`)
      const refused = await sql.unsafe(text).then(
        () => "nothing was refused",
        (cause: unknown) => String(cause)
      )
      return [refused, [...(await sql.unsafe("SELECT id, balance::int FROM public.wallets"))]]
    })
    expect(refusal).toMatch(/append-only|follows? from the ledger|cannot insert a non-DEFAULT value/)
    expect(rows).toEqual([{ id: "w", balance: 10 }])
  })

  test("a database is made ready once by many nodes that start at once, and again by none", async () => {
    const url = await postgres.database()
    await Promise.all(Array.from({ length: 8 }, () => open(url)))
    const made = () => connected(url, async (sql) => [...(await sql.unsafe("SELECT * FROM migrations ORDER BY 1"))])
    const before = await made()
    expect(before.length).toBeGreaterThan(0)
    await open(url)
    expect(await made()).toEqual(before)
  })

  const run = (url: string, use: Parameters<Effect.Effect.Success<typeof Connections>["use"]>[0]) =>
    Effect.runPromise(
      Effect.flatMap(Connections, (connections) => Effect.promise(() => connections.use(use).catch(String))).pipe(
        Effect.provide(Connections.layer({ url: Redacted.make(url), connections: 1 }))
      )
    )

  test("a database takes an older program, unless a migration says that this cannot work with it", async () => {
    const url = await postgres.database()
    const first = { name: "first", statements: ["CREATE TABLE one (a TEXT)"] }
    const added = { name: "added", statements: ["CREATE TABLE two (a TEXT)"] }
    const changed = { name: "changed", statements: ["DROP TABLE one"], needs: 3 }
    const migrated = (...all: Parameters<typeof migrate>[1] & {}) => run(url, (connection) => migrate(connection, all))
    expect(await migrated(first, added)).toBeUndefined()
    expect(await migrated(first)).toBeUndefined()
    expect(await migrated(first, added, changed)).toBeUndefined()
    expect(await migrated(first, added)).toContain(
      "QAL_DATABASE_URL: the database is of a newer version of Qal (schema 3, this one knows 2)"
    )
  })

  test("a database is left as it was by a migration that fails", async () => {
    const url = await postgres.database()
    const bad = { name: "bad", statements: ["CREATE TABLE one (a TEXT)", "CREATE TABLE one (a TEXT)"] }
    expect(await run(url, (connection) => migrate(connection, [bad]))).toContain('relation "one" already exists')
    expect(
      await connected(url, async (sql) => [
        ...(await sql.unsafe("SELECT relname FROM pg_class WHERE relname IN ('one', 'migrations')"))
      ])
    ).toEqual([])
  })

  test.each([
    [(url: URL) => url, "postgres://x@127.0.0.1:1/qal", /\(ECONNREFUSED\)$/],
    [
      (url: URL) => Object.assign(url, { password: "hunter2" }),
      "",
      /\(password authentication failed for user "qal"\)$/
    ],
    [(url: URL) => Object.assign(url, { pathname: "/none" }), "", /\(database "none" does not exist\)$/],
    [
      (url: URL) => Object.assign(url, { search: "?sslmode=verify-full" }),
      "",
      /\(The server does not support SSL connections\)$/
    ]
  ])("a database that cannot be used is told of in one line without the password: %#", async (change, other, says) => {
    const url = other === "" ? change(new URL(await postgres.database())).href : other
    const said = await open(url).catch((cause: unknown) => (cause instanceof Error ? cause.message : ""))
    expect(said).toStartWith("QAL_DATABASE_URL: the database cannot be used (")
    expect(said).toMatch(says)
    expect(said).not.toContain(new URL(url).password === "" ? "postgres://" : new URL(url).password)
    expect(String(said).split("\n")).toHaveLength(1)
  })

  test("a database's address may have a password with a plus in it", async () => {
    const url = new URL(await postgres.database())
    await connected(url.href, (sql) => sql.unsafe("CREATE ROLE plus LOGIN SUPERUSER PASSWORD 'a+b c'"))
    await open(Object.assign(url, { username: "plus", password: "a+b c", search: "?application_name=a+b" }).href)
  })
})
