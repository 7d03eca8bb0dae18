/** Callers who speak to a running server as people do: in real time, in a room, with its own voices and ears. */
import { beforeAll, expect, test } from "bun:test"
import { makeSpeaker } from "../engines/recognizer/sounds.ts"
import { serverForFile } from "../support/ForFile.ts"
import { API_KEY, call } from "../support/Server.ts"
import { makeWallets } from "../support/Wallets.ts"
import { Caller, type Room, type ServerMessage } from "./Caller.ts"
import { errorRate, letterErrorRate } from "./Words.ts"

type Language = "am" | "om"
type Speaker = Awaited<ReturnType<typeof makeSpeaker>>

const server = serverForFile(() => ({ QAL_MAX_CONVERSATIONS_PER_KEY: "8" }))
let speaker: Speaker

beforeAll(async () => {
  speaker = await makeSpeaker()
})

const say = (text: string, language: Language): Int16Array =>
  speaker({
    text,
    language,
    variant: language === "am" ? "m3" : "f2",
    pitch: 46,
    wordsPerMinute: 165,
    inPieces: false
  }).samples

/** A caller on the line, whose microphone runs. */
const ring = async (language: Language, room: Room = {}, key = API_KEY, more = ""): Promise<Caller> => {
  const caller = await Caller.connect(server, `apiKey=${key}&language=${language}${more}`, room)
  await caller.next("ready", 0)
  caller.live()
  return caller
}

