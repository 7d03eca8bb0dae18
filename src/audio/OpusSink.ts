/** Opus in Ogg, by libopus as `opusscript` has compiled it. Loaded with a worker's first sound in it. */
import { readFile } from "node:fs/promises"
import wasmFile from "../../node_modules/opusscript/build/opusscript_native_wasm.wasm" with { type: "file" }
import * as Ogg from "./Ogg.ts"
import { toInt16 } from "./Samples.ts"
import { makeFraming, type Sink } from "./Sink.ts"

/** Pointers are addresses in the module's memory, whose views are others after it has grown. */
interface OpusModule {
  readonly HEAP16: Int16Array
  readonly HEAPU8: Uint8Array
  readonly _malloc: (bytes: number) => number
  readonly OpusScriptHandler: new (sampleRate: number, channels: number, application: number) => OpusHandler
}

interface OpusHandler {
  /**
   * Bytes that were written, or below 0 a code of libopus. Of so many `octets` it makes samples first, each
   * octet taken for two bytes; where there are none, the samples lie there as they are.
   */
  readonly _encode: (input: number, octets: 0, output: number, samples: number) => number
  readonly _encoder_ctl: (request: number, value: number) => number
}

type OpusPackage = (options: {
  readonly instantiateWasm: (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void
  ) => WebAssembly.Exports
}) => OpusModule

const opusPackage = (): OpusPackage => require("opusscript/build/opusscript_native_wasm.js")

/** `OPUS_APPLICATION_AUDIO`: as it was, where that for calls would take low notes out. */
const APPLICATION = 2049
/** `OPUS_SET_BITRATE`, and `OPUS_RESET_STATE`, which takes no value. */
const SET_BITRATE = 4002
const RESET_STATE = 4028
/** Bits a second: transparent for one voice (Opus's own recommendation, from 28,000 on). */
const BITRATE = 48_000
/** What the package lets libopus write for a packet (its `MAX_PACKET_SIZE`). */
const MOST_BYTES = 3 * 1_276

/** Makes the sinks of one thread. */
export const load = async (): Promise<() => Sink> => {
  const code = await WebAssembly.compile(await readFile(wasmFile))
  const module = opusPackage()({
    instantiateWasm: (imports, done) => {
      const instance = new WebAssembly.Instance(code, imports)
      done(instance, code)
      return instance.exports
    }
  })
  const input = module._malloc(2 * Ogg.PACKET_SAMPLES)
  const output = module._malloc(MOST_BYTES)
  // Kept: the package does not free all of one.
  const spare: Array<OpusHandler> = []
  const makeHandler = (): OpusHandler => {
    const handler = new module.OpusScriptHandler(Ogg.RATE, 1, APPLICATION)
    handler._encoder_ctl(SET_BITRATE, BITRATE)
    return handler
  }
  return () => {
    const handler = spare.pop() ?? makeHandler()
    const framing = makeFraming(Ogg.PACKET_SAMPLES)
    const pages = Ogg.makePages()
    let taken = 0
    let packets: Array<Uint8Array> = []
    const encode = (frame: Float32Array): void => {
      module.HEAP16.set(toInt16(frame), input / 2)
      const length = handler._encode(input, 0, output, Ogg.PACKET_SAMPLES)
      if (length < 0) throw new Error(`libopus answered ${length}`)
      packets.push(module.HEAPU8.slice(output, output + length))
    }
    const complete = (end?: number): Uint8Array<ArrayBuffer> => {
      const news = packets
      packets = []
      return pages.add(news, end)
    }
    return {
      write: (samples) => {
        taken += samples.length
        framing.push(samples, encode)
        return complete()
      },
      end: () => {
        framing.finish(Ogg.PRE_SKIP, encode)
        return complete(taken)
      },
      release: () => {
        handler._encoder_ctl(RESET_STATE, 0)
        spare.push(handler)
      }
    }
  }
}
