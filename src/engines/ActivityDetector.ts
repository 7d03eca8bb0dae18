/**
 * In which frames of a sound somebody speaks, as models of the kind `activity` hear it. Whoever cuts sound has rules of his
 * own for where there is no such model, or it fails: so this never fails, and a sound that is begun with a model goes on
 * without it.
 */
import { Context, Effect, type Scope } from "effect"
import type { ListedModel } from "./Recognizer.ts"

/** One sound of 16,000 Hz, given in order. */
export interface SoundActivity {
  /**
   * Whether somebody speaks in each frame (`FRAME` samples of `audio/Activity`) that these samples complete, however many
   * they are. Undefined where no model says so: it is not there yet, or is lost for good.
   */
  readonly hear: (samples: Int16Array) => Effect.Effect<ReadonlyArray<boolean> | undefined>
  /** Forgets what has come of a frame: the next one begins with the next sample. */
  readonly cut: () => void
  /** How sure a model must be from now on, 0 to 1. */
  readonly configure: (threshold: number) => void
}

export interface ActivityDetectorShape {
  /**
   * Begins a sound, which is over when the scope closes. Waits for no model. `isLive`: nor does the sound while its model
   * loads, which hears what comes after; it may stand still for less than a second.
   */
  readonly open: (threshold: number, isLive?: boolean) => Effect.Effect<SoundActivity, never, Scope.Scope>
  /** The models that are used, as they are now; the first is asked. */
  readonly models: Effect.Effect<ReadonlyArray<ListedModel>>
}

/** A sound of which no model says anything. */
export const unheard: SoundActivity = {
  hear: () => Effect.succeed(undefined),
  cut: () => {},
  configure: () => {}
}

/** Where nothing else is said there is no model. */
export const withoutModels: ActivityDetectorShape = {
  open: () => Effect.succeed(unheard),
  models: Effect.succeed([])
}

export class ActivityDetector extends Context.Reference<ActivityDetector>()("engines/ActivityDetector", {
  defaultValue: () => withoutModels
}) {}
