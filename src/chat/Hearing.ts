/**
 * What chat needs of a recogniser: what was said in a recording. A port of its
 * own, so that any recogniser can be put behind it.
 */
import { Context, Effect, Layer, Option, Stream } from "effect"
import { AudioDecoder, SAMPLE_RATE } from "../audio/Decode.ts"
import type { Language } from "../Domain.ts"
import { type AudioTooLong, type EngineFailure, UndecodableAudio } from "../Errors.ts"
import { persistently, Recognizer } from "../engines/Recognizer.ts"
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

/** Chunks this long: nobody reads the partials. */
const CHUNK_MILLIS = 1120

/** The recogniser of the house, behind the decoder of the house. */
export const live: Layer.Layer<Hearing, never, AudioDecoder | Recognizer> = Layer.effect(
  Hearing,
  Effect.gen(function* () {
    const decoder = yield* AudioDecoder
    const recognizer = yield* Recognizer
    return {
      transcribe: ({ bytes, field }, language) =>
        Effect.gen(function* () {
          let samples = 0
          const sound = decoder.decode(bytes).pipe(
            Stream.tap((piece) =>
              Effect.sync(() => {
                samples += piece.length
              })
            ),
            Stream.catchTag("UNSUPPORTED_MEDIA_TYPE", ({ message }) =>
              Stream.fail(new UndecodableAudio({ message, param: field }))
            )
          )
          const request = { language, chunkMillis: CHUNK_MILLIS, words: false } as const
          const last = yield* Stream.runLast(recognizer.hear(request, sound))
          const final = Option.filter(last, (hypothesis) => hypothesis._tag === "Final")
          const { confidence, text } = Option.getOrElse(final, () => ({ text: "", confidence: 0 }))
          return { text, language, seconds: samples / SAMPLE_RATE, confidence }
        }).pipe(persistently)
    }
  })
)

/** The transcript with what is known of it in one tag (wire contract, section 3). */
export const analysed = ({ confidence, language, seconds, text }: Heard): string =>
  `${text}\n<analysis>${JSON.stringify({ language, duration_seconds: seconds, confidence })}</analysis>`
