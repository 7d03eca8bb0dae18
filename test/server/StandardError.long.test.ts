import { afterEach, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { startServer, type TestServer } from "../support/Server.ts"

const MAIN = join(import.meta.dir, "../../src/main.ts")

/** Enough lines to fill a pipe (64 KiB) several times over. */
const REQUESTS = 1_000

let server: TestServer | undefined

afterEach(async () => {
  await server?.dispose()
  server = undefined
})

/** The program, with its outputs where a shell's `redirections` put them. */
const start = (redirections: string) =>
  startServer({}, ["bash", "-c", `exec "$0" "$@" ${redirections}`, process.execPath, MAIN])

const talkTo = async (url: string): Promise<number> => {
  for (let count = 0; count < REQUESTS; count++) await (await fetch(`${url}/healthz`)).text()
  await Bun.sleep(500)
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^qal_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1])
}

describe("a log that cannot be written", () => {
  test("log lines lost on a full disk are counted, and the server goes on", async () => {
    server = await start(">/dev/full 2>/dev/full")
    expect(await talkTo(server.url)).toBeGreaterThanOrEqual(REQUESTS)
    expect(await server.stop()).toBe(0)
  })

  test("log lines lost because their reader is gone are counted, and the server goes on", async () => {
    server = await start("> >(true) 2> >(true)")
    expect(await talkTo(server.url)).toBeGreaterThanOrEqual(REQUESTS)
    expect(await server.stop()).toBe(0)
  })

  test("a log that is not read waits, and delays neither others nor the end", async () => {
    server = await start("> >(sleep 40) 2> >(sleep 40)")
    const began = performance.now()
    expect(await talkTo(server.url)).toBe(0)
    expect(await server.stop()).toBe(0)
    expect(performance.now() - began).toBeLessThan(35_000)
  })
})
