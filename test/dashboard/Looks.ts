/** Looks at the dashboard's page in every language, light and dark, wide and narrow, and makes pictures of it where they are wanted. */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { BrowserContext, Page } from "playwright-core"
import { languages, type PageLanguage } from "../../src/dashboard/web/language.tsx"
import type { TestServer } from "../support/Server.ts"
import type { Place } from "./Places.ts"

/** Names the folder for the pictures. */
const FOLDER = "QAL_TEST_PICTURES"
/** Runs in the page before anything else, and without regard to its policy, which holds for all that comes after. */
const SCRIPTS = [join(import.meta.dir, "page/flaws.js"), Bun.resolveSync("axe-core/axe.min.js", import.meta.dir)]

/** Pixels: a desk, and a small phone. */
const SIZES = { wide: { width: 1280, height: 1100 }, narrow: { width: 360, height: 1300 } } as const
type Size = keyof typeof SIZES

const schemes = ["light", "dark"] as const
const looks = (["en", "am", "om"] satisfies ReadonlyArray<PageLanguage>).flatMap((language) =>
  schemes.map((scheme) => ({ language, scheme }))
)

/** Where pictures are wanted; none are made else: one of a page that is not in front takes a second. */
const picturesFolder = (): string | undefined => {
  const folder = process.env[FOLDER]
  if (folder !== undefined) mkdirSync(folder, { recursive: true })
  return folder
}

/** What a browser may say: that a request was refused is what the page tells of; engines are tried by one at a time. */
const EXPECTED = /status of (?:401|404|422|429|503)/

/** The folder's pages in one browser, with all that went wrong in them. */
const openPage = async (context: BrowserContext, server: Pick<TestServer, "url">, size: Size) => {
  const page = await context.newPage()
  await page.setViewportSize(SIZES[size])
  await page.emulateMedia({ reducedMotion: "reduce" })
  for (const path of SCRIPTS) await page.addInitScript({ path })
  const troubles: Array<string> = []
  const { host } = new URL(server.url)
  page.on("pageerror", ({ message }) => troubles.push(message))
  page.on("console", (message) => {
    if (message.type() === "error" && !EXPECTED.test(message.text())) troubles.push(message.text())
  })
  page.on("request", (request) => {
    const url = new URL(request.url())
    if (/^(?:http|ws)s?:$/.test(url.protocol) && url.host !== host) troubles.push(`it asked ${request.url()}`)
  })
  const devtools = await context.newCDPSession(page)
  /** What is in the window, in a fifth of the time that Playwright's own picture takes. */
  const picture = async () => {
    const { data } = await devtools.send("Page.captureScreenshot", {
      format: "jpeg",
      quality: 60,
      optimizeForSpeed: true
    })
    return Buffer.from(data, "base64")
  }
  return { page, picture, troubles }
}

/** Milliseconds between two looks: frames are rare where pictures are made of two pages at once. */
const POLLED = { polling: 20 }

/** Until what was asked for is there, or is seen to be awaited, and nothing moves. */
const untilStill = async (page: Page, { awaited }: Place): Promise<void> => {
  await page.waitForSelector("h1")
  const isSeen = (isAwaited: boolean) => (document.querySelector(".mantine-Loader-root") !== null) === isAwaited
  await page.waitForFunction(isSeen, awaited !== undefined, POLLED)
  await page.evaluate(async () => {
    await document.fonts.ready
    // What changes its colour or its place would be looked at on its way.
    const under = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    for (const animation of under) animation.finish()
  })
}

/** Chooses a language as a person does, also where a dialog covers the choice, and a scheme as the system does. */
const choose = async (page: Page, { language, scheme }: (typeof looks)[number]): Promise<void> => {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" })
  await page.evaluate((value) => {
    const select = Array.from(document.querySelectorAll("select")).find(({ options }) => options[1]?.value === "am")
    if (select === undefined) throw new Error("no language can be chosen")
    // React hears of a change only where the value was not set by its own setter.
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value")?.set?.call(select, value)
    select.dispatchEvent(new Event("change", { bubbles: true }))
  }, language)
  const isShown = (chosen: (typeof looks)[number]) => {
    const { dataset, lang } = document.documentElement
    const { mantineColorScheme } = dataset
    return lang === chosen.language && mantineColorScheme === chosen.scheme
  }
  await page.waitForFunction(isShown, { language, scheme }, POLLED)
}

