/**
 * A fixed number of worker threads behind one line of waiting tasks.
 *
 * Why not `@effect/platform`'s `Worker` in a `Pool`: its pool serves in order of
 * arrival, with no priorities; a worker that fails is listened to again, not
 * replaced; and a hung one is asked to close, which it cannot hear, and ended
 * five seconds later. Here a task may overtake, and a worker that crashed or
 * overran its time is ended at once, fails only what it was doing, and is
 * replaced.
 */
import { Duration, Effect, Either, Schedule, type Scope } from "effect"
import { ProviderError, ProviderTimeout, ProviderUnavailable } from "../Errors.ts"
import * as Monotonic from "../Monotonic.ts"
import * as Task from "./Task.ts"
import * as TaskQueue from "./TaskQueue.ts"
import { type Death, type Spawn, spawn, type Thread } from "./Thread.ts"

export type { WorkerFailure } from "./Task.ts"

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
   * seconds after the start, so that hardly anybody waits for it.
   */
  readonly load: "at once" | "when wanted"
  /** The first message that each worker gets. */
  readonly initial?: unknown
  /** How long a request may take; past it the worker counts as hung. */
  readonly timeLimit: (request: Request) => Duration.Duration
  /** Asked of each new worker while nothing else is to do, so that its code is compiled when it is needed. */
  readonly warmUp: ReadonlyArray<Request>
}

/** A hold on one worker, for requests that build on state that it keeps. */
export interface Pin<Request> {
  readonly worker: object
  /** Sends the worker a message that has no answer. */
  readonly tell: (message: Request) => void
}

export interface TaskOptions<Request, Part = never> {
  readonly place: TaskQueue.Place
  /** Hears what the worker tells before its answer. Must not throw. */
  readonly hear?: (part: Part) => void
  /** Buffers that move to the worker instead of being copied. */
  readonly transfer?: ReadonlyArray<ArrayBufferLike>
  readonly pin?: Pin<Request>
}

/** A request that was put in line. */
export interface Started<Response> {
  /** Waits for the answer. For one fiber at a time; again after it has come. */
  readonly answer: Effect.Effect<Response, WorkerFailure>
  /** Takes it out of the line, if it still waits there: then it has no answer. Else its worker may be ended. */
  readonly withdraw: () => void
}

/** A request that was put in line, and may be sent in several messages. */
export interface StartedInParts<Request, Response> extends Started<Response> {
  /** Sends the same worker one message more, at once or when it gets the first; it answers the last. */
  readonly more: (message: Request) => void
}

export interface WorkerPool<Request, Response, Part = never> {
  /** Waits for a worker and its answer. Interruption withdraws a waiting task; one under way is abandoned. */
  readonly run: (request: Request, options: TaskOptions<Request, Part>) => Effect.Effect<Response, WorkerFailure>
  /** `run` in two parts: puts the request in line at once. */
  readonly start: (request: Request, options: TaskOptions<Request, Part>) => StartedInParts<Request, Response>
  /** The turn that a job which begins now takes; see `TaskQueue.Place`. */
  readonly turn: Effect.Effect<number>
  /** The worker with the fewest pins, until the scope closes. Its tasks fail with `ProviderError` if it dies. */
  readonly pin: Effect.Effect<Pin<Request>, ProviderUnavailable, Scope.Scope>
  /** Succeeds once each worker has loaded or has been tried, and one at least lives. */
  readonly ready: Effect.Effect<void, ProviderUnavailable>
}

/** How long a worker may take to load; measured: 0.1 to 0.3 s. */
const LOAD_LIMIT = Duration.seconds(30)
/** When workers are loaded that nobody has wanted yet. The first seconds belong to those who started the server. */
const UNWANTED = Duration.seconds(10)
/** How late a hung worker may be found out. */
const WATCH = Duration.millis(200)
/** Waits between attempts to load a worker: longer each time, 10 s at most. */
const RELOAD = Schedule.union(Schedule.exponential("100 millis"), Schedule.spaced("10 seconds"))
/** Seconds after which a client may find a worker again. */
const RETRY_AFTER = 5

/** The threads that live, how many pins each has, and the line before them. */
class Roster<Request, Response, Part> {
  readonly queue = TaskQueue.make<Task.Task<Request, Response, Part>>()
  readonly live = new Map<Thread<Request, Response, Part>, number>()
  /** What each thread was given and has not answered. */
  readonly doing = new Map<Thread<Request, Response, Part>, Task.Task<Request, Response, Part>>()
  readonly anyLive = Effect.unsafeMakeLatch(false)
  readonly wanted = Effect.unsafeMakeLatch(false)
  closed = false

  constructor(readonly options: PoolOptions<Request>) {}

  readonly crashed = () => new ProviderError({ message: `${this.options.name} stopped unexpectedly` })
  readonly late = () => new ProviderTimeout({ message: `${this.options.name} took too long and was stopped` })
  readonly unavailable = () =>
    new ProviderUnavailable({ message: `${this.options.name} is not available`, retryAfter: RETRY_AFTER })