/** What the server's recogniser hears in a sound of 24,000 Hz. */
const hear = async (samples: Int16Array, language: Language): Promise<string> => {
  const header = Buffer.alloc(44)
  header.write("RIFF", 0)
  header.writeUInt32LE(36 + samples.byteLength, 4)
  header.write("WAVEfmt ", 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(24_000, 24)
  header.writeUInt32LE(48_000, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write("data", 36)
  header.writeUInt32LE(samples.byteLength, 40)
  const form = new FormData()
  const pcm = new Uint8Array(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength))
  form.set("audio", new Blob([header, pcm], { type: "audio/wav" }), "answer.wav")
  form.set("request_data", JSON.stringify({ language_code: language }))
  const response = await fetch(`${server.url}/api/v2/stt`, {
    method: "POST",
    headers: { "x-api-key": API_KEY },
    body: form
  })
  const { data } = await response.json()
  return data.transcription
}

/** Decibels of full scale of the loudest tenth of a second. */
const loudness = (samples: Int16Array): number => {
  let most = 0
  for (let from = 0; from + 2_400 <= samples.length; from += 2_400) {
    let power = 0
    for (let at = from; at < from + 2_400; at++) power += (samples[at] ?? 0) ** 2
    most = Math.max(most, power / 2_400)
  }
  return 10 * Math.log10(most / 32_768 ** 2)
}

const balance = async (key = API_KEY): Promise<number> => {
  const response = await call(server, "GET", "/api/v1/voice/usage", undefined, { "x-api-key": key })
  return (await response.json()).data.balance
}

interface Turn {
  readonly heard: string
  readonly text: string
  readonly sound: Int16Array
  readonly usage: Record<string, unknown>
}

/** Says something and listens to all of the answer, until it has been played. */
const converse = async (caller: Caller, words: Int16Array): Promise<Turn> => {
  const from = caller.said.length
  caller.say(words)
  const { text: heard } = await caller.next("heard", from)
  await caller.next("complete", from)
  const usage = (await caller.next("usage", from)).message.usageMetadata
  const sound = caller.soundSince(from)
  const first = await caller.next("sound", from)
  const left = first.at + sound.length / 24 - performance.now()
  await Bun.sleep(Math.max(0, left) + 300)
  return {
    heard,
    text: caller.textSince(from),
    sound,
    usage: typeof usage === "object" && usage !== null ? { ...usage } : {}
  }
}

const QUESTIONS: Readonly<Record<Language, readonly [string, string, string, string, string]>> = {
  am: ["ሰላም ነው እንዴት ነህ", "ዛሬ አየሩ እንዴት ነው", "ውሃ የት አለ", "መጽሐፍ አለህ ወይ", "አመሰግናለሁ ደህና ሁን"],
  om: ["akkam jirta", "har'a guyyaa maali", "bishaan eessa jira", "kitaaba qabda", "galatoomi nagaatti"]
}

const creditsOf = ({ message }: ServerMessage): number => {
  const usage = message.usageMetadata
  return typeof usage === "object" && usage !== null && "credits_used" in usage ? Number(usage.credits_used) : 0
}

/** A whole turn: what was asked is heard, and what the model wrote is spoken. */
const isAnswered = async (caller: Caller, question: string, language: Language): Promise<void> => {
  const turn = await converse(caller, say(question, language))
  expect(errorRate(question, turn.heard)).toBeLessThanOrEqual(0.5)
  expect(letterErrorRate(question, turn.heard)).toBeLessThanOrEqual(0.15)
  expect(turn.text.length).toBeGreaterThan(10)
  expect(loudness(turn.sound)).toBeWithin(-35, -5)
  // Digits are spoken as words.
  expect(errorRate(turn.text.replace(/[0-9]+/g, ""), await hear(turn.sound, language))).toBeLessThanOrEqual(0.45)
  const seconds = Number(turn.usage.totalBilledAudioDurationSeconds)
  expect(seconds).toBeGreaterThan(turn.sound.length / 24_000 - 0.05)
  expect(Number(turn.usage.credits_used)).toBeCloseTo((13 / 60) * seconds, 3)
}

/** Speaks over an answer, which stops; what is said over it is the next turn. */
const isInterrupted = async (caller: Caller, question: string, over: string, language: Language): Promise<void> => {
  const from = caller.said.length
  caller.say(say(question, language))
  await caller.next("sound", from)
  await Bun.sleep(800)
  const spoken = performance.now()
  caller.say(say(over, language))
  const interrupted = await caller.next("interrupted", from)
  expect(interrupted.at).toBeWithin(spoken, spoken + 1_500)
  const after = caller.said.indexOf(interrupted)
  const { text } = await caller.next("heard", after)
  expect(errorRate(over, text)).toBeLessThanOrEqual(0.5)
  const sound = await caller.next("sound", after)
  await caller.next("complete", caller.said.indexOf(sound))
  await Bun.sleep(caller.soundSince(caller.said.indexOf(sound)).length / 24 - (performance.now() - sound.at) + 300)
}

/** Five turns, one of them over an answer, in a room with noise and with the answer's echo. */
const fiveTurns = async (language: Language, key: string): Promise<void> => {
  const [first, second, third, fourth, fifth] = QUESTIONS[language]
  const caller = await ring(language, { noise: -60, echo: -20 }, key)
  await Bun.sleep(1_500)
  await isAnswered(caller, first, language)
  await isAnswered(caller, second, language)
  await isInterrupted(caller, third, fourth, language)
  await isAnswered(caller, fifth, language)
  const heard = caller.said.filter(({ kind }) => kind === "heard")
  expect(heard.map(({ text }) => text).length).toBe(5)
  expect(caller.said.filter(({ kind }) => kind === "interrupted").length).toBe(1)
  expect(caller.said.filter(({ kind }) => kind === "error" || kind === "status").length).toBe(1)
  const charged = caller.said.filter(({ kind }) => kind === "usage").reduce((sum, usage) => sum + creditsOf(usage), 0)
  expect(await balance(key)).toBeCloseTo(1_000 - charged, 3)
  caller.hangUp()
}

test.concurrent("callers in both languages hold conversations of five turns, one over the answer, with noise and echo", async () => {
  const [am, om] = await makeWallets(server, 2)
  await Promise.all([fiveTurns("am", am?.key ?? ""), fiveTurns("om", om?.key ?? "")])
}, 240_000)

test.concurrent("a typed turn is answered aloud, and costs what was spoken", async () => {
  const caller = await Caller.connect(server, `apiKey=${API_KEY}`)
  await caller.next("ready", 0)
  caller.send({ text: "ሰላም" })
  const { message } = await caller.next("usage", 0)
  expect(caller.soundSince(0).length).toBeGreaterThan(24_000)
  const usage = message.usageMetadata
  expect(usage).toMatchObject({
    totalBilledAudioDurationSeconds: expect.closeTo(caller.soundSince(0).length / 24_000, 1)
  })
  caller.hangUp()
})

test.concurrent("a client can end a turn by a message, without any silence", async () => {
  const caller = await Caller.connect(server, `apiKey=${API_KEY}`)
  await caller.next("ready", 0)
  caller.sound(say("ሰላም ነው", "am"))
  caller.send({ type: "audio.finish" })
  expect((await caller.next("heard", 0)).text).not.toBe("")
  await caller.next("complete", 0)
  caller.hangUp()
})

test.concurrent("an answer's sound is sent no more than five seconds ahead of its playing", async () => {
  const caller = await Caller.connect(server, `apiKey=${API_KEY}`)
  await caller.next("ready", 0)
  caller.send({ text: `${"ሰላም ለሁሉም ይሁን። ".repeat(4)}` })
  const first = await caller.next("sound", 0)
  await caller.next("complete", 0, 60_000)
  let sent = 0
  for (const { at, kind, samples } of caller.said) {
    if (kind !== "sound") continue
    sent += samples.length / 24
    expect(sent - (at - first.at)).toBeLessThan(5_400)
  }
  expect(sent).toBeGreaterThan(5_500)
  caller.hangUp()
}, 90_000)
