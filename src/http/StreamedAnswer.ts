/**
 * An answer that follows a job: each event as it comes, then how the job ended.
 * Until there is something to send, a failure is an ordinary answer with its own
 * status; after that it is told as the protocol has it, with the request's id.
 * Likewise a fault, also one of the protocol itself, which is logged.
 */
import { HttpServerResponse } from "@effect/platform"
import { Array as Arrays, Cause, Chunk, Effect, Option } from "effect"
import type { NotFound, Problem } from "../Errors.ts"
import { brokenOff, type KeepAlive, LiveBody, type Pull } from "./LiveBody.ts"
import { faultOf } from "./Problems.ts"
import * as RequestInfo from "./RequestInfo.ts"

/** What is followed. */
export interface Source<Event, Result, E> {
  readonly events: {
    /** The events from the `index`th on, waiting for the first of them; none where there is none any more. */
    readonly from: (index: number) => Effect.Effect<ReadonlyArray<Event>>
  }
  /** How it ended, once there are no more events. */
  readonly settled: Effect.Effect<Result, E>
}

/** A piece of an answer; none is sent for one that is empty. */
export type Piece = string | Uint8Array

const FAULT = "a streamed answer ended in a fault"

/** How it is told. */
export interface Protocol<Event, Result> {
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
  /** Asked for when it is to be sent. Fails where what it names is gone: the failure of the job says why; it is a fault where the job has none. */
  readonly event: (event: Event, index: number) => Effect.Effect<Piece, NotFound>
  readonly last: (result: Result) => Effect.Effect<Piece>
  readonly failed: (problem: Problem, requestId: string) => Piece
  /** Whether the connection is broken off after a failure, so that nobody takes the answer for whole. */
  readonly breaksOff?: boolean
  readonly keepAlive?: KeepAlive
}

const encoder = new TextEncoder()
const chunkOf = (piece: Piece): Chunk.Chunk<Uint8Array> =>
  Chunk.of(typeof piece === "string" ? encoder.encode(piece) : piece)

const over: Pull = Effect.fail(Option.none())

const problemOf = (cause: Cause.Cause<Problem>): Problem =>
  Option.getOrElse(Cause.failureOption(cause), () => faultOf(cause))

/** Answers with what is told of `source`; fails as it does until there is something to send. */
export const respond = <Event, Result, E extends Problem>(
  { events, settled }: Source<Event, Result, E>,
  { breaksOff = false, contentType, event, failed, headers, keepAlive, last }: Protocol<Event, Result>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E> =>
  Effect.gen(function* () {
    const requestId = yield* RequestInfo.currentId
    let sent = 0
    let afterLast: Pull | undefined
    const conclude = Effect.tap(Effect.flatMap(settled, last), () => {
      afterLast = over
    })
    const tell = (news: Event) =>
      Effect.catchAll(event(news, sent++), (gone) => Effect.zipRight(settled, Effect.die(gone)))
    const next = Effect.suspend(() => events.from(sent)).pipe(
      Effect.flatMap((news) => (Arrays.isNonEmptyReadonlyArray(news) ? tell(news[0]) : conclude)),
      Effect.map(chunkOf)
    )
    const fail = (cause: Cause.Cause<E>) => {
      afterLast = breaksOff ? brokenOff : over
      const told = Effect.sync(() => chunkOf(failed(problemOf(cause), requestId)))
      return Cause.isFailure(cause) ? told : Effect.zipRight(Effect.logError(FAULT, cause), told)
    }
    const later: Pull = Effect.suspend(() => afterLast ?? Effect.catchAllCause(next, fail))
    let first = Option.some(yield* next)
    const pull: Pull = Effect.suspend(() => {
      const now = Option.match(first, { onNone: () => later, onSome: Effect.succeed })
      first = Option.none()
      return now
    })
    return HttpServerResponse.raw(new LiveBody(Effect.succeed(pull), keepAlive), {
      contentType,
      headers: { "cache-control": "no-store", ...headers }
    })
  })
