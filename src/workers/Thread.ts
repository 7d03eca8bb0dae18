/** A worker, and one in a thread, as a scoped resource: asked one thing at a time, gone when its scope closes. */
import { Deferred, Effect, FiberId, type Scope } from "effect"
import type { Reply } from "./WorkerServer.ts"

/** Why a worker ended; for the log, not for clients. */
export interface WorkerExit {
  readonly reason: string
  /** Where it says something else of the request than that it ended its worker. */
  readonly kind?: "overrun"
}

/** A request on its way to a thread. */
export interface WorkerRequest<Request, Piece> {
  readonly request: Request
  /** Buffers that move with it instead of being copied. */
  readonly transfer: ReadonlyArray<ArrayBufferLike>
  /** Gets what the worker sends before its answer. Must not throw. */
  readonly onPiece: (piece: Piece) => void
  /** Called once the request is sent, with how to send messages after it. Must not throw. */
  readonly sent: (send: (message: Request) => void) => void
}

export interface Thread<Request, Response, Piece = never> {
  /** Sends a request and waits for its answer. Fails when the worker ends first. For one fiber at a time. */
  readonly ask: (workerRequest: WorkerRequest<Request, Piece>) => Effect.Effect<Response, WorkerExit>
  /** Sends a message that has no answer. */
  readonly send: (message: Request) => void
  /** Calls back when the worker ends; at once when it already has. */
  readonly onExit: (listener: (exit: WorkerExit) => void) => void
  /** Nobody waits for the answer any more: a process is ended, a thread finishes its request. */
  readonly abandon: () => void
}

/** Starts a worker from its file and waits until it can be asked. `initial` is what it is loaded with. */
export type Spawn = <Request, Response, Piece = never>(
  file: URL,
  initial: unknown
) => Effect.Effect<Thread<Request, Response, Piece>, WorkerExit, Scope.Scope>

/** The owner's end of the channel to a worker: who waits for its answer, and whether it has ended. */
export class WorkerChannel<Request, Response, Piece> {
  #answer: ((outcome: Effect.Effect<Response, WorkerExit>) => void) | undefined
  #onPiece: (piece: Piece) => void = () => {}
  #exit: WorkerExit | undefined
  readonly #listeners: Array<(exit: WorkerExit) => void> = []
  readonly #ready = Deferred.unsafeMake<void, WorkerExit>(FiberId.none)

  /** Waits until it can be asked. */
  readonly ready = Deferred.await(this.#ready)

  readonly #settle = (outcome: Effect.Effect<Response, WorkerExit>) => {
    const answer = this.#answer
    this.#answer = undefined
    answer?.(outcome)
  }

  readonly receive = (reply: Reply<Response, Piece>) => {
    if (reply.tag === "answer") this.#settle(Effect.succeed(reply.response))
    else if (reply.tag === "piece") this.#onPiece(reply.piece)
    else if (reply.tag === "failed") this.end({ reason: reply.reason })
    else Deferred.unsafeDone(this.#ready, Effect.void)
  }

  /** Ends what waits for the worker. Only the first reason counts. */
  readonly end = (exit: WorkerExit) => {
    if (this.#exit !== undefined) return
    this.#exit = exit
    Deferred.unsafeDone(this.#ready, Effect.fail(exit))
    this.#settle(Effect.fail(exit))
    for (const listener of this.#listeners) listener(exit)
  }

  readonly onExit = (listener: (exit: WorkerExit) => void) => {
    if (this.#exit === undefined) this.#listeners.push(listener)
    else listener(this.#exit)
  }

  /** Sends. A channel that has just closed throws: that is an end like any other, and no defect of the sender. */
  readonly attempt = (send: () => void): void => {
    try {
      send()
    } catch (cause) {
      this.end({ reason: String(cause) })
    }
  }

  /** Waits for the answer to what `send` sends. */
  readonly ask = (
    workerRequest: WorkerRequest<Request, Piece>,
    send: () => void
  ): Effect.Effect<Response, WorkerExit> =>
    Effect.async((resume) => {
      if (this.#exit !== undefined) return resume(Effect.fail(this.#exit))
      this.#answer = resume
      this.#onPiece = workerRequest.onPiece
      this.attempt(send)
    })
}

/** Bun reports an exception with the lines around it; the log needs the exception alone. */
const summary = (report: string): string => report.match(/^error: .*$/m)?.[0] ?? report.split("\n", 1)[0] ?? report

/** Starts a worker thread and waits until it has loaded. `initial` is the first message that it gets. */
export const spawn: Spawn = <Request, Response, Piece = never>(file: URL, initial: unknown) =>
  Effect.gen(function* () {
    const worker = yield* Effect.acquireRelease(
      Effect.sync(() => new Worker(file.href)),
      (started) => Effect.sync(() => started.terminate())
    )
    const { ask, attempt, end, onExit, ready, receive } = new WorkerChannel<Request, Response, Piece>()
    worker.addEventListener("message", (event) => receive(event.data))
    worker.addEventListener("error", (event) => {
      event.preventDefault()
      end({ reason: summary(event.message) })
    })
    worker.addEventListener("messageerror", () => end({ reason: "a message could not be read" }))
    worker.addEventListener("close", () => end({ reason: "the thread ended" }))
    const send = (message: Request) => attempt(() => worker.postMessage(message))
    attempt(() => worker.postMessage(initial))
    yield* ready
    return {
      ask: (workerRequest) =>
        ask(workerRequest, () => {
          worker.postMessage(workerRequest.request, [...workerRequest.transfer])
          workerRequest.sent(send)
        }),
      send,
      onExit,
      abandon: () => {}
    } satisfies Thread<Request, Response, Piece>
  })
