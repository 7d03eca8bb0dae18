import { afterAll, beforeAll, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { version } from "../../package.json"
import { API_KEY, startServer, type TestServer } from "../support/Server.ts"

let server: TestServer
let page = ""
beforeAll(async () => {
  server = await startServer()
  page = await (await fetch(server.url)).text()
}, 90_000)
afterAll(() => server.dispose())

const unescaped = (html: string) =>
  html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&")

test("the server's address shows a page, with the headers of every answer, to HEAD too", async () => {
  for (const method of ["GET", "HEAD"]) {
    const response = await fetch(server.url, { method, headers: { origin: "https://any.example" } })
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html"])
    expect(response.headers.get("x-request-id")).toStartWith("req_")
    expect(response.headers.get("x-content-type-options")).toBe("nosniff")
    expect(response.headers.get("referrer-policy")).toBe("no-referrer")
    expect(response.headers.get("access-control-allow-origin")).toBeNull()
    expect((await response.text()) === "").toBe(method === "HEAD")
  }
  expect((await fetch(server.url, { method: "POST" })).status).toBe(405)
})

test("it says what the server is, which version, and where the dashboard stands", () => {
  expect(page).toContain("<title>Qal · ቃል</title>")
  expect(page).toContain(`Version ${version}`)
  expect(page).toContain("It is not part of this version")
})

test("it needs nothing from elsewhere and may load nothing; its own style is the only one that holds", async () => {
  const policy = (await fetch(server.url)).headers.get("content-security-policy") ?? ""
  const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? ""
  const hash = createHash("sha256").update(style).digest("base64")
  expect(policy).toStartWith(`default-src 'none'; style-src 'sha256-${hash}'`)
  expect(policy).not.toMatch(/http|unsafe|script-src/)
  expect(page).not.toMatch(/<script|<[a-z]+[^>]* style=|url\(|@import|src=/i)
  expect(style).toContain("prefers-color-scheme: dark")
})

test("every address that it links to answers", async () => {
  const links = Array.from(page.matchAll(/<a href="([^"]+)"/g), ([, path]) => path)
  expect(links).toEqual(["/docs", "/openapi.json", "/healthz", "/readyz", "/metrics"])
  // Until the engines are loaded the server says that it is not ready.
  for (const path of links) expect([200, 503]).toContain((await fetch(server.url + path)).status)
})

test("its first calls work as they stand, once the key is in the shell's variable", async () => {
  const calls = Array.from(page.matchAll(/<pre><code>(curl[^<]+)<\/code>/g), ([, line]) => unescaped(line ?? ""))
  expect(calls).toHaveLength(3)
  for (const line of calls) {
    const run = Bun.spawn(["sh", "-c", line], {
      env: { PATH: process.env.PATH ?? "", KEY: API_KEY },
      stdout: "pipe",
      stderr: "ignore"
    })
    expect(await new Response(run.stdout).json()).toHaveProperty("data")
  }
})
