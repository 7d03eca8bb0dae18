import { expect, test } from "bun:test"
import { withDatabase } from "../support/Rows.ts"
import { call } from "../support/Server.ts"
import { lentSignedInForFile, send } from "./Session.ts"

const { admin, server } = lentSignedInForFile()

const inDatabase = (sql: string, ...parameters: ReadonlyArray<string | number>) =>
  withDatabase(server, (database) => database.query(sql).all(...parameters))

const newWallet = async (opening_credit?: number) => {
  const made = await admin.ask("POST", "/wallets", {
    name: "ቦርሳ 💰",
    ...(opening_credit === undefined ? {} : { opening_credit })
  })
  expect(made.status).toBe(201)
  return made.body.data
}

const topUp = (id: string, body: unknown) => admin.ask("POST", `/wallets/${id}/credits`, body)
const ledger = async (id: string) => (await admin.ask("GET", `/wallets/${id}/ledger`)).body.data
const balance = async (id: string) => (await admin.ask("GET", `/wallets/${id}`)).body.data.balance

test("a new wallet is listed last, with nothing spent and no key, and its opening credit in the ledger", async () => {
  const made = await newWallet(12.3456)
  expect(made).toMatchObject({
    name: "ቦርሳ 💰",
    balance: 12.3456,
    held: 0,
    available: 12.3456,
    spent: 0,
    keys: 0,
    last_deduction_at: null
  })
  const all = (await admin.ask("GET", "/wallets")).body.data
  expect(all.at(-1)).toEqual(made)
  expect((await admin.ask("GET", `/wallets/${made.id}`)).body.data).toEqual(made)
  expect(await ledger(made.id)).toMatchObject([{ kind: "credit", amount: 12.3456, balance_after: 12.3456 }])
  expect(await ledger((await newWallet()).id)).toEqual([])
})

test("a wallet counts its working keys, what it spent and what running jobs hold", async () => {
  const id = server.walletId
  const of = async () => (await admin.ask("GET", `/wallets/${id}`)).body.data
  const before = await of()
  const keys = await Promise.all(
    ["a", "b"].map(async (name) => (await admin.ask("POST", "/keys", { wallet_id: id, name })).body.data.key.id)
  )
  await admin.ask("DELETE", `/keys/${keys[0]}`)
  const spoken = await call(server, "POST", "/api/v1/voice/generations", {
    text: "ሰላም",
    voice_id: "am-hamen",
    language: "am"
  })
  expect(spoken.status).toBe(201)
  inDatabase(
    `INSERT INTO jobs (id, wallet_id, operation, fingerprint, state, hold, created_at)
     VALUES ('job_held', ?, 'chat', 'f', 'running', 1500000, 1)`,
    id
  )
  const wallet = await of()
  inDatabase("DELETE FROM jobs WHERE id = 'job_held'")
  expect(wallet.keys).toBe(before.keys + 1)
  expect(wallet.held).toBe(1.5)
  expect(wallet.spent).toBeGreaterThan(0)
  expect(Math.round((wallet.balance - wallet.available) * 10_000)).toBe(15_000)
  expect(Date.parse(wallet.last_deduction_at)).toBeGreaterThan(0)
  const [charge] = await ledger(id)
  expect(charge).toMatchObject({ kind: "charge", operation: "voice.generation", balance_after: wallet.balance })
  expect(charge.amount).toBe(-wallet.spent)
})

test("a top-up is in the ledger with its note, in the balance, and in the audit log", async () => {
  const { id } = await newWallet(1)
  const answer = await topUp(id, { amount: 2.5, note: '  ደረሰኝ 7, "paid"\nin cash 💵 ' })
  expect([answer.status, answer.body.data.balance]).toEqual([201, 3.5])
  const [entry] = await ledger(id)
  expect(entry).toMatchObject({
    kind: "credit",
    amount: 2.5,
    balance_after: 3.5,
    note: 'ደረሰኝ 7, "paid"\nin cash 💵',
    operation: null,
    job_id: null
  })
  const [audit] = (await admin.ask("GET", "/audit?limit=1")).body.data
  expect(audit).toMatchObject({ action: "wallet.credit", target: id, details: { amount: 2.5 } })
})

