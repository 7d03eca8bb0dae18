import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as BunFileSystem from "@effect/platform-bun/BunFileSystem"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { AdminToken, AdminTokenKeeper } from "../../src/access/AdminToken.ts"
import { node, usePostgres, withDatabase } from "../support/Nodes.ts"
import { describePostgres } from "../support/Postgres.ts"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "qal-admin-token-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A start whose data folder keeps the token's hash in this file. */
const start = (file: string) =>
  Effect.gen(function* () {
    const { made, matches } = yield* AdminToken
    return { made: Option.getOrUndefined(Option.map(made, Redacted.value)), matches }
  }).pipe(
    Effect.provide(AdminToken.Default({ chosen: Option.none() })),
    Effect.provide(AdminTokenKeeper.inFile(file)),
    Effect.provide(BunFileSystem.layer),
    Effect.runPromise
  )

test("the dashboard's token is made at the first start, and opens it at every later one", async () => {
  const file = join(folder, "first")
  const { made = "", matches } = await start(file)
  expect(made.length).toBeGreaterThan(20)
  expect(matches(made)).toBe(true)
  expect(readFileSync(file, "utf8")).not.toContain(made)
  const later = await start(file)
  expect([later.made, later.matches(made), later.matches(`${made}x`)]).toEqual([undefined, true, false])
  expect(readdirSync(folder)).toEqual(["first"])
})

test.each(["", "0123", "z".repeat(64)])(
  "a file of the dashboard's token that holds %p, which no start has finished, is made anew",
  async (text) => {
    const file = join(folder, `broken-${text.length}-${text.slice(0, 1)}`)
    writeFileSync(file, text)
    const { made = "", matches } = await start(file)
    expect([matches(made), matches("another")]).toEqual([true, false])
    expect((await start(file)).matches(made)).toBe(true)
  }
)

describePostgres("the dashboard's token of several nodes", () => {
  const postgres = usePostgres()

  test("of nodes that start at once one makes the dashboard's token, which opens all of them and later ones", () =>
    withDatabase(postgres, function* (url) {
      const start = Layer.build(
        AdminToken.Default({ chosen: Option.none() }).pipe(
          Layer.provide(AdminTokenKeeper.inDatabase),
          Layer.provide(node(url))
        )
      ).pipe(Effect.map((context) => Context.get(context, AdminToken)))
      const atOnce = yield* Effect.all(
        Array.from({ length: 5 }, () => start),
        { concurrency: "unbounded" }
      )
      const made = atOnce.flatMap(({ made }) => Option.toArray(made))
      expect(made).toHaveLength(1)
      const token = made.map(Redacted.value)[0] ?? ""
      for (const each of [...atOnce, yield* start]) {
        expect(each.matches(token)).toBe(true)
        expect(each.matches(`${token}x`)).toBe(false)
        expect(each.fingerprint).toBe(atOnce[0]?.fingerprint ?? "")
      }
    }))
})
