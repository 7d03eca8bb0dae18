/** Rounds of chaos on several nodes that share a database and an object store, from a seed. */
import { makeRandom } from "../../training/text/Random.ts"
import { makeWallets } from "../support/Wallets.ts"
import { soundsOf } from "./Chaos.ts"
import { startCluster } from "./Cluster.ts"
import { startEngines } from "./Engines.ts"
import { type Counts, planOf, type Shape, sum } from "./NodeFaults.ts"
import { type NodesSetting, nodesRound } from "./NodesRound.ts"

const WALLETS = 4
/** ETB: more than a run can spend. */
const CREDIT = 1_000_000
const NONE: Counts = { kills: 0, restarts: 0, freezes: 0 }

export interface NodesOptions extends Shape {
  readonly seed: number
  readonly counts: Counts
  readonly log: (line: string) => void
}

export interface NodesOutcome {
  readonly counts: Counts
  readonly rounds: number
  readonly requests: number
  /** Milliseconds from the last sign of life of a node to the release of what it held: of all that were released. */
  readonly released: ReadonlyArray<number>
  /** Settlements that nodes tried of what was taken from them. */
  readonly fenced: number
  readonly clips: number
  readonly violations: ReadonlyArray<string>
}

/** Of every job that was taken from a node. */
const RELEASED = `SELECT jobs.ended_at - nodes.seen_at AS millis FROM jobs JOIN nodes ON nodes.id = jobs.node_id
  WHERE jobs.failure = 'PROCESS_DIED' ORDER BY 1`

const isFenced = (line: string): boolean => line.includes("a settlement was given up") && line.includes("JobNotRunning")

/** Runs until so much has befallen, or until a round finds something wrong. */
export const runNodes = async ({ counts, log, seed, ...shape }: NodesOptions): Promise<NodesOutcome> => {
  const random = makeRandom(seed)
  const engines = startEngines(random)
  const cluster = await startCluster(shape.nodes, engines.settings)
  const { rows } = cluster.shelf
  const total = { rounds: 0, requests: 0 }
  let done = NONE
  let violations: ReadonlyArray<string> = []
  try {
    const wallets = await makeWallets({ folder: "", databaseUrl: cluster.databaseUrl }, WALLETS, CREDIT)
    const url = cluster.nodes[0]?.server.url ?? ""
    const sound = await soundsOf(url, wallets[0]?.key ?? "")
    const clients = new Map(wallets.map(({ key, walletId }) => [walletId, { url, key, ...sound }]))
    const setting: NodesSetting = { cluster, engines, random, clients, nameless: [] }
    for (let left = counts; left.kills + left.restarts + left.freezes > 0 && violations.length === 0; ) {
      const begun = performance.now()
      const plan = planOf(random, left, shape)
      const report = await nodesRound(setting, total.rounds, plan)
      total.rounds++
      total.requests += report.requests
      done = sum(done, plan.counts, 1)
      left = sum(left, plan.counts, -1)
      violations = report.violations
      const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
      log(`round ${total.rounds}, ${seconds} s: ${report.events.join("; ")}; ${report.requests} requests`)
    }
    if (violations.length > 0) for (const { server } of cluster.nodes) log(server.output().slice(-20_000))
    const released = (await rows<{ readonly millis: number }>(RELEASED)).map(({ millis }) => millis)
    const [{ clips } = { clips: 0 }] = await rows<{ readonly clips: number }>("SELECT COUNT(*) AS clips FROM clips")
    const fenced = cluster.nodes.flatMap(({ server }) => server.output().split("\n")).filter(isFenced).length
    return { ...total, counts: done, released, fenced, clips, violations }
  } finally {
    await cluster.dispose()
    await engines.stop()
  }
}
