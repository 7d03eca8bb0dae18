/** What the dashboard's page shows where the server cannot be reached for a while. */
import { describe, expect, test } from "bun:test"
import { executable } from "../conversation/Browser.ts"
import { API_KEY, call } from "../support/Server.ts"
import { dashboardForFile } from "./Chromium.ts"

const { opened, server } = dashboardForFile("interruptions of the page")

describe.skipIf(executable === null)("a server that cannot be reached for a while", () => {
  test("a list of the dashboard stays while the server cannot be reached, says so, and recovers", async () => {
    await call(server, "GET", "/api/v1/voice/voices")
    const { page } = await opened("/requests")
    const list = page.getByRole("table", { name: "Requests" })
    await list.waitFor()
    await page.route("**/api/v1/admin/requests?*", (route) => route.abort())
    await page.getByRole("alert").waitFor()
    expect(await list.isVisible()).toBe(true)
    await page.unroute("**/api/v1/admin/requests?*")
    await page.getByRole("alert").waitFor({ state: "detached" })
  }, 60_000)

  test("the playground stops waiting for speech whose sound cannot be loaded", async () => {
    const body = { text: "ሰላም", voice_id: "am-hamen", language: "am" }
    const made = await fetch(`${server.url}/api/v1/voice/generations`, {
      method: "POST",
      headers: { "x-api-key": API_KEY, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    const clip = await made.text()
    const { page } = await opened("/playground/voice")
    await page.route("**/api/v1/voice/generations/stream", (route) =>
      route.fulfill({ contentType: "application/json", body: clip })
    )
    const { pathname } = new URL(JSON.parse(clip).data.audio_url)
    await page.route(`**${pathname}*`, (route) => route.fulfill({ status: 404 }))
    await page.getByRole("button", { name: "Speak", exact: true }).click()
    await page.getByRole("alert").waitFor()
    expect(await page.getByRole("button", { name: "Speak", exact: true }).isEnabled()).toBe(true)
  }, 60_000)
})
