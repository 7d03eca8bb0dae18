/** What sockets of all capabilities have around their machines: the route, the slot, and the report of work that has ended. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpRouter from "@effect/platform/HttpRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { Effect, type Option } from "effect"
import type { RequestId } from "../Domain.ts"
import type { Problem } from "../Errors.ts"
import { faultOf } from "../http/Problems.ts"
import * as RequestInfo from "../http/RequestInfo.ts"
import { openRoute } from "../http/RouteAnnotations.ts"
import * as Upgrade from "../http/Upgrade.ts"
import type { CloseReason } from "./CloseReason.ts"
import * as ErrorEvent from "./ErrorEvent.ts"
import type { CommandHandler, SocketHandle, StateMachine } from "./Session.ts"
import { SocketLimits, type SocketSlot } from "./SocketLimits.ts"
import { Sockets } from "./Sockets.ts"

/** One socket: its machine, and what carries out its commands. */
interface SocketHandler<State, Input, Command> {
  readonly machine: StateMachine<State, Input, Command>
  readonly perform: CommandHandler<Input, Command>
  /** Run however the socket ends, also without its machine: at the end of the server, or through a fault. */
  readonly release?: Effect.Effect<unknown>
}

/** Makes a socket of the current request, whose id is `socketId`. */
export type Serve<State, Input, Command> = (
  socketId: string,
  slot: SocketSlot
) => Effect.Effect<SocketHandler<State, Input, Command>, never, HttpServerRequest.HttpServerRequest>

/** Adds sockets at `path` to the server's router. `protocol`: the subprotocol that is accepted where a client offers it. */
export const layer = <State, Input, Command, E, R>(
  path: HttpRouter.PathInput,
  make: Effect.Effect<Serve<State, Input, Command>, E, R>,
  protocol?: string
) =>
  HttpApiBuilder.Router.use((router) =>
    Effect.gen(function* () {
      const sockets = yield* Sockets
      const limits = yield* SocketLimits
      const served = yield* make
      yield* router.addRoute(
        openRoute(
          path,
          // Uninterruptible, so that a slot that was taken is left.
          Effect.gen(function* () {
            // A request that does not ask for a socket takes no slot and uses no ticket.
            yield* Upgrade.demand
            const slot = yield* limits.enter
            const opened = Effect.gen(function* () {
              const { perform, release = Effect.void, machine } = yield* served(yield* RequestInfo.currentId, slot)
              const left = Effect.zipRight(slot.leave, release)
              return yield* Effect.onError(sockets.serve(machine, perform, left, slot.take, protocol), () => release)
            })
            return yield* Effect.onError(opened, () => slot.leave)
          }).pipe(Effect.uninterruptible)
        )
      )
    })
  )

/** Enqueues the input that the work ends with, or what `failed` makes of its failure. A fault is logged as `what`, and is a failure too. */
export const report = <Input, R>(
  work: Effect.Effect<Input, Problem, R>,
  handle: SocketHandle<Input>,
  failed: (problem: Problem) => Input,
  what: string
): Effect.Effect<void, never, R> =>
  work.pipe(
    Effect.catchAll((problem) => Effect.succeed(failed(problem))),
    Effect.catchAllDefect((defect) => Effect.as(Effect.logError(what, defect), failed(faultOf(defect)))),
    Effect.map(handle.enqueue)
  )

/** Carries out the commands of `TicketedSocket` that the client sees. `socketId` is the id of the request that became the socket. */
export const replies = (socketId: string, handle: Pick<SocketHandle<never>, "send" | "close">) => {
  const emit = (event: unknown) => Effect.sync(() => handle.send(JSON.stringify(event)))
  return {
    Send: ({ event }: { readonly event: unknown }) => emit(event),
    Refuse: ({ problem, requestId }: { readonly problem: Problem; readonly requestId: Option.Option<RequestId> }) =>
      emit(ErrorEvent.of(problem, requestId, socketId)),
    Close: ({ code, reason }: CloseReason) => handle.close(code, reason)
  }
}
