/**
 * The dashboard's page as a browser shows it that came over plain http from another
 * machine: it lends such a page neither `crypto.randomUUID` nor a clipboard.
 */
import { describe, expect, test } from "bun:test"
import { executable } from "../conversation/Browser.ts"
import { dashboardForFile } from "./Chromium.ts"

const { browser, server } = dashboardForFile("the page over plain http")

const opened = async () => {
  const one = await browser.open(server)
  await one.page.addInitScript(() => {
    Object.defineProperty(window, "isSecureContext", { value: false })
    Reflect.deleteProperty(Crypto.prototype, "randomUUID")
    Reflect.deleteProperty(Navigator.prototype, "clipboard")
  })
  return one
}

describe.skipIf(executable === null)("the page over plain http", () => {
  test("the dashboard over plain http translates, chats and speaks in the playground", async () => {
    const { page, show, troubles } = await opened()
    await show("/playground/translation")
    await page.getByRole("button", { name: "Translate" }).click()
    await page
      .getByText(/tokens/)
      .first()
      .waitFor()

    await page.getByRole("tab", { name: "Chat" }).click()
    await page.getByRole("button", { name: "Send" }).click()
    await page
      .getByRole("log")
      .getByText(/tokens/)
      .waitFor()

    await page.getByRole("tab", { name: "Voice" }).click()
    await page.getByRole("button", { name: "Speak", exact: true }).click()
    await page.getByRole("status").filter({ hasText: "Done" }).waitFor()
    expect(troubles).toEqual([])
  }, 60_000)

  test("the dashboard over plain http copies a new key's secret, and keeps the focus in its dialog", async () => {
    const { page, show, troubles } = await opened()
    await page.context().grantPermissions(["clipboard-read"])
    await show("/keys")
    await page.getByRole("button", { name: "Create a key" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Name").fill("copied")
    await dialog.getByRole("button", { name: "Create a key" }).click()
    const shown = dialog.getByRole("region", { name: "Secret" })
    await shown.getByRole("button", { name: "Copy" }).click()
    const button = shown.getByRole("button", { name: "Copied" })
    await button.waitFor()
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
    const secret = await shown.locator("pre").textContent()

    const other = await page.context().newPage()
    await other.goto(`${server.url}/#/keys`)
    await other.bringToFront()
    expect(await other.evaluate(() => navigator.clipboard.readText())).toBe(secret ?? "")
    expect(troubles).toEqual([])
  }, 60_000)
})
