/** Sessions, links and the audit log over a real database, with time as the test has it. */
import { expect, test } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import { Duration, Effect, Exit, FastCheck, Layer, Logger, Option, Redacted, TestClock, TestContext } from "effect"
import { AdminToken } from "../../src/access/AdminToken.ts"
import { RateLimit } from "../../src/access/RateLimit.ts"
import * as Audit from "../../src/dashboard/audit/Audit.ts"
import { Action } from "../../src/dashboard/audit/AuditApi.ts"
import { IDLE, LONGEST, Sessions } from "../../src/dashboard/session/Sessions.ts"
import { networkOf, PER_MINUTE, SignInAttempts } from "../../src/dashboard/session/SignInAttempts.ts"
import { redeem, SignInCodes } from "../../src/dashboard/session/SignInCodes.ts"
import { statement } from "../../src/storage/Statement.ts"
import { inOrder, Writer } from "../../src/storage/Writer.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { longTest } from "../support/Long.ts"
import { forAllAsync } from "../support/Property.ts"
import { eachStore, type Fresh } from "../support/Stores.ts"
import { write } from "../support/Write.ts"

type Services = Sessions | SignInCodes | Audit.Audit | SignInAttempts | SqlClient.SqlClient | Writer

const token = (fingerprint: string) =>
  Layer.succeed(AdminToken, AdminToken.make({ made: Option.none(), matches: () => false, fingerprint }))

/** Runs a test over a new database; the time begins at 0 and goes on only when it says so. */
const over = <A>(fresh: Fresh, body: EffectBody<Services, [], A>): Promise<A> =>
  Effect.gen(function* () {
    const services = Layer.mergeAll(
      Sessions.Default,
      SignInCodes.Default,
      Audit.Audit.Default,
      SignInAttempts.Default
    ).pipe(Layer.provideMerge(Layer.mergeAll(yield* fresh, token("a"), RateLimit.Default({ perMinute: 600 }))))
    return yield* Effect.provide(Effect.gen(body), services)
  }).pipe(
    Effect.scoped,
    Effect.provide(TestContext.TestContext),
    Effect.provide(Logger.remove(Logger.defaultLogger)),
    Effect.runPromise
  )

const signIn = Effect.gen(function* () {
  const { secret, session } = Option.getOrThrow(yield* (yield* Sessions).begin({ by: "token" }))
  return { secret: Redacted.value(secret), session }
})

const isLive = (secret: string) =>
  Effect.flatMap(Sessions, (sessions) => Effect.map(sessions.find(secret), Option.isSome))

const count = (table: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.map(sql`SELECT 1 FROM ${sql(table)}`, (rows) => rows.length))

const millis = Duration.toMillis

eachStore("sessions that were begun under another token of the dashboard end with the start", (fresh) =>
  over(fresh, function* () {
    const { secret } = yield* signIn
    const again = (fingerprint: string) =>
      isLive(secret).pipe(Effect.provide(Layer.fresh(Sessions.Default)), Effect.provide(token(fingerprint)))
    expect([yield* again("a"), yield* again("b"), yield* again("a")]).toEqual([true, false, false])
  })
)

eachStore("a session ends when it is not used for 12 hours, and after 7 days however much it is used", (fresh) =>
  over(fresh, function* () {
    const { secret } = yield* signIn
    const idle = yield* signIn
    yield* TestClock.adjust(Duration.subtract(IDLE, "2 minutes"))
    expect(yield* isLive(secret)).toBe(true)
    yield* TestClock.adjust("2 minutes")
    expect(yield* isLive(idle.secret)).toBe(false)
    for (let at = millis(IDLE); at < millis(LONGEST) - 1; at += 3_600_000) {
      expect([at, yield* isLive(secret)]).toEqual([at, true])
      yield* TestClock.adjust("1 hours")
    }
    expect(yield* isLive(secret)).toBe(false)
  })
)

eachStore(
  "a session is open as long as its rule says, and no longer, whatever its uses are",
  (fresh) =>
    // One database for all of them: whoever signed in before is nobody here.
    Effect.flatMap(fresh, (store) =>
      Effect.promise(() =>
        forAllAsync(
          { numRuns: 25 },
          FastCheck.array(FastCheck.integer({ min: 1, max: 14 * 3_600_000 }), { minLength: 1, maxLength: 30 }),
          (gaps) =>
            over(Effect.succeed(store), function* () {
              const { secret } = yield* signIn
              let [now, used, live] = [0, 0, true]
              for (const gap of gaps) {
                yield* TestClock.adjust(gap)
                now += gap
                live &&= now < Math.min(used + millis(IDLE), millis(LONGEST))
                // The last use is kept to the minute.
                const isNearlyOver = live && now >= Math.min(used + millis(IDLE), millis(LONGEST)) - 60_000
                const found = yield* isLive(secret)
                if (!isNearlyOver) expect(found).toBe(live)
                live = found
                if (found) used = now
              }
            })
        )
      )
    ).pipe(Effect.scoped, Effect.runPromise),
  60_000,
  longTest
)

