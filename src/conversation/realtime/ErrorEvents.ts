/** A problem as the Realtime protocol has it. */
import type { Problem } from "../../Errors.ts"
import { openAiTypeOf } from "../../http/OpenAiErrors.ts"
import type { Failure } from "./ServerEvents.ts"

/** OpenAI's own codes, by which its clients know whether to try again, and when. */
const openAiCodes: Readonly<Partial<Record<Problem["_tag"], string>>> = {
  INSUFFICIENT_CREDITS: "insufficient_quota",
  RATE_LIMITED: "rate_limit_exceeded"
}

/** The code is the wire contract's, section 1; but of an empty wallet and of a key that is too fast OpenAI's own. */
export const failureOf = (problem: Problem): Failure => ({
  type: openAiTypeOf(problem),
  code: openAiCodes[problem._tag] ?? problem._tag,
  message: problem.message
})
