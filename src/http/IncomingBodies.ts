/**
 * Bodies on their way in. One that stands still for `QAL_BODY_TIMEOUT`, or
 * comes slower than `QAL_BODY_RATE` once that time is used up, is given up.
 * Only the time in which the server waits for the client counts. What has come
 * and is not yet taken by a handler is counted (`HeldBytes`).
 */
import { type Context, Duration, Effect, Metric } from "effect"
import { InvalidRequest } from "../Errors.ts"
import * as Deadlines from "../runtime/Deadlines.ts"
import * as EventLoopTurns from "../runtime/EventLoopTurns.ts"
import { Settings } from "../settings/Config.ts"
import { BodyBounds, type BodyMemory, make } from "./BodyMemory.ts"
import { addHeadersTo, type RequestRecord, recordIn } from "./RequestInfo.ts"

const timedOut = Metric.counter("qal_bodies_timed_out_total", {
  description: "Requests refused because their body stood still or came too slowly",
  incremental: true
})

/**
 * Bytes of a body that may take several milliseconds to be read and answered: it has a turn of its own. To say what 5 KB of
 * figures cost when they are spoken takes 20.
 */
const LARGE = 2 * 1024
/** Of others so many begin in one turn at most: a hundred at once kept everybody else waiting. */
const SHORT_TOGETHER = 8

/** A body of which more is to come; given up when its time is over. Times in milliseconds. */
interface Arrival extends Deadlines.Watch {
  /** When the wait for its next piece began; none while none is awaited. */
  since: number | undefined
  /**
   * How much longer its other pieces were waited for than their bytes may take at
   * the least rate. Never less than nothing: what came fast at first earns no
   * right to stand later, or a large file would earn hours.
   */
  behind: number
}

export class IncomingBodies extends Effect.Service<IncomingBodies>()("http/IncomingBodies", {
  scoped: Effect.gen(function* () {
    const { bodyRate, bodyTimeout } = yield* Settings
    const holdingOf = make(yield* BodyBounds)
    const deadlines = yield* Deadlines.make([Duration.seconds(bodyTimeout)])
    const turn = EventLoopTurns.make()
    /**
     * Waits for the turn of a whole body. Also because Bun drops a connection, and with it the answer, when another request
     * comes over it before the first is answered. Where it came right behind the body, that is known a turn later: in
     * time for the request to be interrupted before anything is paid for.
     */
    const turnOf = (bytes: number): Promise<void> =>
      new Promise((resolve) => turn(resolve, Math.max(1 / SHORT_TOGETHER, Math.min(1, bytes / LARGE))))
    /** Waits for a turn of its own, behind the bodies that wait: for other steps of a long request that take milliseconds. */
    const ownTurn = Effect.async<void>((resume) => turn(() => resume(Effect.void)))
    /** Waits for a turn in which a part of a long body is read: one part in each. */
    const partTurn = EventLoopTurns.makeWait()
    /** What comes at the least rate within the time that a body may stand still. */
    const smallest = bodyTimeout * bodyRate
    yield* Metric.incrementBy(timedOut, 0)

    const tooSlow = (record: RequestRecord | undefined) => {
      timedOut.unsafeUpdate(1, [])
      // The rest of the body would have to be waited for.
      addHeadersTo(record, { connection: "close" })
      return new InvalidRequest({
        message: `the body came too slowly: it may stand still for ${bodyTimeout} s, and must then have come with ${bodyRate} bytes a second`
      })
    }

    const wait = (arrival: Arrival): void => {
      arrival.since = deadlines.now()
      arrival.until = arrival.since + bodyTimeout * 1000 - arrival.behind
      deadlines.begin(arrival)
    }
    const come = (arrival: Arrival, bytes: number): void => {
      const waited = arrival.since === undefined ? 0 : deadlines.now() - arrival.since
      arrival.behind = Math.max(0, arrival.behind + waited - (bytes / bodyRate) * 1000)
      arrival.since = undefined
      deadlines.end(arrival)
    }
    const begin = (expire: () => void): Arrival => ({
      since: undefined,
      behind: 0,
      until: Number.POSITIVE_INFINITY,
      expire
    })

    /** Counts what is held of the request's body. */
    const holding = (record: RequestRecord | undefined): BodyMemory => holdingOf(record?.keyId)

    /** Counts what is loaded for the current request. */
    const loading = Effect.contextWith((context: Context.Context<never>) => holding(recordIn(context)))

    /**
     * `body`, failing where it comes too slowly or there is no room in `held`,
     * which it releases at its end. Bun takes the trailer behind a
     * body in chunks, of no `declared` length, for the beginning of the next
     * request: so the connection is not used again.
     */
    const watched = (
      body: ReadableStream<Uint8Array>,
      declared: number | undefined,
      record: RequestRecord | undefined,
      memory: BodyMemory
    ): ReadableStream<Uint8Array> => {
      const reader = body.getReader()
      let isOver = false
      let size = 0
      let fail = (): void => {}
      const arrival = begin(() => fail())
      // Without a reason for why the rest is not read: the connection may be gone.
      const end = (): void => {
        if (isOver) return
        isOver = true
        come(arrival, 0)
        memory.release()
      }
      const abort = (): void => {
        end()
        reader.cancel().catch(() => {})
      }
      return new ReadableStream<Uint8Array>({
        start: (controller) => {
          fail = () => {
            abort()
            controller.error(tooSlow(record))
          }
        },
        pull: async (controller) => {
          wait(arrival)
          const { done, value } = await reader.read().catch((cause) => {
            // The client is gone: it is not slow.
            end()
            throw cause
          })
          if (isOver) return
          come(arrival, value?.byteLength ?? 0)
          size += value?.byteLength ?? 0
          const refusal = memory.take(value?.byteLength ?? 0)
          if (refusal !== undefined) {
            abort()
            return controller.error(refusal)
          }
          if (!done) return controller.enqueue(value)
          if (declared === undefined) addHeadersTo(record, { connection: "close" })
          await turnOf(size)
          if (isOver) return
          end()
          controller.close()
        },
        cancel: abort
      })
    }

    /** A whole body of no more than `smallest` bytes: of `declared`. */
    const inOnePiece = (
      source: Request,
      declared: number,
      record: RequestRecord | undefined,
      memory: BodyMemory
    ): Promise<ArrayBuffer> =>
      new Promise((resolve, reject) => {
        const refusal = memory.take(declared)
        if (refusal !== undefined) return reject(refusal)
        const arrival = begin(() => reject(tooSlow(record)))
        wait(arrival)
        source
          .arrayBuffer()
          .finally(() => come(arrival, 0))
          .then((bytes) => turnOf(bytes.byteLength).then(() => resolve(bytes)), reject)
          .finally(() => memory.release())
      })

    /**
     * The whole body of `source`, as `through` lets it pass, of the length that
     * it declares, if it does. A short one is waited for in one piece, which
     * costs less.
     */
    const whole = (
      source: Request,
      declared: number | undefined,
      record: RequestRecord | undefined,
      through: (body: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>
    ): Promise<ArrayBuffer> => {
      const memory = holding(record)
      if (declared !== undefined && declared <= smallest) return inOnePiece(source, declared, record, memory)
      const { body } = source
      return body === null
        ? source.arrayBuffer()
        : new Response(through(watched(body, declared, record, memory))).arrayBuffer()
    }

    return { holding, loading, ownTurn, partTurn, watched, whole }
  })
}) {}
