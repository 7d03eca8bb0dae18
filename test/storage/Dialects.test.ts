/** What both databases read out of stored JSON. */
import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, FastCheck as fc, Layer } from "effect"
import * as Dialects from "../../src/storage/Dialects.ts"
import { forAllAsync } from "../support/Property.ts"
import { eachStore } from "../support/Stores.ts"

/** Pieces of which texts are made that look like escapes, beside those that are written as some. */
const PIECES = [
  ...["\\", "\\\\", "\\u", "u", "0000", "d83d", "e83d", "e000", "\\ud83d", "\\ue83d", "\\u0000", "\\ue000", "\\uE000"],
  ...["\0", "\ud83d", "\ude00", "😀", "\ue000", "\ue83d", '"', "\n", "a", "ሰላም"]
]
const text = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join("")),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }).map((units) => String.fromCharCode(...units))
)

eachStore("every text that is stored under a key of JSON is read as it was stored", (fresh) =>
  Effect.gen(function* () {
    const store = yield* fresh
    const read = (stored: string) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const found = Dialects.field(sql, "made", "text")
        return sql<{ found: string }>`SELECT ${found} AS found FROM (SELECT CAST(${stored} AS TEXT) AS made) AS one`
      }).pipe(Effect.map(([row]) => JSON.parse(row?.found ?? "")))
    const services = yield* Layer.build(store)
    const run = (stored: string) => Effect.runPromise(Effect.provide(read(stored), services))
    yield* Effect.promise(() =>
      forAllAsync(
        {
          numRuns: 300,
          examples: [
            ["\\ud83d and \\ue83d", "\ud83d"],
            ["\\u0000 and \\ue000", "\0"],
            ["\\\\ud83d\\", "\\\0\\\\\0"]
          ]
        },
        text,
        text,
        async (said, beside) => {
          // Also what stands beside it, within it, and in a key.
          const all = { [`k${beside}`]: beside, text: [said, { [beside]: said }, JSON.stringify(said)] }
          expect(await run(JSON.stringify(all))).toEqual(all.text)
        }
      )
    )
  }).pipe(Effect.scoped, Effect.runPromise)
)
