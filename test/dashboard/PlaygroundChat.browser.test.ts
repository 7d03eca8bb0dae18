/** The playground's chat in Chromium, with a model that answers slowly. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { executable } from "../conversation/Browser.ts"
import { call } from "../support/Server.ts"
import { dashboardForFile, type Opened } from "./Chromium.ts"
import { commandIn, hasCurl, runCommand } from "./Command.ts"
import { IMPOSSIBLE, startModel } from "./Model.ts"

const ANSWER = "ጤና ይስጥልኝ እኔ ቀስ ብዬ የምመልስ የሙከራ ሞዴል ነኝ እና ብዙ ቃላት አሉኝ"
const NOTE = "ማስታወሻው የሚለው ይህ ነው"

const model = startModel(ANSWER)
afterAll(() => model.dispose())
const { browser, server } = dashboardForFile("the playground's chat", () => model.settings)

beforeAll(async () => {
  if (executable === null) return
  await Bun.write(join(server.folder, "note.txt"), NOTE)
  const body = { text: "ውሃ የት አለ", voice_id: "am-hamen", language: "am" }
  const { data } = await (await call(server, "POST", "/api/v1/voice/generations", body)).json()
  await Bun.write(join(server.folder, "ask.mp3"), Buffer.from(data.audio.split(",")[1], "base64"))
}, 90_000)

const opened = async (): Promise<Opened> => {
  const one = await browser.open(server)
  await one.show("/playground/chat")
  await one.page.getByLabel("Message", { exact: true }).waitFor()
  return one
}

const ask = async (page: Page, prompt: string): Promise<void> => {
  await page.getByLabel("Message", { exact: true }).fill(prompt)
  await page.getByRole("button", { name: "Send" }).click()
}

const turns = (page: Page) => page.getByRole("log", { name: "Conversation" }).getByRole("listitem")
const untilTurns = async (page: Page, count: number): Promise<void> => {
  await page.waitForFunction((least) => (document.body.textContent ?? "").split("complete").length > least, count)
}

describe.skipIf(executable === null)("the playground's chat", () => {
  test("the playground's chat shows an answer as it grows, and sends what was said before with the next turn", async () => {
    const { page, troubles } = await opened()
    await ask(page, "የመጀመሪያው ጥያቄ")
    const lengths = new Set<number>()
    const answer = turns(page).first().locator("p[lang=am]")
    await answer.waitFor()
    while ((await turns(page).first().textContent())?.includes("complete") === false) {
      lengths.add((await answer.textContent())?.length ?? 0)
      await Bun.sleep(50)
    }
    expect(lengths.size).toBeGreaterThan(3)
    expect(await answer.textContent()).toBe(ANSWER)
    expect(await turns(page).first().textContent()).toContain("30 tokens")

    await ask(page, "ሁለተኛው ጥያቄ")
    await untilTurns(page, 2)
    expect(await turns(page).count()).toBe(2)
    const asked = model.asked.at(-1) ?? ""
    const places = ["የመጀመሪያው ጥያቄ", ANSWER, "ሁለተኛው ጥያቄ"].map((text) => asked.indexOf(text))
    expect(places.every((place, at) => place > (places[at - 1] ?? -1))).toBe(true)

    await page.getByRole("button", { name: "New chat" }).click()
    expect(await turns(page).count()).toBe(0)
    expect(troubles).toEqual([])
  }, 90_000)

  test("the playground's chat asks about a file, and again without sending it", async () => {
    const { page, troubles } = await opened()
    const bodies: Array<string> = []
    page.on("request", (request) => {
      if (request.url().endsWith("/chat_generate")) bodies.push(request.postDataBuffer()?.toString() ?? "")
    })
    await page.locator("input[type=file]").first().setInputFiles(join(server.folder, "note.txt"))
    await page.getByLabel("Message", { exact: true }).fill("ምን ይላል?")
    await page.getByRole("button", { name: "Send" }).click()
    await untilTurns(page, 1)
    const command = await commandIn(page)
    expect(model.asked.at(-1)).toContain(NOTE)
    expect(await turns(page).first().textContent()).toContain("note.txt")

    await ask(page, "እንደገና ንገረኝ")
    await untilTurns(page, 2)
    expect(bodies[1]).toMatch(/"fileUri":"qal:\/\/files\/\w+"/)
    expect(bodies[1]).not.toContain(NOTE)
    expect(model.asked.at(-1)).toContain(NOTE)
    if (hasCurl) {
      expect(command).toContain("note.txt")
      expect(JSON.parse(await runCommand(server, command)).response_text).toBe(ANSWER)
      expect(model.asked.at(-1)).toContain(NOTE)
    }
    expect(troubles).toEqual([])
  }, 90_000)

  test("the playground's chat takes a spoken message", async () => {
    const { page, troubles } = await opened()
    await page.locator("input[type=file]").nth(1).setInputFiles(join(server.folder, "ask.mp3"))
    await ask(page, "")
    await untilTurns(page, 1)
    expect(await turns(page).first().textContent()).toMatch(/ውሃ|የት|አለ/)
    expect(model.asked.at(-1)).toMatch(/ውሃ|የት|አለ/)
    expect(troubles).toEqual([])
  }, 90_000)

  test("the playground's chat shows an error, keeps what was asked, and stops by its button", async () => {
    const { page, troubles } = await opened()
    await ask(page, IMPOSSIBLE)
    const alert = page.getByRole("alert")
    await alert.waitFor()
    expect(await alert.textContent()).toContain("PROVIDER_ERROR")
    expect(await page.getByLabel("Message", { exact: true }).inputValue()).toBe(IMPOSSIBLE)
    expect(await turns(page).count()).toBe(0)

    await ask(page, "ረጅም መልስ")
    await turns(page).first().locator("p[lang=am]", { hasText: "ጤና" }).waitFor()
    await page.getByRole("button", { name: "Stop" }).click()
    await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" })
    const stopped = await turns(page).first().locator("p[lang=am]").textContent()
    expect(stopped?.length).toBeLessThan(ANSWER.length)
    expect(await alert.count()).toBe(0)
    expect(troubles).toEqual([])
  }, 90_000)

  test.skipIf(!hasCurl)(
    "the playground's chat shows the command that streams the same",
    async () => {
      const { page } = await opened()
      await ask(page, "It's a 'quoted' $HOME \\ question?")
      await untilTurns(page, 1)
      await page.getByLabel("Message", { exact: true }).fill("What was not sent")
      const asked = model.asked.length
      const output = await runCommand(server, await commandIn(page))
      expect(output).toContain('"is_last_chunk":true')
      expect(model.asked).toHaveLength(asked + 1)
      expect(model.asked.at(-1)).toContain("It's a 'quoted' $HOME \\\\ question?")
    },
    60_000
  )

  test("the playground's chat says in the page's language that the server is away", async () => {
    const { page } = await opened()
    await page.route("**/chat_generate", (route) => route.abort("connectionrefused"))
    await page.getByLabel("Language", { exact: true }).selectOption("am")
    await page.getByRole("button", { name: "ላክ" }).click()
    const alert = page.getByRole("alert")
    await alert.waitFor()
    expect(await alert.textContent()).toContain("አገልጋዩ ሊገኝ አልቻለም")
    expect(await alert.textContent()).toContain("UNREACHABLE")
  }, 60_000)
})
