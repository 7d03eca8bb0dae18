/** The state of a pool: its workers, what they do, and the queue before them. Plain and synchronous. */
import { Effect } from "effect"
import { ProviderError, ProviderTimeout, ProviderUnavailable } from "../Errors.ts"
import * as QueueMetrics from "./QueueMetrics.ts"
import * as Share from "./Share.ts"
import { Task, WORKER_LOST } from "./Task.ts"
import { type Queued, TaskQueue } from "./TaskQueue.ts"
import type { Thread, WorkerExit } from "./Thread.ts"
import type { PoolOptions, TaskOptions } from "./WorkerPool.ts"

/** Tasks of one share that may wait for a worker, where each may take seconds. */
const MOST_WAITING = 32
/** Seconds after which a client may find a worker again. */
const RETRY_AFTER = 5

/** The threads that live, how many pins each has, the slots without one, and the queue before them. */
export class PoolState<Request, Response, Piece> {
  readonly queue: TaskQueue<Task<Request, Response, Piece>>
  /** Tasks of one share that may wait. */
  readonly mostWaiting: number
  readonly live = new Map<Thread<Request, Response, Piece>, number>()
  /** What each thread was given and has not answered. */
  readonly doing = new Map<Thread<Request, Response, Piece>, Queued<Task<Request, Response, Piece>>>()
  readonly anyLive = Effect.unsafeMakeLatch(false)
  /** Opened when as many workers as are kept have been loaded, or could not be. */
  readonly tried = Effect.unsafeMakeLatch(false)
  /** Whether the last worker that was to be loaded was. */
  loads = false
  closed = false
  /** Wakes slots that have no worker. */
  readonly #asleep = new Set<() => void>()
  /** Workers that are being loaded, or are about to be. */
  #loading = 0
  #untried: number
  /** How many wait for a worker without a task in the queue. */
  #awaiting = 0

  constructor(readonly options: PoolOptions<Request>) {
    this.#untried = options.keep
    const areShort = options.tasks === "short"
    const perShare = areShort ? Number.POSITIVE_INFINITY : Math.ceil(options.workers / 2)
    this.queue = new TaskQueue(perShare, QueueMetrics.observe(options.name))
    this.mostWaiting = areShort ? Number.POSITIVE_INFINITY : MOST_WAITING
  }

  readonly crashed = () => new ProviderError({ message: `${this.options.name} stopped unexpectedly` })
  readonly late = () => new ProviderTimeout({ message: `${this.options.name} took too long and was stopped` })
  readonly unavailable = () =>
    new ProviderUnavailable({ message: `${this.options.name} is not available`, retryAfter: RETRY_AFTER })
  readonly full = () =>
    new ProviderUnavailable({
      message: `${this.options.name} has as much waiting for you as it takes; try again shortly`,
      retryAfter: RETRY_AFTER,
      isBusy: true
    })

  /** Has an empty slot load a worker, if there is one. */
  readonly wake = () => {
    const [first] = this.#asleep
    if (first !== undefined) first()
  }

  /** A worker is wanted: the first is loaded at once. */
  readonly want = () => {
    if (this.live.size === 0 && this.#loading === 0) this.wake()
  }

  /** A worker is wanted, without a task in the queue, for as long as the scope lives. */
  readonly wanting = Effect.acquireRelease(
    Effect.sync(() => {
      this.#awaiting++
      this.want()
    }),
    () =>
      Effect.sync(() => {
        this.#awaiting--
      })
  )

  readonly #begin = () => {
    this.#loading++
  }

  readonly #isWanted = (): boolean => {
    const there = this.live.size + this.#loading
    if (there < this.options.keep) return true
    return there === 0 && (this.#awaiting > 0 || this.queue.lacksWorker(() => true))
  }

