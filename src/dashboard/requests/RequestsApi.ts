/** The dashboard's contract: what was asked of the server, and the paid jobs that came of it. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { ApiKeyId, JobId, WalletId } from "../../Domain.ts"
import * as Errors from "../../Errors.ts"
import { data, Etb, EXAMPLE, ofWallet, owner, page, pageOf, search, Time } from "../ListApi.ts"
import { AdminSession, PREFIX } from "../session/SessionApi.ts"

export const Capability = Schema.Literal(
  "voice",
  "legacy_voice",
  "chat",
  "translation",
  "speech_to_text",
  "transcription",
  "conversation",
  "other"
).annotations({
  identifier: "Capability",
  description: "What the server was asked for; `other` has no capability",
  examples: ["voice"]
})
export type Capability = typeof Capability.Type

export const Operation = Schema.Literal(
  "voice.generation",
  "voice.legacy",
  "chat",
  "embedding",
  "translation",
  "speech_to_text",
  "transcription",
  "conversation"
).annotations({
  identifier: "Operation",
  description: "What cost money, as the ledger names it",
  examples: ["voice.generation"]
})

const mine = { wallet_id: EXAMPLE.wallet, wallet_name: "Main" } as const

const exampleJob = {
  id: EXAMPLE.job,
  operation: "voice.generation",
  ...mine,
  client_request_id: "greeting-1",
  x_request_id: EXAMPLE.request,
  state: "settled",
  hold: 0.2,
  charge: 0.1583,
  failure: null,
  created_at: EXAMPLE.time,
  ended_at: "2026-11-22T08:00:00.420Z"
} as const

export const Job = Schema.Struct({
  id: JobId.annotations({ description: "The job's id" }),
  operation: Operation,
  ...owner,
  client_request_id: Schema.NullOr(Schema.String).annotations({
    description: "The id that the client gave the request; null where it gave none"
  }),
  x_request_id: Schema.NullOr(Schema.String).annotations({
    description: "The `x-request-id` of what asked for it; null where that is not known"
  }),
  state: Schema.Literal("running", "settled", "failed").annotations({
    description: "Whether it runs, was charged, or failed, which costs nothing"
  }),
  hold: Etb.annotations({ description: "What it holds of the wallet while it runs, in ETB" }),
  charge: Schema.NullOr(Etb).annotations({ description: "What it cost, in ETB; null until it is settled" }),
  failure: Schema.NullOr(Schema.String).annotations({
    description: "The code of the error that ended it; null where none did"
  }),
  created_at: Time,
  ended_at: Schema.NullOr(Time).annotations({ description: "ISO 8601, UTC; null while it runs" })
}).annotations({ identifier: "DashboardJob", description: "A paid job", examples: [exampleJob] })
export type Job = typeof Job.Type

const exampleEntry = {
  id: EXAMPLE.request,
  at: EXAMPLE.time,
  method: "POST",
  route: "/api/v1/voice/generations",
  capability: "voice",
  status: 201,
  code: null,
  said: null,
  duration_ms: 421.4,
  ...mine,
  key_id: EXAMPLE.key,
  key_name: "Library app",
  cost: 0.1583,
  running: 0
} as const

export const RequestEntry = Schema.Struct({
  id: Schema.String.annotations({ description: "The `x-request-id` that the client was told" }),
  at: Time.annotations({ description: "When it came (ISO 8601, UTC)" }),
  method: Schema.NullOr(Schema.String).annotations({ description: "Null, as route and status, while it is answered" }),
  route: Schema.NullOr(Schema.String).annotations({
    description: "The pattern of its path; the path itself where no route has it"
  }),
  capability: Capability,
  status: Schema.NullOr(Schema.Int).annotations({ description: "Of the answer; null while it is answered" }),
  code: Schema.NullOr(Schema.String).annotations({
    description: "The code of the error that answered it, or broke its answer off; null where it went well"
  }),
  said: Schema.NullOr(Schema.String).annotations({
    description:
      "What an engine said of its failure, of 300 characters at most and without keys; null where it said nothing"
  }),
  duration_ms: Schema.Number.annotations({
    description: "Milliseconds from its arrival to the end of its answer, or to now"
  }),
  wallet_id: Schema.NullOr(WalletId).annotations({
    description: "The wallet of its key; null where it had no good key"
  }),
  wallet_name: Schema.NullOr(Schema.String).annotations({ description: "What that wallet is called" }),
  key_id: Schema.NullOr(ApiKeyId).annotations({ description: "Its key; null where it had no good one" }),
  key_name: Schema.NullOr(Schema.String).annotations({ description: "What that key is called" }),
  cost: Schema.NullOr(Etb).annotations({ description: "What its jobs cost, in ETB; null where it had none" }),
  running: Schema.Int.annotations({ description: "Its jobs that still run" })
}).annotations({
  identifier: "RequestEntry",
  description: "A request that the server was sent",
  examples: [exampleEntry]
})
export type RequestEntry = typeof RequestEntry.Type

export const RequestDetail = Schema.Struct({
  ...RequestEntry.fields,
  jobs: Schema.Array(Job).annotations({ description: "The paid jobs that it began or waited for" })
}).annotations({
  identifier: "RequestDetail",
  description: "A request with its jobs",
  examples: [{ ...exampleEntry, jobs: [exampleJob] }]
})

export const RequestFilter = Schema.Struct({
  ...page,
  capability: Schema.optional(Capability.annotations({ description: "Requests for this alone" })),
  outcome: Schema.optional(
    Schema.Literal("ok", "error").annotations({ description: "Requests that went well, or that an error answered" })
  ),
  code: Schema.optional(Schema.String.annotations({ description: "Requests that this error answered" })),
  wallet_id: ofWallet,
  key_id: Schema.optional(ApiKeyId.annotations({ description: "Requests with this key alone" })),
  search: search("A whole request id: an `x-request-id`, a `client_request_id` or `request_id`, or a job's id")
})
export type RequestFilter = typeof RequestFilter.Type

const requestId = HttpApiSchema.param(
  "requestId",
  Schema.String.annotations({ description: "The request's `x-request-id`" })
)

export class RequestsApi extends HttpApiGroup.make("dashboardRequests")
  .add(
    HttpApiEndpoint.get("requests", "/requests")
      .setUrlParams(RequestFilter)
      .addSuccess(pageOf(RequestEntry))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Identifier, "listRequests")
      .annotate(
        OpenApi.Summary,
        "A page of requests, newest first: those that were answered; a search also finds one whose jobs still run"
      )
      .annotate(
        OpenApi.Description,
        "By capability, outcome, code, wallet and key. Texts are not kept of them, but what an engine said of a failure."
      )
  )
  .add(
    HttpApiEndpoint.get("request")`/requests/${requestId}`
      .addSuccess(data(RequestDetail))
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Identifier, "getRequest")
      .annotate(OpenApi.Summary, "One request, with its jobs")
      .annotate(OpenApi.Description, "While it is kept, by the id that its answer bears in `x-request-id`.")
  )
  .add(
    HttpApiEndpoint.get("runningJobs", "/jobs/running")
      .setUrlParams(Schema.Struct({ wallet_id: ofWallet }))
      .addSuccess(data(Schema.Array(Job).annotations({ description: "The jobs that run now" })))
      .annotate(OpenApi.Identifier, "listRunningJobs")
      .annotate(OpenApi.Summary, "The jobs that run now, of all wallets or of one, with what they hold; 1,000 at most")
      .annotate(OpenApi.Description, "Each with when it began.")
  )
  .middleware(AdminSession)
  .prefix(PREFIX)
  .annotate(OpenApi.Title, "Dashboard") {}
