/** Keys are made, used and revoked on the dashboard's page. */
import { describe, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Locator, Page } from "playwright-core"
import { firstWords } from "../../src/voice/SpeechApi.ts"
import { executable } from "../conversation/Browser.ts"
import { dashboardForFile } from "./Chromium.ts"

const { browser, opened, server } = dashboardForFile("the dashboard's keys")

/** The status of a request of the public API by this key. */
const statusBy = async (key: string): Promise<number> => {
  const response = await fetch(`${server.url}/api/v1/voice/voices`, { headers: { "x-api-key": key } })
  await response.bytes()
  return response.status
}

const dialogOf = (page: Page) => page.getByRole("dialog")
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name })

/** Makes a key by the dialog; the secret that it shows. */
const makeKey = async (page: Page, name: string): Promise<string> => {
  await page.getByRole("button", { name: "Create a key" }).click()
  await dialogOf(page).getByLabel("Name").fill(name)
  await dialogOf(page).getByRole("button", { name: "Create a key" }).click()
  return (await dialogOf(page).getByRole("region", { name: "Secret" }).locator("pre").textContent()) ?? ""
}

/** Whether the text is anywhere in the page's memory, once what nothing refers to has been collected. */
const isRemembered = async (page: Page, text: string): Promise<boolean> => {
  const session = await page.context().newCDPSession(page)
  let snapshot = ""
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => {
    snapshot += chunk
  })
  await session.send("HeapProfiler.collectGarbage")
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false })
  await session.detach()
  return snapshot.includes(text)
}

