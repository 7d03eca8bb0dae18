/** A worker, and one in a thread, as a scoped resource: asked one thing at a time, gone when its scope closes. */
import { Deferred, Effect, FiberId, type Scope } from "effect"
import type { Reply } from "./Serve.ts"

/** Why a thread is no more; for the log, not for clients. */
export interface Death {
  readonly reason: string
  /** Where it says something else of the request than that it ended its worker. */
  readonly kind?: "overrun"
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
  readonly onDeath: (listener: (death: Death) => void) => void
  /** Nobody waits for the answer any more: what can be ended at little cost is, anything else finishes unheard. */
  readonly abandon: () => void
}

/** Starts a worker from its file and waits until it can be asked. `initial` is what it is loaded with. */
export type Spawn = <Request, Response, Part = never>(
  file: URL,
  initial: unknown
) => Effect.Effect<Thread<Request, Response, Part>, Death, Scope.Scope>

/** What is known of a worker that lives elsewhere: who waits for its answer, and whether it lives. */
export class Correspondence<Request, Response, Part> {
  #answer: ((outcome: Effect.Effect<Response, Death>) => void) | undefined
  #hear: (part: Part) => void = () => {}
  #death: Death | undefined
  readonly #listeners: Array<(death: Death) => void> = []
  readonly #ready = Deferred.unsafeMake<void, Death>(FiberId.none)

  /** Waits until it can be asked. */
  readonly ready = Deferred.await(this.#ready)

  readonly #settle = (outcome: Effect.Effect<Response, Death>) => {
    const answer = this.#answer
    this.#answer = undefined
    answer?.(outcome)
  }

  readonly receive = (reply: Reply<Response, Part>) => {
    if (reply.tag === "answer") this.#settle(Effect.succeed(reply.response))
    else if (reply.tag === "part") this.#hear(reply.part)
    else if (reply.tag === "failed") this.die({ reason: reply.reason })
    else Deferred.unsafeDone(this.#ready, Effect.void)
  }

  /** Tells everybody that it is no more. Only the first death counts. */
  readonly die = (death: Death) => {
    if (this.#death !== undefined) return
    this.#death = death
    Deferred.unsafeDone(this.#ready, Effect.fail(death))
    this.#settle(Effect.fail(death))
    for (const listener of this.#listeners) listener(death)
  }

  readonly onDeath = (listener: (death: Death) => void) => {
    if (this.#death === undefined) this.#listeners.push(listener)
    else listener(this.#death)
  }

  /** Sends. A channel that has just closed throws: that is a death like any other, and no defect of who sends. */
  readonly attempt = (send: () => void): void => {
    try {
      send()
    } catch (cause) {
      this.die({ reason: String(cause) })
    }
  }

  /** Waits for the answer to what `send` sends. */
  readonly ask = (errand: Errand<Request, Part>, send: () => void): Effect.Effect<Response, Death> =>
    Effect.async((resume) => {
      if (this.#death !== undefined) return resume(Effect.fail(this.#death))
      this.#answer = resume
      this.#hear = errand.hear
      this.attempt(send)
    })
}

/** Bun reports an exception with the lines around it; the log needs the exception alone. */
const summary = (report: string): string => report.match(/^error: .*$/m)?.[0] ?? report.split("\n", 1)[0] ?? report

/** Starts a worker thread and waits until it has loaded. `initial` is the first message that it gets. */
export const spawn: Spawn = <Request, Response, Part = never>(file: URL, initial: unknown) =>
  Effect.gen(function* () {
    const worker = yield* Effect.acquireRelease(
      Effect.sync(() => new Worker(file.href)),
      (started) => Effect.sync(() => started.terminate())
    )
    const { ask, attempt, die, onDeath, ready, receive } = new Correspondence<Request, Response, Part>()
    worker.addEventListener("message", (event) => receive(event.data))
    worker.addEventListener("error", (event) => {
      event.preventDefault()
      die({ reason: summary(event.message) })
    })
    worker.addEventListener("messageerror", () => die({ reason: "a message could not be read" }))
    worker.addEventListener("close", () => die({ reason: "the thread ended" }))
    const tell = (message: Request) => attempt(() => worker.postMessage(message))
    attempt(() => worker.postMessage(initial))
    yield* ready
    return {
      ask: (errand) =>
        ask(errand, () => {
          worker.postMessage(errand.request, [...errand.transfer])
          errand.sent(tell)
        }),
      tell,
      onDeath,
      abandon: () => {}
    } satisfies Thread<Request, Response, Part>
  })