eachStore("sessions that have ended are removed with their lent secrets, at the next sign-in", (fresh) =>
  over(fresh, function* () {
    const first = yield* signIn
    const second = yield* signIn
    yield* write("INSERT INTO wallets (id, name, created_at) VALUES ('w', 'w', 1)")
    yield* write(
      "INSERT INTO api_keys (id, wallet_id, name, hash, last_four, created_at) VALUES ('k', 'w', 'k', 'h', 'last', 1)"
    )
    for (const { session } of [first, second]) {
      yield* write("INSERT INTO lent_secrets VALUES (?, 'k', ?, 1)", `of ${session.sessionId}`, session.sessionId)
    }
    yield* (yield* Sessions).end(first.session)
    expect([yield* count("dashboard_sessions"), yield* count("lent_secrets")]).toEqual([1, 1])
    yield* TestClock.adjust(IDLE)
    expect(yield* isLive(second.secret)).toBe(false)
    yield* signIn
    expect([yield* count("dashboard_sessions"), yield* count("lent_secrets")]).toEqual([1, 0])
  })
)

eachStore("ending a session ends it at once, once, and no other", (fresh) =>
  over(fresh, function* () {
    const sessions = yield* Sessions
    const one = yield* signIn
    const other = yield* signIn
    yield* Effect.all([sessions.end(one.session), sessions.end(one.session)], { concurrency: "unbounded" })
    expect([yield* isLive(one.secret), yield* isLive(other.secret)]).toEqual([false, true])
    const { page } = yield* (yield* Audit.Audit).list({ limit: 10, action: "session.end" })
    expect(page.map(({ session_id }) => session_id)).toEqual([one.session.sessionId])
  })
)

