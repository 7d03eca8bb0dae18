/**
 * The voices of models of the models folder, as a service tag, for the catalog (`voice/Voices`), which has them beside
 * its own while their models are there.
 */
import { Context, type Effect } from "effect"
import type { Language } from "../Domain.ts"

/** Which model speaks, and as whom. */
export interface ModelSpeaker {
  /** The model's id. */
  readonly id: string
  /** Which of its speakers, from 0. */
  readonly speaker: number
  /** Another one where its files are others. */
  readonly version: string
}

export interface ModelVoice {
  readonly id: string
  readonly name: string
  readonly language: Language
  readonly gender: "female" | "male"
  readonly model: ModelSpeaker
  /** Whether what it speaks may not be charged for. */
  readonly isFree: boolean
}

/** All that there are now, in the order of their models' ids. */
export class ModelVoices extends Context.Tag("engines/ModelVoices")<
  ModelVoices,
  Effect.Effect<ReadonlyArray<ModelVoice>>
>() {}
