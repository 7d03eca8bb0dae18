/**
 * What the server knows of its routes before any request: which body each
 * takes, and which methods each path has.
 */
import {
  HttpApi,
  type HttpApp,
  HttpRouter,
  HttpServerRequest,
  HttpServerRespondable,
  HttpServerResponse
} from "@effect/platform"
import { Chunk, Context, Effect, Option, Tracer } from "effect"
import { type BodyLimit, type BodyPolicy, needsServed, policy, ServedRequest } from "../http/Body.ts"
import type { IncomingBodies } from "../http/IncomingBodies.ts"
import { give, recordIn } from "../http/RequestInfo.ts"

type Router<R> = HttpRouter.HttpRouter<unknown, R>
type Route<R> = HttpRouter.Route<unknown, R>

/** The API as the platform hands it to whoever serves it. */
export type ServedApi = Context.Tag.Service<HttpApi.Api>["api"]

/** The media types that each endpoint of the API takes, by `METHOD path`. */
export const mediaTypes = (api: ServedApi): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, ReadonlySet<string>>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, payloads }) => {
      if (payloads.size > 0) found.set(`${endpoint.method} ${endpoint.path}`, new Set(payloads.keys()))
    }
  })
  return found
}

/** A route that notes in the request's record that it was taken, and holds bodies to its policy. */
const served = <R>(route: Route<R>, bodyPolicy: BodyPolicy, arrivals: IncomingBodies): Route<R> => {
  const handler: HttpRouter.Route.Handler<unknown, R> = Effect.withFiberRuntime((fiber) => {
    const request = Context.unsafeGet(fiber.currentContext, HttpServerRequest.HttpServerRequest)
    const record = recordIn(fiber.currentContext)
    if (record !== undefined) record.route = route.path
    if (needsServed(request)) {
      give(
        fiber.currentContext,
        HttpServerRequest.HttpServerRequest,
        new ServedRequest(request, bodyPolicy, record, arrivals)
      )
    }
    return route.handler
  })
  return HttpRouter.makeRoute(route.method, route.path, handler, {
    prefix: Option.getOrUndefined(route.prefix),
    uninterruptible: route.uninterruptible
  })
}

/** Every route of `router`, served. Mounted apps stay as they are: nothing is known of their routes. */
export const serveAll = <R>(
  router: Router<R>,
  types: ReadonlyMap<string, ReadonlySet<string>>,
  limits: ReadonlyArray<BodyLimit>,
  arrivals: IncomingBodies
): Router<R> =>
  Chunk.reduce(
    router.mounts,
    HttpRouter.fromIterable(
      Chunk.map(router.routes, (route) =>
        served(route, policy(route.path, types.get(`${route.method} ${route.path}`), limits), arrivals)
      )
    ),
    (all: Router<R>, [prefix, app, options]) =>
      prefix.startsWith("/") ? HttpRouter.mountApp(all, `/${prefix.slice(1)}`, app, options) : all
  )

/** A route and what the router would say of it. */
interface Direct<R> {
  readonly handler: HttpApp.Default<unknown, R | HttpRouter.HttpRouter.Provided>
  readonly routeContext: HttpRouter.RouteContext
}

const direct = <R>(route: Route<R>): Direct<R> => {
  const handler = Effect.flatMap(route.handler, HttpServerRespondable.toResponse)
  return {
    handler: route.uninterruptible ? handler : Effect.interruptible(handler),
    routeContext: { [HttpRouter.RouteContextTypeId]: HttpRouter.RouteContextTypeId, route, params: {} }
  }
}

/** Paths that only one spelling of a request's address can mean, without parameters. */
const PLAIN_PATH = /^\/[a-z0-9/_.-]*$/

/**
 * `app`, the routes of `router` as the platform serves them, behind an index of
 * those whose path is plain: a request for exactly that path is at its handler
 * at once. Parameters, queries, other spellings, HEAD, and what there is no
 * route for are the platform's to find.
 */
export const indexed = <E, R>(
  router: Router<R>,
  app: HttpApp.Default<E, R>
): HttpApp.Default<unknown, R | HttpRouter.HttpRouter.Provided> => {
  const known = new Map<string, Map<string, Direct<R>>>()
  for (const route of Chunk.isEmpty(router.mounts) ? router.routes : []) {
    if (route.method === "*" || Option.isSome(route.prefix) || !PLAIN_PATH.test(route.path)) continue
    const ofMethod = known.get(route.method) ?? new Map<string, Direct<R>>()
    known.set(route.method, ofMethod.set(route.path, direct(route)))
  }
  return Effect.withFiberRuntime((fiber) => {
    const context = fiber.currentContext
    const request = Context.unsafeGet(context, HttpServerRequest.HttpServerRequest)
    const found = known.get(request.method)?.get(request.url)
    if (found === undefined) return app
    const span = Context.getOption(context, Tracer.ParentSpan)
    if (Option.isSome(span) && span.value._tag === "Span") span.value.attribute("http.route", request.url)
    give(context, HttpServerRequest.ParsedSearchParams, {})
    give(context, HttpRouter.RouteContext, found.routeContext)
    return found.handler
  })
}

const found = HttpServerResponse.empty()

/**
 * The methods that the path of the current request has, for `Allow`; none where
 * the path has no route at all. A router for each method, blind to the
 * request's own, answers by the same rules of matching that routes requests.
 */
export const allowedMethods = <R>(
  router: Router<R>
): Effect.Effect<Effect.Effect<ReadonlyArray<string>, never, HttpServerRequest.HttpServerRequest>> =>
  Effect.gen(function* () {
    const routes = Chunk.toReadonlyArray(router.routes)
    const methods = Array.from(new Set(routes.map(({ method }) => method)))
    const probes = yield* Effect.forEach(methods, (method) => {
      const paths = new Set(routes.filter((route) => route.method === method).map(({ path }) => path))
      const probe = HttpRouter.fromIterable(Array.from(paths, (path) => HttpRouter.makeRoute("*", path, found)))
      return Effect.map(HttpRouter.toHttpApp(probe), (app) => ({ method, app }))
    })
    return Effect.filter(probes, ({ app }) => Effect.isSuccess(app)).pipe(
      Effect.map((fitting) => {
        const own = fitting.map(({ method }) => method)
        return own.length === 0 ? [] : [...own, ...(own.includes("GET") ? ["HEAD"] : []), "OPTIONS"]
      })
    )
  })
