/** A request on its way through a pool: from its place in line to its answer. Plain synchronous state. */
import { Data, Effect } from "effect"
import type { ProviderError, ProviderTimeout, ProviderUnavailable } from "../Errors.ts"
import type { Errand, Thread } from "./Thread.ts"

export type WorkerFailure = ProviderError | ProviderTimeout | ProviderUnavailable

/**
 * The worker that a task was bound to died over something else, and what it knew
 * is lost. Whoever has the material may begin again with another worker.
 */
export class WorkerLost extends Data.TaggedError("WorkerLost")<{ readonly message: string }> {}

export const WORKER_LOST: Effect.Effect<never, WorkerLost> = Effect.suspend(
  () => new WorkerLost({ message: "the worker that knew of this stopped unexpectedly" })
)

type Outcome<Response> = Effect.Effect<Response, WorkerFailure>

/** What the pool does with a request. */
export interface Task<Request, Response, Part> extends Errand<Request, Part> {
  /** Names the worker that does it now. */
  readonly given: (worker: Thread<Request, Response, Part>) => void
  /** Says how it ended; to be called once. */
  readonly answer: (outcome: Outcome<Response>) => void
  /** The same, for a task whose worker died over something else. */
  readonly lose: () => void
  /**
   * Whether it is to be done again after the worker died over it, which may be
   * another's fault: true once, where it can be sent again as it was and nothing
   * of its answer was heard.
   */
  readonly repeats: () => boolean
}

/** The task, and what its asker does with it. */
export interface Asked<Request, Response, Part, E> {
  readonly task: Task<Request, Response, Part>
  /** Waits for the answer. For one fiber at a time; again after it has come. */
  readonly answered: Effect.Effect<Response, WorkerFailure | E>
  /** Sends one message more, as soon as the request itself is sent. Does nothing after the answer. */
  readonly more: (message: Request) => void
  /** It is not to be done again: nobody waits for the answer, or who does begins again by himself. */
  readonly abandon: () => void
  /** The worker that does it, or did. */
  readonly worker: () => Thread<Request, Response, Part> | undefined
}

/** `lost` is how a task ends whose worker died over something else. */
export const make = <Request, Response, Part, E>(
  errand: Omit<Errand<Request, Part>, "sent">,
  lost: Effect.Effect<never, E>
): Asked<Request, Response, Part, E> => {
  let repeatable = errand.transfer.length === 0
  let outcome: Effect.Effect<Response, WorkerFailure | E> | undefined
  let heard = (_: Effect.Effect<Response, WorkerFailure | E>): void => {}
  const end = (given: Effect.Effect<Response, WorkerFailure | E>) => {
    outcome = given
    heard(given)
  }
  let worker: Thread<Request, Response, Part> | undefined
  const waiting: Array<Request> = []
  let send = (message: Request): void => {
    waiting.push(message)
  }
  return {
    task: {
      ...errand,
      hear: (part) => {
        repeatable = false
        errand.hear(part)
      },
      sent: (tell) => {
        send = tell
        for (const message of waiting.splice(0)) tell(message)
      },
      given: (thread) => {
        worker = thread
      },
      answer: end,
      lose: () => end(lost),
      repeats: () => {
        const repeats = repeatable
        repeatable = false
        return repeats
      }
    },
    answered: Effect.suspend(
      () =>
        outcome ??
        Effect.async<Response, WorkerFailure | E>((resume) => {
          heard = resume
        })
    ),
    more: (message) => {
      repeatable = false
      if (outcome === undefined) send(message)
    },
    abandon: () => {
      repeatable = false
    },
    worker: () => worker
  }
}
