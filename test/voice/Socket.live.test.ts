/** The speech socket over a real server: protocol, sound, money, and every way to leave. */
import { expect, test } from "bun:test"
import { serverForFile } from "../support/ForFile.ts"
import { listen } from "../support/Listen.ts"
import { call } from "../support/Server.ts"
import { audioOf, connect, open, ticket } from "./SocketClient.ts"

const server = serverForFile()

const TEXT = "ሰላም፣ እንዴት ነህ? ዛሬ ጥሩ ቀን ነው። ሦስት ሰዎች መጡ።"
const LONG = TEXT.repeat(12)

/** What an id came to: its clips, its charges and its jobs. */
const tracesOf = async (requestId: string) => {
  const jobs = await server.rows<{ readonly id: string; readonly state: string }>(
    "SELECT id, state FROM jobs WHERE request_id = ? AND state <> 'failed'",
    requestId
  )
  const count = async (sql: string) => (await Promise.all(jobs.map(({ id }) => server.rows(sql, id)))).flat().length
  return {
    jobs: jobs.map(({ state }) => state),
    clips: await count("SELECT 1 FROM clips WHERE job_id = ?"),
    charges: await count("SELECT 1 FROM ledger WHERE kind = 'charge' AND job_id = ?")
  }
}
const onceBilled = { jobs: ["settled"], clips: 1, charges: 1 }

const running = async () => (await server.rows("SELECT 1 AS one FROM jobs WHERE state = 'running'")).length

const settled = async (): Promise<void> => {
  while ((await running()) > 0) await Bun.sleep(10)
}

const joined = (parts: ReadonlyArray<{ readonly bytes: Uint8Array }>) =>
  new Uint8Array(Buffer.concat(parts.map(({ bytes }) => bytes)))

const fileOf = async (clipId: string) =>
  new Uint8Array(await (await call(server, "GET", `/api/v1/voice/clips/${clipId}/file`)).arrayBuffer())

const seconds = async (bytes: Uint8Array): Promise<number> => (await listen(bytes)).seconds

/**
 * The encoder's run-in and run-out are 1,152 to 2,303 samples of silence, which a kept file tells, and
 * a stream only where all of it was made before it began to be sent.
 */
const expectStreamed = async (bytes: Uint8Array, soundSeconds: number): Promise<void> => {
  const around = Math.round(((await seconds(bytes)) - soundSeconds) * 44_100)
  // A duration is told in whole milliseconds: 44 samples.
  expect(around).toBeGreaterThan(-44)
  expect(around).toBeLessThan(2_304 + 44)
}

// --- the way to a socket

test("the voice socket's capabilities are readable without a key", async () => {
  const response = await fetch(`${server.url}/api/v1/realtime`)
  expect(response.status).toBe(200)
  const { data } = await response.json()
  expect(data).toMatchObject({
    version: "2",
    audio_formats: ["mp3", "wav_mp3"],
    session_ttl_seconds: 600,
    max_text_characters: 5_000,
    max_turns: 100
  })
})

test("a voice session is described once, with an address without secrets, and defaults for what was left out", async () => {
  const response = await call(server, "POST", "/api/v1/realtime/sessions", { voice_id: "om-bikila", language: "om" })
  expect(response.status).toBe(201)
  expect(response.headers.get("cache-control")).toBe("private, no-store")
  const { data } = await response.json()
  expect(data).toMatchObject({
    session_ttl_seconds: 600,
    voice_id: "om-bikila",
    language: "om",
    audio_format: "mp3",
    max_text_characters: 5_000,
    max_audio_seconds: 60
  })
  const address = new URL(data.websocket_url)
  expect([address.protocol, address.pathname, address.search, address.username]).toEqual([
    "ws:",
    "/api/v1/realtime/voice",
    "",
    ""
  ])
  expect(data.expires_at - Date.now() / 1_000).toBeGreaterThan(50)
  expect(data.expires_at - Date.now() / 1_000).toBeLessThan(62)
})

