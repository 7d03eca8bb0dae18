/** Where models and the native library are. */
import { join } from "node:path"
import { Option } from "effect"

export interface FolderSettings {
  /** The models folder; one in the data folder where there is none. */
  readonly modelsDir: Option.Option<string>
}

/** The folder of models, and that of the native library. */
export const foldersOf = ({ modelsDir }: FolderSettings, dataFolder: string) => ({
  models: Option.getOrElse(modelsDir, () => join(dataFolder, "models")),
  native: join(dataFolder, "native")
})
