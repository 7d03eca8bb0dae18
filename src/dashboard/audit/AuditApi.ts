/** The dashboard's contract: changes that were made by the dashboard and the command line, and sign-ins that were refused. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import * as Errors from "../../Errors.ts"
import { EXAMPLE, page, pageOf, Time } from "../ListApi.ts"
import { AdminSession, PREFIX } from "../session/SessionApi.ts"

/** What is told of. */
export const Action = Schema.Literal(
  "session.begin",
  "session.end",
  "session.refuse",
  "link.create",
  "key.create",
  "key.revoke",
  "key.lend",
  "wallet.create",
  "wallet.credit",
  "voice.change",
  "clip.delete",
  "transcription.delete",
  "upload.delete",
  "engine.test"
).annotations({
  identifier: "AuditAction",
  description: "What was done: the kind of thing, and what became of it",
  examples: ["wallet.credit"]
})
export type Action = typeof Action.Type

export const AuditEntry = Schema.Struct({
  id: Schema.String.annotations({ description: "The entry's id" }),
  at: Time.annotations({ description: "When it was done (ISO 8601, UTC)" }),
  via: Schema.Literal("dashboard", "command_line").annotations({ description: "By what it was done" }),
  session_id: Schema.NullOr(Schema.String).annotations({
    description: "The session that did it, as signing in named it; null where there was none"
  }),
  action: Action,
  target: Schema.NullOr(Schema.String).annotations({
    description: "The id of what was changed; null where it was the session"
  }),
  details: Schema.Record({
    key: Schema.String,
    value: Schema.Union(Schema.String, Schema.Number, Schema.Boolean)
  }).annotations({ description: "What it was changed to, by the names of the request's fields; amounts in ETB" })
}).annotations({
  identifier: "AuditEntry",
  description: "A change that was made, or an attempt to sign in that was refused",
  examples: [
    {
      id: "aud_01kafr2b4d6f8h0k2m4p6q8s0t",
      at: EXAMPLE.time,
      via: "dashboard",
      session_id: "ses_01kafr1a3c5e7g9j1k3n5p7r9t",
      action: "wallet.credit",
      target: EXAMPLE.wallet,
      details: { amount: 250, note: "Invoice 2026-114" }
    }
  ]
})
export type AuditEntry = typeof AuditEntry.Type

export class AuditApi extends HttpApiGroup.make("dashboardAudit")
  .add(
    HttpApiEndpoint.get("audit", "/audit")
      .setUrlParams(
        Schema.Struct({
          ...page,
          action: Schema.optional(Action.annotations({ description: "Changes of this kind alone" }))
        })
      )
      .addSuccess(pageOf(AuditEntry))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Identifier, "listAuditEntries")
      .annotate(OpenApi.Summary, "A page of what was changed, when and by which session, newest first")
      .annotate(OpenApi.Description, "Entries are never changed.")
  )
  .middleware(AdminSession)
  .prefix(PREFIX)
  .annotate(OpenApi.Title, "Dashboard") {}
