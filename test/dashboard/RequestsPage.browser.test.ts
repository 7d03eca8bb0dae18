/** The page of requests in Chromium: what runs, what was answered, and one found by its id. */
import { afterAll, describe, expect, test } from "bun:test"
import { executable } from "../conversation/Browser.ts"
import { call } from "../support/Server.ts"
import { completion, startUpstream } from "../support/Upstream.ts"
import { dashboardForFile, type Opened } from "./Chromium.ts"

/** A text model that answers when it is let. */
const { promise: released, resolve: release } = Promise.withResolvers<void>()
const slow = startUpstream(async () => {
  await released
  return completion({ content: "ሰላም ለእርስዎም" })
})

afterAll(() => {
  release()
  return slow.stop()
})
const { opened, server } = dashboardForFile("the page's requests", () => slow.settings("slow-model", "TEXT"))

/** Speech of a voice; `am-nobody` is none. The `x-request-id` that the client is told. */
const speak = async (voice: string): Promise<string> => {
  const body = { text: "ሰላም ነው", voice_id: voice, language: "am" }
  return (await call(server, "POST", "/api/v1/voice/generations", body)).headers.get("x-request-id") ?? ""
}

const shownRows = ({ page }: Opened, count: number) =>
  page.waitForFunction(
    (wanted) => document.querySelectorAll('table[aria-label="Requests"] tbody tr').length === wanted,
    count
  )

/** Searches for an id and opens what is found. */
const find = async (requests: Opened, id: string) => {
  const { page } = requests
  await page.getByRole("searchbox").fill(id)
  await shownRows(requests, 1)
  await page.getByRole("link", { name: id }).click()
  await page.getByRole("heading", { name: "Request", exact: true }).waitFor()
}

describe.skipIf(executable === null)("the page of requests", () => {
  test("the page of requests finds one by the id that its client was given, and shows its outcome", async () => {
    const made = await speak("am-hamen")
    const refused = await speak("am-nobody")
    const requests = await opened("/requests")
    const { page, show, troubles } = requests

    await find(requests, refused)
    await page.getByText("VOICE_UNAVAILABLE").waitFor()
    await page.getByText("The voice is unknown, switched off, or does not speak the language.").waitFor()
    await page.getByText("This request started no paid work.").waitFor()

    await page.getByRole("link", { name: "All requests" }).click()
    await find(requests, made)
    await page.getByText("Settled").waitFor()
    const text = (await page.locator("#main").textContent()) ?? ""
    for (const part of ["POST /api/v1/voice/generations", "It was answered without an error.", "Settled", "default"])
      expect(text).toContain(part)
    expect(text).toMatch(/Br\s0\.\d/)
    await page.getByRole("link", { name: "Open the clip" }).click()
    await page.getByText("ሰላም ነው").waitFor()
    await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1)

    await show("/requests")
    await shownRows(requests, 2)
    await page.getByLabel("Outcome").selectOption({ label: "Failed" })
    await shownRows(requests, 1)
    expect(await page.locator('table[aria-label="Requests"]').textContent()).toContain(refused)
    await page.getByLabel("Capability").selectOption({ label: "Chat" })
    await page.getByText("Nothing here yet").waitFor()
    expect(troubles).toEqual([])
  }, 60_000)

  test("the page of requests shows a job while it runs, and its request as soon as it is answered", async () => {
    const requests = await opened("/requests")
    const { page, show } = requests
    await page.getByText("No job is running.").waitFor()
    const id = "told-to-the-client-1"
    const answer = call(
      server,
      "POST",
      "/api/v1/chat_generate",
      { prompt: "ሰላም", target_language: "am" },
      { "x-request-id": id }
    )
    const running = page.getByRole("region", { name: "Running now" })
    await running.getByText("Jobs that run now: 1").waitFor()
    await running.getByRole("link", { name: id }).waitFor()
    expect(await running.getByRole("row").nth(1).textContent()).toMatch(/Chat.*default/)

    await running.getByRole("link", { name: id }).click()
    await page.getByText("It is still being answered.").waitFor()
    await page.getByRole("row").getByText("Running", { exact: true }).waitFor()
    release()
    expect((await answer).status).toBe(200)
    await page.getByText("It was answered without an error.").waitFor()
    await page.getByText("Settled").waitFor()

    await show("/requests/nobody-was-told-this")
    const notice = page.getByText("No request of the last 30 days has this id")
    await notice.waitFor()
    // It stays while the page looks again.
    const kept = await notice.elementHandle()
    for (let look = 0; look < 2; look++) await page.waitForResponse(/requests\/nobody-was-told-this$/)
    expect(await kept?.evaluate((element) => element.isConnected)).toBe(true)
    await show("/requests")
    await page.getByText("No job is running.").waitFor()
    await page.getByRole("link", { name: id }).waitFor()
  }, 60_000)

  test("the page of requests shows each on a phone, in Amharic, and never scrolls sideways", async () => {
    const id = await speak("am-nobody")
    const { page, show, troubles } = await opened("/requests", { language: "am", width: 360, colorScheme: "dark" })
    await page.getByRole("link", { name: id }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await show(`/requests/${id}`)
    await page.getByText("ድምፁ አይታወቅም፣ ጠፍቷል ወይም ቋንቋውን አይናገርም።").waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(troubles).toEqual([])
  }, 60_000)
})
