/** How many conversations, tickets and sockets a key may have, over the wire. */
import { expect, setDefaultTimeout, test } from "bun:test"
import { serverForFile } from "../support/ForFile.ts"
import { API_KEY, call } from "../support/Server.ts"
import { makeWallets } from "../support/Wallets.ts"
import { clientSecret, enter, refusalOf, ticket } from "./Entry.ts"

setDefaultTimeout(60_000)

const PER_MINUTE = 40
const PAGE = "https://page.example"

const server = serverForFile(() => ({ QAL_RATE_LIMIT_PER_MINUTE: String(PER_MINUTE), QAL_CORS_ORIGINS: PAGE }))

const newKey = async (): Promise<string> => (await makeWallets(server, 1))[0]?.key ?? ""

test("a key has one conversation at a time, by whichever protocol; another key has its own", async () => {
  const key = await newKey()
  const bearer = { authorization: `Bearer ${key}` }
  const first = enter(server, "/ws", { headers: bearer })
  expect(await first.first).toEqual({ setupComplete: true })
  const busy = await refusalOf(enter(server, `/ws?ticket=${await ticket(server, {}, key)}`))
  expect(busy).toMatchObject({ code: 1008, frames: 1, error: { code: "BUSY", status: 429, retry_after: 5 } })
  // Whoever was refused has not given the place of the first away.
  const too = await refusalOf(enter(server, "/v1/realtime", { headers: bearer }))
  expect(too).toMatchObject({ code: 1008, frames: 1, error: { code: "BUSY", type: "rate_limit_error" } })
  const other = enter(server, `/ws?apiKey=${API_KEY}`)
  expect(await other.first).toEqual({ setupComplete: true })
  await Promise.all([first.leave(), other.leave()])
})

test("a key's one conversation may begin again as soon as the client sees the close, whoever closed", async () => {
  const key = await newKey()
  for (let round = 0; round < 5; round++) {
    const entry = enter(server, `/ws?apiKey=${key}`)
    expect(await entry.first).toEqual({ setupComplete: true })
    // While it is answered.
    if (round % 2 === 0) entry.send({ text: "ሰላም" })
    expect(await entry.leave()).toBeWithin(1000, 1006)
  }
  for (let round = 0; round < 3; round++) {
    const entry = enter(server, `/ws?apiKey=${key}`)
    expect(await entry.first).toEqual({ setupComplete: true })
    for (let mistake = 0; mistake <= 100; mistake++) entry.send([])
    expect(await entry.closed).toBe(1008)
  }
})

test("of many conversations of one key that begin at once, one is admitted", async () => {
  const key = await newKey()
  const entries = Array.from({ length: 10 }, () => enter(server, `/ws?apiKey=${key}`))
  const firsts = await Promise.all(entries.map(({ first }) => first))
  expect(firsts.filter((frame) => frame !== undefined && "setupComplete" in frame)).toHaveLength(1)
  await Promise.all(entries.map(({ leave }) => leave()))
})

test("tickets, client secrets and sockets by key count against the key's rate limit, and their headers say so", async () => {
  const key = await newKey()
  const headers = { "x-api-key": key }
  const paths = ["/api/v1/conversation/sessions", "/v1/realtime/client_secrets"]
  const unused = await Promise.all([ticket(server, {}, key), clientSecret(server, {}, key)])
  for (const [at, path] of paths.entries()) {
    const response = await call(server, "POST", path, {}, headers)
    const remaining = Number(response.headers.get("x-ratelimit-remaining-requests"))
    expect(response.headers.get("x-ratelimit-limit")).toBe(String(PER_MINUTE))
    expect(remaining).toBeWithin(PER_MINUTE - 3 - at, PER_MINUTE - 1 - at)
    expect(Number(response.headers.get("x-ratelimit-reset"))).toBeGreaterThan(0)
  }
  let last = await call(server, "POST", paths[0] ?? "", {}, headers)
  for (let more = 0; more < PER_MINUTE && last.status === 201; more++)
    last = await call(server, "POST", paths[more % 2] ?? "", {}, headers)
  while (last.status !== 429) last = await call(server, "POST", paths[1] ?? "", {}, headers)
  expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0)
  expect((await last.json()).error.code).toBe("RATE_LIMITED")
  const refused = await refusalOf(enter(server, `/ws?apiKey=${key}`))
  expect(refused).toMatchObject({
    code: 1008,
    error: { code: "RATE_LIMITED", status: 429, retry_after: expect.any(Number) }
  })
  // What was to be had before is still good: nothing is asked for with the key.
  const entry = enter(server, `/ws?ticket=${unused[0]}`)
  expect(await entry.first).toEqual({ setupComplete: true })
  await entry.leave()
})

test("pages of configured origins alone may ask for tickets with a key; any may read the capabilities", async () => {
  const preflight = (path: string, method: string, origin: string) =>
    fetch(server.url + path, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": method,
        "access-control-request-headers": "x-api-key, content-type"
      }
    })
  for (const path of ["/api/v1/conversation/sessions", "/v1/realtime/client_secrets"]) {
    const ours = await preflight(path, "POST", PAGE)
    expect([ours.status, ours.headers.get("access-control-allow-origin")]).toEqual([204, PAGE])
    expect(ours.headers.get("access-control-allow-methods")).toContain("POST")
    expect(ours.headers.get("access-control-allow-headers")).toBe("x-api-key, content-type")
    const foreign = await preflight(path, "POST", "https://other.example")
    expect([foreign.status, foreign.headers.get("access-control-allow-origin")]).toEqual([204, null])
  }
  const open = await preflight("/api/v1/conversation", "GET", "https://other.example")
  expect(open.headers.get("access-control-allow-origin")).toBe("*")
})

test("a wallet without a second's worth opens no conversation, and the refusal names what is required and its balance", async () => {
  const [poor] = await makeWallets(server, 1, 0)
  const refused = await refusalOf(enter(server, `/ws?apiKey=${poor?.key}`))
  expect(refused).toMatchObject({
    code: 1008,
    error: {
      code: "INSUFFICIENT_CREDITS",
      status: 402,
      details: [
        {
          field: "wallet.balance",
          code: "balance_too_low",
          message: expect.stringMatching(/^0\.\d{2,4} is required, balance is 0\.00$/)
        }
      ]
    }
  })
})
