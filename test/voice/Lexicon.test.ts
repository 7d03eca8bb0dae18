/** A wallet's lexicon over HTTP: kept as it was sent, and read by whatever door the wallet speaks through. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { phrases } from "../../src/text/Phrases.ts"
import { catalog, previewText } from "../../src/voice/Catalog.ts"
import * as Sockets from "../sockets/Client.ts"
import { longTest } from "../support/Long.ts"
import { outcomeOf } from "../support/ProgramOutcome.ts"
import { API_KEY, call, startServer, type TestServer } from "../support/Server.ts"
import { startUpstream, streamedCompletion } from "../support/Upstream.ts"
import { open } from "./SocketClient.ts"

let server: TestServer
let reader: TestServer
let inputs: Array<string> = []
let durations: Array<number> = []

/** What samples of voices say, which servers make by themselves. */
const samples = new Set([previewText.am, previewText.om].flatMap(phrases).map(({ text }) => text.trim()))
let sampled = 0

/** A tenth of a second of silence at 24 kHz. */
const silence = new Uint8Array(4_800)

/** Engines of others, which say what they are asked: they speak nothing, and answer always the same. */
const upstream = startUpstream(async (request) => {
  if (request.url.endsWith("/chat/completions")) return streamedCompletion([{ content: "እኔ Qal ነኝ።" }])
  const { input } = await request.json()
  if (samples.has(input)) sampled++
  else inputs.push(input)
  return new Response(silence, { headers: { "content-type": "audio/pcm" } })
})

const engines = upstream.settings("own", "SYNTHESIZER", "TEXT")

beforeAll(async () => {
  server = await startServer(engines)
  reader = await startServer({ ...engines, QAL_SYNTHESIZER_READS: "raw" })
})
afterAll(async () => {
  await Promise.all([server.dispose(), reader.dispose()])
  upstream.stop()
})
beforeEach(async () => {
  await put({})
  inputs = []
  durations = []
})

const lexicon = "/api/v1/voice/lexicon"
const put = async (body: unknown, of = server) => {
  const response = await call(of, "PUT", lexicon, body)
  return { status: response.status, answer: await response.json() }
}
const get = async () => (await (await call(server, "GET", lexicon)).json()).data

const speech = { text: "ይህ Qal ነው።", voice_id: "am-hamen", language: "am", output_format: "mp3_44100" }
const generate = async (also: object = {}, of = server) => {
  const response = await call(of, "POST", "/api/v1/voice/generations", { ...speech, ...also })
  return { status: response.status, answer: await response.json() }
}

test("a wallet's lexicon is empty at first; setting it replaces the whole, and again changes nothing", async () => {
  const { answer, status } = await put({ am: { Qal: "ቃል", "Addis  AI": "አዲስ ኤ አይ" }, om: { Qaʼaa: "Qa’aa" } })
  expect(status).toBe(200)
  expect(answer.data).toEqual({
    am: { "Addis AI": "አዲስ ኤ አይ", Qal: "ቃል" },
    om: { "Qa'aa": "Qa'aa" },
    updated_at: expect.stringMatching(/^20\d\d-.*Z$/)
  })
  expect(await get()).toEqual(answer.data)
  await Bun.sleep(5)
  expect((await put(answer.data)).answer).toEqual(answer)
  expect((await put({ om: { Qal: "Qaal" }, am: null })).answer.data).toMatchObject({ am: {}, om: { Qal: "Qaal" } })
  expect(Object.keys((await get()).om)).toEqual(["Qal"])
})

longTest("a lexicon is the wallet's own, and outlives the server", async () => {
  await put({ am: { Qal: "ቃል" } })
  const other = /wal_\w+/.exec(await server.qal("wallets", "create", "--credit", "5", "other"))?.[0] ?? ""
  const made = await server.qal("keys", "create", "--name", "o", "--wallet", other)
  const key = /sk_\w+/.exec(made)?.[0] ?? ""
  const own = await call(server, "GET", lexicon, undefined, { "x-api-key": key })
  expect((await own.json()).data).toEqual({ am: {}, om: {}, updated_at: null })
  expect((await fetch(server.url + lexicon)).status).toBe(401)
  await server.kill()
  await server.start()
  expect((await get()).am).toEqual({ Qal: "ቃል" })
})

