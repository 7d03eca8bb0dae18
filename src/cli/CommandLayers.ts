/** What the commands beside the server work with: the server's database, also while it runs. */
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Either, Layer, Option } from "effect"
import { ApiKeys } from "../access/ApiKeys.ts"
import { Wallet } from "../billing/Wallet.ts"
import { SignInCodes } from "../dashboard/session/SignInCodes.ts"
import { ModelVoices } from "../engines/ModelVoices.ts"
import { foldersOf } from "../engines/sherpa/ModelFolders.ts"
import { voicesOf } from "../engines/sherpa/VoicesOfModel.ts"
import { listModels } from "../models/ModelFolder.ts"
import { Settings } from "../settings/Config.ts"
import { DataFolder, hasDatabase, isOwned, type Paths } from "../storage/DataFolder.ts"
import { schemaOf } from "../storage/migrations/index.ts"
import * as Sql from "../storage/Sql.ts"
import type { Writer } from "../storage/Writer.ts"
import { Voices } from "../voice/Voices.ts"
import { CommandFailed } from "./CommandFailed.ts"

const dataFolder = Layer.unwrapEffect(Effect.map(Settings, ({ dataDir }) => DataFolder.presentLayer(dataDir)))

/** The settings, and where the data folder is, if it is there. */
export const settingsLayer = Layer.provideMerge(dataFolder, Settings.layer)

const absent = ({ folder }: Paths) =>
  new CommandFailed({
    message: `QAL_DATA_DIR: there is no database in ${folder}; set it to the server's folder, where its first start makes one`
  })

/** The database of the data folder, and why it is to wait for a start, where it is of an older version. Fails where there is none. */
const presentDatabase = Effect.gen(function* () {
  const paths = yield* DataFolder
  if (!(yield* hasDatabase(paths))) return yield* absent(paths)
  const { known, newest } = yield* Effect.provide(schemaOf, Sql.asItIs(paths.database))
  const message = `QAL_DATA_DIR: the database in ${paths.folder} has schema ${newest}, which the next start of the server brings to ${known}; start this version there, then use this command`
  return { paths, outdated: newest < known ? Option.some(new CommandFailed({ message })) : Option.none() }
})

/** As it is, for commands that only read. */
const sqliteToRead = Layer.unwrapEffect(
  Effect.flatMap(presentDatabase, ({ outdated, paths }) =>
    Option.isSome(outdated) ? outdated.value : Effect.succeed(Sql.asItIs(paths.database))
  )
)

/** One of an older version is brought up to date, unless a server of that version is at work on it. */
const sqliteToChange = Layer.unwrapEffect(
  Effect.gen(function* () {
    const { outdated, paths } = yield* presentDatabase
    if (Option.isSome(outdated) && (yield* isOwned(paths))) return yield* outdated.value
    return Sql.layer(paths.database)
  })
)

const databaseOf = <E, R>(sqlite: Layer.Layer<SqlClient.SqlClient | Writer, E, R>) =>
  Layer.unwrapEffect(Effect.map(Settings, (settings) => Sql.chosen(settings.database, sqlite, Sql.postgres)))

/** The voices of models, by their manifests: whether they can speak is known to the server alone. */
const modelVoices = Layer.effect(
  ModelVoices,
  Effect.gen(function* () {
    const settings = yield* Settings
    const { models } = foldersOf(settings, (yield* DataFolder).folder)
    return Effect.map(
      Effect.orElseSucceed(listModels(models), () => []),
      (entries) =>
        entries.flatMap(({ manifest }) =>
          Either.match(manifest, {
            onLeft: () => [],
            onRight: (found) => voicesOf(found, settings.nonCommercialModels)
          })
        )
    )
  })
)
const voices = Layer.provide(Voices.Default, modelVoices)

const services = Layer.mergeAll(ApiKeys.Default, Wallet.Default, voices, SignInCodes.Default)

/** For commands that change something. */
export const changingLayer = services.pipe(
  Layer.provideMerge(databaseOf(sqliteToChange)),
  Layer.provideMerge(settingsLayer)
)

/** For commands that only read: in a data folder nothing is made or migrated; PostgreSQL is brought up to date by every command. */
export const readingLayer = services.pipe(
  Layer.provideMerge(databaseOf(sqliteToRead)),
  Layer.provideMerge(settingsLayer)
)

const sqliteAsItIs = Layer.unwrapEffect(Effect.map(DataFolder, (paths) => Sql.asItIs(paths.database)))

/** For whoever looks at what is there, whatever that is: an older version may be at work on the database, which is left at its schema. */
export const readOnlyLayer = voices.pipe(
  Layer.provideMerge(
    Layer.unwrapEffect(
      Effect.map(Settings, (settings) => Sql.chosen(settings.database, sqliteAsItIs, Sql.postgresAsItIs))
    )
  )
)
