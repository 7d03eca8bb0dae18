/**
 * Routes beside the specification (wire contract, section 10): whether the
 * process lives, whether it can work, how it does, and what it offers.
 */
import { HttpApi, HttpApiBuilder, HttpApiSwagger, HttpServerResponse, OpenApi } from "@effect/platform"
import { Duration, Effect, Layer, Metric } from "effect"
import { Draining } from "../http/Draining.ts"
import type { RouteHeaders } from "../http/RequestInfo.ts"
import * as Monotonic from "../Monotonic.ts"
import { documented } from "./ApiDocument.ts"
import * as Prometheus from "./Prometheus.ts"
import { examine, type Readiness } from "./Readiness.ts"

/** Which program answers. */
export interface Build {
  readonly version: string
  /** The commit that it was built from. */
  readonly commit?: string | undefined
}

/** Asking more often gets the last answer: the checks touch the disk, and anyone may ask. */
const READINESS_KEPT = Duration.seconds(1)

const DOCS = "/docs"

/**
 * The page holds its styles and scripts itself. The policy lets it load nothing
 * from elsewhere, so that it is the same without a network, and lets it call
 * only the server that it came from.
 */
export const routeHeaders: RouteHeaders = {
  [DOCS]: {
    "content-security-policy":
      "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; " +
      "font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer"
  }
}

const health = (build: Build) =>
  HttpApiBuilder.Router.use((router) =>
    router.get("/healthz", HttpServerResponse.unsafeJson({ status: "ok", ...build }))
  )

const readiness = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function* () {
    const draining = yield* Draining
    const context = yield* Effect.context<Readiness>()
    const outcome = yield* Monotonic.cachedFor(Effect.provide(examine, context), READINESS_KEPT)
    yield* router.get(
      "/readyz",
      Effect.map(outcome, (checks) => {
        const status = draining.unsafeIsDraining()
          ? "stopping"
          : Object.values(checks).every((each) => each === "ok")
            ? "ready"
            : "not_ready"
        return HttpServerResponse.unsafeJson({ status, checks }, { status: status === "ready" ? 200 : 503 })
      })
    )
  })
)

const metrics = HttpApiBuilder.Router.use((router) =>
  router.get(
    "/metrics",
    Effect.map(Metric.snapshot, (snapshot) =>
      HttpServerResponse.text(Prometheus.encode(snapshot), { contentType: Prometheus.CONTENT_TYPE })
    )
  )
)

const document = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function* () {
    const { api } = yield* HttpApi.Api
    yield* router.get("/openapi.json", HttpServerResponse.unsafeJson(OpenApi.fromApi(api)))
  })
)

/** The API as its document and pages describe it. */
const described = Layer.effect(
  HttpApi.Api,
  Effect.map(HttpApi.Api, ({ api, context }) => ({ api: documented(api), context }))
)

/** `/healthz`, `/readyz`, `/metrics`, `/openapi.json` and `/docs`. */
export const layer = (build: Build): Layer.Layer<never, never, HttpApi.Api | Draining | Readiness> =>
  Layer.mergeAll(
    health(build),
    readiness,
    metrics,
    Layer.provide(Layer.merge(document, HttpApiSwagger.layer({ path: DOCS })), described)
  )
