/**
 * The models of the models folder, as it is now: it is looked at every two seconds, so that what the
 * command line adds is taken up and what it removes is dropped once nobody uses it.
 */
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { Context, Duration, Effect, Either, Exit, Option, Schedule, Scope } from "effect"
import type { ProviderNotConfigured } from "../../Errors.ts"
import { isChargeable, type NonCommercialRule } from "../../models/LicenceGuard.ts"
import { isModelId, MANIFEST, type ModelManifest } from "../../models/Manifest.ts"
import { readMeasurement } from "../../models/Measurement.ts"
import type { ModelKind } from "../../models/ModelFamilies.ts"
import { type FolderEntry, listModels } from "../../models/ModelFolder.ts"
import { codeOf } from "../../runtime/SystemErrors.ts"
import type { ActivityDetectorShape } from "../ActivityDetector.ts"
import * as ActivityList from "../ActivityList.ts"
import type { DiarizerShape } from "../Diarizer.ts"
import type { ListedDiarizer } from "../DiarizerList.ts"
import type { ListedModel, RecognizerShape } from "../Recognizer.ts"
import type { ListedRecognizer } from "../RecognizerList.ts"
import type { SynthesizerShape } from "../Synthesizer.ts"
import type { ListedSynthesizer } from "../SynthesizerList.ts"
import { makeDetector } from "./ModelDetector.ts"
import { makeDiarizer } from "./ModelDiarizer.ts"
import * as ModelMemory from "./ModelMemory.ts"
import {
  makeDetectingProcess,
  makeDiarizingProcess,
  makeProcess,
  makeSpeakingProcess,
  type ProcessOptions
} from "./ModelProcess.ts"
import { makeRecognizer } from "./ModelRecognizer.ts"
import { makeSynthesizer } from "./ModelSynthesizer.ts"
import { voicesOf } from "./VoicesOfModel.ts"

const LOOK = Duration.seconds(2)
/** Bytes of a model that was not measured, beside what its files are: the library, features, and what layers hold. */
const UNMEASURED = 512 * 1024 * 1024
/** What a process may take beyond what was measured on ten seconds of sound. */
const MARGIN = 512 * 1024 * 1024

/** What hears where somebody speaks: a model where there is one, or the rules that are embedded. */
export type VoiceActivityRule = "model" | "embedded"

export interface LiveOptions extends ProcessOptions {
  /** The models folder. */
  readonly folder: string
  /** The folder of the native library, which is asked for when there is a model. */
  readonly library: Effect.Effect<string, ProviderNotConfigured>
  /** Bytes of memory that all models together may take. */
  readonly memory: number
  readonly rule: NonCommercialRule
  /** Whether models hear where somebody speaks (`QAL_VOICE_ACTIVITY`). */
  readonly voiceActivity: VoiceActivityRule
  /** Measures what a recogniser does. */
  readonly observeRecognizer: (recognizer: RecognizerShape) => RecognizerShape
  /** Measures what a voice does. */
  readonly observeSynthesizer: (synthesizer: SynthesizerShape) => SynthesizerShape
  /** Measures the telling apart of speakers, by the model of this name. */
  readonly observeDiarizer: (name: string, diarize: DiarizerShape["diarize"]) => DiarizerShape["diarize"]
  /** How long a text will be spoken by a model of which nothing is known but that. */
  readonly durations: SynthesizerShape["durations"]
}

/** The models that there are now, by what they do, in the order of their ids. */
interface LiveModelsShape {
  readonly recognizers: () => ReadonlyArray<ListedRecognizer>
  readonly synthesizers: () => ReadonlyArray<ListedSynthesizer>
  readonly diarizers: () => ReadonlyArray<ListedDiarizer>
  readonly activity: ActivityDetectorShape
}

export class LiveModels extends Context.Tag("engines/sherpa/LiveModels")<LiveModels, LiveModelsShape>() {}

