/** Whose wallet the playground spends, what it says of engines for trying, and the command of what was sent, in Chromium. */
import { describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { engines } from "../../src/dashboard/web/messages/engines.ts"
import { speechCommands } from "../../src/dashboard/web/playground/commands/speechCommands.ts"
import { executable } from "../conversation/Browser.ts"
import { dashboardForFile } from "./Chromium.ts"
import { commandIn } from "./Command.ts"

const { opened, server } = dashboardForFile("the playground's key")

const keys = (page: Page) => page.getByLabel("Key", { exact: true })
const speak = async (page: Page, text: string) => {
  await page.getByLabel("Text to speak").fill(text)
  await page.getByRole("button", { name: "Speak", exact: true }).click()
  await page.getByText(/^Done/).waitFor()
}

interface Entry {
  readonly amount: number
}
interface Named {
  readonly id: string
  readonly name: string
}

describe.skipIf(executable === null)("the playground's key", () => {
  test("the playground's key is its own at first, with a wallet of its own, and no other wallet is charged", async () => {
    const { admin, page, troubles } = await opened("/playground/voice")
    await page.getByText("Playground: available").waitFor()
    expect(await keys(page).locator("option:checked").textContent()).toBe("The playground's key")
    await speak(page, "ሰላም")
    const wallets: ReadonlyArray<Named> = (await admin.ask("GET", "/wallets")).body.data
    const charged = await Promise.all(
      wallets.map(async ({ id, name }) => {
        const entries: ReadonlyArray<Entry> = (await admin.ask("GET", `/wallets/${id}/ledger?kind=charge`)).body.data
        return [name, entries.length]
      })
    )
    expect(charged).toEqual([
      ["default", 0],
      ["Playground", 1]
    ])
    expect(troubles).toEqual([])
  }, 120_000)

  test("another key chosen in the playground stays, with its wallet's balance and mark; its secret is not kept", async () => {
    const { admin, page } = await opened("/playground/voice")
    const wallet = (await admin.ask("POST", "/wallets", { name: "Library", opening_credit: 4.5 })).body.data.id
    const key = (await admin.ask("POST", "/keys", { name: "app", wallet_id: wallet })).body.data.key
    await page.reload()
    await keys(page).selectOption(key.id)
    await page.getByText(/Library: available Br\s4\.50/).waitFor()
    await page.getByText(/Below Br\s10\.00/).waitFor()
    await page.reload()
    await page.getByText(/Library: available/).waitFor()
    expect(await keys(page).inputValue()).toBe(key.id)
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(kept).toContain(key.id)
    expect(kept).not.toMatch(/sk_/)
    await admin.ask("DELETE", `/keys/${key.id}`)
    await page.reload()
    await page.getByText("Playground: available").waitFor()
  }, 120_000)

  test("the command below a playground's answer is the one that was sent, whatever is written meanwhile", async () => {
    const { page } = await opened("/playground/voice")
    const region = page.getByRole("region", { name: "Show as command" })
    await page.getByText("Playground: available").waitFor()
    expect(await region.count()).toBe(0)
    await speak(page, 'ሰላም "ነው"')
    await page.getByLabel("Text to speak").fill("ሌላ")
    const voice = await page.getByRole("combobox", { name: "Voice" }).inputValue()
    const commands = speechCommands(server.url, { text: 'ሰላም "ነው"', voice_id: voice, language: "am" })
    expect(await commandIn(page)).toBe(commands.curl ?? "")
    for (const [name, text] of [
      ["TypeScript", commands.typescript],
      ["Python", commands.python]
    ] as const) {
      await region.getByText(name, { exact: true }).click()
      expect(await commandIn(page)).toBe(text)
    }
    await page.reload()
    await speak(page, "ሰላም")
    expect(await commandIn(page)).toContain("import os")
  }, 120_000)

  test.each(["en", "am", "om"] as const)(
    "engines that are only for trying are marked as such where they answer (%s)",
    async (language) => {
      const { trial } = engines[language]
      const { page, show } = await opened("/playground/chat", { language })
      const note = (text: string) => page.getByRole("note").filter({ hasText: text })
      for (const [tab, notes] of [
        ["chat", [trial.understands_nothing]],
        ["translation", [trial.understands_nothing]],
        ["transcription", [trial.hears_own_voices]],
        ["conversation", [trial.hears_own_voices, trial.understands_nothing]]
      ] as const) {
        await show(`/playground/${tab}`)
        for (const text of notes) await note(text).waitFor()
        expect(await page.getByRole("note").count()).toBe(notes.length)
      }
      await show("/engines")
      for (const text of Object.values(trial)) await note(text).waitFor()
    },
    120_000
  )
})
