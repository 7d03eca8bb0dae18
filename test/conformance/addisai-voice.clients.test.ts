/** The published npm client, unchanged but for its base address. */
import { beforeAll, expect, test } from "bun:test"
import AddisAI, {
  type AddisClip,
  AuthenticationError,
  GenerationInProgressError,
  IdempotencyConflictError,
  InsufficientCreditsError,
  NotFoundError,
  type OutputFormat,
  RateLimitError,
  UnprocessableEntityError
} from "addisai"
import { serverForFile } from "../support/ForFile.ts"
import { rejection } from "../support/Rejection.ts"
import { API_KEY, startServer } from "../support/Server.ts"

const server = serverForFile()
let client: AddisAI

const connect = (apiKey: string, baseURL = server.url) => new AddisAI({ apiKey, baseURL, maxRetries: 0 })

beforeAll(async () => {
  client = connect(API_KEY)
}, 90_000)

/** A wallet of its own with `credit` ETB, and its key. */
const newKey = async (credit: string): Promise<string> => {
  const wallet = (await server.qal("wallets", "create", "--credit", credit, "test")).trim()
  const printed = await server.qal("keys", "create", "--wallet", wallet)
  return printed.split("\n")[1] ?? ""
}

const sentence = "ሰላም፣ እንዴት ነህ? ዛሬ ጥሩ ቀን ነው።"
const say = (text: string, more: { readonly outputFormat?: OutputFormat; readonly clientRequestId?: string } = {}) =>
  client.voice.generate({ voiceId: "am-hamen", text, language: "am", ...more })

test("the catalog lists voices of both languages and genders, one default each, and filters them", async () => {
  const all = await client.voices.list()
  for (const language of ["am", "om"] as const) {
    const voices = all.filter((voice) => voice.language === language)
    expect(voices.length).toBeGreaterThanOrEqual(4)
    expect(new Set(voices.map((voice) => voice.gender))).toEqual(new Set(["female", "male"]))
    expect(voices.filter((voice) => voice.isDefault)).toHaveLength(1)
    expect(await client.voices.list({ language })).toEqual(voices)
  }
  expect(all.map((voice) => voice.id)).toContain("am-hamen")
  expect(all.map((voice) => voice.id)).toContain("om-bikila")
  const women = await client.voices.list({ gender: "female", language: "om" })
  expect(women.every((voice) => voice.gender === "female" && voice.language === "om")).toBe(true)
  expect((await client.voices.list({ search: "HAMEN" })).map((voice) => voice.id)).toEqual(["am-hamen"])
})

test("a voice's preview can be fetched and is audible", async () => {
  const preview = await client.voices.preview("om-bikila")
  expect(preview.voiceId).toBe("om-bikila")
  expect(preview.durationSeconds ?? 0).toBeGreaterThan(1)
  const audio = await fetch(preview.audioUrl ?? "")
  expect(audio.status).toBe(200)
  expect(audio.headers.get("content-type")).toBe("audio/mpeg")
  expect((await audio.arrayBuffer()).byteLength).toBeGreaterThan(5_000)
})

test("an estimate of speech is cheap, close to the charge, and says whether it can be paid", async () => {
  const estimate = await client.voice.estimate({ voiceId: "am-hamen", text: sentence, language: "am" })
  expect(estimate.canGenerate).toBe(true)
  const clip = await say(sentence)
  const ratio = estimate.estimatedDurationSeconds / (clip.durationSeconds ?? 0)
  expect(ratio).toBeGreaterThan(0.85)
  expect(ratio).toBeLessThan(1.15)
  const poor = connect(await newKey("0.001"))
  expect((await poor.voice.estimate({ voiceId: "am-hamen", text: sentence, language: "am" })).canGenerate).toBe(false)
})

test.each(["mp3_44100", "wav_44100", "pcm_16000"] as const)(
  "a clip is generated and downloaded as %s",
  async (outputFormat) => {
    const clip = await say(sentence, { outputFormat })
    expect(clip.outputFormat).toBe(outputFormat)
    expect(clip.usage?.creditsUsed ?? 0).toBeGreaterThan(0)
    expect(clip.meta?.idempotentReplay).toBe(false)
    const direct = await clip.arrayBuffer()
    const downloaded = await client.voice.clips.download(clip.id)
    expect(Buffer.from(downloaded).equals(Buffer.from(direct))).toBe(true)
  }
)

test("voice settings beside speed are accepted and reported as ignored", async () => {
  const clip = await client.voice.generate({
    voiceId: "am-hamen",
    text: sentence,
    language: "am",
    voiceSettings: { speed: 75, stability: 40, style: 10 }
  })
  expect(clip.meta?.ignoredVoiceSettings).toEqual(["stability", "style"])
  expect(clip.durationSeconds ?? 0).toBeLessThan((await say(sentence)).durationSeconds ?? 0)
})

test("the same id and inputs give the same clip again, uncharged; other inputs conflict", async () => {
  const first = await say(sentence, { clientRequestId: "replay-1" })
  const before = (await client.voice.usage()).balance
  const again = await say(sentence, { clientRequestId: "replay-1" })
  expect(again.id).toBe(first.id)
  expect(again.meta?.idempotentReplay).toBe(true)
  expect((await client.voice.usage()).balance).toBe(before)
  expect(await rejection(say("ሌላ ጽሑፍ ነው።", { clientRequestId: "replay-1" }))).toBeInstanceOf(IdempotencyConflictError)
})

