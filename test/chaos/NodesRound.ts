/**
 * One round of several nodes: clients at work at any of them, things befall the nodes and what they share, and the books
 * are held against what clients were told, by any node.
 */
import type { Random } from "../../training/text/Random.ts"
import * as Books from "./Books.ts"
import type { Client, Manner } from "./Client.ts"
import type { Cluster } from "./Cluster.ts"
import type { Engines } from "./Engines.ts"
import { befallAll, type Plan } from "./NodeFaults.ts"
import { operations } from "./Operations.ts"
import { mannerOf } from "./Round.ts"
import { dropAll } from "./Wire.ts"

export interface NodesSetting {
  readonly cluster: Cluster
  readonly engines: Engines
  readonly random: Random
  /** Wallets by their ids. */
  readonly clients: ReadonlyMap<string, Client>
  /** What was asked without an id in the rounds before. */
  readonly nameless: Array<Books.Story>
}

export interface NodesReport {
  readonly requests: number
  readonly violations: ReadonlyArray<string>
  readonly events: ReadonlyArray<string>
}

/** Clients that come in a second. */
const CLIENTS_PER_SECOND = 4
/** How long an id whose fate is unknown is sent again: a lease, and an engine that hangs. */
const TRIED_FOR = 60_000
const BETWEEN_TRIES = 400
/** A job that was admitted has ended by then. */
const QUIET_WITHIN = 60_000
const WATCHED_EVERY = 1_000
/** Clips of a round whose bytes are read through a node. */
const READ = 4

/** Milliseconds after which nothing is held any more for a node that is not heard of, where another looks for it. */
const RELEASED_WITHIN = 15_000

/** Rules of a database of several nodes, each one statement, and so true at any moment. */
const rules: ReadonlyArray<readonly [rule: string, broken: string]> = [
  [
    "a wallet holds what its running jobs hold",
    `SELECT id, held FROM wallets WHERE held <>
       (SELECT COALESCE(SUM(hold), 0) FROM jobs WHERE wallet_id = wallets.id AND state = 'running')`
  ],
  [
    "what was taken from a node is not settled by it",
    `SELECT id, operation FROM jobs WHERE failure = 'PROCESS_DIED' AND (
       EXISTS (SELECT 1 FROM ledger WHERE ledger.job_id = jobs.id)
       OR EXISTS (SELECT 1 FROM clips WHERE clips.job_id = jobs.id)
       OR EXISTS (SELECT 1 FROM legacy_audio WHERE legacy_audio.job_id = jobs.id))`
  ],
  [
    "a dead node's jobs are released within 15 seconds, once another has lived as long",
    `SELECT jobs.id, jobs.operation, jobs.node_id, qal_now() - seen_at AS silent FROM jobs
     LEFT JOIN nodes ON nodes.id = jobs.node_id
     WHERE state = 'running' AND COALESCE(seen_at, 0) < qal_now() - ${RELEASED_WITHIN}
       AND EXISTS (SELECT 1 FROM nodes AS others WHERE others.dead_at IS NULL
         AND others.steady_since < qal_now() - ${RELEASED_WITHIN} AND others.seen_at > qal_now() - 4000)`
  ]
]

/** Looks at every rule again and again until it is told to stop; a database that is away is looked at later. */
const watch = (cluster: Cluster) => {
  const found: Array<string> = []
  let isOver = false
  const looking = (async () => {
    while (!isOver) {
      await Bun.sleep(WATCHED_EVERY)
      const seen = Promise.all([Books.broken(cluster.shelf), Books.broken(cluster.shelf, rules)])
      found.push(...(await seen.then(([one, other]) => [...one, ...other]).catch(() => [])))
    }
  })()
  return async (): Promise<ReadonlyArray<string>> => {
    isOver = true
    await looking
    return [...new Set(found)]
  }
}

/** By any of the nodes. */
const ask = async (
  { clients, cluster, random }: NodesSetting,
  { id, operation, told, wallet }: Books.Story,
  manner: Manner
): Promise<void> => {
  const client = clients.get(wallet)
  const { server } = random.pick(cluster.nodes)
  if (client !== undefined) told.push(await operation.perform({ ...client, url: server.url }, id, manner))
}

