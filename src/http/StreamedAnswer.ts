/**
 * An answer that follows a job: each event as it comes, then how the job ended.
 * Until there is something to send, a failure is an ordinary answer with its own
 * status; after that it is sent as the protocol has it, with the request's id.
 * Likewise a fault, also one of the protocol itself, which is logged. A protocol
 * that keeps its connection alive begins to once there was nothing for so long.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Cause, Duration, Effect, Exit, Fiber, FiberId, Option } from "effect"
import type { Problem } from "../Errors.ts"
import type { Deadlines, Watch } from "../runtime/Deadlines.ts"
import { AnswerDeadlines, brokenOff, type KeepAlive, LiveBody, type Send } from "./LiveBody.ts"
import { faultOf } from "./Problems.ts"
import * as RequestInfo from "./RequestInfo.ts"

/** What is followed. */
export interface Source<Event, Result, E> {
  readonly events: {
    /**
     * The events from the `index`th on, as far as they are kept, waiting for one; none where there is none any
     * more. `next` is the index of the event after them.
     */
    readonly from: (index: number) => Effect.Effect<{ readonly events: ReadonlyArray<Event>; readonly next: number }>
  }
  /** How it ended, once there are no more events. */
  readonly settled: Effect.Effect<Result, E>
}

/** A piece of an answer; none is sent for one that is empty. */
type Piece = string | Uint8Array

const FAULT = "a streamed answer ended in a fault"

/** How it is sent. */
export interface Protocol<Event, Result, Gone extends Problem = never> {
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
  /** Encodes an event when it is to be sent; `index` counts the sent events. Fails where what the event names is gone: the job's own failure, if it has one, says why. */
  readonly event: (event: Event, index: number) => Effect.Effect<Piece, Gone>
  /**
   * How many events that have come are sent in one piece; 1 if not said. A piece
   * costs more than an event: 0.2 ms an answer of 7 events (measured).
   */
  readonly atOnce?: number
  /** How long after one piece the next is sent. Where absent, all that has come in one turn of the event loop is sent at once. */
  readonly apart?: Duration.Duration
  readonly last: (result: Result) => Effect.Effect<Piece, Gone>
  readonly failed: (problem: Problem, requestId: string) => Piece
  /** Whether the connection is broken off after a failure, so that no client takes the answer for whole. */
  readonly breaksOff?: boolean
  readonly keepAlive?: KeepAlive
}

const encoder = new TextEncoder()

const isText = (piece: Piece): piece is string => typeof piece === "string"

const bytesOf = (pieces: ReadonlyArray<Piece>): Uint8Array =>
  pieces.every(isText)
    ? encoder.encode(pieces.join(""))
    : Buffer.concat(pieces.map((piece) => (isText(piece) ? encoder.encode(piece) : piece)))

const problemOf = (cause: Cause.Cause<Problem>): Problem =>
  Option.getOrElse(Cause.failureOption(cause), () => faultOf(cause))

/** An answer under way. `next` prepares more of it and answers whether that is the last; `taken` takes what is prepared. */
const underWay = <Event, Result, E extends Problem, Gone extends Problem>(
  { events, settled }: Source<Event, Result, E>,
  { atOnce = 1, event, failed, last }: Protocol<Event, Result, Gone>,
  record: Option.Option<RequestInfo.RequestRecord>
) => {
  let at = 0
  let sent = 0
  let pieces: Array<Piece> = []
  const append = (piece: Piece) => {
    pieces.push(piece)
  }
  const encoded = (news: ReadonlyArray<Event>) =>
    Effect.forEach(news, (each) => Effect.map(event(each, sent++), append), { discard: true }).pipe(
      Effect.catchAll((gone) => Effect.zipRight(settled, Effect.fail(gone))),
      Effect.as(false)
    )
  const concluded = Effect.map(Effect.flatMap(settled, last), (piece) => {
    append(piece)
    return true
  })
  return {
    next: Effect.flatMap(
      Effect.suspend(() => events.from(at)),
      (news) => {
        if (news.events.length === 0) return concluded
        const now = news.events.slice(0, atOnce)
        at = news.next - (news.events.length - now.length)
        return encoded(now)
      }
    ),
    fail: (cause: Cause.Cause<E | Gone>) => {
      const problem = problemOf(cause)
      if (Option.isSome(record)) {
        record.value.code = problem._tag
        RequestInfo.notes(record.value, problem.said)
      }
      append(failed(problem, Option.isSome(record) ? record.value.id : ""))
      return Cause.isFailure(cause) ? Effect.void : Effect.logError(FAULT, cause)
    },
    taken: () => {
      const all = bytesOf(pieces)
      pieces = []
      return all
    }
  }
}

/** Answers whether the first of an answer is all of it. May send something before it knows. */
type First<E> = (send: Send) => Effect.Effect<boolean, E>

/** Whether `wait` lasts longer than `after`. It is interrupted then: to wait again costs nothing. */
const lastsLonger = (wait: Effect.Effect<unknown>, after: Duration.Duration, deadlines: Deadlines) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(wait)
    const watch: Watch = {
      until: deadlines.now() + Duration.toMillis(after),
      expire: () => fiber.unsafeInterruptAsFork(FiberId.none)
    }
    deadlines.begin(watch)
    const ended = Effect.sync(() => deadlines.end(watch))
    return Exit.isInterrupted(yield* Effect.ensuring(Fiber.await(fiber), ended))
  })

/** The first of an answer. Where it takes longer than the connection may be silent, it is sent behind what keeps the connection alive. */
const firstOf = <Event, E>(
  { from }: Source<Event, unknown, unknown>["events"],
  next: Effect.Effect<boolean, E>,
  keepAlive: KeepAlive | undefined
): Effect.Effect<First<E>, E> =>
  Effect.gen(function* () {
    const deadlines = yield* Effect.serviceOption(AnswerDeadlines)
    const isSilent =
      keepAlive !== undefined &&
      Option.isSome(deadlines) &&
      (yield* lastsLonger(from(0), keepAlive.after, deadlines.value))
    const isLast = !isSilent && (yield* next)
    const first: First<E> = isSilent
      ? (send) => Effect.zipRight(send(keepAlive.bytes), next)
      : () => Effect.succeed(isLast)
    return first
  })

/**
 * Answers with the events and the outcome of `source`; fails as it does until there is something to send, or until
 * the connection is to be kept alive.
 */
export const respond = <Event, Result, E extends Problem, Gone extends Problem = never>(
  source: Source<Event, Result, E>,
  protocol: Protocol<Event, Result, Gone>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E | Gone> =>
  Effect.gen(function* () {
    const { fail, next, taken } = underWay(source, protocol, yield* RequestInfo.current)
    const { apart, breaksOff, contentType, headers, keepAlive } = protocol
    const begun = yield* firstOf(source.events, next, keepAlive)
    const following = apart === undefined ? next : Effect.zipRight(Effect.sleep(apart), next)
    const reported = (send: Send) => (cause: Cause.Cause<E | Gone>) =>
      breaksOff === true
        ? fail(cause).pipe(
            Effect.flatMap(() => send(taken())),
            Effect.zipRight(brokenOff)
          )
        : fail(cause)
    const write = (send: Send) =>
      begun(send).pipe(
        Effect.flatMap((isLast) =>
          Effect.iterate(isLast, { while: (is) => !is, body: () => Effect.zipRight(send(taken()), following) })
        ),
        Effect.catchAllCause(reported(send)),
        Effect.map(taken)
      )
    return HttpServerResponse.raw(new LiveBody(write, keepAlive), {
      contentType,
      headers: { "cache-control": "no-store", ...headers }
    })
  })
