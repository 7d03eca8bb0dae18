/** What expires is removed at a server's start, and then again and again. */
import { expect, test } from "bun:test"
import { Duration, Effect, Logger, Scope, TestClock, TestContext } from "effect"
import { Once } from "../../src/storage/Once.ts"
import * as Sweeps from "../../src/storage/Sweeps.ts"
import { call, postForm, startServer } from "../support/Server.ts"

const HOUR = Duration.hours(1)

/** How often `work` was run after each so many hours, from the start on. */
const runsAfter = (
  hours: ReadonlyArray<number>,
  work: Effect.Effect<unknown, string> = Effect.void,
  once?: typeof Once.Service
) =>
  Effect.gen(function* () {
    let runs = 0
    const scope = yield* Scope.make()
    const counted = Effect.suspend(() => {
      runs++
      return work
    })
    const swept = Sweeps.every("sweep of dust", HOUR, counted).pipe(Scope.extend(scope))
    yield* once === undefined ? swept : Effect.provideService(swept, Once, once)
    const counts: Array<number> = []
    for (const more of hours) {
      yield* TestClock.adjust(Duration.hours(more))
      counts.push(runs)
    }
    yield* Scope.close(scope, yield* Effect.exit(Effect.void))
    yield* TestClock.adjust(Duration.hours(10))
    return { counts, after: runs - (counts.at(-1) ?? 0) }
  }).pipe(Effect.provide(TestContext.TestContext))

test("a sweep runs at once, then after each of its times, until its scope closes", async () => {
  const { after, counts } = await Effect.runPromise(runsAfter([0, 0.9, 0.2, 3]))
  expect([counts, after]).toEqual([[1, 1, 2, 5], 0])
})

test("a sweep that fails or has a defect is logged by its name, and runs again", async () => {
  for (const work of [Effect.fail("no disk"), Effect.die(new Error("no disk"))]) {
    const logged: Array<string> = []
    const logger = Logger.make(({ message }) => void logged.push(String(Array.isArray(message) ? message[0] : message)))
    const layer = Logger.replace(Logger.defaultLogger, logger)
    const { counts } = await Effect.runPromise(Effect.provide(runsAfter([0, 1, 1], work), layer))
    expect(counts).toEqual([1, 2, 3])
    expect(logged).toEqual(Array.from({ length: 3 }, () => "the sweep of dust failed; the next is in 1h"))
  }
})

test("a sweep of several nodes is run by the one whose turn it is, asked for by its name and its time", async () => {
  const asked: Array<string> = []
  const once: typeof Once.Service = {
    inTurn: (name, every) => {
      asked.push(`${name} ${Duration.toHours(every)}`)
      return () => Effect.void
    },
    alone: () => (work) => work
  }
  const { counts } = await Effect.runPromise(runsAfter([0, 2], Effect.void, once))
  expect([counts, asked]).toEqual([[0, 0], ["sweep of dust 1"]])
})

test("what expired while a server was away is gone soon after its start", async () => {
  await using server = await startServer()
  await call(
    server,
    "POST",
    "/api/v1/chat_generate",
    { prompt: "ሰላም", target_language: "am" },
    { "idempotency-key": "a" }
  )
  await call(server, "POST", "/v1/responses", { model: "qal", input: "ሰላም" }, { "idempotency-key": "b" })
  const uploaded = await postForm(server, "/api/v1/chat_generate", {
    request_data: JSON.stringify({ prompt: "?", target_language: "am", attachment_field_names: ["one"] }),
    one: new File(["ሰላም"], "one.txt", { type: "text/plain" })
  })
  expect(uploaded.status).toBe(200)
  expect(await server.stop()).toBe(0)
  const left = async () => {
    const tables = ["jobs WHERE expires_at = 1", "uploads", "responses", "requests WHERE at = 1", "lent_secrets"]
    const counts = await Promise.all(
      tables.map((table) => server.rows<{ readonly count: number }>(`SELECT COUNT(*) AS count FROM ${table}`))
    )
    return counts.map(([row]) => Number(row?.count))
  }
  await server.rows("UPDATE jobs SET expires_at = 1 WHERE expires_at IS NOT NULL RETURNING id")
  for (const table of ["uploads", "responses"]) await server.rows(`UPDATE ${table} SET expires_at = 1 RETURNING id`)
  await server.rows("UPDATE requests SET at = 1 RETURNING seq")
  expect((await left()).slice(0, 4).every((count) => count > 0)).toBe(true)
  await server.start()
  // Each of them within its own time; none of those is an hour.
  while ((await left()).some((count) => count > 0)) await Bun.sleep(20)
  expect(await left()).toEqual([0, 0, 0, 0, 0])
})
