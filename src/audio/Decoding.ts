/** What the pool asks of a decoding worker, and what it answers. Read by workers: all of effect would cost each 24 MB. */
import type { Kind } from "./FirstBytes.ts"

/** Hertz of what comes out, and what every recogniser takes; mono, 16 bits signed. */
export const SAMPLE_RATE = 16_000

/** Seconds of sound that a file may hold (wire contract, section 7). */
export const MAX_SECONDS = 180

/** More than any sound file for people has. */
export const MOST_CHANNELS = 8

export interface DecodingModules {
  /** SpeexDSP's resampler, compiled once for all workers. */
  readonly resampler: WebAssembly.Module
}

export type DecodingRequest =
  /** Begins a session with a file, and gives its first slice. */
  | { readonly tag: "open"; readonly session: number; readonly file: Uint8Array; readonly track: number | undefined }
  /** Bytes of a sound that is still coming, the first of which begin a session; and the first slice of them. */
  | { readonly tag: "push"; readonly session: number; readonly kind: Kind; readonly bytes: Uint8Array }
  /** Such a sound ends here, for now or, where it `isOver`, for good: the first slice of what waited for its end. */
  | { readonly tag: "drain"; readonly session: number; readonly isOver: boolean }
  /** The next slice. */
  | { readonly tag: "next"; readonly session: number }
  /** The session is over, complete or not. Has no answer. */
  | { readonly tag: "release"; readonly session: number }

export type DecodingAnswer =
  /** Some sound, perhaps none; mono, 16,000 Hz. With the last of what was asked for all that was met and passed over in it. */
  | {
      readonly tag: "slice"
      readonly samples: Int16Array<ArrayBuffer>
      readonly ended: boolean
      readonly warnings?: ReadonlyArray<string>
    }
  /** No format that is accepted; `name` is what it is, with its article, where that is known. */
  | { readonly tag: "unsupported"; readonly name: string | undefined }
  /** Nothing can be made of it; `reason` goes after "the file". */
  | { readonly tag: "undecodable"; readonly reason: string }
  /** The track that was asked for is none of the file's; `reason` goes after the field. */
  | { readonly tag: "noSuchTrack"; readonly reason: string }
  /** It goes on past the limit; all up to there has been given. */
  | { readonly tag: "tooLong" }
