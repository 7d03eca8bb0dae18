import { expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer, Option, Redacted, Schema } from "effect"
import * as SharedTickets from "../../src/access/SharedTickets.ts"
import { MAX_PER_WALLET, TicketStore } from "../../src/access/Tickets.ts"
import { ApiKeyId, WalletId } from "../../src/Domain.ts"
import { type Ask, askOf, node, usePostgres, withDatabase } from "../support/Nodes.ts"
import { describePostgres } from "../support/Postgres.ts"
import { call, startServer } from "../support/Server.ts"

const caller = (wallet: string) => ({
  keyId: ApiKeyId.make("key_1"),
  walletId: WalletId.make(wallet),
  perMinute: 5,
  lent: "ab"
})

/** What a ticket may hold: texts that no column takes as they are, and what only a schema makes of JSON. */
const Payload = Schema.Struct({
  text: Schema.String,
  asked: Schema.optionalWith(Schema.Number, { as: "Option", nullable: true })
})
const payload = { text: 'U+0000 \u0000, half a pair \ud800, "quoted"', asked: Option.some(3) }

const secret = Redacted.make("the same for every node")

const shelfOn = (url: string, kind = "qrt", own = secret) =>
  Effect.map(Layer.build(Layer.provide(SharedTickets.layer(own), node(url))), (context) =>
    Effect.runSync(Effect.provide(TicketStore, context)).shelf(kind, Payload)
  )

/** Whether a text stands in a file of the database's folder: of rows, indexes or the log. */
const findingIn = (ask: Ask) =>
  Effect.map(ask("SHOW data_directory"), ([shown]) => {
    const folder = String(Object.values(shown ?? {})[0])
    return (text: string): boolean =>
      readdirSync(folder, { recursive: true, withFileTypes: true }).some(
        (entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text)
      )
  })

