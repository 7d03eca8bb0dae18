/**
 * The recogniser and the synthesiser of a server: the models of its models folder, then those that are there without
 * them. What tells speakers apart is there with such a model alone; where nobody hears by a model where somebody speaks,
 * whoever asks has rules of his own.
 */
import { Duration, Effect, Layer } from "effect"
import type { NonCommercialRule } from "../../models/LicenceGuard.ts"
import { ActivityDetector } from "../ActivityDetector.ts"
import { Diarizer } from "../Diarizer.ts"
import * as DiarizerList from "../DiarizerList.ts"
import { ModelVoices } from "../ModelVoices.ts"
import { observedDiarizer, observedRecognizer, observedSynthesizer } from "../ObservedEngines.ts"
import { type ListedModel, Recognizer } from "../Recognizer.ts"
import * as RecognizerList from "../RecognizerList.ts"
import { type SpeechDurations, Synthesizer } from "../Synthesizer.ts"
import * as SynthesizerList from "../SynthesizerList.ts"
import * as Live from "./LiveModels.ts"
import { type FolderSettings, foldersOf } from "./ModelFolders.ts"
import { nativeLibrary } from "./NativeLibrary.ts"

const MEBIBYTE = 1024 * 1024

/** What settings say of models. */
interface ModelSettings extends FolderSettings {
  readonly modelsMemoryMegabytes: number
  readonly modelsWorkers: number
  readonly modelsIdleMinutes: number
  readonly nonCommercialModels: NonCommercialRule
  readonly voiceActivity: Live.VoiceActivityRule
}

/** How long words will be spoken at a factor of pace, by whomever. */
type DurationsOf = (words: string, speed: number) => SpeechDurations

/** The models of the folder, of whose voices nothing is known but what they are given. */
export const models = (
  settings: ModelSettings,
  dataFolder: string,
  durationsOf: DurationsOf
): Layer.Layer<Live.LiveModels> => {
  const folders = foldersOf(settings, dataFolder)
  return Layer.scoped(
    Live.LiveModels,
    Live.make({
      folder: folders.models,
      library: nativeLibrary(folders.native),
      memory: settings.modelsMemoryMegabytes * MEBIBYTE,
      rule: settings.nonCommercialModels,
      voiceActivity: settings.voiceActivity,
      workers: settings.modelsWorkers,
      idle: Duration.minutes(settings.modelsIdleMinutes),
      observeRecognizer: observedRecognizer,
      observeSynthesizer: observedSynthesizer,
      observeDiarizer: observedDiarizer,
      durations: ({ phrases, speed }) => durationsOf(phrases.map(({ reading }) => reading.words).join(""), speed)
    })
  )
}

/** The recogniser that takes the place of the one that it is given, and what tells speakers apart. */
export const recognizer: Layer.Layer<Recognizer | Diarizer, never, Recognizer | Live.LiveModels> = Layer.merge(
  Layer.effect(
    Recognizer,
    Effect.zipWith(Live.LiveModels, Recognizer, ({ recognizers }, last) => RecognizerList.make(recognizers, last))
  ),
  Layer.effect(
    Diarizer,
    Effect.map(Live.LiveModels, ({ diarizers }) => DiarizerList.make(diarizers))
  )
)

/** What hears where somebody speaks. */
export const activity: Layer.Layer<ActivityDetector, never, Live.LiveModels> = Layer.effect(
  ActivityDetector,
  Effect.map(Live.LiveModels, (models) => models.activity)
)

/** The synthesiser that takes the place of the one that it is given, and the voices that are its own. */
export const synthesizer: Layer.Layer<Synthesizer | ModelVoices, never, Synthesizer | Live.LiveModels> = Layer.merge(
  Layer.effect(
    Synthesizer,
    Effect.zipWith(Live.LiveModels, Synthesizer, ({ synthesizers }, last) => SynthesizerList.make(synthesizers, last))
  ),
  Layer.effect(
    ModelVoices,
    Effect.map(Live.LiveModels, ({ synthesizers }) => Effect.sync(() => synthesizers().flatMap(({ voices }) => voices)))
  )
)

/** The models that neither hear words nor speak. */
export const others: Effect.Effect<
  ReadonlyArray<Effect.Effect<ReadonlyArray<ListedModel>>>,
  never,
  Diarizer
> = Effect.zipWith(Diarizer, ActivityDetector, (diarizer, detector) => [diarizer.models, detector.models])

/** The ids of all of these models, as they are now. */
export const idsOf = (
  models: ReadonlyArray<Effect.Effect<ReadonlyArray<ListedModel>>>
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(Effect.all(models), (all) => Array.from(all.flat(), ({ id }) => id).toSorted())
