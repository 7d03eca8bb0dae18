/**
 * What the server knows of its routes before any request: which body each
 * takes, whether pages of any origin may read it, and which methods each path has.
 */
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Chunk, Context, Effect, Option } from "effect"
import { needsServed, ServedRequest } from "../http/Body.ts"
import type { IncomingBodies } from "../http/IncomingBodies.ts"
import { addHeadersTo, provideService, type Readers, recordIn } from "../http/RequestInfo.ts"
import { answerHeadersOf, BodyLimit, ByCookie, isOpenRoute } from "../http/RouteAnnotations.ts"

type Router<R> = HttpRouter.HttpRouter<unknown, R>
type Route<R> = HttpRouter.Route<unknown, R>

/** The API as the platform gives it to its server. */
export type ServedApi = Context.Tag.Service<HttpApi.Api>["api"]

/** What is known of one route. */
interface RouteFacts {
  /** Media types of its body; undefined where the route decides for itself. */
  readonly accepts: ReadonlySet<string> | undefined
  readonly readers: Readers
  readonly headers: Readonly<Record<string, string>>
  /** Bytes of a body that is no form; undefined where it is that of all. */
  readonly bodyLimit: number | undefined
}

/** Who may read what an endpoint answers. It takes a key where it can answer that the key is missing. */
const readersIn = (annotations: Context.Context<never>, takesKey: boolean): Readers => {
  if (Option.isSome(Context.getOption(annotations, ByCookie))) return "own"
  return takesKey ? "configured" : "any"
}

/** The facts of a route. */
const factsOf = (api: ServedApi): (<R>(route: Route<R>) => RouteFacts) => {
  const declared = new Map<string, RouteFacts>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, errors, mergedAnnotations, payloads }) =>
      declared.set(`${endpoint.method} ${endpoint.path}`, {
        accepts: payloads.size > 0 ? new Set(payloads.keys()) : undefined,
        readers: readersIn(mergedAnnotations, errors.has(401)),
        headers: answerHeadersOf(mergedAnnotations, errors.has(401)),
        bodyLimit: Option.getOrUndefined(Context.getOption(mergedAnnotations, BodyLimit))
      })
  })
  return (route) =>
    declared.get(`${route.method} ${route.path}`) ?? {
      accepts: undefined,
      readers: isOpenRoute(route) ? "any" : "configured",
      headers: {},
      bodyLimit: undefined
    }
}

/** A route that writes itself into the request's record, and holds bodies to the server's limits. */
const served = <R>(
  route: Route<R>,
  { accepts, bodyLimit, headers, readers }: RouteFacts,
  arrivals: IncomingBodies
): Route<R> => {
  const handler: HttpRouter.Route.Handler<unknown, R> = Effect.withFiberRuntime((fiber) => {
    const request = Context.unsafeGet(fiber.currentContext, HttpServerRequest.HttpServerRequest)
    const record = recordIn(fiber.currentContext)
    if (record !== undefined) {
      record.route = route.path
      record.readers = readers
      addHeadersTo(record, headers)
    }
    if (needsServed(request)) {
      provideService(
        fiber.currentContext,
        HttpServerRequest.HttpServerRequest,
        new ServedRequest(request, accepts, record, arrivals, bodyLimit)
      )
    }
    return route.handler
  })
  return HttpRouter.makeRoute(route.method, route.path, handler, {
    prefix: Option.getOrUndefined(route.prefix),
    uninterruptible: route.uninterruptible
  })
}

/** A method of a path. */
export interface Method {
  readonly name: string
  readonly readers: Readers
}

/** The fewest first. */
const NARROWEST: ReadonlyArray<Readers> = ["own", "configured"]

/** Who may read what all of these methods answer. */
const readersOfAll = (methods: ReadonlyArray<Method>): Readers =>
  methods.length === 0
    ? "configured"
    : (NARROWEST.find((narrow) => methods.some(({ readers }) => readers === narrow)) ?? "any")

/** Who may read the answer to `method` of a path; where it has no such method, who may read all of it. */
export const readersOf = (methods: ReadonlyArray<Method>, method: string | undefined): Readers =>
  methods.find(({ name }) => name === method)?.readers ?? readersOfAll(methods)

/** HEAD comes with GET, and the server answers OPTIONS itself. */
const withImplied = (methods: ReadonlyArray<Method>): ReadonlyArray<Method> => {
  const head = methods.filter(({ name }) => name === "GET").map(({ readers }) => ({ name: "HEAD", readers }))
  return methods.length === 0 ? [] : [...methods, ...head, { name: "OPTIONS", readers: readersOfAll(methods) }]
}

/**
 * The methods that the path of the current request has; none where the path has
 * no route at all. A router for each method, blind to the request's own, answers
 * by the same rules of matching that route requests.
 */
const methodsOf = <R>(routes: ReadonlyArray<Route<R>>, facts: (route: Route<R>) => RouteFacts) =>
  Effect.gen(function* () {
    const names = Array.from(new Set(routes.map(({ method }) => method)))
    const probes = yield* Effect.forEach(names, (name) => {
      const routesOfMethod = routes.filter(({ method }) => method === name)
      const byResponse = new Map(routesOfMethod.map((route) => [HttpServerResponse.empty(), route]))
      const answers = new Map(Array.from(byResponse, ([answer, { path }]) => [path, answer]))
      const probe = HttpRouter.fromIterable(
        Array.from(answers, ([path, answer]) => HttpRouter.makeRoute("*", path, answer))
      )
      return Effect.map(HttpRouter.toHttpApp(probe), (app) =>
        Effect.map(Effect.option(app), (answer) =>
          Option.map(
            Option.flatMapNullable(answer, (response) => byResponse.get(response)),
            (route): Method => ({
              name,
              readers: facts(route).readers
            })
          )
        )
      )
    })
    return Effect.map(Effect.all(probes), (found) => withImplied(found.flatMap(Option.toArray)))
  })

/** The routes of a listener, all or those of `paths` alone, each served, and the methods of the current request's path. */
export const make = <R>(
  registered: Router<R>,
  api: ServedApi,
  arrivals: IncomingBodies,
  paths?: ReadonlyArray<string>
) => {
  const facts = factsOf(api)
  const routes = Chunk.toReadonlyArray(registered.routes).filter(({ path }) => paths?.includes(path) ?? true)
  return Effect.map(methodsOf(routes, facts), (methods) => ({
    router: HttpRouter.fromIterable(routes.map((route) => served(route, facts(route), arrivals))),
    methods
  }))
}
