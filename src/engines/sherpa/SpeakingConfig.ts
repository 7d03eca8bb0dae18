/** How the native library is told which voice to load, by family: its names for the files of each role. */
import { pathOf, type StoredModel } from "./StoredModel.ts"

/**
 * The part of the configuration that is the family's own. A file that the model does not have is "". What a VITS model
 * takes for letters it says itself, by its metadata (`frontend`, `comment`): single characters, words of a lexicon, or
 * the phonemes that eSpeak NG's data make of them.
 */
const familyOf = (model: StoredModel): object => {
  const { family, languages } = model.manifest
  const file = (role: string): string => pathOf(model, role)
  const shared = { tokens: file("tokens"), lexicon: file("lexicon"), dataDir: file("data_dir") }
  switch (family) {
    case "vits":
    case "mms":
      return { vits: { ...shared, model: file("model") } }
    case "matcha":
      return { matcha: { ...shared, acousticModel: file("model"), vocoder: file("vocoder") } }
    case "kokoro":
      // Without a language, what says "en-us" of itself reads all by English, and versions from 1.0 on want a lexicon.
      return { kokoro: { ...shared, model: file("model"), voices: file("voices"), lang: languages[0] ?? "" } }
    default:
      throw new Error(`models of the family ${family} do not speak`)
  }
}

/** Of a voice: one sentence at a time, so that memory is bounded by the longest, and pauses as the model makes them. */
export const speakingConfigOf = (model: StoredModel): object => ({
  model: { ...familyOf(model), numThreads: 1, provider: "cpu", debug: 0 },
  maxNumSentences: 1,
  silenceScale: 1
})
