/** The process dies in the middle of a generation; the client simply asks again. */
import { expect, test } from "bun:test"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { serverForFile } from "../support/ForFile.ts"
import { withDatabase } from "../support/Rows.ts"
import { API_KEY, call } from "../support/Server.ts"

const server = serverForFile()

const read = <Row>(sql: string): ReadonlyArray<Row> =>
  withDatabase(server, (database) => database.query<Row, []>(sql).all())

/**
 * Every stored file that is not set aside: a process that was
 * killed between a file and its row cannot tell the next one how the file came.
 */
const files = () =>
  readdirSync(join(server.folder, "data", "blobs"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "database-id")
    .filter((entry) => !entry.parentPath.includes("set-aside"))
    .map((entry) => entry.name)

const request = {
  text: "ሰላም፣ ዛሬ ጥሩ ቀን ነው። ነገም እንዲሁ ይሁን። ".repeat(40),
  voice_id: "am-hamen",
  language: "am",
  client_request_id: "killed-1"
}

test("a kill in the middle of a generation leaves nothing; the same id then makes one clip, charge and file", async () => {
  for (let round = 0; round < 3; round++) {
    const lost = call(server, "POST", "/api/v1/voice/generations", request).catch(() => undefined)
    while (read("SELECT 1 FROM jobs WHERE state = 'running'").length === 0) await Bun.sleep(2)
    await Bun.sleep(round * 15)
    await server.kill()
    await lost
    expect(read("SELECT 1 FROM clips")).toHaveLength(0)
    expect(read("SELECT 1 FROM jobs WHERE state = 'running'")).toHaveLength(1)
    await server.start()
    expect(read("SELECT 1 FROM jobs WHERE state = 'running'")).toHaveLength(0)
    expect(files()).toHaveLength(0)
  }
  const made = await call(server, "POST", "/api/v1/voice/generations", request)
  expect(made.status).toBe(201)
  const clip = (await made.json()).data
  const again = await call(server, "POST", "/api/v1/voice/generations", request)
  expect(again.status).toBe(200)
  expect((await again.json()).data.id).toBe(clip.id)

  expect(read("SELECT 1 FROM clips")).toHaveLength(1)
  expect(read("SELECT 1 FROM ledger WHERE kind = 'charge'")).toHaveLength(1)
  expect(read("SELECT 1 FROM jobs WHERE state = 'settled'")).toHaveLength(1)
  expect(files()).toHaveLength(1)
  const [sums] = read<{ readonly balance: number; readonly entries: number }>(
    "SELECT (SELECT SUM(balance) FROM wallets) AS balance, (SELECT SUM(amount) FROM ledger) AS entries"
  )
  expect(sums?.balance).toBe(sums?.entries ?? Number.NaN)
  expect(sums?.balance).toBe(500_000_000 - Math.round(clip.usage.credits_used * 1_000_000))
}, 120_000)

test("a client that hangs up in a generation is still billed once, and finds its clip", async () => {
  const controller = new AbortController()
  const text = request.text
  const hung = fetch(`${server.url}/api/v1/voice/generations`, {
    method: "POST",
    signal: controller.signal,
    headers: { "x-api-key": API_KEY, "content-type": "application/json" },
    body: JSON.stringify({ ...request, text, client_request_id: "hung-up" })
  }).catch(() => undefined)
  while (read("SELECT 1 FROM jobs WHERE state = 'running'").length === 0) await Bun.sleep(2)
  controller.abort()
  await hung
  while (read("SELECT 1 FROM jobs WHERE state = 'running'").length > 0) await Bun.sleep(10)
  const replay = await call(server, "POST", "/api/v1/voice/generations", { ...request, client_request_id: "hung-up" })
  expect(replay.status).toBe(200)
  expect((await replay.json()).data.meta.idempotent_replay).toBe(true)
  expect(read("SELECT 1 FROM ledger WHERE kind = 'charge'")).toHaveLength(2)
}, 60_000)

test("a server that is stopped lets the running generation settle first", async () => {
  const running = call(server, "POST", "/api/v1/voice/generations", { ...request, client_request_id: "stopping" })
  while (read("SELECT 1 FROM jobs WHERE state = 'running'").length === 0) await Bun.sleep(2)
  const code = await server.stop()
  expect(code).toBe(0)
  const response = await running
  expect(response.status).toBe(201)
  expect(read("SELECT 1 FROM jobs WHERE state = 'running'")).toHaveLength(0)
  expect(read("SELECT 1 FROM ledger WHERE kind = 'charge'")).toHaveLength(3)
  await server.start()
}, 60_000)
