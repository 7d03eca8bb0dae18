/** What becomes of the samples of one sound in an encoding worker, once they have the format's rate. */
export interface Sink {
  /** Takes the next samples (−1 to 1); gives the bytes that are complete by then. */
  readonly write: (samples: Float32Array) => Uint8Array<ArrayBuffer>
  /** No more comes: the rest. */
  readonly end: () => Uint8Array<ArrayBuffer>
  /** Gives back what it held, whether or not it was ended. Once, and last. */
  readonly release: () => void
}

/** Gathers samples into frames of `length`. */
export const makeFraming = (length: number) => {
  let held = new Float32Array(length)
  let count = 0
  return {
    /** Calls back with each frame that is full, which lies in the memory of the next one. */
    push: (samples: Float32Array, onFrame: (frame: Float32Array) => void): void => {
      for (let at = 0; at < samples.length; ) {
        const part = samples.subarray(at, at + length - count)
        held.set(part, count)
        count += part.length
        at += part.length
        if (count < length) return
        onFrame(held)
        count = 0
      }
    },
    /** The last samples with silence after them, in as many frames as `most` samples of it take; none for none. */
    finish: (most: number, onFrame: (frame: Float32Array) => void): void => {
      for (let left = count + most; left > 0; left -= length) {
        held.fill(0, count)
        onFrame(held)
        held = new Float32Array(length)
        count = 0
      }
    }
  }
}