const badSessions: ReadonlyArray<readonly [string, Readonly<Record<string, unknown>>, string, string]> = [
  ["an unknown voice", { voice_id: "am-nobody" }, "VOICE_UNAVAILABLE", "voice_id"],
  ["a voice of the other language", { voice_id: "om-bikila" }, "VOICE_UNAVAILABLE", "voice_id"],
  ["an unknown language", { language: "en" }, "VALIDATION_ERROR", "language"],
  ["an unknown format", { audio_format: "ogg" }, "VALIDATION_ERROR", "audio_format"],
  ["no characters", { max_text_characters: 0 }, "VALIDATION_ERROR", "max_text_characters"],
  ["too many characters", { max_text_characters: 5_001 }, "VALIDATION_ERROR", "max_text_characters"],
  ["half a character", { max_text_characters: 1.5 }, "VALIDATION_ERROR", "max_text_characters"],
  ["no sound", { max_audio_seconds: 0 }, "VALIDATION_ERROR", "max_audio_seconds"],
  ["too much sound", { max_audio_seconds: 601 }, "VALIDATION_ERROR", "max_audio_seconds"]
]

test.each(badSessions)("a voice session for %s is refused", async (_, change, code, param) => {
  const body = { voice_id: "am-hamen", language: "am", ...change }
  const response = await call(server, "POST", "/api/v1/realtime/sessions", body)
  expect(response.status).toBe(422)
  const { error } = await response.json()
  expect([error.code, error.param]).toEqual([code, param])
})

test("a voice session needs a key, and the socket's address describes itself to a plain request", async () => {
  const keyless = await fetch(`${server.url}/api/v1/realtime/sessions`, { method: "POST", body: "{}" })
  expect(keyless.status).toBe(401)
  const plain = await fetch(`${server.url}/api/v1/realtime/voice`)
  expect(plain.status).toBe(400)
  expect((await plain.json()).error).toMatchObject({ code: "INVALID_REQUEST" })
})

test("a bad, a used and a missing ticket get 401 on the voice socket, which closes with 1008", async () => {
  const token = await ticket(server)
  const first = await connect(server)
  first.send({ type: "session.authenticate", token })
  await first.next("session.created")
  for (const message of [
    { type: "session.authenticate", token },
    { type: "session.authenticate", token: "qrt_nonsense" },
    { type: "ping" },
    "not even JSON"
  ]) {
    const client = await connect(server)
    client.send(message)
    const { error, status } = await client.next("error")
    expect([status, error.code]).toEqual([401, "UNAUTHORIZED"])
    expect(await client.closed).toBe(1008)
    expect(client.events).toHaveLength(1)
  }
  first.close()
})

// --- turns

test("a voice session in mp3 sends phrase by phrase, joined the one gapless file that is kept", async () => {
  const client = await open(server)
  client.send({ type: "speech.create", text: TEXT, request_id: "mp3-1" })
  expect<string>((await client.next("speech.started")).request_id).toBe("mp3-1")
  const { data } = await client.next("speech.completed")
  client.close()
  const parts = audioOf(client, "mp3-1")
  expect(parts.map(({ sequence }) => sequence)).toEqual(parts.map((_, at) => at))
  expect(parts.length).toBeGreaterThanOrEqual(3)
  expect(parts.every(({ format }) => format === "mp3")).toBe(true)

  const heard = joined(parts)
  const kept = await fileOf(data.id)
  await expectStreamed(heard, data.duration_seconds)
  expect(heard.length).toBe(kept.length)
  // All but the info frame at the start, which tells lengths that a stream does not know.
  expect(Buffer.from(heard.subarray(208)).equals(Buffer.from(kept.subarray(208)))).toBe(true)
  expect(data).toMatchObject({ audio: null, text: TEXT, output_format: "mp3_44100" })
  expect(data).not.toHaveProperty("finish_reason")
  expect(data.usage.credits_used).toBeGreaterThan(0)
  expect(await tracesOf("mp3-1")).toEqual(onceBilled)
})

test("a voice session in wav_mp3 sends the first phrase as small WAV files, the rest as MP3, of the same length", async () => {
  const client = await open(server, { audio_format: "wav_mp3" })
  client.send({ type: "speech.create", text: TEXT, request_id: "wav-1" })
  const { data } = await client.next("speech.completed")
  client.close()
  const parts = audioOf(client, "wav-1")
  expect(parts.map(({ sequence }) => sequence)).toEqual(parts.map((_, at) => at))
  const firstMp3 = parts.findIndex(({ format }) => format === "mp3")
  expect(firstMp3).toBeGreaterThan(0)
  expect(parts.slice(firstMp3).every(({ format }) => format === "mp3")).toBe(true)

  let total = 0
  for (const { bytes } of parts) {
    const heard = await listen(bytes)
    total += heard.seconds
    if (Buffer.from(bytes.subarray(0, 4)).toString() === "RIFF") expect(heard.seconds).toBeLessThanOrEqual(0.25)
  }
  expect(Math.abs(total - data.duration_seconds)).toBeLessThan(0.05)
  const kept = await fileOf(data.id)
  expect(Math.abs((await seconds(kept)) - data.duration_seconds)).toBeLessThan(0.05)
  expect(data.output_format).toBe("mp3_44100")
})

