/** The header that is a paid request's id where its body has none (wire contract, section 2, rule 4). */
import { Duration, Schema } from "effect"
import { RequestId } from "../Domain.ts"

/** Declared with `setHeaders` by every endpoint that takes it. */
export const IdempotencyKey = Schema.Struct({
  "idempotency-key": Schema.optional(RequestId)
})

/** How long such an id and its result are kept after settlement. */
export const RETENTION = Duration.hours(24)
