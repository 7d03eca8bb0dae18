/** A hundred short requests that go on from pictures of tens of megabytes: what they cost others, and what memory. */

import { expect, test } from "bun:test"
import { MOST_DELAY, worstDuring } from "../support/Delays.ts"
import { serverForFile } from "../support/ForFile.ts"
import { call } from "../support/Server.ts"
import { makeWallets } from "../support/Wallets.ts"

const MIB = 1024 * 1024
/** Of memory, beside what a server has: two of the conversations under way, and what is not yet given back of others. */
const MOST_GROWTH = 1_500 * MIB

const server = serverForFile()

/** A grey bitmap of so many pixels each way, three bytes each. */
const bitmap = (side: number): string => {
  const bytes = Buffer.alloc(54 + side * side * 3, 128)
  bytes.fill(0, 0, 54)
  bytes.write("BM")
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(side, 18)
  bytes.writeInt32LE(side, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  return `data:image/bmp;base64,${bytes.toString("base64")}`
}

test("a wallet that cannot pay has no stored response loaded; what is too much at once is refused as busy", async () => {
  const [wallet] = await makeWallets(server, 1)
  const key = { "x-api-key": wallet?.key ?? "" }
  const image = { type: "input_image", image_url: bitmap(1_348) }
  const input = [{ role: "user", content: [image, image, { type: "input_text", text: "ምን አለ?" }] }]
  let previous: string | undefined
  for (let turn = 0; turn < 2; turn++) {
    const made = await call(server, "POST", "/v1/responses", { input, previous_response_id: previous }, key)
    if (made.status !== 200) throw new Error(`${turn} ${await made.text()}`)
    previous = (await made.json()).id
  }
  const ask = async () => {
    const answer = await call(
      server,
      "POST",
      "/v1/responses",
      { input: "x", previous_response_id: previous, store: false },
      key
    )
    const { error } = await answer.json()
    expect(
      answer.status === 429 || answer.status === 503 ? Number(answer.headers.get("retry-after")) : 1
    ).toBeGreaterThan(0)
    return `${answer.status} ${error?.code ?? ""}`
  }
  const many = () => Promise.all(Array.from({ length: 100 }, ask))

  const rich = many()
  const worst = await worstDuring(server, rich)
  expect(
    Array.from(new Set(await rich)).filter((each) => !["200 ", "429 PROVIDER_UNAVAILABLE"].includes(each))
  ).toEqual([])
  expect(await rich).toContain("200 ")
  expect(worst.growth).toBeLessThan(MOST_GROWTH)
  expect(worst.delay).toBeLessThan(MOST_DELAY)

  await server.rows("UPDATE wallets SET balance = 1000 WHERE id = ?", wallet?.walletId ?? "")
  const poor = many()
  const worstOfPoor = await worstDuring(server, poor)
  expect(new Set(await poor)).toEqual(new Set(["402 INSUFFICIENT_CREDITS"]))
  expect(worstOfPoor.growth).toBeLessThan(100 * MIB)
  expect(worstOfPoor.delay).toBeLessThan(MOST_DELAY)
}, 180_000)

test("one request with 26 MB of pictures keeps nobody waiting while it is read, stored, gone on from and deleted", async () => {
  const image = { type: "input_image", image_url: bitmap(1_800) }
  const input = [{ role: "user", content: [image, image, { type: "input_text", text: "ምን አለ?" }] }]
  const steps: Array<(id: string) => Promise<Response>> = [
    () => call(server, "POST", "/v1/responses", { input }),
    (id) => call(server, "POST", "/v1/responses", { input: "x", previous_response_id: id, store: false }),
    (id) => call(server, "GET", `/v1/responses/${id}/input_items`),
    (id) => call(server, "DELETE", `/v1/responses/${id}`)
  ]
  // What is loaded with the first text of all takes a tenth of a second.
  await (await call(server, "POST", "/v1/responses", { input: "x", store: false })).text()
  let id = ""
  for (const step of steps) {
    const work = step(id)
    // What this process needs to send so much is no delay of the server's.
    const { busy } = await worstDuring(server, work)
    const answer = await work
    expect(answer.status).toBe(200)
    if (id === "") id = (await answer.json()).id
    expect(busy).toBeLessThan(MOST_DELAY)
  }
  expect((await call(server, "GET", `/v1/responses/${id}`)).status).toBe(404)
}, 60_000)
