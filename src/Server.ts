/**
 * The HTTP server: one listener for REST, sockets, media, documentation and
 * the page at `/`, and one for the relay's socket alone where it has a port of its
 * own. Routes come in as layers that add themselves to
 * `HttpApiBuilder.Router`; what surrounds every request is `server/Pipeline`.
 */
import * as Etag from "@effect/platform/Etag"
import * as FileSystem from "@effect/platform/FileSystem"
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import * as HttpPlatform from "@effect/platform/HttpPlatform"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import * as Path from "@effect/platform/Path"
import * as BunHttpServer from "@effect/platform-bun/BunHttpServer"
import { Context, Duration, Effect, identity, Layer, Option, Scope } from "effect"
import { insteadOf } from "./http/AbsentRoutes.ts"
import { Connections } from "./http/Connections.ts"
import { Draining, OUTCOME_GRACE, REFUSAL_GRACE } from "./http/Draining.ts"
import { FileDescriptors } from "./http/FileDescriptors.ts"
import { IncomingBodies } from "./http/IncomingBodies.ts"

import * as FreePort from "./server/FreePort.ts"
import { InFlight } from "./server/InFlight.ts"
import * as Listener from "./server/Listener.ts"
import * as OperatorRoutes from "./server/OperatorRoutes.ts"
import * as Pipeline from "./server/Pipeline.ts"
import * as RouteTable from "./server/RouteTable.ts"
import { Settings } from "./settings/Config.ts"

/** The settings, with the port that the server will listen on. */
export const settings = FreePort.layer

/** What the server is made with, beside its settings. */
export interface Options {
  readonly build: OperatorRoutes.Build
  /** What `QAL_RELAY_PORT` serves, beside the health of the process. */
  readonly relayPaths?: ReadonlyArray<string>
}

/** UTF-16 code units of a path's parameter: ids have up to 128, and the router of its own accord takes 100. */
const LONGEST_PARAMETER = 1_000

/** The answer to a request whose path has no route. */
const absence = (paths: ReadonlyArray<string> | undefined, path: string): string =>
  paths === undefined
    ? (insteadOf(path) ?? "there is no such route; /openapi.json lists those there are")
    : `there is no such route here: this port serves ${paths.join(" and ")} alone`

/** All routes, or those of `paths` alone, each held to the limits of its body, inside the pipeline. */
const makeApp = (paths?: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { api } = yield* HttpApi.Api
    const registered = yield* HttpApiBuilder.Router
    const added = yield* HttpApiBuilder.Middleware
    const { methods, router } = yield* RouteTable.make(yield* registered.router, api, yield* IncomingBodies, paths)
    const pipeline = yield* Pipeline.make(methods, (path) => absence(paths, path))
    // What answers before any route would do so on every port.
    const retrieve = paths === undefined ? added.retrieve : Effect.succeed(identity)
    return yield* HttpApiBuilder.httpApp.pipe(
      Effect.provideService(HttpApiBuilder.Router, { ...registered, router: Effect.succeed(router) }),
      Effect.provideService(HttpApiBuilder.Middleware, {
        ...added,
        retrieve: Effect.map(retrieve, (inner) => (app: HttpApp.Default<unknown, unknown>) => pipeline(inner(app)))
      }),
      HttpRouter.withRouterConfig({ maxParamLength: LONGEST_PARAMETER })
    )
  })

/** How often is looked whether all work is done, so that ports can be closed. */
const POLL = Duration.millis(20)

/**
 * Stops in order: nothing new is admitted, and whoever comes is told to come
 * again, on new connections too; what is under way is finished: answers, jobs, turns of
 * sockets. Then the ports are closed, and what is still being sent is sent. At the
 * deadline `billing/Jobs` fails the jobs that remain; clients are answered so, and
 * the rest is broken off. Jobs without a client run until their own scope ends.
 */
const stop = (listener: Effect.Effect<void>) =>
  Effect.gen(function* () {
    const { shutdownPatience } = yield* Settings
    const draining = yield* Draining
    const inFlight = yield* InFlight
    yield* draining.begin(shutdownPatience)
    yield* Effect.logInfo(`stopping; what runs has ${Math.ceil(Duration.toSeconds(draining.left()))} s`)
    const isAtWork = () => inFlight.isAny() || draining.isAnyWork()
    yield* Effect.repeat(Effect.sleep(POLL), {
      while: () => isAtWork() && Duration.greaterThan(draining.left(OUTCOME_GRACE), Duration.zero)
    })
    yield* listener
    yield* inFlight.settle(() => draining.left(OUTCOME_GRACE))
  })

/** After the requests that were still unanswered have been refused. */
const flush = Effect.gen(function* () {
  const draining = yield* Draining
  const left = yield* Effect.flatMap(InFlight, (inFlight) => inFlight.settle(() => draining.left(REFUSAL_GRACE)))
  if (left > 0) yield* Effect.logWarning(`stopped with ${left} requests unanswered`)
})

type Needed = Scope.Scope | HttpRouter.HttpRouter.DefaultServices

/**
 * Each request copies the context that it is served in several times, and
 * handlers bring what they were built with: so none of it but what the
 * platform's own responses need.
 */
const onlyPlatform: (context: Context.Context<Needed>) => Context.Context<Needed> = Context.pick(
  Scope.Scope,
  HttpPlatform.HttpPlatform,
  Etag.Generator,
  FileSystem.FileSystem,
  Path.Path
)

/** Has a listener answer by the app. */
const answerBy =
  (app: HttpApp.Default<never, HttpRouter.HttpRouter.DefaultServices>) => (server: HttpServer.HttpServer) =>
    server.serve(app).pipe(
      // Its span would show the whole address and all headers; `RequestSpan` makes ours.
      HttpMiddleware.withTracerDisabledWhenEffect(() => true),
      Effect.mapInputContext(onlyPlatform)
    )

const serve = (relayPaths: ReadonlyArray<string>) =>
  Layer.scoped(
    HttpServer.HttpServer,
    Effect.gen(function* () {
      const { port, relayPort } = yield* Settings
      const main = { setting: "QAL_PORT", port, serve: answerBy(yield* makeApp()) } as const
      const relay = yield* Effect.forEach(Option.toArray(relayPort), (own) =>
        Effect.map(
          makeApp([...relayPaths, OperatorRoutes.HEALTH]),
          (app) => ({ setting: "QAL_RELAY_PORT", port: own, serve: answerBy(app) }) as const
        )
      )
      const context = yield* Effect.context<Draining | InFlight | Settings>()
      yield* Effect.addFinalizer(() => Effect.provide(flush, context))
      const { server, stop: stopListening } = yield* Listener.make(main, relay)
      yield* Effect.addFinalizer(() => Effect.provide(stop(stopListening), context))
      return server
    })
  )

/**
 * The server, listening on `QAL_HOST` and `QAL_PORT`, and on `QAL_RELAY_PORT` where
 * it is set, as long as its scope is open. `routes` is the API with all its groups,
 * merged with whatever else adds routes. The address, with the real main port, is
 * `HttpServer.address`.
 */
export const layer = <E, R>(routes: Layer.Layer<HttpApi.Api, E, R>, options: Options) =>
  serve(options.relayPaths ?? []).pipe(
    Layer.provide(OperatorRoutes.layer(options.build)),
    Layer.provide(routes),
    Layer.provide([HttpApiBuilder.Router.Live, HttpApiBuilder.Middleware.layer]),
    Layer.provide([InFlight.Default, Connections.Default, IncomingBodies.Default, FileDescriptors.Default]),
    Layer.provide(BunHttpServer.layerContext)
  )
