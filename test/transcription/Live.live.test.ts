/** Live sessions over a real server with its own recogniser: the protocol, the money, and every way to leave. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test"
import * as Wav from "../../src/audio/Wav.ts"
import { serverForFile } from "../support/ForFile.ts"
import { call, leftRunning, postForm } from "../support/Server.ts"
import { makeWallets } from "../support/Wallets.ts"
import { type Client, connect, framesOf, type Headers, open, partialsOf, say, ticket } from "./ScribeClient.ts"

setDefaultTimeout(60_000)

const server = serverForFile()
/** What the server itself says, 16,000 Hz mono. */
let speech: Uint8Array<ArrayBuffer>

const said = "ሰላም፣ እንዴት ነህ? ዛሬ ጥሩ ቀን ነው።"

/** The small recogniser may miss a word, of sound that begins and ends as abruptly as a file's. */
const resembles = (text: string): boolean => {
  const words = said.match(/\p{L}+/gu) ?? []
  return words.filter((word) => text.includes(word)).length > words.length / 2
}

const spoken = async (text: string, voice_id = "am-hamen", language = "am") => {
  const body = { text, voice_id, language, output_format: "pcm_16000" }
  const { data } = await (await call(server, "POST", "/api/v1/voice/generations", body)).json()
  // Without the WAV's head.
  return new Uint8Array(Buffer.from(data.audio.split(",")[1], "base64").subarray(Wav.HEADER_BYTES))
}

beforeAll(async () => {
  speech = await spoken(said)
}, 90_000)

interface Trace {
  readonly request_id: string
  readonly state: string
  readonly failure: string | null
  readonly charges: number
}

/** What became of ids: their jobs, and how often each was charged. */
const traces = (like: string): Promise<ReadonlyArray<Trace>> =>
  server.rows<Trace>(
    `SELECT request_id, state, failure,
      (SELECT COUNT(*) FROM ledger WHERE job_id = jobs.id AND kind = 'charge') AS charges
     FROM jobs WHERE operation = 'transcription' AND request_id LIKE ? ORDER BY created_at, id`,
    like
  )
const onceBilled = (request_id: string): Trace => ({ request_id, state: "settled", failure: null, charges: 1 })
const interrupted = (request_id: string): Trace => ({
  request_id,
  state: "failed",
  failure: "REQUEST_INTERRUPTED",
  charges: 0
})

const running = async () => (await server.rows("SELECT 1 AS one FROM jobs WHERE state = 'running'")).length
const settled = async (): Promise<void> => {
  while ((await running()) > 0) await Bun.sleep(10)
}

/** The same sound as a file. */
const transcribeFile = (query = ""): Promise<Response> => {
  const header = Wav.header({ sampleRate: 16_000, dataBytes: speech.length })
  const audio = new File([new Uint8Array(header), speech], "speech.wav", { type: "audio/wav" })
  return postForm(server, `/api/v1/scribe/transcribe${query}`, { audio })
}

const recover = async (id: string, headers = {}) => {
  const response = await call(server, "GET", `/api/v1/scribe/requests/${id}`, undefined, headers)
  const { data, error } = await response.json()
  return { status: response.status, data, code: error?.code }
}

const errorOf = ({ error, status }: { readonly status: number; readonly error: { readonly code: string } }) => [
  status,
  error.code
]

// --- a session as it should be

test("speech of the server is transcribed live while it is spoken, with the text of a file of it", async () => {
  const client = await open(server, { request_id: "loop-am" })
  expect<unknown>(client.events[0]).toEqual({
    type: "session.created",
    request_id: "loop-am",
    backend: "standard",
    chunk: "320ms",
    language: "am",
    sample_rate: 16_000,
    format: "pcm_s16le",
    max_audio_seconds: 180
  })
  const frames = framesOf(speech)
  for (const frame of frames.slice(0, -1)) client.send(frame)
  // The last frame is not sent before something was heard of the others.
  await client.next("transcript.partial")
  client.send(frames.at(-1) ?? expect.unreachable())
  client.send({ type: "audio.finish" })
  const { data } = await client.next("transcript.completed")
  expect(await client.closed).toBe(1000)
  expect(data).toMatchObject({
    request_id: "loop-am",
    mode: "live",
    backend: "standard",
    chunk: "320ms",
    language: "am",
    seconds: Math.round(speech.length / 320) / 100,
    usage: { characters: data.text.length, price_per_1000_characters: 3.5, currency: "ETB", settled: true }
  })
  expect(resembles(data.text)).toBe(true)
  expect(data.usage.credits_used).toBeCloseTo((data.text.length * 3.5) / 1_000, 4)
  const partials = partialsOf(client)
  expect(partials.length).toBeGreaterThan(2)
  const words = data.text.split(" ")
  expect(partials.some((text) => text.split(" ").some((word) => words.includes(word)))).toBe(true)
  expect(await traces("loop-am")).toEqual([onceBilled("loop-am")])

  const file = await transcribeFile("?chunk=320ms")
  expect((await file.json()).data.text).toBe(data.text)
})

