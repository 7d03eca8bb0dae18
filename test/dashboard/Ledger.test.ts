import { expect, test } from "bun:test"
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, FastCheck, Layer, Logger, type Scope, Stream } from "effect"
import * as Money from "../../src/billing/Money.ts"
import { Wallet } from "../../src/billing/Wallet.ts"
import type { WalletId } from "../../src/Domain.ts"
import * as Csv from "../../src/dashboard/wallets/Csv.ts"
import { Ledger } from "../../src/dashboard/wallets/Ledger.ts"
import type { LedgerFilter } from "../../src/dashboard/wallets/WalletsApi.ts"
import type { Writer } from "../../src/storage/Writer.ts"
import { expectMillis } from "../cost/Growth.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { longTest } from "../support/Long.ts"
import { forAll, forAllAsync } from "../support/Property.ts"
import { eachStore, type Fresh, numbers } from "../support/Stores.ts"
import { write } from "../support/Write.ts"

type Services = Ledger | Wallet | Writer | SqlClient.SqlClient | Scope.Scope

const withLedger = <A>(fresh: Fresh, body: EffectBody<Services, [], A>): Promise<A> =>
  Effect.gen(function* () {
    const layer = Layer.provideMerge(Layer.mergeAll(Ledger.Default, Wallet.Default), yield* fresh)
    return yield* Effect.provide(Effect.gen(body), layer)
  }).pipe(Effect.scoped, Effect.provide(Logger.remove(Logger.defaultLogger)), Effect.runPromise)

/** What the tests write, and expect to find again. */
interface Written {
  readonly id: string
  readonly kind: "credit" | "charge"
  readonly operation: "chat" | "voice.generation" | null
  readonly jobId: string | null
  readonly note: string | null
  readonly amount: number
  readonly createdAt: number
}

const noteOf = FastCheck.oneof(
  FastCheck.constantFrom("refund of job_3", "50% off", "a_b", "back\\slash", "=1+1", "'quoted", 'say "hi"', "led_x1"),
  FastCheck.constantFrom(
    "ደረሰኝ 7",
    "two\r\nlines",
    "a,b;c",
    "💵 cash 👩🏽‍💻",
    "@all",
    "-1",
    "+251911",
    "\t=tab",
    "＝wide"
  ),
  FastCheck.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).filter((text) => !text.includes("\0"))
)

const writtenOf = (at: number): FastCheck.Arbitrary<Written> =>
  FastCheck.record({
    isCredit: FastCheck.boolean(),
    operation: FastCheck.constantFrom("chat" as const, "voice.generation" as const),
    note: noteOf,
    amount: FastCheck.integer({ min: 1, max: 5_000_000 }),
    // The time of day may be set back.
    createdAt: FastCheck.integer({ min: 0, max: 20 })
  }).map(({ amount, createdAt, isCredit, note, operation }) => ({
    id: `led_x${at}`,
    kind: isCredit ? ("credit" as const) : ("charge" as const),
    operation: isCredit ? null : operation,
    jobId: isCredit ? null : `job_${at}`,
    note: isCredit ? note : null,
    amount: (isCredit ? amount : -amount) * 100,
    createdAt
  }))

const historyOf = (from: number, most: number) =>
  FastCheck.nat(most).chain((count) =>
    FastCheck.tuple(...Array.from({ length: count }, (_, at) => writtenOf(from + at)))
  )

const optionally = <A>(arbitrary: FastCheck.Arbitrary<A>) => FastCheck.option(arbitrary, { nil: undefined })
const dateOf = FastCheck.integer({ min: 0, max: 21 }).map((millis) => new Date(millis))
const filterOf: FastCheck.Arbitrary<LedgerFilter> = FastCheck.record({
  kind: optionally(FastCheck.constantFrom("credit" as const, "charge" as const)),
  operation: optionally(FastCheck.constantFrom("chat" as const, "voice.generation" as const)),
  from: optionally(dateOf),
  to: optionally(dateOf),
  search: optionally(
    FastCheck.constantFrom("", "job_3", "led_x1", "%", "_", "\\", "JOB", "'", "ደረሰኝ", "a", "=", "nothing")
  )
})

