/**
 * One HTTP policy for every engine behind an OpenAI-compatible server: how long
 * to wait, what to try again, and what a failure is called. No message holds the
 * server's address, its key or its words; the log has its words without its key.
 */
import { Clock, Duration, Effect, Option, Random, Redacted, type Scope } from "effect"
import type { EngineFailure } from "../../Errors.ts"
import * as Deadlines from "../../runtime/Deadlines.ts"
import * as Monotonic from "../../runtime/Monotonic.ts"
import * as Spans from "../../runtime/Spans.ts"
import * as EngineError from "./EngineError.ts"
import { type Reading, responseOf, type WholeResponse } from "./EngineResponse.ts"
import * as Exchange from "./Exchange.ts"
import {
  EngineRefusal,
  failures,
  isTransient,
  lasting,
  refusal,
  retryAfterSeconds,
  retryDelayIn,
  TransientFailure
} from "./Failures.ts"

/** An OpenAI-compatible server. */
export interface Endpoint {
  /** Base address, ending in its version (`…/v1`), without a trailing slash. */
  readonly url: string
  readonly model: string
  readonly apiKey: Option.Option<Redacted.Redacted>
}

export interface Limits {
  /** From sending a request to the first byte of the answer's body. */
  readonly firstByte: Duration.Duration
  /** Between two pieces of the body. */
  readonly silence: Duration.Duration
  /** From the first thought of an answer to its first word; beside `whole`. */
  readonly thinking: Duration.Duration
  /** A whole exchange that is read at once, further tries and the waits between them included. */
  readonly whole: Duration.Duration
  /** How often a request is sent, at most. */
  readonly tries: number
  /** Wait before the second try; doubles with each. */
  readonly backoff: Duration.Duration
  /** A server that asks for a longer wait than this is reported instead of waited for. */
  readonly longestWait: Duration.Duration
}

/** A model on one CPU core may need most of a minute for its first byte; a person waits no longer than two in all. */
export const defaultLimits: Limits = {
  firstByte: Duration.seconds(60),
  silence: Duration.seconds(30),
  thinking: Duration.minutes(10),
  whole: Duration.seconds(120),
  tries: 3,
  backoff: Duration.millis(250),
  longestWait: Duration.seconds(8)
}

/** How long a readiness probe waits, and how long its answer is good. */
const probeTimeout = Duration.seconds(5)
const probeLifetime = Duration.seconds(5)

export interface Transport {
  /** A POST of JSON, as text, to a path below the base address. */
  readonly post: (path: string, json: string) => Exchange.ExchangeRequest
  /** A POST of a form, such as a file with its parameters. */
  readonly form: (path: string, form: FormData) => Exchange.ExchangeRequest
  /**
   * Sends the request, again where that may help, until the body of a 2xx begins, and has `reading` read that; all of
   * it within `whole`, where that is said.
   */
  readonly follow: <A>(
    request: Exchange.ExchangeRequest,
    reading: Reading<A, EngineRefusal>,
    whole?: Duration.Duration
  ) => Effect.Effect<A, EngineFailure | EngineRefusal>
  /** The same, and the whole body, of at most `limit` bytes. */
  readonly read: (
    request: Exchange.ExchangeRequest,
    limit: number
  ) => Effect.Effect<WholeResponse, EngineFailure | EngineRefusal>
  /** One try, nothing read: does the server answer, and take the key? */
  readonly ready: Effect.Effect<void, EngineFailure>
}

/** What every exchange of one client shares. */
interface Shared {
  readonly base: string
  readonly endpoint: Endpoint
  readonly subject: string
  readonly limits: Limits
  readonly patience: Deadlines.Deadlines
}

const noAnswer = () => new TransientFailure({ status: Option.none(), retryAfter: Option.none() })

/** Why an answer that is not 2xx is none. */
const unsuccessful = (
  { endpoint }: Shared,
  { headers, said: body, status }: Exchange.ResponseStart
): Effect.Effect<never, EngineRefusal | TransientFailure> =>
  Effect.gen(function* () {
    const { meaning, said } = yield* EngineError.readEngineError(endpoint, Option.some(status), body)
    yield* Spans.annotate({ "http.response.status_code": status })
    if (!isTransient(status) || meaning._tag !== "Other") {
      return yield* new EngineRefusal({ status, meaning, body: Redacted.make(body), said })
    }
    const inHeader = retryAfterSeconds(headers.get("retry-after"), yield* Clock.currentTimeMillis)
    const retryAfter = Option.orElse(retryDelayIn(body), () => inHeader)
    return yield* new TransientFailure({ status: Option.some(status), retryAfter, said })
  })

type Trace = Readonly<Record<string, string>>

const start = (shared: Shared, request: Exchange.ExchangeRequest, until: number, trace: Trace): Exchange.Exchange => {
  const headers: Record<string, string> = { ...trace }
  // A form brings its own, with its boundary.
  if (typeof request.body === "string") headers["content-type"] = "application/json"
  const { apiKey } = shared.endpoint
  if (Option.isSome(apiKey)) headers.authorization = `Bearer ${Redacted.value(apiKey.value)}`
  return Exchange.start(shared.base, request, headers, shared.patience, until)
}

