/** The stores' model in short; `bun run test:all chaos` has it at length. */
import { afterAll, beforeAll, test } from "bun:test"
import { hasPostgres, type Postgres, startPostgres } from "../support/Postgres.ts"
import { check, onSqlite, RULES } from "./JobsCheck.ts"
import * as PostgresProcess from "./PostgresProcess.ts"

let postgres: Postgres | undefined
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres({ fsync: false })
})
afterAll(async () => await postgres?.stop())

test(`${RULES}, ten times (SQLite)`, () => check(onSqlite, 10))

test.skipIf(!hasPostgres)(`${RULES}, three times (PostgreSQL)`, () =>
  check(
    PostgresProcess.nodes(async () => {
      if (postgres === undefined) throw new Error("PostgreSQL was not started")
      return await postgres.database()
    }),
    3
  )
)
