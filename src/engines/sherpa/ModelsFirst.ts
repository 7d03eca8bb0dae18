/** The recogniser of a server: the models of its models folder, then the one that is there without them. */
import { join } from "node:path"
import { Duration, Effect, Layer, Option } from "effect"
import type { NonCommercialRule } from "../../models/LicenceGuard.ts"
import { observedRecognizer } from "../ObservedEngines.ts"
import { Recognizer } from "../Recognizer.ts"
import * as RecognizerList from "../RecognizerList.ts"
import * as LiveModels from "./LiveModels.ts"
import { nativeLibrary } from "./NativeLibrary.ts"

const MEBIBYTE = 1024 * 1024

/** What settings say of models. */
interface ModelSettings {
  /** The models folder; one in the data folder where there is none. */
  readonly modelsDir: Option.Option<string>
  readonly modelsMemoryMegabytes: number
  readonly modelsWorkers: number
  readonly modelsIdleMinutes: number
  readonly nonCommercialModels: NonCommercialRule
}

/** The folder of models, and that of the native library. */
export const foldersOf = ({ modelsDir }: Pick<ModelSettings, "modelsDir">, dataFolder: string) => ({
  models: Option.getOrElse(modelsDir, () => join(dataFolder, "models")),
  native: join(dataFolder, "native")
})

/** The recogniser that takes the place of the one that it is given. */
export const layer = (settings: ModelSettings, dataFolder: string): Layer.Layer<Recognizer, never, Recognizer> =>
  Layer.scoped(
    Recognizer,
    Effect.gen(function* () {
      const folders = foldersOf(settings, dataFolder)
      const listed = yield* LiveModels.make({
        folder: folders.models,
        library: nativeLibrary(folders.native),
        memory: settings.modelsMemoryMegabytes * MEBIBYTE,
        rule: settings.nonCommercialModels,
        workers: settings.modelsWorkers,
        idle: Duration.minutes(settings.modelsIdleMinutes),
        observe: observedRecognizer
      })
      return RecognizerList.make(listed, yield* Recognizer)
    })
  )
