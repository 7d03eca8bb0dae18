/** The program as an operator meets it: first start, bad settings, and the commands beside a running server. */
import { Database } from "bun:sqlite"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { RECOGNISER } from "../../src/cli/EmbeddedEngines.ts"
import { textOf } from "../docs/Pages.ts"
import { serverForFile } from "../support/ForFile.ts"
import { call, freePort, startServer } from "../support/Server.ts"

const MAIN = resolve(import.meta.dir, "../../src/main.ts")

const server = serverForFile()
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "qal-cli-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = async (words: ReadonlyArray<string>, settings: Readonly<Record<string, string>> = {}) => {
  const child = Bun.spawn([process.execPath, MAIN, ...words], {
    env: { PATH: process.env.PATH ?? "", QAL_DATA_DIR: join(folder, "data"), ...settings },
    cwd: folder,
    stdout: "pipe",
    stderr: "pipe"
  })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited
  ])
  return { out, err, code }
}

const badSettings = [
  ["QAL_PORT", "eighty"],
  ["QAL_PORT", "70000"],
  ["QAL_SYNTHESIS_WORKERS", "0"],
  ["QAL_LOG_LEVEL", "loud"],
  ["QAL_BOOTSTRAP_CREDIT", "-5"],
  ["QAL_BOOTSTRAP_API_KEY", "sk_short"],
  ["QAL_PUBLIC_URL", "not an address"],
  ["QAL_PRICES", '{"voice_per_minute":"much"}'],
  ["QAL_PRICES", '{"voice_per_hour":1}'],
  ["QAL_SYNTHESIZER_URL", "ftp://example.org"]
] as const

test.each(badSettings)(
  "the setting %s=%s stops the start with one line that names it, without a stack",
  async (name, value) => {
    const { code, err, out } = await run(["serve"], { [name]: value })
    expect(code).not.toBe(0)
    const lines = `${out}${err}`.trim().split("\n")
    expect(lines).toHaveLength(1)
    expect(lines[0]).toStartWith(name)
    expect(lines[0]).not.toContain("    at ")
  }
)

test("a data folder that cannot be written stops the start with one line", async () => {
  const file = join(folder, "not-a-folder")
  writeFileSync(file, "")
  const { code, err } = await run(["serve"], { QAL_DATA_DIR: file })
  expect(code).not.toBe(0)
  expect(err.trim().split("\n")).toHaveLength(1)
  expect(err).toStartWith("QAL_DATA_DIR")
})

test("a second server on the same data folder, or the same port, is refused in one line", async () => {
  const again = await run(["serve"], { QAL_DATA_DIR: join(server.folder, "data"), QAL_PORT: String(await freePort()) })
  expect(again.code).not.toBe(0)
  expect(again.err.trim()).toBe("QAL_DATA_DIR: another server is running on this data folder")
  const port = new URL(server.url).port
  const taken = await run(["serve"], { QAL_PORT: port })
  expect(taken.code).not.toBe(0)
  expect(taken.err).toContain("QAL_PORT")
})

test("the first start prints key, token and a line to paste, once", async () => {
  const fresh = await startServer({ QAL_BOOTSTRAP_API_KEY: "" })
  try {
    // It listens before it says so.
    while (!fresh.output().includes("curl ")) await Bun.sleep(20)
    const printed = fresh.output()
    const secret = /^First API key \(shown once\): (sk_[A-Za-z0-9]{40,})$/m.exec(printed)?.[1] ?? ""
    expect(printed).toMatch(/^Dashboard token \(shown once\): \S{24,}$/m)
    expect(printed).toMatch(
      /^Open the dashboard: http:\/\/localhost:\d+\/#\/sign-in\/\S{43} {2}\(works once, within an hour\)$/m
    )
    const line = printed.split("\n").find((text) => text.startsWith("curl ")) ?? ""
    expect(line).toContain(secret)
    const pasted = Bun.spawn(["sh", "-c", line], { cwd: fresh.folder, stdout: "pipe", stderr: "pipe" })
    expect(await pasted.exited).toBe(0)
    expect(Bun.file(join(fresh.folder, "selam.mp3")).size).toBeGreaterThan(5_000)
    const before = fresh.output().length
    await fresh.stop()
    await fresh.start()
    while (!fresh.output().slice(before).includes("recognition by")) await Bun.sleep(20)
    // As its guide says it, in the line of the engine and in no other.
    expect(textOf("docs/attach-engines.md").replaceAll("`", "").replaceAll(/\n +/g, " ")).toContain(RECOGNISER)
    expect(fresh.output().slice(before)).toContain(`recognition by qal-embedded-1, ${RECOGNISER}`)
    expect(fresh.output().slice(before)).not.toContain("shown once")
    expect(fresh.output().slice(before)).not.toContain(secret)
  } finally {
    await fresh.dispose()
  }
}, 120_000)

