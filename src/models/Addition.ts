/**
 * Adding a model: from a folder, an archive, an https address, or by the id of a known one. It is made whole beside
 * the models, held against its hashes, tried, and only then put among them; what breaks off leaves no model.
 */
import { createHash } from "node:crypto"
import { mkdir, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Option } from "effect"
import { type DownloadOptions, download } from "./Download.ts"
import { type KnownModel, knownModels } from "./KnownModels.ts"
import { MANIFEST, type ModelManifest, readManifest } from "./Manifest.ts"
import { type Measurement, writeMeasurement } from "./Measurement.ts"
import { rootOf, takeFiles, unpack, verifyFiles } from "./ModelFiles.ts"
import { downloadsOf, publish, requireAbsent, workFolder } from "./ModelFolder.ts"
import { ModelProblem, quote } from "./ModelProblem.ts"
import { runWork } from "./Running.ts"

export interface AdditionOptions {
  /** The models folder. */
  readonly folder: string
  readonly onProgress: DownloadOptions["onProgress"]
  /** What takes long and says no more: "unpacking". */
  readonly onStage: (stage: string) => void
  readonly request?: DownloadOptions["request"]
  /** Runs the model in `folder` before it is put among the others; answers what it takes, none where nothing runs such a model. */
  readonly attempt: (folder: string, manifest: ModelManifest) => Effect.Effect<Option.Option<Measurement>, ModelProblem>
  /** The models that have an id to add them by: those of the program, but for tests. */
  readonly known?: ReadonlyArray<KnownModel>
}

export interface AddedModel {
  readonly manifest: ModelManifest
  readonly bytes: number
  readonly measurement: Option.Option<Measurement>
}

/** Makes the model of the files in `from`, and puts it among the others. */
const take = Effect.fn("models.take")(function* (
  { attempt, folder, onStage }: AdditionOptions,
  work: string,
  from: string,
  manifest: ModelManifest,
  way: "copy" | "move"
) {
  const whole = join(work, "model")
  const bytes = yield* runWork("writing the model", async (signal) => {
    await mkdir(whole)
    await takeFiles(from, whole, manifest, way, signal)
    onStage("holding the files against their hashes")
    return await verifyFiles(whole, manifest, signal)
  })
  const measurement = yield* attempt(whole, manifest)
  if (Option.isSome(measurement)) yield* runWork("writing the model", () => writeMeasurement(whole, measurement.value))
  yield* publish(folder, whole, manifest.id)
  return { manifest, bytes, measurement }
})

const addFolder = Effect.fn("models.addFolder")(function* (options: AdditionOptions, from: string) {
  const manifest = yield* readManifest(join(from, MANIFEST))
  return yield* take(options, yield* workFolder(options.folder), from, manifest, "copy")
})

/** Unpacks into a folder of `work`; answers the model's folder in it. */
const unpackInto = ({ onStage }: AdditionOptions, work: string, archive: string) =>
  runWork("unpacking", async (signal) => {
    onStage("unpacking")
    const unpacked = join(work, "unpacked")
    await mkdir(unpacked, { recursive: true })
    await unpack(archive, unpacked, signal)
    return await rootOf(unpacked)
  })

const addArchive = Effect.fn("models.addArchive")(function* (options: AdditionOptions, archive: string) {
  const work = yield* workFolder(options.folder)
  const root = yield* unpackInto(options, work, archive)
  return yield* take(options, work, root, yield* readManifest(join(root, MANIFEST)), "move")
})

/** Where a file of this address is kept while it comes. */
const partOf = (folder: string, address: string): string =>
  join(downloadsOf(folder), createHash("sha256").update(address).digest("hex").slice(0, 32))

const fetchFile = (
  { folder, onProgress, request }: AdditionOptions,
  address: string,
  expected?: DownloadOptions["expected"]
) =>
  runWork("fetching", async (signal) => {
    const file = partOf(folder, address)
    await download({ address, file, expected, onProgress, request, signal })
    return file
  })

const removeFetched = (files: ReadonlyArray<string>) =>
  runWork("removing what was fetched", async () => {
    for (const file of files) for (const path of [file, `${file}.tag`]) await rm(path, { force: true })
  })

const addAddress = Effect.fn("models.addAddress")(function* (options: AdditionOptions, address: string) {
  yield* workFolder(options.folder)
  const file = yield* fetchFile(options, address)
  // What is whole and refused would be refused again: it is not kept.
  return yield* Effect.ensuring(addArchive(options, file), Effect.ignore(removeFetched([file])))
})

const addKnown = Effect.fn("models.addKnown")(function* (options: AdditionOptions, { manifest, sources }: KnownModel) {
  yield* requireAbsent(options.folder, manifest.id)
  const work = yield* workFolder(options.folder)
  const fetched = yield* Effect.forEach(sources, (source) =>
    Effect.map(fetchFile(options, source.address, source), (path) => ({ ...source, path }))
  )
  const archives = fetched.filter(({ file }) => file === undefined)
  const roots = yield* Effect.forEach(archives, ({ path }) => unpackInto(options, work, path))
  const root = roots[0] ?? work
  yield* runWork("writing the model", async () => {
    for (const { file, path } of fetched) if (file !== undefined) await rename(path, join(root, file))
  })
  const added = yield* take(options, work, root, manifest, "move")
  yield* removeFetched(fetched.map(({ path }) => path))
  return added
})

const kindOf = (place: string) =>
  runWork("reading", async () => {
    const found = await stat(place).catch(() => undefined)
    return found?.isDirectory() === true ? "folder" : found?.isFile() === true ? "archive" : "nothing"
  })

const addPlace = Effect.fn("models.addPlace")(function* (options: AdditionOptions, place: string) {
  if (/^https?:/i.test(place)) return yield* addAddress(options, place)
  const known = (options.known ?? knownModels).find(({ manifest }) => manifest.id === place)
  if (known !== undefined) return yield* addKnown(options, known)
  const kind = yield* kindOf(place)
  if (kind === "folder") return yield* addFolder(options, place)
  if (kind === "archive") return yield* addArchive(options, place)
  const message = `${quote(place)} is no known model, folder, archive or https address`
  return yield* new ModelProblem({ message })
})

/** Adds the model at `place`: the id of a known one, a folder, an archive or an https address. */
export const addModel = (options: AdditionOptions, place: string): Effect.Effect<AddedModel, ModelProblem> =>
  Effect.scoped(addPlace(options, place))
