/**
 * A worker that speaks a tone of 0.1 s for each letter, at a pace of 1, and 100 Hz higher for each speaker. As files of
 * the model's folder say, it dies over the next phrases, once for each character of `deaths`, or never answers. What it is
 * asked it writes to `asked`.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { SpeakingAnswer, SpeakingRequest } from "../../../src/engines/sherpa/SpeakingMessages.ts"
import type { StoredModel } from "../../../src/engines/sherpa/StoredModel.ts"
import { serve } from "../../../src/workers/WorkerServer.ts"

const RATE = 16_000

serve<StoredModel, SpeakingRequest, SpeakingAnswer>(async ({ folder }) => (request) => {
  const deaths = join(folder, "deaths")
  if (existsSync(deaths) && readFileSync(deaths, "utf8") !== "") {
    writeFileSync(deaths, readFileSync(deaths, "utf8").slice(1))
    process.kill(process.pid, "SIGABRT")
  }
  while (existsSync(join(folder, "hangs"))) Bun.sleepSync(20)
  appendFileSync(join(folder, "asked"), `${JSON.stringify(request)}\n`)
  const { pause, speaker, speed, text } = request
  const speech = Math.round((0.1 * RATE * text.length) / speed)
  const step = (2 * Math.PI * 100 * (speaker + 1)) / RATE
  const samples = new Int16Array(speech + Math.round(pause * RATE))
  for (let at = 0; at < speech; at++) samples[at] = 8_000 * Math.sin(at * step)
  return {
    response: { sound: new Uint8Array(samples.buffer), sampleRate: RATE, speech, memory: process.pid },
    transfer: []
  }
})
