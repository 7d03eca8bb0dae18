/**
 * The page at `/docs` in Chromium, over a real server: after one paste of a key, operations are sent as they
 * stand, by a reader who has made nothing yet; and it is fit for a phone, the dark, and a screen reader.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type Browser, chromium, type Page } from "playwright-core"
import { type Operation, operationNameOf } from "../../src/server/docs/Document.ts"
import { noteOf } from "../../src/server/docs/Origins.ts"
import { executable } from "../conversation/Browser.ts"
import { ADMIN_TOKEN, startDashboard } from "../dashboard/Session.ts"
import { API_KEY, call, type TestServer } from "../support/Server.ts"
import { type Reader, readerOf } from "./DocsReader.ts"

if (executable === null) process.stderr.write("Chromium is not installed: the page at /docs is not tested\n")

/** Milliseconds; what is waited for takes a second or two where nothing else runs. */
const PATIENCE = 30_000

interface Opened {
  readonly page: Page
  /** Errors of the page, what its policy refuses, and requests to other hosts. */
  readonly troubles: Array<string>
}

let server: TestServer
let reader: Reader
let browser: Browser

beforeAll(async () => {
  if (executable === null) return
  server = (await startDashboard()).server
  reader = await readerOf(server.url)
  browser = await chromium.launch({ executablePath: executable, args: ["--no-sandbox", "--disable-gpu"] })
}, 90_000)
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})

const open = async (width = 1280): Promise<Opened> => {
  const context = await browser.newContext({ colorScheme: "light", viewport: { width, height: 900 } })
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await context.addInitScript({ path: Bun.resolveSync("axe-core/axe.min.js", import.meta.dir) })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  const troubles: Array<string> = []
  const { host } = new URL(server.url)
  page.on("pageerror", ({ message }) => troubles.push(message))
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") troubles.push(message.text())
  })
  page.on("request", (request) => {
    const url = new URL(request.url())
    if (/^(?:http|ws)s?:$/.test(url.protocol) && url.host !== host) troubles.push(request.url())
  })
  await page.goto(`${server.url}/docs`)
  return { page, troubles }
}

/** What fields hold. */
const valuesOf = (fields: ReadonlyArray<Element>): ReadonlyArray<string> =>
  fields.map((field) => (field instanceof HTMLInputElement ? field.value : ""))

const placeOf = (page: Page, name: string) => {
  const operation = reader.operations.find((each) => operationNameOf(each) === name)
  if (operation === undefined) throw new Error(`there is no ${name}`)
  return page.locator(`[id="${operation.id}"]`)
}

/** Opens the operation and sends it; what is shown of its answer. */
const send = async (page: Page, name: string): Promise<string> => {
  const place = placeOf(page, name)
  await place.locator("> details").evaluate((details) => details.setAttribute("open", ""))
  const button = place.locator('button[type="submit"]')
  await button.click()
  await place.locator(".answer p").first().waitFor()
  await page.waitForFunction(
    (each) => each instanceof HTMLButtonElement && !each.disabled,
    await button.elementHandle()
  )
  return (await place.locator(".answer").textContent()) ?? ""
}

/** Sends the operations one after the other, as a reader who opens and closes each; what is shown of their answers. */
const sendAll = (page: Page, ids: ReadonlyArray<string>): Promise<ReadonlyArray<string>> =>
  page.evaluate(
    async ({ ids, patience }) => {
      const shown: Array<string> = []
      for (const id of ids) {
        const place = document.getElementById(id)
        const details = place?.querySelector("details")
        const button = place?.querySelector<HTMLButtonElement>('button[type="submit"]')
        const answer = place?.querySelector(".answer")
        if (!details || !button || !answer) throw new Error(`${id} cannot be sent`)
        details.open = true
        button.click()
        const end = performance.now() + patience
        while ((button.disabled || answer.querySelector("p") === null) && performance.now() < end)
          await new Promise((done) => setTimeout(done, 10))
        shown.push(button.disabled ? "no answer" : (answer.textContent ?? ""))
        details.open = false
      }
      return shown
    },
    { ids, patience: PATIENCE }
  )

/** Operations that anybody can send who has a key, in the order of the page. */
const sendable = (): ReadonlyArray<Operation> =>
  reader.operations.filter((operation) => operation.proof !== "session" && noteOf(operation) === undefined)

