/**
 * A process that hears with one model: holds the model's files against their hashes, loads it, and answers sound by
 * sound. What goes wrong in native code ends it, and nothing else.
 */
import { createHash } from "node:crypto"
import { createReadStream, readFileSync } from "node:fs"
import { join } from "node:path"
import { serve } from "../../workers/WorkerServer.ts"
import { loadAddon } from "./Addon.ts"
import { heardOf, readResult } from "./HeardText.ts"
import { configOf, knowsLanguage } from "./HearingConfig.ts"
import type { HearingAnswer, HearingModel, HearingRequest } from "./HearingMessages.ts"

const RATE = 16_000
const FULL_SCALE = 32_768

const verify = async ({ folder, manifest }: HearingModel): Promise<void> => {
  for (const [name, sha256] of Object.entries(manifest.sha256)) {
    const hash = createHash("sha256")
    for await (const piece of createReadStream(join(folder, name))) hash.update(piece)
    if (hash.digest("hex") !== sha256) throw new Error(`the file ${name} has another SHA-256 than the manifest says`)
  }
}

/** The most memory that this process has had, in bytes; what it has now where the system does not say. */
const peakMemory = (): number => {
  if (process.platform !== "linux") return process.memoryUsage().rss
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]
  return Number(kilobytes) * 1024
}

const floatsOf = (sound: Uint8Array): Float32Array => {
  const view = new DataView(sound.buffer, sound.byteOffset, sound.byteLength)
  return Float32Array.from({ length: sound.length >> 1 }, (_, at) => view.getInt16(2 * at, true) / FULL_SCALE)
}

serve<HearingModel, HearingRequest, HearingAnswer>(async (model) => {
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
