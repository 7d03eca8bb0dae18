import { expect, test } from "bun:test"
import { Duration, Effect, Exit, Fiber, Layer, type Scope } from "effect"
import { Once, type OnceShape } from "../../src/storage/Once.ts"
import { Calls } from "../../src/storage/postgres/Calls.ts"
import * as Leases from "../../src/storage/postgres/Leases.ts"
import { node, usePostgres, withDatabase } from "../support/Nodes.ts"
import { describePostgres } from "../support/Postgres.ts"

const onceOn = (url: string): Effect.Effect<OnceShape, unknown, Scope.Scope> =>
  Effect.map(Layer.build(Layer.provide(Leases.layer, node(url))), (context) =>
    Effect.runSync(Effect.provide(Once, context))
  )

describePostgres("what is done once, of many nodes", () => {
  const postgres = usePostgres()
  const HOUR = Duration.hours(1)

  test("one of the nodes whose turns come together does the work, which comes again when the time is over", () =>
    withDatabase(postgres, function* (url) {
      const nodes = [yield* onceOn(url), yield* onceOn(url), yield* onceOn(url)]
      let done = 0
      const work = Effect.sync(() => done++)
      yield* Effect.all(
        nodes.map(({ inTurn }) => inTurn("sweep", HOUR)(work)),
        { concurrency: "unbounded" }
      )
      for (const { inTurn } of nodes) yield* inTurn("sweep", HOUR)(work)
      expect(done).toBe(1)
      for (const { inTurn } of nodes) yield* inTurn("another", Duration.millis(100))(work)
      expect(done).toBe(2)
      yield* Effect.sleep("200 millis")
      for (const { inTurn } of nodes) yield* inTurn("another", Duration.millis(100))(work)
      expect(done).toBe(3)
    }))

  test("work that failed under a lease is begun again by whoever comes next", () =>
    withDatabase(postgres, function* (url) {
      const [one, other] = [yield* onceOn(url), yield* onceOn(url)]
      expect(Exit.isFailure(yield* Effect.exit(one.inTurn("sweep", HOUR)(Effect.fail("no"))))).toBe(true)
      let done = 0
      yield* other.inTurn("sweep", HOUR)(Effect.sync(() => done++))
      expect(done).toBe(1)
    }))

  test("work of which there is one at a time waits for its doer, also where that fails or is interrupted", () =>
    withDatabase(postgres, function* (url) {
      const nodes = [yield* onceOn(url), yield* onceOn(url), yield* onceOn(url)]
      let [inside, most, done] = [0, 0, 0]
      const work = (end: Effect.Effect<unknown, string>) =>
        Effect.sync(() => {
          inside++
          most = Math.max(most, inside)
        }).pipe(
          Effect.zipRight(Effect.sleep("30 millis")),
          Effect.zipRight(end),
          Effect.ensuring(
            Effect.sync(() => {
              inside--
              done++
            })
          )
        )
      const ends = [Effect.void, Effect.fail("no"), Effect.interrupt]
      yield* Effect.all(
        nodes.flatMap(({ alone }) => ends.map((end) => Effect.exit(alone("preview")(work(end))))),
        { concurrency: "unbounded" }
      )
      expect({ most, done }).toEqual({ most: 1, done: 9 })
    }))

  test("a node that stops waiting for a lease takes nobody's turn", () =>
    withDatabase(postgres, function* (url) {
      const [one, other] = [yield* onceOn(url), yield* onceOn(url)]
      const holder = yield* Effect.fork(one.alone("preview")(Effect.never))
      yield* Effect.sleep("200 millis")
      const waiting = yield* Effect.fork(other.alone("preview")(Effect.void))
      yield* Effect.sleep("200 millis")
      yield* Fiber.interrupt(waiting)
      const sql = yield* Calls
      expect(yield* sql`SELECT 1 FROM leases`).toHaveLength(1)
      yield* Fiber.interrupt(holder)
      expect(yield* sql`SELECT 1 FROM leases`).toHaveLength(0)
    }))

  test("the lease of a node that is gone is another's once it is over", () =>
    withDatabase(postgres, function* (url) {
      const other = yield* onceOn(url)
      const sql = yield* Calls
      yield* sql`INSERT INTO leases (name, holder, until) VALUES ('preview', 'gone', qal_now() + 300)`
      const begun = performance.now()
      yield* other.alone("preview")(Effect.void)
      expect(performance.now() - begun).toBeGreaterThan(200)
    }))
})
