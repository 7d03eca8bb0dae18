/** The dashboard's contract: API keys. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Option, Schema } from "effect"
import { RateLimitPerMinute } from "../../access/Authentication.ts"
import { ApiKeyId, mostCharacters, WalletId } from "../../Domain.ts"
import * as Errors from "../../Errors.ts"
import { data, described, EXAMPLE, isText, ofWallet, owner, Time } from "../ListApi.ts"
import { AdminSession, PREFIX } from "../session/SessionApi.ts"

/** What a person calls a key or a wallet. */
export const Name = Schema.Trim.pipe(
  Schema.minLength(1, { message: () => "must not be empty" }),
  mostCharacters(100),
  Schema.filter((name) => isText(name) && !/[\p{Cc}\p{Bidi_Control}]/u.test(name), {
    message: () => "must be one line of text, without marks of direction"
  })
)

const RATE_LIMIT = { description: "Requests a minute; null where the server's setting holds" }

const exampleKey = {
  id: EXAMPLE.key,
  name: "Library app",
  wallet_id: EXAMPLE.wallet,
  wallet_name: "Main",
  last_four: "x7Qd",
  rate_limit_per_minute: null,
  created_at: EXAMPLE.time,
  last_used_at: null,
  revoked_at: null
} as const

export const Key = Schema.Struct({
  id: ApiKeyId.annotations({ description: "The key's id, which opens nothing" }),
  name: Schema.String.annotations({ description: "What the key is called" }),
  ...owner,
  last_four: Schema.String.annotations({ description: "The last four characters of the secret" }),
  rate_limit_per_minute: Schema.NullOr(Schema.Int).annotations(RATE_LIMIT),
  created_at: Time,
  last_used_at: Schema.NullOr(Time).annotations({
    description: "When a request came with it last (ISO 8601, UTC); null where none did"
  }),
  revoked_at: Schema.NullOr(Time).annotations({
    description: "When it was revoked (ISO 8601, UTC); null where it works"
  })
}).annotations({ identifier: "DashboardKey", description: "An API key, without its secret", examples: [exampleKey] })
export type Key = typeof Key.Type

export const NewKey = Schema.Struct({
  wallet_id: WalletId.annotations({ description: "The wallet that pays for what is done with the key" }),
  name: described(Name, "What the key is called: 1 to 100 characters on one line"),
  rate_limit_per_minute: Schema.optionalWith(RateLimitPerMinute.annotations(RATE_LIMIT), {
    nullable: true,
    as: "Option"
  })
}).annotations({
  identifier: "NewKey",
  description: "A key to be made",
  examples: [{ wallet_id: EXAMPLE.wallet, name: "Library app", rate_limit_per_minute: Option.some(120) }]
})
export type NewKey = typeof NewKey.Type

const CreatedKey = Schema.Struct({
  key: Key,
  secret: Schema.String.annotations({ description: "Shown this once; only its hash is kept", examples: ["sk_…"] })
}).annotations({
  identifier: "CreatedKey",
  description: "A key that was made, with its secret",
  examples: [{ key: exampleKey, secret: "sk_…" }]
})

const LentSecret = Schema.Struct({
  secret: Schema.String.annotations({ description: "Works as the key's own until it expires or the session ends" }),
  expires_at: Time.annotations({ description: "When it stops working at the latest (ISO 8601, UTC)" })
}).annotations({
  identifier: "LentSecret",
  description: "A secret for the session's own use, good for what the key is good for",
  examples: [{ secret: "sk_…", expires_at: "2026-11-22T09:00:00.000Z" }]
})

const keyId = HttpApiSchema.param("keyId", ApiKeyId.annotations({ description: "The key's id" }))

export class KeysApi extends HttpApiGroup.make("dashboardKeys")
  .add(
    HttpApiEndpoint.get("keys", "/keys")
      .setUrlParams(Schema.Struct({ wallet_id: ofWallet }))
      .addSuccess(data(Schema.Array(Key).annotations({ description: "The keys, newest first" })))
      .annotate(OpenApi.Identifier, "listKeys")
      .annotate(OpenApi.Summary, "All keys, or those of a wallet, newest first")
      .annotate(OpenApi.Description, "Also those that were revoked. Of a secret its last four characters are known.")
  )
  .add(
    HttpApiEndpoint.post("createKey", "/keys")
      .setPayload(NewKey)
      .addSuccess(data(CreatedKey), { status: 201 })
      .addError(Errors.wire(Errors.NotFound))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Identifier, "createKey")
      .annotate(OpenApi.Summary, "Make a key; the answer shows its secret, this once")
      .annotate(
        OpenApi.Description,
        "It acts for one wallet. Only a hash of the secret is kept: who loses it makes another key."
      )
  )
  .add(
    HttpApiEndpoint.del("revokeKey")`/keys/${keyId}`
      .addSuccess(HttpApiSchema.NoContent)
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Identifier, "revokeKey")
      .annotate(OpenApi.Summary, "Revoke a key: it is refused within a second, and its open sessions end")
      .annotate(OpenApi.Description, "For good. What the key has begun is finished, charged and kept.")
  )
  .add(
    HttpApiEndpoint.post("lendSecret")`/keys/${keyId}/secrets`
      .addSuccess(data(LentSecret), { status: 201 })
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Identifier, "lendKeySecret")
      .annotate(OpenApi.Summary, "A secret for the playground, which acts as the key for an hour at most")
      .annotate(OpenApi.Description, "It ends with the session, and with the key.")
  )
  .middleware(AdminSession)
  .prefix(PREFIX)
  .annotate(OpenApi.Title, "Dashboard") {}
