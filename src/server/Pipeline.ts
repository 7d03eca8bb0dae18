/**
 * What happens around every request, whatever its route: a request id, the one
 * error envelope, the headers of every answer, the access log, and the count of
 * what is still being answered. It runs for each request, so it is a handful of
 * plain effects and no more.
 */
import * as HttpApp from "@effect/platform/HttpApp"
import * as HttpBody from "@effect/platform/HttpBody"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import {
  type Cause,
  Context,
  Duration,
  Effect,
  type Fiber,
  FiberRef,
  LogLevel,
  Option,
  Runtime,
  Stream,
  Tracer
} from "effect"
import { MethodNotAllowed, NotFound, type Problem } from "../Errors.ts"
import { Connections } from "../http/Connections.ts"
import { Draining } from "../http/Draining.ts"
import * as LiveBody from "../http/LiveBody.ts"
import * as Problems from "../http/Problems.ts"
import { pathWithoutRoute } from "../http/Redaction.ts"
import * as RequestInfo from "../http/RequestInfo.ts"
import { RequestObserver } from "../http/RequestObserver.ts"
import * as Deadlines from "../runtime/Deadlines.ts"
import { Settings } from "../settings/Config.ts"
import * as Cors from "./Cors.ts"
import * as HttpMetrics from "./HttpMetrics.ts"
import { InFlight } from "./InFlight.ts"
import { LogSink } from "./LogSink.ts"
import * as OperatorRoutes from "./OperatorRoutes.ts"
import { plainUrl } from "./PlainUrl.ts"
import * as RequestSpan from "./RequestSpan.ts"
import { type Method, readersOf } from "./RouteTable.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** One request with its answer, on the way through the pipeline. */
interface Exchange {
  /** The request's own. */
  readonly fiber: Fiber.RuntimeFiber<unknown, unknown>
  readonly request: Request
  /** As the router reads it, without the query. */
  readonly path: string
  readonly record: RequestInfo.RequestRecord
  /** Whether it came before the server began to stop. */
  readonly isAdmitted: boolean
  /** Nanoseconds of the clock at its arrival. */
  readonly begun: bigint
  /** None where no spans are made. */
  readonly span: Tracer.Span | undefined
}

/** What of a client's own request id is kept (wire contract, section 1). */
const REQUEST_ID = /^[A-Za-z0-9_-]{1,128}$/

/** The status of a socket, and of an answer whose client had hung up. */
const SWITCHING_PROTOCOLS = 101
const CLIENT_CLOSED_REQUEST = 499

/** The code, where there can be no answer, of a request whose client hung up before its end. */
const HUNG_UP = "CLIENT_CLOSED_REQUEST"

const NANOS_PER_SECOND = 1e9

/** Label of requests that no route took: their paths are whatever a client makes up. */
const UNROUTED = "unrouted"

const wrongMethod = (method: string, allow: ReadonlyArray<string>) =>
  new MethodNotAllowed({ message: `${method} is not possible here; ${allow.join(", ")} are`, allow })

/** For whatever page the server sends: it may load and do nothing but what a policy of its own allows. */
const PAGE_HEADERS = {
  "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer"
}

const isPage = ({ headers }: Response) => headers["content-type"]?.startsWith("text/html") === true

const NOTHING = new Uint8Array(0)

/** The body of an answer that is sent piece by piece. */
const liveBodyOf = ({ body }: Response): LiveBody.LiveBody | undefined => {
  if (body._tag === "Stream") {
    return new LiveBody.LiveBody((send) => Effect.as(Stream.runForEach(body.stream, send), NOTHING))
  }
  return body._tag === "Raw" && body.body instanceof LiveBody.LiveBody ? body.body : undefined
}

/** How long a body may be silent, where its protocol bounds that, is at least this: it sets how exact the alarm is. */
const SHORTEST_SILENCE = Duration.seconds(1)

