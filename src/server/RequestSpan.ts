/** The span of one request: the root of what is done for it, or a part of the trace that its `traceparent` names. */
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { Context, Exit, type Tracer } from "effect"
import type { RequestRecord } from "../http/RequestInfo.ts"
import * as RequestInfo from "../http/RequestInfo.ts"
import * as Spans from "../runtime/Spans.ts"

const FIRST_SERVER_ERROR = 500

/** Begun at `time` (nanoseconds of the clock). Neither the address, whose query may hold a ticket, nor a header is an attribute. */
export const begin = (
  tracer: Tracer.Tracer,
  request: HttpServerRequest.HttpServerRequest,
  time: bigint
): Tracer.Span => {
  const parent = Spans.fromHeader(RequestInfo.headerOf(request, "traceparent"))
  const span = tracer.span(request.method, parent, Context.empty(), [], time, "server")
  span.attribute("http.request.method", request.method)
  return span
}

/** Ended at `time`. Its route, and so its name, is known only now. What a client is refused is no fault of the server's. */
export const end = (span: Tracer.Span, record: RequestRecord, status: number, time: bigint) => {
  if (record.route !== undefined) Object.assign(span, { name: `${span.name} ${record.route}` })
  const facts = {
    "http.route": record.route,
    "http.response.status_code": status,
    "error.type": record.code,
    "qal.request_id": record.id,
    "qal.key_id": record.keyId,
    "qal.wallet_id": record.walletId
  }
  for (const [name, fact] of Object.entries(facts)) if (fact !== undefined) span.attribute(name, fact)
  span.end(time, status < FIRST_SERVER_ERROR ? Exit.void : Exit.fail(record.code ?? `status ${status}`))
}
