/**
 * The conversations of a key on all nodes of a database: a row for each, which counts
 * as long as its node lives. A node that was taken for dead goes on under another id:
 * what it has open then counts no more.
 */
import { Duration, Effect, FiberSet, Layer, Schedule, Schema } from "effect"
import type { ApiKeyId } from "../Domain.ts"
import { codeOf, UNKNOWN_OUTCOME } from "../runtime/SystemErrors.ts"
import { Settings } from "../settings/Config.ts"
import { Calls } from "../storage/postgres/Calls.ts"
import { Node } from "../storage/postgres/Node.ts"
import * as Sweeps from "../storage/Sweeps.ts"
import { busy, ConversationSlots } from "./ConversationSlots.ts"

/** Rows of dead nodes count no more; they are only in the way. */
const SWEEP_EVERY = Duration.hours(1)

/** A place is given back so often until the database takes it, or this node is no more. */
const GIVEN_AGAIN = Schedule.spaced("1 second")

/** No key's: a place of it counts for nobody. */
const NO_KEY = ""

const decodeHeld = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ held: Schema.Int })))

export const layer = Layer.scoped(
  ConversationSlots,
  Effect.gen(function* () {
    const sql = yield* Calls
    const { id: currentNode } = yield* Node
    const { maxConversationsPerKey: most } = yield* Settings

    const background = yield* FiberSet.makeRuntime()

    const runUntilDone = <E>(work: Effect.Effect<unknown, E>) =>
      Effect.sync(() => void background(Effect.ignore(Effect.retry(work, GIVEN_AGAIN))))

    const release = (id: string) => runUntilDone(sql`DELETE FROM conversation_slots WHERE id = ${id}`)

    /** For a call of which nobody knows whether it has taken the slot, or still will: the slot's id becomes nobody's, so that the call cannot take it later. The row is removed with the node. */
    const disown = (id: string, node: string) =>
      runUntilDone(sql`INSERT INTO conversation_slots (id, key_id, node_id) VALUES (${id}, ${NO_KEY}, ${node})
        ON CONFLICT (id) DO UPDATE SET key_id = excluded.key_id`)

    const sweep = sql`
      DELETE FROM conversation_slots WHERE NOT EXISTS (
        SELECT 1 FROM nodes WHERE nodes.id = node_id AND dead_at IS NULL)`
    yield* Sweeps.every("sweep of conversations", SWEEP_EVERY, sweep)

    const enter = (keyId: ApiKeyId) =>
      Effect.gen(function* () {
        const id = crypto.randomUUID()
        const node = yield* currentNode
        const taken = sql`SELECT qal_take_slot(${keyId}, ${id}, ${node}, ${most}) AS held`.pipe(
          Effect.tapError((error) => (codeOf(error) === UNKNOWN_OUTCOME ? disown(id, node) : Effect.void)),
          Effect.flatMap(decodeHeld),
          Effect.orDie
        )
        const [{ held }] = yield* taken
        return held >= most ? yield* busy(held) : id
      })

    return {
      take: (keyId) => Effect.asVoid(Effect.acquireRelease(enter(keyId), release))
    }
  })
)
