/**
 * Routes beside the specification (wire contract, section 10): whether the
 * process lives, whether it can work, how it does, and what it offers.
 */
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as OpenApi from "@effect/platform/OpenApi"
import { Duration, Effect, Layer, Metric } from "effect"
import * as Compressed from "../http/Compressed.ts"
import { Draining } from "../http/Draining.ts"
import { openRoute } from "../http/RouteAnnotations.ts"
import { PREFIX } from "../runtime/Metrics.ts"
import * as Monotonic from "../runtime/Monotonic.ts"
import { Settings } from "../settings/Config.ts"
import { ApiDocument, documented } from "./ApiDocument.ts"
import * as Docs from "./docs/Docs.ts"
import * as Prometheus from "./Prometheus.ts"
import { makeExamine, Readiness } from "./Readiness.ts"
import { HEALTH, type Health, METRICS, READINESS, type ReadinessReport } from "./StateApi.ts"

export { HEALTH }

/** Which program answers. */
export interface Build {
  readonly version: string
  /** The commit that it was built from. */
  readonly commit?: string | undefined
}

const STATE_PATHS: ReadonlySet<string> = new Set([HEALTH, READINESS, METRICS])

/** Whether the path says how the server is: it is answered also while the server stops. */
export const isAnsweredWhileStopping = (path: string): boolean => STATE_PATHS.has(path)

/** Asking more often gets the last answer: the checks touch the disk, and anyone may ask. */
const READINESS_KEPT = Duration.seconds(1)

const health = (build: Build) => {
  const report: Health = { status: "ok", ...build }
  return HttpApiBuilder.Router.use((router) => router.get(HEALTH, HttpServerResponse.unsafeJson(report)))
}

const readiness = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function* () {
    const draining = yield* Draining
    const { checks, models = Effect.succeed([]) } = yield* Readiness
    const outcome = yield* Monotonic.cachedFor(makeExamine(checks), READINESS_KEPT)
    yield* router.get(
      READINESS,
      Effect.zipWith(outcome, models, (examined, live) => {
        const status = draining.unsafeIsDraining()
          ? "stopping"
          : Object.values(examined.checks).includes("failed")
            ? "not_ready"
            : "ready"
        const report: ReadinessReport = { status, ...examined, ...(live.length === 0 ? {} : { models: live }) }
        return HttpServerResponse.unsafeJson(report, { status: status === "ready" ? 200 : 503 })
      })
    )
  })
)

const metrics = HttpApiBuilder.Router.use((router) =>
  router.get(
    METRICS,
    Effect.map(Metric.snapshot, (snapshot) =>
      HttpServerResponse.text(
        Prometheus.encode(snapshot.filter(({ metricKey }) => metricKey.name.startsWith(PREFIX))),
        { contentType: Prometheus.CONTENT_TYPE }
      )
    )
  )
)

const document = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function* () {
    const made = yield* Effect.cached(
      Effect.map(yield* ApiDocument, (document) =>
        Compressed.make("application/json", new TextEncoder().encode(JSON.stringify(document)), Compressed.QUICK)
      )
    )
    const sent = Effect.flatMap(made, (thing) => Compressed.respond(thing, Docs.REVALIDATED))
    yield* router.addRoute(openRoute("/openapi.json", sent))
  })
)

/** What the document and the pages about the API are made of. */
const described = Layer.effect(
  ApiDocument,
  Effect.gen(function* () {
    const { api } = yield* HttpApi.Api
    const { publicUrl } = yield* Settings
    return yield* Effect.cached(Effect.sync(() => ({ ...OpenApi.fromApi(documented(api, publicUrl)) })))
  })
)

/** `/healthz`, `/readyz`, `/metrics`, `/openapi.json` and `/docs`. */
export const layer = (
  build: Build
): Layer.Layer<never, never, HttpApi.Api | Draining | Readiness | Settings | HttpRouter.HttpRouter.DefaultServices> =>
  Layer.mergeAll(health(build), readiness, metrics, Layer.provide(Layer.merge(document, Docs.layer), described))
