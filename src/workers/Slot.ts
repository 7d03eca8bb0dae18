/** A place for a worker: empty until one is wanted, filled again when it dies, empty when it has been idle. */
import { type Clock, Duration, Effect, Either, Schedule } from "effect"
import { NOBODY } from "../Domain.ts"
import * as Monotonic from "../Monotonic.ts"
import type { Roster } from "./Roster.ts"
import { IDLE as IDLE_SHARE, type Share } from "./Share.ts"
import type { Task } from "./Task.ts"
import { type Death, spawn, type Thread } from "./Thread.ts"

/** A worker that did nothing for so long is stopped, unless somebody holds it: the next one loads in 0.1 to 0.5 s. */
export const IDLE = Duration.minutes(2)
/** How long a worker may take to load; measured: 0.1 to 0.5 s. */
export const LOAD_LIMIT = Duration.seconds(30)
/** How often a worker is looked at: how late a hung one may be found out, and how long a task waits before another is loaded. */
const WATCH = Duration.millis(200)
/** Waits between attempts to load a worker that does not load: longer each time, 10 s at most. */
const RELOAD = Schedule.union(Schedule.exponential("100 millis"), Schedule.spaced("10 seconds"))

/** What nobody asked for is left to the workers that there are. */
const isAsked = (share: Share): boolean => share !== NOBODY && share !== IDLE_SHARE

/** What a worker does, as those know who serve with it and who look at it. */
interface Shift<Request, Response, Part> {
  readonly roster: Roster<Request, Response, Part>
  readonly thread: Thread<Request, Response, Part>
  /** Opened by each task. */
  readonly awake: Effect.Latch
  underWay: { readonly task: Task<Request, Response, Part>; readonly until: number } | undefined
  /** Tasks that are done. */
  served: number
  isStopped: boolean
}

/** Serves until the worker is stopped; fails when it dies. */
const serve = <Request, Response, Part>(shift: Shift<Request, Response, Part>, clock: Clock.Clock) =>
  Effect.gen(function* () {
    const { roster, thread } = shift
    for (;;) {
      const task = yield* roster.next(thread)
      if (task === undefined && shift.isStopped) return
      if (task === undefined) return yield* Effect.fail<Death>({ reason: "the thread died" })
      const sent = (tell: (message: Request) => void) => {
        const limit = Duration.toMillis(roster.options.timeLimit(task.request))
        shift.underWay = { task, until: Monotonic.unsafeMillis(clock) + limit }
        shift.awake.unsafeOpen()
        task.sent(tell)
      }
      const outcome = yield* Effect.either(
        thread.ask({ request: task.request, transfer: task.transfer, hear: (part) => task.hear(part), sent })
      )
      shift.underWay = undefined
      shift.served++
      if (Either.isLeft(outcome)) {
        roster.drop(thread, outcome.left)
        return yield* Effect.fail(outcome.left)
      }
      roster.doing.delete(thread)
      task.answer(Effect.succeed(outcome.right))
    }
  })

/** Waits until the worker is given something, or for `IDLE`; answers whether nobody needs it any more. */
const rest = <Request, Response, Part>({ awake, roster, thread }: Shift<Request, Response, Part>) =>
  Effect.suspend(() => {
    awake.unsafeClose()
    return Effect.timeoutTo(awake.await, {
      duration: IDLE,
      onSuccess: () => false,
      onTimeout: () => roster.mayStop(thread)
    })
  })

/**
 * Looks at the worker now and then while it works (a timer for each task would
 * cost more than the rest of its way here): fails when it is too slow, has
 * another loaded when tasks wait, and stops it when it is idle.
 */
const watch = <Request, Response, Part>(shift: Shift<Request, Response, Part>, clock: Clock.Clock) =>
  Effect.gen(function* () {
    const { roster, thread } = shift
    let seen = shift.served
    let lacked = false
    for (;;) {
      yield* Effect.sleep(WATCH)
      const { served, underWay } = shift
      if (underWay !== undefined && Monotonic.unsafeMillis(clock) >= underWay.until) {
        roster.doing.delete(thread)
        underWay.task.answer(Effect.fail(roster.late()))
        return yield* Effect.fail<Death>({ reason: "it overran its time" })
      }
      const lacks = roster.queue.lacksWorker(isAsked)
      if (lacks && lacked) roster.wake()
      lacked = lacks
      const isResting = served === seen && !roster.doing.has(thread)
      seen = served
      if (!isResting || !(yield* rest(shift))) continue
      // From here on it is given nothing; `serve`, which waits for a task, ends.
      shift.isStopped = true
      roster.leave(thread, { reason: "it was idle" })
      return yield* Effect.never
    }
  })

/** Serves tasks with one thread until it is idle; fails when it dies or is too slow. */
const work = <Request, Response, Part>(
  roster: Roster<Request, Response, Part>,
  thread: Thread<Request, Response, Part>
) =>
  Effect.clockWith((clock) => {
    const awake = Effect.unsafeMakeLatch(true)
    const shift: Shift<Request, Response, Part> = {
      roster,
      thread,
      awake,
      underWay: undefined,
      served: 0,
      isStopped: false
    }
    return Effect.raceFirst(serve(shift, clock), watch(shift, clock))
  })

/** What nobody foresaw costs the worker, not its place: that would be empty for good. */
const defectAsDeath = <A, R>(effect: Effect.Effect<A, Death, R>): Effect.Effect<A, Death, R> =>
  Effect.catchAllDefect(effect, (defect) => Effect.fail<Death>({ reason: String(defect) }))

const warn =
  <Request, Response, Part>(roster: Roster<Request, Response, Part>, message: string) =>
  ({ reason }: Death) =>
    Effect.logWarning(message).pipe(Effect.annotateLogs({ worker: roster.options.name, reason }))

/** Loads a worker, or says why not. */
export const load = <Request, Response, Part>(roster: Roster<Request, Response, Part>) => {
  const { file, initial, spawn: start = spawn } = roster.options
  return Effect.suspend(() => start<Request, Response, Part>(file, initial)).pipe(
    Effect.timeoutFail({ duration: LOAD_LIMIT, onTimeout: (): Death => ({ reason: "it did not load in time" }) }),
    defectAsDeath,
    Effect.tapError(warn(roster, "a worker could not be loaded"))
  )
}

/** One place: fills it when a worker is wanted, serves with that, replaces it, for as long as the scope lives. */
export const slot = <Request, Response, Part>(roster: Roster<Request, Response, Part>) => {
  const life = Effect.gen(function* () {
    yield* roster.sleep
    const thread = yield* load(roster).pipe(
      Effect.onExit((exit) => Effect.sync(() => roster.end(exit._tag === "Success"))),
      Effect.tapError(() => Effect.sync(roster.giveUp))
    )
    yield* Effect.acquireRelease(
      Effect.sync(() => roster.enter(thread)),
      () => Effect.sync(() => roster.leave(thread, { reason: "it is replaced" }))
    )
    thread.onDeath((death) => roster.leave(thread, death))
    yield* Effect.catchAll(defectAsDeath(work(roster, thread)), warn(roster, "a worker is replaced"))
  })
  return Effect.scoped(life).pipe(Effect.retry(RELOAD), Effect.forever)
}
