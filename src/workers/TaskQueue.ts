/**
 * Tasks that wait for a worker, and workers that wait for a task. Plain
 * synchronous state of one pool; its length is bounded by whoever admits jobs.
 */

/**
 * A task's place in the line: by `turn`, then by `step`, then by arrival. A job
 * takes as its turn the turn that is being served when it arrives, plus its
 * step. So the first step of every job comes before a later step of any, and
 * no stream of new jobs can hold back an old one for ever.
 */
export interface Place {
  readonly turn: number
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
  readonly give: (task: Task | undefined) => void
}

const before = (one: Place, other: Place): boolean =>
  one.turn < other.turn || (one.turn === other.turn && one.step < other.step)

export interface TaskQueue<Task> {
  /** Gives the task to an idle worker or lets it wait. Answers how to withdraw it: true when it still waited. */
  readonly offer: (queued: Queued<Task>) => () => boolean
  /** Asks for the next task of `worker`: `give` is called once, with nothing when the worker is dismissed. */
  readonly take: (worker: object, give: (task: Task | undefined) => void) => void
  /** Forgets a worker: an open `take` of it gets nothing; tasks pinned to it are answered. */
  readonly dismiss: (worker: object) => ReadonlyArray<Task>
  /** Removes and answers everything that waits. */
  readonly drain: () => ReadonlyArray<Task>
  /** The turn that was served last. */
  readonly turn: () => number
}

export const make = <Task>(): TaskQueue<Task> => {
  let waiting: Array<Queued<Task>> = []
  let idle: Array<Idle<Task>> = []
  let turn = 0

  const serve = (queued: Queued<Task>): Task => {
    turn = Math.max(turn, queued.place.turn)
    return queued.task
  }
  const insert = (queued: Queued<Task>) => {
    let at = waiting.length
    for (let other = waiting[at - 1]; other !== undefined && before(queued.place, other.place); other = waiting[at - 1])
      at--
    waiting.splice(at, 0, queued)
  }
  const withdraw = (queued: Queued<Task>) => {
    const at = waiting.indexOf(queued)
    if (at >= 0) waiting.splice(at, 1)
    return at >= 0
  }

  return {
    offer: (queued) => {
      const taker = idle.find(({ worker }) => queued.pin === undefined || queued.pin === worker)
      if (taker === undefined) insert(queued)
      else {
        idle = idle.filter((other) => other !== taker)
        taker.give(serve(queued))
      }
      return () => withdraw(queued)
    },
    take: (worker, give) => {
      const next = waiting.find(({ pin }) => pin === undefined || pin === worker)
      if (next === undefined) idle.push({ worker, give })
      else {
        withdraw(next)
        give(serve(next))
      }
    },
    dismiss: (worker) => {
      const orphans = waiting.filter(({ pin }) => pin === worker)
      waiting = waiting.filter(({ pin }) => pin !== worker)
      const dismissed = idle.filter((taker) => taker.worker === worker)
      idle = idle.filter((taker) => taker.worker !== worker)
      for (const { give } of dismissed) give(undefined)
      return orphans.map(({ task }) => task)
    },
    drain: () => {
      const all = waiting
      waiting = []
      return all.map(({ task }) => task)
    },
    turn: () => turn
  }
}
