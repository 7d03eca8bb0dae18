/** The playground's transcription tab in Chromium: files, and a microphone that hears speech which the server made. */
import { beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { SAMPLE_RATE } from "../../src/audio/Decode.ts"
import * as Wav from "../../src/audio/Wav.ts"
import { executable } from "../conversation/Browser.ts"
import { join as joined, silence } from "../conversation/sounds.ts"
import { errorRate } from "../conversation/Words.ts"
import { call } from "../support/Server.ts"
import { dashboardForFile } from "./Chromium.ts"
import { button, type PaidTab, showPaid, untilDone } from "./PlaygroundTab.ts"

const SAID = "እንኳን ደህና መጡ ዛሬ ምን ልርዳዎት አዲስ አበባ ትልቅ ከተማ ናት"

const { browser, server } = dashboardForFile("the playground's transcription", undefined, () => [
  "--use-fake-ui-for-media-stream",
  "--use-fake-device-for-media-stream",
  `--use-file-for-fake-audio-capture=${path("microphone.wav")}%noloop`
])

/** Speech as bytes in this format. */
const spoken = async (text: string, format: string): Promise<Buffer<ArrayBuffer>> => {
  const body = { text, voice_id: "am-hamen", language: "am", output_format: format }
  const { data } = await (await call(server, "POST", "/api/v1/voice/generations", body)).json()
  return Buffer.from(data.audio.split(",")[1], "base64")
}

const path = (name: string) => join(server.folder, name)

beforeAll(async () => {
  if (executable === null) return
  await Bun.write(path("clip.mp3"), await spoken(SAID, "mp3_44100"))
  const long = Array.from({ length: 24 }, () => SAID).join("። ")
  await Bun.write(path("long.mp3"), await spoken(long, "mp3_44100"))
  const pcm = await spoken(SAID, "pcm_16000")
  const samples = joined(silence(0.5), new Int16Array(new Uint8Array(pcm).buffer), silence(1))
  await Bun.write(path("microphone.wav"), Wav.file({ samples, sampleRate: SAMPLE_RATE }))
}, 90_000)

/** For the page: keeps whether the microphone is in use. */
const watchMicrophone = () => {
  const { getUserMedia } = MediaDevices.prototype
  MediaDevices.prototype.getUserMedia = async function (constraints) {
    const stream = await getUserMedia.call(this, constraints)
    document.documentElement.dataset.microphone = "open"
    for (const track of stream.getTracks()) {
      const { stop } = track
      track.stop = () => {
        stop.call(track)
        document.documentElement.dataset.microphone = "closed"
      }
    }
    return stream
  }
}

/** The tab, with a key of its own, and a wallet of its own unless one is named. */
const opened = async (wallet?: string): Promise<PaidTab> => {
  const one = await browser.open(server)
  await one.page.addInitScript(watchMicrophone)
  return showPaid(one, "/playground/transcription", wallet === undefined ? {} : { wallet })
}

const text = (page: Page) => page.getByRole("region", { name: "Text", exact: true })

const transcribe = async (page: Page, file: string) => {
  await page.locator("input[type=file]").setInputFiles(path(file))
  await button(page, "Transcribe").click()
}

const wordsShown = (page: Page, label: string): Promise<ReadonlyArray<string>> =>
  text(page).getByRole("group", { name: label }).getByRole("button").allTextContents()

/** Plays, and waits until another word is marked than the first that was. */
const expectMoving = async (page: Page) => {
  await page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.play())
  const marked = page.locator(".timed [aria-current=true]").first()
  await marked.waitFor()
  await page.waitForFunction(
    (was) => {
      const now = document.querySelector(".timed [aria-current=true]")?.textContent
      return now !== undefined && now !== was
    },
    await marked.textContent()
  )
}

const start = async (page: Page) => {
  await page.locator("label", { hasText: "Microphone" }).click()
  await button(page, "Start").click()
}

const microphoneIs = (page: Page, state: string) =>
  page.waitForFunction((wanted) => document.documentElement.dataset.microphone === wanted, state)

