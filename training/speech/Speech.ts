/** Text to the sound that the recogniser hears: the embedded synthesiser, codecs, noise. */
import { readFile } from "node:fs/promises"
import { decoder as mp3Decoder } from "@audio/decode-mp3"
import load from "@echogarden/espeak-ng-emscripten"
import voices from "@echogarden/espeak-ng-emscripten/espeak-ng.data" with { type: "file" }
import { createEncoder } from "wasm-media-encoders"
import lameFile from "wasm-media-encoders/wasm/mp3" with { type: "file" }
import resamplerFile from "../../node_modules/@echogarden/speex-resampler-wasm/wasm/speex-resampler-simd.wasm" with {
  type: "file"
}
import * as Resampler from "../../src/audio/Resampler.ts"
import { joinFloat32, toInt16 } from "../../src/audio/Samples.ts"
import { makeEngine } from "../../src/engines/espeak/Engine.ts"
import { sampleRate } from "../../src/engines/espeak/EspeakMessages.ts"
import * as Tempo from "../../src/engines/espeak/Tempo.ts"
import { SAMPLE_RATE } from "../../src/engines/recognizer/FrontEnd.ts"
import { type Law, TELEPHONE_RATE, throughTelephone } from "./Telephone.ts"

export type Bitrate = 24 | 32 | 48 | 64 | 128

const makeResampling = async () => {
  const space = await Resampler.load(await WebAssembly.compile(await readFile(resamplerFile)))
  return (samples: Int16Array, from: number, to: number): Float32Array => {
    const resampler = Resampler.make(space, from, to)
    const converted = joinFloat32([resampler.push(samples), resampler.finish()])
    resampler.release()
    return converted
  }
}

/** Through LAME and back; at 22,050 Hz, where the codec's delay is taken out again. */
const makeMp3 = async () => {
  const lame = await createEncoder("audio/mpeg", await WebAssembly.compile(await readFile(lameFile)))
  const encode = (samples: Int16Array, bitrate: Bitrate): Uint8Array => {
    lame.configure({ channels: 1, sampleRate, outputSampleRate: 22_050, bitrate })
    const floats = Float32Array.from(samples, (sample) => sample / 32_768)
    const pieces: Array<Uint8Array> = []
    for (let at = 0; at < floats.length; at += 8192) pieces.push(lame.encode([floats.subarray(at, at + 8192)]).slice())
    pieces.push(lame.finalize().slice())
    return Buffer.concat(pieces)
  }
  // The encoder's delay, and the 529 samples of every decoder.
  const delay = 576 + 529
  return async (samples: Int16Array, bitrate: Bitrate): Promise<Int16Array> => {
    const decoder = await mp3Decoder()
    const { channelData } = decoder.decode(encode(samples, bitrate))
    decoder.free()
    return toInt16((channelData[0] ?? new Float32Array(0)).subarray(delay, delay + samples.length))
  }
}

export interface Speaking {
  readonly text: string
  readonly language: "am" | "om"
  readonly variant: string
  readonly pitch: number
  readonly wordsPerMinute: number
}

export interface Mark {
  readonly text: string
  /** Seconds. */
  readonly start: number
  readonly end: number
}

export interface Spoken {
  /** 22,050 Hz. */
  readonly samples: Int16Array
  readonly words: ReadonlyArray<Mark>
}

export const makeSpeech = async () => {
  const data = await Bun.file(voices).arrayBuffer()
  const engine = makeEngine(await load({ getPreloadedPackage: () => data }))
  const resample = await makeResampling()
  const mp3 = await makeMp3()
  const stretch = await Tempo.load()
  return {
    /** At the engine's 22,050 Hz. */
    speak: (speaking: Speaking): Spoken => engine(speaking),
    mp3,
    /** At its own pitch so many times faster; at the engine's rate. */
    atTempo: (samples: Int16Array, tempo: number): Int16Array => (tempo === 1 ? samples : stretch(samples, tempo)),
    /** From 22,050 to the recogniser's 16,000 Hz, −1 to 1; `faster` plays it so many times faster and higher. */
    resample: (samples: Int16Array, faster = 1): Float32Array =>
      resample(samples, Math.round(sampleRate * faster), SAMPLE_RATE),
    /** From the recogniser's 16,000 to 22,050 Hz: a recording, to be treated as what was spoken. */
    raise: (samples: Int16Array): Int16Array => toInt16(resample(samples, SAMPLE_RATE, sampleRate)),
    /** At 16,000 Hz, through a telephone network. */
    telephone: (samples: Int16Array, law: Law): Float32Array => {
      const narrow = toInt16(resample(samples, SAMPLE_RATE, TELEPHONE_RATE))
      return resample(throughTelephone(narrow, law), TELEPHONE_RATE, SAMPLE_RATE)
    },
    toInts: toInt16
  }
}
