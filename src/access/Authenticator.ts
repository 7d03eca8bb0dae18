/**
 * Who is calling. One door for REST routes (the middleware), raw routes and
 * sockets: the key is read, looked up, counted against its rate limit, told to
 * the access log, and the response gets its headers.
 */
import { type Headers, HttpApp, HttpServerRequest, HttpServerResponse } from "@effect/platform"
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

/**
 * The one key that the headers hold. Another scheme of `Authorization` is not a
 * key: a proxy in front may use it for itself.
 */
const secretIn = (headers: Headers.Headers): string | Unauthorized => {
  const own = headers["x-api-key"]?.trim()
  const authorization = headers.authorization
  const bearer = authorization === undefined ? undefined : BEARER.exec(authorization.trim())?.[1]
  if (own !== undefined && own !== "") return bearer === undefined || bearer === own ? own : contradicting()
  return bearer ?? missing()
}

/** RFC 9110 asks a 401 to name a scheme; `Bearer` is the registered one of the two that work. */
const withChallenge = HttpApp.appendPreResponseHandler((_, response) =>
  Effect.succeed(
    response.status === 401 ? HttpServerResponse.setHeader(response, "www-authenticate", "Bearer") : response
  )
)

const refuse = (problem: Unauthorized) => Effect.zipRight(withChallenge, Effect.fail(problem))

export class Authenticator extends Effect.Service<Authenticator>()("access/Authenticator", {
  effect: Effect.gen(function* () {
    const keys = yield* ApiKeys
    const rateLimit = yield* RateLimit

    const admit = (identity: Identity) =>
      Effect.flatMap(rateLimit.take(identity.keyId), (admission) => {
        const headers = headersOf(admission)
        const told = Effect.zipRight(
          RequestInfo.identify(identity),
          HttpApp.appendPreResponseHandler((_, response) =>
            Effect.succeed(HttpServerResponse.setHeaders(response, headers))
          )
        )
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

    /** Who sends these headers. */
    const authenticate = (headers: Headers.Headers): Effect.Effect<Identity, Unauthorized | RateLimited> => {
      const secret = secretIn(headers)
      return typeof secret === "string" ? authenticateSecret(secret) : refuse(secret)
    }

    return { authenticate, authenticateSecret }
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
    Authentication.of(
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => authenticator.authenticate(request.headers))
    )
  )
)
