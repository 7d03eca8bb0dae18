/** The dashboard's page in Chromium, by somebody who is signed in, over a real server. */
import { afterEach } from "bun:test"
import { type Browser, chromium, type Page } from "playwright-core"
import type { PageLanguage } from "../../src/dashboard/web/language.tsx"
import { executable } from "../conversation/Browser.ts"
import { madeForFile, serverForFile } from "../support/ForFile.ts"
import type { TestServer } from "../support/Server.ts"
import { ADMIN_TOKEN, type Admin, signIn } from "./Session.ts"

/** Milliseconds; what is waited for takes a second or two where nothing else runs. */
const PATIENCE = 30_000

export interface Look {
  readonly language?: PageLanguage
  readonly colorScheme?: "light" | "dark"
  /** Pixels. */
  readonly width?: number
}

export interface Opened {
  readonly page: Page
  readonly admin: Admin
  /** Errors of the page, and requests to other hosts than its own. */
  readonly troubles: ReadonlyArray<string>
  /** Shows a page of the dashboard, such as `/clips`. */
  readonly show: (path: string) => Promise<void>
}

const watch = (page: Page, { host }: URL): ReadonlyArray<string> => {
  const troubles: Array<string> = []
  page.on("pageerror", ({ message }) => troubles.push(message))
  page.on("request", (request) => {
    const url = new URL(request.url())
    if (["http:", "https:", "ws:", "wss:"].includes(url.protocol) && url.host !== host) troubles.push(request.url())
  })
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) troubles.push(message.text())
  })
  return troubles
}

const open = async (browser: Browser, server: Pick<TestServer, "url">, look: Look): Promise<Opened> => {
  const { colorScheme = "light", language = "en", width = 1280 } = look
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, acceptDownloads: true })
  const admin = await signIn(server)
  const [name = "", value = ""] = admin.cookie.split("=")
  await context.addCookies([{ name, value, url: `${server.url}/api/v1/admin`, httpOnly: true, sameSite: "Strict" }])
  await context.addInitScript(`localStorage.setItem("qal.language", "${language}")`)
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  const troubles = watch(page, new URL(server.url))
  return {
    page,
    admin,
    troubles,
    show: async (path) => {
      await page.goto(`${server.url}/#${path}`)
      await page.waitForSelector("h1")
    }
  }
}

/** A browser, and pages in it that share nothing. Undefined where Chromium is not installed. */
export const launch = async (args: ReadonlyArray<string> = []) => {
  if (executable === null) return undefined
  const browser = await chromium.launch({
    executablePath: executable,
    args: ["--no-sandbox", "--disable-gpu", ...args]
  })
  return {
    open: (server: Pick<TestServer, "url">, look: Look = {}) => open(browser, server, look),
    /** Closes all its pages. */
    clear: () => Promise.all(browser.contexts().map((context) => context.close())),
    dispose: () => browser.close()
  }
}

/** A browser for all tests of a file, whose pages are closed behind each of them; none where Chromium is not installed. */
const browserForFile = (args: () => ReadonlyArray<string>, isThere: boolean) => {
  const browser = madeForFile(
    async () => {
      const browser = await launch(args())
      if (browser === undefined) throw new Error("Chromium is not installed")
      return browser
    },
    (browser) => browser.dispose(),
    isThere
  )
  afterEach(async () => {
    if (isThere) await browser.clear()
  })
  return browser
}

/** A server with a dashboard and a browser for all tests of a file, `what` they try; none of them where Chromium is not installed. */
export const dashboardForFile = (
  what: string,
  settings: () => Readonly<Record<string, string>> = () => ({}),
  args: () => ReadonlyArray<string> = () => []
) => {
  const isThere = executable !== null
  if (!isThere) process.stderr.write(`Chromium is not installed: ${what} are not tested\n`)
  const server = serverForFile(() => ({ QAL_ADMIN_TOKEN: ADMIN_TOKEN, ...settings() }), isThere)
  const browser = browserForFile(args, isThere)
  /** A page of the dashboard by its path, such as `/clips`; it is closed behind the test. */
  const opened = async (path: string, look: Look = {}): Promise<Opened> => {
    const one = await browser.open(server, look)
    await one.show(path)
    return one
  }
  return { server, browser, opened }
}

/** Of the sound that plays: its whole length and where it is, in seconds; undefined where none plays. */
export const playing = (page: Page): Promise<{ readonly duration: number; readonly at: number } | undefined> =>
  page.evaluate(() => {
    const audio = Array.from(document.querySelectorAll("audio")).find(({ paused }) => !paused)
    return audio === undefined ? undefined : { duration: audio.duration, at: audio.currentTime }
  })

/** Waits until one sound plays and has gone on for a while, and gives its length in seconds. */
export const untilHeard = async (page: Page): Promise<number> => {
  const handle = await page.waitForFunction(() => {
    const sounding = Array.from(document.querySelectorAll("audio")).filter(({ paused }) => !paused)
    const [audio] = sounding
    return sounding.length === 1 && audio !== undefined && audio.currentTime > 0.2 && audio.duration
  })
  return Number(await handle.jsonValue())
}
