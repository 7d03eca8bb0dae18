/**
 * Bodies on their way in. One that stands still for `QAL_BODY_TIMEOUT`, or
 * comes slower than `QAL_BODY_RATE` once that time is used up, is given up.
 * Only the time in which the server waits for the client counts.
 */
import { Duration, Effect, Metric } from "effect"
import { Settings } from "../Config.ts"
import { InvalidRequest } from "../Errors.ts"
import * as Monotonic from "../Monotonic.ts"
import { addHeadersTo, type RequestRecord } from "./RequestInfo.ts"

/** How exact the limits are; one look at all bodies costs less than a timer for each. */
const TICK = Duration.seconds(1)

const timedOut = Metric.counter("qal_bodies_timed_out_total", {
  description: "Requests refused because their body stood still or came too slowly",
  incremental: true
})

/**
 * Bun drops a connection, and with it the answer, when another request comes
 * over it before the first is answered. Where it came right behind the body,
 * that is known a turn later: in time for the request to be interrupted before
 * anything is paid for.
 */
const hindsight = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A body of which more is to come. Times in milliseconds. */
interface Arrival {
  /** When the wait for its next piece began. */
  since: number
  /** How long its other pieces were waited for. */
  waited: number
  /** Bytes that have come. */
  bytes: number
  readonly giveUp: () => void
}

export class Arrivals extends Effect.Service<Arrivals>()("server/Arrivals", {
  scoped: Effect.gen(function* () {
    const { bodyRate, bodyTimeout } = yield* Settings
    const clock = yield* Effect.clock
    const awaited = new Set<Arrival>()
    const patience = bodyTimeout * 1000
    /** What comes at the least rate within the patience. */
    const smallest = bodyTimeout * bodyRate
    yield* Metric.incrementBy(timedOut, 0)

    const now = (): number => Monotonic.unsafeMillis(clock)

    const isLate = ({ bytes, since, waited }: Arrival, at: number): boolean =>
      at - since > patience || waited + at - since > patience + (bytes / bodyRate) * 1000

    const looking = Effect.gen(function* () {
      yield* Effect.sleep(TICK)
      const at = now()
      for (const arrival of awaited) {
        if (!isLate(arrival, at)) continue
        awaited.delete(arrival)
        arrival.giveUp()
      }
    })
    yield* Effect.forkScoped(Effect.forever(looking))

    const tooSlow = (record: RequestRecord | undefined) => {
      timedOut.unsafeUpdate(1, [])
      // The rest of the body would have to be waited for.
      addHeadersTo(record, { connection: "close" })
      return new InvalidRequest({
        message: `the body came too slowly: it may stand still for ${bodyTimeout} s, and must then have come with ${bodyRate} bytes a second`
      })
    }

    const wait = (arrival: Arrival): void => {
      arrival.since = now()
      awaited.add(arrival)
    }
    const come = (arrival: Arrival, bytes: number): void => {
      if (awaited.delete(arrival)) arrival.waited += now() - arrival.since
      arrival.bytes += bytes
    }
    const begin = (giveUp: () => void): Arrival => ({ since: now(), waited: 0, bytes: 0, giveUp })

    /**
     * `body`, failing where it comes too slowly. Bun takes the trailer behind a
     * body in chunks, of no `declared` length, for the beginning of the next
     * request: so the connection is not used again.
     */
    const watched = (
      body: ReadableStream<Uint8Array>,
      declared: number | undefined,
      record: RequestRecord | undefined
    ): ReadableStream<Uint8Array> => {
      const reader = body.getReader()
      let isOver = false
      let fail = (): void => {}
      const arrival = begin(() => fail())
      // Nobody need be told why the rest is not read: its connection may be gone.
      const letGo = (): void => {
        isOver = true
        come(arrival, 0)
        reader.cancel().catch(() => {})
      }
      return new ReadableStream<Uint8Array>({
        start: (controller) => {
          fail = () => {
            letGo()
            controller.error(tooSlow(record))
          }
        },
        pull: async (controller) => {
          wait(arrival)
          const { done, value } = await reader.read().catch((cause) => {
            // The client is gone: it is not slow.
            isOver = true
            come(arrival, 0)
            throw cause
          })
          if (isOver) return
          come(arrival, value?.byteLength ?? 0)
          if (!done) return controller.enqueue(value)
          if (declared === undefined) addHeadersTo(record, { connection: "close" })
          await hindsight()
          if (!isOver) controller.close()
        },
        cancel: letGo
      })
    }

    /** A whole body of no more than `smallest` bytes. */
    const inOnePiece = (source: Request, record: RequestRecord | undefined): Promise<ArrayBuffer> =>
      new Promise((resolve, reject) => {
        const arrival = begin(() => reject(tooSlow(record)))
        wait(arrival)
        source
          .arrayBuffer()
          .then((bytes) => hindsight().then(() => resolve(bytes)), reject)
          .finally(() => come(arrival, 0))
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
      if (declared !== undefined && declared <= smallest) return inOnePiece(source, record)
      const { body } = source
      return body === null ? source.arrayBuffer() : new Response(through(watched(body, declared, record))).arrayBuffer()
    }

    return { watched, whole }
  })
}) {}
