/**
 * Workers, loaded when they are wanted and stopped when they are idle, behind one
 * queue of tasks, in which shares take turns (`TaskQueue`).
 *
 * Why not `@effect/platform`'s `Worker` in a `Pool`: its pool serves in order of
 * arrival, with no priorities; a worker that fails is listened to again, not
 * replaced; and a hung one is asked to close, which it cannot do, and ended
 * five seconds later. Here a task may overtake, and a worker that crashed or
 * overran its time is ended at once and replaced. What a worker was doing when it
 * crashed may be no more than the next to come: it is done once more by another,
 * and fails when that one dies too. What took too long fails.
 */
import { type Duration, Effect, Fiber, FiberRef, identity, type Scope } from "effect"
import type { ProviderUnavailable } from "../Errors.ts"
import { PoolState, put } from "./PoolState.ts"
import * as Share from "./Share.ts"
import { LOAD_LIMIT, load, slot } from "./Slot.ts"
import type { WorkerFailure, WorkerLost } from "./Task.ts"
import type * as TaskQueue from "./TaskQueue.ts"
import type { Spawn, Thread } from "./Thread.ts"

export { type WorkerFailure, WorkerLost } from "./Task.ts"
export type { Turn } from "./TaskQueue.ts"

export interface PoolOptions<Request> {
  /** What the workers are, as clients may read it: "the speech engine". */
  readonly name: string
  readonly file: URL
  /** Threads of this process unless something else is said; see `Process.spawn`. */
  readonly spawn?: Spawn
  /** How many there are at most. One is loaded when somebody waits for it, and stopped when it has been idle for `Slot.IDLE`. */
  readonly workers: number
  /** How many of them are loaded with the pool and never stopped: for what nobody should wait for. */
  readonly keep: number
  /** After what time without a task one is stopped; `Slot.IDLE` where it is not said. */
  readonly idle?: Duration.Duration
  /** The first message that each worker gets. */
  readonly initial?: unknown
  /** How long a request may take once it is sent, its worker's start not included; past it the worker counts as hung. */
  readonly timeLimit: (request: Request) => Duration.Duration
  /** Asked of each new worker while nothing else is to do, so that its code is compiled when it is needed. */
  readonly warmUp: ReadonlyArray<Request>
  /**
   * Whether a task may keep a worker for seconds, as it may if nothing is said.
   * Then one share occupies half of the workers at most, rounded up, so that a
   * worker is left for others, and has `MOST_WAITING` tasks in the queue at most.
   * `short` tasks take some milliseconds; their number is bounded where jobs are admitted.
   */
  readonly tasks?: "short" | "long"
}

/** A hold on one worker, for requests that build on state that it keeps. */
export interface Pin<Request, Response> {
  readonly worker: object
  /** As the pool's `run`, by this worker; fails with `WorkerLost` when it dies over something else. */
  readonly run: (request: Request, place: TaskQueue.Place) => Effect.Effect<Response, WorkerFailure | WorkerLost>
  /** Sends the worker a message that has no answer. */
  readonly send: (message: Request) => void
}

export interface TaskOptions<Piece = never> {
  readonly place: TaskQueue.Place
  /** Gets what the worker sends before its answer. Must not throw. */
  readonly onPiece?: (piece: Piece) => void
  /** Buffers that move to the worker instead of being copied. */
  readonly transfer?: ReadonlyArray<ArrayBufferLike>
}

/** A request that is in the queue, or was. */
export interface StartedTask<Response> {
  /** Waits for the answer. For one fiber at a time; again after it has come. */
  readonly answer: Effect.Effect<Response, WorkerFailure>
  /** Takes it out of the queue, if it still waits there: then it has no answer. Else its worker may be ended. */
  readonly withdraw: () => void
}

/** The same, of one that may be sent in several messages. */
export interface StartedStreamingTask<Request, Response> extends StartedTask<Response> {
  /** Sends the same worker one message more, at once or when it gets the first; it answers the last. */
  readonly more: (message: Request) => void
}

export interface WorkerPool<Request, Response, Piece = never> {
  /** Waits for a worker and its answer. Interruption withdraws a waiting task; one under way is abandoned. */
  readonly run: (request: Request, options: TaskOptions<Piece>) => Effect.Effect<Response, WorkerFailure>
  /** `run` in two parts: puts the request in the queue at once. */
  readonly start: (request: Request, options: TaskOptions<Piece>) => StartedStreamingTask<Request, Response>
  /** Has a worker loaded, where none is, for a request that will come soon; waits for nothing. */
  readonly prepare: Effect.Effect<void>
  /** The turn that a job which begins now takes, for the share of the current fiber; see `TaskQueue.Place`. */
  readonly turn: Effect.Effect<TaskQueue.Turn>
  /**
   * Runs a request, and holds the worker that did it until the scope closes, when
   * `release` is sent to it. In the queue it is bound to no worker; after a
   * crash over it, it is for the caller to begin again.
   */
  readonly open: (
    request: Request,
    place: TaskQueue.Place,
    release: Request
  ) => Effect.Effect<{ readonly response: Response; readonly pin: Pin<Request, Response> }, WorkerFailure, Scope.Scope>
  /** The worker with the fewest pins, until the scope closes. */
  readonly pin: Effect.Effect<Pin<Request, Response>, ProviderUnavailable, Scope.Scope>
  /**
   * Succeeds while a worker lives, or none is wanted and the last that was to be
   * loaded was. Waits for those that are kept to be loaded, or tried.
   */
  readonly ready: Effect.Effect<void, ProviderUnavailable>
}

