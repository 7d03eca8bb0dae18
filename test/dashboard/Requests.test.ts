/** The list of requests: filters, places that stay while rows come, and every id that finds one, also while it runs. */
import { expect } from "bun:test"
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer, type Scope } from "effect"
import { Wallet } from "../../src/billing/Wallet.ts"
import { ApiKeyId, WalletId } from "../../src/Domain.ts"
import { JobViews } from "../../src/dashboard/requests/JobViews.ts"
import { RequestLog } from "../../src/dashboard/requests/RequestLog.ts"
import { Requests } from "../../src/dashboard/requests/Requests.ts"
import type { RequestFilter } from "../../src/dashboard/requests/RequestsApi.ts"
import { insert } from "../../src/storage/Statement.ts"
import { inOrder, Writer } from "../../src/storage/Writer.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { longTest } from "../support/Long.ts"
import { API_KEY } from "../support/Server.ts"
import { eachStore, type Fresh, numbers, ofLivingNode } from "../support/Stores.ts"
import { write } from "../support/Write.ts"
import { answered, type Described } from "./Answered.ts"
import { startDashboard } from "./Session.ts"

const over = <A>(
  fresh: Fresh,
  body: EffectBody<Requests | RequestLog | JobViews | Writer | SqlClient.SqlClient | Scope.Scope, [], A>
): Promise<A> =>
  Effect.gen(function* () {
    const services = Layer.mergeAll(Requests.Default, JobViews.Default, RequestLog.Default).pipe(
      Layer.provide(Wallet.Default),
      Layer.provideMerge(yield* fresh)
    )
    return yield* Effect.gen(function* () {
      for (const wallet of ["a", "b"]) {
        yield* write(`INSERT INTO wallets (id, name, created_at) VALUES ('${wallet}', 'Wallet ${wallet}', 0)`)
        yield* write(
          `INSERT INTO api_keys (id, wallet_id, name, hash, last_four, created_at)
           VALUES ('key_${wallet}', '${wallet}', 'Key ${wallet}', '${wallet}', '0000', 0)`
        )
      }
      return yield* Effect.gen(() => body())
    }).pipe(Effect.provide(services))
  }).pipe(Effect.scoped, Effect.runPromise)

const written = (...all: ReadonlyArray<Described>) =>
  Effect.flatMap(RequestLog, ({ add, flush }) =>
    Effect.suspend(() => {
      for (const each of all) add(answered(each))
      return flush
    })
  )

const listed = (filter: Partial<RequestFilter>) =>
  Effect.flatMap(Requests, ({ list }) => list({ limit: 25, ...filter }))

const idsOf = (filter: Partial<RequestFilter>) => Effect.map(listed(filter), ({ page }) => page.map(({ id }) => id))

/** All pages, with what is done between two. */
const paged = Effect.fnUntraced(function* <R>(
  filter: Partial<RequestFilter>,
  between: Effect.Effect<unknown, never, R>
) {
  const pages: Array<ReadonlyArray<string>> = []
  let cursor: string | undefined
  do {
    const { page: entries, nextCursor } = yield* listed({ ...filter, cursor })
    pages.push(entries.map(({ id }) => id))
    cursor = nextCursor ?? undefined
    yield* between
  } while (cursor !== undefined)
  return pages
})

const job = (id: string, state: string, more: Readonly<Record<string, string | number>> = {}) => {
  const row: Readonly<Record<string, string | number>> = {
    id,
    wallet_id: "a",
    operation: "chat",
    fingerprint: "",
    state,
    hold: 500,
    created_at: 1_000,
    ...(state === "running" ? {} : { ended_at: 2_000 }),
    ...more
  }
  return Effect.gen(function* () {
    const { relaxed } = yield* Writer
    yield* relaxed(inOrder(insert("jobs", { ...row, ...(state === "running" ? yield* ofLivingNode : {}) })))
  })
}

const charge = (jobId: string, amount: number) =>
  write(
    `INSERT INTO ledger (id, wallet_id, kind, amount, balance_after, operation, job_id, created_at)
     SELECT 'led_${jobId}', id, 'charge', ${-amount}, balance - ${amount}, 'chat', '${jobId}', 2000 FROM wallets WHERE id = 'a'`
  )

