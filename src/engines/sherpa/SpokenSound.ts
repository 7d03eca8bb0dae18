/** What the native library makes of a phrase. */
import type { Addon } from "./Addon.ts"
import type { SpeakingRequest } from "./SpeakingMessages.ts"

/** How the library says that it made no sound: it does where the model has no letter for anything in the text. */
export const NO_SOUND = "TTS generation failed"

const isWithoutSound = (thrown: unknown): boolean => thrown instanceof Error && thrown.message === NO_SOUND

/**
 * The sound of the text, −1 to 1; none where the model knows none of its letters. Throws what else the library throws: it
 * failed, and may be in no state to go on, and no silence is to be charged for that.
 */
export const soundOf = (
  { offlineTtsGenerateWithConfig: generate }: Pick<Addon, "offlineTtsGenerateWithConfig">,
  voice: object,
  text: string,
  { speaker, speed }: Pick<SpeakingRequest, "speaker" | "speed">
): Float32Array => {
  try {
    const made = generate(voice, {
      text,
      enableExternalBuffer: false,
      generationConfig: { sid: speaker, speed, silenceScale: 1 }
    })
    return made.samples
  } catch (thrown) {
    if (isWithoutSound(thrown)) return new Float32Array(0)
    throw thrown
  }
}
