/** The playground's voice tab in Chromium: from a server's first start to the first heard sound. */
import { describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { executable } from "../conversation/Browser.ts"
import { dashboardForFile, untilHeard } from "./Chromium.ts"
import { button, choose, showPaid, untilDone } from "./PlaygroundTab.ts"

const SENTENCE = "ሰላም! እንኳን ደህና መጡ። ዛሬ ምን ልርዳዎት?"
/** Two minutes of speech, which take some seconds to make. */
const LONG = Array.from({ length: 25 }, () => SENTENCE).join(" ")
const STREAM = "/api/v1/voice/generations/stream"

const { browser, server } = dashboardForFile("the playground's voice", undefined, () => [
  "--autoplay-policy=user-gesture-required"
])

/** The tab, with a wallet and a key of its own. */
const opened = async (credit = 500, look = {}) =>
  showPaid(await browser.open(server, look), "/playground/voice", { credit })

const speak = async (page: Page, text: string) => {
  await page.getByLabel("Text to speak").fill(text)
  await button(page, "Speak").click()
}

const current = (page: Page) => page.locator(".timed [aria-current=true]")

describe.skipIf(executable === null)("the playground's voice", () => {
  test("the playground speaks on the first visit, by the start's link and a key made in the page", async () => {
    const { page, troubles } = await browser.open(server)
    await page.context().clearCookies()
    const link = await untilPrinted(/http\S+\/#\/sign-in\/[\w-]+/)
    await page.goto(link)
    await page.getByRole("link", { name: "Keys" }).click()
    await button(page, "Create a key").click()
    await page.getByRole("dialog").getByLabel("Name").fill("first")
    await page.getByRole("dialog").getByRole("button", { name: "Create a key" }).click()
    await page.getByText("I have saved it").click()
    await page.getByRole("link", { name: "Playground" }).click()
    await choose(page, "first")
    await button(page, "Speak").click()
    const seconds = await untilDone(page).then(() =>
      page.locator("audio").evaluate(({ duration }: HTMLAudioElement) => duration)
    )
    expect(seconds).toBeWithin(2, 10)
    await page.waitForFunction(() => (document.querySelector("audio")?.currentTime ?? 0) > 1)
    expect(troubles).toEqual([])
  })

  test("the playground shows the cost first, plays speech while it is made, marks its words, and charges once", async () => {
    const { charges, page, troubles } = await opened()
    await page.getByLabel("Text to speak").fill(LONG)
    await page.getByText(`${LONG.length.toLocaleString("en")} of 5,000 characters`).waitFor()
    const estimate = page.getByRole("region", { name: "Estimate" })
    await estimate.getByText(/^Br\s\d\.\d/).waitFor()
    expect(await estimate.locator('dt:text-is("Required balance") + dd').textContent()).toMatch(/^Br\s\d+\.\d/)
    let isMade = false
    page.on("requestfinished", (request) => {
      isMade ||= request.url().endsWith(STREAM)
    })
    await button(page, "Speak").click()
    await page.waitForFunction(() => (document.querySelector("audio")?.currentTime ?? 0) > 0.2)
    expect(isMade).toBe(false)
    const charged = await untilDone(page)
    expect(await charges()).toEqual([charged])
    await current(page).waitFor()
    const first = await current(page).textContent()
    await page.waitForFunction((was) => {
      const now = document.querySelector(".timed [aria-current=true]")?.textContent
      return now !== undefined && now !== was
    }, first)
    expect(await page.locator("audio").evaluate(({ duration }: HTMLAudioElement) => duration)).toBeGreaterThan(60)
    expect(troubles).toEqual([])
  })

  test("the playground plays from the chosen word, by the keyboard too, and stops by its button", async () => {
    const { page } = await opened()
    await speak(page, `${SENTENCE} ${SENTENCE} ${SENTENCE}`)
    await untilDone(page)
    await button(page, "Stop").click()
    const at = () =>
      page.locator("audio").evaluate(({ currentTime, paused }: HTMLAudioElement) => ({ currentTime, paused }))
    expect((await at()).paused).toBe(true)
    const words = page.locator(".timed button")
    expect(await words.allTextContents()).toEqual(`${SENTENCE} ${SENTENCE} ${SENTENCE}`.split(" "))
    await words.nth(8).click()
    const clicked = (await at()).currentTime
    expect(clicked).toBeWithin(4, 8)
    await page.keyboard.press("End")
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("ልርዳዎት?")
    await page.keyboard.press("Enter")
    expect((await at()).currentTime).toBeGreaterThan(clicked + 3)
  })

  test("the playground charges speech once where the network fails after the request was made", async () => {
    const { charges, page } = await opened()
    let isFirst = true
    await page.route(`**${STREAM}`, async (route) => {
      if (!isFirst) return await route.continue()
      isFirst = false
      await (await route.fetch()).body()
      await route.abort("connectionreset")
    })
    await speak(page, SENTENCE)
    const charged = await untilDone(page)
    expect(await untilHeard(page)).toBeGreaterThan(2)
    expect(await charges()).toEqual([charged])
  })

  test("the playground plays an earlier clip again at no cost, and gives it as a file", async () => {
    const { charges, page } = await opened()
    await speak(page, SENTENCE)
    const charged = await untilDone(page)
    await button(page, `Play again: ${SENTENCE}`).click()
    expect(await untilHeard(page)).toBeGreaterThan(2)
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      button(page, `Download: ${SENTENCE}`).first().click()
    ])
    const bytes = await Bun.file(await download.path()).bytes()
    expect(download.suggestedFilename()).toEndWith(".mp3")
    expect(bytes.length).toBeGreaterThan(10_000)
    expect(await charges()).toEqual([charged])
  })

  test("the playground says that the wallet cannot cover the speech, and what the server answers then", async () => {
    const { charges, page } = await opened(0)
    await page.getByText("does not have enough").waitFor()
    await speak(page, SENTENCE)
    await page.getByRole("alert").getByText("INSUFFICIENT_CREDITS").waitFor()
    expect(await charges()).toEqual([])
  })

  test("the playground takes no text that is too long, and falls silent when the tab is left", async () => {
    const { page } = await opened()
    await page.getByLabel("Text to speak").fill("ሀ".repeat(5_001))
    await page.getByText("At most 5,000 characters").waitFor()
    expect(await button(page, "Speak").isDisabled()).toBe(true)
    await speak(page, LONG)
    const audio = await page.locator("audio").elementHandle()
    await page.waitForFunction(() => (document.querySelector("audio")?.currentTime ?? 0) > 0.2)
    await page.getByRole("tab", { name: "Chat" }).click()
    await page.waitForFunction((left) => left instanceof HTMLAudioElement && left.paused, audio)
  })
})

/** Waits for it in the server's output. */
const untilPrinted = async (pattern: RegExp): Promise<string> => {
  for (;;) {
    const found = pattern.exec(server.output())?.[0]
    if (found !== undefined) return found
    await Bun.sleep(20)
  }
}