test("Afaan Oromo is transcribed live, and the session's settings come back", async () => {
  const pcm = await spoken("Akkam jirtu? Nagaa dha.", "om-bikila", "om")
  const client = await open(server, { language: "om", chunk: "1120ms", backend: "turbo" })
  expect(client.events[0]).toMatchObject({ language: "om", chunk: "1120ms", backend: "turbo" })
  await say(client, pcm)
  const { data } = await client.next("transcript.completed")
  expect(data).toMatchObject({ language: "om", chunk: "1120ms", backend: "turbo" })
  expect(data.text.length).toBeGreaterThan(8)
})

test("a live session with numerals=digits writes figures, in partials too; another form of the id conflicts", async () => {
  const speech = await spoken("ዋጋው ሁለት ሺህ አምስት መቶ ብር ነው።")
  const client = await open(server, { request_id: "live-digits", numerals: "digits" })
  await say(client, speech)
  const { data } = await client.next("transcript.completed")
  expect(data.text).toContain("2,500 ብር")
  expect(data.usage.characters).toBe(data.text.length)
  expect(partialsOf(client).length).toBeGreaterThan(0)
  expect(partialsOf(client).join(" ")).not.toContain("አምስት መቶ")
  const { token } = await ticket(server, { request_id: "live-digits" })
  const other = await connect(server)
  other.send({ type: "session.authenticate", token })
  expect(errorOf(await other.next("error"))).toEqual([409, "IDEMPOTENCY_CONFLICT"])
  expect((await call(server, "POST", "/api/v1/scribe/sessions", { numerals: "roman" })).status).toBe(422)
})

test("partial texts come while sound is still being sent at the pace of speech", async () => {
  const client = await open(server)
  const heardAfter: Array<number> = []
  for (const frame of framesOf(speech)) {
    client.send(frame)
    await Bun.sleep(100)
    heardAfter.push(partialsOf(client).length)
  }
  client.send({ type: "audio.finish" })
  await client.next("transcript.completed")
  expect(new Set(heardAfter).size).toBeGreaterThan(1)
})

test("many small frames sent at once are all transcribed, though faster than any could be worked through", async () => {
  const client = await open(server)
  const minute = new Uint8Array(60 * 32_000)
  minute.set(speech)
  for (let at = 0; at < minute.length; at += 320) client.send(minute.slice(at, at + 320))
  client.send({ type: "audio.finish" })
  const { data } = await client.next("transcript.completed")
  expect(data.seconds).toBe(60)
  expect(resembles(data.text)).toBe(true)
})

test("silence is an empty transcript at no cost; no sound at all is an interruption, and its id is free", async () => {
  const silent = await open(server, { request_id: "silent" })
  await say(silent, new Uint8Array(32_000))
  expect((await silent.next("transcript.completed")).data).toMatchObject({
    text: "",
    seconds: 1,
    heard_seconds: 1,
    warnings: ["the sound is almost silent"],
    usage: { characters: 0, credits_used: 0, settled: true }
  })
  const none = await open(server, { request_id: "nothing" })
  await say(none, new Uint8Array())
  expect(errorOf(await none.next("error"))).toEqual([409, "REQUEST_INTERRUPTED"])
  expect(await none.closed).toBe(1008)
  expect(await traces("nothing")).toEqual([interrupted("nothing")])
  expect(await recover("nothing")).toMatchObject({ status: 409, code: "REQUEST_INTERRUPTED" })
  // Not even a hundredth of a second, and yet sound.
  const short = await open(server, { request_id: "nothing" })
  await say(short, new Uint8Array(2))
  expect((await short.next("transcript.completed")).data).toMatchObject({ seconds: 0, text: "" })
})

