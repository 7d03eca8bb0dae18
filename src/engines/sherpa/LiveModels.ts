/**
 * The recognisers of the models folder, as it is now: it is looked at every two seconds, so that what the command line
 * adds is taken up and what it removes is dropped once nobody uses it.
 */
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { Duration, Effect, Either, Exit, Option, Schedule, Scope } from "effect"
import type { ProviderNotConfigured } from "../../Errors.ts"
import { isChargeable, type NonCommercialRule } from "../../models/LicenceGuard.ts"
import { isModelId, MANIFEST, type ModelManifest } from "../../models/Manifest.ts"
import { readMeasurement } from "../../models/Measurement.ts"
import { type FolderEntry, listModels } from "../../models/ModelFolder.ts"
import type { RecognizerShape } from "../Recognizer.ts"
import type { ListedRecognizer } from "../RecognizerList.ts"
import * as ModelMemory from "./ModelMemory.ts"
import { makeProcess, type ProcessOptions } from "./ModelProcess.ts"
import { makeRecognizer } from "./ModelRecognizer.ts"

const LOOK = Duration.seconds(2)
/** Bytes of a model that was not measured, beside what its files are: the library, features, and what layers hold. */
const UNMEASURED = 512 * 1024 * 1024
/** What a process may take beyond what was measured on ten seconds of sound. */
const MARGIN = 512 * 1024 * 1024

export interface LiveOptions extends ProcessOptions {
  /** The models folder. */
  readonly folder: string
  /** The folder of the native library, which is asked for when there is a model. */
  readonly library: Effect.Effect<string, ProviderNotConfigured>
  /** Bytes of memory that all models together may take. */
  readonly memory: number
  readonly rule: NonCommercialRule
  /** Measures what a recogniser does. */
  readonly observe: (recognizer: RecognizerShape) => RecognizerShape
}

interface LiveModel extends ListedRecognizer {
  readonly scope: Scope.CloseableScope
  /** By which a change of its manifest is seen. */
  readonly stamp: string
}

/** What tells whether the folder has changed since: of each model when its manifest was written, and its size. */
const stampsOf = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const names = await readdir(folder).catch(() => [])
  const stamps = names.filter(isModelId).map(async (name) => {
    const found = await stat(join(folder, name, MANIFEST)).catch(() => undefined)
    return [name, found === undefined ? "" : `${found.mtimeMs} ${found.size} ${found.ino}`] as const
  })
  return new Map(await Promise.all(stamps))
}

const bytesOf = (folder: string, { sha256 }: ModelManifest): Promise<number> =>
  Promise.all(
    Object.keys(sha256).map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0
      )
    )
  ).then((sizes) => sizes.reduce((sum, size) => sum + size, 0))

/** Bytes that a process of the model takes. */
const memoryOf = (folder: string, manifest: ModelManifest) =>
  Effect.flatMap(
    readMeasurement(folder),
    Option.match({
      onNone: () =>
        Effect.map(
          Effect.promise(() => bytesOf(folder, manifest)),
          (bytes) => 2 * bytes + UNMEASURED
        ),
      onSome: ({ memory_bytes }) => Effect.succeed(memory_bytes)
    })
  )

const MEGABYTE = 1024 * 1024

/** The recognisers that are live; looks after them until the scope closes. */
export const make = (options: LiveOptions): Effect.Effect<() => ReadonlyArray<ListedRecognizer>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { folder, memory, observe, rule } = options
    const nativeLibrary = yield* Effect.cached(options.library)
    const live = new Map<string, LiveModel>()
    const all = yield* ModelMemory.make(memory)
    let seen: ReadonlyMap<string, string> = new Map()
    let list: ReadonlyArray<ListedRecognizer> = []

    const refuse = (id: string, problem: string) =>
      Effect.annotateLogs(Effect.logWarning("a model cannot be used"), { model: id, problem })

    const takeUp = (manifest: ModelManifest, stamp: string) =>
      Effect.gen(function* () {
        const { id, languages, licence } = manifest
        const own = join(folder, id)
        const each = yield* memoryOf(own, manifest)
        const taken = each * options.workers
        if (taken > memory) {
          const needs = Math.ceil(taken / MEGABYTE)
          return yield* refuse(id, `it needs ${needs} MB of memory, more than models may take (QAL_MODELS_MEMORY_MB)`)
        }
        const library = yield* Effect.either(nativeLibrary)
        if (Either.isLeft(library)) return yield* refuse(id, library.left.message)
        const scope = yield* Scope.make()
        const open = makeProcess({ library: library.right, folder: own, manifest }, each + MARGIN, options)
        const place = yield* Scope.extend(all.place(taken, open), scope)
        const recognizer = observe(makeRecognizer(id, place))
        live.set(id, { id, languages, licence, isFree: !isChargeable(manifest, rule), recognizer, scope, stamp })
        yield* Effect.logInfo(`the model ${id} hears ${languages.join(" and ")}`)
      })

    /** Its running work ends first, for which nothing else waits. */
    const drop = ({ id, scope }: LiveModel) => {
      live.delete(id)
      return Effect.zipRight(
        Effect.forkDaemon(Scope.close(scope, Exit.void)),
        Effect.logInfo(`the model ${id} is no longer used`)
      )
    }

    const consider = ({ id, manifest }: FolderEntry, stamp: string) =>
      Either.match(manifest, {
        onLeft: ({ message }) => refuse(id, message),
        onRight: (found) => (found.kind === "recognizer" ? takeUp(found, stamp) : Effect.void)
      })

    const look = Effect.gen(function* () {
      const stamps = yield* Effect.promise(() => stampsOf(folder))
      const before = seen
      const changed = [...stamps].filter(([id, stamp]) => before.get(id) !== stamp).map(([id]) => id)
      const gone = [...live.values()].filter(({ id, stamp }) => stamps.get(id) !== stamp)
      if (changed.length === 0 && gone.length === 0) return
      seen = stamps
      yield* Effect.forEach(gone, drop, { discard: true })
      const entries = yield* listModels(folder)
      for (const entry of entries) if (changed.includes(entry.id)) yield* consider(entry, stamps.get(entry.id) ?? "")
      list = [...live.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
    })

    const safely = Effect.catchAllCause(look, (cause) =>
      Effect.logWarning("the models folder could not be read", cause)
    )
    yield* safely
    yield* Effect.forkScoped(Effect.schedule(safely, Schedule.spaced(LOOK)))
    yield* Effect.addFinalizer(() =>
      Effect.forEach([...live.values()], ({ scope }) => Scope.close(scope, Exit.void), {
        concurrency: "unbounded",
        discard: true
      })
    )
    return () => list
  })