/**
 * What axe-core finds that is serious or worse; its look at style sheets would ask for them anew.
 * In the dark only by its rules about colours: the others look at nothing that the scheme changes.
 */
const axeIn = (scheme: (typeof schemes)[number]): string =>
  `axe.run(document, { preload: false, resultTypes: ["violations"] ${scheme === "dark" ? ', runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] }' : ""} })
    .then(({ violations }) => violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) =>
        id + ": " + nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 200) + failureSummary).join(" | ")))`

interface ShownPage {
  readonly page: Page
  readonly picture: () => Promise<Uint8Array>
  readonly troubles: Array<string>
}

const secretsIn = (kept: string, secrets: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...(kept.match(/sk_\w{8,}/g) ?? []),
  ...secrets.filter((secret) => kept.includes(secret))
]

const lookAt = async ({ page, troubles }: ShownPage, place: Place, size: Size, axe: string | undefined) => {
  await untilStill(page, place)
  const found: Array<string> = await page.evaluate("flaws()")
  if (axe !== undefined) found.push(...(await page.evaluate<ReadonlyArray<string>>(axe)))
  return [...found, ...troubles.splice(0)].map((flaw) => `${place.name}, ${size}: ${flaw}`)
}

/**
 * Of languages, schemes and sizes every pair: each language and scheme in one of the two sizes, and each scheme in both.
 * A place that is there in one size alone is looked at in all of it.
 */
const isLookedAt = (place: Place, at: number, size: Size): boolean =>
  place.narrow === true || (at + Math.floor(at / 2)) % 2 === (size === "wide" ? 0 : 1)

/** Shows a place in each language and scheme that its size is looked at in, all of them where pictures are made, and says what is wrong there. */
const examine = async (shown: ShownPage, place: Place, size: Size, folder: string | undefined) => {
  const { page } = shown
  await untilStill(page, place)
  await choose(page, { language: "en", scheme: "light" })
  await untilStill(page, place)
  await place.prepare?.(page)
  const all: Array<string> = []
  for (const [at, { language, scheme }] of looks.entries()) {
    const isExamined = isLookedAt(place, at, size)
    if (!isExamined && folder === undefined) continue
    await choose(page, { language, scheme })
    const flaws = await lookAt(shown, place, size, isExamined ? axeIn(scheme) : undefined)
    if (folder !== undefined) {
      const path = join(folder, `${place.name.replaceAll(" ", "-")}.${size}.${scheme}.${language}.jpeg`)
      await Bun.write(path, await shown.picture())
    }
    all.push(...flaws.map((flaw) => `${languages[language]}, ${scheme}, ${flaw}`))
  }
  return all
}

interface Signed {
  readonly context: BrowserContext
  /** What must stand neither in the address nor in what the browser keeps. */
  readonly secrets: ReadonlyArray<string>
}

/** Looks at places of a server in both sizes at once; `glance` at one in English, light and wide alone. */
export const openLooks = async (server: Pick<TestServer, "url">, { context, secrets }: Signed) => {
  const folder = picturesFolder()
  const pages = {
    wide: await openPage(context, server, "wide"),
    narrow: await openPage(context, server, "narrow")
  }
  const lookIn = async (place: Place, size: Size): Promise<ReadonlyArray<string>> => {
    const shown = pages[size]
    if (place.awaited !== undefined) await shown.page.route(place.awaited, () => {})
    // With a query of its own: another place of the same page is no new page.
    await shown.page.goto(`${server.url}/?${encodeURIComponent(place.name)}#${place.path}`)
    const flaws = await examine(shown, place, size, folder)
    await shown.page.unrouteAll()
    const leaked = secretsIn(await shown.page.evaluate<string>("kept()"), secrets)
    return [...flaws, ...leaked.map((secret) => `${place.name}: ${secret} is kept by the browser`)]
  }
  return {
    glance: async (place: Place): Promise<ReadonlyArray<string>> => {
      await pages.wide.page.goto(`${server.url}/#${place.path}`)
      await untilStill(pages.wide.page, place)
      await place.prepare?.(pages.wide.page)
      return await lookAt(pages.wide, place, "wide", axeIn("light"))
    },
    look: async (place: Place): Promise<ReadonlyArray<string>> => {
      const sizes: ReadonlyArray<Size> = place.narrow === true ? ["narrow"] : ["wide", "narrow"]
      const found = await Promise.all(sizes.map((size) => lookIn(place, size)))
      return [...new Set(found.flat())]
    }
  }
}
