/** Two processes of the program on one Postgres: what the one is told, the other knows. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { Caller } from "../conversation/Caller.ts"
import { closed, errors, ring } from "../conversation/Lines.ts"
import { ADMIN_TOKEN, type Admin, send, signIn } from "../dashboard/Session.ts"
import { usePostgres } from "../support/Nodes.ts"
import { describePostgres, hasPostgres } from "../support/Postgres.ts"
import { call, startServer, type TestServer } from "../support/Server.ts"
import { connect, ticket } from "../voice/SocketClient.ts"

/** Milliseconds within which a node knows what another was told. */
const SECOND = 1_000

describePostgres("two nodes", () => {
  const postgres = usePostgres()
  let one: TestServer
  let other: TestServer
  let admin: Admin
  let walletId: string

  beforeAll(async () => {
    if (!hasPostgres) return
    const settings = {
      QAL_DATABASE_URL: await postgres.fresh(),
      QAL_SIGNING_SECRET: "known-to-all-of-the-nodes",
      QAL_ADMIN_TOKEN: ADMIN_TOKEN
    }
    // At once: one of them makes the schema, the wallet and the key.
    ;[one, other] = await Promise.all([startServer(settings), startServer(settings)])
    admin = await signIn(one)
    walletId = (await admin.ask("GET", "/wallets")).body.data[0].id
  }, 120_000)
  afterAll(async () => {
    if (hasPostgres) await Promise.all([one.dispose(), other.dispose()])
  })

  const newKey = async (rate?: number) => {
    const limit = rate === undefined ? {} : { rate_limit_per_minute: rate }
    const made = await admin.ask("POST", "/keys", { wallet_id: walletId, name: "a key", ...limit })
    const { key, secret } = made.body.data
    const id: string = key.id
    return { id, secret: String(secret) }
  }
  const use = (at: TestServer, secret: string) =>
    fetch(`${at.url}/api/v1/voice/usage`, { headers: { "x-api-key": secret } })

  /** How long it took, in milliseconds, until something was so. */
  const until = async (isSo: () => Promise<boolean>): Promise<number> => {
    const begun = performance.now()
    while (!(await isSo())) {
      if (performance.now() - begun > 20_000) throw new Error("it never was")
      await Bun.sleep(20)
    }
    return performance.now() - begun
  }

  test("several nodes have one wallet and one first key, whichever is asked", async () => {
    const answers = await Promise.all([one, other].map((each) => call(each, "GET", "/api/v1/voice/usage")))
    const [mine, others] = await Promise.all(answers.map((answer) => answer.json()))
    expect(mine.data.wallet_id).toBe(others.data.wallet_id)
    expect((await admin.ask("GET", "/wallets")).body.data).toHaveLength(1)
  })

  test("a key that one node revokes is refused by the other within a second", async () => {
    const { id, secret } = await newKey()
    expect((await use(other, secret)).status).toBe(200)
    expect((await admin.ask("DELETE", `/keys/${id}`)).status).toBe(204)
    expect(await until(async () => (await use(other, secret)).status === 401)).toBeLessThan(SECOND)
  })

  test("a voice that one node switches off is off at the other within a second, and on again", async () => {
    const listed = async () => {
      const { data } = await (await call(other, "GET", "/api/v1/voice/voices")).json()
      return data.some(({ id }: { readonly id: string }) => id === "om-bikila")
    }
    expect(await listed()).toBe(true)
    await admin.ask("PATCH", "/voices/om-bikila", { is_available: false })
    expect(await until(async () => !(await listed()))).toBeLessThan(SECOND)
    await admin.ask("PATCH", "/voices/om-bikila", { is_available: true })
    expect(await until(listed)).toBeLessThan(SECOND)
  })

  test("a lexicon set at one node is the other's within a second, also when it is set again", async () => {
    const words = async () => (await (await call(other, "GET", "/api/v1/voice/lexicon")).json()).data.am
    expect(await words()).toEqual({})
    for (const am of [{ Qal: "ቃል" }, { Qal: "ቃሉ" }, {}]) {
      await call(one, "PUT", "/api/v1/voice/lexicon", { am })
      expect(await until(async () => Bun.deepEquals(await words(), am))).toBeLessThan(SECOND)
    }
  })

  test("a ticket of one node opens a session of the other, once", async () => {
    const token = await ticket(one)
    const client = await connect(other)
    client.send({ type: "session.authenticate", token })
    expect((await client.next("session.created")).voice_id).toBe("am-hamen")
    client.close()
    for (const each of [one, other]) {
      const second = await connect(each)
      second.send({ type: "session.authenticate", token })
      expect(await second.closed).toBe(1008)
    }
  })

  test("a key's limit holds over all nodes", async () => {
    const { secret } = await newKey(120)
    const statuses: Array<number> = []
    const begun = performance.now()
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => use(at % 2 === 0 ? one : other, secret)))
      statuses.push(...answers.map(({ status }) => status))
    }
    const gained = ((performance.now() - begun) / 60_000) * 120
    const admitted = statuses.filter((status) => status === 200).length
    expect(admitted).toBeGreaterThanOrEqual(0.9 * 120)
    expect(admitted).toBeLessThanOrEqual(1.1 * (120 + gained))
    expect(statuses.filter((status) => status === 429)).toHaveLength(200 - admitted)
  })

  test("a session of the dashboard is one at both nodes, and ends at both", async () => {
    const own = await signIn(other)
    const at = (server: TestServer) => send(server, "GET", "/session", undefined, { cookie: own.cookie })
    expect((await at(one)).status).toBe(200)
    expect((await own.ask("DELETE", "/session")).status).toBe(204)
    expect([(await at(one)).status, (await at(other)).status]).toEqual([401, 401])
  })

  test("a conversation at one node takes its key's place at the other, until it ends", async () => {
    const { secret } = await newKey()
    const first = await ring(secret, one)
    const second = await Caller.connect(other, `apiKey=${secret}`)
    expect(await closed(second)).toBe(1008)
    expect(errors(second)).toEqual(["BUSY"])
    first.hangUp()
    await closed(first)
    await Bun.sleep(500)
    const third = await ring(secret, other)
    third.hangUp()
  })

  test("guesses of the dashboard's token are ten a minute over all nodes", async () => {
    const guess = async (at: TestServer) => (await send(at, "POST", "/session", { token: "wrong-wrong-wrong" })).status
    const statuses: Array<number> = []
    for (let index = 0; index < 14; index++) statuses.push(await guess(index % 2 === 0 ? one : other))
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(3)
  })

  test("the dashboard of either node shows what both do", async () => {
    const paths = ["/api/v1/voice/usage", "/api/v1/voice/clips", "/api/v1/scribe/usage"]
    const before = Date.now()
    await Promise.all(paths.flatMap((path) => [one, other].map((each) => call(each, "GET", path))))
    const shown = async () => {
      const answer = await send(other, "GET", "/overview", undefined, { cookie: admin.cookie })
      const { per_second: seconds } = (await answer.json()).data.now
      const since = Math.ceil((Date.now() - before) / 1_000) + 1
      return seconds.slice(-since).reduce((sum: number, requests: number) => sum + requests, 0)
    }
    await until(async () => (await shown()) >= 2 * paths.length)
    const listed = async (route: string) => {
      const { data } = (await admin.ask("GET", "/requests?limit=100")).body
      return data.filter((each: { readonly route: string; readonly at: string }) => {
        return each.route === route && Date.parse(each.at) >= before
      }).length
    }
    for (const path of paths) {
      await until(async () => (await listed(path)) >= 2)
      expect(await listed(path)).toBe(2)
    }
  })

  test("a node that has no signing secret does not start, and says so in a line", async () => {
    const started = startServer({ QAL_DATABASE_URL: await postgres.fresh() })
    expect(String(await started.catch((error) => error))).toContain("QAL_SIGNING_SECRET: is not set; nodes that share")
  })

  test("the conversations of a killed node take no place once it is taken for dead", async () => {
    const { secret } = await newKey()
    await ring(secret, other)
    await other.kill()
    const isFree = async () => {
      const caller = await Caller.connect(one, `apiKey=${secret}`)
      const said = await Promise.race([caller.next("ready", 0), caller.next("error", 0)])
      caller.hangUp()
      return said.kind === "ready"
    }
    const begun = performance.now()
    while (!(await isFree())) {
      if (performance.now() - begun > 25_000) throw new Error("its place is still taken")
      await Bun.sleep(500)
    }
  }, 40_000)
})
