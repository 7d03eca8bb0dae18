/** A page in Chromium speaks to a running server, through the browser's microphone and loudspeaker. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { makeSpeaker } from "../engines/recognizer/sounds.ts"
import { withDatabase } from "../support/Rows.ts"
import { call, startServer, type TestServer } from "../support/Server.ts"
import { makeWallets } from "../support/Wallets.ts"
import {
  executable,
  LOUDSPEAKER,
  type Message,
  openPage,
  type RealtimeEvent,
  recognise,
  soundOf,
  soundOfEvents,
  textOf
} from "./Browser.ts"
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
  // The engines are loaded: the microphone's file goes on, however long the first answer takes.
  await call(server, "POST", "/api/v1/voice/generations", { text: "ሰላም", voice_id: "am-hamen", language: "am" })
  await recognise(server, silence(1), "am")
}, 90_000)
afterAll(() => server?.dispose())

const isComplete = ({ serverContent }: Message) => serverContent?.turnComplete
const isHeard = ({ serverContent }: Message) => serverContent?.inputTranscription
const isInterrupted = ({ serverContent }: Message) => serverContent?.interrupted

/** What one wallet was charged for conversations. */
const ledgerOf = (walletId: string) => {
  const rows = <Row>(query: string): ReadonlyArray<Row> =>
    withDatabase(server, (database) => database.query<Row, [string]>(query).all(walletId))
  const CHARGES = "SELECT -amount AS charge FROM ledger WHERE operation = 'conversation' AND wallet_id = ? ORDER BY seq"
  const RUNNING = "SELECT 1 FROM jobs WHERE state = 'running' AND wallet_id = ?"
  return {
    /** In micro-ETB. */
    charges: (): ReadonlyArray<number> => rows<{ readonly charge: number }>(CHARGES).map(({ charge }) => charge),
    untilSettled: async (): Promise<void> => {
      while (rows(RUNNING).length > 0) await Bun.sleep(20)
    }
  }
}

/** A share of the letters: the recogniser may divide words elsewhere. */
const lettersWrong = (said: string, heard: string): number => {
  const letters = (text: string) => Array.from(text.replaceAll(" ", "")).join(" ")
  return errorRate(letters(said), letters(heard))
}

type Opened = Awaited<ReturnType<typeof openPage>> & ReturnType<typeof ledgerOf>

/** A page of somebody with a wallet of their own. */
const withPage = async (sound: Int16Array, use: (opened: Opened) => Promise<void>): Promise<void> => {
  const [wallet] = await makeWallets(server, 1)
  if (wallet === undefined) throw new Error("no wallet")
  const opened = await openPage(server, wallet.key, sound)
  try {
    await use({ ...opened, ...ledgerOf(wallet.walletId) })
  } finally {
    await opened.dispose()
  }
}

/** Seconds of it that are no silence: what is late is played late, which adds silence. */
const sounding = (sound: Int16Array): number => sound.filter((sample) => sample !== 0).length / LOUDSPEAKER

/** What was played was the answer of these messages, whole and in its loudness. */
const expectAnswer = async (played: Int16Array, messages: ReadonlyArray<Message>, language: Language) => {
  const sent = soundOf(messages)
  expect(sounding(sent)).toBeGreaterThan(2)
  expect(sounding(played)).toBeWithin(sounding(sent) - 0.2, sounding(sent) + 0.2)
  const sound = played.subarray(played.findIndex((sample) => sample !== 0))
  expect(levelOf(sound)).toBeWithin(-35, -10)
  const [meant, heard] = [textOf(messages), await recognise(server, sound, language)]
  // The recogniser writes no digits.
  expect(errorRate(meant.replace(/[0-9]+/g, ""), heard)).toBeLessThanOrEqual(0.45)
}

/** What a turn that was spoken, and complete, cost. */
const expectCharge = ({ usageMetadata }: Message, charge: number | undefined, least: number): void => {
  const { credits_used = 0, totalBilledAudioDurationSeconds = 0 } = usageMetadata ?? {}
  expect(totalBilledAudioDurationSeconds).toBeGreaterThan(least - 0.05)
  expect(credits_used).toBeCloseTo((13 / 60) * totalBilledAudioDurationSeconds, 3)
  expect(charge).toBe(Math.round(credits_used * 1_000_000))
}

