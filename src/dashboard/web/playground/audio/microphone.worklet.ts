/** Runs where the browser processes sound: gives it on at another rate, in frames of 100 ms of 16-bit samples. */
import { makeResampler } from "./resampler.ts"

// The scope of a worklet, which the types of the page lack.
declare const sampleRate: number
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare const registerProcessor: (
  name: string,
  processor: new (options: { readonly processorOptions: { readonly rate: number } }) => AudioWorkletProcessor
) => void

const FRAMES_A_SECOND = 10

registerProcessor(
  "microphone",
  class extends AudioWorkletProcessor {
    private readonly resample: (samples: Float32Array) => Float32Array
    private readonly frame: Int16Array
    private filled = 0

    constructor({ processorOptions: { rate } }: { readonly processorOptions: { readonly rate: number } }) {
      super()
      this.resample = makeResampler(sampleRate, rate)
      this.frame = new Int16Array(rate / FRAMES_A_SECOND)
    }

    /** Is called with 128 samples, from -1 to 1, at a time. */
    process([input]: ReadonlyArray<ReadonlyArray<Float32Array>>): boolean {
      const samples = input?.[0]
      if (samples === undefined) return true
      for (const sample of this.resample(samples)) {
        this.frame[this.filled++] = Math.max(-1, Math.min(1, sample)) * 32_767
        if (this.filled === this.frame.length) {
          this.port.postMessage(this.frame.slice())
          this.filled = 0
        }
      }
      return true
    }
  }
)
