/**
 * The listeners, one for each port, which close short of the limit of descriptors.
 * Bun can close a listener, and with it the connections that have nothing under
 * way, and open another on the same port; answers and sockets under way are not touched.
 */
import type * as HttpServer from "@effect/platform/HttpServer"
import * as BunHttpServer from "@effect/platform-bun/BunHttpServer"
import { Duration, Effect, Exit, Metric, Scope } from "effect"
import { Draining } from "../http/Draining.ts"
import { FileDescriptors } from "../http/FileDescriptors.ts"
import { codeOf } from "../runtime/SystemErrors.ts"
import { hostAndPort } from "../settings/Checks.ts"
import { Settings, StartFailed } from "../settings/Config.ts"
import { HeldPort } from "./FreePort.ts"

/** Bun answers a larger body itself, without the envelope; our own limits come first. */
const MAX_REQUEST_BODY_SIZE = Number.MAX_SAFE_INTEGER

/** Time for clients to notice that their connections were closed, and to come back one after the other. */
const PAUSE = Duration.millis(250)

const pauses = Metric.counter("qal_listener_pauses_total", {
  description: "How often idle connections were closed and no new ones taken, for want of descriptors",
  incremental: true
})
const listening = Metric.gauge("qal_listening", {
  description: "1 while new connections are taken on every port, else 0"
})

/** Has a listener answer requests, as long as the scope is open. */
type Serve<R> = (server: HttpServer.HttpServer) => Effect.Effect<void, never, R | Scope.Scope>

/** A port of `QAL_HOST`, with the setting that it comes from, and what answers there. */
export interface Endpoint<R> {
  readonly setting: "QAL_PORT" | "QAL_RELAY_PORT"
  readonly port: number
  readonly serve: Serve<R>
}

/** What is taken in place of a port that is in use. */
const ACCEPTED = {
  QAL_PORT: "a free port, or 0 for any",
  QAL_RELAY_PORT: "a free port, and another than QAL_PORT"
} as const

const cannotListen =
  (host: string, { port, setting }: Pick<Endpoint<never>, "port" | "setting">) =>
  (defect: unknown) => {
    const [name, problem, accepts] =
      codeOf(defect) === "EADDRINUSE"
        ? [setting, `${hostAndPort(host, port)} is already in use`, ACCEPTED[setting]]
        : [
            "QAL_HOST",
            `cannot listen on ${hostAndPort(host, port)}`,
            "an address of this machine and a port that may be used"
          ]
    return Effect.fail(new StartFailed({ message: `${name}: ${problem}; accepted: ${accepts}` }))
  }

/** A listener in a scope of its own: closing it refuses new connections and leaves those that work. */
const listen = <R>(scope: Scope.Scope, endpoint: Endpoint<R>) =>
  Effect.gen(function* () {
    const { host, idleTimeout } = yield* Settings
    const held = yield* HeldPort
    const isHeld = endpoint.setting === "QAL_PORT" && held.isHeld()
    const server = yield* BunHttpServer.make({
      hostname: host,
      port: endpoint.port,
      idleTimeout,
      maxRequestBodySize: MAX_REQUEST_BODY_SIZE,
      // Else Bun prints faults of its own accord, and shows them to clients; without it, Bun would share the port.
      development: false,
      // With who has held it until now.
      reusePort: isHeld
    }).pipe(Effect.catchAllDefect(cannotListen(host, endpoint)), Scope.extend(scope))
    if (isHeld) held.release()
    return server
  })

const open = Effect.fnUntraced(function* <R>(endpoint: Endpoint<R>) {
  const scope = yield* Scope.make()
  const serving = yield* Scope.make()
  const begin = Effect.gen(function* () {
    const server = yield* listen(scope, endpoint)
    yield* Scope.extend(endpoint.serve(server), serving)
    return { scope, server, serving }
  })
  // Else it would have the port, and its requests no answer.
  return yield* Effect.onError(begin, (cause) =>
    Effect.zipRight(Scope.close(scope, Exit.failCause(cause)), Scope.close(serving, Exit.failCause(cause)))
  )
})

/** Listens at the endpoint, until it is closed; it can be opened again, on the same port. */
const makeListener = Effect.fnUntraced(function* <R>(endpoint: Endpoint<R>) {
  const first = yield* open(endpoint)
  const { address } = first.server
  const port = address._tag === "TcpAddress" ? address.port : endpoint.port
  let latest = first
  let isOpen = true
  // The earlier ones are not closed: their requests were still to be answered.
  yield* Effect.addFinalizer((exit) =>
    Effect.zipRight(Scope.close(latest.scope, exit), Scope.close(latest.serving, exit))
  )
  return {
    server: first.server,
    isOpen: (): boolean => isOpen,
    close: Effect.suspend(() => {
      isOpen = false
      return Scope.close(latest.scope, Exit.void)
    }),
    reopen: Effect.uninterruptible(
      Effect.map(open({ ...endpoint, port }), (opened) => {
        latest = opened
        isOpen = true
      })
    )
  }
})

/**
 * Listens at all endpoints. `server` is that of the first; `stop` closes the
 * listeners for good.
 */
export const make = Effect.fnUntraced(function* <R>(first: Endpoint<R>, others: ReadonlyArray<Endpoint<R>> = []) {
  const descriptors = yield* FileDescriptors
  const draining = yield* Draining
  const main = yield* makeListener(first)
  const listeners = [main, ...(yield* Effect.forEach(others, makeListener))]

  const stop = Effect.zipRight(
    Metric.set(listening, 0),
    Effect.forEach(listeners, ({ close }) => close, { discard: true })
  )

  const look = Effect.gen(function* () {
    const isFull = yield* descriptors.areScarce
    const closed = listeners.filter(({ isOpen }) => !isOpen())
    if (isFull && closed.length < listeners.length) {
      yield* Metric.increment(pauses)
      yield* Effect.logWarning("too many connections: idle ones are closed, and no new ones taken until there is room")
      yield* stop
      yield* Effect.sleep(PAUSE)
    } else if (!isFull && closed.length > 0 && !draining.unsafeIsDraining()) {
      // A port that another program has taken meanwhile keeps no other closed.
      yield* Effect.forEach(closed, ({ reopen }) => Effect.catchAll(reopen, ({ message }) => Effect.logError(message)))
      if (listeners.every(({ isOpen }) => isOpen())) yield* Metric.set(listening, 1)
      // It may have begun to stop meanwhile, and has closed only those before.
      if (draining.unsafeIsDraining()) yield* stop
    }
  })
  yield* Metric.set(listening, 1)
  yield* Metric.incrementBy(pauses, 0)
  yield* look.pipe(
    // A fault must not end this loop: it decides when to listen again.
    Effect.catchAllCause((cause) => Effect.logError("the listener is in a state that it should not be in", cause)),
    Effect.zipRight(Effect.sleep(descriptors.interval)),
    Effect.forever,
    Effect.forkScoped
  )
  return { server: main.server, stop }
})