test("a wrong lexicon is refused by name, and nothing of it is kept", async () => {
  await put({ am: { Qal: "ቃል" } })
  const faults = async (body: unknown) => {
    const { answer, status } = await put(body)
    return [status, answer.error.code, answer.error.param]
  }
  expect(await faults({ en: { Qal: "Qal" } })).toEqual([422, "VALIDATION_ERROR", "en"])
  expect(await faults({ am: { Good: "ጉድ", Qal: "Qaal" } })).toEqual([422, "VALIDATION_ERROR", "am.Qal"])
  expect(await faults({ om: { Qal: ["Qaal"] } })).toEqual([422, "VALIDATION_ERROR", "om.Qal"])
  expect(await faults([])).toEqual([422, "VALIDATION_ERROR", undefined])
  expect(await faults('{"am":{"Q\\ud83d":"ቃል"}}')).toEqual([422, "VALIDATION_ERROR", "am.Q\ud83d"])
  expect(await faults("{")).toEqual([400, "INVALID_REQUEST", undefined])
  expect(await faults("[".repeat(12_000) + "]".repeat(12_000))).toEqual([400, "INVALID_REQUEST", undefined])
  expect((await faults({ am: { Qal: { toString: 0 } } })).slice(0, 2)).toEqual([422, "VALIDATION_ERROR"])
  expect((await get()).am).toEqual({ Qal: "ቃል" })
})

test("a lexicon's words may be names that objects have", async () => {
  const words = { constructor: "ኮንስትራክተር", toString: "ቱ ስትሪንግ", hasOwnProperty: "ሃዝ" }
  expect((await put({ am: words })).answer.data.am).toEqual(words)
  expect((await generate({ text: "constructor, toString, hasOwnProperty: valueOf ነው።" })).status).toBe(201)
  expect(inputs.join(" ")).toStartWith("ኮንስትራክተር, ቱ ስትሪንግ, ሃዝ: valueOf")
  expect((await put('{"am":{"__proto__":"ፕሮቶ"}}')).status).toBe(200)
  expect((await generate({ text: "__proto__ ሰላም" })).status).toBe(201)
})

test("the largest lexicon is taken, and read by", async () => {
  const words = (spelling: string) =>
    Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`q${at}q`.padEnd(100, "x"), spelling.repeat(100)]))
  expect((await put({ am: words("ቃ"), om: words("q") })).status).toBe(200)
  expect((await generate({ text: `ይህ ${"q7q".padEnd(100, "x")} ነው።` })).status).toBe(201)
  expect(inputs).toEqual([`ይህ ${"ቃ".repeat(100)} ነው።`])
})

test("a lexicon's word is found as a whole, whatever its case, with its affixes", async () => {
  await put({ am: { Qal: "ቃል", Café: "ካፌ", "Addis AI": "አዲስ ኤ አይ" }, om: { Qal: "Qaal" } })
  const said = async (text: string, also: object = {}) => {
    inputs = []
    await generate({ text, ...also })
    return inputs.join(" ")
  }
  expect(await said("QAL እና qal")).toBe("ቃል እና ቃል")
  expect(await said("በQal")).toBe("በቃል")
  expect(await said("የqalን")).toBe("የቃልን")
  expect(await said("Qalqal")).not.toContain("ቃል")
  expect(await said("ADDIS\u00a0AI ነው")).toBe("አዲስ ኤ አይ ነው")
  expect(await said("cafe\u0301 ነው")).toBe("ካፌ ነው")
  expect(await said("qal fi Qaltti", { voice_id: "om-bikila", language: "om" })).toBe("Qaal fi Qaalitti")
})

/** What every door has the engine read, in its own way of asking. */
const doors: Readonly<Record<string, (of: TestServer) => Promise<unknown>>> = {
  generations: (of) => generate({}, of),
  "a streamed generation": async (of) =>
    (await call(of, "POST", "/api/v1/voice/generations/stream", speech)).arrayBuffer(),
  "the first route": async (of) =>
    (await call(of, "POST", "/api/v1/audio", { text: speech.text, language: "am" })).json(),
  "the socket of voice": async (of) => {
    const client = await open(of)
    client.send({ type: "speech.create", text: speech.text, request_id: "one" })
    await client.next("speech.completed")
    client.close()
  },
  "OpenAI's route": async (of) =>
    (
      await call(of, "POST", "/v1/audio/speech", { model: "qal-tts", voice: "am-hamen", input: speech.text })
    ).arrayBuffer(),
  "a conversation": async (of) => {
    const client = await Sockets.connect(of, `/ws?apiKey=${API_KEY}`, (frame) => ({
      type: String(Object.keys(JSON.parse(frame).serverContent ?? { other: 1 })[0])
    }))
    client.send({ text: "ማነህ?" })
    await client.next("turnComplete")
    client.close()
  }
}

