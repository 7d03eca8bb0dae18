/** What is known of a prompt before the conversation that it goes on from is loaded. */
import type * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Effect, Schema } from "effect"
import type { WalletId } from "../Domain.ts"
import * as Dialects from "../storage/Dialects.ts"
import { mostTokens } from "../text/Tokens.ts"

/** Bytes of a response that is looked into on the thread that answers: in two milliseconds. */
const MOST_LOOKED_INTO = 256 * 1024

/** Tokens that are counted for a prompt and its tools beside their texts, at most (`chat/Usage`): 128 tools have 2,048. */
const AROUND = 512 + 600 + 2_048

const decodeAsked = Schema.decodeUnknown(
  Schema.Array(
    Schema.Struct({
      usage: Schema.NullOr(Schema.parseJson(Schema.NullOr(Schema.Struct({ input_tokens: Schema.Number })))),
      instructions: Schema.NullOr(Schema.parseJson(Schema.NullOr(Schema.String))),
      tools: Schema.NullOr(Schema.String)
    })
  )
)

/**
 * Tokens that a prompt has at least which goes on from this response: those of its own prompt that were
 * charged, less those of what does not go on with it. None where there is no such response, or it is long itself.
 */
export const leastPrompt = (sql: SqlClient.SqlClient) =>
  Effect.fn("StoredResponses.leastPrompt")(function* (walletId: WalletId, id: string) {
    const now = yield* Clock.currentTimeMillis
    const usage = Dialects.field(sql, "response", "usage")
    const instructions = Dialects.field(sql, "response", "instructions")
    const tools = Dialects.field(sql, "response", "tools")
    const [asked] = yield* sql`
      SELECT ${usage} AS usage, ${instructions} AS instructions, ${tools} AS tools
      FROM responses CROSS JOIN response_contents
      WHERE response_id = id AND id = ${id} AND wallet_id = ${walletId} AND expires_at > ${now}
        AND OCTET_LENGTH(response) <= ${MOST_LOOKED_INTO}`.pipe(Effect.flatMap(decodeAsked), Effect.orDie)
    if (asked === undefined) return 0
    const { instructions: said, tools: offered, usage: used } = asked
    return Math.max(0, (used?.input_tokens ?? 0) - AROUND - mostTokens(said ?? "") - mostTokens(offered ?? ""))
  })
