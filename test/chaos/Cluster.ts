/** Nodes on one Postgres and one object store, each with a wire of its own to the database. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { type ObjectStore, startObjectStore } from "../support/ObjectStore.ts"
import { type Postgres, startPostgres } from "../support/Postgres.ts"
import { type Proxy, startProxy } from "../support/Proxy.ts"
import { postgresRows } from "../support/Rows.ts"
import { startServer, type TestServer } from "../support/Server.ts"
import { bucketSettings, nodeSettings, objectsIn } from "../support/TestStore.ts"
import type { Shelf } from "./Books.ts"

const ROOT = resolve(import.meta.dir, "../..")
const PROGRAM = [process.execPath, "--preload", join(ROOT, "test/chaos/Clock.ts"), join(ROOT, "src/main.ts")]
/** By how much a node's clock is before or behind the database's, in milliseconds: no two machines agree. */
const SKEWS = [0, 400, -400]
/** A node whose database is away does not start: it is started again as often. */
const STARTS = 20
const BETWEEN_STARTS = 500

export interface ClusterNode {
  readonly server: TestServer
  /** Its way to the database. */
  readonly wire: Proxy
}

export interface Cluster {
  readonly nodes: ReadonlyArray<ClusterNode>
  readonly postgres: Postgres
  readonly bucket: ObjectStore
  readonly shelf: Shelf
  /** The database, by no wire. */
  readonly databaseUrl: string
  readonly dispose: () => Promise<void>
}

/** Starts a node's process again, also where its database comes back only meanwhile. */
export const revive = async ({ server }: ClusterNode): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      return await server.start()
    } catch (cause) {
      if (tries === STARTS) throw cause
      await server.kill()
      await Bun.sleep(BETWEEN_STARTS)
    }
  }
}

export const startCluster = async (count: number, settings: Readonly<Record<string, string>>): Promise<Cluster> => {
  const home = mkdtempSync(join(tmpdir(), "qal-cluster-"))
  const postgres = await startPostgres()
  const bucket = startObjectStore()
  const databaseUrl = await postgres.database()
  const nodes: Array<ClusterNode> = []
  for (let at = 0; at < count; at++) {
    const wire = await startProxy(Number(new URL(databaseUrl).port))
    const behindWire = new URL(databaseUrl)
    behindWire.port = String(wire.port)
    const clock = join(home, `clock-${at}`)
    writeFileSync(clock, String(SKEWS[at % SKEWS.length]))
    const server = await startServer(
      {
        ...nodeSettings(behindWire.href),
        ...bucketSettings(bucket, bucket.url),
        CHAOS_CLOCK: clock,
        // Some engines hang for longer than any round.
        QAL_SHUTDOWN_SECONDS: "2",
        QAL_MAX_CONVERSATIONS_PER_KEY: "100",
        ...settings
      },
      PROGRAM
    )
    nodes.push({ server, wire })
  }
  return {
    nodes,
    postgres,
    bucket,
    shelf: { rows: postgresRows(databaseUrl), files: () => objectsIn(bucket) },
    databaseUrl,
    dispose: async () => {
      for (const { server, wire } of nodes) {
        await server.dispose()
        await wire.stop()
      }
      await bucket.stop()
      await postgres.stop()
      rmSync(home, { recursive: true, force: true })
    }
  }
}