describe.skipIf(executable === null)("a page in Chromium", () => {
  test.concurrent("a page in Chromium holds a conversation: a turn that is spoken, and one that is typed", async () => {
    const question = "ሰላም ነው እንዴት ነህ"
    const sound = joinSounds(silence(1.5), speak(question, "am"), silence(1))
    await withPage(sound, async ({ charges, page, recorder, start, stop, troubles }) => {
      const { next, received, sent } = await start()

      const spoken = await next(0, isComplete)
      expect(received.slice(0, 2)).toEqual([
        { setupComplete: true },
        { type: "status", message: "Ready to start conversation" }
      ])
      const heard = received[await next(0, isHeard)]?.serverContent?.inputTranscription?.text ?? ""
      expect(lettersWrong(question, heard)).toBeLessThanOrEqual(0.2)
      await recorder.untilQuiet(1)
      const first = await recorder.played()
      await expectAnswer(first, received, "am")
      expectCharge(
        received[spoken] ?? {},
        charges()[0],
        soundOf(received).length / LOUDSPEAKER + sound.length / RATE - 2.5
      )
      expect(charges().length).toBe(1)
      expect(await page.textContent("li.user")).toBe(heard)
      expect(await page.textContent("li.qal")).toBe(textOf(received))

      const before = received.length
      await page.fill("[name=text]", "ውሃ የት አለ?")
      await page.keyboard.press("Enter")
      const typed = await next(before, isComplete)
      await recorder.untilQuiet(2)
      const reply = received.slice(before)
      await expectAnswer((await recorder.played()).subarray(first.length), reply, "am")
      expectCharge(received[typed] ?? {}, charges()[1], soundOf(reply).length / LOUDSPEAKER)
      expect(charges().length).toBe(2)

      const frames = sent.filter(({ data }) => data !== undefined)
      expect(frames.length).toBeGreaterThan(50)
      for (const { data = "", mimeType } of frames) {
        const bytes = Buffer.from(data, "base64").length
        expect({ mimeType, bytes }).toEqual({ mimeType: "audio/pcm;rate=16000", bytes: 3_200 })
      }
      expect(await stop()).toBe("Closed 1000")
      expect(received.filter(({ error }) => error !== undefined)).toEqual([])
      expect(troubles).toEqual([])
    })
  }, 180_000)

  const question = "bishaan eessa jira"
  const interruption = "har'a guyyaa maali"
  const spokenOver = () =>
    joinSounds(silence(1.5), speak(question, "om"), silence(7), speak(interruption, "om"), silence(1))

  /**
   * Until the answer to the interruption is heard: silence, also of what had come of the first
   * answer, of which a part was played. Gives that. `stopped`: by when the page was told.
   */
  const expectSilence = async ({ recorder }: Opened, stopped: number): Promise<Int16Array> => {
    await recorder.untilSounding(stopped + LOUDSPEAKER)
    const played = await recorder.played()
    expect(sounding(played.subarray(0, stopped))).toBeGreaterThan(0.3)
    expect(sounding(played.subarray(stopped, stopped + LOUDSPEAKER))).toBe(0)
    return played.subarray(0, stopped)
  }
  /** So many samples after now the page has surely done what it was just told. */
  const soon = async ({ recorder }: Opened) => (await recorder.playedSamples()) + 0.3 * LOUDSPEAKER

  test.concurrent("a page in Chromium falls silent as soon as its user speaks over the answer, and may be left in the next", async () => {
    await withPage(spokenOver(), async (opened) => {
      await opened.page.selectOption("#language", "om")
      const { next, received } = await opened.start()

      const at = await next(0, isInterrupted)
      const stopped = await soon(opened)
      const heard = received[await next(at, isHeard)]?.serverContent?.inputTranscription?.text ?? ""
      expect(lettersWrong(interruption, heard)).toBeLessThanOrEqual(0.2)
      await expectSilence(opened, stopped)

      expect(await opened.stop()).toBe("Closed 1000")
      await opened.untilSettled()
      expect(opened.charges().length).toBe(received.filter(isHeard).length)
      expect(opened.troubles).toEqual([])
    })
  }, 120_000)

  test.concurrent("a page in Chromium holds the same conversation in OpenAI's Realtime protocol, and reports how much was played", async () => {
    await withPage(spokenOver(), async (opened) => {
      await opened.page.selectOption("#language", "om")
      const { next, received } = await opened.startRealtime()
      const is = (type: string) => (event: RealtimeEvent) => event.type === type
      const transcribed = "conversation.item.input_audio_transcription.completed"

      const first = await next(0, is(transcribed))
      expect(lettersWrong(question, received[first]?.transcript ?? "")).toBeLessThanOrEqual(0.2)
      const begun = await next(first, is("response.output_audio.delta"))
      const at = await next(begun, is("input_audio_buffer.speech_started"))
      const stopped = await soon(opened)
      const truncated = received[await next(at, is("conversation.item.truncated"))]
      const second = await next(at, is(transcribed))
      expect(lettersWrong(interruption, received[second]?.transcript ?? "")).toBeLessThanOrEqual(0.2)
      const part = await expectSilence(opened, stopped)
      const sent = soundOfEvents(received.slice(0, at))
      const told = sent.subarray(0, ((truncated?.audio_end_ms ?? 0) * LOUDSPEAKER) / 1_000)
      expect(sounding(told)).toBeWithin(sounding(part) - 0.3, sounding(part) + 0.3)
      const done = received[await next(begun, is("response.done"))]?.response
      expect(done?.usage?.total_tokens).toBeGreaterThan(0)

      expect(await opened.stop()).toBe("Closed 1000")
      await opened.untilSettled()
      expect(opened.charges().length).toBe(received.filter(is(transcribed)).length)
      expect(received.filter(is("error"))).toEqual([])
      expect(opened.troubles).toEqual([])
    })
  }, 120_000)
})