eachStore("each filter of the request list passes what it names, and all of it", (fresh) =>
  over(fresh, function* () {
    yield* written(
      { id: "1", keyId: "key_a", walletId: "a" },
      { id: "2", route: "/api/v1/chat_generate", code: "RATE_LIMITED", status: 429, keyId: "key_b", walletId: "b" },
      { id: "3", route: undefined, path: "/api/nothing", code: "NOT_FOUND", status: 404 }
    )
    expect(yield* idsOf({})).toEqual(["3", "2", "1"])
    expect(yield* idsOf({ capability: "chat" })).toEqual(["2"])
    expect(yield* idsOf({ capability: "conversation" })).toEqual([])
    expect(yield* idsOf({ outcome: "ok" })).toEqual(["1"])
    expect(yield* idsOf({ outcome: "error" })).toEqual(["3", "2"])
    expect(yield* idsOf({ code: "NOT_FOUND" })).toEqual(["3"])
    expect(yield* idsOf({ wallet_id: WalletId.make("b") })).toEqual(["2"])
    expect(yield* idsOf({ key_id: ApiKeyId.make("key_a") })).toEqual(["1"])
    expect(yield* idsOf({ outcome: "error", capability: "voice" })).toEqual([])
    const [none, second] = (yield* listed({})).page
    expect(second).toMatchObject({ wallet_name: "Wallet b", key_name: "Key b", cost: null, running: 0 })
    expect(none).toMatchObject({ wallet_name: null, key_name: null, route: "/api/nothing" })
  })
)

eachStore("pages of the request list hold each request once while others come", (fresh) =>
  over(fresh, function* () {
    const ids = Array.from({ length: 23 }, (_, at) => `r${at}`)
    yield* written(...ids.map((id) => ({ id })))
    const pages = yield* paged({ limit: 5 }, written({}, {}))
    expect(pages.map((page) => page.length)).toEqual([5, 5, 5, 5, 3])
    expect(pages.flat()).toEqual(ids.toReversed())
    const foreign = yield* Effect.either(listed({ cursor: "nonsense" }))
    expect(foreign._tag).toBe("Left")
  })
)

eachStore("a page of the request list reads 20,000 rows at most, and the next goes on there", (fresh) =>
  over(fresh, function* () {
    yield* written({ id: "old", code: "RARE", status: 400 })
    yield* write(
      `INSERT INTO requests (id, at, method, route, capability, status, micros)
         SELECT 'r' || value, 0, 'GET', '/api', 'other', 200, 0 FROM ${numbers(1, 45_000)} AS n`
    )
    yield* written({ id: "new", code: "RARE", status: 400 })
    expect(yield* paged({ code: "RARE" }, Effect.void)).toEqual([["new"], [], ["old"]])
  })
)

eachStore("a request is found by its own id, by its client's, and by those of its jobs; and by nothing else", (fresh) =>
  over(fresh, function* () {
    yield* job("job_1", "settled", { request_id: "client-1", x_request_id: "asked" })
    yield* charge("job_1", 12_300)
    yield* job("job_2", "failed", { request_id: "client-1", x_request_id: "before", failure: "PROVIDER_ERROR" })
    yield* written({ id: "before", jobs: ["job_2"] }, { id: "asked", jobs: ["job_1"] }, { id: "other" })
    expect(yield* idsOf({ search: "asked" })).toEqual(["asked"])
    expect(yield* idsOf({ search: "client-1" })).toEqual(["asked", "before"])
    expect(yield* idsOf({ search: "client-1", wallet_id: WalletId.make("b") })).toEqual([])
    expect(yield* idsOf({ search: "job_2" })).toEqual(["before"])
    for (const search of ["ask", "client", "%", "'; --", "\ud800", "x".repeat(200)]) {
      expect(yield* idsOf({ search })).toEqual([])
    }
    const { get } = yield* Requests
    expect(yield* get("asked")).toMatchObject({
      cost: 0.0123,
      running: 0,
      jobs: [{ id: "job_1", state: "settled", charge: 0.0123, client_request_id: "client-1", wallet_name: "Wallet a" }]
    })
    expect(yield* get("before")).toMatchObject({ cost: 0, jobs: [{ failure: "PROVIDER_ERROR", charge: null }] })
    expect(yield* Effect.flip(get("nobody's"))).toMatchObject({ _tag: "NOT_FOUND" })
    // A result's time is over, and its row gone: the ledger still knows what it cost.
    yield* write("DELETE FROM jobs WHERE id = 'job_1'")
    expect(yield* get("asked")).toMatchObject({
      cost: 0.0123,
      jobs: [{ id: "job_1", state: "settled", charge: 0.0123 }]
    })
  })
)

