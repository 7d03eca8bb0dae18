/** `qal move`, as an operator runs it: there and back, broken off anywhere, and where it must not be made. */
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { addressOf, failure, startObjectStore } from "../../support/ObjectStore.ts"
import { describePostgres, hasPostgres, type Postgres, startPostgres } from "../../support/Postgres.ts"
import { startServer } from "../../support/Server.ts"
import { ask, bytesOf, FILES, fileOf, fill, numberIn, read } from "./World.ts"

const MAIN = resolve(import.meta.dir, "../../../src/main.ts")

let postgres: Postgres | undefined
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres({ fsync: false })
}, 60_000)
afterAll(async () => await postgres?.stop())

const running = (): Postgres => {
  if (postgres === undefined) throw new Error("PostgreSQL is not installed")
  return postgres
}
const newDatabase = () => running().database()

const folders: Array<string> = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "qal-move-"))
  folders.push(folder)
  return folder
}

const begin = (...words: ReadonlyArray<string>) =>
  Bun.spawn([process.execPath, MAIN, "move", ...words], {
    env: { PATH: process.env.PATH ?? "", AWS_ACCESS_KEY_ID: "TESTKEY", AWS_SECRET_ACCESS_KEY: "test/secret+key" },
    cwd: tmpdir(),
    stdout: "pipe",
    stderr: "pipe"
  })

const move = async (...words: ReadonlyArray<string>) => {
  const child = begin(...words)
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited
  ])
  return { out, err, code }
}

const DONE = { code: 0, err: "" }

/** It ended with this line alone. */
const expectRefusal = ({ code, err }: { readonly code: number; readonly err: string }, line: RegExp) => {
  expect(err.trim()).toMatch(line)
  expect(err.trim().split("\n")).toHaveLength(1)
  expect(code).not.toBe(0)
}

const WALLETS_IN = "SELECT COUNT(*) FROM wallets"
const isEmpty = async (url: string): Promise<boolean> =>
  (await numberIn(url, "SELECT COUNT(*) FROM pg_tables WHERE tablename = 'wallets'")) === 0 ||
  (await numberIn(url, WALLETS_IN)) === 0

