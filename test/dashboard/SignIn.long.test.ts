/** Signing in to a real server, and out again. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test"
import { request } from "node:http"
import { receive } from "../support/OtlpReceiver.ts"
import { withDatabase } from "../support/Rows.ts"
import { startServer, type TestServer } from "../support/Server.ts"
import { ADMIN_TOKEN, type Admin, answered, send, signIn, startDashboard } from "./Session.ts"

setDefaultTimeout(90_000)

const receiver = receive()
let server: TestServer
let admin: Admin

beforeAll(async () => {
  const started = await startDashboard({
    QAL_OTLP_URL: receiver.url,
    QAL_LOG_LEVEL: "trace",
    QAL_LOG_FORMAT: "json"
  })
  server = started.server
  admin = started.admin
})
afterAll(async () => {
  await server?.dispose()
  receiver.stop()
})

const LINK = /^Open the dashboard: (\S+)\/#\/sign-in\/(\S+) {2}\(works once, within an hour\)$/gm

/** The codes of the links in a text, oldest first. */
const codesIn = (text: string): ReadonlyArray<string> => [...text.matchAll(LINK)].map(([, , code = ""]) => code)

const newCode = async (): Promise<string> => codesIn(await server.qal("dashboard"))[0] ?? ""

/** What signing in is answered with. */
const attempt = async (proof: unknown, headers?: Readonly<Record<string, string>>) =>
  answered(await send(server, "POST", "/session", proof, headers))

/** The status and `Retry-After` of an attempt that comes from another address of this machine. */
const attemptFrom = (
  localAddress: string,
  proof: unknown
): Promise<readonly [number | undefined, string | undefined]> =>
  new Promise((done, fail) => {
    const options = { method: "POST", localAddress, headers: { "content-type": "application/json" } }
    const url = new URL("/api/v1/admin/session", server.url)
    url.hostname = "127.0.0.1"
    const sent = request(url, options, (response) => {
      response.resume()
      response.on("end", () => done([response.statusCode, response.headers["retry-after"]]))
    })
    sent.on("error", fail)
    sent.end(JSON.stringify(proof))
  })

const auditOf = async (by: Admin) => (await by.ask("GET", "/audit?limit=100")).body.data

test("a signed-in browser is known by its cookie, and the audit log says so", async () => {
  const session = await admin.ask("GET", "/session")
  expect(session.body.data).toEqual({
    command: expect.stringMatching(/main\.ts|qal$/),
    id: admin.sessionId,
    csrf_token: admin.csrf,
    expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  })
  const days = (Date.parse(session.body.data.expires_at) - Date.now()) / 86_400_000
  expect(days).toBeWithin(6.9, 7)
  const mine = (await auditOf(admin)).filter(
    ({ session_id }: { readonly session_id: unknown }) => session_id === admin.sessionId
  )
  expect(mine.at(-1)).toEqual({
    id: expect.stringMatching(/^aud_/),
    at: expect.stringMatching(/Z$/),
    session_id: admin.sessionId,
    via: "dashboard",
    action: "session.begin",
    target: null,
    details: { by: "token" }
  })
})

test("the link that the start prints opens the dashboard once", async () => {
  while (codesIn(server.output()).length === 0) await Bun.sleep(20)
  expect([...server.output().matchAll(LINK)][0]?.[1]).toBe(server.url)
  const [code = ""] = codesIn(server.output())
  const other = await signIn(server, { code })
  expect((await auditOf(other))[0]).toMatchObject({ session_id: other.sessionId, details: { by: "link" } })
  const again = await attempt({ code })
  expect([again.status, again.body.error.code, again.headers.get("set-cookie")]).toEqual([401, "UNAUTHORIZED", null])
  expect(again.body.error.message).toContain("qal dashboard")
})

test("of many who use one sign-in link at once, one gets in", async () => {
  const code = await newCode()
  const answers = await Promise.all(Array.from({ length: 20 }, () => attempt({ code })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 401)])
  expect(answers.filter(({ headers }) => headers.has("set-cookie"))).toHaveLength(1)
})

test("a sign-in link that is older than an hour opens nothing", async () => {
  const code = await newCode()
  withDatabase(server, (database) => database.run("UPDATE sign_in_codes SET expires_at = ?", [Date.now() - 1]))
  expect((await attempt({ code })).status).toBe(401)
})

test("an invalid token or code opens nothing, and the answer says what it should be", async () => {
  const deep = `${'{"token":'.repeat(12_000)}1${"}".repeat(12_000)}`
  const cases: ReadonlyArray<readonly [unknown, number]> = [
    [{ token: "" }, 401],
    [{ token: `${ADMIN_TOKEN} ` }, 401],
    [{ token: "\ud800" }, 401],
    [{ code: "" }, 401],
    [{ code: ADMIN_TOKEN }, 401],
    [{ code: "a".repeat(43) }, 401],
    [{}, 422],
    [{ token: 5 }, 422],
    [{ token: { toString: 0 } }, 422],
    [{ token: [ADMIN_TOKEN] }, 422],
    [{ token: "x".repeat(1_001) }, 422],
    [[ADMIN_TOKEN], 422],
    ["null", 422],
    ["not JSON", 400],
    [deep, 400]
  ]
  for (const [proof, status] of cases) {
    const answer = await attempt(proof)
    expect([JSON.stringify(proof).slice(0, 60), answer.status]).toEqual([JSON.stringify(proof).slice(0, 60), status])
    expect(answer.headers.has("set-cookie")).toBe(false)
    expect(answer.headers.get("cache-control")).toBe("no-store")
    expect(JSON.stringify(answer.body)).not.toContain(ADMIN_TOKEN)
  }
})

