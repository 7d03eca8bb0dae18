/** The dashboard's contract: how the server does, at a glance. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { wholeFromQuery } from "../../Domain.ts"
import * as Errors from "../../Errors.ts"
import { data, Etb } from "../ListApi.ts"
import { Capability } from "../requests/RequestsApi.ts"
import { AdminSession, PREFIX } from "../session/SessionApi.ts"
import { DEFAULT_LOW_BALANCE } from "../wallets/WalletsApi.ts"

const DAYS = { most: 90, usual: 30 } as const

const Milliseconds = Schema.NullOr(Schema.Number).annotations({ description: "Milliseconds; null without requests" })

const counts = {
  capability: Capability,
  requests: Schema.Int.annotations({ description: "Requests that were answered" }),
  errors: Schema.Int.annotations({ description: "Requests that were answered by an error" }),
  spend: Etb.annotations({ description: "What its jobs cost, in ETB" })
}

export const Overview = Schema.Struct({
  balance: Etb.annotations({ description: "ETB of all wallets" }),
  held: Etb.annotations({ description: "What running jobs hold of it, in ETB" }),
  spent: Etb.annotations({ description: "The sum of all charges ever, in ETB" }),
  wallets: Schema.Int.annotations({ description: "How many there are" }),
  low_wallets: Schema.Int.annotations({
    description: `Wallets whose balance is below ${DEFAULT_LOW_BALANCE} ETB`
  }),
  keys: Schema.Int.annotations({ description: "Keys that work" }),
  days: Schema.Array(
    Schema.Struct({
      day: Schema.String.annotations({ description: "A day in UTC", examples: ["2026-11-22"] }),
      capabilities: Schema.Array(Schema.Struct(counts)).annotations({ description: "Those that were used on that day" })
    })
  ).annotations({ description: "Oldest first, none left out; a day names the capabilities that were used" }),
  capabilities: Schema.Array(
    Schema.Struct({ ...counts, p50_ms: Milliseconds, p95_ms: Milliseconds, p99_ms: Milliseconds })
  ).annotations({
    description:
      "Those that were used in these days; times to the end of the answer, without sockets and without what was refused for want of a key"
  }),
  errors: Schema.Array(
    Schema.Struct({
      code: Schema.String.annotations({ description: "The error's code" }),
      count: Schema.Int.annotations({ description: "Requests that it answered in these days" })
    })
  ).annotations({
    description: "The commonest first"
  }),
  now: Schema.Struct({
    running_jobs: Schema.Int.annotations({ description: "Paid jobs that run" }),
    per_second: Schema.Array(Schema.Int).annotations({
      description: "Requests that were answered in each of the last 60 seconds, oldest first"
    })
  }).annotations({ description: "What goes on at this moment" })
}).annotations({
  identifier: "Overview",
  description: "How the server does, at a glance",
  examples: [
    {
      balance: 499.7969,
      held: 0,
      spent: 0.2031,
      wallets: 1,
      low_wallets: 0,
      keys: 1,
      days: [{ day: "2026-11-22", capabilities: [{ capability: "voice", requests: 3, errors: 1, spend: 0.2031 }] }],
      capabilities: [
        { capability: "voice", requests: 3, errors: 1, spend: 0.2031, p50_ms: 180.5, p95_ms: 240.1, p99_ms: 240.1 }
      ],
      errors: [{ code: "VALIDATION_ERROR", count: 1 }],
      now: { running_jobs: 0, per_second: [0, 0, 1] }
    }
  ]
})
export type Overview = typeof Overview.Type

const Days = wholeFromQuery(1, DAYS.most).annotations({
  description: `Days, today among them: 1 to ${DAYS.most}, ${DAYS.usual} where nothing is said`
})

export class OverviewApi extends HttpApiGroup.make("dashboardOverview")
  .add(
    HttpApiEndpoint.get("overview", "/overview")
      .setUrlParams(Schema.Struct({ days: Schema.optionalWith(Days, { default: () => DAYS.usual }) }))
      .addSuccess(data(Overview))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Identifier, "getOverview")
      .annotate(OpenApi.Summary, "Balances, spend, requests, errors and latency of the last days, and what runs now")
      .annotate(
        OpenApi.Description,
        "Counted from what is kept: requests of the days that are asked for, jobs and balances as they are now."
      )
  )
  .middleware(AdminSession)
  .prefix(PREFIX)
  .annotate(OpenApi.Title, "Dashboard") {}
