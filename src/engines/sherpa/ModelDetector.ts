/** What hears where somebody speaks by one model of the models folder. A sound stays with the process that began it. */
import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { ProviderError, ProviderUnavailable } from "../../Errors.ts"
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

const lost = () => new ProviderError({ message: "the process that heard this sound stopped unexpectedly" })

/** `place` has its processes. Neither this nor what it answers must be interrupted: that would end the process. */
export const makeDetector = ({ use }: ModelPlace<DetectingProcess>): ListedActivity["open"] =>
  Effect.gen(function* () {
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
          Effect.catchTag("WorkerLost", lost),
          Effect.map(({ speech }) => speech)
        )
    }
  })