test.each(Object.entries(doors))("%s: the text is read by the wallet's lexicon", async (_, speak) => {
  await put({ am: { Qal: "ቃል" } })
  await speak(server)
  expect(inputs.join(" ")).toContain("ቃል ነ")
  expect(inputs.join(" ")).not.toContain("Qal")
})

test("previews are the same for all wallets, and read without a lexicon", async () => {
  await put({ am: { ሰላም: "ቃል", ድምፄን: "ቃል" } })
  for (const { id } of catalog) await call(server, "GET", `/api/v1/voice/voices/${id}/preview`)
  expect(sampled).toBeGreaterThan(0)
  expect(inputs).toEqual([])
})

test("an estimate is of the words that the lexicon gives", async () => {
  const estimate = async () =>
    (await (await call(server, "POST", "/api/v1/voice/estimate", speech)).json()).data.estimated_duration_seconds
  durations.push(await estimate())
  await put({ am: { Qal: "ቃል ".repeat(20) } })
  durations.push(await estimate())
  expect(durations[1]).toBeGreaterThan(3 * (durations[0] ?? 0))
})

test("a request conflicts with its id's where the lexicon now reads its text in another way, and only there", async () => {
  const one = { client_request_id: "first" }
  const { answer } = await generate(one)
  const replayed = async () => {
    const { answer: again, status } = await generate(one)
    return status === 200 ? again.data.id === answer.data.id : again.error.code
  }
  await put({ am: { Other: "ሌላ", Qa: "ቃ" }, om: { Qal: "Qaal" } })
  expect(await replayed()).toBe(true)
  await put({ am: { Qal: "ቃል" } })
  expect(await replayed()).toBe("IDEMPOTENCY_CONFLICT")
  await put({ am: { ይህ: "ይህ" } })
  expect(await replayed()).toBe(true)

  await put({ am: { Qal: "ቃል" } })
  const two = { client_request_id: "second" }
  expect((await generate(two)).status).toBe(201)
  await put({ am: { QAL: "ቃል", Other: "ሌላ" } })
  expect((await generate(two)).status).toBe(200)
  await put({ am: { Qal: "ቃለ" } })
  expect((await generate(two)).answer.error.code).toBe("IDEMPOTENCY_CONFLICT")
  await put({})
  expect((await generate(two)).answer.error.code).toBe("IDEMPOTENCY_CONFLICT")

  const legacy = async () =>
    (await call(server, "POST", "/api/v1/audio", { text: speech.text, language: "am" }, { "idempotency-key": "old" }))
      .status
  expect([await legacy(), await legacy()]).toEqual([200, 200])
  await put({ am: { Qal: "ቃል" } })
  expect(await legacy()).toBe(409)
})

test("changes to a lexicon at once leave one of them, by which everything is then read", async () => {
  const spellings = ["ሀ", "ለ", "ሐ", "መ", "ሠ", "ረ", "ሰ", "ሸ"].map((letter) => letter.repeat(4))
  const work = spellings.flatMap((spelling) => [put({ am: { Qal: spelling } }), generate(), get()])
  await Promise.all(work)
  const { am } = await get()
  inputs = []
  await generate()
  expect(inputs).toEqual([`ይህ ${am.Qal} ነው።`])
})

test("an engine with a reading of its own gets the text as it is, with the wallet's lexicon", async () => {
  const text = "ዶ/ር ከበደ 12፣ ፲፪ እና 5 ኪ.ሜ. በQal 😀።"
  await generate({ text }, reader)
  expect(inputs.join("")).toBe(text)
  inputs = []
  await put({ am: { Qal: "ቃል" } }, reader)
  await generate({ text }, reader)
  expect(inputs.join("")).toBe(text.replace("Qal", "ቃል"))
  inputs = []
  await generate({ text })
  expect(inputs.join("")).not.toMatch(/[\p{N}/😀]/u)
})

longTest("an invalid setting of how text is read stops the start", async () => {
  const folder = server.folder
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "../../src/main.ts"), "serve"], {
    env: { PATH: process.env.PATH ?? "", QAL_DATA_DIR: join(folder, "none"), QAL_SYNTHESIZER_READS: "aloud" },
    stdout: "pipe",
    stderr: "pipe"
  })
  const { out, err, code } = await outcomeOf(child)
  expect(code).not.toBe(0)
  expect(`${out}${err}`.trim()).toBe('QAL_SYNTHESIZER_READS: "aloud" is none of them; accepted: words, raw')
})

test("no word of a lexicon stands in the log", () => {
  expect(readFileSync(join(server.folder, "data", "qal.sqlite")).length).toBeGreaterThan(0)
  expect(server.output()).not.toContain("ኮንስትራክተር")
})
