/**
 * What chat needs of a recogniser: what was said in a recording. A port of its
 * own, so that any recogniser can be put behind it.
 */
import { Context, Effect, Layer } from "effect"
import type { Language } from "../Domain.ts"
import { type AudioTooLong, type EngineFailure, ProviderUnavailable, type UndecodableAudio } from "../Errors.ts"
import type { AudioType } from "./MediaType.ts"

/** A recording that a client sent, recognised by its bytes. */
export interface Recording {
  /** The form's field that it came in, for messages. */
  readonly field: string
  readonly mimeType: AudioType
  readonly bytes: Uint8Array
}

export interface Heard {
  readonly text: string
  readonly language: Language
  /** Length of the recording. */
  readonly seconds: number
  /** 0 to 1. */
  readonly confidence: number
}

/** Sound that can be decoded is heard up to this long (wire contract, section 3). */
export const MAX_SECONDS = 180

export type HearingFailure = EngineFailure | UndecodableAudio | AudioTooLong

export class Hearing extends Context.Tag("chat/Hearing")<
  Hearing,
  {
    /** Fails with `UndecodableAudio`, `AudioTooLong` (over `MAX_SECONDS`), or as the engine fails. */
    readonly transcribe: (recording: Recording, language: Language) => Effect.Effect<Heard, HearingFailure>
  }
>() {}

/** For a server that has no recogniser: every recording is turned down. */
export const deaf: Layer.Layer<Hearing> = Layer.succeed(Hearing, {
  transcribe: () =>
    Effect.fail(
      new ProviderUnavailable({
        message: "this server has no speech recogniser; set QAL_RECOGNIZER_URL to attach one, or send text"
      })
    )
})

/** The transcript with what is known of it in one tag (wire contract, section 3). */
export const analysed = ({ confidence, language, seconds, text }: Heard): string =>
  `${text}\n<analysis>${JSON.stringify({ language, duration_seconds: seconds, confidence })}</analysis>`
