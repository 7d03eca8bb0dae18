/**
 * A fixed number of worker threads behind one line of waiting tasks, in which
 * shares take turns (`TaskQueue`).
 *
 * Why not `@effect/platform`'s `Worker` in a `Pool`: its pool serves in order of
 * arrival, with no priorities; a worker that fails is listened to again, not
 * replaced; and a hung one is asked to close, which it cannot hear, and ended
 * five seconds later. Here a task may overtake, and a worker that crashed or
 * overran its time is ended at once and replaced. What a worker was doing when it
 * crashed may be no more than the next to come: it is done once more by another,
 * and fails when that one dies too. What took too long fails.
 */
import { Duration, Effect, Either, FiberRef, Schedule, type Scope } from "effect"
import type { ProviderUnavailable } from "../Errors.ts"
import * as Monotonic from "../Monotonic.ts"
import { put, Roster } from "./Roster.ts"
import * as Share from "./Share.ts"
import * as Task from "./Task.ts"
import type * as TaskQueue from "./TaskQueue.ts"
import { type Death, type Spawn, spawn, type Thread } from "./Thread.ts"

export { type WorkerFailure, WorkerLost } from "./Task.ts"
export type { Turn } from "./TaskQueue.ts"

type WorkerFailure = Task.WorkerFailure

export interface PoolOptions<Request> {
  /** What the workers are, as clients may read it: "the speech engine". */
  readonly name: string
  readonly file: URL
  /** Threads of this process unless something else is said; see `Process.spawn`. */
  readonly spawn?: Spawn
  readonly workers: number
  /**
   * When the workers are loaded: with the pool, or when the first is wanted, for
   * what not every user needs and nobody needs at once; then at the latest some
   * seconds after the start, so that hardly anybody waits for it. Or only then,
   * for what may never be needed.
   */
  readonly load: "at once" | "when wanted" | "only when wanted"
  /** The first message that each worker gets. */
  readonly initial?: unknown
  /** How long a request may take once it is sent, its worker's start not included; past it the worker counts as hung. */
  readonly timeLimit: (request: Request) => Duration.Duration
  /** Asked of each new worker while nothing else is to do, so that its code is compiled when it is needed. */
  readonly warmUp: ReadonlyArray<Request>
  /**
   * Whether a task may keep a worker for seconds, as it may if nothing is said.
   * Then one share occupies half of the workers at most, rounded up, so that a
   * worker is left for others, and has `MOST_WAITING` tasks in line at most.
   * `short` tasks take some milliseconds; whoever admits the jobs bounds them.
   */
  readonly tasks?: "short" | "long"
}

/** A hold on one worker, for requests that build on state that it keeps. */
export interface Pin<Request, Response> {
  readonly worker: object
  /** As the pool's `run`, by this worker; fails with `WorkerLost` when it dies over something else. */
  readonly run: (request: Request, place: TaskQueue.Place) => Effect.Effect<Response, WorkerFailure | Task.WorkerLost>
  /** Sends the worker a message that has no answer. */
  readonly tell: (message: Request) => void
}

export interface TaskOptions<Part = never> {
  readonly place: TaskQueue.Place
  /** Hears what the worker tells before its answer. Must not throw. */
  readonly hear?: (part: Part) => void
  /** Buffers that move to the worker instead of being copied. */
  readonly transfer?: ReadonlyArray<ArrayBufferLike>
}

/** A request that was put in line. */
export interface Started<Response, E = never> {
  /** Waits for the answer. For one fiber at a time; again after it has come. */
  readonly answer: Effect.Effect<Response, WorkerFailure | E>
  /** Takes it out of the line, if it still waits there: then it has no answer. Else its worker may be ended. */
  readonly withdraw: () => void
}

/** A request that was put in line, and may be sent in several messages. */
export interface StartedInParts<Request, Response, E = never> extends Started<Response, E> {
  /** Sends the same worker one message more, at once or when it gets the first; it answers the last. */
  readonly more: (message: Request) => void
}

