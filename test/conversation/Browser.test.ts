/** A page in Chromium speaks to a running server, through the browser's microphone and loudspeaker. */
import { Database } from "bun:sqlite"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { makeSpeaker } from "../engines/recognizer/sounds.ts"
import { startServer, type TestServer } from "../support/Server.ts"
import { executable, LOUDSPEAKER, type Message, openPage, recognise, secondsOf, textOf } from "./Browser.ts"
import { join as joinSounds, levelOf, RATE, silence } from "./sounds.ts"
import { errorRate } from "./Words.ts"

if (executable === null) process.stderr.write("Chromium is not installed: conversations from a page are not tested\n")

type Language = "am" | "om"

let server: TestServer
let speak: (text: string, language: Language) => Int16Array

beforeAll(async () => {
  if (executable === null) return
  server = await startServer()
  const speaker = await makeSpeaker()
  speak = (text, language) => {
    const variant = language === "am" ? "m3" : "f2"
    return speaker({ text, language, variant, pitch: 46, wordsPerMinute: 165, inPieces: false }).samples
  }
}, 90_000)
afterAll(() => server?.dispose())

const rows = <Row>(query: string): ReadonlyArray<Row> => {
  const database = new Database(join(server.folder, "data", "qal.sqlite"), { readonly: true })
  try {
    return database.query<Row, []>(query).all()
  } finally {
    database.close()
  }
}

/** What conversations have been charged, in micro-ETB. */
const charges = (): ReadonlyArray<number> =>
  rows<{ readonly charge: number }>(
    "SELECT -amount AS charge FROM ledger WHERE operation = 'conversation' ORDER BY seq"
  ).map(({ charge }) => charge)

const untilSettled = async (): Promise<void> => {
  while (rows("SELECT 1 FROM jobs WHERE state = 'running'").length > 0) await Bun.sleep(20)
}

const isComplete = ({ serverContent }: Message) => serverContent?.turnComplete
const isHeard = ({ serverContent }: Message) => serverContent?.inputTranscription
const isInterrupted = ({ serverContent }: Message) => serverContent?.interrupted

type Opened = Awaited<ReturnType<typeof openPage>>

const withPage = async (sound: Int16Array, use: (opened: Opened) => Promise<void>): Promise<void> => {
  const opened = await openPage(server, sound)
  try {
    await use(opened)
  } finally {
    await opened.dispose()
  }
}

/** Without the silence before it and after it. */
const trimmed = (sound: Int16Array): Int16Array =>
  sound.subarray(
    sound.findIndex((sample) => sample !== 0),
    sound.findLastIndex((sample) => sample !== 0) + 1
  )

/** What was played was the answer of these messages, whole and in its loudness. */
const expectAnswer = async (played: Int16Array, messages: ReadonlyArray<Message>, language: Language) => {
  const sound = trimmed(played)
  expect(sound.length / LOUDSPEAKER).toBeWithin(secondsOf(messages) - 0.5, secondsOf(messages) + 2)
  expect(sound.length / LOUDSPEAKER).toBeGreaterThan(2)
  expect(levelOf(sound)).toBeWithin(-35, -10)
  const [meant, heard] = [textOf(messages), await recognise(server, sound, language)]
  // The recogniser writes no digits.
  expect(errorRate(meant.replace(/[0-9]+/g, ""), heard)).toBeLessThanOrEqual(0.45)
}

/** What a turn that was spoken, and complete, cost. */
const expectCharge = ({ usageMetadata }: Message, least: number): void => {
  const { credits_used = 0, totalBilledAudioDurationSeconds = 0 } = usageMetadata ?? {}
  expect(totalBilledAudioDurationSeconds).toBeGreaterThan(least - 0.05)
  expect(credits_used).toBeCloseTo((13 / 60) * totalBilledAudioDurationSeconds, 3)
  expect(charges().at(-1)).toBe(Math.round(credits_used * 1_000_000))
}

