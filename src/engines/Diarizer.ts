/**
 * Who speaks when, as a service tag. What runs such models (`engines/sherpa`) compares voices within one sound and
 * answers times alone: what it makes of a voice for that, an embedding, never leaves its process and is kept nowhere.
 */
import { Context, type Effect } from "effect"
import type { EngineFailure } from "../Errors.ts"
import type { ListedModel } from "./Recognizer.ts"

/** Why speakers cannot be told apart, and what mends it. */
export const DIARIZER_MISSING =
  "no engine here tells speakers apart until a model of the kind speakers is added (qal models add speakers)"

/** How many speakers there are; `true` where nobody knows. */
export type SpeakerCount = number | true

/** One of the speakers speaks; turns of several may overlap. */
export interface SpeakerTurn {
  /** A number that stands for the speaker within this sound alone. */
  readonly speaker: number
  /** Seconds from the start of the sound. */
  readonly start: number
  readonly end: number
}

export interface DiarizerShape {
  /**
   * Tells the speakers of a whole sound (mono, 16,000 Hz) apart; its turns by their starts, none where nobody speaks.
   * Fails with `ProviderUnavailable` where there is no model that can.
   */
  readonly diarize: (
    sound: Int16Array,
    speakers: SpeakerCount
  ) => Effect.Effect<ReadonlyArray<SpeakerTurn>, EngineFailure>
  /** Fails as `diarize` would for want of room: for those who do costly work before. Absent where there is always room. */
  readonly assertRoom?: Effect.Effect<void, EngineFailure>
  /** The models that can, as they are now, in the order in which they are asked. */
  readonly models: Effect.Effect<ReadonlyArray<ListedModel>>
}

export class Diarizer extends Context.Tag("engines/Diarizer")<Diarizer, DiarizerShape>() {}
