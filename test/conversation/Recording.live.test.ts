/** Whole recordings sent to a running server faster than they are spoken, on both faces. */
import { beforeAll, expect, test } from "bun:test"
import { makeSpeaker } from "../engines/recognizer/sounds.ts"
import { serverForFile } from "../support/ForFile.ts"
import { Caller } from "./Caller.ts"
import { enter } from "./Entry.ts"
import { charges, errors, told, walletOf } from "./Lines.ts"
import { join, louder } from "./sounds.ts"
import { letterErrorRate } from "./Words.ts"

const server = serverForFile()

const SENTENCES = ["ሰላም ነው እንዴት ነህ", "ዛሬ አየሩ እንዴት ነው", "ውሃ የት አለ", "መጽሐፍ አለህ ወይ", "አመሰግናለሁ ደህና ሁን"]
/** The sentences again and again: three quarters of a minute. */
const SAID = [...SENTENCES, ...SENTENCES, ...SENTENCES]
/** Decibels by which a microphone may be softer than the answers are. */
const SOFTER = -15
/** Seconds between two sentences, which are turns of their own so. */
const PAUSE = 1.2

let recorded: (rate: number) => Promise<Int16Array>
beforeAll(() => {
  recorded = async (rate) => {
    const speak = await makeSpeaker(rate)
    const voice = { language: "am", variant: "m3", pitch: 46, wordsPerMinute: 165, inPieces: false } as const
    const pause = new Int16Array(PAUSE * rate)
    const sounds = new Map(SENTENCES.map((text) => [text, louder(speak({ ...voice, text }).samples, SOFTER)]))
    return join(pause, ...SAID.flatMap((text) => [sounds.get(text) ?? pause, pause]))
  }
})

const isHeard = (heard: ReadonlyArray<string>): void => {
  expect(heard.length).toBe(SAID.length)
  for (const [at, text] of heard.entries()) expect(letterErrorRate(SAID[at] ?? "", text)).toBeLessThanOrEqual(0.2)
}

test.each([
  ["at once", 0],
  ["five times as fast as it is spoken", 4]
])(
  "a recording that is sent %s on /ws is heard whole and in order, and charged as it is told",
  async (_, wait) => {
    const { key, walletId } = await walletOf(1_000, server)
    const caller = await Caller.connect(server, `apiKey=${key}&language=am`)
    await caller.next("ready", 0)
    const sound = await recorded(16_000)
    for (let at = 0; at < sound.length; at += 320) {
      caller.sound(sound.subarray(at, at + 320))
      if (wait > 0) await Bun.sleep(wait)
    }
    const heard = () => caller.said.flatMap(({ kind, text }) => (kind === "heard" ? [text] : []))
    for (let from = 0; heard().length < SAID.length; ) from = 1 + caller.said.indexOf(await caller.next("heard", from))
    isHeard(heard())
    // What is said last is answered.
    const last = caller.said.findLastIndex(({ kind }) => kind === "heard")
    await caller.next("complete", last, 60_000)
    await caller.next("usage", last)
    expect(errors(caller)).toEqual([])
    expect(told(caller)).toEqual(await charges(walletId, server))
    caller.hangUp()
  },
  180_000
)

test("a recording that is sent at once on /v1/realtime is heard whole and in order", async () => {
  const { key } = await walletOf(1_000, server)
  const entry = enter(server, "/v1/realtime?model=qal-am", { headers: { authorization: `Bearer ${key}` } })
  await entry.first
  const sound = await recorded(24_000)
  for (let at = 0; at < sound.length; at += 480) {
    const { buffer, byteLength, byteOffset } = sound.slice(at, at + 480)
    const audio = Buffer.from(buffer, byteOffset, byteLength).toString("base64")
    entry.send({ type: "input_audio_buffer.append", audio })
  }
  const heard = () =>
    entry.frames.flatMap(({ transcript, type }) =>
      type === "conversation.item.input_audio_transcription.completed" ? [String(transcript)] : []
    )
  for (const until = performance.now() + 120_000; heard().length < SAID.length; await Bun.sleep(50))
    if (performance.now() > until) break
  isHeard(heard())
  expect(entry.frames.filter(({ type }) => type === "error")).toEqual([])
  await entry.leave()
}, 180_000)

test("more sound at once than may be ahead ends the session with an error that names the limit", async () => {
  const { key } = await walletOf(1_000, server)
  const caller = await Caller.connect(server, `apiKey=${key}&language=am`)
  await caller.next("ready", 0)
  for (let second = 0; second < 150 && caller.closed === undefined; second++) caller.sound(new Int16Array(16_000))
  const { message } = await caller.next("error", 0)
  expect(JSON.stringify(message)).toMatch(/120 seconds ahead/)
}, 60_000)
