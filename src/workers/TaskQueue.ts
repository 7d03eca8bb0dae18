/**
 * Tasks that wait for a worker, and workers that wait for a task. Plain
 * synchronous state of one pool; its length is bounded where jobs are admitted.
 *
 * Shares take turns: in each round each share that has something waiting is
 * served once (a light one once in some rounds), first those whose task is the
 * first of its job. So whatever one share has waiting, another's first task
 * waits for what is being done and one task of each share that was there before.
 * Within a share the order is by `Place`.
 *
 * A task costs a look at each share that waits, not at each task.
 */
import { type Share, strideOf } from "./Share.ts"

/** What a job gets when it begins: its share, and the turn of that share which is being served. */
export interface Turn {
  readonly share: Share
  readonly at: number
}

/**
 * A task's place among those of its share: by the job's turn plus the step,
 * then by the step, then by arrival. So the first step of every job comes before
 * a later step of any, and no stream of new jobs can hold back an old one for ever.
 */
export interface Place {
  readonly turn: Turn
  readonly step: number
}

/** A task; `pin` names the only worker that may do it. */
export interface Queued<Task> {
  readonly task: Task
  readonly place: Place
  readonly pin: object | undefined
}

interface Idle<Task> {
  readonly worker: object
  readonly give: (queued: Queued<Task> | undefined) => void
}

/** One share's tasks. */
interface ShareQueue<Task> {
  readonly share: Share
  readonly waiting: Array<Queued<Task>>
  /** The round in which its next task is due. */
  round: number
  /** The turn that was served last. */
  turn: number
  /** How many workers do its tasks. */
  busy: number
}

/** Shares that are remembered although nothing of theirs waits. */
const MOST_REMEMBERED = 1_024

const turnOf = ({ step, turn }: Place): number => turn.at + step

const before = (one: Place, other: Place): boolean =>
  turnOf(one) < turnOf(other) || (turnOf(one) === turnOf(other) && one.step < other.step)

/** The queue of a share, and the first of its tasks that a worker may do. */
interface Due<Task> {
  readonly queue: ShareQueue<Task>
  readonly queued: Queued<Task>
}

/** Whether the task `one` goes before `other`, which is of another share. Of equals goes first whose share has waited longer. */
const isDueBefore = <Task>(one: Due<Task>, other: Due<Task>): boolean =>
  one.queue.round < other.queue.round ||
  (one.queue.round === other.queue.round && one.queued.place.step < other.queued.place.step)

const byDue = <Task>(one: Due<Task>, other: Due<Task>): number =>
  isDueBefore(one, other) ? -1 : isDueBefore(other, one) ? 1 : 0

/** Called when a task of the share begins to wait; what it returns is called when that task no longer waits. */
export type Observe = (share: Share) => () => void

const UNOBSERVED: Observe = () => () => {}

export class TaskQueue<Task> {
  readonly #queues = new Map<Share, ShareQueue<Task>>()
  /** The queues in which something waits. */
  readonly #active = new Set<ShareQueue<Task>>()
  /** The queue whose task each worker does. */
  readonly #queueOfWorker = new Map<object, ShareQueue<Task>>()
  /** What is called when a task no longer waits. */
  readonly #observed = new Map<Queued<Task>, () => void>()
  #idle: Array<Idle<Task>> = []
  #round = 0
  #turn = 0

  /** `most` is how many workers may do tasks of one share at once. */
  constructor(
    private readonly most = Number.POSITIVE_INFINITY,
    private readonly observe = UNOBSERVED
  ) {}

  #queueOf(share: Share): ShareQueue<Task> {
    const known = this.#queues.get(share)
    if (known !== undefined) return known
    if (this.#queues.size >= MOST_REMEMBERED) this.#forget()
    const queue: ShareQueue<Task> = { share, waiting: [], round: 0, turn: this.#turn, busy: 0 }
    this.#queues.set(share, queue)
    return queue
  }

  /** Forgets the shares that have nothing to do and no round to wait for. */
  #forget() {
    for (const [share, { busy, round, waiting }] of this.#queues)
      if (busy === 0 && waiting.length === 0 && round <= this.#round) this.#queues.delete(share)
  }

  #insert(queued: Queued<Task>) {
    const queue = this.#queueOf(queued.place.turn.share)
    const { waiting } = queue
    if (waiting.length === 0) {
      queue.round = Math.max(queue.round, this.#round + strideOf(queue.share) - 1)
      this.#active.add(queue)
    }
    const last = waiting.findLastIndex((other) => !before(queued.place, other.place))
    waiting.splice(last + 1, 0, queued)
    this.#observed.set(queued, this.observe(queue.share))
  }

  #endWait(queued: Queued<Task>) {
    this.#observed.get(queued)?.()
    this.#observed.delete(queued)
  }

  #remove(queue: ShareQueue<Task>, queued: Queued<Task>): boolean {
    const at = queue.waiting.indexOf(queued)
    if (at < 0) return false
    queue.waiting.splice(at, 1)
    if (queue.waiting.length === 0) this.#active.delete(queue)
    this.#endWait(queued)
    return true
  }