/** The answer to a task that is bound to no worker, and so cannot lose it. */
const unbound = <Response>(
  answered: Effect.Effect<Response, WorkerFailure | WorkerLost>
): Effect.Effect<Response, WorkerFailure> => Effect.catchTag(answered, "WorkerLost", Effect.die)

/** Puts a request in the queue and waits; interrupted, withdraws it. */
const answerOf = <Request, Response, Piece>(
  begin: () => ReturnType<typeof put<Request, Response, Piece>>
): Effect.Effect<Response, WorkerFailure | WorkerLost> =>
  Effect.suspend(() => {
    const { task, withdraw } = begin()
    return Effect.onInterrupt(task.answered, () => Effect.sync(withdraw))
  })

/** The hold on a worker. */
const bound = <Request, Response, Piece>(
  state: PoolState<Request, Response, Piece>,
  thread: Thread<Request, Response, Piece>
): Pin<Request, Response> => ({
  worker: thread,
  send: thread.send,
  run: (request, place) => answerOf(() => put(state, request, { place }, thread))
})

/** Holds the worker with the fewest pins, once there is one; where all have some, another is loaded for those who come after. */
const makePin = <Request, Response, Piece>(
  state: PoolState<Request, Response, Piece>
): WorkerPool<Request, Response, Piece>["pin"] =>
  Effect.gen(function* () {
    yield* Effect.scoped(Effect.zipRight(state.wanting, state.anyLive.await)).pipe(
      Effect.timeoutFail({ duration: LOAD_LIMIT, onTimeout: () => state.unavailable() })
    )
    const { thread } = yield* Effect.acquireRelease(
      Effect.suspend(() => {
        const [least] = [...state.live].toSorted(([, one], [, other]) => one - other)
        if (least === undefined) return Effect.fail(state.unavailable())
        const [thread, pins] = least
        if (pins > 0) state.wake()
        return Effect.succeed({ thread, release: state.hold(thread) })
      }),
      ({ release }) => Effect.sync(release)
    )
    return bound(state, thread)
  })

const makeOpen =
  <Request, Response, Piece>(
    state: PoolState<Request, Response, Piece>
  ): WorkerPool<Request, Response, Piece>["open"] =>
  (request, place, release) =>
    Effect.gen(function* () {
      const { task } = yield* Effect.acquireRelease(
        Effect.sync(() => put(state, request, { place })),
        ({ task, withdraw }) =>
          Effect.sync(() => {
            withdraw()
            task.worker?.send(release)
          })
      )
      task.abandon()
      const response = yield* unbound(task.answered)
      const thread = task.worker
      if (thread === undefined) return yield* Effect.dieMessage("an answer came from no worker")
      yield* Effect.acquireRelease(
        Effect.sync(() => state.hold(thread)),
        (letGo) => Effect.sync(letGo)
      )
      return { response, pin: bound(state, thread) }
    })

/**
 * Whether workers load, where none is kept: tried once, with a worker that is stopped again, unless one has loaded
 * already. Whoever gives up waiting does not stop it: on a machine that is short of time it would never be known.
 */
const makeReady = <Request, Response, Piece>(
  state: PoolState<Request, Response, Piece>
): Effect.Effect<WorkerPool<Request, Response, Piece>["ready"], never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    let underWay: Fiber.Fiber<void, ProviderUnavailable> | undefined
    const attempt = Effect.scoped(load(state)).pipe(
      Effect.mapError(() => state.unavailable()),
      Effect.zipRight(
        Effect.sync(() => {
          state.loads = true
        })
      ),
      Effect.ensuring(
        Effect.sync(() => {
          underWay = undefined
        })
      )
    )
    const begin = Effect.tap(Effect.forkIn(Effect.interruptible(attempt), scope), (fiber) =>
      Effect.sync(() => {
        underWay = fiber
      })
    )
    const attempted = Effect.suspend(() => (underWay === undefined ? begin : Effect.succeed(underWay))).pipe(
      Effect.uninterruptible,
      Effect.flatMap(Fiber.join)
    )
    const isUp = Effect.sync(() => state.loads || state.live.size > 0)
    return state.options.keep > 0
      ? Effect.zipRight(state.tried.await, Effect.filterOrFail(isUp, identity, state.unavailable)).pipe(Effect.asVoid)
      : Effect.asVoid(Effect.unlessEffect(attempted, isUp))
  })

/** Starts the pool. Workers load in the background; await `ready` to know that one has. */
export const make = <Request, Response, Piece = never>(
  options: PoolOptions<Request>
): Effect.Effect<WorkerPool<Request, Response, Piece>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const state = new PoolState<Request, Response, Piece>(options)
    // Finalizers run last to first: `giveUp` when the workers have ended, `closed` before.
    yield* Effect.addFinalizer(() => Effect.sync(() => state.giveUp()))
    for (let at = 0; at < options.workers; at++) yield* Effect.forkScoped(slot(state))
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        state.closed = true
      })
    )
    return {
      start: (request, options) => {
        const { task, withdraw } = put(state, request, options)
        return { answer: unbound(task.answered), more: (message) => task.more(message), withdraw }
      },
      run: (request, options) => unbound(answerOf(() => put(state, request, options))),
      prepare: Effect.sync(state.want),
      turn: Effect.map(FiberRef.get(Share.current), (share) => state.queue.turn(share)),
      pin: makePin(state),
      open: makeOpen(state),
      ready: yield* makeReady(state)
    }
  })
