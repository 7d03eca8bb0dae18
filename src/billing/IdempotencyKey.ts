/** The ids of paid requests (wire contract, section 2, rules 3, 4 and 7). */
import { Duration, Option, Schema } from "effect"
import { REQUEST_ID_IN_WORDS, RequestId } from "../Domain.ts"

const DAY = Duration.hours(24)
export const DAY_SECONDS = Duration.toSeconds(DAY)
/** `DAY`, for descriptions. */
export const KEPT_IN_WORDS = `${Duration.toHours(DAY)} hours`

/** The header with a paid request's id, for requests whose body and query name none. Every paid `POST` declares it with `setHeaders`. */
export const IdempotencyKey = Schema.Struct({
  "idempotency-key": Schema.optional(
    RequestId.annotations({
      description:
        `The request's id where it names none itself, ${REQUEST_ID_IN_WORDS}, kept for ${KEPT_IN_WORDS} at ` +
        "least: the same request with the same id is answered with the same result, and charged once",
      examples: [RequestId.make("order-1842")]
    })
  )
})

/** How long an id and its result are kept after settlement; none: until `forget`. */
export type Retention = Option.Option<Duration.Duration>

/** Ids of the header, and of transcriptions. */
export const ONE_DAY: Retention = Option.some(DAY)

/** Ids of clips: as long as the clip, whose deletion forgets them. */
export const UNTIL_FORGOTTEN: Retention = Option.none()
