/**
 * Where the servers of the tests keep their data: a folder each, or with `QAL_TEST_STORE=postgres` a database of its own
 * in one PostgreSQL, and a part of one bucket, for each process of the tests.
 */
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { addressOf, type ObjectStore, startObjectStore } from "./ObjectStore.ts"
import { hasPostgres, type Postgres, startPostgres } from "./Postgres.ts"

/** A file under its own name. */
export interface File {
  readonly size: number
  /** Milliseconds since 1970. */
  readonly written: number
}

export interface TestStore {
  /** The settings of a server on it. */
  readonly settings: Readonly<Record<string, string>>
  /** The files by their names. */
  readonly files: () => ReadonlyMap<string, File>
}

const SIGNING_SECRET = "the-secret-of-all-nodes-of-a-test"

/** Whether servers of the tests share nothing with the folder that they are started in. */
const isPostgres = process.env.QAL_TEST_STORE === "postgres"

if (isPostgres && !hasPostgres) throw new Error("QAL_TEST_STORE=postgres, and PostgreSQL is not installed")

/** Files under their own names lie in folders of one character. */
const PUBLISHED = /^.$/

/** Of a data folder. */
const filesIn = (folder: string): ReadonlyMap<string, File> => {
  const blobs = join(folder, "blobs")
  return new Map(
    readdirSync(blobs)
      .filter((shard) => PUBLISHED.test(shard))
      .flatMap((shard) =>
        readdirSync(join(blobs, shard)).map((name) => {
          const { ctimeMs: written, size } = statSync(join(blobs, shard, name))
          return [name, { size, written }] as const
        })
      )
  )
}

/** Of a bucket, or of the part of it with this prefix. */
export const objectsIn = ({ objects }: Pick<ObjectStore, "objects">, prefix = ""): ReadonlyMap<string, File> => {
  const folder = `${prefix}blobs/`
  return new Map(
    Array.from(objects)
      .filter(([key]) => key.startsWith(folder))
      .map(([key, { bytes, modified }]) => [key.slice(folder.length), { size: bytes.length, written: modified }])
  )
}

/** What lets a server into the bucket. */
export const bucketSettings = (
  store: ObjectStore,
  endpoint: string,
  prefix = ""
): Readonly<Record<string, string>> => ({
  QAL_BLOBS_URL: addressOf({ url: endpoint }, prefix),
  AWS_ACCESS_KEY_ID: store.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
  AWS_REGION: store.credentials.region
})

export const nodeSettings = (databaseUrl: string): Readonly<Record<string, string>> => ({
  QAL_DATABASE_URL: databaseUrl,
  QAL_SIGNING_SECRET: SIGNING_SECRET
})

let shared: Promise<{ readonly postgres: Postgres; readonly bucket: ObjectStore }> | undefined
let prefixes = 0

const start = async () => ({ postgres: await startPostgres({ fsync: false }), bucket: startObjectStore() })

/** For one server with this data folder. */
export const freshStore = async (dataFolder: string): Promise<TestStore> => {
  if (!isPostgres) return { settings: {}, files: () => filesIn(dataFolder) }
  shared ??= start()
  const { bucket, postgres } = await shared
  const prefix = `server-${++prefixes}/`
  return {
    settings: { ...nodeSettings(await postgres.database()), ...bucketSettings(bucket, bucket.url, prefix) },
    files: () => objectsIn(bucket, prefix)
  }
}
