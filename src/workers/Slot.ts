/** A slot for a worker: empty until one is wanted, filled again when it dies, empty when it has been idle. */
import { type Clock, Duration, Effect, Either, Schedule } from "effect"
import { NOBODY } from "../Domain.ts"
import * as Monotonic from "../runtime/Monotonic.ts"
import type { PoolState } from "./PoolState.ts"
import { IDLE as IDLE_SHARE, type Share } from "./Share.ts"
import type { Task } from "./Task.ts"
import { spawn, type Thread, type WorkerExit } from "./Thread.ts"

/** A worker that did nothing for so long is stopped, unless it is held or its pool says another time: the next one loads in 0.1 to 0.5 s. */
export const IDLE = Duration.minutes(2)
/** How long a worker may take to load; measured: 0.1 to 0.5 s. */
export const LOAD_LIMIT = Duration.seconds(30)
/** How often a worker is looked at: how late a hung one may be found out, and how long a task waits before another is loaded. */
const WATCH = Duration.millis(200)
/**
 * A machine that is busy with other things starves a worker, which then is late through no fault of its request. It counts as
 * hung past its limit where this process has had as much processor time since, and past so many times its limit in any case.
 */
const STARVED = 4
/** Waits between attempts to load a worker that does not load: longer each time, 10 s at most. */
const RELOAD = Schedule.union(Schedule.exponential("100 millis"), Schedule.spaced("10 seconds"))

/** No worker is loaded for work that no client asked for. */
const isAsked = (share: Share): boolean => share !== NOBODY && share !== IDLE_SHARE

/** What a worker does: set by `serve`, looked at by `watch`. */
interface WorkerState<Request, Response, Piece> {
  readonly state: PoolState<Request, Response, Piece>
  readonly thread: Thread<Request, Response, Piece>
  /** Opened by each task. */
  readonly awake: Effect.Latch
  underWay: { readonly task: Task<Request, Response, Piece>; readonly isLate: () => boolean } | undefined
  /** Tasks that are done. */
  served: number
  isStopped: boolean
}

/** Milliseconds that the processors have worked for this process, its threads together. */
const processorMillis = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

/** Tells from now on whether what takes at most `limit` milliseconds is late. */
const lateAfter = (limit: number, clock: Clock.Clock): (() => boolean) => {
  const began = Monotonic.unsafeMillis(clock)
  const worked = processorMillis()
  return () => {
    const passed = Monotonic.unsafeMillis(clock) - began
    return passed >= limit && (passed >= STARVED * limit || processorMillis() - worked >= limit)
  }
}

/** Serves until the worker is stopped; fails when it dies. */
const serve = <Request, Response, Piece>(worker: WorkerState<Request, Response, Piece>, clock: Clock.Clock) =>
  Effect.gen(function* () {
    const { state, thread } = worker
    for (;;) {
      const task = yield* state.next(thread)
      if (task === undefined && worker.isStopped) return
      if (task === undefined) return yield* Effect.fail<WorkerExit>({ reason: "the thread died" })
      const sent = (send: (message: Request) => void) => {
        const limit = Duration.toMillis(state.options.timeLimit(task.request))
        worker.underWay = { task, isLate: lateAfter(limit, clock) }
        worker.awake.unsafeOpen()
        task.sent(send)
      }
      const outcome = yield* Effect.either(
        thread.ask({ request: task.request, transfer: task.transfer, onPiece: (piece) => task.onPiece(piece), sent })
      )
      worker.underWay = undefined
      worker.served++
      if (Either.isLeft(outcome)) {
        state.drop(thread, outcome.left)
        return yield* Effect.fail(outcome.left)
      }
      state.doing.delete(thread)
      task.answer(Effect.succeed(outcome.right))
    }
  })

/** Waits until the worker is given something, or for as long as it may be idle; answers whether nobody needs it any more. */
const rest = <Request, Response, Piece>({ awake, state, thread }: WorkerState<Request, Response, Piece>) =>
  Effect.suspend(() => {
    awake.unsafeClose()
    return Effect.timeoutTo(awake.await, {
      duration: state.options.idle ?? IDLE,
      onSuccess: () => false,
      onTimeout: () => state.mayStop(thread)
    })
  })

