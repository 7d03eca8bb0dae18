/** What a waveform is drawn from. */

export interface Peaks {
  /** The loudest sample of each stretch, from -1 to 1. */
  readonly loudest: Float32Array
  readonly seconds: number
}

/** Hertz that the sound is decoded at; a waveform needs no more. */
const DECODED = 8_000
/** Of the samples, each stands for so many: 50 a second. */
const STRETCH = DECODED / 50

const loudestOf = (samples: Float32Array): number =>
  samples.reduce((loudest, sample) => (Math.abs(sample) > Math.abs(loudest) ? sample : loudest), 0)

/** Rejects where the browser cannot read the sound. */
export const peaksOf = async (sound: Blob): Promise<Peaks> => {
  const context = new OfflineAudioContext(1, 1, DECODED)
  const buffer = await context.decodeAudioData(await sound.arrayBuffer())
  const samples = buffer.getChannelData(0)
  return {
    seconds: buffer.duration,
    loudest: Float32Array.from({ length: Math.ceil(samples.length / STRETCH) }, (_, at) =>
      loudestOf(samples.subarray(at * STRETCH, (at + 1) * STRETCH))
    )
  }
}

/** One after the other. */
export const joinPeaks = (first: Peaks | undefined, next: Peaks): Peaks =>
  first === undefined
    ? next
    : { loudest: Float32Array.from([...first.loudest, ...next.loudest]), seconds: first.seconds + next.seconds }
