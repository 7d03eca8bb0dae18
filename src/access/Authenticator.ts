/**
 * Who is calling. One decision for every way in, REST routes (the middleware),
 * raw routes and answers kept in memory: the key is read, looked up, counted
 * against its rate limit and noted for the access log, and the response gets its headers.
 */
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { type Clock, Context, Effect, Either, Layer, Option } from "effect"
import { isApiKey } from "../Domain.ts"
import { type RateLimited, Unauthorized } from "../Errors.ts"
import * as RequestInfo from "../http/RequestInfo.ts"
import * as Monotonic from "../runtime/Monotonic.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { Authentication, type Identity, OpenAiAuthentication } from "./Authentication.ts"
import * as KeySecret from "./KeySecret.ts"
import { headersOf, RateLimit, refusal } from "./RateLimit.ts"
import type { BucketDecision } from "./TokenBuckets.ts"

const HOW = "send your API key in the header x-api-key, or as Authorization: Bearer sk_…"

const missing = () => new Unauthorized({ message: `an API key is missing; ${HOW}` })
const contradicting = () =>
  new Unauthorized({ message: "x-api-key and Authorization hold two different API keys; send one key" })
const malformed = () => new Unauthorized({ message: `the API key is malformed; ${KeySecret.FORMAT_IN_WORDS}` })
const unknown = () => new Unauthorized({ message: `the API key is unknown or revoked; ${HOW}` })

const BEARER = /^Bearer +(\S.*)$/i

type Secret = Either.Either<string, Unauthorized>

const wellFormed = (secret: string): Secret => (isApiKey(secret) ? Either.right(secret) : Either.left(malformed()))

/** What the header of ours holds, whatever it is. */
export const apiKeyHeaderOf = (request: HttpServerRequest.HttpServerRequest): string | undefined =>
  RequestInfo.headerOf(request, "x-api-key")?.trim() || undefined

/** The bearer token. Another scheme of `Authorization` is not a key: a proxy in front may use it for itself. */
export const bearerOf = (request: HttpServerRequest.HttpServerRequest): string | undefined => {
  const authorization = RequestInfo.headerOf(request, "authorization")
  return authorization === undefined ? undefined : BEARER.exec(authorization.trim())?.[1]
}

/** The one key that the request's headers hold. */
const secretOf = (request: HttpServerRequest.HttpServerRequest): Secret => {
  const own = apiKeyHeaderOf(request)
  const bearer = bearerOf(request)
  if (own !== undefined && bearer !== undefined && bearer !== own) return Either.left(contradicting())
  const secret = own ?? bearer
  return secret === undefined ? Either.left(missing()) : wellFormed(secret)
}

/** RFC 9110 asks a 401 to name a scheme; `Bearer` is the registered one of the two that work. */
const CHALLENGE = { "www-authenticate": "Bearer" }

/** The record of the request; none outside a request. */
type MaybeRecord = RequestInfo.RequestRecord | undefined

/** The caller, or why the request is refused. Like every `Either` it can be run as an effect. */
type AuthenticationResult = Either.Either<Identity, Unauthorized | RateLimited>

export class Authenticator extends Effect.Service<Authenticator>()("access/Authenticator", {
  effect: Effect.gen(function* () {
    const keys = yield* ApiKeys
    const rateLimit = yield* RateLimit

    const refuse = (problem: Unauthorized, record: MaybeRecord): AuthenticationResult => {
      RequestInfo.addHeadersTo(record, CHALLENGE)
      return Either.left(problem)
    }

    /** The verdict once the request was counted. */
    const counted = (owner: Identity, record: MaybeRecord, admission: BucketDecision): AuthenticationResult => {
      RequestInfo.identify(record, owner)
      RequestInfo.addHeadersTo(record, headersOf(admission))
      return admission.admitted ? Either.right(owner) : Either.left(refusal(admission))
    }

    /** The verdict once it is known whose the key is; none where its bucket must be asked. */
    const admit = (
      owner: Option.Option<Identity>,
      record: MaybeRecord,
      now: number
    ): AuthenticationResult | undefined => {
      if (Option.isNone(owner)) return refuse(unknown(), record)
      const admission = rateLimit.take(owner.value.keyId, now, owner.value.perMinute)
      return admission === undefined ? undefined : counted(owner.value, record, admission)
    }

    /** The same, in whatever time it takes. */
    const admitAsking = (
      owner: Option.Option<Identity>,
      record: MaybeRecord
    ): Effect.Effect<Identity, Unauthorized | RateLimited> =>
      Option.match(owner, {
        onNone: () => refuse(unknown(), record),
        onSome: (known) =>
          Effect.flatMap(rateLimit.ask(known.keyId, known.perMinute), (admission) => counted(known, record, admission))
      })

    /** The verdict from memory; none, with nothing counted or noted, where something must be asked. */
    const decide = (secret: Secret, record: MaybeRecord, now: number): AuthenticationResult | undefined => {
      if (Either.isLeft(secret)) return refuse(secret.left, record)
      const owner = keys.remembered(secret.right, now)
      return owner === undefined ? undefined : admit(owner, record, now)
    }

    const settle = (secret: Secret, record: MaybeRecord, clock: Clock.Clock) =>
      decide(secret, record, Monotonic.unsafeMillis(clock)) ??
      secret.pipe(
        Effect.flatMap(keys.authenticate),
        Effect.flatMap((owner) => admit(owner, record, Monotonic.unsafeMillis(clock)) ?? admitAsking(owner, record))
      )

    return {
      /**
       * Who sends the request, without waiting, at `now` (milliseconds of the
       * monotonic clock); undefined, with nothing counted or noted, where the key
       * must be looked up, or its bucket asked.
       */
      unsafeDecide: (
        request: HttpServerRequest.HttpServerRequest,
        record: RequestInfo.RequestRecord,
        now: number
      ): AuthenticationResult | undefined => decide(secretOf(request), record, now),
      /** Who sends the current request. */
      authenticateRequest: Effect.clockWith((clock) =>
        Effect.withFiberRuntime<Identity, Unauthorized | RateLimited, HttpServerRequest.HttpServerRequest>(
          ({ currentContext }) => {
            const request = Context.unsafeGet(currentContext, HttpServerRequest.HttpServerRequest)
            return settle(secretOf(request), RequestInfo.recordIn(currentContext), clock)
          }
        )
      ),
      /** Who holds this secret; for where no header can be sent, such as a socket's query. */
      authenticateSecret: (secret: string): Effect.Effect<Identity, Unauthorized | RateLimited> =>
        Effect.clockWith((clock) =>
          Effect.withFiberRuntime(({ currentContext }) =>
            settle(wellFormed(secret), RequestInfo.recordIn(currentContext), clock)
          )
        )
    }
  })
}) {}

/** The middlewares, live. */
export const layer: Layer.Layer<Authentication | OpenAiAuthentication, never, Authenticator> = Layer.effectContext(
  Effect.map(Authenticator, ({ authenticateRequest }) =>
    Context.make(Authentication, authenticateRequest).pipe(Context.add(OpenAiAuthentication, authenticateRequest))
  )
)
