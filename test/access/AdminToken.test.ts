import { expect, test } from "bun:test"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { AdminToken, AdminTokenKeeper } from "../../src/access/AdminToken.ts"
import { node, usePostgres, withDatabase } from "../support/Nodes.ts"
import { describePostgres } from "../support/Postgres.ts"

describePostgres("the dashboard's token of several nodes", () => {
  const postgres = usePostgres()

  test("of nodes that start at once one makes the dashboard's token, which opens all of them and later ones", () =>
    withDatabase(postgres, (url) =>
      Effect.gen(function* () {
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
      })
    ))
})
