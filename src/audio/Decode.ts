/**
 * The bytes of a sound file to what recognisers take, off the thread that
 * answers requests. What a file is shows in its bytes, never in its name or in
 * the type that a client gives it.
 */
import { Context, type Effect, type Stream } from "effect"
import {
  AudioTooLong,
  atField,
  type ProviderUnavailable,
  UndecodableAudio,
  UnsupportedMediaType,
  type ValidationFailed
} from "../Errors.ts"

export { MAX_SECONDS, SAMPLE_RATE } from "./Decoding.ts"

/** What is accepted, for messages. */
export const ACCEPTED =
  "WAV, MP3, M4A, MP4 or QuickTime (AAC, ALAC, Opus, FLAC, MP3, PCM, ADPCM, GSM), AAC (ADTS), WebM or Matroska (Opus, Vorbis, AAC, PCM), " +
  "OGG (Opus, Vorbis, FLAC), FLAC, AIFF or AU (PCM), CAF (PCM, AAC, ALAC, Opus, FLAC), or GSM"

/** The field that names a sound track. */
export const TRACK_FIELD = "track"

export type DecodeFailure = UnsupportedMediaType | UndecodableAudio | AudioTooLong | ProviderUnavailable | NoSuchTrack

/** A file has no track of the number that was asked for. */
type NoSuchTrack = ValidationFailed

export interface DecodeOptions {
  /** Which sound track is heard, from 1; where it is left out the first that is not silent. */
  readonly track?: number | undefined
  /** Told at the end, of all that was met and passed over, in short sentences. */
  readonly onWarnings?: (warnings: ReadonlyArray<string>) => Effect.Effect<void>
}

/** What is wrong with a file, as it is told of the request's field that held it. */
export const inField =
  (field: string) =>
  <Failure>(failure: Failure | DecodeFailure): Failure | DecodeFailure => {
    if (failure instanceof AudioTooLong)
      return new AudioTooLong(atField({ field, code: "too_long", message: failure.message }))
    if (failure instanceof UndecodableAudio)
      return new UndecodableAudio(atField({ field, code: "undecodable", message: failure.message }))
    if (failure instanceof UnsupportedMediaType)
      return new UnsupportedMediaType(atField({ field, code: "unsupported", message: failure.message }))
    return failure
  }

export interface AudioDecoderShape {
  /**
   * The sound of `file`, as a player plays it, in pieces of a few seconds: mono, 16-bit signed, 16,000
   * Hz, whatever rate and channels it has in the file. No more than `MAX_SECONDS`
   * come out of it.
   *
   * A file without a sample is an empty stream. One that is cut short or broken
   * in the middle gives what comes before that: half a sentence is
   * better served with half a transcript. Of a WebM those blocks count that are
   * whole; an MP4 whose index stood at the lost end is lost with it.
   *
   * Fails with `UnsupportedMediaType` where the bytes are no sound of an accepted
   * format; with `UndecodableAudio` where nothing can be made of it; with
   * `AudioTooLong` as soon as the limit is passed, after what lies before it;
   * with `ProviderUnavailable` where no decoder is to be had; with
   * `ValidationFailed` where it has no such track.
   */
  readonly decode: (file: Uint8Array, options?: DecodeOptions) => Stream.Stream<Int16Array, DecodeFailure>
}

export class AudioDecoder extends Context.Tag("audio/AudioDecoder")<AudioDecoder, AudioDecoderShape>() {}
