/**
 * An answer that follows a job: each event as it comes, then how the job ended.
 * Until there is something to send, a failure is an ordinary answer with its own
 * status; after that it is sent as the protocol has it, with the request's id.
 * Likewise a fault, also one of the protocol itself, which is logged.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Cause, type Duration, Effect, Option } from "effect"
import type { Problem } from "../Errors.ts"
import { brokenOff, type KeepAlive, LiveBody, type Send } from "./LiveBody.ts"
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
export type Piece = string | Uint8Array

const FAULT = "a streamed answer ended in a fault"

/** How it is sent. */
export interface Protocol<Event, Result, Gone extends Problem = never> {
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
  /** Asked for when it is to be sent; `index` counts those that are. Fails where what it names is gone: the failure of the job says why, where it has one. */
  readonly event: (event: Event, index: number) => Effect.Effect<Piece, Gone>
  /**
   * How many events that have come are sent in one piece; 1 if not said. A piece
   * costs more than an event: 0.2 ms an answer of 7 events (measured).
   */
  readonly atOnce?: number
  /** How long after one piece the next is sent; else at once, and what comes in one turn of the process is one write. */
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

/** An answer under way: `next` has more of it ready, and says whether that is the last; `taken` is what is ready. */
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
      if (Option.isSome(record)) record.value.code = problem._tag
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

/** Answers with the events and the outcome of `source`; fails as it does until there is something to send. */
export const respond = <Event, Result, E extends Problem, Gone extends Problem = never>(
  source: Source<Event, Result, E>,
  protocol: Protocol<Event, Result, Gone>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E | Gone> =>
  Effect.gen(function* () {
    const { fail, next, taken } = underWay(source, protocol, yield* RequestInfo.current)
    let isLast = yield* next
    const following = protocol.apart === undefined ? next : Effect.zipRight(Effect.sleep(protocol.apart), next)
    const write = (send: Send) => {
      const sent = Effect.whileLoop({
        while: () => !isLast,
        body: () => Effect.zipRight(send(taken()), following),
        step: (is) => {
          isLast = is
        }
      })
      const told = (cause: Cause.Cause<E | Gone>) =>
        protocol.breaksOff === true
          ? fail(cause).pipe(
              Effect.flatMap(() => send(taken())),
              Effect.zipRight(brokenOff)
            )
          : fail(cause)
      return Effect.map(Effect.catchAllCause(sent, told), taken)
    }
    return HttpServerResponse.raw(new LiveBody(write, protocol.keepAlive), {
      contentType: protocol.contentType,
      headers: { "cache-control": "no-store", ...protocol.headers }
    })
  })
