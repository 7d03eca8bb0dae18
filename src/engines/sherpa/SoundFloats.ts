/** Sound as processes are sent it, in the form that the native library takes. */

const FULL_SCALE = 32_768

/** 16-bit samples as bytes, to −1 to 1; silence behind them up to `length` samples, where they are fewer. */
export const floatsOf = (sound: Uint8Array, length = 0): Float32Array => {
  const view = new DataView(sound.buffer, sound.byteOffset, sound.byteLength)
  const count = sound.length >> 1
  const floats = new Float32Array(Math.max(count, length))
  for (let at = 0; at < count; at++) floats[at] = view.getInt16(2 * at, true) / FULL_SCALE
  return floats
}
