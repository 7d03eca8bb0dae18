/**
 * Each node writes once a second how many requests it answered in the seconds that
 * are over since it last did, where there were any: one statement. Their sums are
 * read where the dashboard asks for them.
 */
import { Clock, Duration, Effect, Layer, Schema } from "effect"
import { Calls } from "../../storage/postgres/Calls.ts"
import * as Sweeps from "../../storage/Sweeps.ts"
import { type PerSecond, RECENT_SECONDS, RecentRequests } from "./RequestBuffer.ts"

const EVERY = Duration.seconds(1)
const SWEEP_EVERY = Duration.minutes(1)

const decodeSums = Schema.decodeUnknown(Schema.Array(Schema.Struct({ second: Schema.Int, requests: Schema.Int })))

/** The second, since 1970, that is under way. */
const thisSecond = Effect.map(Clock.currentTimeMillis, (now) => Math.floor(now / 1_000))

export const layer = Layer.effect(
  RecentRequests,
  Effect.gen(function* () {
    const sql = yield* Calls
    const node = crypto.randomUUID()

    const write = (seconds: ReadonlyArray<{ readonly second: number; readonly requests: number }>) => sql`
      INSERT INTO request_seconds (second, node, requests)
      SELECT second, ${node}, requests FROM jsonb_to_recordset(${JSON.stringify(seconds)}::jsonb)
        AS told (second BIGINT, requests BIGINT)
      ON CONFLICT (second, node) DO UPDATE SET requests = excluded.requests`

    const sweep = Effect.flatMap(
      thisSecond,
      (now) => sql`DELETE FROM request_seconds WHERE second < ${now - 2 * RECENT_SECONDS}`
    )

    const all: Effect.Effect<PerSecond> = Effect.gen(function* () {
      const first = (yield* thisSecond) - RECENT_SECONDS
      const sums = yield* sql`
        SELECT second, SUM(requests)::BIGINT AS requests FROM request_seconds
        WHERE second >= ${first} AND second < ${first + RECENT_SECONDS} GROUP BY second`.pipe(
        Effect.flatMap(decodeSums)
      )
      const bySecond = new Map(sums.map(({ requests, second }) => [second, requests]))
      return Array.from({ length: RECENT_SECONDS }, (_, at) => bySecond.get(first + at) ?? 0)
    }).pipe(Effect.orDie)

    /** Writes what is over since `told`; answers up to where it has. */
    const tell = (own: Effect.Effect<PerSecond>, told: number) =>
      Effect.gen(function* () {
        const now = yield* thisSecond
        const seconds = (yield* own)
          .map((requests, at) => ({ second: now - RECENT_SECONDS + at, requests }))
          .filter(({ requests, second }) => requests > 0 && second >= told)
        if (seconds.length > 0) yield* write(seconds)
        return now
      }).pipe(
        Effect.catchAllCause((cause) =>
          Effect.as(Effect.logDebug("other nodes could not be told of this one's requests", cause), told)
        ),
        Effect.delay(EVERY)
      )

    return {
      shared: (own) =>
        Effect.gen(function* () {
          yield* Effect.forkScoped(Effect.iterate(0, { while: () => true, body: (told) => tell(own, told) }))
          yield* Sweeps.every("sweep of seconds", SWEEP_EVERY, sweep)
          return all
        })
    }
  })
)
