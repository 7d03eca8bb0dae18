/**
 * A server that is told to stop, with every kind of paid work under way: what
 * clients are told, what the ledger says, and when the process is gone.
 */
import { afterAll, expect, test } from "bun:test"
import { decodeFrames } from "../support/DecodeFrames.ts"
import { serverForFile } from "../support/ForFile.ts"
import { withDatabase } from "../support/Rows.ts"
import { call, textSoFar } from "../support/Server.ts"
import { makeWallets } from "../support/Wallets.ts"
import * as Scribe from "../transcription/ScribeClient.ts"
import * as Voice from "../voice/SocketClient.ts"

const SHUTDOWN_SECONDS = 2
/** The deadline and a second, and three more for a machine with everything else running. */
const LATEST_MILLIS = (SHUTDOWN_SECONDS + 4) * 1_000

/** A recogniser that takes what it gets and never answers. */
const deaf = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  idleTimeout: 0,
  fetch: ({ method }) => (method === "GET" ? Response.json({ data: [] }) : new Promise<Response>(() => {}))
})
const server = serverForFile(() => ({
  QAL_SHUTDOWN_SECONDS: String(SHUTDOWN_SECONDS),
  QAL_RECOGNIZER_URL: `http://127.0.0.1:${deaf.port}/v1`,
  QAL_RECOGNIZER_MODEL: "deaf"
}))

afterAll(() => deaf.stop(true))

const read = <Row>(sql: string): ReadonlyArray<Row> =>
  withDatabase(server, (database) => database.query<Row, []>(sql).all())

/** Waits until so many jobs run. */
const running = async (count: number): Promise<void> => {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    if (read("SELECT 1 FROM jobs WHERE state = 'running'").length >= count) return
    await Bun.sleep(10)
  }
  throw new Error("the work did not begin")
}

/** What a client was told of its request. Anything else than these two fails. */
type Told = "settled" | "failed"

const ofEnvelope = (error: { readonly code: string; readonly message: string }): Told => {
  expect(error.code).toBe("PROVIDER_UNAVAILABLE")
  expect(error.message).toContain("nothing was charged")
  return "failed"
}

const ofAnswer = async (answer: Promise<Response>): Promise<Told> => {
  const response = await answer
  const body = await response.json()
  if (response.ok) return "settled"
  expect([response.status, response.headers.has("retry-after")]).toEqual([503, true])
  return ofEnvelope(body.error)
}

const ofFrames = async (answer: Promise<Response>): Promise<Told> => {
  const response = await answer
  if (response.headers.get("content-type")?.includes("json") === true) return await ofAnswer(Promise.resolve(response))
  const { outcome } = decodeFrames(new Uint8Array(await response.arrayBuffer()))
  return "data" in outcome ? "settled" : ofEnvelope(outcome.error)
}

/** Also of an answer that is broken off. */
const lastLine = async (answer: Promise<Response>): Promise<string> => {
  const text = await textSoFar(await answer)
  return text.trim().split("\n").at(-1) ?? ""
}

const ofEvents = async (answer: Promise<Response>): Promise<Told> => {
  const last = JSON.parse((await lastLine(answer)).replace(/^data: /, ""))
  return "error" in last ? ofEnvelope(last.error) : "settled"
}

/** Only a failure is said in the last line: after a settled job the sound simply ends. */
const ofSoundLines = async (answer: Promise<Response>): Promise<Told> => {
  const last = JSON.parse(await lastLine(answer))
  return "error" in last ? ofEnvelope(last.error) : "settled"
}

/** A second that somebody may have said something in. */
const noise = Int16Array.from({ length: 16_000 }, (_, at) => 9_000 * Math.sin(at / 9) * Math.sin(at / 900))

const LONG = "ሰላም፣ ዛሬ ጥሩ ቀን ነው። ነገም እንዲሁ ይሁን። ".repeat(120)

const speak = (id: string, text: string, key: Readonly<Record<string, string>>, route = "generations") =>
  call(
    server,
    "POST",
    `/api/v1/voice/${route}`,
    { text, voice_id: "am-hamen", language: "am", client_request_id: id },
    key
  )

const chat = (id: string, prompt: string, stream: boolean) =>
  call(
    server,
    "POST",
    "/api/v1/chat_generate",
    { prompt, target_language: "am", generation_config: { stream } },
    { "idempotency-key": id }
  )