/** The same without an index, a cursor or a page. */
const plainly = (all: ReadonlyArray<Written>, { from, kind, operation, search = "", to }: LedgerFilter) =>
  all.filter(
    (entry) =>
      (kind === undefined || entry.kind === kind) &&
      (operation === undefined || entry.operation === operation) &&
      (from === undefined || entry.createdAt >= from.getTime()) &&
      (to === undefined || entry.createdAt < to.getTime()) &&
      (search === "" ||
        entry.id === search ||
        entry.jobId === search ||
        entry.note?.toLowerCase().includes(search.toLowerCase()) === true)
  )

const enter = (walletId: WalletId, { amount, createdAt, id, jobId, kind, note, operation }: Written) =>
  write(
    `INSERT INTO ledger (id, wallet_id, kind, amount, balance_after, operation, job_id, note, created_at)
     SELECT ?, id, ?, ?, balance + ?, ?, ?, ?, ? FROM wallets WHERE id = ?`,
    `${walletId}${id}`,
    kind,
    amount,
    amount,
    operation,
    jobId === null ? null : `${walletId}${jobId}`,
    note,
    createdAt,
    walletId
  )

/** Ids are unique in the whole ledger: those of a test's wallet begin with its own. */
const of = (walletId: WalletId, filter: LedgerFilter): LedgerFilter =>
  filter.search === "job_3" || filter.search === "led_x1"
    ? { ...filter, search: `${walletId}${filter.search}` }
    : filter
const withIds = (walletId: WalletId, entry: Written): Written => ({
  ...entry,
  id: `${walletId}${entry.id}`,
  jobId: entry.jobId === null ? null : `${walletId}${entry.jobId}`
})

/** All pages of `limit`, one after the other, with `between` done before each but the first. */
const pages = (
  walletId: WalletId,
  filter: LedgerFilter,
  limit: number,
  between: Effect.Effect<unknown, unknown, Writer>
) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const found: Array<{ readonly length: number; readonly ids: ReadonlyArray<string> }> = []
    let cursor: string | undefined
    do {
      if (found.length > 0) yield* Effect.orDie(between)
      const { nextCursor, page } = yield* ledger.page(walletId, {
        ...filter,
        limit,
        ...(cursor === undefined ? {} : { cursor })
      })
      found.push({ length: page.length, ids: page.map(({ id }) => id) })
      cursor = nextCursor ?? undefined
    } while (cursor !== undefined)
    return found
  })

eachStore("the ledger's pages joined are all that a plain filter finds, in order, while entries are added", (fresh) =>
  withLedger(fresh, function* () {
    const wallets = yield* Wallet
    const runtime = yield* Effect.runtime<Services>()
    const run = (history: ReadonlyArray<Written>, later: ReadonlyArray<Written>, filter: LedgerFilter, limit: number) =>
      Effect.gen(function* () {
        const { id } = yield* wallets.create("w", Money.zero)
        const other = yield* wallets.create("another", Money.fromMicros(100))
        yield* enter(other.id, { ...FIRST, id: "stranger" })
        for (const entry of history) yield* enter(id, entry)
        const rest = [...later]
        const addOne = Effect.suspend(() => {
          const next = rest.pop()
          return next === undefined ? Effect.void : enter(id, next)
        })
        const found = yield* pages(id, of(id, filter), limit, addOne)
        expect(found.slice(0, -1).every(({ length }) => length === limit)).toBe(true)
        const own = history.map((entry) => withIds(id, entry))
        const expected = plainly(own, of(id, filter)).reverse()
        expect(found.flatMap(({ ids }) => ids)).toEqual(expected.map((entry) => entry.id))
      })
    const FIRST: Written = {
      id: "x",
      kind: "credit",
      operation: null,
      jobId: null,
      note: "job_3 a_b 50%",
      amount: 100,
      createdAt: 5
    }
    yield* Effect.promise(() =>
      forAllAsync(
        { numRuns: 30 },
        historyOf(0, 25),
        historyOf(100, 5),
        filterOf,
        FastCheck.integer({ min: 1, max: 8 }),
        (history, later, filter, limit) =>
          Effect.runPromise(Effect.provide(run(history, later, filter, limit), runtime))
      )
    )
  })
)

