/**
 * This process among the others that work on the same database. Each has a row
 * that it renews; who does not for a lease's length is taken for dead by any
 * other, which releases its jobs. Such a node can settle nothing of what was taken
 * from it, since its jobs run no more; it goes on under another id.
 */
import { Context, Duration, Effect, Layer, Ref, Schedule, Schema } from "effect"
import { newId } from "../../Domain.ts"
import { FAILED_RETENTION } from "../JobStore.ts"
import { Calls, callsOn } from "./Calls.ts"
import { Connections } from "./ConnectionPool.ts"

/** How long nothing may be heard of a node. */
export const NODE_LEASE = Duration.seconds(10)
/** How often a node says that it lives, and looks for those that do not. */
const BEAT = Duration.seconds(2)

const [lease, kept] = [Duration.toMillis(NODE_LEASE), Duration.toMillis(FAILED_RETENTION)]

const decodeBeat = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ alive: Schema.Literal(0, 1) })))
const decodeReleased = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ released: Schema.Int })))

export interface NodeShape {
  readonly id: Effect.Effect<string>
  /** Takes another id where `lost` is still the node's own. */
  readonly renew: (lost: string) => Effect.Effect<void>
  /** Releases what nodes ran that are dead; answers how many jobs. */
  readonly bury: Effect.Effect<number>
}

/** The node that this process is. */
export class Node extends Context.Tag("storage/postgres/Node")<Node, NodeShape>() {}

const make = Effect.gen(function* () {
  const sql = yield* Calls
  const free = yield* Effect.flatMap(Connections, ({ useFree }) => callsOn(useFree))

  const register = Effect.gen(function* () {
    const id = newId("node", Date.now())
    // A node that starts knows of the others what the last of them that was heard of knew.
    yield* free`INSERT INTO nodes (id, started_at, seen_at, steady_since)
      SELECT ${id}, here, here, COALESCE(
        (SELECT steady_since FROM nodes WHERE seen_at >= here - ${lease / 2} ORDER BY seen_at DESC LIMIT 1), here)
      FROM qal_now() AS here`
    return id
  })
  const current = yield* Ref.make(yield* register)
  const one = yield* Effect.makeSemaphore(1)

  const renew = (lost: string) =>
    one.withPermits(1)(
      Effect.gen(function* () {
        if ((yield* Ref.get(current)) !== lost) return
        const id = yield* register
        yield* Ref.set(current, id)
        yield* Effect.logWarning(
          "this node was taken for dead; its jobs were released, and it goes on under another id",
          {
            lost,
            id
          }
        )
      }).pipe(Effect.orDie)
    )

  const bury = Effect.gen(function* () {
    const rows = yield* sql`SELECT qal_bury(${yield* Ref.get(current)}, ${lease}, ${kept}) AS released`
    const [{ released }] = yield* decodeReleased(rows)
    return released
  }).pipe(Effect.orDie)

  const beat = Effect.gen(function* () {
    const id = yield* Ref.get(current)
    const [{ alive }] = yield* Effect.flatMap(free`SELECT qal_beat(${id}, ${lease}) AS alive`, decodeBeat)
    if (alive === 0) yield* renew(id)
  })
  const look = Effect.flatMap(bury, (jobs) =>
    jobs > 0 ? Effect.logWarning("released the holds of jobs whose node is dead", { jobs }) : Effect.void
  )
  const everyBeat = <A, E>(work: Effect.Effect<A, E>, failure: string) =>
    work.pipe(
      Effect.catchAllCause((cause) => Effect.logWarning(failure, cause)),
      Effect.repeat(Schedule.fixed(BEAT)),
      Effect.forkScoped
    )
  // First, so that it is last: a beat that saw it would take another id.
  yield* Effect.addFinalizer(() =>
    Effect.flatMap(Ref.get(current), (id) => Effect.ignore(sql`UPDATE nodes SET dead_at = qal_now() WHERE id = ${id}`))
  )
  yield* everyBeat(beat, "could not say that this node lives")
  // Apart from that: what the dead held may be of wallets that others have locked.
  yield* everyBeat(look, "could not look for dead nodes")
  return { id: Ref.get(current), renew, bury }
})

export const layer = Layer.scoped(Node, make)