// --- ids

test("a completed live id is answered at once, free and without sound; for another session it conflicts", async () => {
  const again = async (session: Parameters<typeof ticket>[1]) => {
    const { token } = await ticket(server, session)
    const client = await connect(server)
    client.send({ type: "session.authenticate", token })
    return client
  }
  const first = await open(server, { request_id: "twice" })
  await say(first, speech)
  const { data } = await first.next("transcript.completed")
  const second = await again({ request_id: "twice" })
  expect((await second.next("transcript.completed")).data).toEqual({ ...data, idempotent_replay: true })
  expect(await second.closed).toBe(1000)
  expect(second.events).toHaveLength(1)
  const other = await again({ request_id: "twice", language: "om" })
  expect(errorOf(await other.next("error"))).toEqual([409, "IDEMPOTENCY_CONFLICT"])
  expect(await other.closed).toBe(1008)
  expect((await recover("twice")).data).toEqual({ ...data, idempotent_replay: true })
  expect(await traces("twice")).toEqual([onceBilled("twice")])
})

test("a wallet's second transcription, file or live, is refused with the wait, and its own id as in progress", async () => {
  const client = await open(server, { request_id: "slot" })
  client.send(speech.slice(0, 3_200))
  const attempt = async (request_id: string) => {
    const { token } = await ticket(server, { request_id })
    const refused = await connect(server)
    refused.send({ type: "session.authenticate", token })
    const event = await refused.next("error")
    expect(await refused.closed).toBe(1008)
    return [...errorOf(event), event.retry_after]
  }
  expect(await attempt("slot-2")).toEqual([429, "BUSY", 1])
  expect(await attempt("slot")).toEqual([409, "IN_PROGRESS", 1])
  expect(await recover("slot")).toMatchObject({ status: 409, code: "IN_PROGRESS" })
  const file = await transcribeFile()
  expect([file.status, file.headers.get("retry-after")]).toEqual([429, "1"])
  const [{ key } = expect.unreachable()] = await makeWallets(server, 1)
  const neighbour = await open(server, { request_id: "slot" }, { "x-api-key": key })
  neighbour.close()
  client.send({ type: "audio.finish" })
  await client.next("transcript.completed")
  const next = await open(server, { request_id: "slot-2" })
  next.close()
  await settled()
})

test("a wallet without credit is refused a live session before any sound is taken", async () => {
  const [{ key } = expect.unreachable()] = await makeWallets(server, 1, 0)
  const { token } = await ticket(server, {}, { "x-api-key": key })
  const client = await connect(server)
  client.send({ type: "session.authenticate", token })
  expect(errorOf(await client.next("error"))).toEqual([402, "INSUFFICIENT_CREDITS"])
  expect(await client.closed).toBe(1008)
})

// --- what clients do wrong

test("a bad, a used and a missing ticket get 401 on the scribe socket, which closes with 1008", async () => {
  const { token } = await ticket(server)
  const first = await connect(server)
  first.send({ type: "session.authenticate", token })
  await first.next("session.created")
  for (const message of [
    { type: "session.authenticate", token },
    { type: "session.authenticate", token: "qsc_nonsense" },
    { type: "audio.finish" },
    new Uint8Array(3_200),
    "not even JSON"
  ]) {
    const client = await connect(server)
    client.send(message)
    expect(errorOf(await client.next("error"))).toEqual([401, "UNAUTHORIZED"])
    expect(await client.closed).toBe(1008)
    expect(client.events).toHaveLength(1)
  }
  first.close()
  await settled()
  const plain = await fetch(`${server.url}/api/v1/scribe/stream`)
  expect([plain.status, (await plain.json()).error.code]).toEqual([400, "INVALID_REQUEST"])
})

test("an invalid message of a live session gets an error, and the session goes on to its end", async () => {
  const client = await open(server)
  const cases: ReadonlyArray<readonly [object | string, number, string]> = [
    ["{", 400, "INVALID_REQUEST"],
    ["[]", 400, "INVALID_REQUEST"],
    [{ type: "speech.create" }, 422, "VALIDATION_ERROR"],
    [{}, 422, "VALIDATION_ERROR"],
    [{ type: "session.authenticate", token: "again" }, 400, "INVALID_REQUEST"]
  ]
  for (const [message, ...told] of cases) {
    client.send(message)
    expect(errorOf(await client.next("error"))).toEqual(told)
  }
  await say(client, speech)
  client.send(new Uint8Array(2))
  expect(resembles((await client.next("transcript.completed")).data.text)).toBe(true)
})

