/**
 * Which database a folder of files belongs to. Both hold the same id; a start on
 * a folder that belongs to another database, or whose database is missing, is
 * refused before anything is changed: to that database every file would be
 * without a row.
 */
import * as Fs from "node:fs/promises"
import * as Path from "node:path"
import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { Clock, Effect, Option, Schema, Stream } from "effect"
import { codeOf } from "../runtime/SystemErrors.ts"
import * as Folder from "./BlobFolder.ts"
import { io, isMissing } from "./BlobFolder.ts"
import { referenced } from "./BlobSweep.ts"
import { DataFolderError, type Paths } from "./DataFolder.ts"
import { statement } from "./Statement.ts"
import { inOrder, Writer } from "./Writer.ts"

const BATCH = 500

const refusal = ({ blobs, database }: Paths) =>
  new DataFolderError({
    message: `QAL_DATA_DIR: the files in ${blobs} do not belong to the database ${database}, which is new or another; put the database back that they belong to (from a backup), or move that folder away to begin without the files; none was touched`
  })

const files = (folder: string) =>
  Stream.orDie(Stream.fromAsyncIterable(Folder.publishedFiles(folder), (cause) => cause))

const hasFiles = (folder: string): Effect.Effect<boolean> => Effect.map(Stream.runHead(files(folder)), Option.isSome)

/** Whether some row refers to some file of these names. */
export const explains = <E>(names: Stream.Stream<string, E>) =>
  names.pipe(
    Stream.grouped(BATCH),
    Stream.mapEffect((batch) => referenced([...batch])),
    Stream.filter(({ size }) => size > 0),
    Stream.runHead,
    Effect.map(Option.isSome)
  )

const idOfFolder = (folder: string): Effect.Effect<string | undefined> =>
  io(async () => {
    try {
      return (await Fs.readFile(Path.join(folder, Folder.DATABASE_ID), "utf8")).trim()
    } catch (cause) {
      if (isMissing(cause)) return undefined
      throw cause
    }
  })

const decodeIds = Schema.decodeUnknown(Schema.Array(Schema.Struct({ id: Schema.String })))

/** Of PostgreSQL, whose words are in the language of its server. */
const UNDEFINED_TABLE = "42P01"
const isWithoutTable = (failure: unknown): boolean =>
  failure instanceof SqlError &&
  (/no such table/.test(String(failure.cause)) || codeOf(failure.cause) === UNDEFINED_TABLE)

const id = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* Effect.flatMap(sql`SELECT id FROM installation WHERE one = 1`, decodeIds)
  return row?.id
})

/** Undefined where the database has none yet. */
export const idOfDatabase = Effect.orDie(id)

/** The same of a database with an older schema, which may have no table for it. */
export const idOfOlderDatabase = id.pipe(
  Effect.catchIf(isWithoutTable, () => Effect.succeed(undefined)),
  Effect.orDie
)

const INSTALL = "INSERT INTO installation (one, id, probed_at) VALUES (1, ?, ?) ON CONFLICT DO NOTHING"

/** Gives the database this id unless it has one; answers the one that it has then. */
export const install = Effect.fnUntraced(function* (id: string) {
  const { durable } = yield* Writer
  const now = yield* Clock.currentTimeMillis
  yield* Effect.orDie(durable(inOrder(statement(INSTALL, id, now))))
  return (yield* idOfDatabase) ?? id
})

/** The database first: a folder that names a database which does not know it would be refused. */
const write = Effect.fnUntraced(function* (folder: string, chosen: string) {
  const id = yield* install(chosen)
  yield* io(async () => {
    await Folder.make(folder)
    const unfinished = Path.join(folder, `${Folder.DATABASE_ID}.new`)
    await Fs.writeFile(unfinished, `${id}\n`, { mode: 0o600, flush: true })
    await Fs.rename(unfinished, Path.join(folder, Folder.DATABASE_ID))
    await Folder.syncFolder(folder)
  })
})

/** Refuses where the folder has files and there is no database yet: before one is made. */
export const assertDatabase = Effect.fn("Ownership.assertDatabase")(function* (paths: Paths) {
  const size = yield* io(() =>
    Fs.stat(paths.database).then(
      (stat) => stat.size,
      () => 0
    )
  )
  if (size === 0 && (yield* hasFiles(paths.blobs))) return yield* refusal(paths)
})

/**
 * Ties database and folder to each other where they are not yet, or fails. An
 * installation that is older than these ids is known by its rows: they refer to
 * files of the folder.
 */
export const claim = Effect.fn("Ownership.claim")(function* (paths: Paths) {
  const folder = paths.blobs
  const own = yield* idOfDatabase
  const named = yield* idOfFolder(folder)
  if (own !== undefined && own === named) return
  const isFree = !(yield* hasFiles(folder))
  const contradict = own !== undefined && named !== undefined
  if (!isFree && (contradict || !(yield* explains(Stream.map(files(folder), ({ name }) => name)))))
    return yield* refusal(paths)
  yield* write(folder, own ?? (isFree ? undefined : named) ?? crypto.randomUUID())
})
