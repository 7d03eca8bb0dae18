/** What must hold of a database and its files, whatever was done to the processes that write them. */

import { REFERENCES } from "../../src/storage/BlobSweep.ts"
import type { Rows } from "../support/Rows.ts"
import type { TestServer } from "../support/Server.ts"
import type { Operation } from "./Operations.ts"
import type { Verdict } from "./Verdicts.ts"

/** Everything that one id was told, in order. */
export interface Story {
  readonly id: string
  readonly wallet: string
  readonly operation: Operation
  readonly told: Array<Verdict>
}

/** Where the books are. */
export type Shelf = Pick<TestServer, "rows" | "files">

const MICROS = 1_000_000

export const running = async ({ rows }: Shelf): Promise<number> =>
  (await rows("SELECT 1 AS one FROM jobs WHERE state = 'running'")).length

/** Rules of the ledger, each a query that finds what breaks it: one statement each, and so true at any moment. */
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
     GROUP BY jobs.id, state HAVING COUNT(ledger.id) <> CASE state WHEN 'settled' THEN 1 ELSE 0 END`
  ],
  [
    "an id is settled once",
    `SELECT wallet_id, operation, request_id, COUNT(*) AS times FROM jobs
     WHERE state = 'settled' AND request_id IS NOT NULL GROUP BY 1, 2, 3 HAVING COUNT(*) > 1`
  ],
  [
    "a clip belongs to a settled job",
    "SELECT id FROM clips WHERE job_id NOT IN (SELECT id FROM jobs WHERE state = 'settled')"
  ]
]

const referred = async (rows: Rows): Promise<ReadonlySet<string>> => {
  const names = REFERENCES.map(({ column, table }) =>
    rows<{ readonly id: string }>(`SELECT ${column} AS id FROM ${table}`)
  )
  return new Set((await Promise.all(names)).flat().map(({ id }) => id))
}

/** What breaks the rules, each with its query, in words. */
export const broken = async (
  { rows }: Shelf,
  which: ReadonlyArray<readonly [rule: string, broken: string]> = rules
): Promise<ReadonlyArray<string>> => {
  const found = which.map(async ([rule, query]) =>
    (await rows<object>(query)).map((row) => `${rule}: ${JSON.stringify(row)}`)
  )
  return (await Promise.all(found)).flat()
}

/** What is wrong with the files, in words: of the rows that are there before and after they are looked at. */
const faultsOfFiles = async (shelf: Shelf, started: number | undefined): Promise<ReadonlyArray<string>> => {
  const { rows } = shelf
  const clips = await rows<{ readonly blob_id: string; readonly size: number }>("SELECT blob_id, size FROM clips")
  const named = await referred(rows)
  const files = shelf.files()
  const kept = await referred(rows)
  const lost = [...named].filter((id) => kept.has(id) && !files.has(id)).map((id) => `the file ${id} of a row is gone`)
  const cut = clips
    .filter(({ blob_id, size }) => files.has(blob_id) && files.get(blob_id)?.size !== size)
    .map(({ blob_id, size }) => `the clip's file ${blob_id} has ${files.get(blob_id)?.size} of ${size} bytes`)
  if (started === undefined) return [...lost, ...cut]
  // A file from what the server's clock calls the future is left alone until then.
  const orphans = Array.from(files)
    .filter(([name, { written }]) => !kept.has(name) && written < started)
    .map(([name]) => `no row keeps the file ${name}`)
  return [...lost, ...cut, ...orphans]
}

/**
 * What is wrong with the money and the files, in words. `started`: when the last
 * start was by the server's clock, where nothing has run since.
 */
export const faults = async (shelf: Shelf, started?: number): Promise<ReadonlyArray<string>> => {
  const held = await broken(
    shelf,
    started === undefined
      ? []
      : [["a job of the dead process still holds", "SELECT id, operation FROM jobs WHERE state = 'running'"]]
  )
  return [...(await broken(shelf)), ...held, ...(await faultsOfFiles(shelf, started))]
}

interface Charge {
  readonly state: string
  readonly amount: number | null
}

const same = <A>(values: ReadonlyArray<A>): boolean => new Set(values).size <= 1

const chargesOf = (rows: Rows, condition: string, ...values: ReadonlyArray<string>) =>
  rows<Charge>(
    `SELECT state, (SELECT -amount FROM ledger WHERE job_id = jobs.id) AS amount FROM jobs WHERE ${condition}`,
    ...values
  )

const toldCharges = (told: ReadonlyArray<Verdict>): ReadonlyArray<number> =>
  told.flatMap((one) => (one.tag === "settled" && one.credits !== undefined ? [Math.round(one.credits * MICROS)] : []))

/** Of a request with an id, of which nothing is under way. */
const ofOne = async (rows: Rows, { id, operation, told, wallet }: Story): Promise<ReadonlyArray<string>> => {
  const jobs = await chargesOf(
    rows,
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
const ofMany = async (rows: Rows, wallet: string, stories: ReadonlyArray<Story>): Promise<ReadonlyArray<string>> => {
  const [operation = ""] = stories.map(({ operation }) => operation.operation)
  const told = stories.flatMap(({ told }) => told)
  const jobs = await chargesOf(rows, "wallet_id = ? AND operation = ? AND request_id IS NULL", wallet, operation)
  // Of what costs nothing, such as a turn of noise, nothing need be told.
  const left = jobs.flatMap(({ amount, state }) => (state === "settled" && amount !== 0 ? [amount] : []))
  const lost = toldCharges(told).filter((micros) => {
    const at = left.indexOf(micros)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  // What was made without a word of its charge has one, too.
  const unknown = told.filter(
    (one) => one.tag === "unknown" || (one.tag === "settled" && one.credits === undefined)
  ).length
  return [
    ...lost.map((micros) => `${operation} of ${wallet}: told ${micros} micros, which the ledger has not`),
    ...(left.length > unknown ? [`${operation} of ${wallet}: ${left.length} charges to ${unknown} untold`] : [])
  ]
}

/** Where what clients were told and the books differ. Of requests without ids all must be given that ever were. */
export const contradictions = async (
  { rows }: Shelf,
  stories: ReadonlyArray<Story>
): Promise<ReadonlyArray<string>> => {
  const wrong = stories.flatMap(({ id, operation, told }) =>
    told.flatMap((one) => (one.tag === "wrong" ? [`${operation.name} ${id}: answered ${one.what}`] : []))
  )
  const nameless = stories.filter(({ operation }) => operation.isNameless)
  const groups = Map.groupBy(nameless, ({ operation, wallet }) => `${wallet} ${operation.operation}`)
  const ones = stories.filter(({ operation }) => !operation.isNameless).map((story) => ofOne(rows, story))
  const many = Array.from(groups.values()).map((group) => ofMany(rows, group[0]?.wallet ?? "", group))
  return [...wrong, ...(await Promise.all([...ones, ...many])).flat()]
}
