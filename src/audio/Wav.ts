/** The header of a WAV file: RIFF, one `fmt ` chunk (PCM, mono, 16 bits), and the head of the `data` chunk. */

export const HEADER_BYTES = 44

const CHANNELS = 1
const BYTES_PER_SAMPLE = 2
/** What a player takes to mean "until the stream ends". */
const UNKNOWN = 0xffffffff

/**
 * The first 44 bytes of a WAV file with `dataBytes` bytes of samples at
 * `sampleRate` hertz. Without `dataBytes` the sizes stand at their greatest
 * value, for a stream whose end is not known.
 */
export const header = (options: {
  readonly sampleRate: number
  readonly dataBytes?: number
}): Uint8Array<ArrayBuffer> => {
  const view = new DataView(new ArrayBuffer(HEADER_BYTES))
  const name = (at: number, letters: string) => {
    for (let i = 0; i < letters.length; i++) view.setUint8(at + i, letters.charCodeAt(i))
  }
  name(0, "RIFF")
  view.setUint32(4, options.dataBytes === undefined ? UNKNOWN : options.dataBytes + HEADER_BYTES - 8, true)
  name(8, "WAVEfmt ")
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, CHANNELS, true)
  view.setUint32(24, options.sampleRate, true)
  view.setUint32(28, options.sampleRate * CHANNELS * BYTES_PER_SAMPLE, true)
  view.setUint16(32, CHANNELS * BYTES_PER_SAMPLE, true)
  view.setUint16(34, 8 * BYTES_PER_SAMPLE, true)
  name(36, "data")
  view.setUint32(40, options.dataBytes ?? UNKNOWN, true)
  return new Uint8Array(view.buffer)
}