test("text in pieces is one turn; what comes while it is spoken is the next", async () => {
  const client = await open(server)
  client.send({ type: "text.append", text: "ሰላም፣ " })
  client.send({ type: "text.append", text: "እንዴት ነህ?" })
  client.send({ type: "text.commit", request_id: "pieces-1" })
  client.send({ type: "text.append", text: "ደህና ሁን።" })
  expect((await client.next("speech.completed")).data.text).toBe("ሰላም፣ እንዴት ነህ?")
  client.send({ type: "text.commit", request_id: "pieces-2" })
  expect((await client.next("speech.completed")).data.text).toBe("ደህና ሁን።")
  client.send({ type: "text.commit", request_id: "pieces-3" })
  expect(await client.next("error")).toMatchObject({ request_id: "pieces-3", status: 422 })
  expect(client.events.flatMap((event) => (event.type === "text.appended" ? [event.characters] : []))).toEqual([
    5, 13, 7
  ])
  client.close()
})

test("a spoken id is answered again in another session, at once and free; for another text it conflicts", async () => {
  const first = await open(server)
  first.send({ type: "speech.create", text: "ሰላም ነው።", request_id: "replay-1" })
  const made = await first.next("speech.completed")
  first.close()
  const second = await open(server)
  second.send({ type: "speech.create", text: "ሰላም ነው።", request_id: "replay-1" })
  const again = await second.next("speech.completed")
  expect(again.idempotent_replay).toBe(true)
  expect(again.data.id).toBe(made.data.id)
  expect(again.data.meta.idempotent_replay).toBe(true)
  expect(audioOf(second, "replay-1")).toHaveLength(0)
  second.send({ type: "speech.create", text: "ሌላ ነው።", request_id: "replay-1" })
  expect(await second.next("error")).toMatchObject({
    request_id: "replay-1",
    status: 409,
    error: { code: "IDEMPOTENCY_CONFLICT" }
  })
  second.send({ type: "ping" })
  await second.next("pong")
  second.close()
  expect(await tracesOf("replay-1")).toEqual(onceBilled)
})

test("an id that is being spoken in another session is in progress", async () => {
  const [first, second] = await Promise.all([open(server), open(server)])
  first.send({ type: "speech.create", text: LONG, request_id: "twice-1" })
  await first.next("speech.started")
  second.send({ type: "speech.create", text: LONG, request_id: "twice-1" })
  expect(await second.next("error")).toMatchObject({
    request_id: "twice-1",
    status: 409,
    retry_after: 1,
    error: { code: "GENERATION_IN_PROGRESS" }
  })
  await first.next("speech.completed")
  first.close()
  second.close()
})

test("a cancelled turn of voice is silent, billed once, and reported at its end", async () => {
  const client = await open(server)
  client.send({ type: "speech.create", text: LONG, request_id: "cancel-1" })
  await client.next("audio.delta")
  client.send({ type: "speech.cancel" })
  client.send({ type: "ping" })
  await client.next("pong")
  const heard = audioOf(client, "cancel-1").length
  client.send({ type: "speech.create", text: "ሰላም", request_id: "cancel-2" })
  expect(await client.next("error")).toMatchObject({ request_id: "cancel-2", error: { code: "SPEECH_IN_PROGRESS" } })
  const { data } = await client.next("speech.cancelled")
  expect(audioOf(client, "cancel-1")).toHaveLength(heard)
  expect(client.events.some(({ type }) => type === "speech.completed")).toBe(false)
  expect(Math.abs((await seconds(await fileOf(data.id))) - data.duration_seconds)).toBeLessThan(0.05)
  expect(await tracesOf("cancel-1")).toEqual(onceBilled)
  client.send({ type: "speech.cancel" })
  expect(await client.next("error")).toMatchObject({ status: 422, error: { code: "VALIDATION_ERROR" } })
  client.close()
})

test("a client that hangs up in a turn of voice finds its clip under the same id, billed once", async () => {
  const client = await open(server)
  client.send({ type: "speech.create", text: LONG, request_id: "hangup-1" })
  await client.next("audio.delta")
  client.drop()
  await settled()
  expect(await tracesOf("hangup-1")).toEqual(onceBilled)
  const again = await open(server)
  again.send({ type: "speech.create", text: LONG, request_id: "hangup-1" })
  const { data, idempotent_replay } = await again.next("speech.completed")
  expect(idempotent_replay).toBe(true)
  expect(data.text).toBe(LONG)
  again.close()
})

