/** What must hold of a data folder, whatever was done to the process that owns it. */
import { Database } from "bun:sqlite"
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { REFERENCES } from "../../src/storage/BlobSweep.ts"
import type { Operation } from "./Operations.ts"
import type { Verdict } from "./Verdicts.ts"

/** Everything that one id was told, in order. */
export interface Story {
  readonly id: string
  readonly wallet: string
  readonly operation: Operation
  readonly told: Array<Verdict>
}

/** Files under their own names lie in folders of one character. */
const PUBLISHED = /^.$/

const MICROS = 1_000_000

export const open = (folder: string): Database => new Database(join(folder, "qal.sqlite"), { readonly: true })

const rows = <Row>(database: Database, sql: string, ...values: ReadonlyArray<string>): ReadonlyArray<Row> =>
  database.query<Row, Array<string>>(sql).all(...values)

export const running = (folder: string): number => {
  const database = open(folder)
  try {
    return rows(database, "SELECT 1 FROM jobs WHERE state = 'running'").length
  } finally {
    database.close()
  }
}

/** Rules of the ledger, each a query that finds what breaks it. */
const rules: ReadonlyArray<readonly [rule: string, broken: string]> = [
  [
    "a balance is the sum of its entries",
    `SELECT id, balance, spent FROM wallets
     WHERE balance <> (SELECT COALESCE(SUM(amount), 0) FROM ledger WHERE wallet_id = wallets.id)
        OR spent <> (SELECT COALESCE(-SUM(amount), 0) FROM ledger WHERE wallet_id = wallets.id AND kind = 'charge')`
  ],
  [
    "a charge belongs to one settled job, and a settled job has one charge",
    `SELECT jobs.id, state, COUNT(ledger.id) AS charges FROM jobs LEFT JOIN ledger ON ledger.job_id = jobs.id
     GROUP BY jobs.id HAVING charges <> (state = 'settled')`
  ],
  [
    "an id is settled once",
    `SELECT wallet_id, operation, request_id, COUNT(*) AS times FROM jobs
     WHERE state = 'settled' AND request_id IS NOT NULL GROUP BY 1, 2, 3 HAVING times > 1`
  ],
  [
    "a clip belongs to a settled job",
    "SELECT id FROM clips WHERE job_id NOT IN (SELECT id FROM jobs WHERE state = 'settled')"
  ]
]

interface File {
  readonly size: number
  /** Milliseconds since 1970. */
  readonly written: number
}

const filesIn = (folder: string): ReadonlyMap<string, File> => {
  const blobs = join(folder, "blobs")
  return new Map(
    readdirSync(blobs)
      .filter((shard) => PUBLISHED.test(shard))
      .flatMap((shard) =>
        readdirSync(join(blobs, shard)).map((name) => {
          const { ctimeMs: written, size } = statSync(join(blobs, shard, name))
          return [name, { size, written }] as const
        })
      )
  )
}

const referred = (database: Database): ReadonlySet<string> =>
  new Set(
    REFERENCES.flatMap(({ column, table }) =>
      rows<{ readonly id: string }>(database, `SELECT ${column} AS id FROM ${table}`).map(({ id }) => id)
    )
  )

/**
 * What is wrong with the money and the files, in words. `started`: when the last
 * start was by the server's clock, where nothing has run since.
 */
export const faults = (folder: string, started?: number): ReadonlyArray<string> => {
  const database = open(folder)
  try {
    const found = rules.flatMap(([rule, broken]) =>
      rows<object>(database, broken).map((row) => `${rule}: ${JSON.stringify(row)}`)
    )
    const files = filesIn(folder)
    const kept = referred(database)
    const lost = [...kept].filter((id) => !files.has(id)).map((id) => `the file ${id} of a row is gone`)
    const clips = rows<{ readonly blob_id: string; readonly size: number }>(database, "SELECT blob_id, size FROM clips")
    const cut = clips
      .filter(({ blob_id, size }) => files.has(blob_id) && files.get(blob_id)?.size !== size)
      .map(({ blob_id, size }) => `the clip's file ${blob_id} has ${files.get(blob_id)?.size} of ${size} bytes`)
    if (started === undefined) return [...found, ...lost, ...cut]
    const held = rows<object>(database, "SELECT id, operation FROM jobs WHERE state = 'running'").map(
      (row) => `a job of the dead process still holds: ${JSON.stringify(row)}`
    )
    // A file from what the server's clock calls the future is left alone until then.
    const orphans = Array.from(files)
      .filter(([name, { written }]) => !kept.has(name) && written < started)
      .map(([name]) => `no row keeps the file ${name}`)
    return [...found, ...lost, ...cut, ...held, ...orphans]
  } finally {
    database.close()
  }
}

