/** The published npm client's deprecated part, unchanged but for its base address. */
import { beforeAll, expect, test } from "bun:test"
import AddisAI, { AuthenticationError, InsufficientCreditsError, UnprocessableEntityError } from "addisai"
import { serverForFile } from "../support/ForFile.ts"
import { listen } from "../support/Listen.ts"
import { rejection } from "../support/Rejection.ts"
import { API_KEY } from "../support/Server.ts"

const server = serverForFile()
let client: AddisAI

const connect = (apiKey: string) => new AddisAI({ apiKey, baseURL: server.url, maxRetries: 0, logLevel: "error" })

beforeAll(async () => {
  client = connect(API_KEY)
}, 90_000)

const texts = [
  { language: "am", text: "ሰላም፣ እንዴት ነህ? ዛሬ ጥሩ ቀን ነው።" },
  { language: "om", text: "Akkam jirtu? Har'a guyyaa gaarii dha." }
] as const

test.each(texts)("the legacy route speaks $language whole and in pieces, with the same sound", async (request) => {
  const whole = await listen(new Uint8Array((await client.legacy.audio.generate(request)).arrayBuffer()))
  const streamed = await listen(new Uint8Array(await (await client.legacy.audio.stream(request)).arrayBuffer()))
  for (const heard of [whole, streamed]) {
    expect(heard.sampleRate).toBe(44_100)
    expect(heard.channels).toBe(1)
    expect(heard.active).toBeGreaterThan(0.5)
  }
  expect(whole.seconds).toBeGreaterThan(1)
  // Of MP3 that is sent while it is made nothing says how much of its first and last frames is no sound.
  expect(streamed.seconds - whole.seconds).toBeWithin(0, 0.06)
  expect(Math.abs(streamed.loudness - whole.loudness)).toBeLessThan(1)
})

test("a text too long for a whole answer of the legacy route can come in pieces", async () => {
  const long = { language: "am", text: "ሰላም ነው። ".repeat(200) } as const
  const refused = await rejection(client.legacy.audio.generate(long))
  expect(refused).toBeInstanceOf(UnprocessableEntityError)
  expect(refused).toMatchObject({ code: "TEXT_TOO_LONG" })
  const pieces: Array<Uint8Array> = []
  for await (const piece of await client.legacy.audio.stream(long)) pieces.push(piece)
  expect(pieces.length).toBeGreaterThan(10)
  expect((await listen(Buffer.concat(pieces))).seconds).toBeGreaterThan(60)
}, 60_000)

test("the legacy route has different errors for an unknown key and an empty wallet, in both forms", async () => {
  const wallet = (await server.qal("wallets", "create", "poor")).trim()
  const key = (await server.qal("keys", "create", "--wallet", wallet)).split("\n")[1] ?? ""
  for (const speak of [
    (own: AddisAI) => own.legacy.audio.generate(texts[0]),
    (own: AddisAI) => own.legacy.audio.stream(texts[0])
  ]) {
    expect(await rejection(speak(connect(`sk_${"0".repeat(40)}`)))).toBeInstanceOf(AuthenticationError)
    expect(await rejection(speak(connect(key)))).toBeInstanceOf(InsufficientCreditsError)
  }
})
