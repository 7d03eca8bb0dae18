/** A request on its way through a pool: from the queue to its answer. Plain synchronous state. */
import { Data, Effect } from "effect"
import type { ProviderError, ProviderTimeout, ProviderUnavailable } from "../Errors.ts"
import type { Thread } from "./Thread.ts"

export type WorkerFailure = ProviderError | ProviderTimeout | ProviderUnavailable

/**
 * The worker that a task was bound to died over something else, and what it knew
 * is lost. Who still has the request may send it to another worker.
 */
export class WorkerLost extends Data.TaggedError("WorkerLost")<{ readonly message: string }> {}

/** The end of a task whose worker died over something else. */
export const WORKER_LOST: Effect.Effect<never, WorkerLost> = Effect.suspend(
  () => new WorkerLost({ message: "the worker that knew of this stopped unexpectedly" })
)

type Outcome<Response> = Effect.Effect<Response, WorkerFailure | WorkerLost>

export class Task<Request, Response, Piece> {
  /** The worker that does it, or did. */
  worker: Thread<Request, Response, Piece> | undefined
  #isRepeatable: boolean
  #outcome: Outcome<Response> | undefined
  #resume = (_: Outcome<Response>): void => {}
  /** Messages for after the request, until that is sent. */
  readonly #unsent: Array<Request> = []
  #send = (message: Request): void => void this.#unsent.push(message)

  /** `listener` gets what the worker sends before its answer. Must not throw. */
  constructor(
    readonly request: Request,
    /** Buffers that move with it instead of being copied. */
    readonly transfer: ReadonlyArray<ArrayBufferLike>,
    private readonly listener: (piece: Piece) => void
  ) {
    this.#isRepeatable = transfer.length === 0
  }

  onPiece(piece: Piece): void {
    this.#isRepeatable = false
    this.listener(piece)
  }

  /** The request is sent; `send` sends messages after it. */
  sent(send: (message: Request) => void): void {
    this.#send = send
    for (const message of this.#unsent.splice(0)) send(message)
  }

  /** Says how it ended; to be called once. */
  answer(outcome: Outcome<Response>): void {
    this.#outcome = outcome
    this.#resume(outcome)
  }

  /** Waits for the answer. For one fiber at a time; again after it has come. */
  readonly answered: Outcome<Response> = Effect.suspend(
    () =>
      this.#outcome ??
      Effect.async<Response, WorkerFailure | WorkerLost>((resume) => {
        this.#resume = resume
      })
  )

  /** Sends one message more, as soon as the request itself is sent. Does nothing after the answer. */
  more(message: Request): void {
    this.#isRepeatable = false
    if (this.#outcome === undefined) this.#send(message)
  }

  /** It is not to be done again: nobody waits for the answer, or the caller begins again by itself. */
  abandon(): void {
    this.#isRepeatable = false
  }

  /**
   * Whether it is to be done again after the worker died over it, which may be
   * another's fault: true once, where it can be sent again as it was and nothing
   * of its answer has come.
   */
  repeats(): boolean {
    const repeats = this.#isRepeatable
    this.#isRepeatable = false
    return repeats
  }
}
