/**
 * Every page and dialog of the dashboard in Chromium, in each language, light and dark, at a desk and
 * on a phone: nothing serious to axe-core, nothing cut off, overlapping, too small or without a glyph,
 * no error, nothing that its policy refuses, no other host, no secret kept.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { executable } from "../conversation/Browser.ts"
import type { TestServer } from "../support/Server.ts"
import { launch, type Opened } from "./Chromium.ts"
import { openLooks } from "./Looks.ts"
import { empty, full, makeData } from "./Places.ts"
import { ADMIN_TOKEN, startDashboard } from "./Session.ts"

if (executable === null) process.stderr.write("Chromium is not installed: the dashboard's looks are not tested\n")

interface Running {
  readonly server: TestServer
  readonly browser: Awaited<ReturnType<typeof launch>>
  readonly opened: Opened
  readonly looks: Awaited<ReturnType<typeof openLooks>>
}
let running: Running

beforeAll(async () => {
  if (executable === null) return
  const { server } = await startDashboard()
  const browser = await launch()
  if (browser === undefined) return
  const opened = await browser.open(server)
  const secrets = [ADMIN_TOKEN, opened.admin.csrf, opened.admin.cookie.split("=")[1] ?? ""]
  const looks = await openLooks(server, { context: opened.page.context(), secrets })
  running = { server, browser, opened, looks }
}, 90_000)
afterAll(async () => {
  await running?.browser?.dispose()
  await running?.server.dispose()
})

describe.skipIf(executable === null)("the dashboard's pages", () => {
  test("the dashboard's pages are accessible where nobody is signed in, and where nothing is there", async () => {
    const context = running.opened.page.context()
    const cookies = await context.cookies(`${running.server.url}/api/v1/admin`)
    const flaws: Array<string> = []
    for (const place of empty) {
      if (place.signedOut === true) await context.clearCookies()
      else await context.addCookies(cookies)
      flaws.push(...(await running.looks.look(place)))
    }
    expect(flaws).toEqual([])
  }, 180_000)

  test("the dashboard's pages are accessible with all that a server may have", async () => {
    const made = await makeData(running.server, running.opened.admin)
    const flaws: Array<string> = []
    for (const place of full(made)) flaws.push(...(await running.looks.look(place)))
    expect(flaws).toEqual([])
  }, 600_000)
})