/** So many charges of 0.0001 ETB at once. */
const manyCharges = (walletId: WalletId, from: number, count: number, operation = "chat") =>
  write(
    `INSERT INTO ledger (id, wallet_id, kind, amount, balance_after, operation, job_id, created_at)
     SELECT 'led_m' || value, w.id, 'charge', -100, w.balance - 100 * (value - ${from} + 1), ?, 'job_m' || value, value
     FROM (SELECT id, balance FROM wallets WHERE id = ?) AS w,
       ${numbers(from, count)} AS n`,
    operation,
    walletId
  )

eachStore("a page of a long ledger reads a bounded part of it, and rare entries are found all the same", (fresh) =>
  withLedger(fresh, function* () {
    const wallets = yield* Wallet
    const { id } = yield* wallets.create("long", Money.fromMicros(10_000_000))
    yield* manyCharges(id, 0, 30_000)
    yield* manyCharges(id, 30_000, 3, "translation")
    yield* wallets.topUp(id, Money.fromMicros(500), "rare note")
    yield* manyCharges(id, 40_000, 30_000)
    const find = (filter: LedgerFilter) => pages(id, filter, 100, Effect.void)
    const rare = yield* find({ operation: "translation" })
    expect(rare.flatMap(({ ids }) => ids)).toEqual(["led_m30002", "led_m30001", "led_m30000"])
    // 60,005 entries, 20,000 at once.
    expect(rare.map(({ length }) => length)).toEqual([0, 3, 0, 0])
    // Credits, notes and ids are found at once, however far down they are.
    expect((yield* find({ kind: "credit" })).map(({ length }) => length)).toEqual([2])
    expect((yield* find({ search: "RARE" })).map(({ length }) => length)).toEqual([1])
    expect(yield* find({ search: "led_m17" })).toEqual([{ length: 1, ids: ["led_m17"] }])
    expect(yield* find({ search: "job_m17" })).toEqual([{ length: 1, ids: ["led_m17"] }])
    expect((yield* find({ search: "job_m17", kind: "credit" })).map(({ length }) => length)).toEqual([0])
  })
)

eachStore("a cursor of another list is refused by the ledger, by field", (fresh) =>
  withLedger(fresh, function* () {
    const { id } = yield* (yield* Wallet).create("w", Money.zero)
    const ledger = yield* Ledger
    for (const cursor of ["", "x", btoa("clips:3"), btoa("ledger:-1"), btoa("ledger:NaN"), btoa("ledger:1e309")]) {
      const refused = yield* Effect.flip(ledger.page(id, { limit: 1, cursor }))
      expect([refused._tag, refused.param]).toEqual(["VALIDATION_ERROR", "cursor"])
    }
  })
)

// --- CSV

/** Reads CSV as RFC 4180 defines it, and nothing else: throws for what is not. */
const readCsv = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<Array<string>> = []
  let row: Array<string> = []
  const cell = /"((?:[^"]|"")*)"(,|\r\n)|([^",\r\n]*)(,|\r\n)/y
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const match = cell.exec(text)
    if (match === null) throw new Error(`no CSV at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`)
    const [, quoted, afterQuoted, plain = "", afterPlain] = match
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if ((afterQuoted ?? afterPlain) === ",") continue
    rows.push(row)
    row = []
  }
  if (row.length > 0) throw new Error("the last line does not end")
  return rows
}

const unguarded = (cell: string) => (cell.startsWith("'") ? cell.slice(1) : cell)

const exported = (walletId: WalletId, filter: LedgerFilter) =>
  Effect.flatMap(Ledger, (ledger) =>
    Effect.map(Stream.runCollect(ledger.csv(walletId, filter)), (chunks) => Buffer.concat(Array.from(chunks)))
  )

