/** What `qal doctor` says of the database and of the object store. */
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer, Option, Schema } from "effect"
import { Settings } from "../settings/Config.ts"
import type { DatabaseUrl } from "../settings/DatabaseUrl.ts"
import { DataFolder, hasDatabase } from "../storage/DataFolder.ts"
import { schemaOf, stateOf } from "../storage/migrations/index.ts"
import * as Ownership from "../storage/Ownership.ts"
import { Voices } from "../voice/Voices.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { readOnlyLayer } from "./CommandLayers.ts"

const decodeCheck = Schema.decodeUnknown(Schema.Array(Schema.Struct({ quick_check: Schema.String })))

/** What is said of a schema that is not the newest. */
const schemaFound = ({ known, newest }: { readonly known: number; readonly newest: number }): string =>
  newest === known ? "" : `, schema ${newest}, which the next start brings to ${known}`

/** The SQLite file, which is read through. */
const intact = Effect.gen(function* () {
  const { folder } = yield* DataFolder
  const sql = yield* SqlClient.SqlClient
  const [check] = yield* Effect.flatMap(sql`PRAGMA quick_check`, decodeCheck)
  if (check?.quick_check !== "ok") return yield* new CommandFailed({ message: `the database in ${folder} is damaged` })
  const schemas = yield* schemaOf
  return { found: `${folder}: database intact${schemaFound(schemas)}`, schema: stateOf(schemas) }
})

/** What is said of a data folder without a database. */
const nothingYet = Effect.map(
  DataFolder,
  ({ folder }) => ({ found: `${folder}: no database yet, which the first start makes`, schema: "none" }) as const
)

const examined = (address: DatabaseUrl) =>
  Effect.flatMap(
    Effect.promise(() => import("../storage/postgres/PostgresExamination.ts")),
    ({ examine }) => examine(address)
  )

const decodeCount = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ count: Schema.Int })))

/** In words of every schema that there was. */
const wallets = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [{ count }] = yield* Effect.flatMap(sql`SELECT COUNT(*) AS count FROM wallets`, decodeCount)
  return `${count} wallets`
})

const voices = Effect.map(
  Effect.flatMap(Voices, (_) => _.list({ include_unavailable: true })),
  (all) => `${all.filter((voice) => voice.isAvailable).length} of ${all.length} available`
)

const IN_FOLDER = "not set: audio and uploads are in the data folder"
/** What is said of the object store that a node of a database has not. */
export const OWN_FILES = `${IN_FOLDER} of this node, where no other node of its database finds them`

/** What is said of the voices of an older schema, which may keep nothing of them yet. */
const OLDER = "not looked at: the database has an older schema, which the next start brings up to date"

type Inside = Layer.Layer.Success<typeof readOnlyLayer>

const unread = new CommandFailed({ message: "nobody can tell while the database cannot be used" })

/** The checks, each a phrase or why not. The database is opened once for all of them, in the surrounding scope. */
export const storageFindings = Effect.gen(function* () {
  const { database: address, objectStore } = yield* Settings
  const isNew = Option.isNone(address) && !(yield* Effect.flatMap(DataFolder, hasDatabase))
  const services = yield* Effect.exit(
    Effect.if(isNew, { onTrue: () => unread, onFalse: () => Layer.build(readOnlyLayer) })
  )
  const look = Effect.gen(function* () {
    return Option.isSome(address) ? yield* examined(address.value) : yield* intact
  })
  const seen = yield* Effect.exit(
    isNew ? nothingYet : Effect.flatMap(services, (context) => Effect.provide(look, context))
  )
  /** Of what is in the database: as it is in an older schema, or what is said instead there, and where there is nothing yet. */
  const inside = <A, E, E2>(
    check: Effect.Effect<A, E, Inside>,
    instead: { readonly none: A; readonly older: Effect.Effect<A, E2, Inside> }
  ) =>
    Effect.gen(function* () {
      const { schema } = yield* Effect.orElseFail(seen, () => unread)
      if (schema === "none") return instead.none
      const context = yield* services
      return schema === "older" ? yield* Effect.provide(instead.older, context) : yield* Effect.provide(check, context)
    })
  const database = Effect.gen(function* () {
    const { found } = yield* seen
    return `${found}, ${yield* inside(wallets, { none: "0 wallets", older: wallets })}`
  })
  const bucket = Option.match(objectStore, {
    onNone: () => Effect.succeed(Option.isSome(address) ? OWN_FILES : IN_FOLDER),
    onSome: (store) =>
      Effect.gen(function* () {
        const id = yield* Effect.option(
          inside(Ownership.idOfDatabase, { none: undefined, older: Ownership.idOfOlderDatabase })
        )
        const { examine } = yield* Effect.promise(() => import("../storage/s3/ObjectStoreExamination.ts"))
        return yield* examine(store, id)
      })
  })
  return {
    database: { name: Option.isSome(address) ? "database" : "data folder", check: database },
    bucket,
    voices: inside(voices, { none: "not looked at: the database has no tables yet", older: Effect.succeed(OLDER) })
  }
})
