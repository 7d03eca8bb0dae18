/** Random steps of paid work on a store, and every rule after each: what the short runs and the long ones share. */
import { join } from "node:path"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, FastCheck, Layer, Logger, ManagedRuntime, type Scope } from "effect"
import { Jobs } from "../../src/billing/Jobs.ts"
import { Wallet } from "../../src/billing/Wallet.ts"
import { migrate } from "../../src/storage/migrations/index.ts"
import * as SqliteJobs from "../../src/storage/SqliteJobs.ts"
import * as Crashable from "../support/Crashable.ts"
import { temporary } from "../support/Folder.ts"
import { forAllAsync } from "../support/Property.ts"
import { step } from "./JobsModel.ts"
import { type Nodes, PRODUCTS, type Process, world } from "./JobsWorld.ts"

const bootSqlite = (filename: string): Effect.Effect<Process> =>
  Effect.gen(function* () {
    const database = yield* Crashable.make(filename)
    const layer = Layer.mergeAll(Jobs.Default, Wallet.Default).pipe(
      Layer.provide(Layer.provideMerge(SqliteJobs.layer, database.writer)),
      Layer.provideMerge(
        Layer.effectDiscard(
          Effect.zipRight(
            migrate,
            Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(PRODUCTS))
          )
        )
      ),
      Layer.provideMerge(Layer.succeed(SqlClient.SqlClient, database.client)),
      Layer.provide(Logger.remove(Logger.defaultLogger))
    )
    const runtime = ManagedRuntime.make(layer)
    return {
      run: (effect) => Effect.flatten(Effect.promise(() => runtime.runPromise(Effect.exit(effect)))),
      dieAfter: database.dieAfter,
      isDead: database.isDead,
      stop: Effect.promise(() => runtime.dispose()),
      lose: Effect.void
    }
  })

/** Random steps on nodes of a database of their own, and every rule after each. */
export const check = (nodes: Effect.Effect<Nodes, never, Scope.Scope>, numRuns: number): Promise<void> =>
  forAllAsync({ numRuns }, FastCheck.array(step, { minLength: 1, maxLength: 30, size: "max" }), (steps) =>
    Effect.gen(function* () {
      const { check, end, take } = yield* world(yield* nodes)
      for (const next of steps) {
        yield* take(next)
        yield* check
      }
      yield* end
    }).pipe(Effect.scoped, Effect.runPromise)
  )

export const RULES = "submit, retry, conflict, hang-up, failure, crash and restart keep every rule of paid work"

/** One node on a new database of SQLite. */
export const onSqlite: Effect.Effect<Nodes, never, Scope.Scope> = Effect.map(temporary, (folder) => ({
  count: 1,
  boot: () => bootSqlite(join(folder, "qal.sqlite"))
}))