describePostgres("tickets that nodes share", () => {
  const postgres = usePostgres()

  test("a ticket of one node opens one session on another, once, with what it was issued for", () =>
    withDatabase(postgres, function* (url) {
      const [one, other] = [yield* shelfOn(url), yield* shelfOn(url)]
      const ticket = { caller: caller("w"), payload }
      const before = Date.now()
      const expiresAt = yield* one.keep("hash", ticket, 60_000)
      expect(expiresAt).toBeGreaterThanOrEqual(Math.floor(before / 1000) + 60)
      expect(expiresAt).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 60)
      const taken = yield* Effect.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : other).take("hash")),
        { concurrency: "unbounded" }
      )
      expect(taken.filter(Option.isSome).map(({ value }) => value)).toEqual([ticket])
    }))

  test("a ticket of another kind, or an unknown one, opens nothing on any node and is not used up", () =>
    withDatabase(postgres, function* (url) {
      const [one, other] = [yield* shelfOn(url), yield* shelfOn(url, "qsc")]
      yield* one.keep("hash", { caller: caller("w"), payload }, 60_000)
      expect(yield* other.take("hash")).toEqual(Option.none())
      expect(yield* one.take("other")).toEqual(Option.none())
      expect(Option.isSome(yield* one.take("hash"))).toBe(true)
    }))

  test("what a ticket is good for is readable in no file, row or log of the database", () =>
    withDatabase(postgres, function* (url) {
      const ask = yield* askOf(url)
      const one = yield* shelfOn(url, "qcv")
      const told = ["Speak only of bread and of nothing else", "ስለ ዳቦ ብቻ ተናገር እንጂ ስለ ሌላ አይደለም"]
      const ticket = { caller: caller("wal_that_is_found"), payload: { text: told.join(" "), asked: Option.none() } }
      yield* one.keep("used", ticket, 60_000)
      yield* one.keep("unused", ticket, 60_000)
      expect(yield* one.take("used")).toEqual(Option.some(ticket))
      yield* ask("CHECKPOINT")
      const holds = yield* findingIn(ask)
      expect(["wal_that_is_found", ...told].map(holds)).toEqual([true, false, false])
    }))

  test("texts given with a ticket are readable nowhere in the database's folder, whatever route they came by", () =>
    withDatabase(postgres, function* (url) {
      const ask = yield* askOf(url)
      const server = yield* Effect.acquireRelease(
        Effect.promise(() => startServer({ QAL_DATABASE_URL: url, QAL_SIGNING_SECRET: "the-same-for-every-node" })),
        ({ dispose }) => Effect.promise(dispose)
      )
      const told = ["Speak only of bread and of nothing else", "A baker who never sleeps at night"]
      const [system = "", persona = ""] = told
      const asked = [
        ["/api/v1/conversation/sessions", { system, persona }],
        ["/v1/realtime/client_secrets", { session: { type: "realtime", instructions: system } }],
        ["/v1/realtime/sessions", { model: "qal", instructions: system }]
      ] as const
      for (const [path, body] of asked) {
        const answer = yield* Effect.promise(() => call(server, "POST", path, body))
        expect([path, answer.ok]).toEqual([path, true])
      }
      expect(yield* ask("SELECT kind FROM tickets")).toHaveLength(asked.length)
      const [issued] = yield* ask("SELECT hash FROM tickets LIMIT 1")
      yield* ask("CHECKPOINT")
      const holds = yield* findingIn(ask)
      expect([String(Object.values(issued ?? {})[0]), ...told].map(holds)).toEqual([true, false, false])
    }))

  test("a ticket that was moved, or sealed with another secret, opens nothing; one of the version before is taken", () =>
    withDatabase(postgres, function* (url) {
      const ask = yield* askOf(url)
      const [one, stranger] = [yield* shelfOn(url), yield* shelfOn(url, "qrt", Redacted.make("of another node alone"))]
      const ticket = { caller: caller("w"), payload }
      for (const hash of ["a", "b", "c"]) yield* one.keep(hash, ticket, 60_000)
      yield* ask(`UPDATE tickets SET payload = (SELECT payload FROM tickets WHERE hash = 'a') WHERE hash = 'b'`)
      yield* ask(`UPDATE tickets SET payload = '{"text":"plain","asked":3}' WHERE hash = 'c'`)
      expect(yield* one.take("b")).toEqual(Option.none())
      expect(yield* stranger.take("a")).toEqual(Option.none())
      const before = { text: "plain", asked: Option.some(3) }
      expect(Option.map(yield* one.take("c"), ({ payload }) => payload)).toEqual(Option.some(before))
    }))

  test("a ticket that nodes share expires by the database's clock, at the second that its answer gave", () =>
    withDatabase(postgres, function* (url) {
      const sql = yield* SqlClient.SqlClient
      const one = yield* shelfOn(url)
      const expiresAt = yield* one.keep("hash", { caller: caller("w"), payload }, 1)
      const clock = sql<{ readonly now: number }>`SELECT qal_now() AS now`
      let now = 0
      while (now < expiresAt * 1000) now = Number((yield* clock)[0]?.now)
      expect(yield* one.take("hash")).toEqual(Option.none())
    }))

  test("a wallet that asks several nodes for too many tickets loses its own oldest, and no other wallet's", () =>
    withDatabase(postgres, function* (url) {
      const one = yield* shelfOn(url)
      const keep = (hash: string, wallet: string) =>
        Effect.zipRight(Effect.sleep("2 millis"), one.keep(hash, { caller: caller(wallet), payload }, 60_000))
      yield* keep("foreign", "v")
      yield* keep("first", "w")
      yield* keep("second", "w")
      for (let index = 2; index <= MAX_PER_WALLET; index++) yield* keep(`more ${index}`, "w")
      expect(yield* one.take("first")).toEqual(Option.none())
      expect(Option.isSome(yield* one.take("second"))).toBe(true)
      expect(Option.isSome(yield* one.take("foreign"))).toBe(true)
    }))
})
