/**
 * The conversations of a key on all nodes of a database: a row for each, which counts
 * as long as its node lives. A node that was taken for dead goes on under another id:
 * what it has open then counts no more.
 */
import { Duration, Effect, Layer, Schedule, Schema } from "effect"
import { Settings } from "../Config.ts"
import type { ApiKeyId } from "../Domain.ts"
import { Once } from "../storage/Once.ts"
import { Calls } from "../storage/postgres/Calls.ts"
import { Node } from "../storage/postgres/Node.ts"
import { busy, ConversationSlots } from "./ConversationSlots.ts"

/** Rows of dead nodes count no more; they are only in the way. */
const SWEEP_EVERY = Duration.hours(1)

/** A place is given back so often until the database takes it. */
const GIVEN_AGAIN = Schedule.intersect(Schedule.spaced("1 second"), Schedule.recurs(30))

const decodeHeld = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ held: Schema.Int })))

export const layer = Layer.scoped(
  ConversationSlots,
  Effect.gen(function* () {
    const sql = yield* Calls
    const { id: currentNode } = yield* Node
    const { maxConversationsPerKey: most } = yield* Settings
    const { inTurn } = yield* Once

    const give = (id: string) =>
      Effect.ignore(Effect.retry(sql`DELETE FROM conversation_slots WHERE id = ${id}`, GIVEN_AGAIN))

    const swept = sql`
      DELETE FROM conversation_slots WHERE NOT EXISTS (
        SELECT 1 FROM nodes WHERE nodes.id = node_id AND dead_at IS NULL)`.pipe(
      inTurn("sweep of conversations", SWEEP_EVERY),
      Effect.catchAllCause((cause) => Effect.logError("sweep of conversations", cause))
    )
    yield* Effect.forkScoped(Effect.schedule(swept, Schedule.spaced(SWEEP_EVERY)))

    const enter = (keyId: ApiKeyId) =>
      Effect.gen(function* () {
        const id = crypto.randomUUID()
        const node = yield* currentNode
        // Where no answer comes, what was written is taken back.
        const taken = sql`SELECT qal_take_slot(${keyId}, ${id}, ${node}, ${most}) AS held`.pipe(
          Effect.flatMap(decodeHeld),
          Effect.orDie,
          Effect.onError(() => Effect.forkDaemon(give(id)))
        )
        const [{ held }] = yield* taken
        return held >= most ? yield* busy(held) : id
      })

    return {
      take: (keyId) => Effect.asVoid(Effect.acquireRelease(enter(keyId), (id) => Effect.forkDaemon(give(id))))
    }
  })
)