test("a server that takes a free port has that port in every address that it gives", async () => {
  const dataFolder = join(folder, "free-port")
  const settings = { QAL_PORT: "0", QAL_DATA_DIR: dataFolder, QAL_SYNTHESIS_WORKERS: "1" }
  const child = Bun.spawn([process.execPath, MAIN, "serve"], {
    env: { PATH: process.env.PATH ?? "", ...settings },
    cwd: folder,
    stdout: "pipe",
    stderr: "ignore"
  })
  try {
    let printed = ""
    const decoder = new TextDecoder()
    for await (const part of child.stdout) {
      printed += decoder.decode(part, { stream: true })
      if (printed.includes("curl ")) break
    }
    const url = /^Open the dashboard: (http:\/\/localhost:\d+)\/#/m.exec(printed)?.[1] ?? ""
    const key = /^First API key \(shown once\): (\S+)$/m.exec(printed)?.[1] ?? ""
    const headers = { "x-api-key": key, "content-type": "application/json" }
    const body = JSON.stringify({ voice_id: "am-hamen", language: "am" })
    const session = await fetch(`${url}/api/v1/realtime/sessions`, { method: "POST", headers, body })
    expect((await session.json()).data.websocket_url).toStartWith(url.replace("http:", "ws:"))
    const link = await run(["dashboard"], settings)
    expect(link.code).not.toBe(0)
    expect(link.err).toBe(
      "QAL_PORT is 0, and only the server knows which port it took; set QAL_PUBLIC_URL to its address\n"
    )
  } finally {
    child.kill("SIGKILL")
    await child.exited
  }
}, 120_000)

test("the help lists every setting with its default, and the version is told", async () => {
  const help = await run(["serve", "--help"])
  expect(help.code).toBe(0)
  for (const name of ["QAL_PORT", "QAL_DATA_DIR", "QAL_SYNTHESIZER_URL", "QAL_PRICES", "QAL_LOG_FORMAT"]) {
    expect(help.out).toContain(name)
  }
  expect(help.out).toContain("8787")
  expect((await run(["--version"])).out.trim()).toMatch(/^\d+\.\d+\.\d+/)
})

test("wallets are made, topped up and shown while the server runs, and it sees them at once", async () => {
  const id = (await server.qal("wallets", "create", "--credit", "2.5", "team")).trim()
  const secret = (await server.qal("keys", "create", "--wallet", id, "--name", "app")).split("\n")[1] ?? ""
  const balance = async () =>
    (await (await call(server, "GET", "/api/v1/voice/usage", undefined, { "x-api-key": secret })).json()).data.balance
  expect(await balance()).toBe(2.5)
  expect(await server.qal("wallets", "top-up", id, "0.0001", "--note", "a drop")).toContain("2.5001")
  expect(await balance()).toBe(2.5001)
  expect(await server.qal("wallets", "show", id)).toContain("a drop")
  expect(await server.qal("wallets", "list")).toContain(id)
  const keys = await server.qal("keys", "list", "--wallet", id)
  expect(keys).toContain("app")
  expect(keys).not.toContain(secret)
  expect(keys).toContain(secret.slice(-4))
})

test("a credit and a wallet that are asked for twice under one id are entered once", async () => {
  const make = () => server.qal("wallets", "create", "--credit", "2", "--request-id", "made-once", "once")
  const id = (await make()).trim()
  expect((await make()).trim()).toBe(id)
  const credit = (amount: string) => server.qal("wallets", "top-up", "--request-id", "invoice-17", id, amount)
  expect(await credit("3")).toContain("5.0000")
  expect(await credit("3")).toContain("5.0000")
  const rows = await server.rows<{ readonly n: number }>(
    `SELECT (SELECT COUNT(*) FROM ledger WHERE wallet_id = '${id}') AS n
     UNION ALL SELECT (SELECT COUNT(*) FROM audit WHERE target = '${id}')`
  )
  expect(rows.map(({ n }) => Number(n))).toEqual([2, 2])
  const other = await run(["wallets", "top-up", "--request-id", "invoice-17", id, "4"], {
    QAL_DATA_DIR: join(server.folder, "data")
  })
  expect(other.code).not.toBe(0)
  expect(other.err).toContain("request_id")
  const odd = await run(["wallets", "top-up", "--request-id", "two words", id, "4"])
  expect(odd.code).not.toBe(0)
})

test("a command in a folder without a database says so, names the folder, and makes nothing", async () => {
  const mistyped = join(folder, "mistyped")
  const empty = join(folder, "empty")
  mkdirSync(empty)
  for (const words of [
    ["keys", "list"],
    ["keys", "create", "--wallet", "wal_1"],
    ["keys", "revoke", "key_1"],
    ["wallets", "list"],
    ["wallets", "show", "wal_1"],
    ["wallets", "create", "one"],
    ["wallets", "top-up", "wal_1", "1"],
    ["voices", "list"],
    ["voices", "disable", "am-hamen"],
    ["dashboard"]
  ]) {
    for (const place of [mistyped, empty]) {
      const { code, err } = await run(words, { QAL_DATA_DIR: place })
      expect({ words, failed: code !== 0, err }).toEqual({
        words,
        failed: true,
        err: `QAL_DATA_DIR: there is no database in ${place}; set it to the server's folder, where its first start makes one\n`
      })
    }
  }
  await run(["doctor"], { QAL_DATA_DIR: mistyped, QAL_PORT: String(await freePort()) })
  expect([existsSync(mistyped), readdirSync(empty)]).toEqual([false, []])
}, 90_000)