  #nextFor(worker: object): Due<Task> | undefined {
    let best: Due<Task> | undefined
    for (const queue of this.#active) {
      if (queue.busy >= this.most) continue
      const queued = queue.waiting.find(({ pin }) => pin === undefined || pin === worker)
      if (queued === undefined) continue
      const due = { queue, queued }
      if (best === undefined || isDueBefore(due, best)) best = due
    }
    return best
  }

  #serve(worker: object, { queue, queued }: Due<Task>) {
    this.#remove(queue, queued)
    if (Number.isFinite(queue.round)) this.#round = Math.max(this.#round, queue.round)
    queue.round = Math.max(queue.round, this.#round) + strideOf(queue.share)
    queue.turn = Math.max(queue.turn, turnOf(queued.place))
    this.#turn = Math.max(this.#turn, queue.turn)
    queue.busy++
    this.#queueOfWorker.set(worker, queue)
  }

  /** Gives idle workers their tasks, first the worker that worked last: the others are then seen to be idle. */
  #assign() {
    for (let at = this.#idle.length - 1; this.#active.size > 0; at--) {
      const idle = this.#idle[at]
      if (idle === undefined) return
      const next = this.#nextFor(idle.worker)
      if (next === undefined) continue
      this.#idle.splice(at, 1)
      this.#serve(idle.worker, next)
      idle.give(next.queued)
    }
  }

  #finish(worker: object) {
    const queue = this.#queueOfWorker.get(worker)
    if (queue !== undefined) queue.busy--
    this.#queueOfWorker.delete(worker)
  }

  /** Gives the task to an idle worker or lets it wait. Answers how to withdraw it: true when it still waited. */
  offer(queued: Queued<Task>): () => boolean {
    this.#insert(queued)
    this.#assign()
    return () => this.#remove(this.#queueOf(queued.place.turn.share), queued)
  }

  /** Asks for the next task of `worker`, which is done with its last: `give` is called once, with nothing when the worker is dismissed. */
  take(worker: object, give: (queued: Queued<Task> | undefined) => void): void {
    this.#finish(worker)
    this.#idle.push({ worker, give })
    this.#assign()
  }

  /**
   * Forgets a worker: its open `take` gets nothing. Answers the tasks that are pinned to it,
   * in the order in which they were due: so they may be offered again.
   */
  dismiss(worker: object): ReadonlyArray<Task> {
    this.#finish(worker)
    const pinned = Array.from(this.#active).flatMap((queue) =>
      queue.waiting.filter(({ pin }) => pin === worker).map((queued) => ({ queue, queued }))
    )
    for (const { queue, queued } of pinned) this.#remove(queue, queued)
    const dismissed = this.#idle.filter((idle) => idle.worker === worker)
    this.#idle = this.#idle.filter((idle) => idle.worker !== worker)
    for (const { give } of dismissed) give(undefined)
    this.#assign()
    return pinned.toSorted(byDue).map(({ queued }) => queued.task)
  }

  /** Removes and answers everything that waits. */
  drain(): ReadonlyArray<Task> {
    const all = [...this.#active].flatMap(({ waiting }) => waiting.splice(0))
    this.#active.clear()
    for (const queued of all) this.#endWait(queued)
    return all.map(({ task }) => task)
  }

  /** The turn that a job of the share takes when it begins now. */
  turn(share: Share): Turn {
    return { share, at: this.#queues.get(share)?.turn ?? this.#turn }
  }

  /** How many tasks of the share wait. */
  waiting(share: Share): number {
    return this.#queues.get(share)?.waiting.length ?? 0
  }

  /** Whether one more worker would find something to do for the shares that `matters` names. */
  lacksWorker(matters: (share: Share) => boolean): boolean {
    return this.#active
      .values()
      .some(
        ({ busy, share, waiting }) => busy < this.most && matters(share) && waiting.some(({ pin }) => pin === undefined)
      )
  }
}
