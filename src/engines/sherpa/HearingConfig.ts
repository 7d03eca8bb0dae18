/** How the native library is told which model to load, by family: its names for the files of each role. */
import type { Language } from "../../Domain.ts"
import { pathOf, type StoredModel } from "./StoredModel.ts"

/** Bands of the features that the library makes; it asks models that want others itself. */
const BANDS = 80

/** The part of the configuration that is the family's own. */
const familyOf = (model: StoredModel, language: Language): object => {
  const { family } = model.manifest
  const file = (role: string): string => pathOf(model, role)
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
export const knowsLanguage = ({ manifest }: StoredModel): boolean => manifest.family === "whisper"

export const configOf = (model: StoredModel, language: Language): object => ({
  featConfig: { sampleRate: model.manifest.sample_rate, featureDim: BANDS },
  modelConfig: {
    ...familyOf(model, language),
    tokens: pathOf(model, "tokens"),
    numThreads: 1,
    provider: "cpu",
    debug: 0
  },
  decodingMethod: "greedy_search"
})
