/** The first wallet and key over starts with other settings. */
import { Database } from "bun:sqlite"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer, Option } from "effect"
import { FirstKey } from "../../src/cli/Bootstrap.ts"
import { Settings } from "../../src/settings/Config.ts"
import * as Sql from "../../src/storage/Sql.ts"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "qal-bootstrap-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a start with this key set finds. */
const start = (name: string, key: string | undefined) =>
  Effect.gen(function* () {
    const { isChosenInVain, secret } = yield* FirstKey
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql.unsafe("SELECT id FROM api_keys")
    return { isChosenInVain, isShown: Option.isSome(secret), keys: rows.length }
  }).pipe(
    Effect.provide(
      FirstKey.Default.pipe(
        Layer.provideMerge(Sql.layer(join(folder, `${name}.sqlite`))),
        Layer.provide(Settings.layerFrom(key === undefined ? {} : { QAL_BOOTSTRAP_API_KEY: key }))
      )
    ),
    Effect.runPromise
  )

const one = `sk_${"a".repeat(40)}`
const other = `sk_${"b".repeat(40)}`

test("a key that is chosen for the first start works, and at later starts raises no doubt", async () => {
  const first = { isChosenInVain: false, isShown: false, keys: 1 }
  expect(await start("chosen", one)).toMatchObject(first)
  expect(await start("chosen", one)).toMatchObject(first)
})

test("a key that is chosen after the first start opens nothing, makes none, and is known to do so", async () => {
  await start("changed", one)
  expect(await start("changed", other)).toMatchObject({ isChosenInVain: true, isShown: false, keys: 1 })
})

test("a key that was chosen and revoked is known to open nothing", async () => {
  await start("revoked", one)
  const database = new Database(join(folder, "revoked.sqlite"))
  database.run("UPDATE api_keys SET revoked_at = 1")
  database.close()
  expect(await start("revoked", one)).toMatchObject({ isChosenInVain: true, keys: 1 })
})

test("a first start without a chosen key shows the one that it makes, and no later start does", async () => {
  expect(await start("made", undefined)).toMatchObject({ isChosenInVain: false, isShown: true, keys: 1 })
  expect(await start("made", undefined)).toMatchObject({ isChosenInVain: false, isShown: false, keys: 1 })
})
