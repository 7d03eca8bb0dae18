/** What is put before the recogniser: the synthesiser's speech, and sound that is no speech. */
import load from "@echogarden/espeak-ng-emscripten"
import voices from "@echogarden/espeak-ng-emscripten/espeak-ng.data" with { type: "file" }
import { Effect } from "effect"
import { SAMPLE_RATE } from "../../../src/audio/Decode.ts"
import * as Modules from "../../../src/audio/Modules.ts"
import * as Resampler from "../../../src/audio/Resampler.ts"
import { toInt16 } from "../../../src/audio/Samples.ts"
import { makeEngine } from "../../../src/engines/espeak/Engine.ts"
import { type PhraseRequest, sampleRate } from "../../../src/engines/espeak/EspeakMessages.ts"

/** A speaker whose sound comes at `rate` Hz, with the marks of its words. */
export const makeSpeaker = async (rate = SAMPLE_RATE) => {
  const data = await Bun.file(voices).arrayBuffer()
  const engine = makeEngine(await load({ getPreloadedPackage: () => data }))
  const space = await Resampler.load(await Effect.runPromise(Modules.resampler))
  return (phrase: PhraseRequest) => {
    const { samples, words } = engine(phrase)
    const resampler = Resampler.make(space, sampleRate, rate)
    const floats = Float32Array.from([...resampler.push(samples), ...resampler.finish()])
    resampler.release()
    return { samples: toInt16(floats), words }
  }
}

const sound = (seconds: number, sample: (time: number) => number): Int16Array =>
  toInt16(Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, at) => sample(at / SAMPLE_RATE)))

const sine = (hertz: number, time: number): number => Math.sin(2 * Math.PI * hertz * time)

/** A noise that is the same in every run. */
const makeNoise = () => {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

const noise = makeNoise()

/** Chords of three notes with their harmonics, one each half second, dying away as plucked strings do. */
const chords = (time: number): number => {
  const roots = [220, 174.6, 261.6, 196]
  const root = roots[Math.floor(time * 2) % roots.length] ?? 220
  const decay = Math.exp(-3 * (time % 0.5))
  return [1, 1.26, 1.5]
    .flatMap((third) => [1, 2, 3].map((harmonic) => sine(root * third * harmonic, time) / harmonic ** 1.5))
    .reduce((sum, value) => sum + 0.1 * decay * value, 0)
}

export const withoutSpeech: ReadonlyArray<readonly [name: string, samples: Int16Array]> = [
  ["nothing at all", new Int16Array(0)],
  ["silence", sound(2.5, () => 0)],
  ["faint noise", sound(2.5, () => 0.003 * noise())],
  ["loud noise", sound(2.5, () => 0.3 * noise())],
  ["mains hum", sound(2.5, (time) => 0.2 * sine(50, time) + 0.1 * sine(100, time) + 0.05 * sine(150, time))],
  ["a tone of 440 Hz", sound(2.5, (time) => 0.3 * sine(440, time))],
  ["chords", sound(2.5, chords)]
]
