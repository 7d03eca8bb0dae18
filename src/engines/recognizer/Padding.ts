/** Silence around the sound: the network recognises a word's last sounds only with something after them. */
import { SAMPLE_RATE } from "./FrontEnd.ts"

/** Samples of silence before the sound: 100 ms. */
export const LEAD_IN = SAMPLE_RATE / 10
/** Samples of silence after it: 500 ms. With 300 a soft last letter is lost more often by telephone. */
export const LEAD_OUT = SAMPLE_RATE / 2

/** A whole sound with its silence around it. */
export const padded = (samples: Int16Array): Int16Array => {
  const whole = new Int16Array(LEAD_IN + samples.length + LEAD_OUT)
  whole.set(samples, LEAD_IN)
  return whole
}
