/** The event that brings a problem to a socket's client: the envelope of section 1, with what HTTP has in status and headers. */
import { Option, Schema } from "effect"
import { RequestId } from "../Domain.ts"
import { ErrorBody, envelope, type Problem, statusOf } from "../Errors.ts"

export const ErrorEvent = Schema.Struct({
  type: Schema.Literal("error"),
  /** The client's request that it is about. */
  request_id: Schema.optionalWith(RequestId, { exact: true }),
  /** What the status would be over HTTP. */
  status: Schema.Int,
  /** Seconds, where trying again later helps. */
  retry_after: Schema.optionalWith(Schema.Number, { exact: true }),
  error: ErrorBody
})
export type ErrorEvent = typeof ErrorEvent.Type

/** The event for `problem`. `socketId` is the id of the request that became the socket. */
export const of = (problem: Problem, about: Option.Option<RequestId>, socketId: string): ErrorEvent => ({
  type: "error",
  ...(Option.isNone(about) ? {} : { request_id: about.value }),
  status: statusOf(problem),
  ...(problem.retryAfter === undefined ? {} : { retry_after: problem.retryAfter }),
  error: envelope(problem, socketId).error
})
