/** How long a file may be, to the sample, and what of it is billed. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { wavFile } from "../audio/wavFiles.ts"
import { serverForFile } from "../support/ForFile.ts"
import { longTest } from "../support/Long.ts"
import { postForm } from "../support/Server.ts"

/** An engine that hears a word in anything. */
const engine = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: ({ url }) => Response.json(url.endsWith("/audio/transcriptions") ? { text: "ሰላም" } : { data: [] })
})

const server = serverForFile(() => ({
  QAL_RECOGNIZER_URL: `http://127.0.0.1:${engine.port}/v1`,
  QAL_RECOGNIZER_MODEL: "ear"
}))
beforeAll(async () => {
  // The decoder loads when it is wanted.
  await send(doors[0], silence(800))
})
afterAll(() => engine.stop(true))

const RATE = 8_000
const silence = (samples: number) =>
  wavFile({ encoding: 1, channels: 1, rate: RATE, bits: 8, data: new Uint8Array(samples).fill(128) })

interface Door {
  readonly name: string
  readonly path: string
  readonly field: string
  readonly more: Readonly<Record<string, string>>
}
const doors: readonly [Door, ...ReadonlyArray<Door>] = [
  { name: "speech-to-text v2", path: "/api/v2/stt", field: "audio", more: { language_code: "am" } },
  { name: "scribe", path: "/api/v1/scribe/transcribe", field: "audio", more: {} },
  {
    name: "chat",
    path: "/api/v1/chat_generate",
    field: "chat_audio_input",
    more: { request_data: JSON.stringify({ target_language: "am" }) }
  },
  { name: "OpenAI's transcriptions", path: "/v1/audio/transcriptions", field: "file", more: { model: "qal" } }
]

const send = async ({ field, more, path }: Door, sound: Uint8Array<ArrayBuffer>) => {
  const fields = { ...more, [field]: new File([sound], "speech.wav", { type: "audio/wav" }) }
  const answer = await postForm(server, path, fields)
  return { status: answer.status, body: await answer.json() }
}

for (const door of doors)
  longTest(`${door.name} takes 180 seconds, and refuses a sample more, naming the field`, async () => {
    const { body: taken } = await send(door, silence(180 * RATE))
    // Spoken input in which nothing is said asks nothing: it was taken, and heard.
    expect(taken.error?.details?.[0]?.code).toBe(door.name === "chat" ? "no_speech" : undefined)
    const { body } = await send(door, silence(180 * RATE + 1))
    expect([body.error.code, body.error.param]).toEqual(["AUDIO_TOO_LONG", door.field])
  })

test.each(doors)("$name names the field whose bytes are no sound", async (door) => {
  const { body } = await send(door, new Uint8Array(Buffer.from("RIFF\0\0\0\0WAVE, and no more of it")))
  expect([body.error.code, body.error.param]).toEqual(["UNDECODABLE_AUDIO", door.field])
})

test("a file is billed by its exact length rounded up to whole seconds", async () => {
  for (const [samples, billed] of [
    [1.004 * RATE, "2s"],
    [RATE, "1s"],
    [RATE + 1, "2s"],
    [1, "1s"],
    [2 * RATE, "2s"]
  ] as const) {
    const { body } = await send(doors[0], silence(samples))
    expect([samples, body.data.usage_metadata.totalBilledDuration]).toEqual([samples, billed])
  }
})