interface Charge {
  readonly state: string
  readonly amount: number | null
}

const same = <A>(values: ReadonlyArray<A>): boolean => new Set(values).size <= 1

const chargesOf = (database: Database, condition: string, ...values: ReadonlyArray<string>): ReadonlyArray<Charge> =>
  rows<Charge>(
    database,
    `SELECT state, (SELECT -amount FROM ledger WHERE job_id = jobs.id) AS amount FROM jobs WHERE ${condition}`,
    ...values
  )

const toldCharges = (told: ReadonlyArray<Verdict>): ReadonlyArray<number> =>
  told.flatMap((one) => (one.tag === "settled" && one.credits !== undefined ? [Math.round(one.credits * MICROS)] : []))

/** Of a request with an id, of which nothing is under way. */
const ofOne = (database: Database, { id, operation, told, wallet }: Story): ReadonlyArray<string> => {
  const jobs = chargesOf(
    database,
    "wallet_id = ? AND operation = ? AND request_id = ?",
    wallet,
    operation.operation,
    id
  )
  const settled = jobs.filter(({ state }) => state === "settled")
  const tellings = told.flatMap((one) => (one.tag === "settled" ? [one] : []))
  const about = (what: string) => `${operation.name} ${id}: ${what}; told ${JSON.stringify(told)}`
  return [
    ...(same(tellings.map(({ identity }) => identity)) ? [] : [about("different answers")]),
    ...(tellings.length > 0 && settled.length !== 1 ? [about(`settled ${settled.length} times`)] : []),
    ...toldCharges(told).flatMap((micros) =>
      micros === settled[0]?.amount ? [] : [about(`told ${micros} micros, charged ${settled[0]?.amount}`)]
    ),
    ...(told.length > 0 && told.every(({ tag }) => tag === "failed") && settled.length > 0
      ? [about("told that it failed, and charged")]
      : [])
  ]
}

/**
 * Of all requests of a wallet that have no ids: each charge that was told is in the ledger,
 * once for each telling, and no more are there than the requests whose fate is unknown.
 */
const ofMany = (database: Database, wallet: string, stories: ReadonlyArray<Story>): ReadonlyArray<string> => {
  const [operation = ""] = stories.map(({ operation }) => operation.operation)
  const told = stories.flatMap(({ told }) => told)
  const jobs = chargesOf(database, "wallet_id = ? AND operation = ? AND request_id IS NULL", wallet, operation)
  // Of what costs nothing, such as a turn of noise, nothing need be told.
  const left = jobs.flatMap(({ amount, state }) => (state === "settled" && amount !== 0 ? [amount] : []))
  const lost = toldCharges(told).filter((micros) => {
    const at = left.indexOf(micros)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  const unknown = told.filter(({ tag }) => tag === "unknown").length
  return [
    ...lost.map((micros) => `${operation} of ${wallet}: told ${micros} micros, which the ledger has not`),
    ...(left.length > unknown ? [`${operation} of ${wallet}: ${left.length} charges to ${unknown} untold`] : [])
  ]
}

/** Where what clients were told and the books differ. Of requests without ids all must be given that ever were. */
export const contradictions = (folder: string, stories: ReadonlyArray<Story>): ReadonlyArray<string> => {
  const database = open(folder)
  try {
    const wrong = stories.flatMap(({ id, operation, told }) =>
      told.flatMap((one) => (one.tag === "wrong" ? [`${operation.name} ${id}: answered ${one.what}`] : []))
    )
    const nameless = stories.filter(({ operation }) => operation.isNameless)
    const groups = Map.groupBy(nameless, ({ operation, wallet }) => `${wallet} ${operation.operation}`)
    return [
      ...wrong,
      ...stories.filter(({ operation }) => !operation.isNameless).flatMap((story) => ofOne(database, story)),
      ...Array.from(groups.values()).flatMap((group) => ofMany(database, group[0]?.wallet ?? "", group))
    ]
  } finally {
    database.close()
  }
}
