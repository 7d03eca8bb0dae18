/**
 * One HTTP policy for every engine behind an OpenAI-compatible server: how long
 * to wait, what to try again, and what a failure is called. No message or log
 * line holds the server's address, its key or its words.
 */
import {
  FetchHttpClient,
  HttpClient,
  type HttpClientError,
  HttpClientRequest,
  type HttpClientResponse
} from "@effect/platform"
import { Chunk, Clock, Duration, Effect, Exit, Option, Random, type Redacted, Scope, Stream } from "effect"
import type { EngineFailure } from "../../Errors.ts"
import { failures, isTransient, lasting, Passing, Refused, refusal, retryAfterSeconds } from "./Failures.ts"

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
  whole: Duration.seconds(120),
  tries: 3,
  backoff: Duration.millis(250),
  longestWait: Duration.seconds(8)
}

/** The head of an answer whose body has begun. */
export interface Answer {
  /** Lower case, without parameters; empty where the server gave none. */
  readonly contentType: string
  /** The parameters of the content type, e.g. `rate=24000`. */
  readonly parameters: string
  readonly body: Stream.Stream<Uint8Array, EngineFailure>
}

/** An answer read to its end. */
export interface WholeAnswer extends Omit<Answer, "body"> {
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface Transport {
  /** A POST of JSON to a path below the base address. */
  readonly post: (path: string, body: unknown) => HttpClientRequest.HttpClientRequest
  readonly get: (path: string) => HttpClientRequest.HttpClientRequest
  /** Sends the request, again where that may help, until the body of a 2xx begins; the scope holds the connection. */
  readonly open: (
    request: HttpClientRequest.HttpClientRequest
  ) => Effect.Effect<Answer, EngineFailure | Refused, Scope.Scope>
  /** The same, and the whole body, of at most `limit` bytes. */
  readonly read: (
    request: HttpClientRequest.HttpClientRequest,
    limit: number
  ) => Effect.Effect<WholeAnswer, EngineFailure | Refused>
  /** One try, nothing read: does the server answer, and take the key? */
  readonly probe: (
    request: HttpClientRequest.HttpClientRequest,
    patience: Duration.Duration
  ) => Effect.Effect<void, EngineFailure>
}

/**
 * Closes without complaint: the reader of a connection that broke refuses to be
 * cancelled, and holds nothing any more.
 */
const closeQuietly = (scope: Scope.CloseableScope) =>
  Scope.close(scope, Exit.void).pipe(Effect.catchAllCause(() => Effect.void))

const contentTypeOf = (response: HttpClientResponse.HttpClientResponse) => {
  const [type = "", ...parameters] = (response.headers["content-type"] ?? "").split(";")
  return { contentType: type.trim().toLowerCase(), parameters: parameters.join(";") }
}

/** Success for 2xx; else why not. */
const checkStatus = (response: HttpClientResponse.HttpClientResponse) =>
  Effect.gen(function* () {
    const { headers, status } = response
    if (status >= 200 && status < 300) return
    yield* Effect.logWarning("an engine answered with an error").pipe(Effect.annotateLogs({ status }))
    if (!isTransient(status)) return yield* new Refused({ status })
    const retryAfter = retryAfterSeconds(headers["retry-after"], yield* Clock.currentTimeMillis)
    return yield* new Passing({ status: Option.some(status), retryAfter })
  })

type Pull = Effect.Effect<Chunk.Chunk<Uint8Array>, Option.Option<HttpClientError.ResponseError>>

/** The next piece of the body that is not empty; an empty chunk at its end. */
const firstPiece = (pull: Pull): Effect.Effect<Chunk.Chunk<Uint8Array>, Passing> =>
  pull.pipe(
    Effect.repeat({ while: (pieces) => Chunk.every(pieces, (piece) => piece.length === 0) }),
    Effect.catchAll(
      Option.match({
        onNone: () => Effect.succeed(Chunk.empty<Uint8Array>()),
        onSome: (error) =>
          error.reason === "EmptyBody"
            ? Effect.succeed(Chunk.empty<Uint8Array>())
            : Effect.fail(new Passing({ status: Option.none(), retryAfter: Option.none() }))
      })
    )
  )

/** How long to wait before the next try: the server's wish, or a doubling time with jitter. */
const waitBefore = (limits: Limits, next: number, { retryAfter }: Passing) =>
  Effect.map(Random.nextRange(0.5, 1), (jitter) =>
    Duration.max(
      Duration.times(limits.backoff, 2 ** (next - 2) * jitter),
      Duration.seconds(Option.getOrElse(retryAfter, () => 0))
    )
  )

const joined = (pieces: Chunk.Chunk<Uint8Array>, length: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** What every exchange of one client shares. */
interface Exchange {
  readonly client: HttpClient.HttpClient.With<HttpClientError.HttpClientError, Scope.Scope>
  readonly subject: string
  readonly limits: Limits
}

const noAnswer = () => new Passing({ status: Option.none(), retryAfter: Option.none() })

/** Sends the request once; answers with whatever status came. */
const send = ({ client, subject }: Exchange, request: HttpClientRequest.HttpClientRequest) =>
  client.execute(request).pipe(
    // A redirect would carry the key, or the client's text, to where nobody sent it.
    Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
    Effect.catchTags({
      RequestError: (error) => Effect.fail(error.reason === "Transport" ? noAnswer() : failures(subject).failed()),
      ResponseError: () => Effect.fail(failures(subject).failed())
    })
  )

/** Sends the request once, and waits until the body of a 2xx begins. */
const begin = (exchange: Exchange, request: HttpClientRequest.HttpClientRequest) =>
  Effect.gen(function* () {
    const say = failures(exchange.subject)
    const response = yield* send(exchange, request)
    yield* checkStatus(response)
    const pull = yield* Stream.toPull(response.stream)
    const first = yield* firstPiece(pull)
    const next = pull.pipe(
      Effect.mapError(Option.map((): EngineFailure => say.brokeOff())),
      Effect.timeoutFail({ duration: exchange.limits.silence, onTimeout: () => Option.some(say.timeout()) })
    )
    const rest = Chunk.isEmpty(first) ? Stream.empty : Stream.repeatEffectChunkOption(next)
    return { ...contentTypeOf(response), body: Stream.concat(Stream.fromChunk(first), rest) }
  }).pipe(Effect.timeoutFail({ duration: exchange.limits.firstByte, onTimeout: failures(exchange.subject).timeout }))

/** One try, in a scope of its own that ends at once when it fails. */
const attempt = (exchange: Exchange, request: HttpClientRequest.HttpClientRequest) =>
  Effect.gen(function* () {
    const scope = yield* Effect.acquireRelease(Scope.make(), closeQuietly)
    return yield* begin(exchange, request).pipe(
      Scope.extend(scope),
      Effect.onError(() => closeQuietly(scope))
    )
  })

/** Tries until there is an answer, a failure that lasts, or no more tries. */
const open = (
  exchange: Exchange,
  request: HttpClientRequest.HttpClientRequest,
  tried = 1
): Effect.Effect<Answer, EngineFailure | Refused, Scope.Scope> =>
  attempt(exchange, request).pipe(
    Effect.catchTag("Passing", (failure) =>
      Effect.gen(function* () {
        const { limits, subject } = exchange
        const wait = yield* waitBefore(limits, tried + 1, failure)
        const enough = tried >= limits.tries || Duration.greaterThan(wait, limits.longestWait)
        if (enough) return yield* Effect.fail(lasting(subject, failure))
        yield* Effect.sleep(wait)
        return yield* open(exchange, request, tried + 1)
      })
    )
  )

const collect = (exchange: Exchange, answer: Answer, limit: number): Effect.Effect<WholeAnswer, EngineFailure> =>
  Effect.gen(function* () {
    let length = 0
    const pieces = yield* answer.body.pipe(
      Stream.tap((piece) => {
        length += piece.length
        return length > limit ? Effect.fail(failures(exchange.subject).tooLarge()) : Effect.void
      }),
      Stream.runCollect
    )
    const { contentType, parameters } = answer
    return { contentType, parameters, bytes: joined(pieces, length) }
  })

const probe = (exchange: Exchange, request: HttpClientRequest.HttpClientRequest, patience: Duration.Duration) =>
  send(exchange, request).pipe(
    Effect.flatMap(checkStatus),
    Effect.catchTags({
      // A server without this route is there all the same.
      Refused: (refused) =>
        refused.status === 401 || refused.status === 403
          ? Effect.fail(refusal(exchange.subject)(refused))
          : Effect.void,
      Passing: (failure) => Effect.fail(lasting(exchange.subject, failure))
    }),
    Effect.scoped,
    Effect.timeoutFail({ duration: patience, onTimeout: failures(exchange.subject).timeout })
  )

/** A client for `endpoint`. `subject` is what messages call it, e.g. "the speech engine". */
export const make = (
  endpoint: Endpoint,
  subject: string,
  limits: Limits = defaultLimits
): Effect.Effect<Transport, never, HttpClient.HttpClient> =>
  Effect.map(HttpClient.HttpClient, (http) => {
    // Trace ids are this house's own affair.
    const client = http.pipe(HttpClient.withScope, HttpClient.withTracerPropagation(false))
    const exchange: Exchange = { client, subject, limits }
    const base = endpoint.url.replace(/\/+$/, "")
    const authorized = Option.match(endpoint.apiKey, {
      onNone: () => (request: HttpClientRequest.HttpClientRequest) => request,
      onSome: (key) => HttpClientRequest.bearerToken(key)
    })
    return {
      get: (path) => authorized(HttpClientRequest.get(base + path)),
      post: (path, body) => authorized(HttpClientRequest.bodyUnsafeJson(HttpClientRequest.post(base + path), body)),
      open: (request) => open(exchange, request),
      read: (request, limit) =>
        open(exchange, request).pipe(
          Effect.flatMap((answer) => collect(exchange, answer, limit)),
          Effect.scoped,
          Effect.timeoutFail({ duration: limits.whole, onTimeout: failures(subject).timeout })
        ),
      probe: (request, patience) => probe(exchange, request, patience)
    }
  })
