/**
 * The error with which a client is answered, by how its request ended. The envelope itself
 * is `Errors.envelope`; here is decided which error goes into it.
 */
import * as HttpApiError from "@effect/platform/HttpApiError"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Cause, Chunk, Data, HashSet, Option, ParseResult } from "effect"
import { envelope, InternalError, isProblem, type Problem, ProviderUnavailable, statusOf } from "../Errors.ts"
import { problemOf as problemOfStorage } from "../runtime/SystemErrors.ts"
import { problemOfRead } from "./Body.ts"
import { isOpenAiPath, openAiEnvelope, openAiStatusOf } from "./OpenAiErrors.ts"
import { fromIssues } from "./Validation.ts"

/** How a request ended that has no response of its own. */
export type Ending = Data.TaggedEnum<{
  /** An error of the taxonomy. */
  Known: { readonly problem: Problem }
  /** No route has this path and method. */
  Unrouted: {}
  /** A response that was thrown on purpose. */
  Thrown: { readonly response: HttpServerResponse.HttpServerResponse }
  /** The client hung up: nobody reads the answer. */
  HungUp: {}
  /**
   * The server went down over it. Of paid work that is not known to have failed
   * nothing may be said: it may be charged in this very moment, and a client that
   * is asked to send it again pays twice. Its connection ends with the process.
   */
  Stopped: {}
  /** A fault of ours; its cause belongs in the log, and only there. */
  Fault: {}
}>
export const Ending = Data.taggedEnum<Ending>()

/** The answer to requests that the server refuses while it stops. */
export const stopping = new ProviderUnavailable({
  message: "the server is shutting down; nothing was charged, send the same request again",
  retryAfter: 5
})

export const fault = new InternalError({
  message: "something went wrong in the server; its log has the details under this request_id"
})

/** The error that a client gets for a defect or its cause, where an answer has begun or a socket is open. */
export const faultOf = (cause: unknown): Problem =>
  problemOfStorage(Cause.isCause(cause) ? Cause.squash(cause) : cause) ?? fault

/**
 * A handler that returns what its own schema refuses fails just as a request
 * that does not fit; only the text of the schema distinguishes them.
 */
const isEncoding = (error: HttpApiError.HttpApiDecodeError) => error.message.includes("<declaration schema>")

const ofFailure = (error: unknown): Ending => {
  if (isProblem(error)) return Ending.Known({ problem: error })
  if (error instanceof HttpServerError.RouteNotFound) return Ending.Unrouted()
  if (error instanceof HttpApiError.HttpApiDecodeError && !isEncoding(error)) {
    return Ending.Known({ problem: fromIssues(error.issues) })
  }
  if (ParseResult.isParseError(error)) {
    return Ending.Known({ problem: fromIssues(ParseResult.ArrayFormatter.formatErrorSync(error)) })
  }
  return ofRead(error)
}

/** The problem of a defect: the platform dies with what it could not read of a body, the storage with what it cannot write. Any other defect is a fault. */
const ofRead = (error: unknown): Ending => {
  const problem = problemOfRead(error) ?? problemOfStorage(error)
  return problem === undefined ? Ending.Fault() : Ending.Known({ problem })
}

const ofInterruption = (cause: Cause.Cause<unknown>): Ending =>
  HashSet.has(Cause.interruptors(cause), HttpServerError.clientAbortFiberId) ? Ending.HungUp() : Ending.Stopped()

/** How a request ended, from its cause. A fault counts before a failure, and both before an interruption. */
export const endingOf = (cause: Cause.Cause<unknown>): Ending => {
  const defect = Chunk.head(Cause.defects(cause))
  if (Option.isSome(defect)) {
    return HttpServerResponse.isServerResponse(defect.value)
      ? Ending.Thrown({ response: defect.value })
      : ofRead(defect.value)
  }
  return Option.match(Cause.failureOption(cause), {
    onNone: () => (Cause.isInterrupted(cause) ? ofInterruption(cause) : Ending.Fault()),
    onSome: ofFailure
  })
}

/** The response for `problem` to a request of `path`, with `Retry-After` and `Allow` where they apply. */
export const toResponse = (
  problem: Problem,
  requestId: string,
  path: string
): HttpServerResponse.HttpServerResponse => {
  const isOpenAi = isOpenAiPath(path)
  return HttpServerResponse.unsafeJson(isOpenAi ? openAiEnvelope(problem) : envelope(problem, requestId), {
    status: isOpenAi ? openAiStatusOf(problem) : statusOf(problem),
    headers: {
      ...(problem.retryAfter === undefined ? {} : { "retry-after": String(Math.ceil(problem.retryAfter)) }),
      ...(problem._tag === "METHOD_NOT_ALLOWED" ? { allow: problem.allow.join(", ") } : {})
    }
  })
}
