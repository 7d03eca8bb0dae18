/** What a whole chat answer takes of the processor, beside the smallest program on the same stack that sells one. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { startServer } from "../../test/support/Server.ts"
import { MESSAGE, nativeChat, type Peer, rate, startUpstream, UNLIMITED } from "../support/Chats.ts"
import { missing, TICKS_PER_SECOND, ticksOf } from "../support/Machine.ts"
import type { Outcome } from "../support/Report.ts"
import { interleaved, median } from "../support/Statistics.ts"

/** Enough to be busy, few enough that nobody waits long. */
const CONNECTIONS = 16
const SECONDS = 4
/** Answers of each until its code is compiled for good. */
const WARM_UP = 10_000
const ROUNDS = 5
const PROGRAM = resolve(import.meta.dir, "../programs/Floor.ts")

interface Contestant {
  readonly peer: Peer
  readonly pid: number
}

/** The floor before a model; with books where there is a file for them. */
const startFloor = async (base: string, filename: string) => {
  const child = Bun.spawn([process.execPath, PROGRAM, base, filename], { stdout: "pipe", stderr: "inherit" })
  const first = await child.stdout.getReader().read()
  const peer: Peer = {
    url: `http://127.0.0.1:${new TextDecoder().decode(first.value).trim()}/chat`,
    headers: { "x-api-key": "key" },
    body: () => JSON.stringify({ prompt: MESSAGE, target_language: "am" })
  }
  return { peer, pid: child.pid, end: () => child.kill() }
}

/** Microseconds of processor time for each answer, of all threads of the process. */
const processorTime = async (folder: string, { peer, pid }: Contestant): Promise<number> => {
  const before = ticksOf(pid)
  const perSecond = await rate(folder, peer, CONNECTIONS, SECONDS)
  return ((ticksOf(pid) - before) * 1_000_000) / TICKS_PER_SECOND / (perSecond * SECONDS)
}

const warmUp = async (folder: string, { peer }: Contestant): Promise<void> => {
  for (let answers = 0; answers < WARM_UP; ) answers += SECONDS * (await rate(folder, peer, CONNECTIONS, SECONDS))
}

const compare = async (folder: string, ours: Contestant, floor: Contestant, bare: Contestant): Promise<Outcome> => {
  for (const contestant of [ours, floor, bare]) await warmUp(folder, contestant)
  const times = await interleaved(ROUNDS, {
    ours: () => processorTime(folder, ours),
    floor: () => processorTime(folder, floor),
    bare: () => processorTime(folder, bare)
  })
  const [own, least, unbooked] = [median(times("ours")), median(times("floor")), median(times("bare"))]
  return {
    claim: "processor time of a whole chat answer / the floor's",
    ratio: own / least,
    target: { atMost: 0.8 },
    detail: `${own.toFixed(0)} / ${least.toFixed(0)} µs (without books ${unbooked.toFixed(0)}), ${CONNECTIONS} connections by wrk`
  }
}

export const floor = async (): Promise<ReadonlyArray<Outcome>> => {
  if (missing("wrk").length > 0) return [{ claim: "processor time of a chat answer", skipped: "wrk is not installed" }]
  const folder = mkdtempSync(join(tmpdir(), "qal-bench-"))
  const upstream = await startUpstream()
  const base = `http://127.0.0.1:${upstream.port}/v1`
  const server = await startServer({ QAL_TEXT_URL: base, QAL_TEXT_MODEL: "instant", ...UNLIMITED })
  const [booked, bare] = [await startFloor(base, join(folder, "floor.sqlite")), await startFloor(base, "")]
  try {
    return [await compare(folder, { peer: nativeChat(server.url), pid: server.pid() }, booked, bare)]
  } finally {
    await server.dispose()
    for (const each of [booked, bare, upstream]) each.end()
    rmSync(folder, { recursive: true, force: true })
  }
}
