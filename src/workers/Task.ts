/** A request on its way through a pool: from its place in line to its answer. Plain synchronous state. */
import { Effect } from "effect"
import type { ProviderError, ProviderTimeout, ProviderUnavailable } from "../Errors.ts"
import type { Errand } from "./Thread.ts"

export type WorkerFailure = ProviderError | ProviderTimeout | ProviderUnavailable

type Outcome<Response> = Effect.Effect<Response, WorkerFailure>

/** What the pool does with a request. */
export interface Task<Request, Response, Part> extends Errand<Request, Part> {
  /** Says how it ended; to be called once. */
  readonly answer: (outcome: Outcome<Response>) => void
}

/** The task, and what its asker does with it. */
export interface Asked<Request, Response, Part> {
  readonly task: Task<Request, Response, Part>
  /** Waits for the answer. For one fiber at a time; again after it has come. */
  readonly answered: Outcome<Response>
  /** Sends one message more, as soon as the request itself is sent. Does nothing after the answer. */
  readonly more: (message: Request) => void
}

export const make = <Request, Response, Part>(
  errand: Omit<Errand<Request, Part>, "sent">
): Asked<Request, Response, Part> => {
  let outcome: Outcome<Response> | undefined
  let heard = (_: Outcome<Response>): void => {}
  const waiting: Array<Request> = []
  let send = (message: Request): void => {
    waiting.push(message)
  }
  return {
    task: {
      ...errand,
      sent: (tell) => {
        send = tell
        for (const message of waiting.splice(0)) tell(message)
      },
      answer: (given) => {
        outcome = given
        heard(given)
      }
    },
    answered: Effect.suspend(
      () =>
        outcome ??
        Effect.async<Response, WorkerFailure>((resume) => {
          heard = resume
        })
    ),
    more: (message) => {
      if (outcome === undefined) send(message)
    }
  }
}