test("at a shutdown's deadline settled work is answered, the rest fails; ledger, jobs and holds agree", async () => {
  const [rich] = await makeWallets(server, 1)
  const key = { "x-api-key": rich?.key ?? "" }
  const socket = await Voice.open(server, {}, key)
  const scribe = await Scribe.open(server, { request_id: "live" }, key)
  const idle = await Voice.open(server, {}, key)
  scribe.send(new Uint8Array(noise.buffer))
  socket.send({ type: "speech.create", text: LONG, request_id: "turn" })
  const told: Readonly<Record<string, Promise<Told>>> = {
    "chat-slow": ofAnswer(chat("chat-slow", "[[slow=60]] ሰላም", false)),
    "chat-soon": ofAnswer(chat("chat-soon", "[[slow=1]] ሰላም", false)),
    "chat-stream-slow": ofEvents(chat("chat-stream-slow", "[[slow=60]] ሰላም", true)),
    "chat-stream-paced": ofEvents(chat("chat-stream-paced", "[[paced]] ሰላም", true)),
    "voice-short": ofAnswer(speak("voice-short", "ሰላም ለዓለም።", key)),
    "voice-long": ofAnswer(speak("voice-long", LONG, key)),
    "voice-longer": ofAnswer(speak("voice-longer", LONG.slice(7), key)),
    "voice-frames": ofFrames(speak("voice-frames", LONG.slice(14), key, "generations/stream")),
    "legacy-lines": ofSoundLines(
      call(
        server,
        "POST",
        "/api/v1/audio",
        { text: LONG.slice(21), language: "am", stream: true },
        { ...key, "idempotency-key": "legacy-lines" }
      )
    ),
    turn: socket.closed.then((code): Told => {
      expect(code).toBe(1001)
      const last = socket.events.at(-1)
      if (last?.type === "speech.completed") return "settled"
      return last?.type === "error" ? ofEnvelope(last.error) : expect.unreachable()
    }),
    live: scribe.closed.then((code): Told => {
      expect(code).toBe(1001)
      const last = scribe.events.at(-1)
      if (last?.type === "transcript.completed") return "settled"
      return last?.type === "error" ? ofEnvelope(last.error) : expect.unreachable()
    })
  }
  await running(8)
  const signalled = performance.now()
  const stopped = server.stop()
  expect(await idle.closed).toBe(1001)
  expect(performance.now() - signalled).toBeLessThan(1_500)
  const bodies = { "/api/v1/chat_generate": { prompt: "ሰላም" }, "/v1/responses": { input: "ሰላም" } }
  for (const [path, body] of Object.entries(bodies)) {
    const refused = await call(server, "POST", path, body, { connection: "close" })
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([503, true])
    const { error, status } = await refused.json()
    expect([error.code, status]).toEqual(["PROVIDER_UNAVAILABLE", path.startsWith("/v1") ? undefined : "error"])
  }
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  const code = await stopped
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
  const took = performance.now() - signalled
  expect(code).toBe(0)
  expect(took).toBeGreaterThan(SHUTDOWN_SECONDS * 1_000)
  expect(took).toBeLessThan(LATEST_MILLIS)

  const outcomes = Object.fromEntries(
    await Promise.all(Object.entries(told).map(async ([id, outcome]) => [id, await outcome] as const))
  )
  const rows = read<{ readonly id: string; readonly request_id: string; readonly state: string }>(
    "SELECT id, request_id, state FROM jobs"
  )
  expect(Object.fromEntries(rows.map(({ request_id, state }) => [request_id, state]))).toEqual(outcomes)
  expect(outcomes).toMatchObject({
    "chat-slow": "failed",
    "chat-stream-slow": "failed",
    "chat-soon": "settled",
    live: "failed"
  })
  const charged = read<{ readonly job_id: string }>("SELECT job_id FROM ledger WHERE kind = 'charge'")
  const settled = rows.filter(({ state }) => state === "settled")
  expect(charged.map(({ job_id }) => job_id).toSorted()).toEqual(settled.map(({ id }) => id).toSorted())

  await server.start()
  expect(read("SELECT 1 FROM jobs WHERE failure = 'PROCESS_DIED'")).toEqual([])
  const again = await chat("chat-slow", "[[slow=60]] ሰላም".replace("60", "0"), false)
  expect(again.status).toBe(200)
}, 120_000)

test("a second signal ends the process at once, and the next start repairs what it left", async () => {
  const lost = chat("twice", "[[slow=60]] ሰላም", false).catch(() => undefined)
  await running(1)
  const stopped = server.stop()
  await Bun.sleep(300)
  const again = performance.now()
  process.kill(server.pid(), "SIGTERM")
  await stopped
  expect(performance.now() - again).toBeLessThan(1_000)
  await lost
  await server.start()
  expect(read("SELECT 1 FROM jobs WHERE state = 'running'")).toEqual([])
  expect(read("SELECT 1 FROM jobs WHERE request_id = 'twice' AND state = 'failed'")).toHaveLength(1)
}, 60_000)
