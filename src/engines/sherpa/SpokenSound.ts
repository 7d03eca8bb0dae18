/** What the native library makes of a phrase. */
import { readFileSync } from "node:fs"
import type { Addon } from "./Addon.ts"
import type { SpeakingRequest } from "./SpeakingMessages.ts"
import { pathOf, type StoredModel } from "./StoredModel.ts"

/** How the library says that it made no sound: it does where the model has no letter for anything in the text. */
export const NO_SOUND = "TTS generation failed"

const isWithoutSound = (thrown: unknown): boolean => thrown instanceof Error && thrown.message === NO_SOUND

/**
 * Whether the model knows a letter of a text for certain: of MMS, whose tokens are letters. Those of others may be what a
 * lexicon or eSpeak NG makes of words, of which the library alone knows.
 */
export const letterKnowledge = (model: StoredModel): ((text: string) => boolean) => {
  if (model.manifest.family !== "mms") return () => false
  const letters = new Set(
    readFileSync(pathOf(model, "tokens"), "utf8")
      .split("\n")
      .map((line) => line.slice(0, line.lastIndexOf(" ")))
      .filter((token) => /^\p{L}$/u.test(token))
  )
  return (text) => Array.from(text).some((letter) => letters.has(letter))
}

/**
 * The sound of the text, −1 to 1; none where the model knows none of its letters. Throws what else the library throws: it
 * failed, and may be in no state to go on, and no silence is to be charged for that.
 */
export const soundOf = (
  { offlineTtsGenerateWithConfig: generate }: Pick<Addon, "offlineTtsGenerateWithConfig">,
  voice: object,
  text: string,
  { language, speaker, speed }: Pick<SpeakingRequest, "language" | "speaker" | "speed">,
  isKnown: (text: string) => boolean
): Float32Array => {
  try {
    const made = generate(voice, {
      text,
      enableExternalBuffer: false,
      generationConfig: { sid: speaker, speed, silenceScale: 1, extra: { lang: language } }
    })
    return made.samples
  } catch (thrown) {
    if (isWithoutSound(thrown) && !isKnown(text)) return new Float32Array(0)
    throw thrown
  }
}
