/** What `qal doctor` says of the database and of the object store. */
import * as Fs from "node:fs/promises"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer, Option, Schema } from "effect"
import { Wallet } from "../billing/Wallet.ts"
import { Settings } from "../settings/Config.ts"
import type { DatabaseUrl } from "../settings/DatabaseUrl.ts"
import { DataFolder } from "../storage/DataFolder.ts"
import { schemaOf } from "../storage/migrations/index.ts"
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
  return { found: `${folder}: database intact${schemaFound(schemas)}`, hasTables: schemas.newest > 0 }
})

/** Whether the data folder has no SQLite file that could be looked at. */
const isEmpty = Effect.flatMap(DataFolder, ({ database }) =>
  Effect.promise(() =>
    Fs.stat(database).then(
      ({ size }) => size === 0,
      () => true
    )
  )
)

/** What is said of a data folder without a database. */
const nothingYet = Effect.map(DataFolder, ({ folder }) => ({
  found: `${folder}: no database yet, which the first start makes`,
  hasTables: false
}))

const examined = (address: DatabaseUrl) =>
  Effect.flatMap(
    Effect.promise(() => import("../storage/postgres/PostgresExamination.ts")),
    ({ examine }) => examine(address)
  )

const wallets = Effect.map(
  Effect.flatMap(Wallet, (_) => _.list()),
  ({ length }) => `${length} wallets`
)

const voices = Effect.map(
  Effect.flatMap(Voices, (_) => _.list({ include_unavailable: true })),
  (all) => `${all.filter((voice) => voice.isAvailable).length} of ${all.length} available`
)

const IN_FOLDER = "not set: audio and uploads are in the data folder"
/** What is said of the object store that a node of a database has not. */
export const OWN_FILES = `${IN_FOLDER} of this node, where no other node of its database finds them`

const unread = new CommandFailed({ message: "nobody can tell while the database cannot be used" })

/** The checks, each a phrase or why not. The database is opened once for all of them, in the surrounding scope. */
export const storageFindings = Effect.gen(function* () {
  const { database: address, objectStore } = yield* Settings
  const isNew = Option.isNone(address) && (yield* isEmpty)
  const services = yield* Effect.exit(
    Effect.if(isNew, { onTrue: () => unread, onFalse: () => Layer.build(readOnlyLayer) })
  )
  const look = Effect.gen(function* () {
    return Option.isSome(address) ? yield* examined(address.value) : yield* intact
  })
  const seen = yield* Effect.exit(
    isNew ? nothingYet : Effect.flatMap(services, (context) => Effect.provide(look, context))
  )
  /** Of what is in the database, or `otherwise` where there is nothing yet. */
  const inside = <A, E>(check: Effect.Effect<A, E, Layer.Layer.Success<typeof readOnlyLayer>>, otherwise: A) =>
    Effect.gen(function* () {
      const { hasTables } = yield* Effect.orElseFail(seen, () => unread)
      return hasTables ? yield* Effect.flatMap(services, (context) => Effect.provide(check, context)) : otherwise
    })
  const database = Effect.gen(function* () {
    const { found } = yield* seen
    return `${found}, ${yield* inside(wallets, "0 wallets")}`
  })
  const bucket = Option.match(objectStore, {
    onNone: () => Effect.succeed(Option.isSome(address) ? OWN_FILES : IN_FOLDER),
    onSome: (store) =>
      Effect.gen(function* () {
        const id = yield* Effect.option(inside(Ownership.idOfDatabase, undefined))
        const { examine } = yield* Effect.promise(() => import("../storage/s3/ObjectStoreExamination.ts"))
        return yield* examine(store, id)
      })
  })
  return {
    database: { name: Option.isSome(address) ? "database" : "data folder", check: database },
    bucket,
    voices: inside(voices, "not looked at: the database has no tables yet")
  }
})