test("a top-up of the same request_id credits nothing more; with another amount or note it conflicts", async () => {
  const { id } = await newWallet()
  const credit = { amount: 5, note: "invoice 7", request_id: "inv-7" }
  const first = await topUp(id, credit)
  const audited = (await admin.ask("GET", "/audit?limit=1")).body.data[0].id
  const again = await topUp(id, { ...credit, note: " invoice 7 " })
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  for (const other of [
    { ...credit, amount: 5.0001 },
    { ...credit, note: "invoice 8" }
  ]) {
    const refused = await topUp(id, other)
    expect([refused.status, refused.body.error.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"])
  }
  expect(await ledger(id)).toHaveLength(1)
  expect((await admin.ask("GET", "/audit?limit=1")).body.data[0].id).toBe(audited)
  // The id means something within the wallet alone.
  const other = await newWallet()
  expect((await topUp(other.id, { ...credit, amount: 1 })).body.data.balance).toBe(1)
  // And one that is not given means nothing.
  await topUp(id, { amount: 5, note: "invoice 7" })
  await topUp(id, { amount: 5, note: "invoice 7" })
  expect(await balance(id)).toBe(15)
})

test("20 top-ups of the same request_id at once credit once, and 20 different ones each", async () => {
  const { id } = await newWallet()
  const same = await Promise.all(
    Array.from({ length: 20 }, () => topUp(id, { amount: 0.1, note: "n", request_id: "same" }))
  )
  expect(same.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
  expect(new Set(same.map(({ body }) => body.data.balance))).toEqual(new Set([0.1]))
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => topUp(id, { amount: 0.1, note: "n", request_id: `other-${at}` }))
  )
  expect(await ledger(id)).toHaveLength(21)
  expect(await balance(id)).toBe(2.1)
})

test("the smallest and the largest credits are exact, and sums of fractions too", async () => {
  const { id } = await newWallet()
  for (const amount of [0.0001, 0.1, 0.2, 999_999_999.9999, 1_000_000_000, 123.4567]) {
    expect((await topUp(id, { amount, note: "n" })).status).toBe(201)
  }
  expect(await balance(id)).toBe(2_000_000_123.7567)
  expect(inDatabase("SELECT balance FROM wallets WHERE id = ?", id)).toEqual([{ balance: 2_000_000_123_756_700 }])
})

test("a credit beyond the greatest balance is refused, and the wallet goes on", async () => {
  const { id } = await newWallet(1_000_000_000)
  for (let i = 0; i < 7; i++) await topUp(id, { amount: 1_000_000_000, note: "n" })
  await topUp(id, { amount: 0.0001, note: "n" })
  const refused = await topUp(id, { amount: 1_000_000_000, note: "n" })
  expect([refused.status, refused.body.error.code, refused.body.error.param]).toEqual([
    422,
    "VALIDATION_ERROR",
    "amount"
  ])
  expect(refused.body.error.message).toContain("over 9000000000 ETB")
  expect((await topUp(id, { amount: 999_999_999.9999, note: "n" })).status).toBe(201)
  expect(await balance(id)).toBe(9_000_000_000)
})

test("the ledger's CSV of a wallet is a file with a name, by the same filters, and refuses the same", async () => {
  const { id } = await newWallet(7)
  await topUp(id, { amount: 2, note: '=cmd|"x", ጥሬ\nገንዘብ 💵' })
  const csv = await admin.fetch("GET", `/wallets/${id}/ledger.csv?kind=credit&search=cmd`)
  expect(csv.status).toBe(200)
  expect(csv.headers.get("content-type")).toStartWith("text/csv")
  expect(csv.headers.get("content-disposition")).toMatch(
    /^attachment; filename="ledger [^"]*\.csv"; filename\*=UTF-8''/
  )
  expect(csv.headers.get("cache-control")).toBe("no-store")
  const lines = Buffer.from(await csv.arrayBuffer()).toString()
  expect(lines).toStartWith("\ufeffcreated_at,kind,amount,balance_after,currency,operation,note,id,job_id\r\n")
  expect(lines).toContain(`,credit,2.0000,9.0000,ETB,,"'=cmd|""x"", ጥሬ\nገንዘብ 💵",led_`)
  expect(lines).not.toContain("opening credit")
  for (const [query, field] of [
    ["kind=gift", "kind"],
    ["operation=nothing", "operation"],
    ["from=yesterday", "from"],
    ["to=2026-13-45", "to"],
    [`search=${"x".repeat(201)}`, "search"]
  ]) {
    for (const path of ["ledger", "ledger.csv"]) {
      const refused = await admin.ask("GET", `/wallets/${id}/${path}?${query}`)
      expect([refused.status, refused.body.error.param]).toEqual([422, field])
    }
  }
  for (const [query, field] of [
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["cursor=x", "cursor"]
  ]) {
    const refused = await admin.ask("GET", `/wallets/${id}/ledger?${query}`)
    expect([refused.status, refused.body.error.param]).toEqual([422, field])
  }
  const none = await admin.ask("GET", `/wallets/${id}/ledger?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z`)
  expect(none.body).toEqual({ data: [], meta: { next_cursor: null } })
})

