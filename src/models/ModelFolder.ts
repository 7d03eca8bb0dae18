/** The models folder: what is in it, whether it is what it says it is, and its removal. */
import { randomUUID } from "node:crypto"
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Either } from "effect"
import { isModelId, MANIFEST, type ModelManifest, readManifest } from "./Manifest.ts"
import { verifyFiles } from "./ModelFiles.ts"
import { ModelProblem, quote } from "./ModelProblem.ts"
import { runWork } from "./Running.ts"

/** A folder of the models folder: a model, or what keeps it from being one. */
export interface FolderEntry {
  readonly id: string
  readonly manifest: Either.Either<ModelManifest, ModelProblem>
}

/** What is begun and not finished has a name that no model may have. */
const UNFINISHED = "."
/** Milliseconds after which what was begun is taken for broken off; the part of a file that is fetched is kept so long. */
const ABANDONED_AFTER = 7 * 24 * 3_600_000

const entriesOf = (folder: string): Promise<ReadonlyArray<string>> =>
  readdir(folder).catch((cause) => {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return []
    throw cause
  })

const notHere = (id: string) => new ModelProblem({ message: `there is no model ${quote(id)} in the models folder` })

const readEntry = (folder: string, id: string): Effect.Effect<FolderEntry> =>
  Effect.map(Effect.either(readManifest(join(folder, id, MANIFEST))), (manifest) => ({
    id,
    manifest: Either.filterOrLeft(
      manifest,
      (found) => found.id === id,
      () => new ModelProblem({ message: `${MANIFEST}: id must be the folder's name` })
    )
  }))

/** All folders that may be models, by name. The files are not held against their hashes. */
export const listModels = Effect.fn("models.list")(function* (folder: string) {
  const names = yield* runWork("reading the models folder", () => entriesOf(folder))
  return yield* Effect.forEach(names.filter(isModelId).toSorted(), (id) => readEntry(folder, id))
})

const requireThere = (folder: string, id: string): Effect.Effect<void, ModelProblem> =>
  Effect.flatMap(
    runWork("reading the models folder", () => entriesOf(folder)),
    (names) => (isModelId(id) && names.includes(id) ? Effect.void : notHere(id))
  )

/** Reads a model and all of its files; answers their bytes. Fails with the first thing that is wrong. */
export const checkModel = Effect.fn("models.check")(function* (folder: string, id: string) {
  yield* requireThere(folder, id)
  const manifest = yield* (yield* readEntry(folder, id)).manifest
  return yield* runWork("reading the model", (signal) => verifyFiles(join(folder, id), manifest, signal))
})

/** Removes a model, also one that is damaged. It is gone at once: a running server reads no half of it. */
export const removeModel = Effect.fn("models.remove")(function* (folder: string, id: string) {
  yield* requireThere(folder, id)
  const away = join(folder, `${UNFINISHED}removed-${randomUUID()}`)
  yield* runWork("removing the model", async () => {
    await rename(join(folder, id), away)
    await rm(away, { recursive: true, force: true })
  })
})

/** Where the parts of files are that are fetched. */
export const downloadsOf = (folder: string): string => join(folder, `${UNFINISHED}downloads`)

const removeAbandoned = async (folder: string): Promise<void> => {
  const begun = (await entriesOf(folder)).filter((name) => name.startsWith(UNFINISHED))
  const parts = (await entriesOf(downloadsOf(folder))).map((name) => join(downloadsOf(folder), name))
  const limit = Date.now() - ABANDONED_AFTER
  for (const path of [
    ...parts,
    ...begun.map((name) => join(folder, name)).filter((path) => path !== downloadsOf(folder))
  ]) {
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && found.mtimeMs < limit) await rm(path, { recursive: true, force: true })
  }
}

/** A folder to make a model in, gone with the scope. */
export const workFolder = (folder: string) =>
  Effect.acquireRelease(
    runWork("writing to the models folder", async () => {
      await mkdir(downloadsOf(folder), { recursive: true })
      await removeAbandoned(folder)
      const path = join(folder, `${UNFINISHED}adding-${randomUUID()}`)
      await mkdir(path)
      return path
    }),
    (path) => Effect.promise(() => rm(path, { recursive: true, force: true }).catch(() => undefined))
  )

const failIfThere = async (folder: string, id: string): Promise<void> => {
  if (!(await entriesOf(folder)).includes(id)) return
  throw new ModelProblem({ message: `there is a model ${quote(id)} already; remove it first` })
}

/** Fails where there is a model `id`. */
export const requireAbsent = (folder: string, id: string): Effect.Effect<void, ModelProblem> =>
  runWork("reading the models folder", () => failIfThere(folder, id))

/** Makes what is whole in `from` the model `id`; fails where there is one. */
export const publish = (folder: string, from: string, id: string): Effect.Effect<void, ModelProblem> =>
  runWork("writing to the models folder", async () => {
    // A folder that is empty would give way to the new one.
    await failIfThere(folder, id)
    await rename(from, join(folder, id))
  })
