/** The way through a telephone network: 300 to 3,400 Hz, 8,000 samples a second, eight bits by ITU-T G.711. */
import { alaw, mulaw } from "alawmulaw"

export const TELEPHONE_RATE = 8_000

const LOWEST_HERTZ = 300
const HIGHEST_HERTZ = 3_400

/** Quality of the two sections of a Butterworth filter of the fourth order. */
const SECTIONS = [0.541, 1.307] as const

/** One section at `hertz`, high-pass or low-pass (R. Bristow-Johnson's Audio EQ Cookbook). In place. */
const filter = (sound: Float32Array, hertz: number, quality: number, high: boolean): void => {
  const angle = (2 * Math.PI * hertz) / TELEPHONE_RATE
  const alpha = Math.sin(angle) / (2 * quality)
  const cosine = Math.cos(angle)
  const edge = high ? 1 + cosine : 1 - cosine
  const a0 = 1 + alpha
  const [b0, b1, a1, a2] = [edge / 2 / a0, (high ? -edge : edge) / a0, (-2 * cosine) / a0, (1 - alpha) / a0]
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  for (let at = 0; at < sound.length; at++) {
    const x = sound[at] ?? 0
    const y = b0 * x + b1 * x1 + b0 * x2 - a1 * y1 - a2 * y2
    sound[at] = y
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
  }
}

export type Law = "a" | "mu"

/** A sound of 8,000 Hz as it comes out at the other end. */
export const throughTelephone = (samples: Int16Array, law: Law): Int16Array => {
  const sound = Float32Array.from(samples)
  for (const quality of SECTIONS) {
    filter(sound, LOWEST_HERTZ, quality, true)
    filter(sound, HIGHEST_HERTZ, quality, false)
  }
  const limited = Int16Array.from(sound, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample))))
  return law === "a" ? alaw.decode(alaw.encode(limited)) : mulaw.decode(mulaw.encode(limited))
}