describe.skipIf(executable === null)("a page in Chromium", () => {
  test("holds a conversation: a turn that is spoken, and one that is typed", async () => {
    const question = "ሰላም ነው እንዴት ነህ"
    const sound = joinSounds(silence(1.5), speak(question, "am"), silence(1))
    await withPage(sound, async (opened) => {
      const { page, troubles } = opened
      const { next, received, sent } = await opened.start()

      const spoken = await next(0, isComplete)
      expect(received.slice(0, 2)).toEqual([
        { setupComplete: true },
        { type: "status", message: "Ready to start conversation" }
      ])
      const heard = received[await next(0, isHeard)]?.serverContent?.inputTranscription?.text ?? ""
      expect(errorRate(question, heard)).toBeLessThanOrEqual(0.25)
      await opened.untilQuiet(1)
      const first = await opened.played()
      await expectAnswer(first, received, "am")
      expectCharge(received[spoken] ?? {}, secondsOf(received) + sound.length / RATE - 2.5)
      expect(charges().length).toBe(1)
      expect(await page.textContent("li.user")).toBe(heard)
      expect(await page.textContent("li.qal")).toBe(textOf(received))

      const before = received.length
      await page.fill("[name=text]", "ውሃ የት አለ?")
      await page.keyboard.press("Enter")
      const typed = await next(before, isComplete)
      await opened.untilQuiet(2)
      const reply = received.slice(before)
      await expectAnswer((await opened.played()).subarray(first.length), reply, "am")
      expectCharge(received[typed] ?? {}, secondsOf(reply))
      expect(charges().length).toBe(2)

      const frames = sent.filter(({ data }) => data !== undefined)
      expect(frames.length).toBeGreaterThan(50)
      for (const { data = "", mimeType } of frames) {
        expect({ mimeType, bytes: Buffer.from(data, "base64").length }).toEqual({
          mimeType: "audio/pcm;rate=16000",
          bytes: 3_200
        })
      }
      await page.click("#stop")
      await page.waitForSelector("#start:enabled")
      expect(await page.textContent("#state")).toBe("Closed 1000")
      expect(received.filter(({ error }) => error !== undefined)).toEqual([])
      expect(troubles).toEqual([])
    })
  }, 180_000)

  test("is silent as soon as its user speaks over the answer, and may be left in the middle of the next", async () => {
    const [question, interruption] = ["bishaan eessa jira", "har'a guyyaa maali"]
    const sound = joinSounds(silence(1.5), speak(question, "om"), silence(6), speak(interruption, "om"), silence(1))
    await withPage(sound, async (opened) => {
      const { page, troubles } = opened
      const before = charges().length
      await page.selectOption("#language", "om")
      const { next, received } = await opened.start()

      const at = await next(0, isInterrupted)
      const from = (await opened.playedSamples()) + 0.3 * LOUDSPEAKER
      const heard = await next(at, isHeard)
      const words = received[heard]?.serverContent?.inputTranscription?.text ?? ""
      expect(errorRate(interruption, words)).toBeLessThanOrEqual(0.34)
      await next(heard, (message) => secondsOf([message]) > 0)
      await opened.untilSounding(from + LOUDSPEAKER)
      const played = await opened.played()
      // A part of the first answer, of which more had come; then nothing, until there is another.
      const part = trimmed(played.subarray(0, from)).length / LOUDSPEAKER
      expect(part).toBeWithin(0.3, secondsOf(received.slice(0, at)) - 0.5)
      expect(played.subarray(from, from + LOUDSPEAKER).every((sample) => sample === 0)).toBe(true)

      await page.click("#stop")
      await page.waitForSelector("#start:enabled")
      expect(await page.textContent("#state")).toBe("Closed 1000")
      await untilSettled()
      expect(charges().length - before).toBe(received.filter(isHeard).length)
      expect(troubles).toEqual([])
    })
  }, 180_000)
})
