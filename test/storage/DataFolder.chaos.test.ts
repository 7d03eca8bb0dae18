/** What a start finds in its data folder, and what it says of what it does not like. */
import { Database } from "bun:sqlite"
import { beforeAll, expect, test } from "bun:test"
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import * as BunContext from "@effect/platform-bun/BunContext"
import { Effect, Layer } from "effect"
import { DataFolder } from "../../src/storage/DataFolder.ts"
import * as Sql from "../../src/storage/Sql.ts"
import { serverForFile } from "../support/ForFile.ts"
import { call } from "../support/Server.ts"

const MARKER = "ምልክትዘጠኝመቶ"

const server = serverForFile()
let data: string
let database: string

const speak = async (text: string): Promise<string> => {
  const answer = await call(server, "POST", "/api/v1/voice/generations", { text, voice_id: "am-hamen", language: "am" })
  expect(answer.status).toBe(201)
  return (await answer.json()).data.id
}

const blobs = () =>
  readdirSync(join(data, "blobs"), { recursive: true })
    .map(String)
    .filter((name) => name.includes("blb_"))
    .toSorted()

const rows = <Row>(statement: string): ReadonlyArray<Row> => {
  const opened = new Database(database)
  try {
    return opened.query<Row, []>(statement).all()
  } finally {
    opened.close()
  }
}

beforeAll(async () => {
  data = join(server.folder, "data")
  database = join(data, "qal.sqlite")
}, 90_000)

/** How a start ends on the data folder as it is: with one line. */
const refusedStart = () =>
  Layer.unwrapEffect(Effect.map(DataFolder, Sql.ownedLayer)).pipe(
    Layer.provide(DataFolder.ownedLayer(data)),
    Layer.provide(BunContext.layer),
    Layer.build,
    Effect.scoped,
    Effect.flip,
    Effect.map(({ message }) => {
      expect(message).not.toContain("\n")
      return message
    }),
    Effect.runPromise
  )

/** Does `change` to the data folder while no server runs; everything is put back afterwards. */
const changed = async (change: () => void, look: () => Promise<void>): Promise<void> => {
  const kept = join(server.folder, "kept")
  cpSync(data, kept, { recursive: true, preserveTimestamps: true })
  try {
    change()
    await look()
  } finally {
    await server.kill()
    rmSync(data, { recursive: true })
    renameSync(kept, data)
  }
}

test("the text of a deleted clip is in no file of the database once its log is emptied", async () => {
  const kept = await speak("ሰላም፣ ዛሬ ጥሩ ቀን ነው።")
  const id = await speak(`${MARKER} `.repeat(40))
  const files = () => readdirSync(data).filter((name) => name.startsWith("qal.sqlite"))
  const holding = () => files().filter((name) => readFileSync(join(data, name)).includes(MARKER))
  expect(holding()).not.toEqual([])
  expect((await call(server, "DELETE", `/api/v1/voice/clips/${id}`)).status).toBe(204)
  rows("PRAGMA wal_checkpoint(TRUNCATE)")
  expect(holding()).toEqual([])
  expect((await call(server, "GET", `/api/v1/voice/clips/${kept}`)).status).toBe(200)
}, 60_000)

test("files of the data folder are their owner's alone, also in one that was open to all", async () => {
  expect(await server.stop()).toBe(0)
  chmodSync(data, 0o755)
  chmodSync(join(data, "blobs"), 0o755)
  for (const name of readdirSync(data, { recursive: true }).map(String)) {
    const path = join(data, name)
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644)
  }
  await server.start()
  await speak("ሰላም፣ ዛሬ ጥሩ ቀን ነው።")
  const open = readdirSync(data, { recursive: true })
    .map((name) => join(data, String(name)))
    .filter((path) => (statSync(path).mode & 0o077) !== 0)
  expect(open).toEqual([])
  expect(statSync(data).mode & 0o777).toBe(0o700)
  await server.stop()
}, 90_000)

test("files without their database are never touched: the start is refused, also with another database", async () => {
  const before = blobs()
  expect(before.length).toBeGreaterThan(0)
  for (const change of [
    () => rmSync(database),
    () => writeFileSync(database, ""),
    () => {
      rmSync(database)
      rows("CREATE TABLE something (else_entirely TEXT)")
    },
    () => {
      // A backup of another installation.
      const other = new Database(database)
      other.run("UPDATE installation SET id = 'another'")
      other.close()
    }
  ]) {
    await changed(change, async () => {
      expect(await refusedStart()).toContain("do not belong to the database")
      expect(blobs()).toEqual(before)
    })
  }
}, 120_000)

test("an older database finds its files, and those that it does not know are set aside and come back", async () => {
  const older = join(server.folder, "older.sqlite")
  cpSync(database, older)
  await server.start()
  await speak("ነገም እንዲሁ ይሁን።")
  await server.stop()
  const newer = join(server.folder, "newer.sqlite")
  cpSync(database, newer)
  const before = blobs()
  cpSync(older, database)
  await server.start()
  await server.stop()
  expect(blobs().filter((name) => name.startsWith("set-aside/"))).toHaveLength(1)
  expect(blobs()).toHaveLength(before.length)
  cpSync(newer, database)
  await server.start()
  await server.stop()
  expect(blobs()).toEqual(before)
}, 120_000)

test("a data folder from before the ids is known by its rows, and a moved one is begun anew", async () => {
  const before = blobs()
  await changed(
    () => {
      rmSync(join(data, "blobs", "database-id"))
      rows("DELETE FROM installation")
    },
    async () => {
      await server.start()
      await server.stop()
      expect(blobs()).toEqual(before)
      expect(existsSync(join(data, "blobs", "database-id"))).toBe(true)
    }
  )
  await changed(
    () => rmSync(join(data, "blobs"), { recursive: true }),
    async () => {
      await server.start()
      await server.stop()
    }
  )
}, 120_000)

test("a damaged database, one of a newer version, and garbage for a lock are each told in one clear line", async () => {
  const cases: ReadonlyArray<readonly [change: () => void, said: string]> = [
    [
      () => writeFileSync(database, "this is not a database, but it is long enough to be taken for one ".repeat(100)),
      "damaged"
    ],
    [() => writeFileSync(database, readFileSync(database).subarray(0, 9_000)), "damaged"],
    [
      () => {
        const bytes = readFileSync(database)
        for (let at = 8 * 4_096; at + 4_096 <= bytes.length; at += 4_096) bytes.fill(0xa5, at, at + 4_096)
        writeFileSync(database, bytes)
      },
      "damaged"
    ],
    [() => void rows("INSERT INTO migrations (migration_id, name) VALUES (999, 'of_the_future')"), "newer version"],
    [() => writeFileSync(join(data, "server.lock"), "garbage, a kilobyte of it. ".repeat(40)), "no server wrote"]
  ]
  for (const [change, said] of cases) {
    await changed(change, async () => {
      expect(await refusedStart()).toContain(said)
    })
  }
  await changed(
    () => writeFileSync(database, "no database"),
    async () => {
      const before = server.output().length
      await expect(server.start()).rejects.toThrow("did not start")
      const said = server.output().slice(before).trim()
      expect(said).toStartWith("QAL_DATA_DIR: the database in it is damaged")
      expect(said.split("\n")).toHaveLength(1)
    }
  )
}, 120_000)
