/** Speech over an engine that fails, before the first piece and after it: the deprecated text-to-speech, and the stream of frames. */
import { expect, test } from "bun:test"
import { decodeFrames } from "../support/DecodeFrames.ts"
import { FAILS_LATE, failingVoiceForFile, REFUSED, SPOKEN } from "../support/FailingVoice.ts"
import { longTest } from "../support/Long.ts"
import { call } from "../support/Server.ts"

const voice = failingVoiceForFile()

const speak = (text: string, stream: boolean, id: string) =>
  call(voice.server, "POST", "/api/v1/audio", { text, language: "am", stream }, { "idempotency-key": id })

test("an engine that fails before the first piece of speech is an ordinary error in both forms", async () => {
  for (const stream of [false, true]) {
    const response = await speak(REFUSED, stream, "early")
    expect(response.status).toBe(502)
    expect(response.headers.get("deprecation")).toMatch(/^@/)
    expect((await response.json()).error.code).toBe("PROVIDER_ERROR")
  }
})

longTest(
  "an engine that fails later ends the stream with an error line; nothing is charged and the id is free",
  async () => {
    const before = await voice.spent()
    const response = await speak(FAILS_LATE, true, "late")
    expect(response.status).toBe(200)
    const lines = (await response.text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(lines.length).toBeGreaterThan(1)
    expect(lines[0].index).toBe(0)
    const last = lines.at(-1)
    expect(last).toMatchObject({ status: "error", error: { code: "PROVIDER_ERROR" } })
    expect(last.error.request_id).toBe(response.headers.get("x-request-id"))
    expect((await speak(FAILS_LATE, false, "late")).status).toBe(502)
    expect(await voice.spent()).toBe(before)
    expect((await speak(SPOKEN, false, "late")).status).toBe(200)
  }
)

test("an engine that fails before the first frame is an ordinary error, later the last frame has its error", async () => {
  const before = await voice.spent()
  const stream = (text: string) => {
    const body = { text, voice_id: "am-hamen", language: "am", client_request_id: "frames" }
    return call(voice.server, "POST", "/api/v1/voice/generations/stream", body)
  }
  const early = await stream(REFUSED)
  expect([early.status, (await early.json()).error.code]).toEqual([502, "PROVIDER_ERROR"])
  const late = await stream(FAILS_LATE)
  expect(late.status).toBe(200)
  const { frames, outcome } = decodeFrames(new Uint8Array(await late.arrayBuffer()))
  expect(frames.length).toBeGreaterThan(0)
  expect(Object.keys(outcome)).toEqual(["status", "error"])
  expect(outcome.error).toMatchObject({ code: "PROVIDER_ERROR", request_id: late.headers.get("x-request-id") })
  expect(await voice.spent()).toBe(before)
  const { outcome: spoken } = decodeFrames(new Uint8Array(await (await stream(SPOKEN)).arrayBuffer()))
  expect(spoken.data.meta.idempotent_replay).toBe(false)
})
