/** Sounds made for tests, and how they are listened to. */
import { Chunk, Effect, Stream } from "effect"
import { AudioEncoder, type AudioFormat, type Sound } from "../../src/audio/AudioEncoder.ts"

export const tone = (sampleRate: number, seconds: number, hertz: number, amplitude = 12_000): Sound => ({
  sampleRate,
  samples: Int16Array.from({ length: Math.round(sampleRate * seconds) }, (_, i) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * hertz * i) / sampleRate))
  )
})

/** Samples as they lie in memory. */
export const bytesOf = ({ buffer, byteLength, byteOffset }: Int16Array | Float32Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength))

/** As a synthesiser's phrase: a swelling tone, whole frames of 576 samples at 22,050 Hz, silent at the end. */
export const phrase = (frames: number, hertz: number): Sound => {
  const samples = new Int16Array(frames * 576)
  const voiced = samples.length - 2 * 576
  for (let i = 0; i < voiced; i++)
    samples[i] = Math.round(12_000 * Math.sin((Math.PI * i) / voiced) * Math.sin((2 * Math.PI * hertz * i) / 22_050))
  return { samples, sampleRate: 22_050 }
}

interface File {
  /** As the pieces came. */
  readonly streamed: Uint8Array
  /** With the head that the last piece brings. */
  readonly finished: Uint8Array
  readonly pieces: ReadonlyArray<number>
}

export const encodeAll = (format: AudioFormat, sounds: ReadonlyArray<Sound>) =>
  Effect.gen(function* () {
    const encoder = yield* AudioEncoder
    const pieces = Chunk.toReadonlyArray(
      yield* Stream.runCollect(encoder.encode(format)(() => Stream.fromIterable(sounds)))
    )
    const streamed = new Uint8Array(Buffer.concat(pieces.map(({ bytes }) => bytes)))
    const finished = streamed.slice()
    finished.set(pieces.at(-1)?.head ?? [])
    const file: File = { streamed, finished, pieces: pieces.map(({ bytes }) => bytes.length) }
    return file
  })

/** The frequency of a steady tone, by its upward zero crossings. */
export const frequency = (samples: ArrayLike<number>, sampleRate: number): number => {
  const crossings: Array<number> = []
  for (let i = 1; i < samples.length; i++) {
    const [before = 0, after = 0] = [samples[i - 1], samples[i]]
    if (before < 0 && after >= 0) crossings.push(i - after / (after - before))
  }
  const [first = 0] = crossings
  return ((crossings.length - 1) * sampleRate) / ((crossings.at(-1) ?? 0) - first)
}

/** Signal to difference, in decibels, of `heard` against `meant`. */
export const fidelity = (meant: ArrayLike<number>, heard: ArrayLike<number>, from: number, to: number): number => {
  let signal = 0
  let difference = 0
  for (let i = from; i < to; i++) {
    signal += (meant[i] ?? 0) ** 2
    difference += ((meant[i] ?? 0) - (heard[i] ?? 0)) ** 2
  }
  return 10 * Math.log10(signal / difference)
}