/**
 * Looks at the worker now and then while it works (a timer for each task would
 * cost more than the rest of its way here): fails when it is too slow, has
 * another loaded when tasks wait, and stops it when it is idle.
 */
const watch = <Request, Response, Piece>(worker: WorkerState<Request, Response, Piece>) =>
  Effect.gen(function* () {
    const { state, thread } = worker
    let seen = worker.served
    let lacked = false
    for (;;) {
      yield* Effect.sleep(WATCH)
      const { served, underWay } = worker
      if (underWay?.isLate() === true) {
        state.doing.delete(thread)
        underWay.task.answer(Effect.fail(state.late()))
        return yield* Effect.fail<WorkerExit>({ reason: "it overran its time" })
      }
      const lacks = state.queue.lacksWorker(isAsked)
      if (lacks && lacked) state.wake()
      lacked = lacks
      const isResting = served === seen && !state.doing.has(thread)
      seen = served
      if (!isResting || !(yield* rest(worker))) continue
      // From here on it is given nothing; `serve`, which waits for a task, ends.
      worker.isStopped = true
      state.leave(thread, { reason: "it was idle" })
      return yield* Effect.never
    }
  })

/** Serves tasks with one thread until it is idle; fails when it dies or is too slow. */
const work = <Request, Response, Piece>(
  state: PoolState<Request, Response, Piece>,
  thread: Thread<Request, Response, Piece>
) =>
  Effect.clockWith((clock) => {
    const awake = Effect.unsafeMakeLatch(true)
    const worker: WorkerState<Request, Response, Piece> = {
      state,
      thread,
      awake,
      underWay: undefined,
      served: 0,
      isStopped: false
    }
    return Effect.raceFirst(serve(worker, clock), watch(worker))
  })

/** A defect costs the worker, not its slot: that would be empty for good. */
const defectAsExit = <A, R>(effect: Effect.Effect<A, WorkerExit, R>): Effect.Effect<A, WorkerExit, R> =>
  Effect.catchAllDefect(effect, (defect) => Effect.fail<WorkerExit>({ reason: String(defect) }))

const warn =
  <Request, Response, Piece>(state: PoolState<Request, Response, Piece>, message: string) =>
  ({ reason }: WorkerExit) =>
    Effect.logWarning(message).pipe(Effect.annotateLogs({ worker: state.options.name, reason }))

/** Loads a worker, or says why not. */
export const load = <Request, Response, Piece>(state: PoolState<Request, Response, Piece>) => {
  const { file, initial, spawn: start = spawn } = state.options
  return Effect.suspend(() => start<Request, Response, Piece>(file, initial)).pipe(
    Effect.timeoutFail({ duration: LOAD_LIMIT, onTimeout: (): WorkerExit => ({ reason: "it did not load in time" }) }),
    defectAsExit,
    Effect.tapError(warn(state, "a worker could not be loaded"))
  )
}

/** One slot: fills it when a worker is wanted, serves with that, replaces it, for as long as the scope lives. */
export const slot = <Request, Response, Piece>(state: PoolState<Request, Response, Piece>) => {
  const life = Effect.gen(function* () {
    yield* state.sleep
    const thread = yield* load(state).pipe(
      Effect.onExit((exit) => Effect.sync(() => state.end(exit._tag === "Success"))),
      Effect.tapError(() => Effect.sync(state.giveUp))
    )
    yield* Effect.acquireRelease(
      Effect.sync(() => state.enter(thread)),
      () => Effect.sync(() => state.leave(thread, { reason: "it is replaced" }))
    )
    thread.onExit((exit) => state.leave(thread, exit))
    yield* Effect.catchAll(defectAsExit(work(state, thread)), warn(state, "a worker is replaced"))
  })
  return Effect.scoped(life).pipe(Effect.retry(RELOAD), Effect.forever)
}