describe.skipIf(executable === null)("the playground's transcription of a file", () => {
  test("the playground transcribes a file, with captions that follow the sound and can be saved", async () => {
    const { charges, page, troubles } = await opened()
    await transcribe(page, "clip.mp3")
    const charged = await untilDone(page)
    const words = await wordsShown(page, "Words with their times")
    expect(errorRate(SAID, words.join(" "))).toBeLessThanOrEqual(0.1)
    expect((await wordsShown(page, "Captions")).length).toBeGreaterThan(0)
    expect(await page.locator("audio").evaluate(({ duration }: HTMLAudioElement) => duration)).toBeGreaterThan(3)
    await expectMoving(page)
    await text(page).getByRole("group", { name: "Words with their times" }).getByRole("button").last().click()
    expect(await page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(3)
    for (const [name, ending] of [
      ["Download SRT", ".srt"],
      ["Download WebVTT", ".vtt"]
    ] as const) {
      const [download] = await Promise.all([page.waitForEvent("download"), button(page, name).click()])
      expect(download.suggestedFilename()).toEndWith(ending)
      expect(await Bun.file(await download.path()).text()).toContain(" --> ")
    }
    expect(await charges()).toEqual([charged])
    expect(troubles).toEqual([])
  })

  test("the playground shows a file's text while it is recognised, where no times are asked for", async () => {
    const { charges, page } = await opened()
    await page.getByLabel("Times of the words, and captions").uncheck()
    await transcribe(page, "long.mp3")
    const partial = page.getByRole("region", { name: "Text so far" })
    await partial.waitFor()
    expect((await partial.textContent())?.length).toBeGreaterThan(0)
    const charged = await untilDone(page)
    expect(await text(page).textContent()).toContain("አበባ")
    expect(await button(page, "Download SRT").count()).toBe(0)
    expect(await charges()).toEqual([charged])
  })

  test("the playground charges a file's transcription once where the network fails after the request", async () => {
    const { charges, page } = await opened()
    let isFirst = true
    await page.route("**/scribe/transcribe?**", async (route) => {
      if (!isFirst) return await route.continue()
      isFirst = false
      await (await route.fetch()).body()
      await route.abort("connectionreset")
    })
    await transcribe(page, "clip.mp3")
    const charged = await untilDone(page)
    expect(await charges()).toEqual([charged])
  })

  test("the playground says plainly that a file is too large, or no sound", async () => {
    const { charges, page } = await opened()
    await Bun.write(path("large.mp3"), new Uint8Array(26_214_401))
    await page.locator("input[type=file]").setInputFiles(path("large.mp3"))
    await page.getByText("The file is larger than 26.2 MB.").waitFor()
    expect(await button(page, "Transcribe").isDisabled()).toBe(true)
    await Bun.write(path("text.mp3"), "this is no sound")
    await transcribe(page, "text.mp3")
    await page.getByRole("alert").getByText("UNSUPPORTED_MEDIA_TYPE").waitFor()
    await page.getByText("This browser cannot play this file").waitFor()
    expect(await charges()).toEqual([])
  })
})

describe.skipIf(executable === null)("the playground's transcription of the microphone", () => {
  test("the playground shows what is said into the microphone as it is said, and plays it again with its words", async () => {
    const { charges, page, troubles } = await opened()
    await start(page)
    await page.getByText("of 180 s").waitFor()
    const partial = page.getByRole("region", { name: "Text so far" })
    await partial.getByText("ናት").waitFor()
    expect(await page.getByRole("status").filter({ hasText: "Listening" }).count()).toBe(1)
    await button(page, "Finish").click()
    const charged = await untilDone(page)
    await microphoneIs(page, "closed")
    const words = await wordsShown(page, "Words with their times")
    expect(errorRate(SAID, words.join(" "))).toBeLessThanOrEqual(0.1)
    await page.waitForFunction(() => (document.querySelector("audio")?.duration ?? 0) > 3)
    await expectMoving(page)
    expect(await charges()).toEqual([charged])
    expect(troubles).toEqual([])
  })

  test("a live transcription ends with its socket when the playground's tab is left, and is charged once", async () => {
    const { charges, page } = await opened()
    const socket = page.waitForEvent("websocket")
    await start(page)
    const closed = (await socket).waitForEvent("close")
    await page.getByRole("region", { name: "Text so far" }).waitFor()
    await page.getByRole("tab", { name: "Chat" }).click()
    await microphoneIs(page, "closed")
    await closed
    for (let charged = await charges(); charged.length === 0; charged = await charges()) await Bun.sleep(50)
    expect((await charges()).length).toBe(1)
  })

  test("the playground says that the wallet is busy with another live transcription", async () => {
    const first = await opened()
    await start(first.page)
    await first.page.getByRole("status").filter({ hasText: "Listening" }).waitFor()
    const second = await opened(first.walletId)
    await start(second.page)
    await second.page.getByRole("alert").getByText("BUSY").waitFor()
    await microphoneIs(second.page, "closed")
    await button(second.page, "Start").waitFor()
  })

  test.each([
    ["NotAllowedError", "The microphone is not allowed"],
    ["NotFoundError", "No microphone was found"],
    ["NotReadableError", "Another program may be using it"]
  ])("the playground says what to do about %s", async (name, advice) => {
    const { page } = await opened()
    await page.evaluate((name) => {
      MediaDevices.prototype.getUserMedia = () => Promise.reject(new DOMException("refused", name))
    }, name)
    await start(page)
    await page.getByRole("alert").getByText(advice).waitFor()
    await button(page, "Start").waitFor()
  })
})
