/** Wallets are topped up and their ledgers read on the dashboard's page. */
import { describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { executable } from "../conversation/Browser.ts"
import { call } from "../support/Server.ts"
import { dashboardForFile } from "./Chromium.ts"
import type { Admin } from "./Session.ts"

const { browser, opened, server } = dashboardForFile("the dashboard's wallets")

const dialogOf = (page: Page) => page.getByRole("dialog")
const ledgerOf = (page: Page) => page.getByRole("table", { name: "Ledger" }).locator("tbody tr")
/** A figure by its name, as it stands on the page. */
const figure = (page: Page, name: string, amount: string) =>
  page.getByText(name, { exact: true }).locator("..").getByText(`Br\u00a0${amount}`, { exact: true })

/** A wallet of a test's own, with 100 ETB. */
const newWallet = async (admin: Admin, name: string): Promise<string> =>
  (await admin.ask("POST", "/wallets", { name, opening_credit: 100 })).body.data.id

const fillTopUp = async (page: Page, amount: string, note: string): Promise<void> => {
  await page.getByRole("button", { name: "Top up" }).click()
  await dialogOf(page).getByLabel("Amount").fill(amount)
  await dialogOf(page).getByLabel("Note").fill(note)
}

describe.skipIf(executable === null)("Wallets on the dashboard's page", () => {
  test("the page of wallets makes one with its opening credit, and its page opens from the list", async () => {
    const { page, troubles } = await opened("/wallets")
    await page.getByRole("button", { name: "Create a wallet" }).click()
    await dialogOf(page).getByLabel("Name").fill("Team Jimma")
    await dialogOf(page).getByLabel("Opening credit").fill("12.5")
    await dialogOf(page).getByRole("button", { name: "Create a wallet" }).click()
    await page.getByRole("link", { name: "Team Jimma" }).click()
    await page.getByRole("heading", { name: "Team Jimma" }).waitFor()
    await figure(page, "Balance", "12.50").waitFor()
    await ledgerOf(page).getByText("+Br\u00a012.50").waitFor()
    expect(await ledgerOf(page).count()).toBe(1)
    expect(troubles).toEqual([])
  }, 60_000)

  test("a top-up on the page appears in the ledger and the balance, and a double click credits once", async () => {
    const { admin, page, show } = await browser.open(server)
    const id = await newWallet(admin, "topped up")
    await show(`/wallets/${id}`)
    await fillTopUp(page, "25.0001", "invoice 7")
    await dialogOf(page).getByRole("button", { name: "Top up" }).dblclick()
    await figure(page, "Balance", "125.0001").waitFor()
    await ledgerOf(page).filter({ hasText: "invoice 7" }).getByText("+Br\u00a025.0001").waitFor()
    await dialogOf(page).waitFor({ state: "detached" })
    await figure(page, "Available", "125.0001").waitFor()

    // The next dialog is another credit, also of the same amount and note.
    await fillTopUp(page, "25.0001", "invoice 7")
    await dialogOf(page).getByRole("button", { name: "Top up" }).click()
    await figure(page, "Balance", "150.0002").waitFor()
    expect((await admin.ask("GET", `/wallets/${id}/ledger`)).body.data).toHaveLength(3)
  }, 60_000)

  test("the top-up dialog sent again credits once, though its first answer was lost", async () => {
    const { admin, page, show } = await browser.open(server)
    const id = await newWallet(admin, "lost answer")
    await show(`/wallets/${id}`)
    await fillTopUp(page, "5", "once")
    // The server credits, and the page never hears of it.
    await page.route("**/credits", async (route) => {
      await route.fetch()
      await route.abort()
    })
    await dialogOf(page).getByRole("button", { name: "Top up" }).click()
    await dialogOf(page).getByRole("alert").waitFor()
    await page.unroute("**/credits")
    await dialogOf(page).getByRole("button", { name: "Top up" }).click()
    await dialogOf(page).waitFor({ state: "detached" })
    await figure(page, "Balance", "105.00").waitFor()
    expect((await admin.ask("GET", `/wallets/${id}/ledger`)).body.data).toHaveLength(2)
  }, 60_000)

  test("the page of wallets refuses invalid amounts and notes beside their fields, and credits nothing", async () => {
    const { admin, page, show } = await browser.open(server)
    const id = await newWallet(admin, "wrong")
    await show(`/wallets/${id}`)
    for (const amount of ["", "0", "-5", "0.00001", "1e309", "1,000", "NaN"]) {
      await fillTopUp(page, amount, "")
      await dialogOf(page).getByRole("button", { name: "Top up" }).click()
      await dialogOf(page).getByText("An amount from 0.0001").waitFor()
      await dialogOf(page).getByText("Say in 1 to 500 characters").waitFor()
      await page.keyboard.press("Escape")
      await dialogOf(page).waitFor({ state: "detached" })
    }
    expect((await admin.ask("GET", `/wallets/${id}`)).body.data.balance).toBe(100)
  }, 60_000)

  test("the page's CSV has the entries that the filter shows", async () => {
    const { admin, page, show } = await browser.open(server)
    const id = await newWallet(admin, "filtered")
    for (const note of ["first of May", 'second, "quoted"', "third"]) {
      await admin.ask("POST", `/wallets/${id}/credits`, { amount: 1, note })
    }
    await show(`/wallets/${id}`)
    const downloaded = async () => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Download as CSV" }).click()
      ])
      return Bun.file(await download.path()).text()
    }
    await ledgerOf(page).nth(3).waitFor()
    expect((await downloaded()).trim().split("\r\n")).toHaveLength(5)

    await page.getByLabel("Search").fill("quoted")
    await ledgerOf(page).nth(1).waitFor({ state: "detached" })
    await ledgerOf(page).getByText('second, "quoted"').waitFor()
    const found = await downloaded()
    expect(found.trim().split("\r\n")).toHaveLength(2)
    expect(found).toContain('"second, ""quoted"""')

    await page.getByLabel("Search").fill("")
    await page.getByLabel("Kind").selectOption("Charge")
    await page.getByText("Nothing here yet").nth(1).waitFor()
    expect((await downloaded()).trim().split("\r\n")).toHaveLength(1)

    await page.getByLabel("Kind").selectOption("Credit")
    await page.getByLabel("To", { exact: true }).fill("2020-01-01")
    await page.getByText("Nothing here yet").nth(1).waitFor()
    await page.getByLabel("To", { exact: true }).fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10))
    await page.getByLabel("From", { exact: true }).fill("2020-01-01")
    await ledgerOf(page).nth(3).waitFor()
  }, 60_000)

  test("the credit that running jobs hold is shown while they run, and is gone with them", async () => {
    const { admin, page, show } = await browser.open(server)
    const [wallet] = (await admin.ask("GET", "/wallets")).body.data
    await show(`/wallets/${wallet.id}`)
    await page.getByRole("heading", { name: "Holds of running jobs" }).waitFor()
    const text = "እንኳን ደህና መጡ። ዛሬ የምንነጋገረው ስለ አየር ሁኔታ ነው። ".repeat(30)
    const jobs = Array.from({ length: 2 }, () =>
      call(server, "POST", "/api/v1/voice/generations", { text, voice_id: "am-hamen", language: "am" })
    )
    const holds = page.getByRole("table", { name: "Holds of running jobs" }).locator("tbody tr")
    await holds.first().waitFor()
    await holds.first().getByText("Voice").waitFor()
    expect(await figure(page, "Held", "0.00").count()).toBe(0)
    expect((await Promise.all(jobs)).map(({ status }) => status)).toEqual(jobs.map(() => 201))
    await holds.first().waitFor({ state: "detached" })
    await figure(page, "Held", "0.00").waitFor()
    expect(await ledgerOf(page).filter({ hasText: "Voice" }).count()).toBe(jobs.length)
  }, 90_000)

  test("a balance that can no longer be read is not shown as if it were current", async () => {
    const { admin, page, show } = await browser.open(server)
    await show(`/wallets/${await newWallet(admin, "Stale")}`)
    await figure(page, "Balance", "100.00").waitFor()
    await page.route("**/api/v1/admin/wallets/wal_*", (route) => route.abort())
    await page.getByRole("alert").getByText("The server cannot be reached.").first().waitFor()
    await figure(page, "Balance", "100.00").waitFor()
    await page.unroute("**/api/v1/admin/wallets/wal_*")
    await page.getByRole("alert").waitFor({ state: "detached" })
  }, 60_000)
})
