import { afterAll, beforeAll, test } from "bun:test"
import { describePostgres, type Postgres, startPostgres } from "../support/Postgres.ts"
import { check, onSqlite, RULES } from "./JobsCheck.ts"
import * as PostgresProcess from "./PostgresProcess.ts"

test(`${RULES} (SQLite)`, () => check(onSqlite, 60), 120_000)

describePostgres("paid work of two nodes", () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres({ fsync: false })
  }, 60_000)
  afterAll(() => postgres.stop())

  test(
    `${RULES}, and so do two nodes that are cut off and taken for dead`,
    () =>
      check(
        PostgresProcess.nodes(() => postgres.database()),
        20
      ),
    240_000
  )
})
