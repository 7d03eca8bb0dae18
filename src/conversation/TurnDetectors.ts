/** The turn detectors of all conversations, over one WebAssembly module that is loaded for the first. */
import { Effect } from "effect"
import * as Modules from "../audio/Modules.ts"
import * as VoiceActivity from "../audio/VoiceActivity.ts"
import { type TurnOptions, turnDetector } from "./TurnDetector.ts"

export class TurnDetectors extends Effect.Service<TurnDetectors>()("conversation/TurnDetectors", {
  effect: Effect.gen(function* () {
    const loaded = yield* Modules.shared(
      Effect.flatMap(Modules.voiceActivity, (code) => Effect.promise(() => VoiceActivity.load(code)))
    )

    /** A detector for one sound. It takes memory until it is released. */
    const make = Effect.fn("TurnDetectors.make")((options: TurnOptions) =>
      Effect.map(loaded, (module) => turnDetector(VoiceActivity.make(module, options.threshold), options))
    )

    return { make }
  })
}) {}
