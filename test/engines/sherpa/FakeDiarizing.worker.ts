/**
 * A worker that tells as many speakers as it is asked for, each a second after the other. As files of the model's folder
 * say, it dies over the next sounds, once for each character of `deaths`, or never answers.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { DiarizingAnswer, DiarizingRequest } from "../../../src/engines/sherpa/DiarizingMessages.ts"
import type { StoredModel } from "../../../src/engines/sherpa/StoredModel.ts"
import { serve } from "../../../src/workers/WorkerServer.ts"

serve<StoredModel, DiarizingRequest, DiarizingAnswer>(async ({ folder }) => ({ sound, speakers }) => {
  const deaths = join(folder, "deaths")
  if (existsSync(deaths) && readFileSync(deaths, "utf8") !== "") {
    writeFileSync(deaths, readFileSync(deaths, "utf8").slice(1))
    process.kill(process.pid, "SIGABRT")
  }
  while (existsSync(join(folder, "hangs"))) Bun.sleepSync(20)
  const count = speakers === true ? sound.length / 32_000 : speakers
  const turns = Array.from({ length: count }, (_, speaker) => ({ speaker, start: speaker, end: speaker + 1 }))
  return { response: { turns, memory: 0 }, transfer: [] }
})
