/**
 * Speech to text, as a service tag. Implementations: `engines/recognizer`
 * (embedded) and `engines/openai` (any server with an OpenAI-compatible
 * `audio/transcriptions`). An engine knows nothing of wallets or HTTP.
 */
import { Context, Data, type Effect, type Stream } from "effect"
import type { Language } from "../Domain.ts"
import type { EngineFailure } from "../Errors.ts"

/**
 * Characters that somebody can say in a second, at most: the fastest speakers
 * say ten syllables, of which an Amharic one is a letter and an Oromo one three
 * or four, and the engine at its fastest (450 words a minute) no more.
 */
const MOST_PER_SECOND: Readonly<Record<Language, number>> = { am: 20, om: 40 }
/** Room for what a recogniser makes of a cough. */
const MOST_AT_ONCE = 64

/** Characters (UTF-16 code units) that a transcript of so many seconds can have; one with more was not said but made up. */
export const mostCharacters = (language: Language, seconds: number): number =>
  MOST_AT_ONCE + Math.ceil(MOST_PER_SECOND[language] * seconds)

/**
 * Characters of a second of speech whose cost is held: under twice what the catalog's voices say of ordinary
 * sentences, as the recogniser writes them (32 sentences at 160 to 175 words a minute: 6.5 to 8.6 in Amharic, 12 to
 * 15 in Oromo), and what they say at one and a half times that pace.
 */
const HELD_PER_SECOND: Readonly<Record<Language, number>> = { am: 12.5, om: 23 }

/** Characters of so many seconds of speech whose cost is held. */
export const heldCharacters = (language: Language, seconds: number): number =>
  Math.ceil(HELD_PER_SECOND[language] * seconds)

export interface RecognitionRequest {
  readonly language: Language
  /** Of several models the largest hears, or the smallest with `turbo`; `standard` where nothing is said. */
  readonly backend?: "standard" | "turbo"
  /** How much sound there is between hypotheses, in milliseconds: the contract's `chunk`. */
  readonly chunkMillis: 320 | 1120
  /** Whether the words' times are wanted. */
  readonly words: boolean
  /** Whether the sound is a file's, which is short enough to be kept whole, and not one that comes as it is spoken. */
  readonly isWhole?: boolean
  /**
   * Asked before an engine is given the sound that may be charged for, with the seconds of it that have come: whether the
   * wallet pays for that. Of several engines the first may be free of charge, and fail. Paid, where nothing is said.
   */
  readonly admit?: (seconds: number) => Effect.Effect<boolean>
}

/** When one word was spoken, in seconds from the start of the sound. */
export interface RecognizedWord {
  readonly text: string
  readonly start: number
  readonly end: number
  /** 0 to 1. */
  readonly confidence: number
}

/** What is believed to have been said. `Partial`s may still change; `Final` comes once, last. */
export type Hypothesis =
  /** All text so far, from the start of the sound. Its first `settled` UTF-16 code units change no more: every later text begins with them. */
  | { readonly _tag: "Partial"; readonly text: string; readonly settled: number }
  | {
      readonly _tag: "Final"
      /** Empty where nothing was said. */
      readonly text: string
      /** Empty where they were not asked for, or the engine does not time words. */
      readonly words: ReadonlyArray<RecognizedWord>
      /** 0 to 1. */
      readonly confidence: number
      /** Which model heard it, where that is another than the recogniser's name says. */
      readonly model?: string
    }

/** A model of the models folder, as it is shown: a recogniser or a voice. */
export interface ListedModel {
  readonly id: string
  readonly languages: ReadonlyArray<Language>
  readonly licence: string
  /** Whether it may not be charged for. */
  readonly isFree: boolean
}

/**
 * What the recogniser knew of a sound is lost, through no fault of that sound:
 * the worker that had it died over another. Who has all of the sound may begin again.
 */
export class RecognitionLost extends Data.TaggedError("RecognitionLost")<{ readonly message: string }> {}

export interface RecognizerShape {
  /** What clients see as `model`, e.g. `qal-embedded-1`. */
  readonly name: string
  /**
   * Recognises the sound as it comes, in pieces of any length, and says what it
   * believes as it goes. Ends with one `Final` after the sound has ended. Memory
   * is bounded however long the sound is. Fails with
   * `RecognitionLost` where the same sound may be given again; it then gives the same.
   */
  readonly recognize: <E>(
    request: RecognitionRequest,
    sound: Stream.Stream<Int16Array, E>
  ) => Stream.Stream<Hypothesis, E | EngineFailure | RecognitionLost>
  /** Begins to load what is loaded on first use: asked for where a sound will come soon. Waits for nothing. */
  readonly prepare: Effect.Effect<void>
  readonly ready: Effect.Effect<void, EngineFailure>
  /** The models that stand before the one of this name, as they are now; none where nothing is said. */
  readonly models?: Effect.Effect<ReadonlyArray<ListedModel>>
  /** Whether what hears the language first, as things are now, may not be charged for; false where nothing is said. */
  readonly isFree?: (request: Pick<RecognitionRequest, "backend" | "language">) => Effect.Effect<boolean>
}

export class Recognizer extends Context.Tag("engines/Recognizer")<Recognizer, RecognizerShape>() {}
