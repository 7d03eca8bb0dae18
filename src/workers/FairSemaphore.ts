/** A semaphore for what holds memory rather than a worker, in which shares take turns as in `TaskQueue`. */
import { Effect, FiberRef, type Scope } from "effect"
import { ProviderUnavailable } from "../Errors.ts"
import * as Share from "./Share.ts"
import { TaskQueue } from "./TaskQueue.ts"

export interface FairSemaphore {
  /**
   * Waits for a permit, and has it until the scope closes. Fails with
   * `ProviderUnavailable` where the share of the fiber has too much waiting.
   */
  readonly enter: Effect.Effect<void, ProviderUnavailable, Scope.Scope>
}

/** Seconds that a refused client is asked to wait. */
const RETRY_AFTER = 5

export const make = (options: {
  readonly permits: number
  /** How many of them one share may have. */
  readonly perShare: number
  /** How many of one share may wait for one. */
  readonly waiting: number
  readonly message: string
}): Effect.Effect<FairSemaphore> =>
  Effect.sync(() => {
    const queue = new TaskQueue<(permit: object) => void>(options.perShare)
    const free = (permit: object): void => queue.take(permit, (queued) => queued?.task(permit))
    for (let at = 0; at < options.permits; at++) free({})

    const wait = (share: Share.Share) =>
      Effect.suspend(() => {
        if (queue.waiting(share) >= options.waiting)
          return new ProviderUnavailable({ message: options.message, retryAfter: RETRY_AFTER, isBusy: true })
        let held: object | undefined
        let withdraw = (): boolean => false
        const given = Effect.async<void>((resume) => {
          withdraw = queue.offer({
            place: { turn: queue.turn(share), step: 0 },
            pin: undefined,
            task: (permit) => {
              held = permit
              resume(Effect.void)
            }
          })
        })
        const leave = Effect.sync(() => {
          if (held === undefined) withdraw()
          else free(held)
        })
        return Effect.zipRight(
          Effect.addFinalizer(() => leave),
          given
        )
      })
    return { enter: Effect.flatMap(FiberRef.get(Share.current), wait) }
  })