export interface WorkerPool<Request, Response, Part = never> {
  /** Waits for a worker and its answer. Interruption withdraws a waiting task; one under way is abandoned. */
  readonly run: (request: Request, options: TaskOptions<Part>) => Effect.Effect<Response, WorkerFailure>
  /** `run` in two parts: puts the request in line at once. */
  readonly start: (request: Request, options: TaskOptions<Part>) => StartedInParts<Request, Response>
  /** The turn that a job which begins now takes, for the share of the current fiber; see `TaskQueue.Place`. */
  readonly turn: Effect.Effect<TaskQueue.Turn>
  /**
   * Runs a request, and holds the worker that did it until the scope closes, when
   * it is told `release`. In line for any worker, it is lost with none; after a
   * crash over it, it is for the caller to begin again.
   */
  readonly open: (
    request: Request,
    place: TaskQueue.Place,
    release: Request
  ) => Effect.Effect<{ readonly response: Response; readonly pin: Pin<Request, Response> }, WorkerFailure, Scope.Scope>
  /** The worker with the fewest pins, until the scope closes. */
  readonly pin: Effect.Effect<Pin<Request, Response>, ProviderUnavailable, Scope.Scope>
  /** Succeeds once each worker has loaded or has been tried, and one at least lives. */
  readonly ready: Effect.Effect<void, ProviderUnavailable>
}

/** How long a worker may take to load; measured: 0.1 to 0.3 s. */
const LOAD_LIMIT = Duration.seconds(30)
/** When workers are loaded that nobody has wanted yet. The first seconds belong to those who started the server. */
const UNWANTED = Duration.seconds(10)
/** How late a hung worker may be found out. */
const WATCH = Duration.millis(200)
/** Waits between attempts to load a worker that does not load: longer each time, 10 s at most. */
const RELOAD = Schedule.union(Schedule.exponential("100 millis"), Schedule.spaced("10 seconds"))

/** Serves tasks with one thread until it dies or is too slow, then fails. */
const work = <Request, Response, Part>(
  roster: Roster<Request, Response, Part>,
  thread: Thread<Request, Response, Part>
) =>
  Effect.clockWith((clock) => {
    let underWay: { readonly task: Task.Task<Request, Response, Part>; readonly until: number } | undefined
    const serve = Effect.gen(function* () {
      for (;;) {
        const task = yield* roster.next(thread)
        if (task === undefined) return yield* Effect.fail<Death>({ reason: "the thread died" })
        const sent: typeof task.sent = (tell) => {
          const limit = Duration.toMillis(roster.options.timeLimit(task.request))
          underWay = { task, until: Monotonic.unsafeMillis(clock) + limit }
          task.sent(tell)
        }
        const outcome = yield* Effect.either(thread.ask({ ...task, sent }))
        underWay = undefined
        if (Either.isLeft(outcome)) {
          roster.drop(thread, outcome.left)
          return yield* Effect.fail(outcome.left)
        }
        roster.doing.delete(thread)
        task.answer(Effect.succeed(outcome.right))
      }
    })
    /** Looks now and then: a timer for each task would cost more than the rest of its way here. */
    const watch = Effect.gen(function* () {
      for (;;) {
        yield* Effect.sleep(WATCH)
        if (underWay === undefined || Monotonic.unsafeMillis(clock) < underWay.until) continue
        roster.doing.delete(thread)
        underWay.task.answer(Effect.fail(roster.late()))
        return yield* Effect.fail<Death>({ reason: "it overran its time" })
      }
    })
    return Effect.raceFirst(serve, watch)
  })

/** What nobody foresaw costs the worker, not its place: that would be empty for good. */
const defectAsDeath = <A, R>(effect: Effect.Effect<A, Death, R>): Effect.Effect<A, Death, R> =>
  Effect.catchAllDefect(effect, (defect) => Effect.fail<Death>({ reason: String(defect) }))

/** One place for a worker: loads it, serves with it, replaces it, for as long as the scope lives. */
const slot = <Request, Response, Part>(roster: Roster<Request, Response, Part>, tried: () => void) => {
  const { file, initial, name } = roster.options
  const warn = (message: string) => (death: Death) =>
    Effect.logWarning(message).pipe(Effect.annotateLogs({ worker: name, reason: death.reason }))
  const start: Spawn = roster.options.spawn ?? spawn
  const load = start<Request, Response, Part>(file, initial).pipe(
    Effect.timeoutFail({ duration: LOAD_LIMIT, onTimeout: (): Death => ({ reason: "it did not load in time" }) }),
    defectAsDeath
  )
  const life = Effect.gen(function* () {
    const thread = yield* load.pipe(
      Effect.tapError((death) =>
        Effect.sync(() => {
          tried()
          roster.giveUp()
        }).pipe(Effect.zipRight(warn("a worker could not be loaded")(death)))
      )
    )
    yield* Effect.acquireRelease(
      Effect.sync(() => roster.enter(thread)),
      () => Effect.sync(() => roster.leave(thread, { reason: "it is replaced" }))
    )
    thread.onDeath((death) => roster.leave(thread, death))
    tried()
    yield* Effect.catchAll(defectAsDeath(work(roster, thread)), warn("a worker is replaced"))
  })
  return Effect.scoped(life).pipe(Effect.retry(RELOAD), Effect.forever)
}

