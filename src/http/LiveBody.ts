/**
 * The body of an answer that is sent while it comes to be. Its next bytes come
 * to be when its reader has taken those before, so that a slow reader holds
 * one piece and no more. All of it is one run of an effect: sent as a platform
 * stream it costs three times as much, and its answer 0.1 ms more (measured).
 */
import { Cause, Context, Data, Duration, Effect, Exit, type Fiber, FiberId, Option } from "effect"
import type { Deadlines, Watch } from "../runtime/Deadlines.ts"

/** Sends some bytes, and returns once more is wanted. */
export type Send = (bytes: Uint8Array) => Effect.Effect<void>

/** What is sent whenever there was nothing to send for so long. */
export interface KeepAlive {
  readonly after: Duration.Duration
  readonly bytes: Uint8Array
}

/** What times the silence of an answer, before its body and in it. In the context of every request. */
export class AnswerDeadlines extends Context.Tag("http/AnswerDeadlines")<AnswerDeadlines, Deadlines>() {}

/** Sent with `HttpServerResponse.raw`. */
export class LiveBody {
  constructor(
    /**
     * Sends the body, and answers its last bytes; where it fails the answer is
     * broken off. Run when the body is first read, and interrupted when nobody
     * reads it any more.
     */
    readonly write: (send: Send) => Effect.Effect<Uint8Array, unknown>,
    readonly keepAlive?: KeepAlive
  ) {}
}

class BrokenOff extends Data.TaggedError("BrokenOff")<{}> {}

/** Ends the connection without ending the answer, where the protocol wants that: it is no fault. */
export const brokenOff: Effect.Effect<never, unknown> = Effect.fail(new BrokenOff())

/**
 * Before an answer is broken off: Bun resets the connection then, with all that
 * is not yet with the client. Longer than a way there and back takes.
 */
const LAST_BYTES = Duration.millis(250)

/** Who sees how a body is taken. */
interface BodyObserver {
  /** More is wanted that is not there yet. */
  readonly wanted: () => void
  /** There are bytes to be taken. */
  readonly given: () => void
  /** Once, however it ends: how many bytes there were, the fault that cut them short, and whether they were all. */
  readonly ended: (bytes: number, fault: Option.Option<Cause.Cause<unknown>>, isWhole: boolean) => void
}

/** What a body is sent with. */
export interface BodyContext {
  readonly deadlines: Deadlines
  readonly runFork: <A, E>(effect: Effect.Effect<A, E>) => Fiber.RuntimeFiber<A, E>
  /** Aborted where the client hangs up: a body that it has not begun to read is not cancelled. */
  readonly signal: AbortSignal | undefined
  readonly watcher: BodyObserver
}

const faultIn = (cause: Cause.Cause<unknown>): Option.Option<Cause.Cause<unknown>> => {
  const isMeant = Option.exists(Cause.failureOption(cause), (error) => error instanceof BrokenOff)
  return isMeant || Cause.isInterruptedOnly(cause) ? Option.none() : Option.some(cause)
}

type Controller = ReadableStreamDefaultController<Uint8Array>

/** One body on its way to its reader. */
class BodySource implements UnderlyingDefaultSource<Uint8Array> {
  private readonly silence: Watch = { until: Number.POSITIVE_INFINITY, expire: () => this.breakSilence() }
  private controller: Controller | undefined
  private fiber: Fiber.RuntimeFiber<Uint8Array, unknown> | undefined
  private bytes = 0
  private isWanted = false
  private isOver = false
  private wake = () => {}

  constructor(
    private readonly body: LiveBody,
    private readonly context: BodyContext
  ) {}

  pull(controller: Controller): void {
    if (this.isOver || this.isWanted) return
    this.isWanted = true
    this.context.watcher.wanted()
    this.listen()
    if (this.fiber === undefined) this.begin(controller)
    else this.wake()
  }

  cancel(): void {
    this.fiber?.unsafeInterruptAsFork(FiberId.none)
    this.end(Option.none(), false)
  }

  private begin(controller: Controller): void {
    this.controller = controller
    this.fiber = this.context.runFork(
      this.body.write((bytes) =>
        Effect.suspend(() => {
          this.give(controller, bytes)
          return this.wanted
        })
      )
    )
    this.fiber.addObserver((exit) => {
      if (!this.isOver) this.conclude(controller, exit)
    })
  }

  private readonly wanted = Effect.async<void>((resume) => {
    if (this.isWanted) resume(Effect.void)
    else this.wake = () => resume(Effect.void)
  })

  /** Not what holds nothing: a web stream that is given none does not ask again. */
  private give(controller: Controller, bytes: Uint8Array): void {
    if (bytes.byteLength === 0 || this.isOver) return
    this.context.deadlines.end(this.silence)
    this.isWanted = false
    this.context.watcher.given()
    this.enqueue(controller, bytes)
  }

  private enqueue(controller: Controller, bytes: Uint8Array): void {
    this.bytes += bytes.byteLength
    controller.enqueue(bytes)
  }

  private conclude(controller: Controller, exit: Exit.Exit<Uint8Array, unknown>): void {
    if (Exit.isSuccess(exit)) {
      this.give(controller, exit.value)
      controller.close()
      this.end(Option.none(), true)
    } else {
      const breakOff = Effect.sync(() => controller.error())
      this.context.runFork(Effect.delay(breakOff, LAST_BYTES))
      this.end(faultIn(exit.cause), false)
    }
  }

  private listen(): void {
    if (this.body.keepAlive === undefined) return
    this.silence.until = this.context.deadlines.now() + Duration.toMillis(this.body.keepAlive.after)
    this.context.deadlines.begin(this.silence)
  }

  /** It stays the server's turn: a client that takes these bytes can do nothing more. */
  private breakSilence(): void {
    if (this.controller === undefined || this.body.keepAlive === undefined) return
    this.enqueue(this.controller, this.body.keepAlive.bytes)
    this.listen()
  }

  private end(fault: Option.Option<Cause.Cause<unknown>>, isWhole: boolean): void {
    if (this.isOver) return
    this.isOver = true
    this.context.deadlines.end(this.silence)
    this.context.watcher.ended(this.bytes, fault, isWhole)
  }
}

/** The body as the server sends it. */
export const send = (body: LiveBody, context: BodyContext): ReadableStream<Uint8Array> => {
  const sending = new BodySource(body, context)
  context.signal?.addEventListener("abort", () => sending.cancel(), { once: true })
  if (context.signal?.aborted === true) sending.cancel()
  return new ReadableStream(sending)
}