eachStore(
  "a client's id that was used again and again finds all of its requests, page by page, and shows the newest",
  (fresh) =>
    over(fresh, function* () {
      yield* written(...Array.from({ length: 2_500 }, (_, at) => ({ id: "same", status: at === 2_499 ? 201 : 200 })))
      const pages = yield* paged({ search: "same", limit: 100 }, Effect.void)
      expect(pages.flat()).toHaveLength(2_500)
      const { get } = yield* Requests
      expect((yield* get("same")).status).toBe(201)
    })
)

eachStore("a request without a key cannot stand before a client's, whatever id it gives itself", (fresh) =>
  over(fresh, function* () {
    yield* written({ id: "paid", keyId: "key_a", walletId: "a", status: 201 })
    const refused = { id: "paid", status: 401, code: "UNAUTHORIZED" }
    yield* written(...Array.from({ length: 1_500 }, () => refused))
    const { get } = yield* Requests
    expect(yield* get("paid")).toMatchObject({ status: 201, key_id: "key_a" })
  })
)

eachStore("a request that is still being answered is found by its ids, until its row is there", (fresh) =>
  over(fresh, function* () {
    const { get } = yield* Requests
    yield* job("job_1", "running", { request_id: "client-1", x_request_id: "asks" })
    for (const search of ["asks", "client-1", "job_1"]) {
      const { page: entries } = yield* listed({ search })
      expect(entries).toMatchObject([
        { id: "asks", status: null, method: null, capability: "chat", wallet_name: "Wallet a", running: 1, cost: 0 }
      ])
    }
    expect(yield* idsOf({ search: "asks", capability: "voice" })).toEqual([])
    expect(yield* idsOf({ search: "asks", outcome: "ok" })).toEqual([])
    expect(yield* get("asks")).toMatchObject({
      status: null,
      jobs: [{ id: "job_1", state: "running", hold: 0.0005 }]
    })
    // An earlier request had the same id: both are there, also where a page holds one.
    yield* written({ id: "asks" })
    expect((yield* listed({ search: "asks" })).page.map(({ status }) => status)).toEqual([null, 200])
    expect(yield* paged({ search: "asks", limit: 1 }, Effect.void)).toEqual([["asks"], ["asks"]])
    // Its client hung up, and the job runs on.
    yield* written({ id: "asks", jobs: ["job_1"], status: 499 })
    expect((yield* listed({ search: "asks" })).page.map(({ running, status }) => [status, running])).toEqual([
      [499, 1],
      [200, 0]
    ])
    yield* write("UPDATE jobs SET state = 'settled', ended_at = 3 WHERE id = 'job_1'")
    yield* charge("job_1", 700)
    expect((yield* listed({ search: "client-1" })).page).toMatchObject([
      { status: 499, running: 0, cost: 0.0007 },
      { status: 200 }
    ])
  })
)

eachStore("running jobs are listed, newest first, of all wallets or of one; those that ended are not", (fresh) =>
  over(fresh, function* () {
    const { running } = yield* JobViews
    yield* job("job_1", "running", { created_at: 1 })
    yield* job("job_2", "running", { created_at: 2, wallet_id: "b" })
    yield* job("job_3", "settled")
    expect(yield* running(undefined)).toMatchObject([{ id: "job_2" }, { id: "job_1" }])
    expect(yield* running(WalletId.make("a"))).toMatchObject([{ id: "job_1" }])
  })
)

