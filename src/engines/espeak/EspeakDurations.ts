/** How long a text will be spoken by the embedded engine: its length in time is that of its words. */
import type { DurationRequest, SpeechDurations } from "../Synthesizer.ts"
import { heldSeconds, mostSeconds } from "./DurationBound.ts"
import { estimateSeconds } from "./DurationEstimate.ts"

/** Phrase by phrase, as it will be spoken. In time linear in its length. */
export const durations = ({ phrases, speed, voice }: DurationRequest): SpeechDurations => {
  const likely = phrases.reduce(
    (sum, { reading, text }) => sum + estimateSeconds({ text: reading.words, voice, speed }, text),
    0
  )
  const whole = { text: phrases.map(({ reading }) => reading.words).join(""), voice, speed }
  return { likely, held: heldSeconds(whole, likely), longest: mostSeconds(whole) }
}
