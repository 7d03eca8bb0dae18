/**
 * Paid chats on PostgreSQL beside the same on SQLite, of one node and of two, of one wallet and of many. The database is on
 * this machine, on the same cores, and waits for the disk at each settlement.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hasPostgres, startPostgres } from "../../test/support/Postgres.ts"
import { API_KEY, startServer, type TestServer } from "../../test/support/Server.ts"
import { nodeSettings } from "../../test/support/TestStore.ts"
import { makeWallets } from "../../test/support/Wallets.ts"
import { type Peer, rate, startUpstream, wholeAnswer } from "../support/Chats.ts"
import { cores, missing, TICKS_PER_SECOND, ticksOf } from "../support/Machine.ts"
import { ms, type Outcome } from "../support/Report.ts"
import { interleaved, median } from "../support/Statistics.ts"

/** To each node under load. */
const CONNECTIONS = 32
const SECONDS = 4
/** Answers until the code of a server is compiled for good. */
const WARM_UP = 10_000
const ROUNDS = 5
const SAMPLES = 300
const WALLETS = 200
/** ETB of each wallet. */
const CREDIT = 1_000_000

const MESSAGE = "ሰላም፣ ዛሬ እንዴት ነህ?"

const peerOf = ({ url }: Pick<TestServer, "url">): Peer => ({
  url: `${url.replace("localhost", "127.0.0.1")}/api/v1/chat_generate`,
  headers: { "x-api-key": API_KEY },
  body: () => JSON.stringify({ prompt: MESSAGE, target_language: "am" })
})

/** The processes of a PostgreSQL, which come and go with connections; each that went is counted by the first. */
const ticksOfPostgres = (first: number): number => {
  const parentOf = (pid: string) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
      return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
    } catch {
      return undefined
    }
  }
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(name) === first)
  return [first, ...children.map(Number)].reduce((sum, pid) => {
    try {
      return sum + ticksOf(pid)
    } catch {
      return sum
    }
  }, 0)
}

/** What was measured at once: answers a second, and the processors' milliseconds of each answer. */
interface Load {
  readonly rate: number
  readonly node: number
  readonly database: number
}

interface World {
  readonly folder: string
  readonly sqlite: TestServer
  readonly nodes: readonly [TestServer, TestServer]
  readonly postgresPid: () => number
  /** Keys of as many wallets, of SQLite and of PostgreSQL. */
  readonly keys: { readonly sqlite: ReadonlyArray<string>; readonly postgres: ReadonlyArray<string> }
  readonly upstream: Peer
}

/** All these servers under load at once. */
const load = async (
  { folder, postgresPid }: World,
  servers: ReadonlyArray<TestServer>,
  keys: ReadonlyArray<string>
): Promise<Load> => {
  const ticks = () => servers.reduce((sum, { pid }) => sum + ticksOf(pid()), 0)
  const [nodeBefore, databaseBefore] = [ticks(), ticksOfPostgres(postgresPid())]
  const rates = await Promise.all(servers.map((server) => rate(folder, peerOf(server), CONNECTIONS, SECONDS, keys)))
  const sum = rates.reduce((total, each) => total + each, 0)
  const each = (taken: number) => (1_000 * taken) / TICKS_PER_SECOND / (sum * SECONDS)
  return {
    rate: sum,
    node: each(ticks() - nodeBefore),
    database: each(ticksOfPostgres(postgresPid()) - databaseBefore)
  }
}

const measured = async (world: World) => {
  const { keys, nodes, sqlite } = world
  const kinds = {
    sqlite: () => load(world, [sqlite], keys.sqlite),
    one: () => load(world, [nodes[0]], []),
    many: () => load(world, [nodes[0]], keys.postgres),
    both: () => load(world, nodes, keys.postgres)
  }
  type Kind = keyof typeof kinds
  const found = new Map<Kind, Array<Load>>()
  for (const server of [sqlite, ...nodes]) {
    for (let answered = 0; answered < WARM_UP; ) answered += SECONDS * (await load(world, [server], [])).rate
  }
  const take = (kind: Kind) => async () => {
    const one = await kinds[kind]()
    found.set(kind, [...(found.get(kind) ?? []), one])
    return one.rate
  }
  await interleaved(ROUNDS, { sqlite: take("sqlite"), one: take("one"), many: take("many"), both: take("both") })
  return (kind: Kind, which: keyof Load) => median((found.get(kind) ?? []).map((one) => one[which]))
}

