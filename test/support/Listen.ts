/** An independent ear: decodes with a library that the server does not encode with, and measures. */
import decode from "audio-decode"

export interface DecodedSpeech {
  /** Hertz. */
  readonly sampleRate: number
  readonly channels: number
  readonly seconds: number
  readonly samples: Float32Array
  /** Greatest absolute sample, 0 to 1. */
  readonly peak: number
  /** Root mean square over the whole, in dB of full scale. */
  readonly loudness: number
  /** Share of 20 ms windows that are louder than −45 dB. */
  readonly active: number
}

const decibels = (amplitude: number) => 20 * Math.log10(Math.max(amplitude, 1e-9))

const rms = (samples: Float32Array): number => {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return Math.sqrt(sum / Math.max(1, samples.length))
}

export const listen = async (bytes: Uint8Array): Promise<DecodedSpeech> => {
  const { channelData, sampleRate } = await decode(bytes)
  const samples = channelData[0] ?? new Float32Array()
  const window = Math.round(sampleRate / 50)
  const windows = Math.floor(samples.length / window)
  let loud = 0
  for (let index = 0; index < windows; index++) {
    if (decibels(rms(samples.subarray(index * window, (index + 1) * window))) > -45) loud++
  }
  let peak = 0
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  return {
    sampleRate,
    channels: channelData.length,
    seconds: samples.length / sampleRate,
    samples,
    peak,
    loudness: decibels(rms(samples)),
    active: windows === 0 ? 0 : loud / windows
  }
}
