/** What a server holds: memory and descriptors by the system's account, money by its own database. */
import { Database } from "bun:sqlite"
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs"
import { join } from "node:path"

export interface ResourceUse {
  /** Of the process and its children, in MiB. */
  readonly memory: number
  readonly descriptors: number
  /** TCP. */
  readonly sockets: number
}

/** What may remain after a round beside what was held before: caches, pools that were first used, what an allocator keeps. */
const MEMORY_ALLOWANCE = 256
const DESCRIPTOR_ALLOWANCE = 16
const SOCKET_ALLOWANCE = 2

const childrenOf = (pid: number): ReadonlyArray<number> =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const children = readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").trim()
    return children === "" ? [] : children.split(" ").map(Number)
  })

const memoryOf = (pid: number): number => {
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  return Number(resident ?? 0) / 1024 + childrenOf(pid).reduce((sum, child) => sum + memoryOf(child), 0)
}

const linkOf = (path: string): string => {
  try {
    return readlinkSync(path)
  } catch {
    // Closed since it was listed.
    return ""
  }
}

/** The inodes of a table's connections, the listening sockets among them. */
const connectionsOf = (table: string): ReadonlyArray<string> =>
  existsSync(table)
    ? readFileSync(table, "utf8")
        .split("\n")
        .slice(1)
        .map((line) => line.trim().split(/\s+/)[9] ?? "")
        .filter((inode) => inode !== "" && inode !== "0")
    : []

/** What the process holds now; none where the system does not tell. */
export const held = (pid: number): ResourceUse | undefined => {
  if (!existsSync(`/proc/${pid}/fd`)) return undefined
  const links = readdirSync(`/proc/${pid}/fd`).map((descriptor) => linkOf(`/proc/${pid}/fd/${descriptor}`))
  const connections = new Set(["tcp", "tcp6"].flatMap((table) => connectionsOf(`/proc/${pid}/net/${table}`)))
  const sockets = links.filter((link) => connections.has(/^socket:\[(\d+)\]$/.exec(link)?.[1] ?? "")).length
  return { memory: memoryOf(pid), descriptors: links.length, sockets }
}

/** What is held now beyond what may be. */
export const excess = (before: ResourceUse, after: ResourceUse): ReadonlyArray<string> => {
  const over = (name: "memory" | "descriptors" | "sockets", allowance: number, unit: string) =>
    after[name] > before[name] + allowance
      ? [`${name} not back: ${Math.round(before[name])}${unit} before, ${Math.round(after[name])}${unit} after`]
      : []
  return [
    ...over("memory", MEMORY_ALLOWANCE, " MiB"),
    ...over("descriptors", DESCRIPTOR_ALLOWANCE, ""),
    ...over("sockets", SOCKET_ALLOWANCE, "")
  ]
}

/** What is wrong with the books in a data folder: sums, holds, and entries of a wallet that bought nothing. */
export const ledger = (folder: string, bystander: string): ReadonlyArray<string> => {
  const database = new Database(join(folder, "qal.sqlite"))
  try {
    const count = (sql: string, ...values: ReadonlyArray<string>): number =>
      database.query<{ readonly n: number }, Array<string>>(sql).get(...values)?.n ?? 0
    const wrong = count(
      "SELECT COUNT(*) AS n FROM wallets w WHERE w.balance <> (SELECT COALESCE(SUM(amount), 0) FROM ledger WHERE wallet_id = w.id)"
    )
    const running = count("SELECT COUNT(*) AS n FROM jobs WHERE state = 'running'")
    const foreign = count("SELECT COUNT(*) AS n FROM ledger WHERE wallet_id = ? AND kind = 'charge'", bystander)
    return [
      ...(wrong > 0 ? [`${wrong} balances differ from the sum of their entries`] : []),
      ...(running > 0 ? [`${running} jobs still run and hold money`] : []),
      ...(foreign > 0 ? [`${foreign} charges to a wallet that bought nothing`] : [])
    ]
  } finally {
    database.close()
  }
}
