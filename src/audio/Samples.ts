/** Arrays of samples and bytes: joined, and from one kind of number to another. Plain, for worker threads. */

interface Fillable<Piece> {
  readonly set: (piece: Piece, at: number) => void
}

const fill = <Piece extends { readonly length: number }, Whole extends Fillable<Piece>>(
  make: (length: number) => Whole,
  pieces: ReadonlyArray<Piece>
): Whole => {
  const whole = make(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Copies, each in memory of its own, which a message may take along. */
export const joinBytes = (pieces: ReadonlyArray<Uint8Array>) => fill((length) => new Uint8Array(length), pieces)
export const joinInt16 = (pieces: ReadonlyArray<Int16Array>) => fill((length) => new Int16Array(length), pieces)
export const joinFloat32 = (pieces: ReadonlyArray<Float32Array>) => fill((length) => new Float32Array(length), pieces)

const FULL_SCALE = 32_768

/** From −1 to 1 to 16 bits; what resampling lifted over full scale is held at it. */
export const toInt16 = (samples: Float32Array): Int16Array<ArrayBuffer> => {
  const whole = new Int16Array(samples.length)
  for (let i = 0; i < samples.length; i++) {
    const sample = Math.round((samples[i] ?? 0) * FULL_SCALE)
    whole[i] = Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, sample))
  }
  return whole
}

/** Samples whose bytes stand in the other order, turned. */
export const turned = (data: Uint8Array, width: number): Uint8Array => {
  const bytes = Buffer.from(data.subarray(0, data.length - (data.length % width)))
  if (width === 2) return bytes.swap16()
  if (width === 4) return bytes.swap32()
  if (width === 8) return bytes.swap64()
  for (let at = 0; width === 3 && at < bytes.length; at += width) {
    const first = bytes[at] ?? 0
    bytes[at] = bytes[at + 2] ?? 0
    bytes[at + 2] = first
  }
  return bytes
}