/** What is bound to no worker cannot lose it. */
const UNBOUND = Effect.dieMessage("a task that was bound to no worker lost its worker")

/** Puts a request in line and waits; interrupted, withdraws it. */
const answerOf = <Response, E>(begin: () => Started<Response, E>): Effect.Effect<Response, WorkerFailure | E> =>
  Effect.suspend(() => {
    const { answer, withdraw } = begin()
    return Effect.onInterrupt(answer, () => Effect.sync(withdraw))
  })

/** The hold on a worker. */
const bound = <Request, Response, Part>(
  roster: Roster<Request, Response, Part>,
  thread: Thread<Request, Response, Part>
): Pin<Request, Response> => ({
  worker: thread,
  tell: thread.tell,
  run: (request, place) => answerOf(() => put(roster, request, { place }, Task.WORKER_LOST, thread))
})

/** Starts the pool. Workers load in the background; await `ready` to know that they have. */
export const make = <Request, Response, Part = never>(
  options: PoolOptions<Request>
): Effect.Effect<WorkerPool<Request, Response, Part>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const roster = new Roster<Request, Response, Part>(options)
    yield* Effect.addFinalizer(() => Effect.sync(() => roster.giveUp()))
    const allTried = yield* Effect.makeLatch(false)
    const want = roster.wanted.open
    if (options.load === "at once") yield* want
    if (options.load === "when wanted") yield* Effect.forkScoped(Effect.delay(want, UNWANTED))
    let untried = options.workers
    for (let at = 0; at < options.workers; at++) {
      let first = true
      const tried = () => {
        if (first && --untried === 0) allTried.unsafeOpen()
        first = false
      }
      yield* Effect.forkScoped(Effect.zipRight(roster.wanted.await, slot(roster, tried)))
    }

    // Finalizers run last to first: this one before the workers end, `giveUp` after.
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        roster.closed = true
      })
    )

    const pin = Effect.gen(function* () {
      yield* want
      yield* roster.anyLive.await.pipe(
        Effect.timeoutFail({ duration: LOAD_LIMIT, onTimeout: () => roster.unavailable() })
      )
      const thread = yield* Effect.acquireRelease(
        Effect.suspend(() => {
          const [least] = [...roster.live].toSorted(([, one], [, other]) => one - other)
          if (least === undefined) return Effect.fail(roster.unavailable())
          roster.live.set(least[0], least[1] + 1)
          return Effect.succeed(least[0])
        }),
        (held) =>
          Effect.sync(() => {
            const pins = roster.live.get(held)
            if (pins !== undefined) roster.live.set(held, pins - 1)
          })
      )
      return bound(roster, thread)
    })

    const open: WorkerPool<Request, Response, Part>["open"] = (request, place, release) =>
      Effect.acquireRelease(
        Effect.sync(() => put(roster, request, { place }, UNBOUND)),
        ({ withdraw, worker }) =>
          Effect.sync(() => {
            withdraw()
            worker()?.tell(release)
          })
      ).pipe(
        Effect.flatMap(({ abandon, answer, worker }) => {
          abandon()
          return Effect.map(answer, (response) => [response, worker()] as const)
        }),
        Effect.flatMap(([response, thread]) =>
          thread === undefined
            ? Effect.dieMessage("nobody gave the answer")
            : Effect.succeed({ response, pin: bound(roster, thread) })
        )
      )

    const start: WorkerPool<Request, Response, Part>["start"] = (request, options) =>
      put(roster, request, options, UNBOUND)
    const run: WorkerPool<Request, Response, Part>["run"] = (request, options) =>
      answerOf(() => start(request, options))
    const turn = Effect.map(FiberRef.get(Share.current), roster.queue.turn)

    const ready = want.pipe(
      Effect.zipRight(allTried.await),
      Effect.zipRight(Effect.suspend(() => (roster.live.size > 0 ? Effect.void : Effect.fail(roster.unavailable()))))
    )
    return { run, start, turn, pin, open, ready }
  })
