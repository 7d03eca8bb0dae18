/** The playground's translation in Chromium, with the sandbox's phrase book. */
import { describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { executable } from "../conversation/Browser.ts"
import { dashboardForFile, type Opened } from "./Chromium.ts"
import { commandIn, hasCurl, runCommand } from "./Command.ts"

const { browser, server } = dashboardForFile("the playground's translation")

const opened = async (): Promise<Opened> => {
  const one = await browser.open(server)
  await one.show("/playground/translation")
  await one.page.getByLabel("From", { exact: true }).waitFor()
  return one
}

const from = (page: Page) => page.getByLabel("From", { exact: true })
const to = (page: Page) => page.getByLabel("To", { exact: true })
const text = (page: Page) => page.getByLabel("Text")
const translated = (page: Page) => page.locator("[aria-live=polite] p[lang]")

/** Presses the button, and gives what stands there then. */
const translate = async (page: Page): Promise<string> => {
  await page.getByRole("button", { name: "Translate" }).click()
  await page.getByText(/checks.*, \d+ tokens/).waitFor()
  return (await translated(page).textContent()) ?? ""
}

/** The phrase book's "Good morning". */
const MORNING = { am: /[\u1200-\u137f]{3}/, om: /[A-Z][a-z]+ [a-z]+/, en: /Good morning/i } as const
const languages = ["am", "om", "en"] as const
const choices = languages.flatMap((source) =>
  languages.filter((target) => target !== source).map((target) => [source, target] as const)
)

describe.skipIf(executable === null)("the playground's translation", () => {
  test.each(choices)(
    "the playground translates %s to %s, and shows the command that does the same",
    async (source, target) => {
      const { page, troubles } = await opened()
      await from(page).selectOption(source)
      await to(page).selectOption(target)
      expect([await from(page).inputValue(), await to(page).inputValue()]).toEqual([source, target])
      const answer = await translate(page)
      expect(answer).toMatch(MORNING[target])
      expect(await translated(page).getAttribute("lang")).toBe(target)
      if (hasCurl) {
        const { data } = JSON.parse(await runCommand(server, await commandIn(page)))
        expect(data.translation).toBe(answer)
      }
      expect(troubles).toEqual([])
    },
    60_000
  )

  test("the playground's translation never has one language on both sides", async () => {
    const { page } = await opened()
    for (const [source, target] of choices) {
      await from(page).selectOption(source)
      await to(page).selectOption(target)
      await to(page).selectOption(source)
      expect(await from(page).inputValue()).not.toBe(source)
      expect(await to(page).inputValue()).toBe(source)
      await from(page).selectOption(source)
      expect(await to(page).inputValue()).not.toBe(source)
    }
  }, 60_000)

  test("the playground swaps the languages, and takes the translation as the text", async () => {
    const { page } = await opened()
    const answer = await translate(page)
    await page.getByRole("button", { name: "Swap" }).click()
    expect([await from(page).inputValue(), await to(page).inputValue()]).toEqual(["am", "en"])
    expect(await text(page).inputValue()).toBe(answer)
    expect(await translate(page)).toMatch(MORNING.en)
  }, 60_000)

  test("the playground names what the sandbox cannot translate, and what would", async () => {
    const { page } = await opened()
    await text(page).fill("The committee postponed its deliberations on fisheries.")
    await page.getByRole("button", { name: "Translate" }).click()
    const alert = page.getByRole("alert")
    await alert.waitFor()
    expect(await alert.textContent()).toContain("QAL_TEXT_URL")
  }, 60_000)
})
