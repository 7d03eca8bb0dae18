/** One look at pages of the dashboard in Chromium; `bun run test:all browser` has all of them, in every language, scheme and size. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { executable } from "../conversation/Browser.ts"
import type { LentServer } from "../support/Lent.ts"
import { launch, untilHeard } from "./Chromium.ts"
import { openLooks } from "./Looks.ts"
import { lendDashboard } from "./Session.ts"

if (executable === null) process.stderr.write("Chromium is not installed: the dashboard is not looked at\n")

let server: LentServer
let browser: Awaited<ReturnType<typeof launch>>

beforeAll(async () => {
  if (executable === null) return
  server = (await lendDashboard()).server
  browser = await launch()
})
afterAll(async () => {
  await browser?.dispose()
  await server?.giveBack()
})

const open = async () => {
  if (browser === undefined) throw new Error("there is no browser")
  return await browser.open(server)
}

test.skipIf(executable === null)(
  "the pages for keys and for speech break none of axe-core's rules, and have no error",
  async () => {
    const { page } = await open()
    const looks = await openLooks(server, { context: page.context(), secrets: [] })
    for (const path of ["/keys", "/playground/voice"]) expect(await looks.glance({ name: path, path })).toEqual([])
  }
)

test.skipIf(executable === null)("the playground speaks its text when Speak is pressed", async () => {
  const { page, show, troubles } = await open()
  await show("/playground/voice")
  await page.getByRole("button", { name: "Speak", exact: true }).click()
  expect(await untilHeard(page)).toBeGreaterThan(0.5)
  expect(troubles).toEqual([])
})
