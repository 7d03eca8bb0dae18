/** The dashboard's overview, and the searches and pages of its requests, over a large database. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { Wallet } from "../../src/billing/Wallet.ts"
import { Overview } from "../../src/dashboard/overview/Overview.ts"
import { Requests } from "../../src/dashboard/requests/Requests.ts"
import * as Sql from "../../src/storage/Sql.ts"
import { fill, LARGE } from "../../test/support/LargeDatabase.ts"
import { ms, type Outcome } from "../support/Report.ts"
import { median, quantile, timed } from "../support/Statistics.ts"

const ROUNDS = 40
/** Milliseconds that the overview may take. */
const MOST = 100

/** The longest that is looked at. */
const DAYS = 90

const outcome = (claim: string, times: ReadonlyArray<number>): Outcome => ({
  claim: `${claim} / ${MOST} ms`,
  ratio: median(times) / MOST,
  target: { atMost: 1 },
  detail: `${ms(median(times))}, the slowest of ${ROUNDS} ${ms(quantile(times, 1))}; a million each of ledger entries, clips and requests`
})

export const overview = async (): Promise<ReadonlyArray<Outcome>> => {
  const folder = mkdtempSync(join(tmpdir(), "qal-bench-"))
  const filename = join(folder, "qal.sqlite")
  try {
    await fill(filename, LARGE)
    const services = Layer.merge(Overview.Default, Requests.Default).pipe(
      Layer.provide(Wallet.Default),
      Layer.provide(Sql.layer(filename))
    )
    return await Effect.gen(function* () {
      const { look } = yield* Overview
      const { list } = yield* Requests
      const times = (work: Effect.Effect<unknown, unknown>) =>
        Effect.promise(async () => {
          const all: Array<number> = []
          for (let round = 0; round < ROUNDS; round++) all.push(await timed(() => Effect.runPromise(work)))
          return all
        })
      return [
        outcome(`an overview of ${DAYS} days`, yield* times(look(DAYS))),
        outcome("a page of requests that few fit", yield* times(list({ limit: 25, code: "RARE" }))),
        outcome("a search for a request that there is not", yield* times(list({ limit: 25, search: "nothing" })))
      ]
    }).pipe(Effect.provide(services), Effect.scoped, Effect.runPromise)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
