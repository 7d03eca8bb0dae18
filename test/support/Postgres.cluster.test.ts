/** What the tests' own PostgreSQL promises to whoever tests with it. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { dirname } from "node:path"
import { SQL } from "bun"
import { describePostgres, type Postgres, startPostgres } from "./Postgres.ts"

const ask = async (url: string, text: string): Promise<ReadonlyArray<unknown>> => {
  const sql = new SQL(url, { max: 1 })
  return [...(await sql.unsafe(text).finally(() => sql.close({ timeout: 0 })))]
}

describePostgres("a PostgreSQL of the tests' own", () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  test("each database of the tests' PostgreSQL is its own, and commits wait for the disk", async () => {
    const [one, other] = [await postgres.database(), await postgres.database()]
    await ask(one, "CREATE TABLE notes (text TEXT)")
    expect(await ask(other, "SELECT * FROM pg_tables WHERE tablename = 'notes'")).toEqual([])
    expect(await ask(one, "SHOW fsync")).toEqual([{ fsync: "on" }])
  })

  test.each(["INT", "QUIT", "KILL"] as const)(
    "a commit to the tests' PostgreSQL is there after a restart by SIG%s",
    async (how) => {
      const url = await postgres.database()
      await ask(url, "CREATE TABLE notes AS SELECT 'kept' AS text")
      const before = postgres.pid()
      await postgres.restart(how)
      expect(postgres.pid()).not.toBe(before)
      expect(await ask(url, "SELECT text FROM notes")).toEqual([{ text: "kept" }])
    }
  )

  test("the tests' PostgreSQL refuses a wrong password", async () => {
    const url = new URL(await postgres.database())
    url.password = "wrong"
    await expect(ask(url.href, "SELECT 1")).rejects.toThrow("password authentication failed")
  })

  test("the tests' PostgreSQL leaves neither process nor folder when it is stopped", async () => {
    const other = await startPostgres({ fsync: false })
    const [row] = await ask(await other.database(), "SELECT current_setting('data_directory') AS folder")
    const folder = row !== null && typeof row === "object" && "folder" in row ? String(row.folder) : ""
    const pid = other.pid()
    expect(existsSync(dirname(folder))).toBe(true)
    await other.stop()
    expect(existsSync(dirname(folder))).toBe(false)
    expect(() => process.kill(pid, 0)).toThrow()
  })
})