eachStore("the ledger's CSV read back is what the pages show, whatever is in a note", (fresh) =>
  withLedger(fresh, function* () {
    const wallets = yield* Wallet
    const runtime = yield* Effect.runtime<Services>()
    const run = (history: ReadonlyArray<Written>, filter: LedgerFilter) =>
      Effect.gen(function* () {
        const { id } = yield* wallets.create("w", Money.zero)
        for (const entry of history) yield* enter(id, entry)
        const bytes = yield* exported(id, of(id, filter))
        // What Excel knows UTF-8 by.
        expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf])
        const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
        const [head, ...lines] = readCsv(text)
        expect(head).toEqual("created_at,kind,amount,balance_after,currency,operation,note,id,job_id".split(","))
        const { page } = yield* (yield* Ledger).page(id, { ...of(id, filter), limit: 100 })
        expect(
          lines.map(([at, kind, amount, after, , operation, note, entryId, job]) => [
            at,
            kind,
            amount,
            after,
            operation,
            unguarded(note ?? ""),
            entryId,
            job
          ])
        ).toEqual(
          page.map((entry) => [
            new Date(entry.createdAt).toISOString(),
            entry.kind,
            Money.toText(entry.amount),
            Money.toText(entry.balanceAfter),
            entry.operation ?? "",
            entry.note ?? "",
            entry.id,
            entry.jobId ?? ""
          ])
        )
        for (const cell of lines.flat()) expect(isFormula(cell)).toBe(false)
      })
    yield* Effect.promise(() =>
      forAllAsync({ numRuns: 40 }, historyOf(0, 20), filterOf, (history, filter) =>
        Effect.runPromise(Effect.provide(run(history, filter), runtime))
      )
    )
  })
)

/** What a spreadsheet would calculate; a plain number is only that number. */
const isFormula = (cell: string): boolean => /^\s*[=+\-@＝＋－＠]/.test(cell) && !/^-\d+\.\d{4}$/.test(cell)

test("no text in the ledger's CSV becomes a formula, and none is lost for it", () => {
  const entry = (note: string) => ({
    id: "led_1",
    kind: "credit" as const,
    amount: Money.fromMicros(100),
    balanceAfter: Money.fromMicros(100),
    operation: null,
    jobId: null,
    note,
    createdAt: 0
  })
  const cellOf = (note: string) => readCsv(Csv.lineOf(entry(note)))[0]?.[6] ?? ""
  for (const begin of [
    "=",
    "+",
    "-",
    "@",
    "＝",
    "＋",
    "－",
    "＠",
    "\t=",
    "\r=",
    "\n=",
    " =",
    "\ufeff=",
    "\u200b=",
    "'=",
    "''"
  ]) {
    const cell = cellOf(`${begin}HYPERLINK("http://x";"y")`)
    expect([begin, cell.startsWith("'")]).toEqual([begin, true])
    expect(unguarded(cell)).toBe(`${begin}HYPERLINK("http://x";"y")`)
  }
  forAll({ numRuns: 2_000 }, FastCheck.string({ unit: "binary" }), (note) => {
    const cell = cellOf(note)
    expect(isFormula(cell)).toBe(false)
    expect(unguarded(cell)).toBe(note)
  })
})

eachStore(
  "an export of a long ledger is all of it, in pieces, and others have their turn meanwhile",
  (fresh) =>
    withLedger(fresh, function* () {
      const wallets = yield* Wallet
      const ledger = yield* Ledger
      const { id } = yield* wallets.create("long", Money.fromMicros(10_000_000))
      yield* manyCharges(id, 0, 50_000)
      let [lines, largest, longest, last] = [0, 0, 0, performance.now()]
      const beat = setInterval(() => {
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
      }, 1)
      yield* Stream.runForEach(ledger.csv(id, {}), (bytes) =>
        Effect.sync(() => {
          largest = Math.max(largest, bytes.byteLength)
          for (const byte of bytes) if (byte === 10) lines++
        })
      )
      clearInterval(beat)
      expect(lines).toBe(50_002)
      expect(largest).toBeLessThan(200_000)
      // A few milliseconds on a machine of its own; generous for a crowded one.
      expectMillis(longest, 500)
    }),
  undefined,
  longTest
)
