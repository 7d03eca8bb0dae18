/** The page of engines in Chromium: what it says of them, and the try of each. */
import { afterAll, describe, expect, test } from "bun:test"
import { executable } from "../conversation/Browser.ts"
import { serverForFile } from "../support/ForFile.ts"
import type { TestServer } from "../support/Server.ts"
import { dashboardForFile, untilHeard } from "./Chromium.ts"
import { ADMIN_TOKEN } from "./Session.ts"

const SECRET = "sk-upstream-secret-never-shown"

let away = false

/** A text model that refuses whatever it is asked; while it is `away` it is not ready either. */
const refusing = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request) =>
    away
      ? new Response(null, { status: 500 })
      : new URL(request.url).pathname.endsWith("/models")
        ? Response.json({ data: [] })
        : new Response(null, { status: 401 })
})
const url = `http://127.0.0.1:${refusing.port}/v1`

afterAll(() => refusing.stop(true))
const { browser, server: embedded } = dashboardForFile("the page's engines")
const attached = serverForFile(
  () => ({
    QAL_ADMIN_TOKEN: ADMIN_TOKEN,
    QAL_TEXT_URL: url,
    QAL_TEXT_MODEL: "refusing-model",
    QAL_TEXT_API_KEY: SECRET
  }),
  executable !== null
)

const opened = async (server: TestServer, look = {}) => {
  const one = await browser.open(server, look)
  await one.show("/engines")
  /** The card of an engine, and its try: what it says once it is over. */
  const card = (name: string) => one.page.getByRole("article", { name, exact: true })
  const tried = async (name: string, button: string): Promise<string> => {
    await card(name).getByRole("button", { name: button }).click()
    const result = card(name).getByRole("status")
    await result.waitFor()
    return (await result.textContent()) ?? ""
  }
  return { ...one, card, tried }
}

describe.skipIf(executable === null)("the page of engines", () => {
  test("the page of engines has each embedded engine tried: one speaks aloud, one transcribes, one answers", async () => {
    const { card, page, tried, troubles } = await opened(embedded)
    for (const name of ["Speech", "Recognition", "Text"]) {
      await card(name).getByText("Embedded", { exact: true }).waitFor()
      await card(name).getByText("Works", { exact: true }).waitFor()
    }
    const spoken = await tried("Speech", "Test: Speech")
    expect(await untilHeard(page)).toBeGreaterThan(1)
    expect(spoken).toMatch(/It worked, in [\d.,]+ m?s/)
    expect(spoken).toContain("ሰላም")
    expect(await tried("Recognition", "Test: Recognition")).toMatch(/It worked.*What it heard.*ሰላም/)
    expect(await tried("Text", "Test: Text")).toMatch(/It worked.*What it answered.*\p{Script=Ethiopic}/u)
    expect(troubles).toEqual([])
  }, 120_000)

  test("the page of engines has a line to paste for each server that can be attached", async () => {
    const { card } = await opened(embedded)
    const text = card("Text")
    const line = text.locator("pre")
    expect(await line.textContent()).toMatch(
      /^QAL_TEXT_URL=http:\/\/localhost:11434\/v1 QAL_TEXT_MODEL=gemma3 .*(?:main\.ts|\/qal) serve$/
    )
    for (const [server, port] of [
      ["llama.cpp", 8080],
      ["vLLM", 8000]
    ] as const) {
      await text.getByLabel("A server such as").selectOption(server)
      expect(await line.textContent()).toStartWith(`QAL_TEXT_URL=http://localhost:${port}/v1 QAL_TEXT_MODEL=`)
    }
    await text.getByLabel("A server such as").selectOption("One on the network, with a key")
    expect(await line.textContent()).toContain("QAL_TEXT_API_KEY=")
  }, 60_000)

  test("the page of engines looks again by itself while an engine does not work", async () => {
    away = true
    const { card, troubles } = await opened(attached)
    await card("Text").getByText("Does not work now", { exact: true }).waitFor()
    away = false
    await card("Text").getByText("Works", { exact: true }).waitFor()
    expect(troubles).toEqual([])
  }, 90_000)

  test("the page of engines shows an attached engine that refuses, without its key, on a phone in Afaan Oromo", async () => {
    const { card, page, tried, troubles } = await opened(attached, { language: "om", width: 360, colorScheme: "dark" })
    await card("Barreeffama").getByText("Kan itti qabsiifame", { exact: true }).waitFor()
    const about = (await card("Barreeffama").textContent()) ?? ""
    expect(about).toContain("refusing-model")
    expect(about).toContain(url)
    expect(await tried("Barreeffama", "Qori: Barreeffama")).toMatch(/Hin milkoofne.*PROVIDER_/)
    expect(await page.content()).not.toContain(SECRET)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(troubles).toEqual([])
  }, 60_000)
})