// --- limits and refusals

// The text is 5.25 s long, in three phrases: the limit falls in each of them.
test.each([1, 2, 3, 4, 5])(
  "a voice session's sound ends at its limit of %i s, in either format, and is billed to there",
  async (limit) => {
    for (const audio_format of ["mp3", "wav_mp3"]) {
      const requestId = `cut-${limit}-${audio_format}`
      const client = await open(server, { audio_format, max_audio_seconds: limit })
      client.send({ type: "speech.create", text: TEXT, request_id: requestId })
      const { data } = await client.next("speech.completed")
      client.close()
      expect(data.finish_reason).toBe("audio_limit")
      expect(data.duration_seconds).toBeCloseTo(limit, 1)
      expect(data.usage.credits_used).toBeCloseTo((5 / 60) * limit, 3)
      const parts = audioOf(client, requestId)
      if (audio_format === "mp3") {
        await expectStreamed(joined(parts), limit)
        expect(
          Buffer.from(joined(parts).subarray(208)).equals(Buffer.from((await fileOf(data.id)).subarray(208)))
        ).toBe(true)
      } else {
        const lengths = await Promise.all(parts.map(({ bytes }) => seconds(bytes)))
        expect(Math.abs(lengths.reduce((sum, length) => sum + length, 0) - limit)).toBeLessThan(0.06)
      }
    }
  }
)

test("the text budget holds for the whole voice session, and a refused text leaves it open", async () => {
  const client = await open(server, { max_text_characters: 12 })
  client.send({ type: "speech.create", text: "ሰላም ነው።", request_id: "budget-1" })
  await client.next("speech.completed")
  client.send({ type: "speech.create", text: "ደህና ሁን።", request_id: "budget-2" })
  const { error, request_id, status } = await client.next("error")
  expect([request_id, status, error.code, error.param]).toEqual(["budget-2", 422, "TEXT_LIMIT_EXCEEDED", "text"])
  client.send({ type: "text.append", text: "ሁን።" })
  expect((await client.next("text.appended")).characters).toBe(3)
  client.send({ type: "speech.create", text: "ሰላም ነው።", request_id: "budget-1" })
  expect((await client.next("speech.completed")).idempotent_replay).toBe(true)
  expect((await tracesOf("budget-2")).jobs).toEqual([])
  client.close()
})

test("an invalid message of a voice session is refused by field, and the session stays", async () => {
  const client = await open(server)
  const cases: ReadonlyArray<readonly [object | string | Uint8Array<ArrayBuffer>, string, string | undefined]> = [
    ["{", "INVALID_REQUEST", undefined],
    ["[]", "INVALID_REQUEST", undefined],
    ["null", "INVALID_REQUEST", undefined],
    [new Uint8Array([1, 2]), "INVALID_REQUEST", undefined],
    [{ type: "speech.sing" }, "VALIDATION_ERROR", "type"],
    [{}, "VALIDATION_ERROR", "type"],
    [{ type: "speech.create", request_id: "x" }, "VALIDATION_ERROR", "text"],
    [{ type: "speech.create", text: "።!", request_id: "x" }, "VALIDATION_ERROR", "text"],
    [{ type: "speech.create", text: "ሰላም", request_id: "a b" }, "VALIDATION_ERROR", "request_id"],
    [{ type: "text.append", text: 7 }, "VALIDATION_ERROR", "text"],
    [{ type: "text.commit" }, "VALIDATION_ERROR", "request_id"],
    [{ type: "session.authenticate", token: "again" }, "INVALID_REQUEST", undefined],
    [{ type: "text.append", text: "ሀ".repeat(70_000) }, "PAYLOAD_TOO_LARGE", undefined]
  ]
  for (const [message, code, param] of cases) {
    client.send(message)
    const { error } = await client.next("error")
    expect([error.code, error.param]).toEqual([code, param])
  }
  client.send({ type: "ping" })
  await client.next("pong")
  client.close()
})

test("the 21st message of a second is refused with its id, and a flood closes the voice session", async () => {
  const client = await open(server)
  for (let count = 0; count < 25; count++) client.send({ type: "text.commit", request_id: `many-${count}` })
  for (let count = 0; count < 25; count++) {
    const { error, request_id } = await client.next("error")
    expect([request_id, error.code]).toEqual([`many-${count}`, count < 20 ? "VALIDATION_ERROR" : "RATE_LIMITED"])
  }
  for (let count = 0; count < 1_000; count++) client.send({ type: "ping" })
  expect(await client.closed).toBe(1008)
})

