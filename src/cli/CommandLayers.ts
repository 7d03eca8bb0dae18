/** What the commands beside the server work with: the server's database, also while it runs. */
import { Effect, Either, Layer } from "effect"
import { ApiKeys } from "../access/ApiKeys.ts"
import { Wallet } from "../billing/Wallet.ts"
import { SignInCodes } from "../dashboard/session/SignInCodes.ts"
import { ModelVoices } from "../engines/ModelVoices.ts"
import { foldersOf } from "../engines/sherpa/ModelFolders.ts"
import { voicesOf } from "../engines/sherpa/VoicesOfModel.ts"
import { listModels } from "../models/ModelFolder.ts"
import { Settings } from "../settings/Config.ts"
import { DataFolder } from "../storage/DataFolder.ts"
import * as Sql from "../storage/Sql.ts"
import { Voices } from "../voice/Voices.ts"

const dataFolder = Layer.unwrapEffect(Effect.map(Settings, ({ dataDir }) => DataFolder.layer(dataDir)))

/** The settings, and where the data folder is. */
export const settingsLayer = Layer.provideMerge(dataFolder, Settings.layer)

const sqlite = Layer.unwrapEffect(Effect.map(DataFolder, (paths) => Sql.layer(paths.database)))
const database = Layer.unwrapEffect(
  Effect.map(Settings, (settings) => Sql.chosen(settings.database, sqlite, Sql.postgres))
)

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

export const writableLayer = Layer.mergeAll(ApiKeys.Default, Wallet.Default, voices, SignInCodes.Default).pipe(
  Layer.provideMerge(database),
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
