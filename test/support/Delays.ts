/** What other clients wait while a server is at work. */
import { readFileSync } from "node:fs"
import type { TestServer } from "./Server.ts"

/** Milliseconds that another client may wait meanwhile. */
export const MOST_DELAY = 250

/** The worst that was met while some work went on. */
interface Worst {
  /** Milliseconds that `/healthz` took. */
  readonly delay: number
  /** How many of them the thread that answers was at work: the delay without what else ran on the machine. */
  readonly busy: number
  /** Bytes by which the server's memory had grown. */
  readonly growth: number
}

/** Watches the server while `work` goes on, by asking its `/healthz` all the time. */
export const worstDuring = async (server: Pick<TestServer, "url" | "pid">, work: Promise<unknown>): Promise<Worst> => {
  const file = (name: string) => readFileSync(`/proc/${server.pid()}/${name}`, "utf8")
  const memory = (): number => 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(file("status"))?.[1])
  const answering = (): number => Number(file(`task/${server.pid()}/schedstat`).split(" ")[0]) / 1e6
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  const before = memory()
  const worst = { delay: 0, busy: 0, growth: 0 }
  while (!isOver) {
    const [begun, busy] = [performance.now(), answering()]
    await (await fetch(`${server.url}/healthz`)).text()
    worst.busy = Math.max(worst.busy, answering() - busy)
    worst.delay = Math.max(worst.delay, performance.now() - begun)
    worst.growth = Math.max(worst.growth, memory() - before)
    await Bun.sleep(5)
  }
  return worst
}
