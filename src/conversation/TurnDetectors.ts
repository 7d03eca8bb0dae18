/** The turn detectors of all conversations, over one WebAssembly module. */
import { readFile } from "node:fs/promises"
import { Effect } from "effect"
import moduleFile from "../../node_modules/@echogarden/fvad-wasm/fvad.wasm" with { type: "file" }
import * as VoiceActivity from "../audio/VoiceActivity.ts"
import { type TurnOptions, turnDetector } from "./TurnDetector.ts"

export class TurnDetectors extends Effect.Service<TurnDetectors>()("conversation/TurnDetectors", {
  effect: Effect.gen(function* () {
    const detection = yield* Effect.promise(async () =>
      VoiceActivity.load(await WebAssembly.compile(await readFile(moduleFile)))
    )

    /** A detector for one session, whose memory is given back with the scope. */
    const make = Effect.fn("TurnDetectors.make")((options: TurnOptions) =>
      Effect.acquireRelease(
        Effect.sync(() => turnDetector(VoiceActivity.make(detection, options.threshold), options)),
        ({ release }) => Effect.sync(release)
      )
    )

    return { make }
  })
}) {}
