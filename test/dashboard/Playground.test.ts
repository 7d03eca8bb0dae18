/** The playground's own wallet and key, and what the audit log knows of the command line and of who was not let in. */
import { expect, test } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import { Context, Effect, Layer } from "effect"
import { OPENING_CREDIT, Playground } from "../../src/dashboard/playground/Playground.ts"
import { NOTED_PER_HOUR } from "../../src/dashboard/session/SignInAttempts.ts"
import { longTest } from "../support/Long.ts"
import { eachStore } from "../support/Stores.ts"
import { send, signedInForFile } from "./Session.ts"

const { admin, server } = signedInForFile()

const read = async (path: string) => (await admin.ask("GET", path)).body.data
const keyOfPlayground = async () => (await admin.ask("POST", "/playground/key")).body.data

interface Named {
  readonly name: string
}
const walletsNamed = async (name: string) => (await read("/wallets")).filter((wallet: Named) => wallet.name === name)

test("no playground key is made before the playground is used, and then one, however many tabs ask", async () => {
  expect(await walletsNamed("Playground")).toEqual([])
  const keys = await Promise.all(Array.from({ length: 8 }, keyOfPlayground))
  expect(new Set(keys.map(({ id }) => id)).size).toBe(1)
  const [wallet, ...others] = await walletsNamed("Playground")
  expect(others).toEqual([])
  expect([wallet.balance, wallet.keys]).toEqual([OPENING_CREDIT, 1])
  expect(keys[0]).toMatchObject({ name: "Playground", wallet_id: wallet.id, wallet_name: "Playground" })
  const entries = await read(`/wallets/${wallet.id}/ledger`)
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({
    kind: "credit",
    amount: OPENING_CREDIT,
    note: expect.stringContaining("playground")
  })
  const made = await read("/audit?limit=100")
  const ofIt = made.filter(({ target }: { target: string }) => target === wallet.id || target === keys[0].id)
  expect(ofIt.map(({ action }: { action: string }) => action).toSorted()).toEqual(["key.create", "wallet.create"])
})

test("another playground key takes the place of one that was revoked, in the same wallet, without more credit", async () => {
  const before = await keyOfPlayground()
  await admin.ask("DELETE", `/keys/${before.id}`)
  const after = await keyOfPlayground()
  expect(after.id).not.toBe(before.id)
  expect(after.wallet_id).toBe(before.wallet_id)
  expect((await walletsNamed("Playground")).map(({ balance }: { balance: number }) => balance)).toEqual([
    OPENING_CREDIT
  ])
})

test("the playground's key is made only for a signed-in session, by the page itself", async () => {
  expect((await send(server, "POST", "/playground/key")).status).toBe(401)
  expect((await send(server, "POST", "/playground/key", undefined, { cookie: admin.cookie })).status).toBe(403)
})

test("engines that are only for trying are named without being asked", async () => {
  expect(await read("/playground/engines")).toEqual({
    recognizer: "hears_own_voices",
    text_model: "understands_nothing"
  })
})

eachStore("nodes that ask at once make one playground wallet, one key and one credit", (fresh) =>
  Effect.gen(function* () {
    const store = yield* fresh
    const asked = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const nodes = yield* Effect.forEach([1, 2, 3], () => Layer.build(Layer.fresh(Playground.Default)))
      const keys = yield* Effect.forEach(
        [...nodes, ...nodes],
        (node) => Context.get(node, Playground).key({ sessionId: "ses_1" }),
        { concurrency: "unbounded" }
      )
      const counts = yield* Effect.forEach(["wallets", "api_keys", "ledger", "audit"], (table) =>
        Effect.map(sql`SELECT 1 FROM ${sql(table)}`, ({ length }) => length)
      )
      return { keys: new Set(keys).size, counts }
    })
    expect(yield* Effect.provide(asked, store)).toEqual({ keys: 1, counts: [1, 1, 1, 2] })
  }).pipe(Effect.scoped, Effect.runPromise)
)

longTest("the engines' page marks the same engines as only for trying", async () => {
  const engines = await read("/engines")
  expect(engines.map((each: { kind: string; for_trying: string | null }) => [each.kind, each.for_trying])).toEqual([
    ["synthesizer", null],
    ["recognizer", "hears_own_voices"],
    ["text_model", "understands_nothing"]
  ])
})

longTest("the audit log has the command line's changes, apart from a session's", async () => {
  const wallet = (await server.qal("wallets", "create", "Library", "--credit", "3")).trim()
  await server.qal("wallets", "top-up", wallet, "2.5", "--note", "invoice 7")
  const made = await server.qal("keys", "create", "--wallet", wallet, "--name", "app", "--rate-limit", "30")
  const [key = ""] = made.split("\n")
  await server.qal("keys", "revoke", key)
  await server.qal("voices", "disable", "am-hamen")
  await server.qal("voices", "enable", "am-hamen")
  await server.qal("voices", "default", "am-hamen")
  await server.qal("dashboard")
  const entries = await read("/audit?limit=8")
  const told = entries.map(({ action, details, session_id, target, via }: Readonly<Record<string, unknown>>) => {
    expect([via, session_id]).toEqual(["command_line", null])
    return [action, target, details]
  })
  expect(told.toReversed()).toEqual([
    ["wallet.create", wallet, { name: "Library", opening_credit: 3 }],
    ["wallet.credit", wallet, { amount: 2.5, note: "invoice 7" }],
    ["key.create", key, { name: "app", wallet_id: wallet, rate_limit_per_minute: 30 }],
    ["key.revoke", key, {}],
    ["voice.change", "am-hamen", { is_available: false }],
    ["voice.change", "am-hamen", { is_available: true }],
    ["voice.change", "am-hamen", { is_default: true }],
    ["link.create", null, {}]
  ])
  await server.qal("keys", "revoke", key)
  await expect(server.qal("keys", "revoke", "key_none")).rejects.toThrow()
  expect((await read("/audit?limit=1"))[0].action).toBe("link.create")
})

test("refused sign-ins are in the audit log with their address, and a flood does not fill it", async () => {
  const attempts = NOTED_PER_HOUR.address + 5
  const answers = await Promise.all(
    Array.from({ length: attempts }, () => send(server, "POST", "/session", { code: "c".repeat(43) }))
  )
  expect(answers.every(({ status }) => status === 401)).toBe(true)
  const refused = await read("/audit?action=session.refuse&limit=100")
  expect(refused).toHaveLength(NOTED_PER_HOUR.address)
  const [last, first] = [refused[0], refused.at(-1)]
  expect(last).toMatchObject({ via: "dashboard", session_id: null, target: null })
  expect(last.details).toEqual({
    by: "link",
    address: expect.stringMatching(/^(127\.0\.0\.1|0:0:0:0|::1)/),
    is_last: true
  })
  expect(first.details.is_last).toBeUndefined()
  expect(JSON.stringify(refused)).not.toContain("ccc")
})
