/** The page of voices in Chromium: what is heard there, and what its changes do to the public catalog. */
import { describe, expect, test } from "bun:test"
import { executable } from "../conversation/Browser.ts"
import { call } from "../support/Server.ts"
import { dashboardForFile, playing, untilHeard } from "./Chromium.ts"

const { opened, server } = dashboardForFile("the page of voices")

interface PublicVoice {
  readonly id: string
  readonly is_default: boolean
  readonly is_available: boolean
}

/** The voices of a language as clients see them. */
const catalog = async (language: string): Promise<ReadonlyArray<PublicVoice>> =>
  (await (await call(server, "GET", `/api/v1/voice/voices?language=${language}`)).json()).data

/** Until the public catalog fits: it is told of a change within a second. */
const untilCatalog = async (language: string, fits: (voices: ReadonlyArray<PublicVoice>) => boolean): Promise<void> => {
  const end = performance.now() + 5_000
  while (!fits(await catalog(language))) {
    if (performance.now() > end) throw new Error(`the catalog still is ${JSON.stringify(await catalog(language))}`)
    await Bun.sleep(50)
  }
}

describe.skipIf(executable === null)("the page of voices", () => {
  test("the page of voices plays a voice's preview, pauses it, and plays one at a time", async () => {
    const { page, troubles } = await opened("/voices")
    const listen = page.getByRole("button", { name: "Listen: Hamen" })
    expect(await listen.getAttribute("aria-pressed")).toBe("false")
    await listen.click()
    expect(await untilHeard(page)).toBeGreaterThan(1)
    expect(await listen.getAttribute("aria-pressed")).toBe("true")

    await listen.press("Enter")
    await page.waitForSelector('[aria-label="Listen: Hamen"][aria-pressed=false]')
    expect(await playing(page)).toBeUndefined()

    await page.getByRole("button", { name: "Listen: Bikila" }).click()
    await untilHeard(page)
    await page.getByRole("button", { name: "Listen: Hamen" }).click()
    await page.waitForSelector('[aria-label="Listen: Bikila"][aria-pressed=false]')
    await untilHeard(page)
    expect(await listen.getAttribute("aria-pressed")).toBe("true")
    expect(troubles).toEqual([])
  }, 90_000)

  test("the page of voices switches a voice off and on again in the public catalog", async () => {
    const { admin, page } = await opened("/voices")
    const available = page.getByRole("switch", { name: "Available: Selam" })
    expect((await catalog("am")).map(({ id }) => id)).toContain("am-selam")

    await available.focus()
    await page.keyboard.press("Space")
    await page.getByRole("article", { name: "Selam" }).getByText("Switched off").waitFor()
    await untilCatalog("am", (voices) => voices.every(({ id }) => id !== "am-selam"))
    const refused = await call(server, "POST", "/api/v1/voice/generations", {
      text: "ሰላም",
      voice_id: "am-selam",
      language: "am"
    })
    expect([refused.status, (await refused.json()).error.code]).toEqual([422, "VOICE_UNAVAILABLE"])
    const changed = (await admin.ask("GET", "/audit?action=voice.change")).body.data[0]
    expect(changed.target).toBe("am-selam")

    await available.focus()
    await page.keyboard.press("Space")
    await untilCatalog("am", (voices) => voices.some(({ id }) => id === "am-selam"))
  }, 60_000)

  test("the page of voices makes a voice its language's default, in the place of the one before", async () => {
    const { page } = await opened("/voices")
    const defaults = (voices: ReadonlyArray<PublicVoice>) =>
      voices.flatMap((voice) => (voice.is_default ? [voice.id] : []))
    expect(defaults(await catalog("om"))).toEqual(["om-bikila"])
    await page.getByRole("button", { name: "Make it the default: Chaltu" }).click()
    await page.getByRole("article", { name: "Chaltu" }).getByText("Default of Afaan Oromo").waitFor()
    expect(await page.getByText("Default of Afaan Oromo").count()).toBe(1)
    await untilCatalog("om", (voices) => defaults(voices).join() === "om-chaltu")
    expect(defaults(await catalog("am"))).toEqual(["am-hamen"])
  }, 60_000)

  test("the page of voices shows those that fit a search, a language and a gender", async () => {
    const { page } = await opened("/voices", { language: "am", width: 360 })
    const names = () => page.getByRole("article").evaluateAll((cards) => cards.map((card) => card.ariaLabel))
    const untilShown = async (count: number) =>
      page.waitForFunction((wanted) => document.querySelectorAll("article").length === wanted, count)
    await untilShown((await catalog("am")).length + (await catalog("om")).length)
    await page.getByLabel("ፈልግ").fill("ትዕግስት")
    await untilShown(1)
    expect(await names()).toEqual(["Tigist"])
    await page.getByLabel("ፈልግ").fill("")
    await page.getByLabel("ቋንቋ", { exact: true }).last().selectOption({ label: "አፋን ኦሮሞ" })
    await untilShown((await catalog("om")).length)
    await page.getByLabel("ጾታ").selectOption({ label: "ሴት" })
    await untilShown(3)
    expect(await names()).toEqual(["Chaltu", "Lensa", "Hawwii"])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  }, 60_000)
})