  /** Waits until a worker is to be loaded, which is then counted as one that loads. */
  readonly sleep = Effect.suspend(() =>
    this.#isWanted()
      ? Effect.sync(this.#begin)
      : Effect.async<void>((resume) => {
          const waken = () => {
            this.#asleep.delete(waken)
            this.#begin()
            resume(Effect.void)
          }
          this.#asleep.add(waken)
          return Effect.sync(() => this.#asleep.delete(waken))
        })
  )

  /** A worker was loaded, or could not be. */
  readonly end = (loads: boolean) => {
    this.#loading--
    this.loads = loads
    if (--this.#untried === 0) this.tried.unsafeOpen()
  }

  /** Whether there are more workers than are kept, and nobody needs this one. */
  readonly mayStop = (thread: Thread<Request, Response, Piece>): boolean =>
    this.live.size > this.options.keep && !this.doing.has(thread) && this.live.get(thread) === 0

  /** Holds the thread, which is not stopped while it is held; returns how to release it. */
  readonly hold = (thread: Thread<Request, Response, Piece>): (() => void) => {
    const count = (by: number) => {
      const pins = this.live.get(thread)
      if (pins !== undefined) this.live.set(thread, pins + by)
    }
    count(1)
    return () => count(-1)
  }

  readonly enter = (thread: Thread<Request, Response, Piece>) => {
    this.live.set(thread, 0)
    this.anyLive.unsafeOpen()
    for (const [step, request] of this.options.warmUp.entries()) {
      const task = new Task<Request, Response, Piece>(request, [], () => {})
      this.queue.offer({ task, place: { turn: { share: Share.IDLE, at: 0 }, step }, pin: thread })
    }
  }

  /** The error of a task whose worker has ended. */
  readonly #lost = ({ kind }: WorkerExit) =>
    this.closed ? this.unavailable() : kind === "overrun" ? this.late() : this.crashed()

  /** The thread died over what it was doing: that is done once more where it crashed, or fails. */
  readonly drop = (thread: Thread<Request, Response, Piece>, exit: WorkerExit) => {
    const queued = this.doing.get(thread)
    this.doing.delete(thread)
    if (queued === undefined) return
    const crashed = !this.closed && exit.kind === undefined
    if (crashed && queued.pin === undefined && queued.task.repeats()) this.queue.offer(queued)
    else queued.task.answer(Effect.fail(this.#lost(exit)))
  }

  /** Forgets the thread, and fails what was bound to it. Safe to repeat. */
  readonly leave = (thread: Thread<Request, Response, Piece>, exit: WorkerExit) => {
    this.live.delete(thread)
    if (this.live.size === 0) this.anyLive.unsafeClose()
    const bound = this.queue.dismiss(thread)
    this.drop(thread, exit)
    for (const task of bound) task.answer(this.closed ? Effect.fail(this.unavailable()) : WORKER_LOST)
  }

  /** Nobody waits for the task, which a worker was given. */
  readonly abandon = (task: Task<Request, Response, Piece>) => {
    for (const [thread, given] of this.doing) if (given.task === task) thread.abandon()
  }

  /** With no worker left and none to be had, what waits fails. */
  readonly giveUp = () => {
    if (this.live.size > 0) return
    for (const task of this.queue.drain()) task.answer(Effect.fail(this.unavailable()))
  }

  readonly next = (thread: Thread<Request, Response, Piece>) =>
    Effect.async<Task<Request, Response, Piece> | undefined>((resume) =>
      this.queue.take(thread, (queued) => {
        if (queued !== undefined) {
          this.doing.set(thread, queued)
          queued.task.worker = thread
        }
        resume(Effect.succeed(queued?.task))
      })
    )
}

/** Puts a request in the queue; `pin` names the worker that it is bound to. `withdraw` takes it out, or gives its answer up. */
export const put = <Request, Response, Piece>(
  state: PoolState<Request, Response, Piece>,
  request: Request,
  { onPiece = () => {}, place, transfer = [] }: TaskOptions<Piece>,
  pin?: Thread<Request, Response, Piece>
): { readonly task: Task<Request, Response, Piece>; readonly withdraw: () => void } => {
  const task = new Task<Request, Response, Piece>(request, transfer, onPiece)
  const refused = (outcome: typeof task.answered) => {
    task.answer(outcome)
    return { task, withdraw: () => {} }
  }
  if (state.closed) return refused(Effect.fail(state.unavailable()))
  if (state.queue.waiting(place.turn.share) >= state.mostWaiting) return refused(Effect.fail(state.full()))
  if (pin !== undefined && !state.live.has(pin)) return refused(WORKER_LOST)
  const leaveQueue = state.queue.offer({ task, place, pin })
  state.want()
  const withdraw = () => {
    if (leaveQueue()) return
    task.abandon()
    state.abandon(task)
  }
  return { task, withdraw }
}
