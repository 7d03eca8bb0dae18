/**
 * The contract of what tells how the server is (wire contract, section 10). `server/OperatorRoutes`
 * answers, whatever else the server offers.
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Described } from "../http/RouteAnnotations.ts"

export const HEALTH = "/healthz"
export const READINESS = "/readyz"
export const METRICS = "/metrics"

export const Health = Schema.Struct({
  status: Schema.Literal("ok").annotations({ description: "That the process answers" }),
  version: Schema.String.annotations({ description: "The program's version" }),
  commit: Schema.optional(
    Schema.String.annotations({ description: "The commit that it was built from, where that is known" })
  )
}).annotations({
  identifier: "Health",
  description: "That the process lives, and which program it is",
  examples: [{ status: "ok", version: "0.1.0", commit: "07f3c1e84d52" }]
})
export type Health = typeof Health.Type

const Outcome = Schema.Literal("ok", "starting", "failed").annotations({
  description:
    "`starting`: an engine that is being loaded; requests wait for it. Why one failed is in the server's log, and in `problems` where a setting mends it"
})

/** One structure, since an answer that says "not ready" has a status of its own. */
export const ReadinessReport = Schema.Struct({
  status: Schema.Literal("ready", "not_ready", "stopping").annotations({
    description: "`not_ready`: a check failed. `stopping`: what runs is finished, and nothing new is taken"
  }),
  checks: Schema.Record({ key: Schema.String, value: Outcome }).annotations({
    description: "How each check ended, by its name; they are made at most once a second, and have 2 seconds"
  }),
  models: Schema.optionalWith(Schema.Array(Schema.String), { exact: true }).annotations({
    description: "The models of the models folder that are live, by their ids; absent where there are none"
  }),
  problems: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.String }), {
    exact: true
  }).annotations({
    description:
      "Why a check failed that a setting mends, by its name, such as an engine that does not have the model that is set; absent where none did"
  })
}).annotations({
  identifier: "ReadinessReport",
  description: "Whether the server can do its work",
  examples: [
    {
      status: "ready",
      checks: { database: "ok", files: "ok", synthesizer: "ok", text_model: "ok", recognizer: "ok" }
    }
  ]
})
export type ReadinessReport = typeof ReadinessReport.Type

const METRICS_EXAMPLE = `# HELP qal_http_requests_total Requests answered, by method, route and class of status
# TYPE qal_http_requests_total counter
qal_http_requests_total{method="GET",route="/healthz",status="2xx"} 3
`

export class StateApi extends HttpApiGroup.make("state")
  .add(
    HttpApiEndpoint.get("health", HEALTH)
      .addSuccess(Health)
      .annotate(OpenApi.Identifier, "getHealth")
      .annotate(OpenApi.Summary, "Whether the process lives")
      .annotate(
        OpenApi.Description,
        "Answers as long as the process can; asks nothing of the database and of engines. Needs no key."
      )
  )
  .add(
    HttpApiEndpoint.get("readiness", READINESS)
      .addSuccess(ReadinessReport)
      .annotate(OpenApi.Identifier, "getReadiness")
      .annotate(OpenApi.Summary, "Whether the server can do its work")
      .annotate(OpenApi.Description, "For load balancers: 200 sends it requests, 503 sends them elsewhere.")
      .annotate(Described, {
        answers: {
          200: { description: "It can" },
          503: {
            description: "It cannot now, or is stopping",
            forms: {
              "application/json": { description: "Which check failed", schema: ReadinessReport }
            }
          }
        }
      })
  )
  .add(
    HttpApiEndpoint.get("metrics", METRICS)
      .addSuccess(HttpApiSchema.Text({ contentType: "text/plain" }))
      .annotate(OpenApi.Identifier, "getMetrics")
      .annotate(OpenApi.Summary, "What the server counts and measures")
      .annotate(OpenApi.Description, "In the text format of Prometheus. Needs no key.")
      .annotate(Described, {
        answers: {
          200: {
            description: "All metrics as they are now; durations in seconds, sizes in bytes",
            forms: {
              "text/plain": { description: "Prometheus' text format, 0.0.4", example: METRICS_EXAMPLE }
            }
          }
        }
      })
  )
  .annotate(OpenApi.Title, "Server")
  .annotate(OpenApi.Description, "How the server is, for load balancers and monitoring. Needs no key.") {}