const compare = async (world: World): Promise<ReadonlyArray<Outcome>> => {
  const of = await measured(world)
  const times = await interleaved(SAMPLES, {
    sqlite: () => wholeAnswer(peerOf(world.sqlite)),
    postgres: () => wholeAnswer(peerOf(world.nodes[0])),
    direct: () => wholeAnswer(world.upstream)
  })
  const added = (name: "sqlite" | "postgres") => median(times(name)) - median(times("direct"))
  const a = (value: number) => value.toFixed(0)
  const cost = (kind: "sqlite" | "one" | "many" | "both") =>
    `${of(kind, "node").toFixed(2)} ms of the node and ${of(kind, "database").toFixed(2)} ms of the database each`
  return [
    {
      claim: "paid chats a second of a node on PostgreSQL / on SQLite",
      ratio: of("many", "rate") / of("sqlite", "rate"),
      target: { atLeast: 0.5 },
      detail: `${a(of("many", "rate"))} (${cost("many")}) / ${a(of("sqlite", "rate"))} (${of("sqlite", "node").toFixed(2)} ms), ${WALLETS} wallets`
    },
    {
      claim: "two nodes / one, by the processors' time that they take of themselves",
      ratio: (2 * of("many", "node")) / of("both", "node"),
      target: { atLeast: 1.6 },
      detail: cost("both")
    },
    {
      claim: `two nodes / one, with the database and the clients on the same ${cores} cores`,
      ratio: of("both", "rate") / of("many", "rate"),
      target: "shown only",
      detail: `${a(of("both", "rate"))} / ${a(of("many", "rate"))}`
    },
    {
      claim: "one wallet / many, of a node on PostgreSQL",
      ratio: of("one", "rate") / of("many", "rate"),
      target: { atLeast: 0.7 },
      detail: `${a(of("one", "rate"))} (${cost("one")}) / ${a(of("many", "rate"))}`
    },
    {
      claim: "added to an answer on PostgreSQL / on SQLite",
      ratio: added("postgres") / added("sqlite"),
      target: "shown only",
      detail: `${ms(added("postgres"))} / ${ms(added("sqlite"))}, 1 connection`
    }
  ]
}

export const stores = async (): Promise<ReadonlyArray<Outcome>> => {
  const claim = "paid chats on PostgreSQL"
  const lacking = [...missing("wrk"), ...(hasPostgres ? [] : ["PostgreSQL"])]
  if (lacking.length > 0) return [{ claim, skipped: `${lacking.join(", ")} is not installed` }]
  const folder = mkdtempSync(join(tmpdir(), "qal-bench-"))
  const upstream = await startUpstream()
  const postgres = await startPostgres()
  const base = `http://127.0.0.1:${upstream.port}/v1`
  const settings = {
    QAL_TEXT_URL: base,
    QAL_TEXT_MODEL: "instant",
    QAL_BOOTSTRAP_CREDIT: String(CREDIT),
    QAL_RATE_LIMIT_PER_MINUTE: "1000000"
  }
  const url = await postgres.database()
  const started: Array<TestServer> = []
  const start = async (more: Readonly<Record<string, string>> = {}): Promise<TestServer> => {
    const server = await startServer({ ...settings, ...more })
    started.push(server)
    return server
  }
  try {
    const sqlite = await start()
    const nodes = [await start(nodeSettings(url)), await start(nodeSettings(url))] as const
    const keysOf = async (server: TestServer) => (await makeWallets(server, WALLETS, CREDIT)).map(({ key }) => key)
    return await compare({
      folder,
      sqlite,
      nodes,
      postgresPid: postgres.pid,
      keys: { sqlite: await keysOf(sqlite), postgres: await keysOf(nodes[0]) },
      upstream: {
        url: `${base}/chat/completions`,
        headers: {},
        body: () => JSON.stringify({ model: "instant", messages: [{ role: "user", content: MESSAGE }] })
      }
    })
  } finally {
    for (const server of started) await server.dispose()
    await postgres.stop()
    upstream.end()
    rmSync(folder, { recursive: true, force: true })
  }
}
