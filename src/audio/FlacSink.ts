/** FLAC, by libFLAC as `@mediabunny/flac-encoder` has compiled it. Loaded with a worker's first sound in it. */
import { joinBytes, toInt16 } from "./Samples.ts"
import type { Sink } from "./Sink.ts"

/** Pointers and encoders are addresses in the module's memory, whose view is another after it has grown. */
interface FlacModule {
  readonly HEAPU8: Uint8Array
  /** 0 where there is no memory. */
  readonly _init_encoder: (channels: number, sampleRate: number, bits: number) => number
  /** Where samples go, as 32-bit numbers of which the upper bits count. */
  readonly _get_encode_input_ptr: (encoder: number, bytes: number) => number
  /** Both: 0, or below it for a failure; the frames that are complete can be read until the next call. */
  readonly _send_samples: (encoder: number, count: number) => number
  /** Ends the sound, and with it the encoder's use: it forgets what it was set to. */
  readonly _finish_encoder: (encoder: number) => number
  readonly _get_output_data: (encoder: number) => number
  readonly _get_frame_count: (encoder: number) => number
  readonly _get_frame_size: (encoder: number, index: number) => number
}

interface FlacPackage {
  readonly default: () => Promise<FlacModule>
}

/** What the package's own worker loads; it exports only what needs a worker of its own. */
const flacPackage = (): FlacPackage => require("../../node_modules/@mediabunny/flac-encoder/dist/modules/build/flac.js")

const RATE = 44_100
const BITS = 16
/** Samples given at once. */
const CHUNK = 8_192

const check = (answer: number): void => {
  if (answer !== 0) throw new Error(`the encoder of FLAC answered ${answer}`)
}

/** Frames that were completed by the last call: copied, one after the other as they lie. */
const framesOf = (module: FlacModule, encoder: number): Uint8Array => {
  let length = 0
  for (let index = 0; index < module._get_frame_count(encoder); index++)
    length += module._get_frame_size(encoder, index)
  const at = module._get_output_data(encoder)
  return module.HEAPU8.slice(at, at + length)
}

/** Sounds that one module encodes: the package frees no encoder, some 0.3 MB each, so that its whole memory is given up then. */
const MOST_SOUNDS = 16

const makeSink = (module: FlacModule): Sink => {
  const encoder = module._init_encoder(1, RATE, BITS)
  if (encoder === 0) throw new Error("no encoder of FLAC")
  const send = (samples: Int16Array): Uint8Array => {
    const at = module._get_encode_input_ptr(encoder, 4 * samples.length)
    const input = new Int32Array(module.HEAPU8.buffer, at, samples.length)
    for (let i = 0; i < samples.length; i++) input[i] = (samples[i] ?? 0) << BITS
    check(module._send_samples(encoder, samples.length))
    return framesOf(module, encoder)
  }
  return {
    write: (samples) => {
      const whole = toInt16(samples)
      const chunks = Array.from({ length: Math.ceil(whole.length / CHUNK) }, (_, at) =>
        send(whole.subarray(at * CHUNK, (at + 1) * CHUNK))
      )
      return joinBytes(chunks)
    },
    end: () => {
      check(module._finish_encoder(encoder))
      return joinBytes([framesOf(module, encoder)])
    },
    release: () => {}
  }
}

/** Makes the sinks of one thread. */
export const load = async (): Promise<() => Promise<Sink>> => {
  const compiled = flacPackage()
  let module = await compiled.default()
  let sounds = 0
  return async () => {
    if (++sounds > MOST_SOUNDS) {
      module = await compiled.default()
      sounds = 1
    }
    return makeSink(module)
  }
}
