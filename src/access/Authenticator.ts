/**
 * Who is calling. One door for REST routes (the middleware), raw routes and
 * sockets: the key is read, looked up, counted against its rate limit, told to
 * the access log, and the response gets its headers.
 */
import { type Headers, HttpServerRequest } from "@effect/platform"
import { Effect, Layer, Option } from "effect"
import { type RateLimited, Unauthorized } from "../Errors.ts"
import * as RequestInfo from "../server/RequestInfo.ts"
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
const challenge = RequestInfo.addHeaders({ "www-authenticate": "Bearer" })

const refuse = (problem: Unauthorized) => Effect.zipRight(challenge, Effect.fail(problem))

export class Authenticator extends Effect.Service<Authenticator>()("access/Authenticator", {
  effect: Effect.gen(function* () {
    const keys = yield* ApiKeys
    const rateLimit = yield* RateLimit

    const admit = (identity: Identity) =>
      Effect.flatMap(rateLimit.take(identity.keyId), (admission) => {
        const told = Effect.zipRight(RequestInfo.identify(identity), RequestInfo.addHeaders(headersOf(admission)))
        return admission.admitted ? Effect.as(told, identity) : Effect.zipRight(told, Effect.fail(refusal(admission)))
      })

    /** Who holds this secret; for where no header can be sent, such as a socket's query. */
    const authenticateSecret = (secret: string): Effect.Effect<Identity, Unauthorized | RateLimited> =>
      KeySecret.isSecret(secret)
        ? Effect.flatMap(
            keys.authenticate(secret),
            (found): Effect.Effect<Identity, Unauthorized | RateLimited> =>
              Option.isSome(found) ? admit(found.value) : refuse(unknown())
          )
        : refuse(malformed())

    const authenticateBy = (header: Header): Effect.Effect<Identity, Unauthorized | RateLimited> => {
      const secret = secretIn(header)
      return typeof secret === "string" ? authenticateSecret(secret) : refuse(secret)
    }

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
      const admission = rateLimit.unsafeTake(found.value.keyId, now)
      if (!admission.admitted) return false
      record.keyId = found.value.keyId
      record.walletId = found.value.walletId
      record.headers = headersOf(admission)
      return true
    }

    return {
      unsafeAdmit,
      /** Who sends these headers. */
      authenticate: (headers: Headers.Headers) => authenticateBy((name) => headers[name]),
      /** Who sends this request. */
      authenticateRequest: (request: HttpServerRequest.HttpServerRequest) =>
        authenticateBy((name) => RequestInfo.headerOf(request, name)),
      authenticateSecret
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
  Effect.map(Authenticator, (authenticator) =>
    Authentication.of(Effect.flatMap(HttpServerRequest.HttpServerRequest, authenticator.authenticateRequest))
  )
)
