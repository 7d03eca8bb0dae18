/** The page and its files as a browser gets them. */
import { beforeAll, describe, expect, test } from "bun:test"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { serverForFile } from "../support/ForFile.ts"
import { exchange } from "../support/RawExchange.ts"

const OURS = "https://app.example"

const server = serverForFile(() => ({ QAL_CORS_ORIGINS: OURS }))
let page = ""
let names: ReadonlyArray<string> = []
beforeAll(async () => {
  const pages = await Promise.all(Array.from({ length: 20 }, async () => (await get("/")).text()))
  page = pages[0] ?? ""
  names = Array.from(page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, path = ""]) => path)
})

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(server.url + path, { method, headers, decompress: false })

const header = (response: Response, name: string) => response.headers.get(name)
const nonceOf = (html: string) => /<meta name="csp-nonce" content="([^"]+)">/.exec(html)?.[1] ?? ""
const style = () => names.find((path) => path.endsWith(".css")) ?? ""

describe("/", () => {
  test("the dashboard's page says what it is, loads its own files alone, and how to go on without scripts", () => {
    expect(page).toStartWith("<!DOCTYPE html>\n<html lang=")
    expect(page).toContain("<title>Qal · ቃል</title>")
    expect(page).toContain('<div id="root"></div>')
    expect(page).toMatch(/<meta name="viewport" content="width=device-width, initial-scale=1">/)
    expect(page).toContain('<meta name="color-scheme" content="light dark">')
    expect(page).toMatch(/<meta name="theme-color"/)
    expect(page).toMatch(/<link rel="icon" href="data:image\/svg\+xml,/)
    expect(page).toMatch(/<link rel="preload" href="\/assets\/[^"]+\.woff2" as="font" type="font\/woff2" crossorigin>/)
    expect(page).toMatch(/<link rel="stylesheet" href="\/assets\/[^"]+\.css">/)
    expect(page.match(/<script[^>]*>/g)).toEqual([
      expect.stringMatching(/^<script type="module" src="\/assets\/.+\.js">$/)
    ])
    expect(page).not.toMatch(/ style=| on\w+=|<style|<iframe|<base/i)
    expect(/<noscript>([\s\S]+)<\/noscript>/.exec(page)?.[1]).toContain(`curl ${server.url}/api/v1/`)
  })

  test("the dashboard's policy and page have the same nonce, another each time", async () => {
    const seen = new Set<string>()
    for (let again = 0; again < 5; again++) {
      const response = await get("/")
      const nonce = nonceOf(await response.text())
      expect(Buffer.from(nonce, "base64")).toHaveLength(16)
      expect(header(response, "content-security-policy")).toContain(`style-src 'self' 'nonce-${nonce}'`)
      seen.add(nonce)
    }
    expect(seen.size).toBe(5)
  })

  test("the page's headers let it use its own files, sockets and the microphone, and nothing else", async () => {
    for (const method of ["GET", "HEAD"]) {
      const response = await get("/", {}, method)
      expect(response.status).toBe(200)
      expect(header(response, "content-type")).toBe("text/html; charset=utf-8")
      const policy = header(response, "content-security-policy") ?? ""
      const host = new URL(server.url).host
      const directives = Object.fromEntries(
        policy.split("; ").map((one) => [one.split(" ")[0], one.slice(one.indexOf(" ") + 1)])
      )
      expect(directives).toEqual({
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": expect.stringMatching(/^'self' 'nonce-[^']+'$/),
        "img-src": "'self' data: blob:",
        "media-src": "'self' data: blob:",
        "font-src": "'self'",
        "connect-src": `'self' ws://${host} wss://${host}`,
        "manifest-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'"
      })
      expect(header(response, "cache-control")).toBe("no-cache")
      expect(header(response, "permissions-policy")).toMatch(/^microphone=\(self\)(, [a-z-]+=\(\))+$/)
      expect(header(response, "cross-origin-opener-policy")).toBe("same-origin")
      expect(header(response, "referrer-policy")).toBe("no-referrer")
      expect(header(response, "x-content-type-options")).toBe("nosniff")
      expect(header(response, "access-control-allow-origin")).toBeNull()
      expect((await response.text()) === "").toBe(method === "HEAD")
    }
    expect((await get("/", {}, "POST")).status).toBe(405)
  })

  /** What is answered to a request whose Host is whatever a client makes up. */
  const answerTo = (host: string) =>
    exchange(Number(new URL(server.url).port), [`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`])

  test("a made-up Host adds nothing to the page's policy", async () => {
    expect(await answerTo("[::1]:8080")).toContain("connect-src 'self' ws://[::1]:8080 wss://[::1]:8080;")
    for (const host of ["a; script-src *", "a.example *", "'unsafe-inline'", "a,b", "*", "a/../b", "a:port"]) {
      const answer = await answerTo(host)
      expect(answer).not.toMatch(/script-src \*|unsafe|ws:\/\/(?:a|\*)/)
    }
  })
})

describe("/assets", () => {
  test("every asset that the page names is there, cached for a year, and no other origin may read it", async () => {
    expect(names.length).toBeGreaterThanOrEqual(3)
    for (const path of names) {
      const response = await get(path, { origin: "https://any.example" })
      expect([path, response.status]).toEqual([path, 200])
      expect(header(response, "cache-control")).toBe("public, max-age=31536000, immutable")
      expect(header(response, "content-type")).toMatch(/^(text\/(javascript|css); ?charset=utf-8|font\/woff2)$/)
      expect(header(response, "vary")).toBe("accept-encoding, origin")
      expect(header(response, "x-content-type-options")).toBe("nosniff")
      expect(header(response, "access-control-allow-origin")).toBeNull()
      expect(header(response, "cross-origin-resource-policy")).toBe("same-origin")
    }
  })

  test.each([
    ["br, gzip", "br", brotliDecompressSync],
    ["gzip;q=1, br;q=0.9", "gzip", gunzipSync],
    ["identity", null, Buffer.from],
    ["", null, Buffer.from]
  ] as const)("an asset is the same however it is sent, to HEAD too: %p", async (accepted, coding, decode) => {
    const plain = Buffer.from(await (await get(style(), { "accept-encoding": "identity" })).arrayBuffer())
    const response = await get(style(), { "accept-encoding": accepted })
    const body = await response.arrayBuffer()
    expect(header(response, "content-encoding")).toBe(coding)
    expect(Buffer.from(decode(body)).equals(plain)).toBe(true)
    const head = await get(style(), { "accept-encoding": accepted }, "HEAD")
    expect([head.status, header(head, "content-length"), await head.text()]).toEqual([200, String(body.byteLength), ""])
    expect(header(head, "etag")).toBe(header(response, "etag"))
  })

  test("an asset that the client has is 304, for the coding that it has", async () => {
    const accept = { "accept-encoding": "br" }
    const etag = header(await get(style(), accept), "etag") ?? ""
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      for (const method of ["GET", "HEAD"]) {
        const response = await get(style(), { ...accept, "if-none-match": known }, method)
        expect([response.status, header(response, "etag"), await response.text()]).toEqual([304, etag, ""])
        expect(header(response, "vary")).toBe("accept-encoding, origin")
        expect(header(response, "cache-control")).toContain("immutable")
      }
    }
    for (const headers of [
      { "accept-encoding": "gzip", "if-none-match": etag },
      { ...accept, "if-none-match": '"x"' }
    ])
      expect((await get(style(), headers)).status).toBe(200)
  })

  test("a client that refuses every coding of an asset gets the list of them", async () => {
    const response = await get(style(), { "accept-encoding": "identity;q=0" })
    expect([response.status, header(response, "cache-control")]).toEqual([406, null])
    const { error } = await response.json()
    expect(error.message).toContain("br, gzip, identity")
  })

  test.each([
    "/assets/nothing.js",
    "/assets/",
    "/assets/../package.json",
    "/assets/..%2f..%2fpackage.json",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/assets/....//package.json",
    "/assets/__proto__",
    "/assets/constructor",
    "/assets/main.tsx",
    "/assets/%00",
    "/assets/%c0%ae%c0%ae/x",
    `/assets/${"a".repeat(4_000)}`
  ])("a path below /assets that is no file of the page is NOT_FOUND: %s", async (path) => {
    const response = await get(path)
    const { error } = await response.json()
    expect([response.status, error.code]).toEqual([404, "NOT_FOUND"])
  })

  test("assets are read and not written", async () => {
    expect((await get(style(), {}, "POST")).status).toBe(405)
  })
})

