/** `/v1/audio/speech` over an engine of somebody's own: what it is asked for, and what is told of its failures. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import OpenAI from "openai"
import { API_KEY, call, startServer, type TestServer, textSoFar } from "../support/Server.ts"

const asked: Array<{ readonly input: string; readonly speed: number; readonly voice: string }> = []

/** Speaks a second of a tone for every phrase but those with a 9 in them, which it refuses. */
const engine = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: async (request) => {
    if (new URL(request.url).pathname.endsWith("/models")) return Response.json({ data: [] })
    const body = await request.json()
    asked.push(body)
    if (String(body.input).includes("9")) {
      // The phrases before it are then already on their way.
      await Bun.sleep(200)
      return Response.json({ error: { message: "no" } }, { status: 422 })
    }
    return new Response(Int16Array.from({ length: 24_000 }, (_, at) => 8_000 * Math.sin(at / 10)))
  }
})

let server: TestServer

beforeAll(async () => {
  server = await startServer({
    QAL_SYNTHESIZER_URL: `http://127.0.0.1:${engine.port}/v1`,
    QAL_SYNTHESIZER_MODEL: "tone"
  })
}, 90_000)
afterAll(async () => {
  await server.dispose()
  await engine.stop(true)
})

const speak = (body: unknown, id: string) => call(server, "POST", "/v1/audio/speech", body, { "idempotency-key": id })

const spent = async () => (await (await call(server, "GET", "/api/v1/voice/usage")).json()).data.total_spend

const failsLate = `${"ሰላም፣ ዛሬ በጣም ጥሩ ቀን ነው ወዳጄ። ".repeat(6)}አሁን 9 ነው።`

test("a failure before the first sound is an ordinary error, and costs nothing", async () => {
  for (const stream_format of ["audio", "sse"]) {
    const response = await speak({ model: "x", input: "9", voice: "alloy", stream_format }, "early")
    expect(response.status).toBe(502)
    expect((await response.json()).error).toMatchObject({ code: "PROVIDER_ERROR", type: "server_error" })
  }
  expect(await spent()).toBe(0)
})

test("a failure after it breaks the answer off, and costs nothing; the id may be used again", async () => {
  for (const response_format of ["mp3", "pcm", "opus", "flac", "aac", "wav"]) {
    const response = await speak({ model: "x", input: failsLate, voice: "alloy", response_format }, "late")
    expect(response.status).toBe(200)
    expect(await response.arrayBuffer().catch(() => "broken off")).toBe("broken off")
  }
  const events = await speak({ model: "x", input: failsLate, voice: "alloy", stream_format: "sse" }, "late")
  const text = await textSoFar(events.clone())
  expect(await events.text().catch(() => "broken off")).toBe("broken off")
  const lines = text.split("\n\n").filter((line) => line !== "")
  expect(JSON.parse(lines[0]?.slice("data: ".length) ?? "").type).toBe("speech.audio.delta")
  expect(JSON.parse(lines.at(-1)?.slice("data: ".length) ?? "").error).toMatchObject({
    code: "PROVIDER_ERROR",
    type: "server_error"
  })
  expect(text).not.toContain("speech.audio.done")
  const client = new OpenAI({ apiKey: API_KEY, baseURL: `${server.url}/v1`, maxRetries: 0 })
  const spoken = await client.audio.speech.create({ model: "x", input: failsLate, voice: "alloy" })
  expect(await spoken.arrayBuffer().catch(() => "broken off")).toBe("broken off")
  expect(await spent()).toBe(0)
}, 30_000)

test("the engine is asked for the speed as it is, over all of its range", async () => {
  for (const speed of [0.25, 1, 4]) {
    const response = await speak({ model: "x", input: "ሰላም", voice: "om-bikila", speed }, `speed-${100 * speed}`)
    expect(response.status).toBe(200)
    await response.arrayBuffer()
    // Among them are the previews of voices, which are made meanwhile.
    expect(asked).toContainEqual(expect.objectContaining({ input: "ሰላም", speed, voice: "om-bikila" }))
  }
})
