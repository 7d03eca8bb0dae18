/** A team's own engine behind the API: what it does wrong reaches the client as a typed error, and costs nothing. */
import { afterAll, expect, test } from "bun:test"
import { serverForFile } from "../support/ForFile.ts"
import { call } from "../support/Server.ts"
import { startUpstream } from "../support/Upstream.ts"

type Mood = "well" | "broken" | "garbage" | "busy"
let mood: Mood = "well"
const server = serverForFile(() => ({
  ...upstream.settings("own", "SYNTHESIZER"),
  QAL_SYNTHESIZER_API_KEY: "upstream-secret"
}))

/** One second of a 220 Hz tone at 24 kHz: what the protocol's `pcm` is. */
const tone = () =>
  new Uint8Array(
    Int16Array.from({ length: 24_000 }, (_, n) => 8_000 * Math.sin((2 * Math.PI * 220 * n) / 24_000)).buffer
  )

const upstream = startUpstream(() => {
  switch (mood) {
    case "well":
      return new Response(tone(), { headers: { "content-type": "audio/pcm" } })
    case "broken":
      return Response.json({ error: { message: "secret-upstream-detail" } }, { status: 400 })
    case "garbage":
      return new Response("<html>", { headers: { "content-type": "text/html" } })
    case "busy":
      return new Response("", { status: 429, headers: { "retry-after": "30" } })
  }
})

afterAll(() => upstream.stop())

const body = {
  text: "ሰላም ነው።",
  voice_id: "am-hamen",
  language: "am",
  output_format: "wav_44100",
  client_request_id: "one"
}
const balance = async () => (await (await call(server, "GET", "/api/v1/voice/usage")).json()).data.balance

test("a remote engine's failure is reported without its words, and is free; the same id then succeeds", async () => {
  const before = await balance()
  for (const [next, status, code] of [
    ["broken", 502, "PROVIDER_ERROR"],
    ["garbage", 502, "PROVIDER_ERROR"],
    ["busy", 503, "PROVIDER_UNAVAILABLE"]
  ] as const) {
    mood = next
    const response = await call(server, "POST", "/api/v1/voice/generations", body)
    const text = await response.text()
    expect({ next, status: response.status, code: JSON.parse(text).error.code }).toEqual({ next, status, code })
    expect(text).not.toContain("upstream")
    expect(text).not.toContain(String(upstream.port))
    if (next === "busy") expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0)
  }
  expect(await balance()).toBe(before)
  mood = "well"
  const made = await call(server, "POST", "/api/v1/voice/generations", body)
  expect(made.status).toBe(201)
  const clip = (await made.json()).data
  expect(clip.duration_seconds).toBe(1)
  expect(clip.usage.credits_used).toBe(0.0833)
  expect(Math.round((before - (await balance())) * 10_000)).toBe(833)
  expect(server.output()).not.toContain("upstream-secret")
})
