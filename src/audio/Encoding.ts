/** What the pool asks of an encoding worker, and what it answers. */
import type { AudioFormat } from "./AudioEncoder.ts"

/** The codecs as compiled modules: workers share them, and with them the machine code made of them. */
export interface CodecModules {
  readonly lame: WebAssembly.Module
  readonly resampler: WebAssembly.Module
}

/** Mono, 16-bit samples, `sampleRate` hertz. */
interface Samples {
  readonly samples: Int16Array
  readonly sampleRate: number
}

export type EncodingRequest =
  /** The beginning of a piece that is encoded to MP3 for itself, before all of it is there. Answered with its `whole`. */
  | (Samples & { readonly tag: "early" })
  /** A piece that is encoded to MP3 for itself, or the rest of it: whole frames, with a silent last frame. */
  | (Samples & { readonly tag: "whole" })
  /** No `whole` follows what came early. Answered with nothing. */
  | { readonly tag: "abandon" }
  /** The next piece of a session, which begins with its first. */
  | (Samples & { readonly tag: "piece"; readonly session: number; readonly format: AudioFormat })
  /** What the session holds back. */
  | { readonly tag: "finish"; readonly session: number }
  /** The session is over, complete or not. Has no answer. */
  | { readonly tag: "release"; readonly session: number }

export interface Encoded {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Samples, at the format's rate, that these bytes add. */
  readonly samples: number
}