describe.skipIf(executable === null)("Keys on the dashboard's page", () => {
  test("the page of keys shows a secret once, and forgets it when its dialog is closed", async () => {
    const { page, troubles } = await opened("/keys")
    const secret = await makeKey(page, "call centre")
    expect(secret).toMatch(/^sk_[0-9A-Za-z]{40,}$/)
    expect(await statusBy(secret)).toBe(200)
    expect(await isRemembered(page, secret)).toBe(true)

    await page.getByRole("button", { name: "I have saved it" }).click()
    await dialogOf(page).waitFor({ state: "detached" })
    expect(await rowOf(page, "call centre").textContent()).toContain(`…${secret.slice(-4)}`)
    expect(await page.content()).not.toContain(secret)
    // What was shown fades out first.
    await Bun.sleep(500)
    expect(await isRemembered(page, secret)).toBe(false)

    await page.reload()
    await rowOf(page, "call centre").waitFor()
    expect(await page.content()).not.toContain(secret)
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
      secret
    )
    expect(troubles).toEqual([])
  }, 60_000)

  test("the page of keys shows a command beside the secret that speaks a greeting into a file", async () => {
    const { page } = await opened("/keys")
    const secret = await makeKey(page, "first words")
    const shown = dialogOf(page)
      .getByRole("region", { name: /Paste this/ })
      .locator("pre")
    const command = (await shown.textContent()) ?? ""
    expect(command).toBe(firstWords(server.url, secret))
    const folder = mkdtempSync(join(tmpdir(), "qal-greeting-"))
    try {
      expect(await Bun.spawn(["sh", "-c", command], { cwd: folder }).exited).toBe(0)
      expect(Bun.file(join(folder, "selam.mp3")).size).toBeGreaterThan(1_000)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }, 60_000)

  test("the page of keys revokes a key within a second, and can leave it out of the list", async () => {
    const { page } = await opened("/keys")
    const secret = await makeKey(page, "short-lived")
    await page.getByRole("button", { name: "I have saved it" }).click()
    await page.getByRole("button", { name: "Revoke short-lived" }).click()
    expect(await statusBy(secret)).toBe(200)
    const revoked = page.waitForResponse((response) => response.request().method() === "DELETE")
    await dialogOf(page).getByRole("button", { name: "Revoke" }).click()
    expect((await revoked).status()).toBe(204)
    const told = performance.now()
    while ((await statusBy(secret)) !== 401) await Bun.sleep(10)
    expect(performance.now() - told).toBeLessThan(1_000)

    await rowOf(page, "short-lived").getByText("Revoked").waitFor()
    await page.getByRole("switch", { name: "Hide revoked keys" }).click()
    await rowOf(page, "short-lived").waitFor({ state: "detached" })
  }, 60_000)

  test("a wallet that is nearly empty is marked wherever it is shown, and beside its keys to be revoked", async () => {
    const { admin, page, show } = await browser.open(server)
    const wallet = (await admin.ask("POST", "/wallets", { name: "Nearly empty", opening_credit: 3 })).body.data.id
    const made = async (name: string) => (await admin.ask("POST", "/keys", { name, wallet_id: wallet })).body.data
    const [used, unused] = [await made("used"), await made("unused")]
    expect(await statusBy(used.secret)).toBe(200)
    const mark = (within: Locator | Page) => within.getByText(/^Below Br\s10\.00$/)
    for (const path of ["/wallets", `/wallets/${wallet}`, "/keys"]) {
      await show(path)
      const marked = mark(path === "/wallets" ? rowOf(page, "Nearly empty") : page).first()
      await marked.waitFor()
      // Amber: more red and green than blue.
      const [red = 0, green = 0, blue = 0] = await marked.evaluate((element) =>
        (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number)
      )
      expect(Math.min(red, green)).toBeGreaterThan(blue)
    }
    expect(await mark(page).count()).toBe(2)
    for (const [{ key, secret }, lastUse] of [
      [used, /Last used.*\d/],
      [unused, /Last used.*[Nn]ever/]
    ] as const) {
      await page.getByRole("button", { name: `Revoke ${key.name}`, exact: true }).click()
      const told = await dialogOf(page).textContent()
      expect(told).toContain("Nearly empty")
      expect(told).toContain(`…${secret.slice(-4)}`)
      expect(told).toMatch(lastUse)
      await page.keyboard.press("Escape")
      await dialogOf(page).waitFor({ state: "detached" })
    }
    await show("/")
    await page.getByText(/^Wallets below Br\s10\.00: 1$/).waitFor()
  }, 60_000)

  test("the page of keys says what is wrong beside its field, and makes no key", async () => {
    const { admin, page } = await opened("/keys")
    const before = (await admin.ask("GET", "/keys")).body.data.length
    await page.getByRole("button", { name: "Create a key" }).click()
    const [name, limit] = [dialogOf(page).getByLabel("Name"), dialogOf(page).getByLabel("Requests a minute")]
    for (const [typed, wrong] of [
      ["0", true],
      ["1.5", true],
      ["1e309", true],
      ["many", true],
      ["60", false]
    ] as const) {
      await name.fill("  ")
      await limit.fill(typed)
      await dialogOf(page).getByRole("button", { name: "Create a key" }).click()
      await dialogOf(page).getByText("A name has 1 to 100 characters").waitFor()
      expect(await name.getAttribute("aria-invalid")).toBe("true")
      expect(await limit.getAttribute("aria-invalid")).toBe(wrong ? "true" : null)
    }
    expect((await admin.ask("GET", "/keys")).body.data).toHaveLength(before)
  }, 60_000)

  test("a key is made by the keyboard alone, and the focus returns to where it was", async () => {
    const { page } = await opened("/keys")
    await page.getByRole("button", { name: "Create a key" }).focus()
    await page.keyboard.press("Enter")
    await dialogOf(page).locator("input:focus").waitFor()
    await page.keyboard.type("by hand")
    await page.keyboard.press("Enter")
    await dialogOf(page).getByRole("region", { name: "Secret" }).waitFor()
    await page.keyboard.press("Enter")
    await dialogOf(page).getByRole("region", { name: "Secret" }).waitFor()
    await page.keyboard.press("Escape")
    await dialogOf(page).waitFor({ state: "detached" })
    await rowOf(page, "by hand").waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Create a key")
  }, 60_000)
})
