/** What the commands of `qal models` do. */
import { Console, Effect, Either, Option } from "effect"
import { foldersOf } from "../engines/sherpa/ModelFolders.ts"
import { trials } from "../engines/sherpa/ModelTrial.ts"
import { nativeLibrary } from "../engines/sherpa/NativeLibrary.ts"
import { type AdditionOptions, addModel } from "../models/Addition.ts"
import { bytesOf, knownModels } from "../models/KnownModels.ts"
import { isChargeable, type NonCommercialRule } from "../models/LicenceGuard.ts"
import type { ModelManifest } from "../models/Manifest.ts"
import type { Measurement } from "../models/Measurement.ts"
import { checkModel, type FolderEntry, listModels, removeModel } from "../models/ModelFolder.ts"
import { ModelProblem } from "../models/ModelProblem.ts"
import { Settings } from "../settings/Config.ts"
import { DataFolder } from "../storage/DataFolder.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { table } from "./Table.ts"

interface OutputOptions {
  readonly json: boolean
}

const MEGABYTE = 1_000_000
const inMegabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`

const MEBIBYTE = 1024 * 1024

const inOneLine = ({ message }: { readonly message: string }) => new ModelProblem({ message })

/** What a model took when it was tried. */
const measuredIn = ({ load_seconds, memory_bytes, real_time_factor }: Measurement): string =>
  `tried: ${Math.ceil(memory_bytes / MEBIBYTE)} MiB of memory, loaded in ${load_seconds.toFixed(1)} s, ${real_time_factor.toFixed(2)} s for a second of sound`

const folders = Effect.gen(function* () {
  return foldersOf(yield* Settings, (yield* DataFolder).folder)
})
const modelsFolder = Effect.map(folders, ({ models }) => models)

const print = ({ json }: OutputOptions, value: unknown, text: string) =>
  Console.log(json ? JSON.stringify(value) : text)

const shownLanguages = ({ languages }: ModelManifest): string => (languages.length === 0 ? "any" : languages.join(" "))

const terms = ({ commercial, licence }: ModelManifest): string =>
  commercial ? licence : `${licence} (not for commercial use)`

const termsOf = (manifest: ModelManifest, rule: NonCommercialRule): string =>
  isChargeable(manifest, rule) ? "charged" : "free of charge"

export const known = (command: OutputOptions) => {
  const rows = knownModels.map((model) => [
    model.manifest.id,
    model.manifest.kind,
    shownLanguages(model.manifest),
    inMegabytes(bytesOf(model)),
    terms(model.manifest),
    model.sources.map(({ address }) => address).join(" ")
  ])
  const value = knownModels.map((model) => ({
    id: model.manifest.id,
    kind: model.manifest.kind,
    languages: model.manifest.languages,
    bytes: bytesOf(model),
    licence: model.manifest.licence,
    commercial: model.manifest.commercial,
    source: model.manifest.source,
    addresses: model.sources.map(({ address }) => address)
  }))
  return print(command, value, table(["id", "kind", "languages", "size", "licence", "address"], rows))
}

/** Says each tenth of what comes once, or each hundred megabytes where nobody knows how much there is. */
const progressOf = ({ json }: OutputOptions) => {
  let said = ""
  return (received: number, total: number | undefined) => {
    const part = total === undefined ? Math.floor(received / (100 * MEGABYTE)) : Math.floor((received / total) * 10)
    const step = `${part} of ${total}`
    if (json || step === said) return
    said = step
    const whole = total === undefined ? "" : ` of ${inMegabytes(total)}`
    process.stderr.write(`fetched ${inMegabytes(received)}${whole}\n`)
  }
}

/** Runs the model before it is put among the others. */
const makeAttempt = (native: string, memory: number, onStage: AdditionOptions["onStage"]): AdditionOptions["attempt"] =>
  Effect.fnUntraced(function* (model, manifest) {
    onStage("trying the model")
    const library = yield* Effect.mapError(nativeLibrary(native), inOneLine)
    return yield* trials[manifest.kind]({ library, memory }, model, manifest)
  })

export const add = Effect.fn("models.add")(function* (command: OutputOptions & { readonly place: string }) {
  const { models: folder, native } = yield* folders
  const { modelsMemoryMegabytes, nonCommercialModels } = yield* Settings
  const onStage = (stage: string) => {
    if (!command.json) process.stderr.write(`${stage}\n`)
  }
  const attempt = makeAttempt(native, modelsMemoryMegabytes * MEBIBYTE, onStage)
  const options = { folder, onProgress: progressOf(command), onStage, attempt }
  const { bytes, manifest, measurement } = yield* addModel(options, command.place)
  const { id, licence } = manifest
  const lines = [
    `${id} is in the models folder: ${manifest.kind}, ${inMegabytes(bytes)}`,
    `licence: ${terms(manifest)}; ${termsOf(manifest, nonCommercialModels)}; from ${manifest.source}`,
    Option.match(measurement, { onNone: () => `nothing uses a ${manifest.kind} yet`, onSome: measuredIn })
  ]
  const value = { id, bytes, licence, commercial: manifest.commercial, measured: Option.getOrNull(measurement) }
  yield* print(command, value, lines.join("\n"))
})

const rowOf = ({ id, manifest }: FolderEntry, rule: NonCommercialRule): ReadonlyArray<string> =>
  Either.match(manifest, {
    onLeft: ({ message }) => [id, "", "", "", "", `cannot be used: ${message}`],
    onRight: (found) => [id, found.kind, found.family, shownLanguages(found), terms(found), termsOf(found, rule)]
  })

const valueOf = ({ id, manifest }: FolderEntry) =>
  Either.match(manifest, {
    onLeft: ({ message }) => ({ id, problem: message }),
    onRight: ({ commercial, family, kind, languages, licence, source }) => ({
      id,
      kind,
      family,
      languages,
      licence,
      commercial,
      source
    })
  })

export const list = Effect.fn("models.list")(function* (command: OutputOptions) {
  const { nonCommercialModels } = yield* Settings
  const entries = yield* listModels(yield* modelsFolder)
  const rows = entries.map((entry) => rowOf(entry, nonCommercialModels))
  yield* print(command, entries.map(valueOf), table(["id", "kind", "family", "languages", "licence", "terms"], rows))
})

export const check = Effect.fn("models.check")(function* (
  command: OutputOptions & { readonly id: Option.Option<string> }
) {
  const folder = yield* modelsFolder
  const ids = Option.isSome(command.id) ? [command.id.value] : (yield* listModels(folder)).map(({ id }) => id)
  const found = yield* Effect.forEach(ids, (id) =>
    Effect.map(Effect.either(checkModel(folder, id)), (result) => ({ id, result }))
  )
  const value = found.map(({ id, result }) =>
    Either.match(result, {
      onLeft: ({ message }) => ({ id, problem: message }),
      onRight: (bytes) => ({ id, bytes })
    })
  )
  const lines = found.map(({ id, result }) =>
    Either.match(result, {
      onLeft: ({ message }) => `FAIL ${id}: ${message}`,
      onRight: (bytes) => `ok ${id}: ${inMegabytes(bytes)}, all hashes fit`
    })
  )
  yield* print(command, value, lines.length === 0 ? "there are no models in the models folder" : lines.join("\n"))
  const failed = found.filter(({ result }) => Either.isLeft(result)).length
  if (failed > 0) return yield* new CommandFailed({ message: `${failed} of ${found.length} cannot be used` })
})

export const remove = Effect.fn("models.remove")(function* (command: OutputOptions & { readonly id: string }) {
  yield* removeModel(yield* modelsFolder, command.id)
  yield* print(command, { id: command.id, removed: true }, `${command.id} is removed`)
})
