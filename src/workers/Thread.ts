/** One worker thread as a scoped resource: asked one thing at a time, gone when its scope closes. */
import { Deferred, Effect, type Scope } from "effect"
import type { Reply } from "./Serve.ts"

/** Why a thread is no more; for the log, not for clients. */
export interface Death {
  readonly reason: string
}

export interface Thread<Request, Response> {
  /** Sends a request and waits for its answer. Fails when the thread dies first. For one fiber at a time. */
  readonly ask: (request: Request, transfer: ReadonlyArray<ArrayBufferLike>) => Effect.Effect<Response, Death>
  /** Sends a message that has no answer. */
  readonly tell: (message: Request) => void
  /** Calls back when the thread dies; at once when it already has. */
  readonly onDeath: (listener: () => void) => void
}

interface Listeners<Response> {
  answer: ((outcome: Effect.Effect<Response, Death>) => void) | undefined
  death: Death | undefined
  readonly onDeath: Array<() => void>
}

/** Bun reports an exception with the lines around it; the log needs the exception alone. */
const summary = (report: string): string => report.match(/^error: .*$/m)?.[0] ?? report.split("\n", 1)[0] ?? report

const listen = <Response>(worker: Worker, ready: Deferred.Deferred<void, Death>): Listeners<Response> => {
  const state: Listeners<Response> = { answer: undefined, death: undefined, onDeath: [] }
  const settle = (outcome: Effect.Effect<Response, Death>) => {
    const { answer } = state
    state.answer = undefined
    answer?.(outcome)
  }
  const die = (reason: string) => {
    if (state.death !== undefined) return
    state.death = { reason }
    Deferred.unsafeDone(ready, Effect.fail(state.death))
    settle(Effect.fail(state.death))
    for (const listener of state.onDeath) listener()
  }
  worker.addEventListener("message", (event) => {
    const reply: Reply<Response> = event.data
    if (reply.tag === "ready") Deferred.unsafeDone(ready, Effect.void)
    else settle(Effect.succeed(reply.response))
  })
  worker.addEventListener("error", (event) => {
    event.preventDefault()
    die(summary(event.message))
  })
  worker.addEventListener("messageerror", () => die("a message could not be read"))
  worker.addEventListener("close", () => die("the thread ended"))
  return state
}

/** Starts a worker and waits until it has loaded. `initial` is the first message that it gets. */
export const spawn = <Request, Response>(
  file: URL,
  initial: unknown
): Effect.Effect<Thread<Request, Response>, Death, Scope.Scope> =>
  Effect.gen(function* () {
    const worker = yield* Effect.acquireRelease(
      Effect.sync(() => new Worker(file.href)),
      (started) => Effect.sync(() => started.terminate())
    )
    const ready = yield* Deferred.make<void, Death>()
    const state = listen<Response>(worker, ready)
    worker.postMessage(initial)
    yield* Deferred.await(ready)
    return {
      ask: (request, transfer) =>
        Effect.async((resume) => {
          if (state.death !== undefined) return resume(Effect.fail(state.death))
          state.answer = resume
          worker.postMessage(request, [...transfer])
        }),
      tell: (message) => worker.postMessage(message),
      onDeath: (listener) => {
        if (state.death === undefined) state.onDeath.push(listener)
        else listener()
      }
    }
  })
