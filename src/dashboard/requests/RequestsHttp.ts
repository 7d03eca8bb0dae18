/** Requests and running jobs over HTTP: decode, call the service, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { pageOf } from "../Pages.ts"
import { JobViews } from "./JobViews.ts"
import { Requests } from "./Requests.ts"

export const RequestsHttp = HttpApiBuilder.group(
  Api,
  "dashboardRequests",
  Effect.fnUntraced(function* (handlers) {
    const requests = yield* Requests
    const jobs = yield* JobViews
    return handlers
      .handle("requests", ({ urlParams }) => Effect.map(requests.list(urlParams), pageOf))
      .handle("request", ({ path }) => Effect.map(requests.get(path.requestId), (data) => ({ data })))
      .handle("runningJobs", ({ urlParams }) => Effect.map(jobs.running(urlParams.wallet_id), (data) => ({ data })))
  })
)
