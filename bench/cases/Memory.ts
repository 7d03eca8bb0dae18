/** What the server keeps in memory when nobody asks for anything, what that is made of, and what work leaves behind. */
import { Duration, Schema } from "effect"
import { IDLE } from "../../src/workers/Slot.ts"
import { API_KEY, type TestServer } from "../../test/support/Server.ts"
import { startHelper } from "../support/Helper.ts"
import { residentBytes } from "../support/Machine.ts"
import type { Outcome } from "../support/Report.ts"
import { generate, startMeasured } from "../support/Server.ts"
import * as Texts from "../support/Texts.ts"

const MEBI = 1024 * 1024
const LIMIT = 220 * MEBI
/** After its start the server makes the previews, after ten seconds; then it is quiet. */
const QUIET_MILLIS = 60_000
const CLIPS = 200
const TRANSCRIPTIONS = 50
/** At once. */
const SPEAKERS = 4
/** Idle workers are stopped, and their memory is given back. */
const GIVEN_BACK_MILLIS = Duration.toMillis(IDLE) + 15_000

const mb = (bytes: number): string => `${Math.round(bytes / MEBI)} MB`

const parts = {
  runtime: "the runtime alone",
  modules: "modules",
  speech: "a speech worker",
  encoder: "an encoder",
  recogniser: "not at rest: a recogniser"
} as const

const Grown = Schema.Struct({ bytes: Schema.Number })

/** Each part in a process of its own. */
const composition = async (): Promise<string> => {
  const found: Array<string> = []
  for (const [part, name] of Object.entries(parts)) {
    const helper = startHelper("Resident.ts")
    const { bytes } = await helper.ask(part, Grown)
    await helper.end()
    found.push(`${name} ${mb(bytes)}`)
  }
  return found.join(", ")
}

const Clip = Schema.Struct({ data: Schema.Struct({ audio_url: Schema.String }) })

const transcribe = async (url: string, sound: Blob): Promise<void> => {
  const form = new FormData()
  form.set("audio", sound, "clip.mp3")
  form.set("request_data", '{"language_code":"am"}')
  const response = await fetch(`${url}/api/v2/stt`, { method: "POST", headers: { "x-api-key": API_KEY }, body: form })
  if (!response.ok) throw new Error(`/api/v2/stt answered ${response.status}: ${await response.text()}`)
}

const work = async (url: string): Promise<void> => {
  for (let at = 0; at < CLIPS; at += SPEAKERS)
    await Promise.all(Array.from({ length: SPEAKERS }, () => generate(url, Texts.threePhrases)))
  const { data } = Schema.decodeUnknownSync(Schema.parseJson(Clip))(await generate(url, Texts.threePhrases))
  const sound = await (await fetch(data.audio_url)).blob()
  for (let at = 0; at < TRANSCRIPTIONS; at++) await transcribe(url, sound)
}

const measure = async (server: TestServer): Promise<ReadonlyArray<Outcome>> => {
  await Bun.sleep(QUIET_MILLIS)
  const idle = residentBytes(server.pid())
  const made = await composition()
  await work(server.url)
  const busy = residentBytes(server.pid())
  await Bun.sleep(GIVEN_BACK_MILLIS)
  const after = residentBytes(server.pid())
  return [
    {
      claim: `memory a minute after the start / ${mb(LIMIT)}`,
      ratio: idle / LIMIT,
      target: { atMost: 1 },
      detail: `${mb(idle)}; ${made}`
    },
    {
      claim: `memory after ${CLIPS} clips, ${TRANSCRIPTIONS} transcriptions and ${Duration.format(IDLE)} / ${mb(LIMIT)}`,
      ratio: after / LIMIT,
      target: "shown only",
      detail: `${mb(after)}; right after the work ${mb(busy)}`
    }
  ]
}

export const memory = async (): Promise<ReadonlyArray<Outcome>> => {
  const server = await startMeasured()
  try {
    return await measure(server)
  } finally {
    await server.dispose()
  }
}