const begin = (setting: NodesSetting, id: string, window: number) => {
  const { clients, random } = setting
  const story: Books.Story = {
    id,
    wallet: random.pick([...clients.keys()]),
    operation: random.pick(operations),
    told: []
  }
  const manner = mannerOf(random)
  return { story, done: Bun.sleep(random.between(0, window)).then(() => ask(setting, story, manner)) }
}

const isSettled = ({ told }: Books.Story) => told.some(({ tag }) => tag === "settled")

/** Sends the same request to one node or another until it is answered: nothing befalls anybody. */
const insist = async (setting: NodesSetting, story: Books.Story): Promise<ReadonlyArray<string>> => {
  for (const end = performance.now() + TRIED_FOR; performance.now() < end; ) {
    await ask(setting, story, { tag: "patient" })
    if (story.told.at(-1)?.tag === "settled" || story.told.at(-1)?.tag === "wrong") return []
    await Bun.sleep(BETWEEN_TRIES)
  }
  return [`${story.operation.name} ${story.id} could not be made: ${JSON.stringify(story.told.slice(-3))}`]
}

const quiet = async ({ cluster }: NodesSetting): Promise<ReadonlyArray<string>> => {
  for (const end = performance.now() + QUIET_WITHIN; (await Books.running(cluster.shelf)) > 0; await Bun.sleep(50)) {
    if (performance.now() > end) return ["a job has not ended after a minute"]
  }
  return await Books.broken(cluster.shelf, [["a wallet holds nothing", "SELECT id, held FROM wallets WHERE held <> 0"]])
}

/** The newest clips, byte by byte, as a client gets them from a node. */
const unreadable = async ({ clients, cluster, random }: NodesSetting): Promise<ReadonlyArray<string>> => {
  const clips = await cluster.shelf.rows<{ readonly id: string; readonly wallet_id: string; readonly size: number }>(
    `SELECT id, wallet_id, size FROM clips ORDER BY seq DESC LIMIT ${READ}`
  )
  const read = clips.map(async ({ id, size, wallet_id }) => {
    const { server } = random.pick(cluster.nodes)
    const headers = { "x-api-key": clients.get(wallet_id)?.key ?? "" }
    const response = await fetch(`${server.url}/api/v1/voice/clips/${id}/file`, { headers })
    const { length } = await response.bytes()
    return response.status === 200 && length === size
      ? []
      : [`clip ${id}: ${response.status}, ${length} of ${size} bytes`]
  })
  return (await Promise.all(read)).flat()
}

export const nodesRound = async (setting: NodesSetting, number: number, plan: Plan): Promise<NodesReport> => {
  const { cluster, engines, random } = setting
  // Slow ones have more under way when a node dies.
  engines.behave(random.chance(0.2))
  const watched = watch(cluster)
  const count = Math.ceil((CLIENTS_PER_SECOND * plan.window) / 1_000)
  const asked = Array.from({ length: count }, (_, at) => begin(setting, `n${number}-${at}`, plan.window))
  const stories = asked.map(({ story }) => story)
  const known = [...setting.nameless, ...stories]
  setting.nameless.push(...stories.filter(({ operation }) => operation.isNameless))
  const events = await befallAll(cluster, plan)
  dropAll()
  engines.behave(true)
  await Promise.all(asked.map(({ done }) => done))
  // Whoever does not know sends the same again; some who were told do too.
  const again = stories.filter((story) => !isSettled(story) || random.chance(0.3))
  const stuck = (await Promise.all(again.map((story) => insist(setting, story)))).flat()
  const late = await quiet(setting)
  const seen = await watched()
  const last = [...(await Books.faults(cluster.shelf)), ...(await Books.contradictions(cluster.shelf, known))]
  return {
    requests: stories.reduce((sum, { told }) => sum + told.length, 0),
    events,
    violations: [...seen, ...stuck, ...late, ...last, ...(await unreadable(setting))]
  }
}