eachStore("a socket with a thousand jobs costs what they cost together", (fresh) =>
  over(fresh, function* () {
    const jobs = Array.from({ length: 1_000 }, (_, at) => `job_${at}`)
    for (const id of jobs) {
      yield* job(id, "settled", { x_request_id: "socket" })
      yield* charge(id, 100)
    }
    yield* written({ id: "socket", route: "/ws", status: 101, upgraded: true, jobs })
    const { get } = yield* Requests
    const seen = yield* get("socket")
    expect([seen.cost, seen.jobs.length, seen.status]).toEqual([0.1, 1_000, 101])
    expect((yield* listed({})).page).toMatchObject([{ cost: 0.1, running: 0 }])
  })
)

eachStore("others have their turns while the costs of many jobs are looked up", (fresh) =>
  over(fresh, function* () {
    const ids = Array.from({ length: 20_000 }, (_, at) => `job_${at}`)
    const { costs } = yield* JobViews
    let turns = 0
    const others = setInterval(() => turns++, 0)
    yield* costs(ids)
    clearInterval(others)
    expect(turns).toBeGreaterThan(10)
  })
)

const eventually = async <A>(found: () => Promise<A | undefined>): Promise<A> => {
  for (let attempt = 0; attempt < 6_000; attempt++) {
    const value = await found()
    if (value !== undefined) return value
    await Bun.sleep(50)
  }
  throw new Error("it never happened")
}

longTest(
  "a real server's request is listed within a second, whether it was refused or not, with its code and its cost",
  async () => {
    const { admin, server } = await startDashboard()
    const headers = { "x-api-key": API_KEY, "content-type": "application/json" }
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(server.url + path, { ...init, headers: { ...headers, ...init.headers } }).then((response) =>
        response.text()
      )
    await ask("/api/v1/voice/generations", {
      method: "POST",
      headers: { "x-request-id": "speaks" },
      body: JSON.stringify({ text: "ሰላም", voice_id: "am-hamen", language: "am", client_request_id: "spoken" })
    })
    await ask("/api/v1/voice/voices", { headers: { "x-request-id": "no-key", "x-api-key": "sk_wrong" } })
    await ask("/api/v1/nothing", { headers: { "x-request-id": "no-route" } })
    await ask("/api/v1/voice/estimate", { method: "DELETE", headers: { "x-request-id": "no-method" } })
    for (const path of ["/healthz", "/metrics", "/openapi.json", "/"]) await ask(path)
    const all = await eventually(async () => {
      const { body } = await admin.ask("GET", "/requests")
      return body.data.length >= 4 ? body.data : undefined
    })
    expect(all.map(({ code, id, status }: Record<string, unknown>) => [id, status, code])).toEqual([
      ["no-method", 405, "METHOD_NOT_ALLOWED"],
      ["no-route", 404, "NOT_FOUND"],
      ["no-key", 401, "UNAUTHORIZED"],
      ["speaks", 201, null]
    ])
    const found = await admin.ask("GET", "/requests?search=spoken")
    expect(found.body.data).toMatchObject([{ id: "speaks", capability: "voice", wallet_name: "default" }])
    const detail = await admin.ask("GET", "/requests/speaks")
    expect(detail.body.data.jobs).toHaveLength(1)
    expect(detail.body.data.cost).toBeGreaterThan(0)
    const { body } = await admin.ask("GET", "/overview?days=1")
    expect(body.data.errors).toEqual([
      { code: "METHOD_NOT_ALLOWED", count: 1 },
      { code: "NOT_FOUND", count: 1 },
      { code: "UNAUTHORIZED", count: 1 }
    ])
    expect((await admin.ask("GET", "/requests/nobody")).status).toBe(404)
    expect((await admin.ask("GET", "/overview?days=91")).status).toBe(422)
    expect((await fetch(`${server.url}/api/v1/admin/requests`)).status).toBe(401)
    await server.dispose()
  }
)
