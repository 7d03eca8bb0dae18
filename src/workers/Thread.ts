/** One worker thread as a scoped resource: asked one thing at a time, gone when its scope closes. */
import { Deferred, Effect, type Scope } from "effect"
import type { Reply } from "./Serve.ts"

/** Why a thread is no more; for the log, not for clients. */
export interface Death {
  readonly reason: string
}

/** A request on its way to a thread. */
export interface Errand<Request, Part> {
  readonly request: Request
  /** Buffers that move with it instead of being copied. */
  readonly transfer: ReadonlyArray<ArrayBufferLike>
  /** Hears what the thread tells before its answer. Must not throw. */
  readonly hear: (part: Part) => void
  /** Called once the request is sent, with how to send messages after it. Must not throw. */
  readonly sent: (tell: (message: Request) => void) => void
}

export interface Thread<Request, Response, Part = never> {
  /** Sends a request and waits for its answer. Fails when the thread dies first. For one fiber at a time. */
  readonly ask: (errand: Errand<Request, Part>) => Effect.Effect<Response, Death>
  /** Sends a message that has no answer. */
  readonly tell: (message: Request) => void
  /** Calls back when the thread dies; at once when it already has. */
  readonly onDeath: (listener: () => void) => void
}

interface Listeners<Response, Part> {
  answer: ((outcome: Effect.Effect<Response, Death>) => void) | undefined
  hear: (part: Part) => void
  death: Death | undefined
  readonly onDeath: Array<() => void>
}

/** Bun reports an exception with the lines around it; the log needs the exception alone. */
const summary = (report: string): string => report.match(/^error: .*$/m)?.[0] ?? report.split("\n", 1)[0] ?? report

const listen = <Response, Part>(worker: Worker, ready: Deferred.Deferred<void, Death>): Listeners<Response, Part> => {
  const state: Listeners<Response, Part> = { answer: undefined, hear: () => {}, death: undefined, onDeath: [] }
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
    const reply: Reply<Response, Part> = event.data
    if (reply.tag === "answer") settle(Effect.succeed(reply.response))
    else if (reply.tag === "part") state.hear(reply.part)
    else Deferred.unsafeDone(ready, Effect.void)
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
export const spawn = <Request, Response, Part = never>(
  file: URL,
  initial: unknown
): Effect.Effect<Thread<Request, Response, Part>, Death, Scope.Scope> =>
  Effect.gen(function* () {
    const worker = yield* Effect.acquireRelease(
      Effect.sync(() => new Worker(file.href)),
      (started) => Effect.sync(() => started.terminate())
    )
    const ready = yield* Deferred.make<void, Death>()
    const state = listen<Response, Part>(worker, ready)
    const tell = (message: Request) => worker.postMessage(message)
    worker.postMessage(initial)
    yield* Deferred.await(ready)
    return {
      ask: ({ hear, request, sent, transfer }) =>
        Effect.async((resume) => {
          if (state.death !== undefined) return resume(Effect.fail(state.death))
          state.answer = resume
          state.hear = hear
          worker.postMessage(request, [...transfer])
          sent(tell)
        }),
      tell,
      onDeath: (listener) => {
        if (state.death === undefined) state.onDeath.push(listener)
        else listener()
      }
    }
  })