test("an address that tries to sign in too often is refused, with the time to wait, and no other is", async () => {
  const tried = await Promise.all(Array.from({ length: 30 }, () => attemptFrom("127.0.0.7", { token: "wrong" })))
  expect(tried.filter(([status]) => status === 401).length).toBeWithin(10, 12)
  const refused = tried.filter(([status]) => status === 429)
  expect(refused.length).toBeGreaterThan(17)
  for (const [, seconds] of refused) expect(Number(seconds)).toBeWithin(1, 7)
  expect((await attemptFrom("127.0.0.7", { token: ADMIN_TOKEN }))[0]).toBe(429)
  expect((await attemptFrom("127.0.0.8", { token: ADMIN_TOKEN }))[0]).toBe(200)
  expect((await attemptFrom("127.0.0.7", { code: await newCode() }))[0]).toBe(200)
  // A header does not make another address of it.
  for (const name of ["x-forwarded-for", "forwarded", "x-real-ip"]) {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => attempt({ token: "wrong" }, { [name]: `192.0.2.${at}` }))
    )
    expect(answers.some(({ status }) => status === 429)).toBe(true)
  }
})

test("a token or a sign-in code that is too long is refused as such", async () => {
  for (const field of ["token", "code"]) {
    const { body, status } = await attempt({ [field]: "x".repeat(1_001) })
    expect(status).toBe(422)
    expect(body.error.message).toContain(`${field} must have at most 1000 characters`)
  }
})

/** The link of a start is printed while the server answers already. */
const startedWithLink = async () => {
  const before = codesIn(server.output()).length
  await server.start()
  while (codesIn(server.output()).length === before) await Bun.sleep(20)
}

test("a session outlives the death and the restart of the server", async () => {
  await server.kill()
  await startedWithLink()
  expect((await admin.ask("GET", "/session")).status).toBe(200)
  await server.stop()
  await startedWithLink()
  expect((await admin.ask("GET", "/session")).status).toBe(200)
  const codes = codesIn(server.output())
  expect(new Set(codes).size).toBe(codes.length)
})

test("signing out ends the session at once, takes its cookie away, and ends no other", async () => {
  const other = await signIn(server, { code: await newCode() })
  const out = await other.fetch("DELETE", "/session")
  expect([out.status, out.headers.get("cache-control")]).toEqual([204, "no-store"])
  expect(out.headers.get("set-cookie")).toMatch(/^qal_session=; Max-Age=0; /)
  const late = await other.ask("GET", "/session")
  expect([late.status, late.headers.get("www-authenticate")]).toEqual([401, 'Cookie cookie-name="qal_session"'])
  expect((await other.ask("DELETE", "/session")).status).toBe(401)
  expect((await auditOf(admin))[0]).toMatchObject({ action: "session.end", session_id: other.sessionId })
})

for (const [publicUrl, secure] of [
  [undefined, false],
  ["http://qal.example:8080", false],
  ["https://qal.example", true]
] as const) {
  test(`the session's cookie is for this site's own requests alone, and no script's (${publicUrl})`, async () => {
    await using own = await startServer({
      QAL_ADMIN_TOKEN: ADMIN_TOKEN,
      ...(publicUrl === undefined ? {} : { QAL_PUBLIC_URL: publicUrl })
    })
    const response = await send(own, "POST", "/session", { token: ADMIN_TOKEN })
    const [pair = "", ...attributes] = (response.headers.get("set-cookie") ?? "").split("; ")
    expect(pair).toMatch(/^qal_session=[A-Za-z0-9_-]{43}$/)
    expect(attributes.toSorted()).toEqual(
      ["HttpOnly", "Max-Age=604800", "Path=/api/v1/admin", "SameSite=Strict", ...(secure ? ["Secure"] : [])].toSorted()
    )
    expect(response.headers.get("cache-control")).toBe("no-store")
    while (codesIn(own.output()).length === 0) await Bun.sleep(20)
    expect([...own.output().matchAll(LINK)][0]?.[1]).toBe(publicUrl ?? own.url)
  })
}

test("no secret that opens the dashboard is in the log or in what telemetry is sent", async () => {
  const code = await newCode()
  const own = await signIn(server, { code })
  const guesses = ["a-wrong-token-hunter2", `${"b".repeat(43)}`]
  await attempt({ token: guesses[0] })
  await attempt({ code: guesses[1] })
  await attempt({ token: `${"long-hunter2-".repeat(100)}` })
  await send(server, "GET", "/session", undefined, { cookie: `qal_session=${guesses[1]}` })
  await own.fetch("DELETE", "/session", undefined, { "x-csrf-token": "wrong-csrf-hunter2" })
  await own.fetch("DELETE", "/session")
  await server.stop()
  const sent = receiver.bodies.join("\n")
  // The links themselves are printed for the person who starts the server.
  const log = server.output().replaceAll(LINK, "")
  expect(sent).toContain("/api/v1/admin/session")
  expect(log).toContain("/api/v1/admin/session")
  const cookies = [admin, own].map(({ cookie }) => cookie.replace("qal_session=", ""))
  const secrets = [
    ADMIN_TOKEN,
    code,
    admin.csrf,
    own.csrf,
    ...cookies,
    ...guesses,
    "hunter2",
    ...codesIn(server.output())
  ]
  for (const secret of secrets) {
    expect(log).not.toContain(secret)
    expect(sent).not.toContain(secret)
  }
})
