/** The playground's conversation in Chromium, whose microphone hears speech that the server made, when the test says so. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { SAMPLE_RATE } from "../../src/audio/Decode.ts"
import * as Wav from "../../src/audio/Wav.ts"
import { conversationCommands } from "../../src/dashboard/web/playground/commands/conversationCommands.ts"
import { executable } from "../conversation/Browser.ts"
import { join as joined, silence } from "../conversation/sounds.ts"
import { call } from "../support/Server.ts"
import { dashboardForFile, type Opened } from "./Chromium.ts"
import { commandIn } from "./Command.ts"
import { startModel } from "./Model.ts"
import { button } from "./PlaygroundTab.ts"

/** Long enough to be spoken over. */
const ANSWER = Array.from({ length: 8 }, () => "አዲስ አበባ ትልቅ ከተማ ናት።").join(" ")
const SAID = "ውሃ የት አለ"
/** Milliseconds; recognising and speaking take seconds where much else runs. */
const PATIENCE = 60_000

const model = startModel(ANSWER)
afterAll(() => model.dispose())
const { browser, server } = dashboardForFile(
  "the playground's conversation",
  () => model.settings,
  () => ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
)
/** A WAV file in base64. */
let spoken: string

beforeAll(async () => {
  if (executable === null) return
  const body = { text: SAID, voice_id: "am-hamen", language: "am", output_format: "pcm_16000" }
  const { data } = await (await call(server, "POST", "/api/v1/voice/generations", body)).json()
  const speech = new Int16Array(new Uint8Array(Buffer.from(data.audio.split(",")[1], "base64")).buffer)
  spoken = Wav.file({ samples: joined(speech, silence(1)), sampleRate: SAMPLE_RATE }).toBase64()
}, 90_000)

/**
 * For the page: seconds of sound that were played, and tracks of the microphone that are open. The microphone hears
 * silence, and the sound of `wav` (base64) at each event "speak" of the document.
 */
const watchSound = (wav: string) => {
  const { dataset } = document.documentElement ?? document.body
  const count = (name: string, by: number) => {
    dataset[name] = String(Number(dataset[name] ?? 0) + by)
  }
  const { start } = AudioBufferSourceNode.prototype
  AudioBufferSourceNode.prototype.start = function (...times) {
    if (this.buffer?.getChannelData(0).some((sample) => Math.abs(sample) > 0.01)) count("played", this.buffer.duration)
    start.apply(this, times)
  }
  MediaDevices.prototype.getUserMedia = async () => {
    const room = new AudioContext()
    const microphone = room.createMediaStreamDestination()
    const buffer = await room.decodeAudioData(Uint8Array.fromBase64(wav).buffer)
    document.addEventListener("speak", () => {
      const source = new AudioBufferSourceNode(room, { buffer })
      source.connect(microphone)
      start.call(source)
    })
    for (const track of microphone.stream.getTracks()) {
      count("open", 1)
      const { stop } = track
      track.stop = () => {
        if (track.readyState === "live") count("open", -1)
        stop.call(track)
      }
    }
    return microphone.stream
  }
}

const speak = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event("speak")))

const counted = async (page: Page, name: "open" | "played"): Promise<number> =>
  Number((await page.getAttribute("html", `data-${name}`)) ?? 0)

const opened = async (): Promise<Opened> => {
  const one = await browser.open(server)
  one.page.setDefaultTimeout(PATIENCE)
  await one.show("/playground/conversation")
  await one.page.getByRole("button", { name: "Start" }).waitFor()
  await one.page.evaluate(watchSound, spoken)
  return one
}

const said = (page: Page) => page.getByRole("log", { name: "What was said" }).getByRole("listitem")
const state = (page: Page, words: string) => page.getByRole("status").getByText(words).waitFor()

describe.skipIf(executable === null)("the playground's conversation", () => {
  test("the playground's conversation writes both sides, plays, is interrupted, takes a typed turn, and ends", async () => {
    const { page, troubles } = await opened()
    await button(page, "Start").click()
    await state(page, "Listening")
    expect(await counted(page, "open")).toBe(1)

    await speak(page)
    await said(page)
      .filter({ hasText: /You.*(?:ውሃ|የት|አለ)/s })
      .first()
      .waitFor()
    await said(page)
      .filter({ hasText: /Qal.*አዲስ/s })
      .first()
      .waitFor()
    await page.waitForFunction(() => Number(document.documentElement.dataset.played ?? 0) > 1)
    await speak(page)
    await said(page).filter({ hasText: "Interrupted" }).first().waitFor()
    await said(page).filter({ hasText: /You/ }).nth(1).waitFor()

    const before = await said(page).count()
    await page.getByLabel("Or type").fill("በጽሑፍ የተጠየቀ")
    await button(page, "Send").click()
    await said(page).filter({ hasText: "በጽሑፍ የተጠየቀ" }).waitFor()
    await said(page)
      .nth(before + 1)
      .getByText(/Br\s[\d.]+/)
      .waitFor()
    await page.getByText(/Br\s[\d,.]+ left in the wallet/).waitFor()
    expect(model.asked.at(-1)).toContain("በጽሑፍ የተጠየቀ")

    await button(page, "End").click()
    await state(page, "Not connected")
    expect(await counted(page, "open")).toBe(0)
    expect(await page.getByRole("alert").count()).toBe(0)
    expect(troubles).toEqual([])
  }, 180_000)

  test("the playground's conversation stops the microphone when its tab is left", async () => {
    const { page, troubles } = await opened()
    await button(page, "Start").click()
    await state(page, "Listening")
    expect(await counted(page, "open")).toBe(1)
    await page.getByRole("tab", { name: "Chat" }).click()
    await page.waitForFunction(() => document.documentElement.dataset.open === "0")
    expect(troubles).toEqual([])
  }, 90_000)

  test("the playground's conversation shows its programs, once something was said", async () => {
    const { page } = await opened()
    const region = page.getByRole("region", { name: "Show as command" })
    await page.getByLabel("Instructions (system)").fill("Answer in one sentence; it's enough.")
    await button(page, "Start").click()
    await state(page, "Listening")
    expect(await region.count()).toBe(0)
    await page.getByLabel("Or type").fill('ሰላም "በጽሑፍ"')
    await button(page, "Send").click()
    const request = { language: "am", system: "Answer in one sentence; it's enough." } as const
    const commands = conversationCommands(server.url, { request, turns: ['ሰላም "በጽሑፍ"'] })
    expect(await commandIn(page)).toBe(commands.typescript)
    await region.getByText("Python", { exact: true }).click()
    expect(await commandIn(page)).toBe(commands.python)
    await button(page, "End").click()
  }, 90_000)
})
