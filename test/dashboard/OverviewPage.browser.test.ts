/** The dashboard's overview, and its audit log, as they are read in the browser. */
import { beforeAll, describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { executable } from "../conversation/Browser.ts"
import { call } from "../support/Server.ts"
import { dashboardForFile } from "./Chromium.ts"
import { type Admin, signIn } from "./Session.ts"

const { browser, opened, server } = dashboardForFile("the dashboard's overview")
let admin: Admin

beforeAll(async () => {
  if (executable === null) return
  admin = await signIn(server)
}, 90_000)

const ask = (path: string, headers?: Readonly<Record<string, string>>) => call(server, "GET", path, undefined, headers)

/** The rows of a chart's table: what stands in each cell. */
const numbersOf = async (page: Page, title: string): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const figure = page.getByRole("figure").filter({ has: page.getByRole("heading", { name: title, exact: true }) })
  const table = figure.locator("table")
  return table
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => Array.from(row.children).map((cell) => cell.textContent ?? "")))
}

describe.skipIf(executable === null)("The dashboard's overview", () => {
  test("the overview says what to do first until something was asked; then its numbers move by themselves", async () => {
    const { page, troubles } = await opened("/")
    const steps = page.getByRole("region", { name: /three steps to begin/ })
    await steps.waitFor()
    expect(
      await steps.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")))
    ).toEqual(["#/keys", "#/playground/voice", "#/engines"])
    expect(await steps.textContent()).toContain("QAL_TEXT_URL=")

    for (let count = 0; count < 5; count++) expect((await ask("/api/v1/voice/voices")).status).toBe(200)
    expect((await ask("/api/v1/voice/voices", { "x-api-key": "sk_no" })).status).toBe(401)
    const spoken = await call(server, "POST", "/api/v1/voice/generations", {
      text: "ሰላም ለዓለም",
      voice_id: "am-hamen",
      language: "am"
    })
    const { usage } = (await spoken.json()).data
    const today = page.getByText("Requests today", { exact: true }).locator("..")
    await today.getByRole("link", { name: "7", exact: true }).waitFor()
    await today.getByText("1 answered by an error").waitFor()
    await page.getByText(`Br\u00a0${usage.credits_used} today`).waitFor()
    await steps.waitFor({ state: "detached" })

    expect((await numbersOf(page, "Requests per day")).at(-1)?.slice(1)).toEqual(["7"])
    expect(await numbersOf(page, "Errors by code")).toEqual([["UNAUTHORIZED", "1"]])
    expect((await numbersOf(page, "Spend per day")).at(-1)?.slice(1)).toEqual([`Br\u00a0${usage.credits_used}`])
    expect((await numbersOf(page, "Time until the answer is complete")).map(([capability]) => capability)).toEqual([
      "Voice"
    ])
    const perSecond = await numbersOf(page, "Requests per second, last minute")
    expect(perSecond).toHaveLength(60)
    expect(perSecond.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(7)
    expect(troubles).toEqual([])
  }, 60_000)

  test("the overview shows as many days as are chosen", async () => {
    const { page, show } = await browser.open(server)
    await ask("/api/v1/voice/voices")
    await show("/")
    for (const days of [7, 90, 30]) {
      await page.getByText(`${days} days`, { exact: true }).click()
      await page.getByText(new RegExp(`requests in ${days} days`)).waitFor()
      expect(await numbersOf(page, "Requests per day")).toHaveLength(days)
    }
  }, 60_000)

  test("the audit log's page says what was changed, in the reader's language, and by what", async () => {
    const wallet = (await admin.ask("POST", "/wallets", { name: "audited", opening_credit: 3 })).body.data.id
    await admin.ask("POST", `/wallets/${wallet}/credits`, { amount: 2.5, note: "for the audit" })
    const { page } = await opened("/audit", { language: "om" })
    await page.getByRole("cell", { name: "Herregni korojoo guutame" }).waitFor()
    await page.getByText("Hamma: Br\u00a02.50").waitFor()
    await page.getByText("Yaadannoo: for the audit").waitFor()
    await page.getByLabel("Gocha").selectOption("Korojoon uumame")
    await page.getByText("Yaadannoo: for the audit").waitFor({ state: "detached" })
    expect(await page.locator("tbody tr").count()).toBe(1)
    expect(await page.locator("tbody tr").textContent()).toContain(wallet)
  }, 60_000)

  test("no page of the dashboard is wider than a phone, in any language, in light and dark", async () => {
    const wallet = (await admin.ask("GET", "/wallets")).body.data[0].id
    for (const [at, language] of (["en", "am", "om"] as const).entries()) {
      const { page, show, troubles } = await browser.open(server, {
        language,
        width: 360,
        colorScheme: at % 2 === 0 ? "dark" : "light"
      })
      for (const path of ["/", "/keys", "/wallets", `/wallets/${wallet}`, "/audit"]) {
        await show(path)
        await page.waitForLoadState("networkidle")
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      }
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
      expect(troubles).toEqual([])
    }
  }, 90_000)
})
