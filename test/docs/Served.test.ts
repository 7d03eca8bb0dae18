/** The guides as a running server has them. */
import { beforeAll, expect, test } from "bun:test"
import { guides } from "../../src/server/docs/Guides.ts"
import { lentServerForFile } from "../support/ForFile.ts"

const server = lentServerForFile()
beforeAll(async () => {
  // Both are made at the first request; from source that takes seconds on a crowded machine.
  await Promise.all(["/", "/docs"].map(async (path) => (await fetch(server.url + path)).text()))
})

const pages = ["/docs", ...guides.map(({ address }) => address)]

/** Values of attributes, wherever they stand. */
const attributesOf = (page: string, names: string): ReadonlyArray<string> =>
  Array.from(page.matchAll(new RegExp(` (?:${names})="([^"]*)"`, "g")), ([, value = ""]) =>
    value.replaceAll("&quot;", '"').replaceAll("&amp;", "&")
  )

interface Seen {
  readonly ids: ReadonlySet<string>
  readonly links: ReadonlyArray<string>
}

const seen = async (path: string): Promise<Seen | undefined> => {
  const response = await fetch(server.url + path)
  const text = await response.text()
  if (response.status !== 200) return undefined
  return {
    ids: new Set(attributesOf(text, "id")),
    links: attributesOf(text, "href|src")
  }
}

test("every link, picture and anchor of /docs and of the guides is there", async () => {
  const known = new Map<string, Promise<Seen | undefined>>()
  const look = (path: string) => {
    const found = known.get(path) ?? seen(path)
    known.set(path, found)
    return found
  }
  const broken: Array<string> = []
  let followed = 0
  for (const page of pages) {
    for (const link of (await look(page))?.links ?? []) {
      const { hash, origin, pathname } = new URL(link, server.url + page)
      if (origin !== server.url) continue
      followed++
      const target = await look(pathname)
      const anchor = decodeURIComponent(hash.slice(1))
      if (target === undefined || (anchor !== "" && !target.ids.has(anchor))) broken.push(`${page}: ${link}`)
    }
  }
  expect(followed).toBeGreaterThan(500)
  expect(broken).toEqual([])
})

test("every guide is a whole page that runs no script and asks no other host", async () => {
  for (const { address, title } of guides) {
    const response = await fetch(server.url + address)
    expect([address, response.status, response.headers.get("content-type")]).toEqual([
      address,
      200,
      "text/html; charset=utf-8"
    ])
    const policy = response.headers.get("content-security-policy") ?? ""
    expect(policy).toStartWith("default-src 'none'; style-src 'sha256-")
    expect(policy).not.toMatch(/script-src|unsafe|https?:/)
    const page = await response.text()
    expect(page).not.toMatch(/<script|<link|\son\w+=|style="/)
    expect(page.match(/<h1/g)).toHaveLength(1)
    expect(page).toContain(`aria-current="page">${Bun.escapeHTML(title).replaceAll("&#x27;", "'")}</a>`)
  }
})

test("a guide is sent compressed, and not again to who has it", async () => {
  const address = `${server.url}/docs/operate`
  const first = await fetch(address, { headers: { "accept-encoding": "br" } })
  expect(first.headers.get("content-encoding")).toBe("br")
  const etag = first.headers.get("etag") ?? ""
  const again = await fetch(address, { headers: { "accept-encoding": "br", "if-none-match": etag } })
  expect(again.status).toBe(304)
  expect((await fetch(`${server.url}/docs/none`)).status).toBe(404)
})

test("the picture and the licence that guides lead to are served as what they are", async () => {
  const picture = await fetch(`${server.url}/docs/dashboard.png`)
  expect(picture.headers.get("content-type")).toBe("image/png")
  const size = (await picture.bytes()).byteLength
  expect(size).toBeWithin(20_000, 150_000)
  const licence = await fetch(`${server.url}/docs/LICENSE`)
  expect(licence.headers.get("content-type")).toBe("text/plain; charset=utf-8")
  expect(await licence.text()).toContain("GNU GENERAL PUBLIC LICENSE")
})
