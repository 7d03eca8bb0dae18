/** One look at pages of the dashboard in Chromium; `bun run test:all browser` has all of them, in every language, scheme and size. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { engines } from "../../src/dashboard/web/messages/engines.ts"
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

/** The theme's amber in the light scheme. */
const AMBER = "rgb(138, 90, 0)"

test.skipIf(executable === null)(
  "engines that are there for trying are told of in amber, where they answer and where they are listed",
  async () => {
    const { page, show, troubles } = await open()
    const notesAt = async (path: string, count: number): Promise<ReadonlyArray<string>> => {
      await show(path)
      const notes = page.getByRole("note")
      await notes.nth(count - 1).waitFor()
      const colors = await notes.evaluateAll((all) => all.map((each) => getComputedStyle(each).borderTopColor))
      expect([path, ...new Set(colors)]).toEqual([path, AMBER])
      return await notes.allTextContents()
    }
    const { hears_own_voices: hears, understands_nothing: understands } = engines.en.trial
    for (const path of ["/playground/conversation", "/engines"]) {
      expect(new Set(await notesAt(path, 2))).toEqual(new Set([hears, understands]))
    }
    const marks = page.getByText(engines.en.forTrying, { exact: true })
    expect(await marks.count()).toBe(2)
    const markColor = (mark: Element) => getComputedStyle(mark.parentElement ?? mark).borderTopColor
    expect(await marks.first().evaluate(markColor)).toBe(AMBER)
    expect(troubles).toEqual([])
  }
)
