/** The event of a problem for a socket's client: the envelope of section 1, with the status and the headers that HTTP would have. */
import { Option, Schema } from "effect"
import { RequestId } from "../Domain.ts"
import { ErrorBody, envelope, type Problem, statusOf } from "../Errors.ts"

export const ErrorEvent = Schema.Struct({
  type: Schema.Literal("error").annotations({ description: "That something went wrong" }),
  request_id: Schema.optionalWith(RequestId.annotations({ description: "The client's request that it is about" }), {
    exact: true
  }),
  status: Schema.Int.annotations({ description: "What the status would be over HTTP" }),
  retry_after: Schema.optionalWith(
    Schema.Number.annotations({ description: "Seconds after which to try again, where that helps" }),
    { exact: true }
  ),
  error: ErrorBody
}).annotations({ description: "What went wrong" })
export type ErrorEvent = typeof ErrorEvent.Type

/** The event for `problem`. `socketId` is the id of the request that became the socket. */
export const of = (problem: Problem, about: Option.Option<RequestId>, socketId: string): ErrorEvent => ({
  type: "error",
  ...(Option.isNone(about) ? {} : { request_id: about.value }),
  status: statusOf(problem),
  ...(problem.retryAfter === undefined ? {} : { retry_after: problem.retryAfter }),
  error: envelope(problem, socketId).error
})
