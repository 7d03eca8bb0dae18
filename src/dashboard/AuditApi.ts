/** The dashboard's contract: what was changed by way of it. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import * as Errors from "../Errors.ts"
import { page, pageOf, Time } from "./ListApi.ts"
import { AdminSession, PREFIX } from "./SessionApi.ts"

/** What can be done by way of the dashboard. */
export const Action = Schema.Literal(
  "session.begin",
  "session.end",
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
).annotations({ identifier: "AuditAction" })
export type Action = typeof Action.Type

export const AuditEntry = Schema.Struct({
  id: Schema.String,
  at: Time,
  session_id: Schema.String,
  action: Action,
  target: Schema.NullOr(Schema.String).annotations({ description: "The id of what was changed" }),
  details: Schema.Record({ key: Schema.String, value: Schema.Union(Schema.String, Schema.Number, Schema.Boolean) })
}).annotations({ identifier: "AuditEntry" })
export type AuditEntry = typeof AuditEntry.Type

export class AuditApi extends HttpApiGroup.make("dashboardAudit")
  .add(
    HttpApiEndpoint.get("audit", "/audit")
      .setUrlParams(Schema.Struct({ ...page, action: Schema.optional(Action) }))
      .addSuccess(pageOf(AuditEntry))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Summary, "A page of what was changed, when and by which session, newest first")
  )
  .middleware(AdminSession)
  .prefix(PREFIX)
  .annotate(OpenApi.Title, "Dashboard") {}