const BAD: ReadonlyArray<readonly [what: string, body: unknown, field: string]> = [
  ["nothing", { amount: 0, note: "n" }, "amount"],
  ["less than nothing", { amount: -1, note: "n" }, "amount"],
  ["too many decimals", { amount: 0.00001, note: "n" }, "amount"],
  ["a fifth decimal", { amount: 1.00001, note: "n" }, "amount"],
  ["a tenth decimal", { amount: 0.0001000001, note: "n" }, "amount"],
  ["too much", { amount: 1_000_000_000.0001, note: "n" }, "amount"],
  ["text", { amount: "5", note: "n" }, "amount"],
  ["a list", { amount: [5], note: "n" }, "amount"],
  ["something without a text form", { amount: { toString: 0 }, note: "n" }, "amount"],
  ["no amount", { note: "n" }, "amount"],
  ["no note", { amount: 1 }, "note"],
  ["an empty note", { amount: 1, note: " \n " }, "note"],
  ["a long note", { amount: 1, note: "x".repeat(501) }, "note"],
  ["a note with NUL", { amount: 1, note: "a\u0000b" }, "note"],
  ["half a character", { amount: 1, note: "\ud83d" }, "note"],
  ["an id with a space", { amount: 1, note: "n", request_id: "a b" }, "request_id"],
  ["an empty id", { amount: 1, note: "n", request_id: "" }, "request_id"],
  ["a long id", { amount: 1, note: "n", request_id: "x".repeat(129) }, "request_id"]
]

test.each(BAD)("a credit of %s is refused by field, and changes nothing", async (_, body, field) => {
  const [{ id }] = (await admin.ask("GET", "/wallets")).body.data
  const before = inDatabase("SELECT COUNT(*) AS n FROM ledger")
  const refused = await topUp(id, body)
  expect([refused.status, refused.body.error.param]).toEqual([422, field])
  expect(inDatabase("SELECT COUNT(*) AS n FROM ledger")).toEqual(before)
})

test("a credit of 1e309, an unknown wallet and a wallet without a name are refused", async () => {
  const [{ id }] = (await admin.ask("GET", "/wallets")).body.data
  expect((await admin.ask("POST", `/wallets/${id}/credits`, '{"amount":1e309,"note":"n"}')).status).toBe(422)
  expect((await topUp("wal_none", { amount: 1, note: "n" })).status).toBe(404)
  for (const path of ["", "/ledger", "/ledger.csv"]) {
    expect((await admin.ask("GET", `/wallets/wal_none${path}`)).status).toBe(404)
  }
  for (const body of [
    {},
    { name: "" },
    { name: 5 },
    { name: "x", opening_credit: -1 },
    { name: "x", opening_credit: 1e10 }
  ]) {
    expect((await admin.ask("POST", "/wallets", body)).status).toBe(422)
  }
})

test("without a session no wallet is shown or changed, and without its token none is changed", async () => {
  const [{ id }] = (await admin.ask("GET", "/wallets")).body.data
  for (const path of ["/wallets", `/wallets/${id}`, `/wallets/${id}/ledger`, `/wallets/${id}/ledger.csv`]) {
    expect((await send(server, "GET", path)).status).toBe(401)
  }
  for (const [path, body] of [
    ["/wallets", { name: "x" }],
    [`/wallets/${id}/credits`, { amount: 1, note: "n" }]
  ] as const) {
    expect((await send(server, "POST", path, body)).status).toBe(401)
    expect((await send(server, "POST", path, body, { cookie: admin.cookie })).status).toBe(403)
  }
})

test("a wallet created again by the same request_id is there once, with one opening credit", async () => {
  const wanted = { name: "once", opening_credit: 5, request_id: "wallet-once" }
  const made = await Promise.all(Array.from({ length: 10 }, () => admin.ask("POST", "/wallets", wanted)))
  expect(new Set(made.map(({ body, status }) => `${status} ${body.data.id}`)).size).toBe(1)
  const id = made[0]?.body.data.id
  expect([await balance(id), (await ledger(id)).length]).toEqual([5, 1])
  expect(inDatabase("SELECT 1 FROM audit WHERE target = ?", id)).toHaveLength(1)
  for (const other of [
    { ...wanted, name: "another" },
    { ...wanted, opening_credit: 6 }
  ]) {
    const { body, status } = await admin.ask("POST", "/wallets", other)
    expect([status, body.error.code, body.error.param]).toEqual([409, "IDEMPOTENCY_CONFLICT", "request_id"])
  }
})
