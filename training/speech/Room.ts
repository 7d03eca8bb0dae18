/** Rooms: a sound and its echoes, which die away as noise does (Polack's model of a diffuse field). */
import { SAMPLE_RATE } from "../../src/engines/recognizer/FrontEnd.ts"
import type { Random } from "../text/Random.ts"

/** Fourier transform in place, of a power of two of complex numbers; `direction` 1 or −1, not scaled. */
const transform = (re: Float64Array, im: Float64Array, direction: number): void => {
  const size = re.length
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i >= j) continue
    const [a = 0, b = 0, c = 0, d = 0] = [re[i], im[i], re[j], im[j]]
    re[i] = c
    im[i] = d
    re[j] = a
    im[j] = b
  }
  for (let length = 2; length <= size; length *= 2) {
    const half = length / 2
    const turn = (-2 * Math.PI * direction) / length
    for (let k = 0; k < half; k++) {
      const c = Math.cos(turn * k)
      const s = Math.sin(turn * k)
      for (let one = k; one < size; one += length) {
        const other = one + half
        const x = (re[other] ?? 0) * c - (im[other] ?? 0) * s
        const y = (re[other] ?? 0) * s + (im[other] ?? 0) * c
        re[other] = (re[one] ?? 0) - x
        im[other] = (im[one] ?? 0) - y
        re[one] = (re[one] ?? 0) + x
        im[one] = (im[one] ?? 0) + y
      }
    }
  }
}

/** The sound through a filter with this answer to an impulse; as long as the sound. */
const convolved = (sound: Float32Array, impulse: Float32Array): Float32Array => {
  const size = 2 ** Math.ceil(Math.log2(sound.length + impulse.length))
  // The sound is the real part and the impulse the imaginary one of a single transform.
  const re = new Float64Array(size)
  const im = new Float64Array(size)
  re.set(sound)
  im.set(impulse)
  transform(re, im, 1)
  const productRe = new Float64Array(size)
  const productIm = new Float64Array(size)
  for (let k = 0; k < size; k++) {
    const mirror = (size - k) % size
    const [a = 0, b = 0, c = 0, d = 0] = [re[k], im[k], re[mirror], im[mirror]]
    const [soundRe, soundIm] = [(a + c) / 2, (b - d) / 2]
    const [impulseRe, impulseIm] = [(b + d) / 2, (c - a) / 2]
    productRe[k] = soundRe * impulseRe - soundIm * impulseIm
    productIm[k] = soundRe * impulseIm + soundIm * impulseRe
  }
  transform(productRe, productIm, -1)
  return Float32Array.from({ length: sound.length }, (_, at) => (productRe[at] ?? 0) / size)
}

/**
 * What a room makes of an impulse: the sound itself, then echoes that are 60 dB
 * softer after `seconds`, in all `directDecibels` softer than the sound itself.
 */
const impulseOf = (seconds: number, directDecibels: number, random: Random): Float32Array => {
  const impulse = new Float32Array(Math.round(seconds * SAMPLE_RATE))
  const first = Math.round(random.between(0.001, 0.008) * SAMPLE_RATE)
  let power = 0
  let soft = 0
  for (let at = first; at < impulse.length; at++) {
    // Walls take high sounds sooner.
    soft += 0.7 * (random.normal() - soft)
    const echo = soft * 10 ** ((-3 * at) / (seconds * SAMPLE_RATE))
    impulse[at] = echo
    power += echo * echo
  }
  const scale = 10 ** (-directDecibels / 20) / Math.sqrt(power || 1)
  for (let at = first; at < impulse.length; at++) impulse[at] = (impulse[at] ?? 0) * scale
  impulse[0] = 1
  return impulse
}

/** The sound in a room whose echoes take `seconds` to fall by 60 dB. */
export const inRoom = (sound: Float32Array, seconds: number, directDecibels: number, random: Random): Float32Array =>
  convolved(sound, impulseOf(seconds, directDecibels, random))
