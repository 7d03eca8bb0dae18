/** What the log says of a conversation: that it began and what it came to, once each, and nothing of what was said. */
import { expect, test } from "bun:test"
import { serverForFile } from "../support/ForFile.ts"
import { API_KEY, logLines } from "../support/Server.ts"
import { Caller } from "./Caller.ts"
import { charges, closed, ring, walletOf } from "./Lines.ts"

const server = serverForFile(() => ({ QAL_LOG_FORMAT: "json", QAL_SHUTDOWN_SECONDS: "1" }))

const LONG = "ሰላም ለሁሉም ይሁን። ".repeat(20)

const linesOf = (wallet: string, message: string) =>
  logLines(server.output()).filter((line) => line.message === message && line.wallet_id === wallet)

/** The line of a conversation's end, once it has been written. */
const ended = async (wallet: string) => {
  for (const end = performance.now() + 10_000; performance.now() < end; await Bun.sleep(20))
    if (linesOf(wallet, "conversation over").length > 0) break
  // One too many would follow at once.
  await Bun.sleep(300)
  const begun = linesOf(wallet, "conversation")
  const over = linesOf(wallet, "conversation over")
  expect([begun.length, over.length]).toEqual([1, 1])
  for (const name of ["conversation", "key_id", "wallet_id", "request_id"])
    expect([name, over[0]?.[name]]).toEqual([name, begun[0]?.[name]])
  return { ...over[0] }
}

/** What the ledger has of the wallet, as the log's line has to say it. */
const settled = async (wallet: string) => {
  const all = await charges(wallet, server)
  const micros = all.reduce((sum, charge) => sum + charge, 0)
  return { turns: all.length, charged_etb: Math.round(micros / 100) / 10_000 }
}

test("a conversation whose client hangs up is logged with all its turns", async () => {
  const { key, walletId } = await walletOf(100, server)
  const begun = performance.now()
  const caller = await ring(key, server)
  // The second ends the first, and the end of the line the second.
  for (let turn = 0; turn < 2; turn++) {
    const from = caller.said.length
    caller.send({ text: LONG })
    await caller.next("sound", from)
    await Bun.sleep(500)
  }
  caller.hangUp()
  await closed(caller)
  const lasted = (performance.now() - begun) / 1_000
  const over = await ended(walletId)
  expect(over).toMatchObject({ ...(await settled(walletId)), turns: 2 })
  expect(Number(over.seconds)).toBeWithin(0.1, lasted + 0.5)
  // A minute costs 13 ETB.
  expect(Number(over.charged_etb)).toBeCloseTo((13 / 60) * Number(over.charged_seconds), 3)
}, 60_000)

test("a turn that is settled after the connection broke is counted in its conversation's log line", async () => {
  const { key, walletId } = await walletOf(100, server)
  const caller = await ring(key, server)
  caller.send({ text: LONG })
  await caller.next("sound", 0)
  await Bun.sleep(700)
  caller.drop()
  const over = await ended(walletId)
  expect(over).toMatchObject({ ...(await settled(walletId)), turns: 1 })
  expect(Number(over.charged_etb)).toBeGreaterThan(0)
}, 60_000)

test("a turn that the empty wallet ended is counted in its conversation's log line", async () => {
  const { key, walletId } = await walletOf(1, server)
  const caller = await ring(key, server)
  caller.send({ text: LONG })
  expect(await closed(caller, 30_000)).toBe(1008)
  expect(await ended(walletId)).toMatchObject({ ...(await settled(walletId)), turns: 1 })
}, 60_000)

test("a conversation in which nothing was said is logged at no cost; a refused one is not logged", async () => {
  const { key, walletId } = await walletOf(100, server)
  const caller = await ring(key, server)
  const second = await Caller.connect(server, `apiKey=${key}`)
  expect(await closed(second)).toBe(1008)
  caller.hangUp()
  expect(await ended(walletId)).toMatchObject({ turns: 0, charged_seconds: 0, charged_etb: 0 })
})

test("a server that stops logs the conversations that it ended, with their cut turns; no text of them is logged", async () => {
  const { key, walletId } = await walletOf(100, server)
  const caller = await ring(key, server)
  caller.send({ text: LONG })
  await caller.next("sound", 0)
  await server.stop()
  expect(await ended(walletId)).toMatchObject({ ...(await settled(walletId)), turns: 0 })
  expect(server.output()).not.toContain("ሰላም")
  for (const secret of [key, API_KEY]) expect(server.output()).not.toContain(secret)
}, 60_000)
