/** What the dashboard's page does where its session, or what that was lent, ends while it is open. */
import { beforeAll, describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { executable } from "../conversation/Browser.ts"
import { dashboardForFile } from "./Chromium.ts"
import { ADMIN_TOKEN, type Admin, signIn } from "./Session.ts"

const { opened, server } = dashboardForFile("the page's session")
let other: Admin

beforeAll(async () => {
  if (executable === null) return
  other = await signIn(server)
}, 90_000)

const untilWayIn = (page: Page) => page.getByLabel("Dashboard token").waitFor()

describe.skipIf(executable === null)("signing out", () => {
  test("signing out shows the sign-in page", async () => {
    const { admin, page, troubles } = await opened("/audit")
    await page.getByRole("cell", { name: admin.sessionId }).first().waitFor()
    await page.getByRole("button", { name: "Sign out" }).click()
    await untilWayIn(page)
    expect(await admin.ask("GET", "/session")).toMatchObject({ status: 401 })
    expect(troubles).toEqual([])
  }, 60_000)
})

describe.skipIf(executable === null)("a session that ends while the page is open", () => {
  test("a session that ends while the page is open can be signed out of", async () => {
    const { admin, page, troubles } = await opened("/engines")
    await page.getByRole("button", { name: "Sign out" }).waitFor()
    await admin.ask("DELETE", "/session")
    await page.getByRole("button", { name: "Sign out" }).click()
    await untilWayIn(page)
    expect(troubles).toEqual([])
  }, 60_000)

  test("a session that ends leads to the sign-in page, from the playground and a voice too", async () => {
    for (const [path, name] of [
      ["/playground/translation", "Translate"],
      ["/voices", "Listen: Hamen"]
    ] as const) {
      const { admin, page } = await opened(path)
      const button = page.getByRole("button", { name })
      await button.waitFor()
      await admin.ask("DELETE", "/session")
      await button.click()
      await untilWayIn(page)
    }
  }, 60_000)

  test("a session of another tab takes the place of one that ended, and this tab works with it", async () => {
    const { page } = await opened("/voices")
    const chosen = page.getByRole("article", { name: "Hamen" }).getByRole("switch")
    await chosen.waitFor()
    await page.evaluate(async (token) => {
      await fetch("/api/v1/admin/session", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ token })
      })
    }, ADMIN_TOKEN)
    const asked = page.waitForResponse((response) => response.url().endsWith("/admin/session"))
    await chosen.click({ force: true })
    await asked
    await page.waitForTimeout(200)
    const changed = page.waitForResponse((response) => response.request().method() === "PATCH")
    await chosen.click({ force: true })
    expect((await changed).status()).toBe(200)
  }, 60_000)

  test("a sign-in link opened within a session begins none, and leads to the overview", async () => {
    const { page } = await opened("/sign-in/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
    await page.getByRole("heading", { name: "Overview" }).waitFor()
    expect(new URL(page.url()).hash).toBe("#/")
  }, 60_000)
})

describe.skipIf(executable === null)("secrets that the playground is lent", () => {
  test("the playground uses one lent secret for all, and another where one is refused", async () => {
    const { admin, page } = await opened("/playground/voice")
    await page.getByRole("region", { name: "Estimate" }).getByText(/^Br/).first().waitFor()
    const lent = async () =>
      (await other.ask("GET", "/audit?action=key.lend")).body.data.filter(
        ({ session_id }: { readonly session_id: string }) => session_id === admin.sessionId
      )
    expect(await lent()).toHaveLength(1)

    // A hundred more end the page's.
    const [{ target }] = await lent()
    for (let at = 0; at < 100; at++) await admin.ask("POST", `/keys/${target}/secrets`)
    await Bun.sleep(1_000)
    await page.getByRole("tab", { name: "Translation" }).click()
    await page.getByRole("button", { name: "Translate" }).click()
    await page
      .getByText(/tokens/)
      .first()
      .waitFor()
  }, 60_000)
})
