/** The dashboard's contract: what was asked of the server, and the paid jobs that came of it. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { ApiKeyId, JobId, WalletId } from "../Domain.ts"
import * as Errors from "../Errors.ts"
import { data, Etb, page, pageOf, Search, Time } from "./ListApi.ts"
import { AdminSession, PREFIX } from "./SessionApi.ts"

/** What the server is asked for, as the overview tells it apart. */
export const Capability = Schema.Literal(
  "voice",
  "legacy_voice",
  "chat",
  "translation",
  "speech_to_text",
  "transcription",
  "conversation",
  "other"
).annotations({ identifier: "Capability" })
export type Capability = typeof Capability.Type

/** What costs money, as the ledger names it. */
export const Operation = Schema.Literal(
  "voice.generation",
  "voice.legacy",
  "chat",
  "translation",
  "speech_to_text",
  "transcription",
  "conversation"
).annotations({ identifier: "Operation" })

export const Job = Schema.Struct({
  id: JobId,
  operation: Operation,
  wallet_id: WalletId,
  wallet_name: Schema.String,
  client_request_id: Schema.NullOr(Schema.String),
  x_request_id: Schema.NullOr(Schema.String).annotations({ description: "The `x-request-id` of what asked for it" }),
  state: Schema.Literal("running", "settled", "failed"),
  hold: Etb.annotations({ description: "What it holds of the wallet while it runs" }),
  charge: Schema.NullOr(Etb).annotations({ description: "What it cost; null until it is settled" }),
  failure: Schema.NullOr(Schema.String).annotations({ description: "The code of the error that ended it" }),
  created_at: Time,
  ended_at: Schema.NullOr(Time)
}).annotations({ identifier: "DashboardJob" })
export type Job = typeof Job.Type

export const RequestEntry = Schema.Struct({
  id: Schema.String.annotations({ description: "The `x-request-id` that the client was told" }),
  at: Time.annotations({ description: "When it came" }),
  method: Schema.NullOr(Schema.String).annotations({ description: "Null, as route and status, while it is answered" }),
  route: Schema.NullOr(Schema.String).annotations({
    description: "The pattern of its path; the path itself where no route has it"
  }),
  capability: Capability,
  status: Schema.NullOr(Schema.Int),
  code: Schema.NullOr(Schema.String).annotations({
    description: "The code of the error that answered it, or broke its answer off; null where it went well"
  }),
  duration_ms: Schema.Number.annotations({
    description: "Milliseconds from its arrival to the end of its answer, or to now"
  }),
  wallet_id: Schema.NullOr(WalletId),
  wallet_name: Schema.NullOr(Schema.String),
  key_id: Schema.NullOr(ApiKeyId),
  key_name: Schema.NullOr(Schema.String),
  cost: Schema.NullOr(Etb).annotations({ description: "What its jobs cost; null where it had none" }),
  running: Schema.Int.annotations({ description: "Its jobs that still run" })
}).annotations({ identifier: "RequestEntry" })
export type RequestEntry = typeof RequestEntry.Type

export const RequestDetail = Schema.Struct({ ...RequestEntry.fields, jobs: Schema.Array(Job) }).annotations({
  identifier: "RequestDetail"
})

export const RequestFilter = Schema.Struct({
  ...page,
  capability: Schema.optional(Capability),
  outcome: Schema.optional(Schema.Literal("ok", "error")),
  code: Schema.optional(Schema.String),
  wallet_id: Schema.optional(WalletId),
  key_id: Schema.optional(ApiKeyId),
  search: Search.annotations({
    description: "A whole request id: an `x-request-id`, a `client_request_id` or `request_id`, or a job's id"
  })
})
export type RequestFilter = typeof RequestFilter.Type

export class RequestsApi extends HttpApiGroup.make("dashboardRequests")
  .add(
    HttpApiEndpoint.get("requests", "/requests")
      .setUrlParams(RequestFilter)
      .addSuccess(pageOf(RequestEntry))
      .addError(Errors.InvalidInput)
      .annotate(
        OpenApi.Summary,
        "A page of requests, newest first: those that were answered; a search also finds one whose jobs still run"
      )
  )
  .add(
    HttpApiEndpoint.get("request")`/requests/${HttpApiSchema.param("requestId", Schema.String)}`
      .addSuccess(data(RequestDetail))
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Summary, "One request, with its jobs")
  )
  .add(
    HttpApiEndpoint.get("runningJobs", "/jobs/running")
      .setUrlParams(Schema.Struct({ wallet_id: Schema.optional(WalletId) }))
      .addSuccess(data(Schema.Array(Job)))
      .annotate(OpenApi.Summary, "The jobs that run now, of all wallets or of one, with what they hold; 1,000 at most")
  )
  .middleware(AdminSession)
  .prefix(PREFIX)
  .annotate(OpenApi.Title, "Dashboard") {}
