/** The turn detectors of all conversations, over one WebAssembly module that is loaded for the first. */
import { Effect } from "effect"
import * as Modules from "../audio/Modules.ts"
import * as VoiceActivity from "../audio/VoiceActivity.ts"
import { ActivityDetector } from "../engines/ActivityDetector.ts"
import { type TurnDetector, type TurnEvent, type TurnOptions, turnDetector } from "./TurnDetector.ts"

/** A turn detector that hears by a model where somebody speaks, as long as there is one. */
export interface HearingDetector extends Pick<TurnDetector, "finish" | "configure"> {
  /** As `TurnDetector.push`; one call after the other. */
  readonly push: (samples: Int16Array, playing: number | undefined) => Effect.Effect<ReadonlyArray<TurnEvent>>
}

export class TurnDetectors extends Effect.Service<TurnDetectors>()("conversation/TurnDetectors", {
  effect: Effect.gen(function* () {
    const activity = yield* ActivityDetector
    const loaded = yield* Modules.shared(
      Effect.flatMap(Modules.voiceActivity, (code) => Effect.promise(() => VoiceActivity.load(code)))
    )

    /** A detector for one sound, until the scope closes. */
    const make = Effect.fn("TurnDetectors.make")(function* (options: TurnOptions) {
      const module = yield* loaded
      const { configure, finish, push } = yield* Effect.acquireRelease(
        Effect.sync(() => turnDetector(VoiceActivity.make(module, options.threshold), options)),
        ({ release }) => Effect.sync(release)
      )
      const sound = yield* activity.open(options.threshold, true)
      return {
        push: (samples, playing) => Effect.map(sound.hear(samples), (speech) => push(samples, playing, speech)),
        finish: () => {
          const events = finish()
          // The turn took what had come of a frame.
          if (events.length > 0) sound.cut()
          return events
        },
        configure: (changed) => {
          sound.configure(changed.threshold)
          configure(changed)
        }
      } satisfies HearingDetector
    })

    return { make }
  })
}) {}
