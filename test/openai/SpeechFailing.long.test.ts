/** `/v1/audio/speech` over an engine of somebody's own: what it is asked for, and what is told of its failures. */
import { expect, test } from "bun:test"
import OpenAI from "openai"
import { FAILS_LATE, failingVoiceForFile, REFUSED } from "../support/FailingVoice.ts"
import { API_KEY, call, textSoFar } from "../support/Server.ts"

const voice = failingVoiceForFile()

const speak = (body: unknown, id: string) =>
  call(voice.server, "POST", "/v1/audio/speech", body, { "idempotency-key": id })

test("speech that fails before its first sound is an ordinary error, and costs nothing", async () => {
  for (const stream_format of ["audio", "sse"]) {
    const response = await speak({ model: "x", input: REFUSED, voice: "alloy", stream_format }, "early")
    expect(response.status).toBe(502)
    expect((await response.json()).error).toMatchObject({ code: "PROVIDER_ERROR", type: "server_error" })
  }
  expect(await voice.spent()).toBe(0)
})

test("speech that fails after its first sound is broken off, and costs nothing; the id may be used again", async () => {
  for (const response_format of ["mp3", "pcm", "opus", "flac", "aac", "wav"]) {
    const response = await speak({ model: "x", input: FAILS_LATE, voice: "alloy", response_format }, "late")
    expect(response.status).toBe(200)
    expect(await response.arrayBuffer().catch(() => "broken off")).toBe("broken off")
  }
  const events = await speak({ model: "x", input: FAILS_LATE, voice: "alloy", stream_format: "sse" }, "late")
  const text = await textSoFar(events.clone())
  expect(await events.text().catch(() => "broken off")).toBe("broken off")
  const lines = text.split("\n\n").filter((line) => line !== "")
  expect(JSON.parse(lines[0]?.slice("data: ".length) ?? "").type).toBe("speech.audio.delta")
  expect(JSON.parse(lines.at(-1)?.slice("data: ".length) ?? "").error).toMatchObject({
    code: "PROVIDER_ERROR",
    type: "server_error"
  })
  expect(text).not.toContain("speech.audio.done")
  const client = new OpenAI({ apiKey: API_KEY, baseURL: `${voice.server.url}/v1`, maxRetries: 0 })
  const spoken = await client.audio.speech.create({ model: "x", input: FAILS_LATE, voice: "alloy" })
  expect(await spoken.arrayBuffer().catch(() => "broken off")).toBe("broken off")
  expect(await voice.spent()).toBe(0)
}, 30_000)

test("a speech engine gets the speed as asked, over all of its range", async () => {
  for (const speed of [0.25, 1, 4]) {
    const response = await speak({ model: "x", input: "Nagaa", voice: "om-bikila", speed }, `speed-${100 * speed}`)
    expect(response.status).toBe(200)
    await response.arrayBuffer()
    // Among them are the previews of voices, which are made meanwhile.
    expect(voice.asked()).toContainEqual(expect.objectContaining({ input: "Nagaa", speed, voice: "om-bikila" }))
  }
})
