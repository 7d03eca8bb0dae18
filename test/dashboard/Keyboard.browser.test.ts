/** The dashboard by the keyboard alone, and where a part of it fails, in Chromium. */
import { describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { executable } from "../conversation/Browser.ts"
import { dashboardForFile } from "./Chromium.ts"

const { opened } = dashboardForFile("the dashboard's keyboard")

/** What the keyboard is at. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute("aria-label") ?? element?.textContent ?? ""
  })
const isInDialog = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)

describe.skipIf(executable === null)("the dashboard", () => {
  test.each([
    ["/keys", "Create a key"],
    ["/wallets", "Create a wallet"],
    ["/keys", "Revoke bootstrap key"]
  ])(
    "the dashboard at %s keeps the focus in the dialog that %s opens, and gives it back",
    async (path, name) => {
      const { page, troubles } = await opened(path)
      const button = page.getByRole("button", { name, exact: true })
      await button.focus()
      await page.keyboard.press("Enter")
      await page.getByRole("dialog").waitFor()
      await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]') !== null)
      for (let times = 0; times < 12; times++) {
        await page.keyboard.press(times < 6 ? "Tab" : "Shift+Tab")
        expect(await isInDialog(page)).toBe(true)
      }
      await page.keyboard.press("Escape")
      await page.getByRole("dialog").waitFor({ state: "detached" })
      await page.waitForFunction(() => document.activeElement?.matches("button:not([aria-modal] *)") === true)
      expect(await focused(page)).toBe(name)
      expect(troubles).toEqual([])
    },
    60_000
  )

  test("the dashboard opens a phone's menu by its button, and closes it by Escape", async () => {
    const { page, troubles } = await opened("/keys", { width: 360 })
    const burger = page.getByRole("button", { name: "Menu" })
    const voices = page.getByRole("link", { name: "Voices" })
    expect(await voices.isVisible()).toBe(false)
    await burger.focus()
    await page.keyboard.press("Enter")
    await voices.waitFor()
    expect(await burger.getAttribute("aria-expanded")).toBe("true")
    expect(await page.locator("main[inert]").count()).toBe(1)
    await voices.focus()
    await page.keyboard.press("Escape")
    await voices.waitFor({ state: "hidden" })
    expect(await focused(page)).toBe("Menu")
    expect(await burger.getAttribute("aria-expanded")).toBe("false")

    await page.keyboard.press("Enter")
    await voices.click()
    await page.getByRole("heading", { name: "Voices", level: 1 }).waitFor()
    await voices.waitFor({ state: "hidden" })
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("main")
    expect(troubles).toEqual([])
  }, 60_000)

  test("the dashboard's first link skips its menu", async () => {
    const { page } = await opened("/audit")
    await page.keyboard.press("Tab")
    expect(await focused(page)).toBe("Skip to the content")
    await page.keyboard.press("Enter")
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("main")
    expect(page.url()).toEndWith("#/audit")
  }, 60_000)

  test("the dashboard says so once where a part of its own code is gone, and its menu still works", async () => {
    const { page } = await opened("/audit")
    const [parts, pages]: [Array<string>, Array<string>] = [[], []]
    const loaded: ReadonlyArray<string> = await page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => name)
    )
    // All that another page would need.
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      const url = route.request().url()
      if (loaded.includes(url)) return route.continue()
      parts.push(url)
      return route.fulfill({ status: 404, body: "gone" })
    })
    page.on("request", (request) => {
      if (request.isNavigationRequest()) pages.push(request.url())
    })
    await page.getByRole("link", { name: "Engines" }).click()
    const alert = page.getByRole("alert")
    await alert.waitFor()
    expect(await alert.textContent()).toContain("UNEXPECTED_ANSWER")
    expect(parts.length).toBeGreaterThan(1)
    expect(pages.length).toBe(1)
    expect(page.url()).toEndWith("#/engines")

    // The menu works, and so does another page.
    await page.getByRole("link", { name: "Audit log" }).click()
    await page.getByRole("heading", { name: "Audit log", level: 1 }).waitFor()
    expect(await alert.count()).toBe(0)
  }, 60_000)

  test("the dashboard says that the server is away, and does not lose the page", async () => {
    const { page } = await opened("/audit")
    await page.route("**/*", (route) => route.abort("connectionrefused"))
    await page.getByRole("link", { name: "Engines" }).click()
    const alert = page.getByRole("alert")
    await alert.waitFor()
    expect(await alert.textContent()).toContain("The server cannot be reached")
    await page.unroute("**/*")
    await page.getByRole("button", { name: "Reload the page" }).click()
    await page.getByRole("heading", { name: "Engines", level: 1 }).waitFor()
  }, 60_000)

  test.each([
    ["nothing of the contract", { status: 200, contentType: "application/json", body: '{"data":{}}' }],
    ["a page of something before it", { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" }]
  ])(
    "the dashboard reports %s that answers in the server's place",
    async (_, answer) => {
      const { page } = await opened("/audit")
      await page.route("**/api/v1/admin/keys*", (route) => route.fulfill(answer))
      await page.getByRole("link", { name: "Keys" }).click()
      const alert = page.getByRole("alert")
      await alert.waitFor()
      expect(await alert.textContent()).toContain("UNEXPECTED_ANSWER")
      expect(await alert.textContent()).toContain("does not know")
    },
    60_000
  )
})