test("a clip's id whose first request still runs is refused with the seconds to wait, and then found done", async () => {
  const long = sentence.repeat(60)
  const first = say(long, { clientRequestId: "slow-1" })
  await Bun.sleep(60)
  const refused = await rejection(say(long, { clientRequestId: "slow-1" }))
  expect(refused).toBeInstanceOf(GenerationInProgressError)
  expect(refused instanceof GenerationInProgressError && refused.retryAfter).toBeGreaterThanOrEqual(1)
  const clip = await first
  const patient = new AddisAI({ apiKey: API_KEY, baseURL: server.url })
  const again = await patient.voice.generate({
    voiceId: "am-hamen",
    text: long,
    language: "am",
    clientRequestId: "slow-1"
  })
  expect(again.id).toBe(clip.id)
})

test("clips are listed newest first over several pages while others come and go", async () => {
  const own = connect(await newKey("20"))
  const made: Array<string> = []
  for (let index = 0; index < 7; index++) {
    const clip = await own.voice.generate({ voiceId: "om-bikila", text: `Lakkoofsa ${index}`, language: "om" })
    made.unshift(clip.id)
  }
  const page = await own.voice.clips.list({ limit: 3 })
  expect(page.data.map((clip: AddisClip) => clip.id)).toEqual(made.slice(0, 3))
  await own.voice.clips.delete(made[3] ?? "")
  await own.voice.generate({ voiceId: "om-bikila", text: "Haaraa", language: "om" })
  const second = await own.voice.clips.list({ limit: 3, cursor: page.nextCursor ?? "" })
  expect(second.data.map((clip: AddisClip) => clip.id)).toEqual(made.slice(4, 7))
  expect(second.nextCursor).toBeNull()
  const walked: Array<string> = []
  for await (const clip of own.voice.clips.list({ limit: 2 })) walked.push(clip.id)
  expect(walked).toHaveLength(7)
  expect(await own.voice.clips.list({ language: "am" })).toMatchObject({ data: [] })
})

test("a clip can be got and deleted; then it and its audio are gone, and another wallet never saw it", async () => {
  const clip = await say(sentence)
  expect((await client.voice.clips.get(clip.id)).text).toBe(sentence)
  const stranger = connect(await newKey("1"))
  expect(await rejection(stranger.voice.clips.get(clip.id))).toBeInstanceOf(NotFoundError)
  expect(await rejection(stranger.voice.clips.delete(clip.id))).toBeInstanceOf(NotFoundError)
  await client.voice.clips.delete(clip.id)
  expect(await rejection(client.voice.clips.get(clip.id))).toBeInstanceOf(NotFoundError)
  expect((await fetch(clip.audioUrl)).status).toBe(404)
})

test("a wallet's usage has its balance, spend and price", async () => {
  const own = connect(await newKey("10"))
  const clip = await own.voice.generate({ voiceId: "am-dawit", text: sentence, language: "am" })
  const usage = await own.voice.usage()
  expect(usage.balance).toBe(clip.usage?.creditsRemaining ?? -1)
  expect(usage.totalSpend).toBe(clip.usage?.creditsUsed ?? -1)
  expect(usage.formattedBalance).toMatch(/^Br 9\.\d\d$/)
  expect(usage.pricing.pricePerMinute).toBe(5)
  expect(usage.maxTtsCharacters).toBe(5_000)
})

test("a wallet that cannot cover a clip's estimate is refused with its balance", async () => {
  const poor = connect(await newKey("0.01"))
  const error = await rejection(poor.voice.generate({ voiceId: "am-hamen", text: sentence, language: "am" }))
  expect(error).toBeInstanceOf(InsufficientCreditsError)
  expect(error instanceof InsufficientCreditsError && error.availableBalance).toBe(0.01)
})

test("an unknown key, a malformed one and a revoked one are refused", async () => {
  for (const key of ["nonsense", `sk_${"x".repeat(48)}`]) {
    expect(await rejection(connect(key).voices.list())).toBeInstanceOf(AuthenticationError)
  }
  const wallet = (await server.qal("wallets", "create", "short-lived")).trim()
  const [id = "", secret = ""] = (await server.qal("keys", "create", "--wallet", wallet)).split("\n")
  const short = connect(secret)
  await short.voices.list()
  await server.qal("keys", "revoke", id)
  await Bun.sleep(1_000)
  expect(await rejection(short.voices.list())).toBeInstanceOf(AuthenticationError)
})

test("an unknown voice is refused with 422, and so is one that another process has switched off", async () => {
  const error = await rejection(client.voice.generate({ voiceId: "am-nobody", text: sentence, language: "am" }))
  expect(error).toBeInstanceOf(UnprocessableEntityError)
  expect(error).toMatchObject({ status: 422, code: "VOICE_UNAVAILABLE" })
  await server.qal("voices", "disable", "am-abebe")
  await Bun.sleep(1_100)
  expect((await client.voices.list()).map((voice) => voice.id)).not.toContain("am-abebe")
  const all = await client.voices.list({ includeUnavailable: true })
  expect(all.find((voice) => voice.id === "am-abebe")?.isAvailable).toBe(false)
  const off = await rejection(client.voice.generate({ voiceId: "am-abebe", text: sentence, language: "am" }))
  expect(off).toMatchObject({ status: 422, code: "VOICE_UNAVAILABLE" })
  await server.qal("voices", "enable", "am-abebe")
})

test("a voice that does not exist has no preview", async () => {
  expect(await rejection(client.voices.preview("am-nobody"))).toBeInstanceOf(NotFoundError)
})

test("a key over its rate is refused with the seconds to wait", async () => {
  await using limited = await startServer({ QAL_RATE_LIMIT_PER_MINUTE: "3" })
  const hasty = connect(API_KEY, limited.url)
  for (let index = 0; index < 3; index++) await hasty.voices.list()
  const error = await rejection(hasty.voices.list())
  expect(error).toBeInstanceOf(RateLimitError)
  expect(error).toMatchObject({ retryAfter: expect.any(Number), limit: 3, remaining: 0 })
}, 90_000)
