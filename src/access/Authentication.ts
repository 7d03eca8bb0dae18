/**
 * The declaration that a route needs an API key, and what it then knows. Only
 * tags and schemas, so that a client can be derived from the routes that use
 * it; `Authenticator` does the work.
 */
import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import { Context, Schema } from "effect"
import type { ApiKeyId, WalletId } from "../Domain.ts"
import { RateLimited, Unauthorized, wire } from "../Errors.ts"
import { wire as openAiWire } from "../http/OpenAiErrors.ts"

/** Requests a minute that a key may be given of its own. */
const MAX_RATE_LIMIT = 1_000_000
const RANGE = `must be a whole number from 1 to ${MAX_RATE_LIMIT}`

export const RateLimitPerMinute = Schema.Number.pipe(
  Schema.int({ message: () => RANGE }),
  Schema.between(1, MAX_RATE_LIMIT, { message: () => RANGE })
)

/** Whose request it is. */
export interface Identity {
  readonly keyId: ApiKeyId
  readonly walletId: WalletId
  /** Requests a minute that the key may make, where it has a limit of its own. */
  readonly perMinute?: number
  /** The hash of the secret, where it was lent (`SessionSecrets`) and is not the key's own: it may end before the key. */
  readonly lent?: string
}

/** The key and the wallet of the current request. */
export class Caller extends Context.Tag("access/Caller")<Caller, Identity>() {}

/** Demands an API key of a route and provides its `Caller`. `server/ApiDocument` shows it in the OpenAPI document. */
export class Authentication extends HttpApiMiddleware.Tag<Authentication>()("access/Authentication", {
  provides: Caller,
  failure: Schema.Union(wire(Unauthorized), wire(RateLimited))
}) {}

/** The same of a route of OpenAI's protocols, which is refused in their form. */
export class OpenAiAuthentication extends HttpApiMiddleware.Tag<OpenAiAuthentication>()("access/OpenAiAuthentication", {
  provides: Caller,
  failure: Schema.Union(openAiWire(Unauthorized), openAiWire(RateLimited))
}) {}
