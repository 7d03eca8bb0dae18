/**
 * The body of an answer that is sent while it comes to be. It is asked for its
 * next bytes when its reader has taken those before, so that a slow reader holds
 * one piece and no more. Each piece is one run of an effect: sent as a platform
 * stream it costs three times as much, and its answer 0.1 ms more (measured).
 */
import { Cause, Chunk, Data, Duration, Effect, Exit, Fiber, FiberId, Option, Scope } from "effect"
import type { Deadlines, Watch } from "../Deadlines.ts"

/** The next bytes; fails with none at the end, and with some error where the answer is to be broken off. As `Stream.toPull`. */
export type Pull = Effect.Effect<Chunk.Chunk<Uint8Array>, Option.Option<unknown>>

/** What is sent whenever there was nothing to send for so long. */
export interface KeepAlive {
  readonly after: Duration.Duration
  readonly bytes: Uint8Array
}

/** Sent with `HttpServerResponse.raw`. Opened when it is first read, in a scope that is closed when nobody reads it any more. */
export class LiveBody {
  constructor(
    readonly open: Effect.Effect<Pull, never, Scope.Scope>,
    readonly keepAlive?: KeepAlive
  ) {}
}

class BrokenOff extends Data.TaggedError("BrokenOff")<{}> {}

/** Ends the connection without ending the answer, where the protocol wants that: it is no fault. */
export const brokenOff: Pull = Effect.fail(Option.some(new BrokenOff()))

/**
 * Before an answer is broken off: Bun resets the connection then, with all that
 * is not yet with the client. Longer than a way there and back takes.
 */
const LAST_BYTES = Duration.millis(250)

/** Who sees how a body is taken. */
export interface Watcher {
  /** More is wanted that is not there yet. */
  readonly wanted: () => void
  /** There are bytes to be taken. */
  readonly given: () => void
  /** Once, however it ends: how many bytes there were, and the fault that cut them short. */
  readonly ended: (bytes: number, fault: Option.Option<Cause.Cause<unknown>>) => void
}

/** What a body is sent with. */
export interface Means {
  readonly deadlines: Deadlines
  readonly runFork: <A, E>(effect: Effect.Effect<A, E>) => Fiber.RuntimeFiber<A, E>
  /** Aborted where the client hangs up: a body that it has not begun to read is not cancelled. */
  readonly signal: AbortSignal | undefined
  readonly watcher: Watcher
}

const isEnd = (cause: Cause.Cause<Option.Option<unknown>>): boolean =>
  Option.exists(Cause.failureOption(cause), Option.isNone)

const faultIn = (cause: Cause.Cause<Option.Option<unknown>>): Option.Option<Cause.Cause<unknown>> => {
  const failure = Option.flatten(Cause.failureOption(cause))
  const isMeant = Option.exists(failure, (error) => error instanceof BrokenOff)
  return isMeant || isEnd(cause) || Cause.isInterruptedOnly(cause) ? Option.none() : Option.some(cause)
}

/** Without pieces that hold nothing: a web stream that is given none does not ask again. */
const filled = (pull: Pull): Pull =>
  Effect.flatMap(pull, (pieces) => {
    const full = Chunk.filter(pieces, ({ byteLength }) => byteLength > 0)
    return Chunk.isEmpty(full) ? filled(pull) : Effect.succeed(full)
  })

type Controller = ReadableStreamDefaultController<Uint8Array>

/** One body on its way to its reader. */
class Sending implements UnderlyingDefaultSource<Uint8Array> {
  private readonly scope = Effect.runSync(Scope.make())
  private readonly silence: Watch = { until: Number.POSITIVE_INFINITY, expire: () => this.breakSilence() }
  private next: Pull
  private controller: Controller | undefined
  private fiber: Fiber.RuntimeFiber<unknown, unknown> | undefined
  private bytes = 0
  private isOver = false

  constructor(
    private readonly body: LiveBody,
    private readonly means: Means
  ) {
    this.next = Effect.flatMap(Scope.extend(body.open, this.scope), (opened) => {
      this.next = filled(opened)
      return this.next
    })
  }

  pull(controller: Controller): Promise<void> | undefined {
    if (this.isOver) return undefined
    this.controller = controller
    this.means.watcher.wanted()
    this.listen()
    const fiber = this.means.runFork(this.next)
    this.fiber = fiber
    return new Promise((resolve) =>
      fiber.addObserver((exit) => {
        this.means.deadlines.end(this.silence)
        if (!this.isOver) this.take(controller, exit)
        resolve()
      })
    )
  }

  cancel(): void {
    this.end(Exit.interrupt(FiberId.none), Option.none())
  }

  private take(controller: Controller, exit: Exit.Exit<Chunk.Chunk<Uint8Array>, Option.Option<unknown>>): void {
    if (Exit.isSuccess(exit)) {
      this.means.watcher.given()
      this.give(controller, exit.value)
    } else {
      const breakOff = Effect.sync(() => controller.error())
      if (isEnd(exit.cause)) controller.close()
      else this.means.runFork(Effect.delay(breakOff, LAST_BYTES))
      this.end(exit, faultIn(exit.cause))
    }
  }

  private give(controller: Controller, pieces: Iterable<Uint8Array>): void {
    for (const piece of pieces) {
      this.bytes += piece.byteLength
      controller.enqueue(piece)
    }
  }

  private listen(): void {
    if (this.body.keepAlive === undefined) return
    this.silence.until = this.means.deadlines.now() + Duration.toMillis(this.body.keepAlive.after)
    this.means.deadlines.begin(this.silence)
  }

  /** It stays the server's turn: a client that takes these bytes can do nothing more. */
  private breakSilence(): void {
    if (this.controller === undefined || this.body.keepAlive === undefined) return
    this.give(this.controller, [this.body.keepAlive.bytes])
    this.listen()
  }

  private end(exit: Exit.Exit<unknown, unknown>, fault: Option.Option<Cause.Cause<unknown>>): void {
    if (this.isOver) return
    this.isOver = true
    const { deadlines, runFork, watcher } = this.means
    deadlines.end(this.silence)
    const stopped = this.fiber === undefined ? Effect.void : Fiber.interrupt(this.fiber)
    runFork(Effect.zipRight(stopped, Scope.close(this.scope, exit)))
    watcher.ended(this.bytes, fault)
  }
}

/** The body as the server sends it. */
export const send = (body: LiveBody, means: Means): ReadableStream<Uint8Array> => {
  const sending = new Sending(body, means)
  means.signal?.addEventListener("abort", () => sending.cancel(), { once: true })
  if (means.signal?.aborted === true) sending.cancel()
  return new ReadableStream(sending)
}