describe.skipIf(executable === null)("the page at /docs", () => {
  test("the page at /docs sends every operation as it stands, after one paste of a key", async () => {
    const { page, troubles } = await open()
    await page.getByLabel("API key").fill(` ${API_KEY}\n`)
    const operations = sendable()
    const shown = await sendAll(
      page,
      operations.map(({ id }) => id)
    )
    const answered = operations.map((operation, at) => [operationNameOf(operation), shown[at] ?? ""] as const)
    expect(answered.filter(([, answer]) => !/^2\d\d /.test(answer))).toEqual([])
    expect(troubles).toEqual([])
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))).not.toContain(
      "sk_"
    )
  }, 240_000)

  test("the page at /docs says what to do first to a reader without a key or a thing made", async () => {
    const { page } = await open()
    expect(await send(page, "GET /api/v1/voice/voices")).toContain("Paste an API key")
    expect(await send(page, "GET /api/v1/realtime")).toStartWith("200")
    await page.getByLabel("API key").fill("ቁልፍ")
    expect(await send(page, "GET /api/v1/voice/voices")).toContain("no key has")
    await page.getByLabel("API key").fill(`sk_${"Wrong".repeat(9)}`)
    expect(await send(page, "GET /api/v1/voice/voices")).toMatch(/^401 .*UNAUTHORIZED/s)
    await page.getByLabel("API key").fill(API_KEY)
    expect(await send(page, "DELETE /api/v1/voice/clips/{clip_id}")).toContain("First send")
    await placeOf(page, "DELETE /api/v1/voice/clips/{clip_id}").locator(".answer a").click()
    expect(await placeOf(page, "POST /api/v1/voice/generations").locator("> details").getAttribute("open")).toBe("")
  }, 90_000)

  test("the page at /docs sends what makes something, and then what needs it", async () => {
    const { page } = await open()
    await page.getByLabel("API key").fill(API_KEY)
    expect(await send(page, "GET /v1/responses/{response_id}")).toContain("First send")
    const place = placeOf(page, "GET /v1/responses/{response_id}")
    await place.getByText("Send it, then this").click()
    await place.locator(".answer strong").waitFor()
    expect(await place.locator(".answer").textContent()).toStartWith("200")
  }, 90_000)

  test("the page at /docs forgets in all forms what it has deleted", async () => {
    const { page } = await open()
    await page.getByLabel("API key").fill(API_KEY)
    await send(page, "POST /api/v1/voice/generations")
    const id = /"id": "(clip_\w+)"/.exec(await send(page, "GET /api/v1/voice/clips/{clip_id}"))?.[1] ?? "none"
    for (const name of ["GET /api/v1/voice/clips/{clip_id}/file", "GET /media/{id}"])
      expect(await send(page, name)).toStartWith("200")
    expect(await page.locator(`input`).evaluateAll(valuesOf)).toContain(id)
    expect(await send(page, "DELETE /api/v1/voice/clips/{clip_id}")).toStartWith("204")
    expect(await page.locator("input").evaluateAll(valuesOf)).not.toContain(id)
    expect(await page.locator("[data-language]").allTextContents()).not.toContainEqual(expect.stringContaining(id))
    expect(await send(page, "GET /api/v1/voice/clips/{clip_id}/file")).not.toStartWith("404")
    expect(await send(page, "GET /media/{id}")).not.toStartWith("403")
    expect(await send(page, "DELETE /api/v1/voice/clips/{clip_id}")).toContain("First send")
  }, 90_000)

  test("the page at /docs replaces the lexicon by itself, until the reader changes it", async () => {
    const lexicon = { am: { Kuriftu: "ኩሪፍቱ" }, om: {} }
    const change = (body: unknown) => call(server, "PUT", "/api/v1/voice/lexicon", body)
    const kept = async () => (await (await call(server, "GET", "/api/v1/voice/lexicon")).json()).data
    await change(lexicon)
    const { page } = await open()
    await page.getByLabel("API key").fill(API_KEY)
    expect(await send(page, "PUT /api/v1/voice/lexicon")).toStartWith("200")
    expect(await kept()).toMatchObject(lexicon)
    const place = placeOf(page, "PUT /api/v1/voice/lexicon")
    const body = place.locator('textarea[name="body"]')
    expect(JSON.parse(await body.inputValue())).toEqual(lexicon)
    expect(await place.locator('[data-language="curl"]').textContent()).toContain("Kuriftu")
    const more = { am: { ...lexicon.am, Qal: "ቃል" }, om: {} }
    await body.fill(JSON.stringify(more))
    expect(await send(page, "PUT /api/v1/voice/lexicon")).toStartWith("200")
    expect((await kept()).am).toEqual(more.am)
    await change({})
  }, 90_000)

  test("the page at /docs shows Ethiopic letters where the machine has no font of them", async () => {
    const { page, troubles } = await open()
    const loaded = await page.evaluate(async () => {
      const fonts = await document.fonts.load('1rem "Noto Sans Ethiopic"', "ሰላም")
      return fonts.map(({ family, status }) => [family.replaceAll('"', ""), status])
    })
    expect(loaded).toEqual([["Noto Sans Ethiopic", "loaded"]])
    expect(troubles).toEqual([])
  }, 60_000)

  test("the page at /docs streams, plays speech, and shows what is wrong", async () => {
    const { page } = await open()
    await page.getByLabel("API key").fill(API_KEY)
    const chat = placeOf(page, "POST /api/v1/chat_generate")
    await chat.locator("> details").evaluate((details) => details.setAttribute("open", ""))
    await chat.getByLabel("Answered in pieces").check()
    expect(await chat.locator('textarea[name="body"]').first().inputValue()).toContain('"stream": true')
    expect(await send(page, "POST /api/v1/chat_generate")).toMatch(/data: .*is_last_chunk/s)

    await send(page, "POST /api/v1/voice/generations/stream")
    const audio = placeOf(page, "POST /api/v1/voice/generations/stream").locator("audio")
    const seconds = await audio.evaluate(
      (element) =>
        new Promise((done) => {
          if (!(element instanceof HTMLAudioElement)) return done(0)
          if (element.readyState > 0) done(element.duration)
          element.onloadedmetadata = () => done(element.duration)
          element.onerror = () => done(-1)
        })
    )
    expect(Number(seconds)).toBeGreaterThan(0.5)

    const estimate = placeOf(page, "POST /api/v1/voice/estimate")
    await estimate.locator("> details").evaluate((details) => details.setAttribute("open", ""))
    await estimate.locator('textarea[name="body"]').fill('{"text": ')
    expect(await estimate.locator('[data-language="curl"] code').textContent()).toContain(`-d '{"text": '`)
    expect(await send(page, "POST /api/v1/voice/estimate")).toMatch(/^400 .*INVALID_REQUEST/s)
  }, 90_000)

  test("the page at /docs sends what the dashboard's session may, once there is one", async () => {
    const { page, troubles } = await open()
    expect(await send(page, "POST /api/v1/admin/keys")).toContain("no session")
    const signIn = placeOf(page, "POST /api/v1/admin/session")
    await signIn.locator("> details").evaluate((details) => details.setAttribute("open", ""))
    await signIn.locator('button[type="submit"]').click()
    const token = signIn.getByLabel("token")
    expect(await token.evaluate((field) => field.matches(":invalid:focus"))).toBe(true)
    expect(await signIn.locator(".answer").textContent()).toBe("")
    await token.fill(ADMIN_TOKEN)
    expect(await signIn.locator('[data-language="curl"]').textContent()).not.toContain(ADMIN_TOKEN)
    expect(await send(page, "POST /api/v1/admin/session")).toStartWith("200")
    expect(await send(page, "GET /api/v1/admin/wallets/{walletId}")).toStartWith("200")
    expect(await send(page, "POST /api/v1/admin/keys")).toStartWith("201")
    expect(await send(page, "DELETE /api/v1/admin/keys/{keyId}")).toStartWith("204")
    await page.getByLabel("API key").fill(API_KEY)
    await send(page, "POST /api/v1/scribe/transcribe")
    expect(await send(page, "GET /api/v1/admin/transcriptions")).toStartWith("200")
    expect(await send(page, "DELETE /api/v1/admin/transcriptions/{jobId}")).toContain("Put in the jobId yourself")
    expect(await send(page, "DELETE /api/v1/admin/uploads/{uploadId}")).toContain("Put in the uploadId yourself")
    // The first was refused by the server, which the browser tells of.
    expect(troubles.filter((trouble) => !trouble.includes("401"))).toEqual([])
  }, 90_000)

  test("the page at /docs writes code that follows what is filled in, to be copied", async () => {
    const { page } = await open()
    const place = placeOf(page, "POST /api/v1/voice/estimate")
    await place.locator("> details").evaluate((details) => details.setAttribute("open", ""))
    await place
      .locator('textarea[name="body"]')
      .fill(JSON.stringify({ text: "it's", voice_id: "am-hamen", language: "am" }))
    const code = place.locator('[data-language="curl"]')
    expect(await code.locator("code").textContent()).toContain(`it'\\''s`)
    await code.getByText("Copy").click()
    await code.getByText("Copied").waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toStartWith("curl ")
    expect(copied).not.toContain("sk_")
    await page.getByLabel("Python").check()
    expect(await code.isVisible()).toBe(false)
    expect(await place.locator('[data-language="python"]').textContent()).toContain("import requests")
  }, 60_000)

  /** All of the page opened. */
  const openAll = async (page: Page): Promise<void> =>
    page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true
    })

  /** What axe-core finds: in the dark by its rules about colours alone, since the others look at nothing that the scheme changes. */
  const examine = (page: Page, scheme: "light" | "dark") =>
    page.evaluate<ReadonlyArray<string>>(`axe.run(document, {
      resultTypes: ["violations"]
      ${scheme === "dark" ? ', runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] }' : ""}
    }).then(({ violations }) => violations.map(({ id, nodes }) =>
      id + ": " + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(" | ")))`)

  test("the page at /docs on a phone and in the dark is as wide as its window, and accessible", async () => {
    const { page, troubles } = await open(360)
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await width()).toBe(360)
    await openAll(page)
    expect(await width()).toBe(360)
    expect(await examine(page, "light")).toEqual([])
    await page.emulateMedia({ colorScheme: "dark" })
    await page.setViewportSize({ width: 1280, height: 900 })
    expect(await width()).toBe(1280)
    expect(await examine(page, "dark")).toEqual([])
    expect(troubles).toEqual([])
  }, 240_000)

  test("the page at /docs finds operations by their words, and opens what its address names", async () => {
    const { page } = await open()
    await page.getByLabel("Find").fill("models")
    const shown = await page.locator("nav li li:visible").allTextContents()
    expect(shown.length).toBeGreaterThan(0)
    for (const each of shown) expect(each.toLowerCase()).toContain("model")
    await page.locator("nav li li:visible a").first().click()
    await page.locator("article details[open]").first().waitFor()
  }, 60_000)
})