  readonly enter = (thread: Thread<Request, Response, Part>) => {
    this.live.set(thread, 0)
    this.anyLive.unsafeOpen()
    for (const [step, request] of this.options.warmUp.entries()) {
      const { task } = Task.make<Request, Response, Part>({ request, transfer: [], hear: () => {} })
      this.queue.offer({ task, place: { turn: Number.POSITIVE_INFINITY, step }, pin: thread })
    }
  }

  /** What a task's asker is told that a dead worker had. */
  readonly lost = ({ kind }: Death) =>
    kind === "never started" || this.closed ? this.unavailable() : kind === "overrun" ? this.late() : this.crashed()

  /** Nobody waits for the task, which a worker was given. */
  readonly abandon = (task: Task.Task<Request, Response, Part>) => {
    for (const [thread, given] of this.doing) if (given === task) thread.abandon()
  }

  /** Forgets the thread and fails what was given or bound to it. Safe to repeat. */
  readonly leave = (thread: Thread<Request, Response, Part>, death: Death) => {
    this.live.delete(thread)
    if (this.live.size === 0) this.anyLive.unsafeClose()
    const lost = this.queue.dismiss(thread)
    const failure = Effect.fail(this.lost(death))
    this.doing.get(thread)?.answer(failure)
    this.doing.delete(thread)
    for (const { answer } of lost) answer(failure)
  }

  /** With no worker left and none to be had, nobody is kept waiting. */
  readonly giveUp = () => {
    if (this.live.size > 0) return
    for (const { answer } of this.queue.drain()) answer(Effect.fail(this.unavailable()))
  }

  readonly next = (thread: Thread<Request, Response, Part>) =>
    Effect.async<Task.Task<Request, Response, Part> | undefined>((resume) =>
      this.queue.take(thread, (task) => {
        if (task !== undefined) this.doing.set(thread, task)
        resume(Effect.succeed(task))
      })
    )
}

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
        const limit = Duration.toMillis(roster.options.timeLimit(task.request))
        underWay = { task, until: Monotonic.unsafeMillis(clock) + limit }
        const outcome = yield* Effect.either(thread.ask(task))
        underWay = undefined
        roster.doing.delete(thread)
        if (Either.isLeft(outcome)) {
          task.answer(Effect.fail(roster.lost(outcome.left)))
          return yield* Effect.fail(outcome.left)
        }
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

/** One place for a worker: loads it, serves with it, replaces it, for as long as the scope lives. */
const slot = <Request, Response, Part>(roster: Roster<Request, Response, Part>, tried: () => void) => {
  const { file, initial, name } = roster.options
  const warn = (message: string) => (death: Death) =>
    Effect.logWarning(message).pipe(Effect.annotateLogs({ worker: name, reason: death.reason }))
  const start: Spawn = roster.options.spawn ?? spawn
  const load = start<Request, Response, Part>(file, initial).pipe(
    Effect.timeoutFail({ duration: LOAD_LIMIT, onTimeout: (): Death => ({ reason: "it did not load in time" }) })
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
    yield* Effect.catchAll(work(roster, thread), warn("a worker is replaced"))
  })
  return Effect.scoped(life).pipe(Effect.retry(RELOAD), Effect.forever)
}

/** Starts the pool. Workers load in the background; await `ready` to know that they have. */
export const make = <Request, Response, Part = never>(
  options: PoolOptions<Request>
): Effect.Effect<WorkerPool<Request, Response, Part>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const roster = new Roster<Request, Response, Part>(options)
    yield* Effect.addFinalizer(() => Effect.sync(() => roster.giveUp()))
    const allTried = yield* Effect.makeLatch(false)
    const want = roster.wanted.open
    yield* options.load === "at once" ? want : Effect.forkScoped(Effect.delay(want, UNWANTED))
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
      return { worker: thread, tell: thread.tell }
    })

    const start: WorkerPool<Request, Response, Part>["start"] = (request, options) => {
      const { hear = () => {}, pin, place, transfer = [] } = options
      const { answered, more, task } = Task.make<Request, Response, Part>({ request, transfer, hear })
      const lost = pin !== undefined && ![...roster.live.keys()].some((thread) => thread === pin.worker)
      if (roster.closed || lost) {
        task.answer(Effect.fail(roster.closed ? roster.unavailable() : roster.crashed()))
        return { answer: answered, more, withdraw: () => {} }
      }
      roster.wanted.unsafeOpen()
      const withdraw = roster.queue.offer({ task, place, pin: pin?.worker })
      return { answer: answered, more, withdraw: () => void (withdraw() || roster.abandon(task)) }
    }

    const run: WorkerPool<Request, Response, Part>["run"] = (request, options) =>
      Effect.suspend(() => {
        const { answer, withdraw } = start(request, options)
        return Effect.onInterrupt(answer, () => Effect.sync(withdraw))
      })

    const ready = want.pipe(
      Effect.zipRight(allTried.await),
      Effect.zipRight(Effect.suspend(() => (roster.live.size > 0 ? Effect.void : Effect.fail(roster.unavailable()))))
    )
    return { run, start, turn: Effect.sync(roster.queue.turn), pin, ready }
  })