describe("/docs and /openapi.json", () => {
  test.each([
    ["/docs", "text/html; charset=utf-8", 100_000],
    ["/openapi.json", "application/json", 60_000]
  ])("%s is compressed, asked about each time, and not sent again while it is the same", async (path, type, most) => {
    const response = await get(path, { "accept-encoding": "gzip, br" })
    const body = Buffer.from(await response.arrayBuffer())
    expect([header(response, "content-encoding"), header(response, "content-type")]).toEqual(["br", type])
    expect(header(response, "cache-control")).toBe("no-cache")
    expect(body.byteLength).toBeLessThan(most)
    const plain = Buffer.from(await (await get(path, { "accept-encoding": "identity" })).arrayBuffer())
    expect(brotliDecompressSync(body).equals(plain)).toBe(true)
    const etag = header(response, "etag") ?? ""
    const again = await get(path, { "accept-encoding": "gzip, br", "if-none-match": etag })
    expect([again.status, header(again, "etag"), await again.text()]).toEqual([304, etag, ""])
  })

  test("the OpenAPI document stays open to pages of any origin, the dashboard's page does not", async () => {
    const origin = "https://any.example"
    expect(header(await get("/openapi.json", { origin }), "access-control-allow-origin")).toBe("*")
    expect(header(await get("/docs", { origin }), "access-control-allow-origin")).toBeNull()
    expect(header(await get("/docs"), "content-security-policy")).toStartWith("default-src 'none'")
  })
})
