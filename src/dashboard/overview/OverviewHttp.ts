/** The overview over HTTP: decode, call the service, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { Overview } from "./Overview.ts"

export const OverviewHttp = HttpApiBuilder.group(
  Api,
  "dashboardOverview",
  Effect.fnUntraced(function* (handlers) {
    const overview = yield* Overview
    return handlers.handle("overview", ({ urlParams }) =>
      Effect.map(overview.look(urlParams.days), (data) => ({ data }))
    )
  })
)