test("a command that only reads leaves a database of an older version as it is; one that changes brings it up to date", async () => {
  const older = await startServer()
  try {
    await older.stop()
    const data = join(older.folder, "data")
    const file = join(data, "qal.sqlite")
    const schema = () => {
      const database = new Database(file)
      const found = database.query<{ readonly newest: number }, []>(
        "SELECT MAX(migration_id) AS newest FROM migrations"
      )
      const { newest = 0 } = found.get() ?? {}
      database.close()
      return newest
    }
    const newest = schema()
    const database = new Database(file)
    database.run("DROP TRIGGER responses_take_files")
    database.run("DROP TABLE response_files")
    database.run("DELETE FROM migrations WHERE name = 'response_files'")
    database.close()
    const listed = await run(["keys", "list"], { QAL_DATA_DIR: data })
    expect([listed.code === 0, schema()]).toEqual([false, newest - 1])
    expect(listed.err).toStartWith(
      `QAL_DATA_DIR: the database in ${data} has schema ${newest - 1}, which the next start`
    )
    expect((await run(["wallets", "create", "one"], { QAL_DATA_DIR: data })).code).toBe(0)
    expect(schema()).toBe(newest)
    expect((await run(["keys", "list"], { QAL_DATA_DIR: data })).code).toBe(0)
  } finally {
    await older.dispose()
  }
}, 90_000)

test("a command on what does not exist, or that makes no sense, is refused with a line and a failing exit", async () => {
  for (const words of [
    ["wallets", "show", "wal_none"],
    ["wallets", "top-up", "wal_none", "5"],
    ["wallets", "create", "--credit", "lots", "x"],
    ["keys", "create", "--wallet", "wal_none"],
    ["keys", "revoke", "key_none"],
    ["keys", "revoke", ""],
    ["keys", "list", "--wallet", ""],
    ["wallets", "show", ""],
    ["wallets", "create", " "],
    ["wallets", "create", "two\nlines"],
    ["voices", "disable", "am-nobody"],
    ["nonsense"]
  ]) {
    const { code, err, out } = await run(words, { QAL_DATA_DIR: join(server.folder, "data") })
    expect({ words, failed: code !== 0 }).toEqual({ words, failed: true })
    expect(`${out}${err}`.trim()).not.toBe("")
    expect(`${out}${err}`).not.toContain("    at ")
  }
  const { code, err } = await run(["keys", "add"])
  expect([code, err]).toEqual([1, 'keys has no command "add"; it has create, list, revoke\n'])
})

test("doctor says what it finds, and fails when something is wrong", async () => {
  const well = await run(["doctor"], { QAL_PORT: String(await freePort()) })
  expect(well.out).toContain("ok    synthesizer: espeak-ng speaks")
  expect(well.out).toContain("ok    object store: not set")
  expect(well.out).toContain("ok    signing secret: not set")
  expect(well.code).toBe(0)
  const taken = await run(["doctor"], { QAL_PORT: new URL(server.url).port })
  expect(taken.out).toContain("FAIL  port: a server")
  expect(taken.code).not.toBe(0)
  const gone = `http://127.0.0.1:${await freePort()}/v1`
  const deaf = await run(["doctor"], {
    QAL_PORT: String(await freePort()),
    QAL_RECOGNIZER_URL: gone,
    QAL_RECOGNIZER_MODEL: "whisper-1",
    QAL_SYNTHESIZER_URL: gone,
    QAL_SYNTHESIZER_MODEL: "tts-1",
    QAL_TEXT_URL: gone,
    QAL_TEXT_MODEL: "gemma3"
  })
  for (const engine of ["synthesizer", "text engine", "recogniser"]) expect(deaf.out).toContain(`FAIL  ${engine}: `)
  const away = {
    QAL_PORT: String(await freePort()),
    QAL_DATABASE_URL: `postgres://a:b@127.0.0.1:${await freePort()}/c`
  }
  const unreached = await run(["doctor"], away)
  expect(unreached.out).toContain("FAIL  database: QAL_DATABASE_URL: the database cannot be used (ECONNREFUSED)")
  expect(unreached.out).toContain("FAIL  signing secret: QAL_SIGNING_SECRET: is not set; nodes that share a database")
  expect(unreached.out).toContain("ok    synthesizer: espeak-ng speaks")
  expect(unreached.code).not.toBe(0)
}, 90_000)