test("a frame of odd length, or over 64,000 bytes, ends its session; the sound before is transcribed and billed", async () => {
  for (const [frame, told] of [
    [new Uint8Array(3_201), [422, "VALIDATION_ERROR"]],
    [new Uint8Array(64_002), [413, "PAYLOAD_TOO_LARGE"]]
  ] as const) {
    const requestId = `frame-${frame.length}`
    // Of the session before, which was left without a word.
    await settled()
    const client = await open(server, { request_id: requestId })
    client.send(new Uint8Array(64_000))
    client.send(frame)
    const event = await client.next("error")
    expect(errorOf(event)).toEqual([...told])
    expect<string | undefined>(event.request_id).toBe(requestId)
    const { token } = await ticket(server)
    const next = await connect(server)
    expect(await client.closed).toBe(1008)
    // Everything of the session is over when its close comes: the wallet's next may begin.
    next.send({ type: "session.authenticate", token })
    await next.next("session.created")
    next.send({ type: "audio.finish" })
    await next.closed
    expect((await recover(requestId)).data).toMatchObject({ seconds: 2, usage: { settled: true } })
    expect(await traces(requestId)).toEqual([onceBilled(requestId)])
  }
})

test("live sound over 180 seconds gets an error, and the transcript of what fits follows", async () => {
  const client = await open(server)
  for (let frame = 0; frame < 90; frame++) client.send(new Uint8Array(64_000))
  client.send(new Uint8Array(2))
  expect(errorOf(await client.next("error"))).toEqual([422, "AUDIO_TOO_LONG"])
  expect((await client.next("transcript.completed")).data.seconds).toBe(180)
  expect(await client.closed).toBe(1000)
})

// --- leaving

const DROPS = 300
const AT_ONCE = 12

test("of 300 sockets dropped at random, each transcription is billed once, or interrupted and free", async () => {
  const wallets = await makeWallets(server, AT_ONCE)
  const frames = framesOf(speech)
  const accepted = new Set<string>()
  const heard = new Set<string>()
  const approach = async (requestId: string, headers: Headers) => {
    const { token } = await ticket(server, { request_id: requestId }, headers)
    const client = await connect(server)
    client.send({ type: "session.authenticate", token })
    return client
  }
  /** What the one before left behind may still be ending: then its slot is taken for a moment. */
  const enter = async (requestId: string, headers: Headers): Promise<Client> => {
    const client = await approach(requestId, headers)
    while (client.events.length === 0) await Bun.sleep(1)
    const [event] = client.events
    if (event?.type !== "error") return client
    expect(event.error.code).toBe("BUSY")
    await client.closed
    return await enter(requestId, headers)
  }
  const visit = async (number: number, headers: Headers): Promise<void> => {
    const requestId = `drop-${number}`
    const point = Math.floor(Math.random() * 8)
    const client = await (point > 2
      ? enter(requestId, headers)
      : point > 0
        ? approach(requestId, headers)
        : connect(server))
    if (point > 2) accepted.add(requestId)
    if (point === 1) await Bun.sleep(Math.random() * 5)
    if (point > 3) for (const frame of frames.slice(0, 1 + Math.floor(Math.random() * 12))) client.send(frame)
    // Without it nobody knows whether the sound has arrived before the end.
    if (point === 5) await Bun.sleep(Math.random() * 30)
    if (point > 5) client.send({ type: "audio.finish" })
    if (point === 7) await client.next("transcript.completed").then(() => heard.add(requestId))
    client.drop()
    await client.closed
  }
  let next = 0
  await Promise.all(
    wallets.map(async ({ key }) => {
      while (next < DROPS) await visit(next++, { "x-api-key": key })
    })
  )
  await settled()

  expect(accepted.size).toBeGreaterThan(DROPS / 3)
  expect(heard.size).toBeGreaterThan(DROPS / 20)
  const all = await traces("drop-%")
  for (const trace of all)
    expect(trace).toEqual(trace.state === "settled" ? onceBilled(trace.request_id) : interrupted(trace.request_id))
  const ids = new Map(all.map(({ request_id, state }) => [request_id, state]))
  expect(ids.size).toBe(all.length)
  expect(Array.from(accepted).filter((id) => !ids.has(id))).toEqual([])
  expect(Array.from(heard).filter((id) => ids.get(id) !== "settled")).toEqual([])
  expect(all.filter(({ state }) => state === "settled").length).toBeGreaterThan(DROPS / 20)
  expect(all.filter(({ state }) => state === "failed").length).toBeGreaterThan(DROPS / 20)
  const [books] = await server.rows(
    "SELECT (SELECT SUM(balance) FROM wallets) - (SELECT SUM(amount) FROM ledger) AS apart"
  )
  expect(books).toEqual({ apart: 0 })
  // Every slot is free again.
  const last = await Promise.all(wallets.map(({ key }) => open(server, {}, { "x-api-key": key })))
  for (const client of last) client.drop()
  await settled()
  while (!(await (await fetch(`${server.url}/metrics`)).text()).includes("qal_sockets_open 0")) await Bun.sleep(20)
}, 120_000)