/** The middleware, given the methods that the current path has, and what is said where it has none. */
export const make = Effect.fnUntraced(function* (
  methods: Effect.Effect<ReadonlyArray<Method>, never, Request>,
  absence: (path: string) => string
) {
  const { corsOrigins, logLevel } = yield* Settings
  const draining = yield* Draining
  const connections = yield* Connections
  const inFlight = yield* InFlight
  const sink = yield* LogSink
  const answered = yield* RequestObserver
  const clock = yield* Effect.clock
  const deadlines = yield* Deadlines.make([SHORTEST_SILENCE])
  const tracer = yield* Effect.tracer
  const isTraced = yield* FiberRef.get(FiberRef.currentTracerEnabled)
  const cors = Cors.make(corsOrigins)
  const logsRequests = LogLevel.lessThanEqual(logLevel, LogLevel.Info)

  const answerWith = (exchange: Exchange, problem: Problem): Response => {
    exchange.record.code = problem._tag
    RequestInfo.notes(exchange.record, problem.said)
    return Problems.toResponse(problem, exchange.record.id, exchange.path)
  }

  const requestedMethod = (request: Request): string | undefined =>
    request.method === "OPTIONS" ? RequestInfo.headerOf(request, "access-control-request-method") : request.method

  /** What is answered where no route does, by what the path has. */
  const beforeRoutes = (exchange: Exchange, answer: (found: ReadonlyArray<Method>) => Response) =>
    Effect.map(methods, (found) => {
      exchange.record.readers = readersOf(found, requestedMethod(exchange.request))
      return answer(found)
    })

  /** A path without such a method; a preflight asks for exactly this list. */
  const unrouted = (exchange: Exchange): Effect.Effect<Response, never, Request> =>
    beforeRoutes(exchange, (found) => {
      const { record, request } = exchange
      if (found.length === 0) return answerWith(exchange, new NotFound({ message: absence(exchange.path) }))
      const allow = found.map(({ name }) => name)
      return request.method === "OPTIONS"
        ? HttpServerResponse.empty({
            headers: { allow: allow.join(", "), ...cors.preflight(request, record.readers, found) }
          })
        : answerWith(exchange, wrongMethod(request.method, allow))
    })

  const answerFor = (exchange: Exchange, cause: Cause.Cause<unknown>): Effect.Effect<Response, never, Request> =>
    Problems.Ending.$match(Problems.endingOf(cause), {
      Known: ({ problem }) => Effect.succeed(answerWith(exchange, problem)),
      Unrouted: () => unrouted(exchange),
      Thrown: ({ response }) => Effect.succeed(response),
      HungUp: () => {
        exchange.record.code = HUNG_UP
        return Effect.succeed(HttpServerResponse.empty({ status: CLIENT_CLOSED_REQUEST }))
      },
      Stopped: () =>
        exchange.record.jobs.length > 0 ? Effect.never : Effect.succeed(answerWith(exchange, Problems.stopping)),
      Fault: () =>
        Effect.as(Effect.logError("a request failed through a fault", cause), answerWith(exchange, Problems.fault))
    })

  const withHeaders = (exchange: Exchange, response: Response): Response => {
    const allowed = cors.headers(exchange.request, exchange.record.readers)
    const { vary } = response.headers
    return HttpServerResponse.setHeaders(response, {
      "x-request-id": exchange.record.id,
      "x-content-type-options": "nosniff",
      ...exchange.record.headers,
      ...(isPage(response) ? { ...PAGE_HEADERS, ...response.headers } : undefined),
      ...(draining.unsafeIsDraining() ? { connection: "close" } : undefined),
      ...allowed,
      ...(vary === undefined || allowed.vary === undefined ? undefined : { vary: `${vary}, ${allowed.vary}` })
    })
  }

  const leave = (exchange: Exchange, status: number, bytes: number | undefined): void => {
    const { request, record, span } = exchange
    inFlight.leave(exchange.isAdmitted)
    if (!record.upgraded) connections.clientReads(request)
    const now = clock.unsafeCurrentTimeNanos()
    const seconds = Number(now - exchange.begun) / NANOS_PER_SECOND
    const time = clock.unsafeCurrentTimeMillis()
    const path = record.route ?? pathWithoutRoute(exchange.path)
    if (span !== undefined) RequestSpan.end(span, record, status, now)
    HttpMetrics.count(request.method, record.route ?? UNROUTED, status, seconds)
    answered({ record, method: request.method, path, status, time, seconds })
    if (!logsRequests) return
    sink.push({
      time,
      // That it stops is no fault.
      level: status >= 500 && exchange.isAdmitted ? LogLevel.Error : LogLevel.Info,
      message: "request",
      fields: {
        method: request.method,
        path,
        status,
        ms: Math.round(seconds * 1e5) / 100,
        bytes,
        code: record.code,
        request_id: record.id,
        key_id: record.keyId,
        wallet_id: record.walletId,
        trace_id: span?.traceId,
        span_id: span?.spanId
      }
    })
  }

  /** What logs and effects of the answer's body run with: the request is over, but they are still its own. */
  const runnerOf = ({ fiber, record, span }: Exchange) => {
    const own = Context.make(RequestInfo.RequestInfo, record)
    return Runtime.runFork(
      Runtime.make({
        context: span === undefined ? own : Context.add(own, Tracer.ParentSpan, span),
        fiberRefs: fiber.getFiberRefs(),
        runtimeFlags: Runtime.defaultRuntimeFlags
      })
    )
  }

  /** The same response, whose request leaves when the last byte has been read, or its client has gone. */
  const leavingAtEnd = (exchange: Exchange, response: Response, body: LiveBody.LiveBody): Response => {
    const { request } = exchange
    const runFork = runnerOf(exchange)
    const sent = LiveBody.send(body, {
      deadlines,
      runFork,
      signal: request.source instanceof Request ? request.source.signal : undefined,
      watcher: {
        wanted: () => connections.serverWorks(request),
        given: () => connections.clientReads(request),
        ended: (bytes, fault, isWhole) => {
          if (Option.isSome(fault)) exchange.record.code ??= Problems.faultOf(fault.value)._tag
          else if (!isWhole) exchange.record.code ??= HUNG_UP
          leave(exchange, response.status, bytes)
          if (Option.isSome(fault)) runFork(Effect.logError("an answer was cut short by a fault", fault.value))
        }
      }
    })
    return HttpServerResponse.setBody(response, HttpBody.raw(sent, response.body))
  }

  const finish = (exchange: Exchange, response: Response): Response => {
    // The platform answers the request that it made.
    RequestInfo.provideService(exchange.fiber.currentContext, HttpServerRequest.HttpServerRequest, exchange.request)
    const whole = withHeaders(exchange, response)
    const live = exchange.request.method === "HEAD" ? undefined : liveBodyOf(HttpApp.unsafeEjectStreamScope(whole))
    if (live !== undefined) return leavingAtEnd(exchange, whole, live)
    leave(exchange, exchange.record.upgraded ? SWITCHING_PROTOCOLS : whole.status, whole.body.contentLength)
    return whole
  }

  /** Finished at once, unless a handler asked to see whatever is answered. */
  const finished = (exchange: Exchange, response: Response): Effect.Effect<Response, never, Request> => {
    const handler = exchange.fiber.getFiberRef(HttpApp.currentPreResponseHandlers)
    if (Option.isNone(handler)) return Effect.succeed(finish(exchange, response))
    return FiberRef.set(HttpApp.currentPreResponseHandlers, Option.none()).pipe(
      Effect.zipRight(handler.value(exchange.request, response)),
      Effect.catchAllCause((cause) => answerFor(exchange, cause)),
      Effect.map((prepared) => finish(exchange, prepared))
    )
  }

  const route = <R>(exchange: Exchange, app: HttpApp.Default<unknown, R>) => {
    const { isAdmitted, path, request } = exchange
    if (!isAdmitted && !OperatorRoutes.isAnsweredWhileStopping(path)) {
      return beforeRoutes(exchange, () => answerWith(exchange, Problems.stopping))
    }
    // Before any route: a preflight carries no key.
    if (request.method === "OPTIONS") return unrouted(exchange)
    return app
  }

  return <R>(app: HttpApp.Default<unknown, R>): HttpApp.Default<never, R> =>
    Effect.withFiberRuntime((fiber) => {
      const request = Context.unsafeGet(fiber.currentContext, HttpServerRequest.HttpServerRequest)
      const url = plainUrl(request.url)
      if (url !== request.url) {
        RequestInfo.provideService(fiber.currentContext, HttpServerRequest.HttpServerRequest, request.modify({ url }))
      }
      const own = RequestInfo.headerOf(request, "x-request-id")
      // Ids of our own begin with the time: an index of them grows at its end, at a third of the cost (measured).
      const record = RequestInfo.make(own !== undefined && REQUEST_ID.test(own) ? own : `req_${Bun.randomUUIDv7()}`)
      const isAdmitted = !draining.unsafeIsDraining()
      const begun = clock.unsafeCurrentTimeNanos()
      const span = isTraced ? RequestSpan.begin(tracer, request, begun) : undefined
      const exchange: Exchange = { fiber, request, path: Cors.pathOf(url), record, isAdmitted, begun, span }
      inFlight.enter(request, isAdmitted)
      connections.serverWorks(request)
      RequestInfo.provideService(fiber.currentContext, RequestInfo.RequestInfo, record)
      RequestInfo.provideService(fiber.currentContext, LiveBody.AnswerDeadlines, deadlines)
      if (span !== undefined) RequestInfo.provideService(fiber.currentContext, Tracer.ParentSpan, span)
      return Effect.matchCauseEffect(route(exchange, app), {
        onFailure: (cause) => Effect.flatMap(answerFor(exchange, cause), (response) => finished(exchange, response)),
        onSuccess: (response) => finished(exchange, response)
      })
    })
})
