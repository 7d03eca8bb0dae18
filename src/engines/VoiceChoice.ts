/**
 * The voice that speaks, as a service tag, for capabilities that speak but do not know
 * the catalog (`voice/Voices`, which implements it).
 */
import { Context, type Effect, type Option } from "effect"
import type { Language } from "../Domain.ts"
import type { VoiceUnavailable } from "../Errors.ts"
import type { VoiceTimbre } from "./Synthesizer.ts"

export interface VoiceChoiceShape {
  /**
   * The voice with this id; without one the language's default voice, or where that is
   * switched off the first that is not. Fails with `VoiceUnavailable` where the voice is
   * unknown, switched off or of another language, and where all of the language are off.
   */
  readonly choose: (id: Option.Option<string>, language: Language) => Effect.Effect<VoiceTimbre, VoiceUnavailable>
  /** All that are switched on, of every language; of each the one first that `choose` gives without an id. */
  readonly available: Effect.Effect<ReadonlyArray<VoiceTimbre>>
}

export class VoiceChoice extends Context.Tag("engines/VoiceChoice")<VoiceChoice, VoiceChoiceShape>() {}
