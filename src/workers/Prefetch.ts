/** Requests to a pool that are under way before their answers are wanted. */
import { Effect, Option, type Scope, Stream } from "effect"
import type { StartedTask, WorkerFailure } from "./WorkerPool.ts"

/**
 * The answers to `requests`, in order. The first is alone under way, so that
 * nothing takes time from what is waited for, until its reader asks for the
 * next; from then on at most `most` are under way, wait for a worker or wait for
 * the reader. Those that still wait for a worker
 * when the stream ends early are withdrawn with the scope. (A stream that runs effects side by
 * side does the same with a fiber, a queue and a scope for each.)
 */
export const inOrder = <A, Response>(
  requests: Iterable<A>,
  start: (request: A) => StartedTask<Response>,
  most: number
): Effect.Effect<Stream.Stream<Response, WorkerFailure>, never, Scope.Scope> =>
  Effect.suspend(() => {
    const left = requests[Symbol.iterator]()
    /** The first is the one that is awaited. */
    const underWay: Array<StartedTask<Response>> = []
    const fill = (most: number) => {
      while (underWay.length < most) {
        const next = left.next()
        if (next.done === true) return
        underWay.push(start(next.value))
      }
    }
    const answers = Stream.unfoldEffect(1, (room) => {
      fill(room)
      const [first] = underWay
      if (first === undefined) return Effect.succeedNone
      return Effect.map(first.answer, (answer) => {
        underWay.shift()
        return Option.some([answer, most] as const)
      })
    })
    const withdrawAll = Effect.sync(() => {
      for (const { withdraw } of underWay) withdraw()
    })
    return Effect.as(
      Effect.addFinalizer(() => withdrawAll),
      answers
    )
  })
