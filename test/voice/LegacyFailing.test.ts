/** The deprecated text-to-speech over an engine that fails: before the first piece and after it. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { call, startServer, type TestServer } from "../support/Server.ts"

/** Speaks a second of a tone for every phrase but those with a 9 in them, which it refuses. */
const engine = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: async (request) => {
    if (new URL(request.url).pathname.endsWith("/models")) return Response.json({ data: [] })
    const { input } = await request.json()
    if (String(input).includes("9")) {
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

const speak = (text: string, stream: boolean, id: string) =>
  call(server, "POST", "/api/v1/audio", { text, language: "am", stream }, { "idempotency-key": id })

const spent = async () => (await (await call(server, "GET", "/api/v1/voice/usage")).json()).data.total_spend

const phrase = "ሰላም፣ ዛሬ በጣም ጥሩ ቀን ነው ወዳጄ። "
const failsLate = `${phrase.repeat(6)}አሁን 9 ነው።`

test("an engine that fails before the first piece is an ordinary error in both forms", async () => {
  for (const stream of [false, true]) {
    const response = await speak("አሁን 9 ነው።", stream, "early")
    expect(response.status).toBe(502)
    expect(response.headers.get("deprecation")).toMatch(/^@/)
    expect((await response.json()).error.code).toBe("PROVIDER_ERROR")
  }
})

test("an engine that fails later ends the stream with a line that says so; nothing is charged and the id is free", async () => {
  const before = await spent()
  const response = await speak(failsLate, true, "late")
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
  expect((await speak(failsLate, false, "late")).status).toBe(502)
  expect(await spent()).toBe(before)
  expect((await speak(phrase, false, "late")).status).toBe(200)
})