eachStore("each session has its own secret and token; the database has neither, nor a sign-in link's code", (fresh) =>
  over(fresh, function* () {
    const code = Redacted.value(yield* (yield* SignInCodes).make())
    const made = [yield* signIn, yield* signIn]
    const known = [...made.flatMap(({ secret, session }) => [secret, session.csrfToken]), code]
    expect(new Set(known).size).toBe(5)
    for (const secret of known) expect(Buffer.from(secret, "base64url")).toHaveLength(32)
    const sql = yield* SqlClient.SqlClient
    const tables = yield* sql.onDialectOrElse({
      pg: () => sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
          WHERE table_schema = current_schema()`,
      orElse: () => sql<{ name: string }>`SELECT name FROM sqlite_schema WHERE type = 'table'`
    })
    const dump = JSON.stringify(yield* Effect.forEach(tables, ({ name }) => sql`SELECT * FROM ${sql(name)}`))
    expect(dump).toContain(made[0]?.session.sessionId ?? "none")
    for (const secret of known) expect(dump).not.toContain(secret)
  })
)

eachStore("a secret that is no session's opens none", (fresh) =>
  over(fresh, function* () {
    const { secret, session } = yield* signIn
    const others = [
      "",
      "x",
      session.sessionId,
      session.csrfToken,
      `${secret}x`,
      secret.slice(1),
      "ሰ".repeat(43),
      "\ud800"
    ]
    for (const other of others) expect(yield* isLive(other)).toBe(false)
    expect(yield* isLive(secret)).toBe(true)
  })
)

eachStore("a sign-in link's code begins one session, within an hour", (fresh) =>
  over(fresh, function* () {
    const codes = yield* SignInCodes
    const sessions = yield* Sessions
    const use = (code: string, now: number) =>
      Effect.map(sessions.begin({ by: "link", redeem: redeem(code, now) }), Option.isSome)
    const [first, second] = [Redacted.value(yield* codes.make()), Redacted.value(yield* codes.make())]
    const tries = Array.from({ length: 50 }, () => use(first, 0))
    const won = yield* Effect.all(tries, { concurrency: "unbounded" })
    expect(won.filter((isIn) => isIn)).toHaveLength(1)
    expect([yield* codes.isGood(first), yield* codes.isGood(second)]).toEqual([false, true])
    yield* TestClock.adjust("59 minutes")
    expect(yield* codes.isGood(second)).toBe(true)
    yield* TestClock.adjust("1 minutes")
    expect([yield* codes.isGood(second), yield* use(second, 3_600_000)]).toEqual([false, false])
    // Both links and the session are audited, and no attempt of those that failed: that is the route's to do.
    expect([yield* count("dashboard_sessions"), yield* count("audit")]).toEqual([1, 3])
    yield* codes.make()
    expect(yield* count("sign_in_codes")).toBe(1)
    for (const none of ["", "x", "a".repeat(43), "ሰ".repeat(43), "\ud800", "x".repeat(1_000)]) {
      expect(yield* codes.isGood(none)).toBe(false)
    }
  })
)

eachStore("an entry of the audit log is written with its change or not at all", (fresh) =>
  over(fresh, function* () {
    const { durable } = yield* Writer
    const { session } = yield* signIn
    const entry = Audit.entry(session, "wallet.create", "w", { name: "\ud800 ሰላም", credit: 1.5, first: true }, 7)
    const insertWallet = statement("INSERT INTO wallets (id, name, created_at) VALUES ('w', 'w', 1)")
    yield* durable(inOrder(insertWallet, entry))
    // The same id again fails, and its entry with it.
    const again = Audit.entry(session, "wallet.create", "w", {}, 8)
    expect(Exit.isFailure(yield* Effect.exit(durable(inOrder(again, insertWallet))))).toBe(true)
    const { page } = yield* (yield* Audit.Audit).list({ limit: 10, action: "wallet.create" })
    expect(page).toMatchObject([{ at: 7, target: "w", details: { name: "\ud800 ሰላም", credit: 1.5, first: true } }])
  })
)

eachStore("no entry of the audit log can be changed or removed", (fresh) =>
  over(fresh, function* () {
    yield* signIn
    for (const change of ["UPDATE audit SET session_id = 'x'", "DELETE FROM audit", "UPDATE audit SET at = at"]) {
      expect(`${(yield* Effect.flip(write(change))).cause}`).toContain("append-only")
    }
    expect(yield* count("audit")).toBe(1)
  })
)

eachStore("the audit log is read in pages, newest first, all of it once, also while it grows", (fresh) =>
  over(fresh, function* () {
    const { durable } = yield* Writer
    const audit = yield* Audit.Audit
    const session = { sessionId: "ses_x" }
    const actions = Action.literals
    const add = (at: number) =>
      durable(inOrder(Audit.entry(session, actions[at % actions.length] ?? "key.create", `t${at}`, {}, at)))
    yield* Effect.forEach(Array.from({ length: 60 }), (_, at) => add(at))
    for (const action of [undefined, "key.create" as const]) {
      const seen: Array<string | null> = []
      let cursor: string | undefined
      do {
        const { nextCursor, page } = yield* audit.list({ limit: 7, cursor, action })
        seen.push(...page.map(({ target }) => target))
        cursor = nextCursor ?? undefined
        yield* add(1_000)
      } while (cursor !== undefined)
      const all = Array.from({ length: 60 }, (_, at) => 59 - at)
      const wanted = all.filter((at) => action === undefined || actions[at % actions.length] === action)
      expect(seen).toEqual(wanted.map((at) => `t${at}`))
    }
    for (const cursor of ["", "x", "Y2xpcHM6NQ", Buffer.from("audit:NaN").toString("base64url"), "\ud800"]) {
      expect((yield* Effect.flip(audit.list({ limit: 7, cursor })))._tag).toBe("VALIDATION_ERROR")
    }
  })
)

eachStore("ten sign-in attempts a minute are counted for an address, or its network, and not for others", (fresh) =>
  over(fresh, function* () {
    const { count } = yield* SignInAttempts
    const attempt = (address: string) => Effect.either(count(Option.some(address)))
    const ownAddresses = Array.from({ length: PER_MINUTE }, (_, at) => `2001:db8:1:2:${at}::${at}`)
    for (const address of ownAddresses) expect((yield* attempt(address))._tag).toBe("Right")
    const refused = yield* Effect.flip(count(Option.some("2001:db8:1:2::ffff")))
    expect([refused._tag, refused.retryAfter]).toEqual(["RATE_LIMITED", 6])
    expect((yield* attempt("2001:db8:1:3::1"))._tag).toBe("Right")
    expect((yield* attempt("192.0.2.1"))._tag).toBe("Right")
    yield* TestClock.adjust("6 seconds")
    expect([(yield* attempt("2001:db8:1:2::"))._tag, (yield* attempt("2001:db8:1:2::"))._tag]).toEqual([
      "Right",
      "Left"
    ])
  })
)

eachStore(
  "sign-in attempts are bounded in all, from however many addresses they come",
  (fresh) =>
    over(fresh, function* () {
      const { count } = yield* SignInAttempts
      let admitted = 0
      for (let at = 0; at < 60_000; at++) {
        const address = `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`
        if ((yield* Effect.either(count(Option.some(address))))._tag === "Right") admitted++
      }
      expect(admitted).toBeLessThanOrEqual(40_960)
      expect(admitted).toBeGreaterThan(30_000)
    }),
  undefined,
  longTest
)

test("an address counts as one for sign-in attempts however it is written", () => {
  const networks = {
    "192.0.2.7": "192.0.2.7",
    "::ffff:192.0.2.7": "192.0.2.7",
    "::1": "0:0:0:0",
    "::": "0:0:0:0",
    "fe80::1%eth0": "fe80:0:0:0",
    "2001:db8::5": "2001:db8:0:0",
    "2001:db8:1:2:3:4:5:6": "2001:db8:1:2",
    "2001:db8:1::5:6:7:8": "2001:db8:1:0",
    "1::2:3:4:5:6:7": "1:0:2:3",
    "": "",
    nonsense: "nonsense"
  }
  for (const [address, network] of Object.entries(networks))
    expect([address, networkOf(address)]).toEqual([address, network])
})
