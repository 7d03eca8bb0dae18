/** The program as it is beside an earlier one, whose checkout the variable names: what a change for others costs those who do not use it. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { API_KEY, startServer, type TestServer } from "../../test/support/Server.ts"
import { type Peer, rate, startUpstream } from "../support/Chats.ts"
import { missing, TICKS_PER_SECOND, ticksOf } from "../support/Machine.ts"
import { ms, type Outcome } from "../support/Report.ts"
import { interleaved, median } from "../support/Statistics.ts"

const VARIABLE = "QAL_BENCH_EARLIER"
const CONNECTIONS = 32
const SECONDS = 4
/** Answers until the code of a server is compiled for good. */
const WARM_UP = 8_000
const ROUNDS = 7
const STARTS = 8

const peerOf = ({ url }: TestServer): Peer => ({
  url: `${url.replace("localhost", "127.0.0.1")}/api/v1/chat_generate`,
  headers: { "x-api-key": API_KEY },
  body: () => JSON.stringify({ prompt: "ሰላም፣ ዛሬ እንዴት ነህ?", target_language: "am" })
})

/** The program of a checkout. */
const programOf = (root: string) => [process.execPath, join(root, "src/main.ts")]

interface Both {
  readonly now: TestServer
  readonly earlier: TestServer
}

/** Answers a second, and the processors' milliseconds of each. */
const throughput = async (folder: string, both: Both): Promise<ReadonlyArray<Outcome>> => {
  const costs = { now: [] as number[], earlier: [] as number[] }
  const measure = async (server: TestServer) => {
    const before = ticksOf(server.pid())
    const answered = await rate(folder, peerOf(server), CONNECTIONS, SECONDS)
    const cost = (1_000 * (ticksOf(server.pid()) - before)) / TICKS_PER_SECOND / (answered * SECONDS)
    return { answered, cost }
  }
  // Each round in processes of their own: two of one program differ by a tenth, by what was compiled when.
  const inNew = (name: keyof Both) => async () => {
    const server = both[name]
    await server.stop()
    await server.start()
    for (let warmed = 0; warmed < WARM_UP; ) warmed += SECONDS * (await measure(server)).answered
    const { answered, cost } = await measure(server)
    costs[name].push(cost)
    return answered
  }
  const rates = await interleaved(ROUNDS, { now: inNew("now"), earlier: inNew("earlier") })
  const [now, earlier] = [median(rates("now")), median(rates("earlier"))]
  return [
    {
      claim: "paid chats a second / the earlier program's",
      ratio: now / earlier,
      target: { atLeast: 0.97 },
      detail: `${now.toFixed(0)} / ${earlier.toFixed(0)}`
    },
    {
      claim: "processors' time of a paid chat / the earlier program's",
      ratio: median(costs.now) / median(costs.earlier),
      target: { atMost: 1.03 },
      detail: `${ms(median(costs.now))} / ${ms(median(costs.earlier))}`
    }
  ]
}

/** Milliseconds from a start to the first answer, on data that is there. */
const starts = async ({ earlier, now }: Both): Promise<ReadonlyArray<Outcome>> => {
  const start = (server: TestServer) => async () => {
    await server.stop()
    const begun = performance.now()
    await server.start()
    return performance.now() - begun
  }
  const times = await interleaved(STARTS, { now: start(now), earlier: start(earlier) })
  const [one, other] = [median(times("now")), median(times("earlier"))]
  return [
    {
      claim: "time to the first answer / the earlier program's",
      ratio: one / other,
      target: { atMost: 1.03 },
      detail: `${ms(one)} / ${ms(other)}`
    }
  ]
}

export const earlier = async (): Promise<ReadonlyArray<Outcome>> => {
  const claim = "beside an earlier program"
  const root = process.env[VARIABLE]
  if (root === undefined) return [{ claim, skipped: `${VARIABLE} names no checkout` }]
  const lacking = missing("wrk")
  if (lacking.length > 0) return [{ claim, skipped: `${lacking.join(", ")} is not installed` }]
  const folder = mkdtempSync(join(tmpdir(), "qal-bench-"))
  const upstream = await startUpstream()
  const settings = {
    QAL_TEXT_URL: `http://127.0.0.1:${upstream.port}/v1`,
    QAL_TEXT_MODEL: "instant",
    QAL_BOOTSTRAP_CREDIT: "1000000",
    QAL_RATE_LIMIT_PER_MINUTE: "1000000"
  }
  const both = {
    now: await startServer(settings, programOf(resolve(import.meta.dir, "../.."))),
    earlier: await startServer(settings, programOf(root))
  }
  try {
    return [...(await starts(both)), ...(await throughput(folder, both))]
  } finally {
    await both.now.dispose()
    await both.earlier.dispose()
    upstream.end()
    rmSync(folder, { recursive: true, force: true })
  }
}
