/** Copies all rows from one database to another, and proves that both hold the same. */
import { Effect, Ref, Stream } from "effect"
import { formatCount, formatNumber, paced, type WriteLine } from "./Progress.ts"
import * as RowDigest from "./RowDigest.ts"
import { MoveFailed, type Row, type Side } from "./Side.ts"
import { TABLES, type Table } from "./Tables.ts"

/** What a wallet has, and what its entries of the ledger come to. */
const SUMS = `SELECT wallets.id, wallets.balance, COALESCE(SUM(ledger.amount), 0) AS entered, COUNT(ledger.seq) AS entries
  FROM wallets LEFT JOIN ledger ON ledger.wallet_id = wallets.id
  GROUP BY wallets.id, wallets.balance ORDER BY wallets.id`

const allOf = (table: Table, columns: ReadonlyArray<string>): string => {
  const order = table.isNumbered ? " ORDER BY seq" : ""
  return `SELECT ${columns.join(", ")} FROM ${table.name}${order}`
}

/** The columns of both, which must be the same: a change of one schema alone would lose something. */
const columnsOf = (source: Side, target: Side, table: Table) =>
  Effect.gen(function* () {
    const [ours, theirs] = yield* Effect.all([source.columns(table), target.columns(table)])
    if (ours.length > 0 && ours.join() === theirs.join()) return ours
    return yield* Effect.dieMessage(`${table.name} has other columns in ${source.name} than in ${target.name}`)
  })

const digestOf = (side: Side, text: string) =>
  Stream.runFold(side.query(text), RowDigest.EMPTY, (digest, rows) => RowDigest.add(digest, rows))

/** Whether no row is in it but the one that a schema begins with. */
export const isEmpty = (side: Side): Effect.Effect<boolean, MoveFailed> =>
  Effect.map(
    Effect.forEach(
      TABLES.filter(({ name }) => name !== "installation"),
      ({ name }) => Stream.runCount(side.query(`SELECT 1 AS found FROM ${name} LIMIT 1`))
    ),
    (counts) => counts.every((count) => count === 0)
  )

/** The id of the database; undefined where it has none yet. */
export const idOf = (side: Side): Effect.Effect<string | undefined, MoveFailed> =>
  Effect.map(Stream.runCollect(side.query("SELECT id FROM installation WHERE one = 1")), (batches) => {
    const [row] = [...batches].flat()
    return row?.[0] ?? undefined
  })

/** Copies a table, whose columns these are; answers what was read. */
const copyTable = (source: Side, target: Side, table: Table, columns: ReadonlyArray<string>, writeLine: WriteLine) =>
  Effect.gen(function* () {
    const say = yield* paced(writeLine)
    const written = columns.filter((column) => !table.follows?.includes(column))
    const places = written.map((column) => columns.indexOf(column))
    const narrow = (row: Row): Row => places.map((place) => row[place] ?? null)
    if (table.isReplaced) yield* target.empty(table)
    const digest = yield* Stream.runFoldEffect(source.query(allOf(table, columns)), RowDigest.EMPTY, (before, rows) =>
      Effect.gen(function* () {
        yield* target.insert(table, written, rows.map(narrow))
        const after = RowDigest.add(before, rows)
        yield* say(() => `${table.name}: ${formatCount(after.rows, "row")} copied`)
        return after
      })
    )
    if (table.isNumbered) yield* target.goOnFrom(table, yield* source.lastNumber(table))
    return digest
  })

/** What tables hold, by their names. */
export type Digests = ReadonlyMap<string, RowDigest.Digest>

/** Copies all tables; answers what they held in the source. */
export const copy = (source: Side, target: Side, writeLine: WriteLine): Effect.Effect<Digests, MoveFailed> =>
  Effect.map(
    Effect.forEach(TABLES, (table) =>
      Effect.flatMap(columnsOf(source, target, table), (columns) =>
        Effect.map(copyTable(source, target, table, columns, writeLine), (digest) => [table.name, digest] as const)
      )
    ),
    (found) => new Map(found)
  )

/** What all tables of a side hold. */
export const digests = (side: Side, writeLine: WriteLine): Effect.Effect<Digests, MoveFailed> =>
  Effect.gen(function* () {
    const say = yield* paced(writeLine)
    const found = new Map<string, RowDigest.Digest>()
    for (const table of TABLES) {
      found.set(table.name, yield* digestOf(side, allOf(table, yield* side.columns(table))))
      yield* say(() => `${side.name}: read up to ${table.name}`)
    }
    return found
  })

const differs = (source: Side, target: Side, what: string) =>
  new MoveFailed({ message: `${target.name} does not hold what ${source.name} holds: ${what}` })

/** Every wallet's balance is the sum of its entries, and the same on both sides; answers how many there are. */
const proveSums = (source: Side, target: Side) =>
  Effect.gen(function* () {
    const wrong = yield* Ref.make<string | undefined>(undefined)
    const sums = (side: Side) =>
      Stream.runFoldEffect(side.query(SUMS), RowDigest.EMPTY, (digest, rows) => {
        const wallet = rows.find(([, balance, entered]) => balance !== entered)
        const noted = wallet === undefined ? Effect.void : Ref.set(wrong, `${wallet[0]} in ${side.name}`)
        return Effect.as(noted, RowDigest.add(digest, rows))
      })
    const [ours, theirs] = [yield* sums(source), yield* sums(target)]
    const unbalanced = yield* Ref.get(wrong)
    if (unbalanced !== undefined) {
      return yield* new MoveFailed({ message: `the balance of ${unbalanced} is not the sum of its ledger entries` })
    }
    if (!RowDigest.isSame(ours, theirs)) return yield* differs(source, target, "other sums of wallets")
    return ours.rows
  })

/** Fails unless both sides hold the same: each table's rows, each wallet's sums, and the numbers that new rows get. */
export const prove = Effect.fn("Rows.prove")(function* (
  source: Side,
  held: Digests,
  target: Side,
  writeLine: WriteLine
) {
  const found = yield* digests(target, writeLine)
  for (const table of TABLES) {
    const [ours, theirs] = [held.get(table.name) ?? RowDigest.EMPTY, found.get(table.name) ?? RowDigest.EMPTY]
    if (ours.rows !== theirs.rows) {
      const counts = `${formatNumber(ours.rows)} and ${formatNumber(theirs.rows)} rows`
      return yield* differs(source, target, `${table.name} has ${counts}`)
    }
    if (!RowDigest.isSame(ours, theirs)) return yield* differs(source, target, `${table.name} has other rows`)
    if (table.isNumbered && (yield* target.lastNumber(table)) < (yield* source.lastNumber(table))) {
      return yield* differs(source, target, `${table.name} would give numbers a second time`)
    }
    if (ours.rows > 0) yield* writeLine(`${table.name}: ${formatCount(ours.rows, "row")}, SHA-256 alike`)
  }
  yield* writeLine(
    `wallets: ${formatCount(yield* proveSums(source, target), "balance")} alike, each the sum of its ledger entries`
  )
})
