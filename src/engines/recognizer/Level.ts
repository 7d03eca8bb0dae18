/**
 * An automatic gain on the logarithms of the bands' energies, so that soft speech
 * looks to the network as loud speech does. The level is that of the loudest
 * sound up to 0.2 s ahead, and falls slowly after it: no statistics of the whole,
 * so it is the same however the sound comes.
 */

/** Frames of 10 ms that the level sees ahead: a word's beginning is at the level of its first vowel. */
const AHEAD = 20
/** Share of the way to a louder sound in one frame: a click of one frame hardly counts. */
const ATTACK = 0.3
const LN_OF_DECIBEL = Math.log(10) / 10
/** 8 dB a second. */
const RELEASE = (8 * LN_OF_DECIBEL) / 100
/** Where the level is put: natural logarithm of the energy of all bands in the vowels of our voices. */
const AIM = 6.5
/** The most gain is 50 dB: what is softer is soft to the network too. */
const LEAST = AIM - 50 * LN_OF_DECIBEL
/** Below the level by so much, all is silence. */
const DEPTH = 15.7

export interface Leveller {
  /** Takes rows of energies of the bands; gives those of them whose level is known now, in logarithms, over them. */
  readonly push: (energies: Float32Array) => Float32Array
  /** The last 0.2 s. */
  readonly finish: () => Float32Array
}

/** Below this energy there is no sound: finite logarithms. */
const NOTHING = 1e-12

export const makeLeveller = (bands: number): Leveller => {
  let level = LEAST
  let held = new Float32Array(0)
  /** Levels of the rows that are held. */
  const follow = (energies: Float32Array, row: number): void => {
    let sum = NOTHING
    for (let at = row * bands; at < (row + 1) * bands; at++) sum += energies[at] ?? 0
    const loudness = Math.log(sum)
    level = Math.max(LEAST, loudness > level ? level + ATTACK * (loudness - level) : level - RELEASE)
  }
  const put = (row: Float32Array, out: Float32Array, to: number): void => {
    for (let at = 0; at < bands; at++)
      out[to * bands + at] = AIM + Math.max(-DEPTH, Math.log((row[at] ?? 0) + NOTHING) - level)
  }
  return {
    push: (energies) => {
      const joined = new Float32Array(held.length + energies.length)
      joined.set(held)
      joined.set(energies, held.length)
      const before = held.length / bands
      const rows = energies.length / bands
      const ready = Math.max(0, before + rows - AHEAD)
      const out = new Float32Array(ready * bands)
      for (let row = 0; row < rows; row++) {
        follow(energies, row)
        const to = before + row - AHEAD
        if (to >= 0) put(joined.subarray(to * bands, (to + 1) * bands), out, to)
      }
      held = joined.slice(ready * bands)
      return out
    },
    finish: () => {
      const out = new Float32Array(held.length)
      for (let row = 0; row < held.length / bands; row++) put(held.subarray(row * bands, (row + 1) * bands), out, row)
      held = new Float32Array(0)
      return out
    }
  }
}
