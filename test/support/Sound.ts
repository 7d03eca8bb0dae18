/** What is asked of sound that somebody is to hear. */

/** Decibels of full scale of the loudest tenth of a second. */
export const loudness = (samples: Int16Array, rate: number): number => {
  const size = rate / 10
  let most = 0
  for (let from = 0; from + size <= samples.length; from += size) {
    let power = 0
    for (let at = from; at < from + size; at++) power += (samples[at] ?? 0) ** 2
    most = Math.max(most, power / size)
  }
  return 10 * Math.log10(most / 32_768 ** 2)
}

export const joined = (pieces: ReadonlyArray<Int16Array>): Int16Array => {
  const whole = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
