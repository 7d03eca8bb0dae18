/**
 * Samples to the formats that clients may ask for, off the thread that answers
 * requests. One encoder serves a whole clip, so that its pieces join without a gap.
 */
import { Context, Schema, type Stream } from "effect"
import type { ProviderError } from "../Errors.ts"

export { formats } from "./Formats.ts"

export const OutputFormat = Schema.Literal("mp3_44100", "wav_44100", "pcm_16000").annotations({
  identifier: "OutputFormat",
  description: "MP3 or WAV at 44,100 Hz, or `pcm_16000`: WAV at 16,000 Hz; all mono",
  examples: ["mp3_44100"]
})
export type OutputFormat = typeof OutputFormat.Type

/** All that sound is made in: those, and what the protocols of others name. */
export const AudioFormat = Schema.Literal(
  ...OutputFormat.literals,
  "wav_24000",
  "opus_48000",
  "flac_44100",
  "aac_44100"
).annotations({
  identifier: "AudioFormat",
  description: "What the sound is kept in; after the `_` its sample rate in hertz. All are mono",
  examples: ["mp3_44100"]
})
export type AudioFormat = typeof AudioFormat.Type

/** A piece of sound: mono, 16-bit signed samples at `sampleRate` hertz. */
export interface Sound {
  readonly samples: Int16Array
  readonly sampleRate: number
}

/** The encoded form of the piece of sound that went in, as far as it is complete. */
export interface EncodedPiece {
  /** May be empty: a codec may hold back a frame until more sound comes. */
  readonly bytes: Uint8Array
  /** On the last piece: what the file begins with now that its end is known; as long as what it replaces. */
  readonly head?: Uint8Array
}

/** Called with the first piece of a sound while it is made: parts that are, in order, what the piece begins with. */
export type OnSound = (sound: Sound) => void

export interface AudioEncoderShape {
  /**
   * One output piece per input piece, in order, then a last one with what the
   * codec held back. The bytes joined are one file that plays
   * without a gap; its lengths are unknown in its first bytes (a WAV header's
   * sizes, an MP3 info frame's counts) until the last piece's `head` replaces them.
   *
   * The sound's maker may give parts of its first piece while that is made: then much
   * of it is encoded by the time it is complete, to the same bytes. The sound is
   * first asked for a second piece when the first is encoded.
   */
  readonly encode: (
    format: AudioFormat
  ) => <E, R>(
    sound: (onSound: OnSound) => Stream.Stream<Sound, E, R>
  ) => Stream.Stream<EncodedPiece, E | ProviderError, R>
}

export class AudioEncoder extends Context.Tag("audio/AudioEncoder")<AudioEncoder, AudioEncoderShape>() {}
