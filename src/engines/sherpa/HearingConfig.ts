/** How the native library is told which model to load, by family: its names for the files of each role. */
import { join } from "node:path"
import type { Language } from "../../Domain.ts"
import type { HearingModel } from "./HearingMessages.ts"

/** Bands of the features that the library makes; it asks models that want others itself. */
const BANDS = 80

/** The part of the configuration that is the family's own. */
const familyOf = ({ folder, manifest }: HearingModel, language: Language): object => {
  const { family, files } = manifest
  const file = (role: string): string => join(folder, files[role] ?? "")
  switch (family) {
    case "omnilingual-ctc":
      return { omnilingual: { model: file("model") } }
    case "zipformer-ctc":
      return { zipformerCtc: { model: file("model") } }
    case "nemo-ctc":
      return { nemoCtc: { model: file("model") } }
    case "transducer":
      return { transducer: { encoder: file("encoder"), decoder: file("decoder"), joiner: file("joiner") } }
    case "whisper":
      return { whisper: { encoder: file("encoder"), decoder: file("decoder"), language, task: "transcribe" } }
    default:
      throw new Error(`models of the family ${family} do not hear`)
  }
}

/** Whether what the model hears depends on the language that it is told. */
export const knowsLanguage = ({ manifest }: HearingModel): boolean => manifest.family === "whisper"

export const configOf = (model: HearingModel, language: Language): object => ({
  featConfig: { sampleRate: model.manifest.sample_rate, featureDim: BANDS },
  modelConfig: {
    ...familyOf(model, language),
    tokens: join(model.folder, model.manifest.files.tokens ?? ""),
    numThreads: 1,
    provider: "cpu",
    debug: 0
  },
  decodingMethod: "greedy_search"
})
