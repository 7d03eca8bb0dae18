/** The mark of an answer that was given before to the same id (wire contract, section 2): in its body, or in a header where the body has no place for it. */
import { Schema } from "effect"

/** The header. */
export const HEADER = "x-qal-idempotent-replay"

/** The header in an API's description. */
export const described = {
  [HEADER]: {
    description: "`true` on the answer to an id that was used before; nothing was charged again",
    example: "true"
  }
} as const

export const headers = (isReplay: boolean): { readonly [HEADER]?: "true" } => (isReplay ? { [HEADER]: "true" } : {})

/** The field of a body. */
export const Mark = Schema.optionalWith(Schema.Literal(true), { exact: true }).annotations({
  description: "On the answer to an id that was used before; nothing was charged again"
})

export const mark = (isReplay: boolean): { readonly idempotent_replay?: true } =>
  isReplay ? { idempotent_replay: true } : {}
