/** Requests a second of the catalog, against a handler that does nothing on the same stack. */
import { resolve } from "node:path"
import { Schema } from "effect"
import { API_KEY } from "../../test/support/Server.ts"
import { startHelper } from "../support/Helper.ts"
import { missing } from "../support/Machine.ts"
import type { Outcome } from "../support/Report.ts"
import { withServer } from "../support/Server.ts"
import { interleaved, median } from "../support/Statistics.ts"

const CONNECTIONS = 32
const SECONDS = 3
const ROUNDS = 5
/** Until the code that answers is compiled. */
const WARM_UP_SECONDS = 3

type Load = (port: number, path: string, seconds: number) => Promise<number>

const byWrk: Load = async (port, path, seconds) => {
  const run = Bun.spawn(
    [
      "wrk",
      "--threads=1",
      `--connections=${CONNECTIONS}`,
      `--duration=${seconds}s`,
      `--header=x-api-key: ${API_KEY}`,
      `http://127.0.0.1:${port}${path}`
    ],
    { stdout: "pipe", stderr: "inherit" }
  )
  const report = await new Response(run.stdout).text()
  const rate = /^Requests\/sec:\s+([\d.]+)$/m.exec(report)?.[1]
  if (rate === undefined || /Non-2xx|Socket errors/.test(report)) throw new Error(`wrk ${path}: ${report}`)
  return Number(rate)
}

const startEmpty = async () => {
  const child = Bun.spawn([process.execPath, resolve(import.meta.dir, "../programs/EmptyRouter.ts")], {
    stdout: "pipe",
    stderr: "inherit"
  })
  const first = await child.stdout.getReader().read()
  return { port: Number(new TextDecoder().decode(first.value)), end: () => child.kill() }
}

const compare = async (load: Load, tool: string): Promise<Outcome> =>
  withServer(async ({ url }) => {
    const empty = await startEmpty()
    const ours = Number(new URL(url).port)
    try {
      await load(ours, "/api/v1/voice/voices", WARM_UP_SECONDS)
      await load(empty.port, "/", WARM_UP_SECONDS)
      const rates = await interleaved(ROUNDS, {
        catalog: () => load(ours, "/api/v1/voice/voices", SECONDS),
        empty: () => load(empty.port, "/", SECONDS)
      })
      const [catalog, nothing] = [median(rates("catalog")), median(rates("empty"))]
      return {
        claim: "GET /voices: requests a second / an empty HttpRouter's",
        ratio: catalog / nothing,
        target: { atLeast: 0.5 },
        detail: `${catalog.toFixed(0)} / ${nothing.toFixed(0)}, ${CONNECTIONS} connections by ${tool}`
      }
    } finally {
      empty.end()
    }
  })

export const catalog = async (): Promise<ReadonlyArray<Outcome>> => {
  if (missing("wrk").length === 0) return [await compare(byWrk, "wrk")]
  const helper = startHelper("Requests.ts")
  const headers = { "x-api-key": API_KEY }
  try {
    const load: Load = (port, path, seconds) =>
      helper.ask({ port, path, headers, connections: CONNECTIONS, seconds }, Schema.Number)
    return [await compare(load, "bare sockets (wrk is not installed)")]
  } finally {
    await helper.end()
  }
}