test("a socket that drops in the middle is recovered by its id: over HTTP, and by another session without sound", async () => {
  const client = await open(server, { request_id: "dropped" })
  for (const frame of framesOf(speech)) client.send(frame)
  await client.next("transcript.partial")
  client.drop()
  await settled()
  const { data, status } = await recover("dropped")
  expect([status, data.idempotent_replay, data.mode]).toEqual([200, true, "live"])
  expect(resembles(data.text)).toBe(true)
  const { token } = await ticket(server, { request_id: "dropped" })
  const again = await connect(server)
  again.send({ type: "session.authenticate", token })
  expect((await again.next("transcript.completed")).data).toEqual(data)
  expect(await traces("dropped")).toEqual([onceBilled("dropped")])
})

test("an expired transcript is forgotten: its id is free, its charge stays", async () => {
  const client = await open(server, { request_id: "old" })
  await say(client, speech)
  await client.next("transcript.completed")
  const [kept] = await server.rows<{ readonly hours: number }>(
    "SELECT (expires_at - created_at) / 3600000.0 AS hours FROM jobs WHERE request_id = ?",
    "old"
  )
  expect(kept?.hours).toBeCloseTo(24, 1)
  await server.rows("UPDATE jobs SET expires_at = 1 WHERE request_id = 'old'")
  expect(await recover("old")).toMatchObject({ status: 404, code: "NOT_FOUND" })
  const again = await open(server, { request_id: "old" })
  again.close()
  await settled()
})

describe("a server that stops", () => {
  test("a server that stops sends the text so far, settled, and closes sessions without speech", async () => {
    const wallets = await makeWallets(server, 2)
    const [one, other] = wallets.map(({ key }) => ({ "x-api-key": key }))
    const speaking = await open(server, { request_id: "stop-speaking" }, one)
    const silent = await open(server, { request_id: "stop-silent" }, other)
    const waiting = await connect(server)
    for (const frame of framesOf(speech)) speaking.send(frame)
    await speaking.next("transcript.partial")
    const stopping = server.stop()
    expect(resembles((await speaking.next("transcript.completed")).data.text)).toBe(true)
    expect(errorOf(await silent.next("error"))).toEqual([409, "REQUEST_INTERRUPTED"])
    expect(await Promise.all([speaking.closed, silent.closed, waiting.closed])).toEqual([1001, 1001, 1001])
    expect(await stopping).toBe(0)
    expect(await traces("stop-%")).toEqual([onceBilled("stop-speaking"), interrupted("stop-silent")])
    expect(await running()).toBe(0)
    await server.start()
    expect((await recover("stop-speaking", one)).status).toBe(200)
  })

  test("a server killed in the middle of live sessions leaves no hold, no charge and a free slot", async () => {
    const client = await open(server, { request_id: "killed" })
    for (const frame of framesOf(speech)) client.send(frame)
    await client.next("transcript.partial")
    await server.kill()
    await server.start()
    expect(await leftRunning(server)).toBe(0)
    expect(await recover("killed")).toMatchObject({ status: 409, code: "REQUEST_INTERRUPTED" })
    const again = await open(server, { request_id: "killed" })
    await say(again, speech)
    await again.next("transcript.completed")
    expect((await traces("killed")).filter(({ charges }) => charges > 0)).toEqual([onceBilled("killed")])
  })
})