test("a voice session whose wallet has no credit gets an error, and stays open", async () => {
  const wallet = /wal_\w+/.exec(await server.qal("wallets", "create", "poor"))?.[0] ?? ""
  const key = /sk_\w+/.exec(await server.qal("keys", "create", "--wallet", wallet))?.[0] ?? ""
  const client = await open(server, {}, { "x-api-key": key })
  client.send({ type: "text.append", text: "ሰላም ነው።" })
  client.send({ type: "text.commit", request_id: "poor-1" })
  const { error, status } = await client.next("error")
  expect([status, error.code]).toEqual([402, "INSUFFICIENT_CREDITS"])
  await server.qal("wallets", "top-up", wallet, "1")
  client.send({ type: "text.commit", request_id: "poor-1" })
  expect((await client.next("speech.completed")).data.text).toBe("ሰላም ነው።")
  client.close()
})

// --- leaving

const DROPS = 500
/** Sockets at once. What they leave behind runs on, and the synthesiser's queue has an end: so do its jobs. */
const AT_ONCE = 12
/** With one more of each socket, fewer than the 33 that the synthesiser takes with one worker. */
const JOBS_AT_ONCE = 16

test("of 500 sockets dropped at random, each accepted turn has one clip and one charge, and nothing runs on", async () => {
  const accepted = new Set<string>()
  const visit = async (number: number): Promise<void> => {
    const requestId = `drop-${number}`
    const token = await ticket(server, { audio_format: number % 2 === 0 ? "mp3" : "wav_mp3" })
    const client = await connect(server)
    const point = Math.floor(Math.random() * 7)
    client.send({ type: "session.authenticate", token })
    if (point > 0) client.send({ type: "speech.create", text: "ሀ", request_id: requestId })
    if (point === 2) await Bun.sleep(Math.random() * 10)
    if (point > 2) await client.next("speech.started")
    if (point === 4) client.send({ type: "speech.cancel" })
    if (point === 5) await client.next("audio.delta")
    if (point === 6) await client.next("speech.completed")
    client.drop()
    await client.closed
    if (client.events.some(({ type }) => type === "speech.started")) accepted.add(requestId)
  }
  let next = 0
  const visitor = async () => {
    while (next < DROPS) {
      while ((await running()) > JOBS_AT_ONCE) await Bun.sleep(5)
      await visit(next++)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visitor))
  await settled()

  expect(accepted.size).toBeGreaterThan(DROPS / 3)
  interface Trace {
    readonly request_id: string
    readonly state: string
    readonly clips: number
    readonly charges: number
  }
  const traces = await server.rows<Trace>(
    `SELECT request_id, state, (SELECT COUNT(*) FROM clips WHERE job_id = jobs.id) AS clips,
      (SELECT COUNT(*) FROM ledger WHERE job_id = jobs.id AND kind = 'charge') AS charges
     FROM jobs WHERE request_id LIKE 'drop-%'`
  )
  const once = traces.filter(({ charges, clips, state }) => state === "settled" && clips === 1 && charges === 1)
  expect(once).toHaveLength(traces.length)
  const ids = new Set(traces.map(({ request_id }) => request_id))
  expect(ids.size).toBe(traces.length)
  expect(Array.from(accepted).filter((id) => !ids.has(id))).toEqual([])
  const [books] = await server.rows(
    "SELECT (SELECT SUM(balance) FROM wallets) - (SELECT SUM(amount) FROM ledger) AS apart"
  )
  expect(books).toEqual({ apart: 0 })
  while (!(await (await fetch(`${server.url}/metrics`)).text()).includes("qal_sockets_open 0")) await Bun.sleep(20)
}, 120_000)

test("a server that stops closes idle voice sessions, settles the running turn, and then closes its session", async () => {
  const [idle, speaking] = await Promise.all([open(server), open(server)])
  speaking.send({ type: "speech.create", text: LONG, request_id: "stop-1" })
  await speaking.next("speech.started")
  const stopping = server.stop()
  expect(await idle.closed).toBe(1001)
  const { data } = await speaking.next("speech.completed")
  expect(await speaking.closed).toBe(1001)
  expect(await stopping).toBe(0)
  await expectStreamed(joined(audioOf(speaking, "stop-1")), data.duration_seconds)
  expect(await tracesOf("stop-1")).toEqual(onceBilled)
  expect(await running()).toBe(0)
}, 60_000)
