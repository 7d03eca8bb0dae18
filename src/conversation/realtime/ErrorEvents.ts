/** A problem as the Realtime protocol has it. */
import { type Problem, statusOf } from "../../Errors.ts"
import type { Failure } from "./ServerEvents.ts"

/** The kinds of OpenAI's errors (wire contract, section 12). */
const typeOf = (status: number): string => {
  if (status === 401) return "authentication_error"
  if (status === 402) return "insufficient_quota"
  if (status === 429) return "rate_limit_error"
  return status >= 500 ? "server_error" : "invalid_request_error"
}

/**
 * The code is the wire contract's, section 1; but of an empty wallet OpenAI's own, by
 * which clients know that to try again is of no use.
 */
export const failureOf = (problem: Problem): Failure => ({
  type: typeOf(statusOf(problem)),
  code: problem._tag === "INSUFFICIENT_CREDITS" ? "insufficient_quota" : problem._tag,
  message: problem.message
})
