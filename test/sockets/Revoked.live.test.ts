/** A key is revoked by another process while its sessions are open. */
import { expect, test } from "bun:test"
import { serverForFile } from "../support/ForFile.ts"
import { withDatabase } from "../support/Rows.ts"
import { call } from "../support/Server.ts"
import { makeWallets } from "../support/Wallets.ts"
import * as Scribe from "../transcription/ScribeClient.ts"
import * as Voice from "../voice/SocketClient.ts"

const server = serverForFile()

const rows = <Row>(sql: string): ReadonlyArray<Row> =>
  withDatabase(server, (database) => database.query<Row, []>(sql).all())

/** As `qal keys revoke` does it, without the time that a process takes to start. */
const revoke = (walletId: string): void => {
  withDatabase(server, (database) =>
    database.run("UPDATE api_keys SET revoked_at = ? WHERE wallet_id = ?", [Date.now(), walletId])
  )
}

const ended = async (client: Voice.Client | Scribe.Client) => {
  const code = await client.closed
  const last = client.events.at(-1)
  if (last?.type !== "error") return expect.unreachable()
  return [code, last.status, last.error.code]
}

const LONG = "ሰላም፣ ዛሬ ጥሩ ቀን ነው። ነገም እንዲሁ ይሁን። ".repeat(20)

test("a revoked key's open sessions end within a second, and others' go on", async () => {
  const [one, other] = await makeWallets(server, 2)
  const key = { "x-api-key": one?.key ?? "" }
  const others = { "x-api-key": other?.key ?? "" }
  const idle = await Voice.open(server, {}, key)
  const speaking = await Voice.open(server, {}, key)
  const hearing = await Scribe.open(server, { request_id: "cut" }, key)
  const bystander = await Voice.open(server, {}, others)
  const unused = await Voice.ticket(server, {}, key)
  hearing.send(new Uint8Array(64_000))
  speaking.send({ type: "speech.create", text: LONG, request_id: "begun" })
  await speaking.next("speech.started")

  const begun = performance.now()
  revoke(one?.walletId ?? "")
  expect(await Promise.all([idle, speaking, hearing].map(ended))).toEqual(
    Array.from({ length: 3 }, () => [1008, 401, "UNAUTHORIZED"])
  )
  // A second, and as much again for a machine with everything else running.
  expect(performance.now() - begun).toBeLessThan(2_000)

  bystander.send({ type: "ping" })
  await bystander.next("pong")
  bystander.close()
  const late = await Voice.connect(server)
  late.send({ type: "session.authenticate", token: unused })
  expect(await ended(late)).toEqual([1008, 401, "UNAUTHORIZED"])
  const status = async () => (await call(server, "GET", "/api/v1/voice/usage", undefined, key)).status
  // A request's key may be half a second old.
  while ((await status()) !== 401 && performance.now() - begun < 2_000) await Bun.sleep(50)
  expect(await status()).toBe(401)
})

test("a request begun before its key was revoked is finished and billed", async () => {
  const states = () => rows<{ readonly state: string }>("SELECT state FROM jobs").map(({ state }) => state)
  while (states().includes("running")) await Bun.sleep(20)
  expect(states()).toEqual(["settled", "settled"])
  expect(rows("SELECT 1 FROM ledger WHERE kind = 'charge'")).toHaveLength(2)
})
