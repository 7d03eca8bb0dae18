/**
 * The sockets of the server: one clock ticks for all of them, and all are closed
 * when the server stops. An idle socket has no fiber, and keeps nothing of
 * the request that it began as.
 */
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Duration, Effect, Exit, FiberSet, Metric, Option } from "effect"
import type { InvalidRequest } from "../Errors.ts"
import { Draining, OUTCOME_GRACE } from "../http/Draining.ts"
import * as RequestInfo from "../http/RequestInfo.ts"
import * as Upgrade from "../http/Upgrade.ts"
import * as EventLoopTurns from "../runtime/EventLoopTurns.ts"
import * as Monotonic from "../runtime/Monotonic.ts"
import * as Spans from "../runtime/Spans.ts"
import { type CommandHandler, type HostedSession, Session, type SessionHost, type StateMachine } from "./Session.ts"

/** How exact deadlines are. */
const TICK = Duration.millis(250)

const POLL = Duration.millis(20)

const openGauge = Metric.gauge("qal_sockets_open", { description: "Sockets that are open" })

/** A session that can be closed from outside. */
export type ClosableSession = Pick<Session<unknown, unknown, unknown>, "dismiss">

export class Sockets extends Effect.Service<Sockets>()("sockets/Sockets", {
  scoped: Effect.gen(function* () {
    const draining = yield* Draining
    const clock = yield* Effect.clock
    const members = new Set<HostedSession>()
    const limited: Upgrade.Limited = new WeakSet()
    const run = yield* FiberSet.makeRuntime<never>()
    yield* draining.keepsOpen(() => members.size > 0)

    const ticking = Effect.gen(function* () {
      yield* Effect.sleep(TICK)
      const now = Monotonic.unsafeMillis(clock)
      for (const member of members) if (now >= member.deadline()) member.tick()
    })
    yield* Effect.forkScoped(Effect.forever(ticking))
    yield* Effect.forkScoped(
      Effect.map(draining.await, () => {
        for (const member of members) member.drain()
      })
    )
    // By now the server is draining. Turns that the deadline has failed get their events.
    yield* Effect.addFinalizer(() =>
      Effect.sleep(POLL).pipe(
        Effect.repeat({
          while: () => members.size > 0 && Duration.greaterThan(draining.left(OUTCOME_GRACE), Duration.zero)
        })
      )
    )

    const count = Effect.suspend(() => Metric.set(openGauge, members.size))
    const join = (member: HostedSession) =>
      Effect.suspend(() => {
        members.add(member)
        if (draining.unsafeIsDraining()) member.drain()
        return count
      })
    const leave = (member: HostedSession) =>
      Effect.suspend(() => {
        members.delete(member)
        return count
      })

    /** Has a socket work in a fiber, and leave where it is over then, or the fiber failed. */
    const attend = (member: HostedSession, work: Effect.Effect<boolean>): void => {
      const ended = Effect.suspend(() => Effect.ensuring(member.release, leave(member)))
      run(Effect.onExit(work, (exit) => (Exit.isSuccess(exit) && !exit.value ? Effect.void : ended)))
    }
    const sessionHost: SessionHost = {
      clock,
      wake: (member) => attend(member, member.work),
      turn: EventLoopTurns.makeWait()
    }

    /**
     * Makes the current request a socket, which `machine` then runs to its end, in
     * fibers of its own; the request is answered at once. Commands are performed
     * one after the other. However the socket ends, `release` is run, once or twice (see `HostedSession`). The
     * session is given to `meet` once it is open. `protocol` is as `Upgrade` has it. Fails with `InvalidRequest` where
     * the request does not ask for a socket.
     */
    const serve = <State, Input, Command>(
      machine: StateMachine<State, Input, Command>,
      perform: CommandHandler<Input, Command>,
      release: Effect.Effect<unknown>,
      meet: (session: ClosableSession) => void,
      protocol?: string
    ): Effect.Effect<HttpServerResponse.HttpServerResponse, InvalidRequest, HttpServerRequest.HttpServerRequest> =>
      Effect.gen(function* () {
        const id = yield* RequestInfo.currentId
        const traced = yield* Spans.keep
        const session = new Session(
          machine,
          (command, handle) => traced(perform(command, handle)),
          sessionHost,
          id,
          release
        )
        return yield* Effect.map(Upgrade.upgrade(session, limited, protocol), (opening) => {
          const life = Effect.flatMap(opening, (connection) => {
            if (Option.isNone(connection)) return Effect.succeed(true)
            session.open(connection.value)
            return session.work
          })
          attend(session, Effect.zipRight(join(session), life))
          meet(session)
          return HttpServerResponse.empty()
        })
      }).pipe(Effect.uninterruptible)

    return { serve }
  })
}) {}
