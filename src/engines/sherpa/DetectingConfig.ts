/** How the native library is told which model of voice activity to load, and to say of each window what it hears, no more. */
import { pathOf, type StoredModel } from "./StoredModel.ts"

/** Samples of a window of Silero's models at 16,000 Hz. */
const WINDOW = 512
/**
 * Seconds, which must be above 0, of speech until it is speech and of silence until it is none: two windows. Who asks has
 * rules of his own for what is longer.
 */
const AT_ONCE = 0.001
/** Seconds of speech from which on the library wants to be surer: more than it is left to gather (`SpeechFrames`). */
const LONGEST = 20

/** `threshold`: how sure the model must be that somebody speaks, 0 to 1; 0.15 less is enough to go on. */
export const detectingConfigOf = (model: StoredModel, threshold: number): object => {
  const { family } = model.manifest
  if (family !== "silero-vad") throw new Error(`models of the family ${family} do not hear where somebody speaks`)
  return {
    sileroVad: {
      model: pathOf(model, "model"),
      threshold,
      minSpeechDuration: AT_ONCE,
      minSilenceDuration: AT_ONCE,
      maxSpeechDuration: LONGEST,
      windowSize: WINDOW
    },
    sampleRate: 16_000,
    numThreads: 1,
    provider: "cpu",
    debug: 0
  }
}
