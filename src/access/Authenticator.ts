/**
 * Who is calling. One door for REST routes (the middleware), raw routes and
 * sockets: the key is read, looked up, counted against its rate limit, told to
 * the access log, and the response gets its headers.
 */
import { type Headers, HttpServerRequest } from "@effect/platform"
import { Context, Effect, Layer, Option } from "effect"
import { type RateLimited, Unauthorized } from "../Errors.ts"
import * as RequestInfo from "../http/RequestInfo.ts"
import * as Monotonic from "../Monotonic.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { Authentication, type Identity } from "./Authentication.ts"
import * as KeySecret from "./KeySecret.ts"
import { headersOf, RateLimit, refusal } from "./RateLimit.ts"

const HOW = "send your API key in the header x-api-key, or as Authorization: Bearer sk_…"

const missing = () => new Unauthorized({ message: `an API key is missing; ${HOW}` })
const contradicting = () =>
  new Unauthorized({ message: "x-api-key and Authorization hold two different API keys; send one key" })
const malformed = () => new Unauthorized({ message: `the API key is malformed; ${KeySecret.FORMAT_IN_WORDS}` })
const unknown = () => new Unauthorized({ message: `the API key is unknown or revoked; ${HOW}` })

const BEARER = /^Bearer +(\S.*)$/i

/** Finds a header by its name in lower case. */
type Header = (name: string) => string | undefined

/**
 * The one key that the headers hold. Another scheme of `Authorization` is not a
 * key: a proxy in front may use it for itself.
 */
const secretIn = (header: Header): string | Unauthorized => {
  const own = header("x-api-key")?.trim()
  const authorization = header("authorization")
  const bearer = authorization === undefined ? undefined : BEARER.exec(authorization.trim())?.[1]
  if (own !== undefined && own !== "") return bearer === undefined || bearer === own ? own : contradicting()
  return bearer ?? missing()
}

/** RFC 9110 asks a 401 to name a scheme; `Bearer` is the registered one of the two that work. */
const CHALLENGE = { "www-authenticate": "Bearer" }

/** Of the request that is being decided on; there is none outside one. */
type RecordToTell = RequestInfo.RequestRecord | undefined

const refuse = (problem: Unauthorized, record: RecordToTell): Effect.Effect<never, Unauthorized> => {
  RequestInfo.addHeadersTo(record, CHALLENGE)
  return Effect.fail(problem)
}

type Authenticated = Effect.Effect<Identity, Unauthorized | RateLimited>

export class Authenticator extends Effect.Service<Authenticator>()("access/Authenticator", {
  effect: Effect.gen(function* () {
    const keys = yield* ApiKeys
    const rateLimit = yield* RateLimit

    const admit = (identity: Identity, record: RecordToTell, now: number): Authenticated => {
      const admission = rateLimit.take(identity.keyId, now)
      RequestInfo.identify(record, identity)
      RequestInfo.addHeadersTo(record, headersOf(admission))
      return admission.admitted ? Effect.succeed(identity) : Effect.fail(refusal(admission))
    }

    const decide = (found: Option.Option<Identity>, record: RecordToTell, now: number): Authenticated =>
      Option.isSome(found) ? admit(found.value, record, now) : refuse(unknown(), record)

    /** For every request, so the common case, a key that is remembered, is no more than plain code. */
    const settle = (secret: string | Unauthorized, record: RecordToTell): Authenticated => {
      if (typeof secret !== "string") return refuse(secret, record)
      if (!KeySecret.isSecret(secret)) return refuse(malformed(), record)
      return Effect.clockWith((clock) => {
        const now = Monotonic.unsafeMillis(clock)
        const remembered = keys.remembered(secret, now)
        return remembered === undefined
          ? Effect.flatMap(keys.authenticate(secret), (found) => decide(found, record, Monotonic.unsafeMillis(clock)))
          : decide(remembered, record, now)
      })
    }

    const settleHere = (secret: string | Unauthorized): Authenticated =>
      Effect.withFiberRuntime((fiber) => settle(secret, RequestInfo.recordIn(fiber.currentContext)))

    /**
     * Admits a request without waiting, and tells its record: one whose key is
     * remembered and within its limit. Of any other nothing is counted or told.
     */
    const unsafeAdmit = (
      request: HttpServerRequest.HttpServerRequest,
      record: RequestInfo.RequestRecord,
      now: number
    ): boolean => {
      const secret = secretIn((name) => RequestInfo.headerOf(request, name))
      if (typeof secret !== "string" || !KeySecret.isSecret(secret)) return false
      const found = keys.remembered(secret, now)
      if (found === undefined || Option.isNone(found)) return false
      const admission = rateLimit.take(found.value.keyId, now)
      if (!admission.admitted) return false
      RequestInfo.identify(record, found.value)
      RequestInfo.addHeadersTo(record, headersOf(admission))
      return true
    }

    return {
      unsafeAdmit,
      /** Who sends these headers. */
      authenticate: (headers: Headers.Headers): Authenticated => settleHere(secretIn((name) => headers[name])),
      /** Who sends the current request. */
      authenticateRequest: Effect.withFiberRuntime<
        Identity,
        Unauthorized | RateLimited,
        HttpServerRequest.HttpServerRequest
      >(({ currentContext }) => {
        const request = Context.unsafeGet(currentContext, HttpServerRequest.HttpServerRequest)
        return settle(
          secretIn((name) => RequestInfo.headerOf(request, name)),
          RequestInfo.recordIn(currentContext)
        )
      }),
      /** Who holds this secret; for where no header can be sent, such as a socket's query. */
      authenticateSecret: (secret: string): Authenticated => settleHere(secret)
    }
  })
}) {}

/** Who sends these headers; for raw routes and sockets. Run it in the request's own fiber, so that its response gets the headers. */
export const authenticate = (
  headers: Headers.Headers
): Effect.Effect<Identity, Unauthorized | RateLimited, Authenticator> =>
  Effect.flatMap(Authenticator, (authenticator) => authenticator.authenticate(headers))

/** The middleware, live. */
export const layer: Layer.Layer<Authentication, never, Authenticator> = Layer.effect(
  Authentication,
  Effect.map(Authenticator, (authenticator) => Authentication.of(authenticator.authenticateRequest))
)
