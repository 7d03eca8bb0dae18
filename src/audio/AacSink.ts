/** AAC in ADTS, by FFmpeg's encoder as `@mediabunny/aac-encoder` has compiled it. Loaded with a worker's first sound in it. */
import * as Adts from "./Adts.ts"
import { joinBytes } from "./Samples.ts"
import { makeFraming, type Sink } from "./Sink.ts"

/** Pointers and encoders are addresses in the module's memory, whose view is another after it has grown. */
interface AacModule {
  readonly HEAPU8: Uint8Array
  /** 0 where there is no memory. */
  readonly _init_encoder: (channels: number, sampleRate: number, bitrate: number) => number
  readonly _close_encoder: (encoder: number) => void
  /** Where the next frame's samples go, as 32-bit floating point. */
  readonly _get_encode_input_ptr: (encoder: number, bytes: number) => number
  /** Takes the frame that begins at sample `at`; below 0 for a failure. */
  readonly _send_frame: (encoder: number, at: bigint) => number
  /** Bytes of the next coded frame, 0 where there is none, below 0 for a failure. */
  readonly _receive_packet: (encoder: number) => number
  readonly _get_encoded_data: (encoder: number) => number
  /** No more frames come. */
  readonly _flush_encoder_start: (encoder: number) => void
}

interface AacPackage {
  readonly default: () => Promise<AacModule>
}

/** What the package's own worker loads; it exports only what needs a worker of its own. */
const aacPackage = (): AacPackage => require("../../node_modules/@mediabunny/aac-encoder/dist/modules/build/aac.js")

const RATE = 44_100
const FRAME_SAMPLES = 1_024
/** Bits a second: what one voice takes at this encoder's quality. */
const BITRATE = 64_000

/** Makes the sinks of one thread. */
export const load = async (): Promise<() => Sink> => {
  const module = await aacPackage().default()
  return () => {
    const encoder = module._init_encoder(1, RATE, BITRATE)
    if (encoder === 0) throw new Error("no encoder of AAC")
    const framing = makeFraming(FRAME_SAMPLES)
    let sent = 0
    let frames: Array<Uint8Array> = []
    const receive = (): void => {
      for (let length = module._receive_packet(encoder); length !== 0; length = module._receive_packet(encoder)) {
        if (length < 0) throw new Error(`the encoder of AAC answered ${length}`)
        const at = module._get_encoded_data(encoder)
        frames.push(Adts.frame(module.HEAPU8.subarray(at, at + length)))
      }
    }
    const send = (frame: Float32Array): void => {
      const at = module._get_encode_input_ptr(encoder, frame.byteLength)
      module.HEAPU8.set(new Uint8Array(frame.buffer, frame.byteOffset, frame.byteLength), at)
      const answer = module._send_frame(encoder, BigInt(sent))
      if (answer < 0) throw new Error(`the encoder of AAC answered ${answer}`)
      sent += FRAME_SAMPLES
      receive()
    }
    const complete = (): Uint8Array<ArrayBuffer> => {
      const bytes = joinBytes(frames)
      frames = []
      return bytes
    }
    return {
      write: (samples) => {
        framing.push(samples, send)
        return complete()
      },
      end: () => {
        framing.finish(0, send)
        module._flush_encoder_start(encoder)
        receive()
        return complete()
      },
      release: () => module._close_encoder(encoder)
    }
  }
}
