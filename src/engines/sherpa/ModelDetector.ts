/** What hears where somebody speaks by one model of the models folder. A sound stays with the process that began it. */
import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { ProviderError, ProviderUnavailable } from "../../Errors.ts"
import type { WorkerFailure } from "../../workers/WorkerPool.ts"
import type { ListedActivity } from "../ActivityList.ts"
import type { ModelPlace } from "./ModelMemory.ts"
import type { DetectingProcess } from "./ModelProcess.ts"

/** Seconds until another sound may be over. */
const RETRY_AFTER = 5

const full = () =>
  new ProviderUnavailable({
    message: "this model hears as many sounds as it can",
    retryAfter: RETRY_AFTER,
    isBusy: true
  })

const LOST = "the process that heard this sound stopped unexpectedly"

const lost = () => new ProviderError({ message: LOST })
/** As where there is no room: it says nothing against the model. */
const lostWithIt = () => new ProviderUnavailable({ message: LOST, retryAfter: RETRY_AFTER, isBusy: true })

/** The processes that died over a sound, which failed: of all sounds of one that is one failure of the model. */
const makeDead = () => {
  const dead = new WeakSet<object>()
  return {
    add: (worker: object, { _tag }: WorkerFailure): void => {
      if (_tag !== "PROVIDER_UNAVAILABLE") dead.add(worker)
    },
    /** Why another sound of the process fails. */
    lost: (worker: object) => {
      const isKnown = dead.has(worker)
      dead.add(worker)
      return isKnown ? lostWithIt() : lost()
    }
  }
}

/** `place` has its processes. Neither this nor what it answers must be interrupted: that would end the process. */
export const makeDetector = ({ use }: ModelPlace<DetectingProcess>): ListedActivity["open"] => {
  const dead = makeDead()
  return Effect.gen(function* () {
    const process = yield* use
    const name = randomUUID()
    const close = { _tag: "Close", name } as const
    const turn = yield* process.turn
    const { pin, response } = yield* process.open({ _tag: "Open", name }, { turn, step: 0 }, close)
    if (response.isFull) return yield* full()
    return {
      hear: ({ buffer, byteLength, byteOffset }, threshold) =>
        Effect.flatMap(process.turn, (turn) => {
          const sound = new Uint8Array(buffer, byteOffset, byteLength)
          return pin.run({ _tag: "Hear", name, sound, threshold }, { turn, step: 0 })
        }).pipe(
          Effect.catchAll((failure) => {
            if (failure._tag === "WorkerLost") return Effect.fail(dead.lost(pin.worker))
            dead.add(pin.worker, failure)
            return Effect.fail(failure)
          }),
          Effect.map(({ speech }) => speech)
        )
    }
  })
}
