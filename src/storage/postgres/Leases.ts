/**
 * `Once` for nodes that share a database: whoever does the work has a row of
 * `leases`, which ends by the database's clock where its node does not renew it.
 * A node that was frozen may therefore do what another has begun since: whatever is
 * done so does no harm when it is done twice.
 */
import { Duration, Effect, Layer, Schedule } from "effect"
import { Once } from "../Once.ts"
import { Calls } from "./Calls.ts"

/** A lease of work under way ends so long after its node was last heard of. */
const WORK_LEASE = Duration.seconds(15)
const RENEWED_EVERY = Duration.seconds(4)

/** How often whoever waits looks again. */
const POLL = Duration.millis(100)

/** Of the time between two turns, how much must be over: nodes' timers are not exact. */
const TURN = 0.9

export const layer: Layer.Layer<Once, never, Calls> = Layer.effect(
  Once,
  Effect.gen(function* () {
    const sql = yield* Calls

    /** Whether the lease was free, and is now this holder's. */
    const take = (name: string, holder: string, lease: Duration.Duration) =>
      sql`
        INSERT INTO leases (name, holder, until) VALUES (${name}, ${holder}, qal_now() + ${Duration.toMillis(lease)})
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
        WHERE leases.until <= qal_now() RETURNING name`.pipe(
        Effect.orDie,
        Effect.map((rows) => rows.length > 0)
      )

    const release = (name: string, holder: string) =>
      Effect.ignore(sql`DELETE FROM leases WHERE name = ${name} AND holder = ${holder}`)

    const renewing = (name: string, holder: string) =>
      Effect.repeat(
        Effect.ignore(sql`
          UPDATE leases SET until = qal_now() + ${Duration.toMillis(WORK_LEASE)}
          WHERE name = ${name} AND holder = ${holder}`),
        Schedule.spaced(RENEWED_EVERY)
      )

    return {
      inTurn: (name, every) => (work) =>
        Effect.suspend(() => {
          const holder = crypto.randomUUID()
          const lease = Duration.millis(Math.ceil(Duration.toMillis(every) * TURN))
          return Effect.flatMap(take(name, holder, lease), (isOurs) =>
            isOurs ? Effect.onError(Effect.asVoid(work), () => release(name, holder)) : Effect.void
          )
        }),
      alone: (name) => (work) =>
        Effect.suspend(() => {
          const holder = crypto.randomUUID()
          const taken = Effect.repeat(take(name, holder, WORK_LEASE), {
            until: (isOurs) => isOurs,
            schedule: Schedule.spaced(POLL)
          })
          const renewed = Effect.scoped(Effect.zipRight(Effect.forkScoped(renewing(name, holder)), work))
          // Taken, or not: whoever is interrupted meanwhile leaves no lease.
          return Effect.ensuring(Effect.zipRight(taken, renewed), release(name, holder))
        })
    }
  })
)
