/**
 * The listener, which closes short of the limit of descriptors. Bun can close
 * a listener, and with it the connections that have nothing under way, and open
 * another on the same port; answers and sockets under way are not touched.
 */
import type * as HttpServer from "@effect/platform/HttpServer"
import * as BunHttpServer from "@effect/platform-bun/BunHttpServer"
import { Duration, Effect, Exit, Metric, Scope } from "effect"
import { Settings, StartFailed } from "../Config.ts"
import { Draining } from "../http/Draining.ts"
import { FileDescriptors } from "../http/FileDescriptors.ts"
import { codeOf } from "../SystemErrors.ts"

/** Bun answers a larger body itself, without the envelope; our own limits come first. */
const MAX_REQUEST_BODY_SIZE = Number.MAX_SAFE_INTEGER

/** Time for clients to notice that their connections were closed, and to come back one after the other. */
const PAUSE = Duration.millis(250)

const pauses = Metric.counter("qal_listener_pauses_total", {
  description: "How often idle connections were closed and no new ones taken, for want of descriptors",
  incremental: true
})
const listening = Metric.gauge("qal_listening", { description: "1 while new connections are taken, else 0" })

const cannotListen = (host: string, port: number) => (defect: unknown) => {
  const [name, problem, accepts] =
    codeOf(defect) === "EADDRINUSE"
      ? ["QAL_PORT", `${host}:${port} is already in use`, "a free port, or 0 for any"]
      : ["QAL_HOST", `cannot listen on ${host}:${port}`, "an address of this machine and a port that may be used"]
  return Effect.fail(new StartFailed({ message: `${name}: ${problem}; accepted: ${accepts}` }))
}

/** A listener in a scope of its own: closing it refuses new connections and leaves those that work. */
const listen = (scope: Scope.Scope, port: number) =>
  Effect.flatMap(Settings, ({ host, idleTimeout }) =>
    BunHttpServer.make({
      hostname: host,
      port,
      idleTimeout,
      maxRequestBodySize: MAX_REQUEST_BODY_SIZE,
      // Else Bun prints faults of its own accord, and shows them to clients; without it, Bun would share the port.
      development: false,
      reusePort: false
    }).pipe(Effect.catchAllDefect(cannotListen(host, port)), Scope.extend(scope))
  )

/** Has a listener answer requests, as long as the scope is open. */
type Serve<R> = (server: HttpServer.HttpServer) => Effect.Effect<void, never, R | Scope.Scope>

/**
 * Listens on `QAL_HOST` and `QAL_PORT`, and has `serve` answer. `stop` closes the
 * listener for good.
 */
export const make = Effect.fnUntraced(function* <R>(serve: Serve<R>) {
  const descriptors = yield* FileDescriptors
  const draining = yield* Draining
  const settings = yield* Settings

  const open = Effect.fnUntraced(function* (port: number) {
    const scope = yield* Scope.make()
    const serving = yield* Scope.make()
    const begin = Effect.gen(function* () {
      const server = yield* listen(scope, port)
      yield* Scope.extend(serve(server), serving)
      yield* Metric.set(listening, 1)
      return { scope, server, serving }
    })
    // Else it would have the port, and its requests no answer.
    return yield* Effect.onError(begin, (cause) =>
      Effect.zipRight(Scope.close(scope, Exit.failCause(cause)), Scope.close(serving, Exit.failCause(cause)))
    )
  })

  const first = yield* open(settings.port)
  const { address } = first.server
  const port = address._tag === "TcpAddress" ? address.port : settings.port
  let latest = first
  let isOpen = true
  // The earlier ones are not closed: their requests were still to be answered.
  yield* Effect.addFinalizer((exit) => Scope.close(latest.serving, exit))

  const stop = Effect.suspend(() => {
    isOpen = false
    return Effect.zipRight(Metric.set(listening, 0), Scope.close(latest.scope, Exit.void))
  })

  const look = Effect.gen(function* () {
    const isFull = yield* descriptors.areScarce
    if (isFull && isOpen) {
      yield* Metric.increment(pauses)
      yield* Effect.logWarning("too many connections: idle ones are closed, and no new ones taken until there is room")
      yield* stop
      yield* Effect.sleep(PAUSE)
    } else if (!isFull && !isOpen && !draining.unsafeIsDraining()) {
      latest = yield* Effect.uninterruptible(open(port))
      isOpen = true
      // It may have begun to stop meanwhile, and has closed only the one before.
      if (draining.unsafeIsDraining()) yield* stop
    }
  })
  yield* Metric.incrementBy(pauses, 0)
  yield* look.pipe(
    Effect.catchAll(({ message }) => Effect.logError(message)),
    // A fault must not end this loop: it decides when to listen again.
    Effect.catchAllCause((cause) => Effect.logError("the listener is in a state that it should not be in", cause)),
    Effect.zipRight(Effect.sleep(descriptors.interval)),
    Effect.forever,
    Effect.forkScoped
  )
  return { server: first.server, stop }
})
