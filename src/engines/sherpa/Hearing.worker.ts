/**
 * A process that hears with one model: holds the model's files against their hashes, loads it, and answers sound by
 * sound. What goes wrong in native code ends it, and nothing else.
 */
import { serve } from "../../workers/WorkerServer.ts"
import { loadAddon } from "./Addon.ts"
import { heardOf, readResult } from "./HeardText.ts"
import { configOf, knowsLanguage } from "./HearingConfig.ts"
import type { HearingAnswer, HearingRequest } from "./HearingMessages.ts"
import { floatsOf } from "./SoundFloats.ts"
import { peakMemory, type StoredModel, verify } from "./StoredModel.ts"

const RATE = 16_000

serve<StoredModel, HearingRequest, HearingAnswer>(async (model) => {
  await verify(model)
  const addon = loadAddon(model.library)
  let [language = "am"] = model.manifest.languages
  const recognizer = addon.createOfflineRecognizer(configOf(model, language))
  return (request) => {
    if (knowsLanguage(model) && request.language !== language) {
      language = request.language
      addon.offlineRecognizerSetConfig(recognizer, configOf(model, language))
    }
    const stream = addon.createOfflineStream(recognizer)
    addon.acceptWaveformOffline(stream, { samples: floatsOf(request.sound), sampleRate: RATE })
    addon.decodeOfflineStream(recognizer, stream)
    const heard = heardOf(readResult(addon.getOfflineStreamResultAsJson(stream)))
    return { response: { ...heard, memory: peakMemory() }, transfer: [] }
  }
})
