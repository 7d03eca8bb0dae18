/**
 * A worker that hears how long a sound is. As files of the model's folder say, it dies over the next sounds, once for
 * each character of `deaths`, or never answers.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { HearingAnswer, HearingRequest } from "../../../src/engines/sherpa/HearingMessages.ts"
import type { StoredModel } from "../../../src/engines/sherpa/StoredModel.ts"
import { serve } from "../../../src/workers/WorkerServer.ts"

serve<StoredModel, HearingRequest, HearingAnswer>(async ({ folder }) => ({ language, sound }) => {
  const deaths = join(folder, "deaths")
  if (existsSync(deaths) && readFileSync(deaths, "utf8") !== "") {
    writeFileSync(deaths, readFileSync(deaths, "utf8").slice(1))
    process.kill(process.pid, "SIGABRT")
  }
  while (existsSync(join(folder, "hangs"))) Bun.sleepSync(20)
  const seconds = sound.length / 32_000
  // Without the silence that an utterance has at its ends.
  const text = `${language}${Math.round(seconds - 0.25)}`
  // The number of the process, in the place of its memory.
  return { response: { text, words: [{ text, start: 0.25, end: seconds }], memory: process.pid }, transfer: [] }
})
