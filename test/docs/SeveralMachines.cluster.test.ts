/** What docs/several-machines.md shows is what runs. */
import { expect, test } from "bun:test"
import { SQL } from "bun"
import { Effect, Layer, Redacted } from "effect"
import { settingNames } from "../../src/settings/Config.ts"
import * as Postgres from "../../src/storage/postgres/Postgres.ts"
import { usePostgres } from "../support/Nodes.ts"
import { describePostgres } from "../support/Postgres.ts"
import { blocksOf, textOf } from "./Pages.ts"

const PAGE = "docs/several-machines.md"
const section = textOf(PAGE)

test("the README's settings for several machines are the program's", () => {
  const named = [...section.matchAll(/`(QAL_[A-Z_]+|AWS_[A-Z_]+)`/g)].flatMap(([, name]) => name ?? [])
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((name) => !settingNames.includes(name))).toEqual([])
})

describePostgres("its queries", () => {
  const postgres = usePostgres()
  test("the README's queries are of the schema, and those that are to answer nothing answer nothing", async () => {
    const url = await postgres.fresh()
    const all = blocksOf(PAGE)
      .filter(({ language }) => language === "sql")
      .map(({ text }) => text.split(";").slice(0, -1))
    expect(all.map(({ length }) => length)).toEqual([3, 2])
    const node = Layer.build(Postgres.layer({ url: Redacted.make(url), connections: 1 }))
    const ask = Effect.promise(async () => {
      const sql = new SQL(url, { max: 1 })
      try {
        const [nothing = [], something = []] = all
        await sql`INSERT INTO wallets (id, name, created_at) VALUES ('w', '', 1)`
        for (const text of nothing) expect([...(await sql.unsafe(text))]).toEqual([])
        await sql`INSERT INTO jobs (id, wallet_id, operation, fingerprint, state, hold, created_at, node_id)
          VALUES ('j', 'w', 'chat', '', 'running', 5, 1, 'nobody')`
        expect((await sql.unsafe(nothing[1] ?? "")).length).toBe(0)
        expect((await sql.unsafe(nothing[2] ?? "")).length).toBe(1)
        expect((await sql.unsafe(something[0] ?? "")).length).toBe(1)
        await sql.unsafe(something[1] ?? "")
      } finally {
        await sql.close()
      }
    })
    await Effect.runPromise(Effect.scoped(Effect.zipRight(node, ask)))
  }, 60_000)
})