describePostgres("a move", () => {
  test("a move goes to PostgreSQL and back with every row, sum, number, file and the dashboard's token", async () => {
    const [folder, back, url] = [newFolder(), newFolder(), await newDatabase()]
    await fill(folder)
    const there = await move("--from", folder, "--to", url)
    expect(there).toMatchObject(DONE)
    expect(there.out).toContain("ledger: 300 rows, SHA-256 alike")
    expect(there.out).toContain("wallets: 7 balances alike, each the sum of its ledger entries")
    expect(there.out).toContain("files: 24 files")
    // What the dead server ran is over, as after a start, on both sides.
    const jobs = "SELECT COUNT(*) AS n FROM jobs WHERE state = 'running'"
    expect(await numberIn(url, jobs)).toBe(0)
    expect(read(folder, jobs)).toEqual([{ n: 0 }])
    expect(await numberIn(url, "SELECT COUNT(*) FROM jobs WHERE failure = 'PROCESS_DIED'")).toBe(2)
    expect(await numberIn(url, "SELECT held FROM wallets WHERE id = 'wal_0'")).toBe(0)

    // The rules of the ledger hold, and numbers go on past those of rows that are gone.
    await ask(url, async (sql) => {
      await expect(sql`UPDATE ledger SET amount = 1 WHERE seq = 1`.execute()).rejects.toThrow("append-only")
      await expect(sql`UPDATE wallets SET balance = balance + 1`.execute()).rejects.toThrow("follows from the ledger")
      await expect(
        sql`INSERT INTO ledger (id, wallet_id, kind, amount, balance_after, note, created_at) VALUES ('x', 'wal_1', 'credit', 1, 7, '', 1)`.execute()
      ).rejects.toThrow("does not follow")
      const [row] = await sql`SELECT nextval(pg_get_serial_sequence('clips', 'seq')) AS next`
      expect(Number(row.next)).toBe(21)
    })

    // Files stay where they are; a folder that has none cannot be the goal.
    expectRefusal(await move("--from", url, "--to", back), /none of the 24 files that rows refer to is where files are/)
    rmSync(join(folder, "qal.sqlite"))
    rmSync(join(folder, "admin-token.sha256"))
    expect(await move("--from", url, "--to", folder)).toMatchObject(DONE)
    expect(readFileSync(join(folder, "admin-token.sha256"), "utf8")).toBe("ab".repeat(32))
    for (const n of FILES) expect(new Uint8Array(readFileSync(fileOf(folder, n)))).toEqual(bytesOf(n))
    expect(read(folder, "SELECT name FROM wallets WHERE id = 'wal_2'")).toEqual([{ name: " " }])
    expect(read(folder, "SELECT text FROM uploads")).toEqual([{ text: "a\ufffdb" }])
    expect(read(folder, "SELECT clips, millis FROM voice_days WHERE voice_id = 'am-gone'")).toEqual([
      { clips: 3, millis: 4 }
    ])
    // The triggers of both sides made none of these twice.
    expect(read(folder, "SELECT SUM(charges) AS n FROM spend_days")).toEqual([{ n: 293 }])
    expect(existsSync(join(folder, "qal.sqlite.moving"))).toBe(false)
    // There again: both are alike, and are said to be.
    const again = await move("--from", folder, "--to", url)
    expect(again).toMatchObject(DONE)
    expect(again.out).toContain("holds this installation already")
  }, 200_000)

  /** Waits until a move that was begun has its transaction, and for some time more. */
  const untilMoving = async (child: ReturnType<typeof begin>, url: string, millis: number): Promise<void> => {
    const text = "SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = 'qal move' AND xact_start IS NOT NULL"
    await ask(url, async (sql) => {
      while (child.exitCode === null && Number((await sql.unsafe(text))[0].count) === 0) await Bun.sleep(5)
    })
    await Promise.race([child.exited, Bun.sleep(millis)])
  }

  test("a move that is killed at any time leaves the target empty, and is made when it is run again", async () => {
    const [folder, url] = [newFolder(), await newDatabase()]
    await fill(folder, 4_000)
    for (const millis of [0, 150, 400]) {
      const child = begin("--from", folder, "--to", url)
      await untilMoving(child, url, millis)
      expect(child.exitCode).toBe(null)
      child.kill("SIGKILL")
      await child.exited
      expect(await isEmpty(url)).toBe(true)
    }
    expect(await move("--from", folder, "--to", url)).toMatchObject(DONE)
    expect(await numberIn(url, "SELECT COUNT(*) FROM ledger")).toBe(4_000)
    // And back: killed, there is no database yet.
    rmSync(join(folder, "qal.sqlite"))
    for (const millis of [0, 300]) {
      const child = begin("--from", url, "--to", folder)
      await untilMoving(child, url, millis)
      const isDone = child.exitCode !== null
      child.kill("SIGKILL")
      await child.exited
      expect(existsSync(join(folder, "qal.sqlite"))).toBe(isDone)
    }
    expect(await move("--from", url, "--to", folder)).toMatchObject(DONE)
    expect(read(folder, "SELECT COUNT(*) AS n FROM ledger")).toEqual([{ n: 4_000 }])
  }, 300_000)

  test("a move whose database goes ends with a line, and is made when it is back", async () => {
    const [folder, url] = [newFolder(), await newDatabase()]
    await fill(folder, 4_000)
    const child = begin("--from", folder, "--to", url)
    const ended = Promise.all([new Response(child.stderr).text(), child.exited])
    await untilMoving(child, url, 200)
    await running().end("QUIT")
    try {
      const [err, code] = await ended
      expectRefusal({ err, code }, /^(postgres:\/\/127\.0\.0\.1:\d+\/\w+|QAL_DATABASE_URL): /)
      expectRefusal(await move("--from", folder, "--to", url), /^QAL_DATABASE_URL: the database cannot be used/)
    } finally {
      await running().start()
    }
    expect(await isEmpty(url)).toBe(true)
    expect(await move("--from", folder, "--to", url)).toMatchObject(DONE)
  }, 300_000)

  test("a move is refused where one side is in use, or the target is another's, and changes nothing", async () => {
    const [folder, other, url] = [newFolder(), newFolder(), await newDatabase()]
    await fill(folder, 20)
    const server = await startServer()
    try {
      expectRefusal(
        await move("--from", join(server.folder, "data"), "--to", url),
        /^QAL_DATA_DIR: another server is running on this data folder$/
      )
      expect(await isEmpty(url)).toBe(true)
    } finally {
      await server.dispose()
    }
    expect(await move("--from", folder, "--to", url)).toMatchObject(DONE)
    // A node that runs, by the database's clock.
    const alive = (since: string) =>
      ask(url, (sql) =>
        sql.unsafe(
          `INSERT INTO nodes (id, started_at, seen_at) VALUES ('n', 0, extract(epoch FROM now()) * 1000 ${since}) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`
        )
      )
    await alive("")
    rmSync(join(folder, "qal.sqlite"))
    expectRefusal(await move("--from", url, "--to", folder), /1 of its nodes runs, or did 10s ago; stop them first$/)
    await alive("- 60000")
    // A folder that has another installation's rows.
    await fill(other, 20)
    expectRefusal(await move("--from", other, "--to", url), /is not empty: it holds another installation/)
    expectRefusal(await move("--from", url, "--to", other), /is not empty|do not belong to the database/)
    expect(read(other, "SELECT COUNT(*) AS n FROM ledger")).toEqual([{ n: 20 }])
    expect(await move("--from", url, "--to", folder)).toMatchObject(DONE)
    // One of both was used since.
    await ask(url, (sql) => sql.unsafe("UPDATE wallets SET name = 'another' WHERE id = 'wal_3'"))
    expectRefusal(await move("--from", folder, "--to", url), /wallets has other rows; one of both was used since/)
  }, 300_000)

  test("a move fails where the source's own balances are not the sums of its ledger", async () => {
    const [folder, url] = [newFolder(), await newDatabase()]
    await fill(folder, 20)
    const { Database } = await import("bun:sqlite")
    const database = new Database(join(folder, "qal.sqlite"))
    database.run("UPDATE wallets SET balance = balance + 1 WHERE id = 'wal_4'")
    database.close()
    expectRefusal(await move("--from", folder, "--to", url), /does not hold what .* holds: wallets has other rows$/)
    expect(await isEmpty(url)).toBe(true)
  }, 200_000)

  test("a move with files brings each to the object store and back, though it was full, and refuses another's", async () => {
    const [folder, back, url, store] = [newFolder(), newFolder(), await newDatabase(), startObjectStore()]
    try {
      await fill(folder, 20)
      const [blobs, foreign] = [addressOf(store, "qal"), addressOf(store, "foreign")]
      store.objects.set("foreign/database-id", { bytes: new TextEncoder().encode("another\n"), etag: "", modified: 0 })
      expectRefusal(
        await move("--from", folder, "--to", url, "--blobs", foreign),
        /^QAL_BLOBS_URL: .*belongs to another database/
      )
      // Full after some files: nothing is in the database, and what came stays.
      let left = 8
      store.setFault(({ key, method }) =>
        method === "PUT" && key.includes("blobs/") && left-- <= 0 ? failure("QuotaExceeded") : undefined
      )
      expectRefusal(
        await move("--from", folder, "--to", url, "--blobs", blobs),
        /^the object store answered PUT with 403 QuotaExceeded/
      )
      expect(await isEmpty(url)).toBe(true)
      store.setFault(() => undefined)
      // One that came has other bytes by now.
      const [first] = [...store.objects.keys()].filter((key) => key.startsWith("qal/blobs/"))
      const kept = store.objects.get(first ?? "")
      if (first === undefined || kept === undefined) throw new Error("no file came")
      store.objects.set(first, { ...kept, bytes: kept.bytes.map((byte) => byte ^ 1) })
      const there = await move("--from", folder, "--to", url, "--blobs", blobs)
      expect(there).toMatchObject(DONE)
      expect(there.out).toMatch(
        /files: 24 files, \d.*, read back with the same SHA-256, \d files of them by an earlier try/
      )
      const published = [...store.objects].filter(([key]) => key.startsWith("qal/blobs/"))
      expect(published).toHaveLength(FILES.length)
      for (const n of FILES) {
        const id = fileOf(folder, n).split("/").at(-1)
        expect(new Uint8Array(store.objects.get(`qal/blobs/${id}`)?.bytes ?? [1, 2, 3])).toEqual(bytesOf(n))
      }
      // A file that was lost before stays lost, and is told of.
      store.objects.delete(`qal/blobs/${fileOf(folder, 5).split("/").at(-1)}`)
      const home = await move("--from", url, "--to", back, "--blobs", blobs)
      expect(home).toMatchObject(DONE)
      expect(home.out).toContain("files: 1 row without a file before the move, and after it as before")
      for (const n of FILES) {
        if (n !== 5) expect(new Uint8Array(readFileSync(fileOf(back, n)))).toEqual(bytesOf(n))
      }
      expectRefusal(await move("--from", back, "--to", url, "--blobs", "s3://x"), /^--blobs: the address|^--blobs: /)
      expect(store.refused).toEqual([])
    } finally {
      await store.stop()
    }
  }, 200_000)
})

test("a move that makes no sense is refused with a line that says what is", async () => {
  const folder = newFolder()
  for (const words of [[], ["--from", "postgres://h/a", "--to", "postgres://h/b"]]) {
    expectRefusal(
      await move(...words),
      /^move: one of --from and --to is a postgres:\/\/ address, the other a data folder/
    )
  }
  expectRefusal(
    await move("--from", folder, "--to", "postgres://h"),
    /^--to: the address names no database; accepted: /
  )
  expectRefusal(
    await move("--from", folder, "--to", "postgres://secret:word@h/x"),
    /^move: there is no database in the folder /
  )
  writeFileSync(
    join(folder, "qal.sqlite"),
    "this is no database, and longer than the header of one would be ............................................................"
  )
  const { err } = await move("--from", folder, "--to", "postgres://secret:word@127.0.0.1:1/x")
  expect(err).toContain("damaged")
  expect(err).not.toContain("word")
}, 120_000)
