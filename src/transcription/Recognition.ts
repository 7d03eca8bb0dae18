/** What every way of transcribing shares: sound is heard to its end, and has its price. */
import { Chunk as Chunks, Effect, Option, Stream } from "effect"
import { AudioDecoder, type DecodeFailure } from "../audio/Decode.ts"
import type * as Money from "../billing/Money.ts"
import * as Prices from "../billing/Prices.ts"
import type { Language } from "../Domain.ts"
import { type EngineFailure, type InsufficientCredits, ProviderError } from "../Errors.ts"
import {
  type Hypothesis,
  lostForGood,
  mostCharacters,
  persistently,
  RecognitionLost,
  Recognizer,
  SAMPLE_RATE
} from "../engines/Recognizer.ts"
import * as Monotonic from "../Monotonic.ts"
import type { Chunk } from "./Api.ts"

/** How sound is to be heard. */
export interface Manner {
  readonly language: Language
  readonly chunk: Chunk
  /** Whether the words' times are wanted. */
  readonly words: boolean
  /** Whether the sound comes as it is spoken. */
  readonly live: boolean
}

/** All text so far; may still change. */
export interface PartialText {
  readonly text: string
}

export interface Recognized {
  readonly final: Extract<Hypothesis, { readonly _tag: "Final" }>
  /** Length of the sound, at 16,000 Hz. */
  readonly samples: number
  /** The same, rounded to hundredths. */
  readonly seconds: number
  /** What the recogniser took; of live sound, what it still took when all of it had come. */
  readonly computeMillis: number
}

/** Seconds that a file is taken to have until it is decoded: then the hold is for what it has. */
const LEAST_SECONDS = 1

/**
 * Clients take no event of 512 KB or more, and JSON may write a character with
 * six. The 180 s of a transcription are under 3,000 when somebody speaks.
 */
export const MOST_CHARACTERS = 64_000

const chunkMillis = { "320ms": 320, "1120ms": 1120 } as const

export const hundredths = (seconds: number): number => Math.round(seconds * 100) / 100

/** What a job that hears a file has of its own. */
interface JobHooks {
  readonly emit: (partial: PartialText) => Effect.Effect<void>
  readonly hold: (estimate: Money.Money) => Effect.Effect<void, InsufficientCredits>
}

/** Why a file that was admitted is not heard; nothing is charged then. */
export type FileFailure = EngineFailure | DecodeFailure | InsufficientCredits

const endless = () => new ProviderError({ message: "the recogniser gave more text than anybody can have said" })

const secondsOf = (pieces: Chunks.Chunk<Int16Array>): number =>
  Chunks.reduce(pieces, 0, (sum, { length }) => sum + length) / SAMPLE_RATE

export class Recognition extends Effect.Service<Recognition>()("transcription/Recognition", {
  effect: Effect.gen(function* () {
    const prices = yield* Prices.Prices
    const recognizer = yield* Recognizer
    const decoder = yield* AudioDecoder
    const perThousand = prices.table.transcription_per_1000_characters

    /** What so many seconds of sound can cost, and `priceOf` goes no higher. */
    const estimate = (seconds: number, language: Language): Money.Money =>
      Prices.forCount(perThousand, mostCharacters(language, seconds))

    /** What was heard costs by its characters; those that nobody can have said in the time cost nothing. */
    const priceOf = ({ final, samples }: Recognized, language: Language): Money.Money =>
      Prices.forCount(perThousand, Math.min(final.text.length, mostCharacters(language, samples / SAMPLE_RATE)))

    /** Hears the sound to its end, and tells what is believed on the way. */
    const attempt = <E>(
      { chunk, language, live, words }: Manner,
      sound: Stream.Stream<Int16Array, E>,
      emit: (partial: PartialText) => Effect.Effect<void>
    ): Effect.Effect<Recognized, E | EngineFailure | RecognitionLost> =>
      Effect.gen(function* () {
        let begun = yield* Monotonic.millis
        let samples = 0
        const counted = Stream.tap(sound, ({ length }) =>
          Effect.sync(() => {
            samples += length
          })
        )
        const allHere = Effect.map(Monotonic.millis, (now) => {
          if (live) begun = now
        })
        const last = yield* recognizer
          .hear({ language, chunkMillis: chunkMillis[chunk], words }, Stream.concat(counted, Stream.execute(allHere)))
          .pipe(
            Stream.tap((news) => {
              if (news.text.length > MOST_CHARACTERS) return Effect.fail(endless())
              return news._tag === "Partial" ? emit({ text: news.text }) : Effect.void
            }),
            Stream.runLast
          )
        if (Option.isNone(last) || last.value._tag !== "Final")
          return yield* new ProviderError({ message: "the recogniser gave no transcript" })
        const computeMillis = Math.round((yield* Monotonic.millis) - begun)
        return { final: last.value, samples, seconds: hundredths(samples / SAMPLE_RATE), computeMillis }
      })

    /** Hears sound that comes but once, as it is spoken: what a worker that dies knew of it cannot be had again. */
    const hear = <E>(
      manner: Manner,
      sound: Stream.Stream<Int16Array, E>,
      emit: (partial: PartialText) => Effect.Effect<void>
    ): Effect.Effect<Recognized, E | EngineFailure> =>
      Effect.catchAll(attempt(manner, sound, emit), (failure) =>
        Effect.fail(failure instanceof RecognitionLost ? lostForGood(failure) : failure)
      )

    /** Hears sound that is all here, from its start where it was lost on the way. What was told is not told again. */
    const hearAll = (
      manner: Manner,
      sound: Chunks.Chunk<Int16Array>,
      emit: (partial: PartialText) => Effect.Effect<void>
    ) =>
      Effect.suspend(() => {
        let told = 0
        const once = Effect.suspend(() => {
          let at = 0
          return attempt(manner, Stream.fromChunk(sound), (partial) =>
            Effect.suspend(() => {
              if (at++ < told) return Effect.void
              told++
              return emit(partial)
            })
          )
        })
        return persistently(once)
      })

    /** What is held for a file until its length is known. */
    const leastEstimate = (language: Language): Money.Money => estimate(LEAST_SECONDS, language)

    /**
     * Decodes a file, has its estimate held, and hears it: the work of a job that
     * was admitted with `leastEstimate`. Longer files fail before they are held in memory.
     */
    const hearFile = (
      manner: Manner,
      file: Uint8Array,
      { emit, hold }: JobHooks
    ): Effect.Effect<Recognized, FileFailure> =>
      Effect.gen(function* () {
        const sound = yield* Stream.runCollect(decoder.decode(file))
        yield* hold(estimate(secondsOf(sound), manner.language))
        return yield* hearAll(manner, sound, emit)
      })

    return { estimate, leastEstimate, priceOf, hear, hearFile, model: recognizer.name, perThousand }
  })
}) {}
