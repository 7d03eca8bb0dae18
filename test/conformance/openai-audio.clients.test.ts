/** The `openai` package's sound, unchanged but for its base address: what is spoken is heard again. */
import { beforeAll, expect, test } from "bun:test"
import OpenAI, { APIError, BadRequestError, RateLimitError, toFile } from "openai"
import { serverForFile } from "../support/ForFile.ts"
import { listen } from "../support/Listen.ts"
import { API_KEY, call } from "../support/Server.ts"

const TEXT = "ሰላም ነው እንዴት ነህ"

const server = serverForFile()
let client: OpenAI
let spoken: File

beforeAll(async () => {
  client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: API_KEY, maxRetries: 0 })
  const speech = await client.audio.speech.create({ ...said, response_format: "wav" })
  spoken = await toFile(speech, "spoken.wav")
}, 90_000)

const said = { model: "qal-tts", voice: "am-hamen", input: TEXT }

const failure = async (promise: Promise<unknown>): Promise<APIError> => {
  const error: unknown = await promise.then(
    () => expect.unreachable("it should have failed"),
    (reason: unknown) => reason
  )
  return error instanceof APIError ? error : expect.unreachable(String(error))
}

test.each(["mp3", "wav", "opus", "flac", "aac"] as const)(
  "speech as %s is a sound that any player takes, and that is transcribed again",
  async (response_format) => {
    const speech = await client.audio.speech.create({ ...said, response_format })
    const sound = new Uint8Array(await speech.arrayBuffer())
    expect((await listen(sound)).seconds).toBeGreaterThan(0.8)
    const file = await toFile(sound, `spoken.${response_format}`)
    const heard = await client.audio.transcriptions.create({ file, model: "qal-stt", language: "am" })
    expect(heard.text).toContain("ሰላም")
    const clip = speech.headers.get("x-qal-clip-id")
    expect((await call(server, "GET", `/api/v1/voice/clips/${clip}`)).status).toBe(200)
  }
)

test("speech as pcm is 24,000 samples a second; faster speech is shorter; OpenAI's voice names are taken", async () => {
  const lengthOf = async (more: object): Promise<number> => {
    const speech = await client.audio.speech.create({ ...said, response_format: "pcm", ...more })
    return (await speech.arrayBuffer()).byteLength / 2 / 24_000
  }
  const [usual, fast, other] = [await lengthOf({}), await lengthOf({ speed: 2 }), await lengthOf({ voice: "nova" })]
  expect(usual).toBeGreaterThan(0.8)
  expect(usual / fast).toBeGreaterThan(1.5)
  expect(other).toBeGreaterThan(0.5)
})

test("speech as events joins to the sound", async () => {
  const answer = await client.audio.speech.create({ ...said, stream_format: "sse" })
  const types = (await answer.text()).match(/"type":"speech\.audio\.\w+"/g) ?? []
  expect(types.length).toBeGreaterThan(1)
  expect(types.at(-1)).toContain("done")
})

test("OpenAI's package gets a transcription in each of its forms", async () => {
  const ask = { file: spoken, model: "qal-stt", language: "am" }
  expect((await client.audio.transcriptions.create(ask)).text).toContain("ሰላም")
  const verbose = await client.audio.transcriptions.create({
    ...ask,
    response_format: "verbose_json",
    timestamp_granularities: ["word", "segment"]
  })
  expect(verbose.words?.length).toBeGreaterThan(2)
  expect(verbose.segments?.length).toBeGreaterThan(0)
  expect(Number(verbose.duration)).toBeGreaterThan(0.8)
  expect(await client.audio.transcriptions.create({ ...ask, response_format: "text" })).toContain("ሰላም")
  expect(await client.audio.transcriptions.create({ ...ask, response_format: "srt" })).toContain("-->")
  expect(await client.audio.transcriptions.create({ ...ask, response_format: "vtt" })).toStartWith("WEBVTT")
})

test("OpenAI's package streams a transcription: deltas, and then the text", async () => {
  const stream = await client.audio.transcriptions.create({
    file: spoken,
    model: "qal-stt",
    language: "am",
    stream: true
  })
  const events = await Array.fromAsync(stream)
  const last = events.at(-1)
  const deltas = events.flatMap((event) => (event.type === "transcript.text.delta" ? [event.delta] : []))
  expect(last?.type === "transcript.text.done" && last.text).toBe(deltas.join(""))
  expect(deltas.join("")).toContain("ሰላም")
})

test("OpenAI's package gets a translation of speech in English, where the engine has the words", async () => {
  const greeting = await toFile(
    await client.audio.speech.create({ ...said, input: "ሰላም", response_format: "wav" }),
    "greeting.wav"
  )
  const translated = await client.audio.translations
    .create({ file: greeting, model: "qal-stt" })
    .catch((error: unknown) => error)
  if (translated instanceof APIError) expect(translated.code).toBe("PROVIDER_NOT_CONFIGURED")
  else expect(translated).toMatchObject({ text: expect.stringMatching(/^[A-Za-z]/) })
})

test("OpenAI's package gets an error class and words for what cannot be spoken or transcribed", async () => {
  const voice = await failure(client.audio.speech.create({ ...said, voice: "nobody" }))
  expect(voice.status).toBe(400)
  const format = await failure(client.post("/audio/speech", { body: { ...said, response_format: "ogg" } }))
  expect(format).toBeInstanceOf(BadRequestError)
  const noise = await toFile(new Uint8Array(1_000), "noise.wav")
  const heard = await failure(client.audio.transcriptions.create({ file: noise, model: "qal-stt" }))
  expect(heard.status).toBe(400)
})

test("one transcription of a wallet runs at a time; OpenAI's package asks again after the wait", async () => {
  const ask = (maxRetries: number) =>
    client.audio.transcriptions.create({ file: spoken, model: "qal-stt", language: "am" }, { maxRetries })
  const refused = (await Promise.allSettled([ask(0), ask(0), ask(0)])).flatMap((one) =>
    one.status === "rejected" ? [one.reason] : []
  )
  expect(refused.length).toBeGreaterThan(0)
  for (const error of refused) expect(error).toBeInstanceOf(RateLimitError)
  const all = await Promise.all([ask(10), ask(10)])
  expect(all.every(({ text }) => text.includes("ሰላም"))).toBe(true)
}, 60_000)
