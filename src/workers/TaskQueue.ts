/**
 * Tasks that wait for a worker, and workers that wait for a task. Plain
 * synchronous state of one pool; its length is bounded by whoever admits jobs.
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

/** What a job that begins takes: whose it is, and the turn of its share that is being served. */
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
interface Line<Task> {
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

/** A line, and the first of its tasks that a worker may do. */
interface Due<Task> {
  readonly line: Line<Task>
  readonly queued: Queued<Task>
}

/** Whether the task `one` goes before `other` of another share; of equals that goes first whose share has waited longer. */
const isDueBefore = <Task>(one: Due<Task>, other: Due<Task>): boolean =>
  one.line.round < other.line.round ||
  (one.line.round === other.line.round && one.queued.place.step < other.queued.place.step)

const byDue = <Task>(one: Due<Task>, other: Due<Task>): number =>
  isDueBefore(one, other) ? -1 : isDueBefore(other, one) ? 1 : 0

export interface TaskQueue<Task> {
  /** Gives the task to an idle worker or lets it wait. Answers how to withdraw it: true when it still waited. */
  readonly offer: (queued: Queued<Task>) => () => boolean
  /** Asks for the next task of `worker`, which is done with its last: `give` is called once, with nothing when the worker is dismissed. */
  readonly take: (worker: object, give: (queued: Queued<Task> | undefined) => void) => void
  /**
   * Forgets a worker: an open `take` of it gets nothing; tasks pinned to it are
   * answered in the order in which they were due, which is that in which they may come again.
   */
  readonly dismiss: (worker: object) => ReadonlyArray<Task>
  /** Removes and answers everything that waits. */
  readonly drain: () => ReadonlyArray<Task>
  /** The turn that a job of the share takes when it begins now. */
  readonly turn: (share: Share) => Turn
  /** How many tasks of the share wait. */
  readonly waiting: (share: Share) => number
  /** Whether a worker more would find something to do, of the shares that are asked about. */
  readonly lacksWorker: (matters: (share: Share) => boolean) => boolean
}

class Queue<Task> implements TaskQueue<Task> {
  readonly #lines = new Map<Share, Line<Task>>()
  /** The lines in which somebody waits. */
  readonly #active = new Set<Line<Task>>()
  /** Whose task each worker has. */
  readonly #doing = new Map<object, Line<Task>>()
  #idle: Array<Idle<Task>> = []
  #round = 0
  #turn = 0

  constructor(readonly most: number) {}

  #lineOf(share: Share): Line<Task> {
    const known = this.#lines.get(share)
    if (known !== undefined) return known
    if (this.#lines.size >= MOST_REMEMBERED) this.#forget()
    const line: Line<Task> = { share, waiting: [], round: 0, turn: this.#turn, busy: 0 }
    this.#lines.set(share, line)
    return line
  }

  /** Of a share that has nothing to do and no round to wait for there is nothing to remember. */
  #forget() {
    for (const [share, { busy, round, waiting }] of this.#lines)
      if (busy === 0 && waiting.length === 0 && round <= this.#round) this.#lines.delete(share)
  }

  #insert(queued: Queued<Task>) {
    const line = this.#lineOf(queued.place.turn.share)
    const { waiting } = line
    if (waiting.length === 0) {
      line.round = Math.max(line.round, this.#round + strideOf(line.share) - 1)
      this.#active.add(line)
    }
    let at = waiting.length
    for (let other = waiting[at - 1]; other !== undefined && before(queued.place, other.place); other = waiting[at - 1])
      at--
    waiting.splice(at, 0, queued)
  }

  #remove(line: Line<Task>, queued: Queued<Task>): boolean {
    const at = line.waiting.indexOf(queued)
    if (at >= 0) line.waiting.splice(at, 1)
    if (line.waiting.length === 0) this.#active.delete(line)
    return at >= 0
  }

  #nextFor(worker: object): Due<Task> | undefined {
    let best: Due<Task> | undefined
    for (const line of this.#active) {
      if (line.busy >= this.most) continue
      const queued = line.waiting.find(({ pin }) => pin === undefined || pin === worker)
      if (queued === undefined) continue
      const due = { line, queued }
      if (best === undefined || isDueBefore(due, best)) best = due
    }
    return best
  }

  #serve(worker: object, { line, queued }: Due<Task>) {
    this.#remove(line, queued)
    if (Number.isFinite(line.round)) this.#round = Math.max(this.#round, line.round)
    line.round = Math.max(line.round, this.#round) + strideOf(line.share)
    line.turn = Math.max(line.turn, turnOf(queued.place))
    this.#turn = Math.max(this.#turn, line.turn)
    line.busy++
    this.#doing.set(worker, line)
  }

  /** Gives idle workers what there is for them: first the one that worked last, so that the others are seen to be idle. */
  #match() {
    for (let at = this.#idle.length - 1; this.#active.size > 0; at--) {
      const taker = this.#idle[at]
      if (taker === undefined) return
      const next = this.#nextFor(taker.worker)
      if (next === undefined) continue
      this.#idle.splice(at, 1)
      this.#serve(taker.worker, next)
      taker.give(next.queued)
    }
  }

  #finish(worker: object) {
    const line = this.#doing.get(worker)
    if (line !== undefined) line.busy--
    this.#doing.delete(worker)
  }

  readonly offer: TaskQueue<Task>["offer"] = (queued) => {
    this.#insert(queued)
    this.#match()
    return () => this.#remove(this.#lineOf(queued.place.turn.share), queued)
  }

  readonly take: TaskQueue<Task>["take"] = (worker, give) => {
    this.#finish(worker)
    this.#idle.push({ worker, give })
    this.#match()
  }

  readonly dismiss: TaskQueue<Task>["dismiss"] = (worker) => {
    this.#finish(worker)
    const orphans: Array<Due<Task>> = []
    for (const line of this.#active)
      for (const queued of line.waiting) if (queued.pin === worker) orphans.push({ line, queued })
    for (const { line, queued } of orphans) this.#remove(line, queued)
    const dismissed = this.#idle.filter((taker) => taker.worker === worker)
    this.#idle = this.#idle.filter((taker) => taker.worker !== worker)
    for (const { give } of dismissed) give(undefined)
    this.#match()
    return orphans.toSorted(byDue).map(({ queued }) => queued.task)
  }

  readonly drain: TaskQueue<Task>["drain"] = () => {
    const all = [...this.#active].flatMap(({ waiting }) => waiting.splice(0))
    this.#active.clear()
    return all.map(({ task }) => task)
  }

  readonly turn: TaskQueue<Task>["turn"] = (share) => ({ share, at: this.#lines.get(share)?.turn ?? this.#turn })

  readonly waiting: TaskQueue<Task>["waiting"] = (share) => this.#lines.get(share)?.waiting.length ?? 0

  readonly lacksWorker: TaskQueue<Task>["lacksWorker"] = (matters) =>
    this.#active
      .values()
      .some(
        ({ busy, share, waiting }) => busy < this.most && matters(share) && waiting.some(({ pin }) => pin === undefined)
      )
}

/** `most` is how many workers may do tasks of one share at once. */
export const make = <Task>(most = Number.POSITIVE_INFINITY): TaskQueue<Task> => new Queue(most)