/** A model, with what it does. */
type Ability =
  | { readonly _tag: "Hears"; readonly recognizer: ListedRecognizer }
  | { readonly _tag: "Speaks"; readonly synthesizer: ListedSynthesizer }
  | { readonly _tag: "Diarizes"; readonly diarizer: ListedDiarizer }
  | { readonly _tag: "Detects"; readonly detector: ActivityList.ListedActivity }

interface LiveModel {
  readonly id: string
  readonly ability: Ability
  readonly scope: Scope.CloseableScope
  /** By which a change of its manifest is seen. */
  readonly stamp: string
}

/** What an operation on files answers; `otherwise` where it fails with one of these codes. Any other failure to look is no word of what there is. */
const unless = <A, B>(found: Promise<A>, codes: ReadonlyArray<string>, otherwise: B): Promise<A | B> =>
  found.catch((cause) => {
    if (codes.includes(codeOf(cause) ?? "")) return otherwise
    throw cause
  })

/**
 * What tells whether the folder has changed since: of each model when its manifest was written, and its size. Fails where
 * the folder, or a model in it, cannot be looked at now; one that is not there has no models, unless it had some.
 */
const stampsOf = async (folder: string, hadModels: boolean): Promise<ReadonlyMap<string, string>> => {
  const names = await unless(readdir(folder), hadModels ? [] : ["ENOENT"], [])
  const stamps = names.filter(isModelId).map(async (name) => {
    const found = await unless(stat(join(folder, name, MANIFEST)), ["ENOENT", "ENOTDIR"], undefined)
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

/** What a model does, in the log's words. */
const wordsFor = (tag: Ability["_tag"], languages: ModelManifest["languages"]): string => {
  if (tag === "Diarizes") return "tells speakers apart"
  if (tag === "Detects") return "hears where somebody speaks"
  return `${tag === "Hears" ? "hears" : "speaks"} ${languages.join(" and ")}`
}

/** The models that are live; looks after them until the scope closes. */
export const make = (options: LiveOptions): Effect.Effect<LiveModelsShape, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { durations, folder, memory, observeDiarizer, observeRecognizer, observeSynthesizer, rule, voiceActivity } =
      options
    const nativeLibrary = yield* Effect.cached(options.library)
    const live = new Map<string, LiveModel>()
    const all = yield* ModelMemory.make(memory)
    let seen: ReadonlyMap<string, string> = new Map()
    /** Whether the log has said that the folder cannot be read. */
    let isUnreadable = false
    let recognizers: ReadonlyArray<ListedRecognizer> = []
    let synthesizers: ReadonlyArray<ListedSynthesizer> = []
    let diarizers: ReadonlyArray<ListedDiarizer> = []
    let detectors: ReadonlyArray<ActivityList.ListedActivity> = []
    const activity = ActivityList.make(() => detectors)

    const refuse = (id: string, problem: string) =>
      Effect.annotateLogs(Effect.logWarning("a model cannot be used"), { model: id, problem })

    /** What the model does, by processes of `each` bytes, until the scope closes. */
    const abilityOf = (manifest: ModelManifest, kind: ModelKind, library: string, each: number) =>
      Effect.gen(function* () {
        const { id, languages, licence, sample_rate: sampleRate } = manifest
        const taken = each * options.workers
        const listed: ListedModel = { id, languages, licence, isFree: !isChargeable(manifest, rule) }
        const model = { library, folder: join(folder, id), manifest }
        switch (kind) {
          case "recognizer": {
            const place = yield* all.place(taken, makeProcess(model, each + MARGIN, options))
            const recognizer = observeRecognizer(makeRecognizer(id, place, activity))
            return { _tag: "Hears", recognizer: { ...listed, memory: each, recognizer } } satisfies Ability
          }
          case "activity": {
            const place = yield* all.place(taken, makeDetectingProcess(model, each + MARGIN, options))
            return { _tag: "Detects", detector: { ...listed, open: makeDetector(place) } } satisfies Ability
          }
          case "speakers": {
            const place = yield* all.place(taken, makeDiarizingProcess(model, each + MARGIN, options))
            const diarize = observeDiarizer(id, makeDiarizer(place))
            return {
              _tag: "Diarizes",
              diarizer: { ...listed, diarize, assertRoom: place.assertRoom }
            } satisfies Ability
          }
          case "synthesizer": {
            const place = yield* all.place(taken, makeSpeakingProcess(model, each + MARGIN, options))
            const synthesizer = observeSynthesizer(makeSynthesizer({ name: id, sampleRate, durations }, place))
            const voices = voicesOf(manifest, rule)
            return { _tag: "Speaks", synthesizer: { ...listed, voices, synthesizer } } satisfies Ability
          }
        }
      })

    const takeUp = (manifest: ModelManifest, stamp: string) =>
      Effect.gen(function* () {
        const { id, kind, languages } = manifest
        const each = yield* memoryOf(join(folder, id), manifest)
        const taken = each * options.workers
        if (taken > memory) {
          const needs = Math.ceil(taken / MEGABYTE)
          return yield* refuse(id, `it needs ${needs} MB of memory, more than models may take (QAL_MODELS_MEMORY_MB)`)
        }
        const library = yield* Effect.either(nativeLibrary)
        if (Either.isLeft(library)) return yield* refuse(id, library.left.message)
        const scope = yield* Scope.make()
        const ability = yield* Scope.extend(abilityOf(manifest, kind, library.right, each), scope)
        live.set(id, { id, ability, scope, stamp })
        yield* Effect.logInfo(`the model ${id} ${wordsFor(ability._tag, languages)}`)
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
        onRight: (found) =>
          found.kind === "activity" && voiceActivity === "embedded"
            ? Effect.logInfo(`the model ${id} is not used (QAL_VOICE_ACTIVITY is embedded)`)
            : takeUp(found, stamp)
      })

    /** Says what there is now. */
    const list = Effect.sync(() => {
      const abilities = [...live.values()]
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .map(({ ability }) => ability)
      recognizers = abilities.flatMap((one) => (one._tag === "Hears" ? [one.recognizer] : []))
      synthesizers = abilities.flatMap((one) => (one._tag === "Speaks" ? [one.synthesizer] : []))
      diarizers = abilities.flatMap((one) => (one._tag === "Diarizes" ? [one.diarizer] : []))
      detectors = abilities.flatMap((one) => (one._tag === "Detects" ? [one.detector] : []))
    })

    const look = Effect.gen(function* () {
      const stamps = yield* Effect.promise(() => stampsOf(folder, live.size > 0))
      if (isUnreadable) yield* Effect.logInfo("the models folder can be read again")
      isUnreadable = false
      const before = seen
      const changed = [...stamps].filter(([id, stamp]) => before.get(id) !== stamp).map(([id]) => id)
      const gone = [...live.values()].filter(({ id, stamp }) => stamps.get(id) !== stamp)
      if (changed.length === 0 && gone.length === 0) return
      const entries = yield* listModels(folder)
      seen = stamps
      yield* Effect.forEach(gone, drop, { discard: true })
      for (const entry of entries) if (changed.includes(entry.id)) yield* consider(entry, stamps.get(entry.id) ?? "")
    }).pipe(Effect.ensuring(list))

    /** What was there stays there until the folder says otherwise. */
    const safely = Effect.catchAllCause(look, (cause) => {
      if (isUnreadable) return Effect.void
      isUnreadable = true
      return Effect.logWarning("the models folder cannot be read; the models that there were are used on", cause)
    })
    yield* safely
    yield* Effect.forkScoped(Effect.schedule(safely, Schedule.spaced(LOOK)))
    yield* Effect.addFinalizer(() =>
      Effect.forEach([...live.values()], ({ scope }) => Scope.close(scope, Exit.void), {
        concurrency: "unbounded",
        discard: true
      })
    )
    return {
      recognizers: () => recognizers,
      synthesizers: () => synthesizers,
      diarizers: () => diarizers,
      activity
    }
  })
