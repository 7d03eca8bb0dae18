/** The dashboard's contract: API keys. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { RateLimitPerMinute } from "../access/Authentication.ts"
import { ApiKeyId, WalletId } from "../Domain.ts"
import * as Errors from "../Errors.ts"
import { data, isText, Time } from "./ListApi.ts"
import { AdminSession, PREFIX } from "./SessionApi.ts"

/** What a person calls a key or a wallet. */
export const Name = Schema.Trim.pipe(
  Schema.minLength(1, { message: () => "must not be empty" }),
  Schema.maxLength(100, { message: () => "must have at most 100 characters" }),
  Schema.filter((name) => isText(name) && !/[\p{Cc}\p{Bidi_Control}]/u.test(name), {
    message: () => "must be one line of text, without marks of direction"
  })
)

const RateLimit = RateLimitPerMinute.annotations({
  description: "Requests a minute; null where the server's setting holds"
})

export const Key = Schema.Struct({
  id: ApiKeyId,
  name: Schema.String,
  wallet_id: WalletId,
  wallet_name: Schema.String,
  last_four: Schema.String.annotations({ description: "The last four characters of the secret" }),
  rate_limit_per_minute: Schema.NullOr(Schema.Int),
  created_at: Time,
  last_used_at: Schema.NullOr(Time),
  revoked_at: Schema.NullOr(Time)
}).annotations({ identifier: "DashboardKey" })
export type Key = typeof Key.Type

export const NewKey = Schema.Struct({
  wallet_id: WalletId,
  name: Name,
  rate_limit_per_minute: Schema.optionalWith(RateLimit, { nullable: true, as: "Option" })
}).annotations({ identifier: "NewKey", parseOptions: { errors: "all" } })
export type NewKey = typeof NewKey.Type

export const CreatedKey = Schema.Struct({
  key: Key,
  secret: Schema.String.annotations({ description: "Shown this once; only its hash is kept", examples: ["sk_…"] })
}).annotations({ identifier: "CreatedKey" })

/** A secret for the session's own use, good for what the key is good for. */
export const LentSecret = Schema.Struct({
  secret: Schema.String.annotations({ description: "Works as the key's own until it expires or the session ends" }),
  expires_at: Time
}).annotations({ identifier: "LentSecret" })

const keyId = HttpApiSchema.param("keyId", ApiKeyId)

export class KeysApi extends HttpApiGroup.make("dashboardKeys")
  .add(
    HttpApiEndpoint.get("keys", "/keys")
      .setUrlParams(Schema.Struct({ wallet_id: Schema.optional(WalletId) }))
      .addSuccess(data(Schema.Array(Key)))
      .annotate(OpenApi.Summary, "All keys, or those of a wallet, newest first")
  )
  .add(
    HttpApiEndpoint.post("createKey", "/keys")
      .setPayload(NewKey)
      .addSuccess(data(CreatedKey), { status: 201 })
      .addError(Errors.wire(Errors.NotFound))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Summary, "Make a key; the answer shows its secret, this once")
  )
  .add(
    HttpApiEndpoint.del("revokeKey")`/keys/${keyId}`
      .addSuccess(HttpApiSchema.NoContent)
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Summary, "Revoke a key: it is refused within a second, and its open sessions end")
  )
  .add(
    HttpApiEndpoint.post("lendSecret")`/keys/${keyId}/secrets`
      .addSuccess(data(LentSecret), { status: 201 })
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Summary, "A secret for the playground, which acts as the key for an hour at most")
  )
  .middleware(AdminSession)
  .prefix(PREFIX)
  .annotate(OpenApi.Title, "Dashboard") {}