/** Waits for `promise`; an interruption closes the exchange. `brokeOff` makes the failure of an exchange that broke off. */
const awaited = <A, E>(
  { subject }: Shared,
  exchange: Exchange.Exchange,
  promise: () => Promise<A>,
  brokeOff: () => E
): Effect.Effect<A, E | EngineFailure> =>
  Effect.async((resume) => {
    promise().then(
      (value) => resume(Effect.succeed(value)),
      () => {
        const failure = exchange.isExpired() ? failures(subject).timeout() : brokeOff()
        exchange.close()
        resume(Effect.fail(failure))
      }
    )
    return Effect.sync(exchange.close)
  })

/** How long to wait before the next try: the server's wish, or a doubling time with jitter. */
const waitBefore = (limits: Limits, next: number, { retryAfter }: TransientFailure) =>
  Effect.map(Random.nextRange(0.5, 1), (jitter) =>
    Duration.max(
      Duration.times(limits.backoff, 2 ** (next - 2) * jitter),
      Duration.seconds(Option.getOrElse(retryAfter, () => 0))
    )
  )

/** Tries until there is an answer, a failure that lasts, no more tries, or no more time (`until`, monotonic milliseconds). */
const persist = <A, R>(
  shared: Shared,
  attempt: Effect.Effect<A, EngineFailure | EngineRefusal | TransientFailure, R>,
  until: number,
  tried = 1
): Effect.Effect<A, EngineFailure | EngineRefusal, R> =>
  Effect.catchTag(attempt, "TransientFailure", (failure) =>
    Effect.gen(function* () {
      const { limits, patience, subject } = shared
      const wait = yield* waitBefore(limits, tried + 1, failure)
      const enough = tried >= limits.tries || Duration.greaterThan(wait, limits.longestWait)
      if (enough || patience.now() + Duration.toMillis(wait) > until)
        return yield* Effect.fail(lasting(subject, failure))
      yield* Effect.sleep(wait)
      return yield* persist(shared, attempt, until, tried + 1)
    })
  )

/** One try, in a span that goes on in the server that is asked. */
const tried = <A, E, R>(
  { method, path }: Exchange.ExchangeRequest,
  attempt: (trace: Trace) => Effect.Effect<A, E, R>
) =>
  Spans.within(Effect.flatMap(Spans.headers, attempt), `${method} ${path}`, { "http.request.method": method }, "client")

/** One try to read an answer, until `end`: one wait of the fiber for all of it. */
const attemptToRead = <A>(
  shared: Shared,
  request: Exchange.ExchangeRequest,
  reading: Reading<A, EngineRefusal>,
  end: number
) =>
  tried(request, (trace) => {
    const { limits, patience, subject } = shared
    const firstByte = Math.min(end, patience.now() + Duration.toMillis(limits.firstByte))
    const exchange = start(shared, request, firstByte, trace)
    let inside = false
    const all = async (): Promise<Effect.Effect<A, EngineFailure | EngineRefusal | TransientFailure>> => {
      const begun = await exchange.begin()
      inside = Exchange.isSuccess(begun.status)
      const outcome = inside
        ? await reading(responseOf(shared, exchange, begun, firstByte, end))
        : unsuccessful(shared, begun)
      exchange.close()
      return outcome
    }
    // Once the body has begun, a break is lasting: what has come cannot be taken back.
    const brokeOff = () => (inside ? failures(subject).brokeOff() : noAnswer())
    return Effect.flatten(awaited(shared, exchange, all, brokeOff))
  })

const probe = (shared: Shared) => {
  const request: Exchange.ExchangeRequest = { method: "GET", path: "/models", body: undefined }
  return tried(request, (trace) => {
    const exchange = start(shared, request, shared.patience.now() + Duration.toMillis(probeTimeout), trace)
    return awaited(shared, exchange, exchange.begin, noAnswer).pipe(
      Effect.tap(() => Effect.sync(exchange.close)),
      Effect.flatMap((begun) => (Exchange.isSuccess(begun.status) ? Effect.void : unsuccessful(shared, begun))),
      Effect.catchTags({
        // A server without this route is there all the same.
        EngineRefusal: (refused) =>
          refused.status === 401 || refused.status === 403
            ? Effect.fail(refusal(shared.subject)(refused))
            : Effect.void,
        TransientFailure: (failure) => Effect.fail(lasting(shared.subject, failure))
      })
    )
  })
}

/** A client for `endpoint`, while the scope lasts. `subject` is what messages call it, e.g. "the speech engine". */
export const make = (
  endpoint: Endpoint,
  subject: string,
  limits: Limits = defaultLimits
): Effect.Effect<Transport, never, Scope.Scope> =>
  Effect.gen(function* () {
    const patience = yield* Deadlines.make([limits.firstByte, limits.silence, limits.thinking, limits.whole])
    const base = endpoint.url.replace(/\/+$/, "")
    const shared: Shared = { base, endpoint, subject, limits, patience }
    return {
      post: (path, json) => ({ method: "POST", path, body: json }),
      form: (path, form) => ({ method: "POST", path, body: form }),
      follow: (request, reading, whole) =>
        Effect.suspend(() => {
          const end = whole === undefined ? Number.POSITIVE_INFINITY : patience.now() + Duration.toMillis(whole)
          return persist(shared, attemptToRead(shared, request, reading, end), end)
        }),
      read: (request, limit) =>
        Effect.suspend(() => {
          const end = patience.now() + Duration.toMillis(limits.whole)
          return persist(
            shared,
            attemptToRead(shared, request, ({ whole }) => whole(limit), end),
            end
          )
        }),
      ready: yield* Monotonic.cachedFor(probe(shared), probeLifetime)
    }
  })
