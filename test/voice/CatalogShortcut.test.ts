import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test"
import { API_KEY, call, startServer, type TestServer } from "../support/Server.ts"

setDefaultTimeout(60_000)

const PATH = "/api/v1/voice/voices"
const PER_MINUTE = 60

let server: TestServer
beforeAll(async () => {
  server = await startServer({ QAL_RATE_LIMIT_PER_MINUTE: String(PER_MINUTE) })
})
afterAll(() => server.dispose())

/** Asked at once again, the catalog comes from memory. */
const twice = async (path: string) => {
  const first = await call(server, "GET", path)
  const again = await call(server, "GET", path)
  return [first, again] as const
}

const own = new Set(["x-request-id", "date", "content-length"])
const headersOf = (response: Response) =>
  [...response.headers.keys()].filter((name) => !own.has(name) && !name.endsWith("reset-requests")).toSorted()

test("the catalog from memory has the body, the headers and the count of the catalog that was looked up", async () => {
  for (const query of ["", "?language=om", "?gender=female&search=news"]) {
    const [first, again] = await twice(PATH + query)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(headersOf(again)).toEqual(headersOf(first))
    expect(await again.text()).toBe(await first.text())
    const left = (response: Response) => Number(response.headers.get("x-ratelimit-remaining-requests"))
    expect(left(again)).toBeGreaterThanOrEqual(left(first) - 1)
    expect(left(again)).toBeLessThanOrEqual(left(first))
  }
})

test("a filter that is refused, and another method, are refused however warm the catalog is", async () => {
  await call(server, "GET", PATH)
  expect((await call(server, "GET", `${PATH}?language=xx`)).status).toBe(422)
  expect((await call(server, "POST", PATH, {})).status).toBe(405)
})

test("without a key, with an unknown one or with two there is no catalog, however warm it is", async () => {
  await call(server, "GET", PATH)
  const ask = (headers: Readonly<Record<string, string>>) => fetch(server.url + PATH, { headers })
  const unknown = `sk_${"Nobody".repeat(8)}`
  expect((await ask({})).status).toBe(401)
  expect((await ask({ "x-api-key": unknown })).status).toBe(401)
  expect((await ask({ "x-api-key": API_KEY, authorization: `Bearer ${unknown}` })).status).toBe(401)
  expect((await ask({ authorization: `Bearer ${API_KEY}` })).status).toBe(200)
})

test("a voice that is switched off leaves also the catalog in memory", async () => {
  await twice(PATH)
  await server.qal("voices", "disable", "am-abebe")
  await Bun.sleep(2_100)
  expect(await (await call(server, "GET", PATH)).text()).not.toContain("am-abebe")
})

test("a key's limit holds for catalogs from memory too", async () => {
  const statuses: Array<number> = []
  for (let at = 0; at < PER_MINUTE + 10; at++) statuses.push((await call(server, "GET", PATH)).status)
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(PER_MINUTE)
  const last = await call(server, "GET", PATH)
  expect(last.status).toBe(429)
  expect(last.headers.get("retry-after")).not.toBeNull()
})
