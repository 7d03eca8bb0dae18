/**
 * Sound to text to its end: what chat and transcription share above the two
 * tags that it takes, a decoder of files and a recogniser.
 */
import { Effect, Option, Stream } from "effect"
import { AudioDecoder, type AudioDecoderShape, SAMPLE_RATE } from "../audio/Decode.ts"
import type { Language } from "../Domain.ts"
import { type EngineFailure, type InsufficientCredits, ProviderError } from "../Errors.ts"
import {
  type Hypothesis,
  heldCharacters,
  mostCharacters,
  RecognitionLost,
  type RecognitionRequest,
  Recognizer
} from "./Recognizer.ts"

type Admit = NonNullable<RecognitionRequest["admit"]>

/** A sound, recognised to its end. */
export interface RecognitionResult {
  readonly final: Extract<Hypothesis, { readonly _tag: "Final" }>
  /** Length of the sound, at 16,000 Hz. */
  readonly samples: number
}

/** All text so far; what comes after its first `settled` UTF-16 code units may still change. */
export interface PartialText {
  readonly text: string
  readonly settled: number
}

/**
 * What a sound has held while it is heard. Where the first engine may not be charged for that is nothing; where it fails,
 * and another is asked in its place, what that costs is held before.
 */
export interface HearingHold {
  /** Characters (UTF-16 code units) whose cost is held for so many seconds of sound: none while what hears them may not be charged for. */
  readonly characters: (seconds: number) => number
  /** For the request: `hold` has the cost of so many seconds held, by `characters` as they are then, or fails. */
  readonly admitting: (hold: (seconds: number) => Effect.Effect<unknown, InsufficientCredits>) => Admit
}

export type OnPartial = (partial: PartialText) => Effect.Effect<void>

/**
 * UTF-16 code units of a text. Clients take no event of 512 KB or more, and JSON
 * may write a character with six. 180 s of speech are under 3,000.
 */
export const MOST_CHARACTERS = 64_000

/** How often one sound is begun again. A sound that ends its worker itself is not, so that few deaths follow each other. */
const MOST_RETRIES = 3

const tooMuchText = () => new ProviderError({ message: "the recogniser gave more text than anybody can have said" })
const noTranscript = () => new ProviderError({ message: "the recogniser gave no transcript" })
const lostForGood = ({ message }: RecognitionLost) => new ProviderError({ message })

/** Nothing was understood, and of nothing nobody is sure. */
const sure = (final: RecognitionResult["final"]): RecognitionResult["final"] =>
  final.text.trim() === "" ? { ...final, confidence: 0 } : final

export class SpeechRecognition extends Effect.Service<SpeechRecognition>()("engines/SpeechRecognition", {
  effect: Effect.gen(function* () {
    const decoder = yield* AudioDecoder
    const recognizer = yield* Recognizer

    /** The sound of a file that is to be recognised: decoder and recogniser load at once, not one after the other. */
    const decode: AudioDecoderShape["decode"] = (file, options) =>
      Stream.unwrap(Effect.as(recognizer.prepare, decoder.decode(file, options)))

    const attempt = <E>(
      request: RecognitionRequest,
      sound: Stream.Stream<Int16Array, E>,
      onPartial: OnPartial
    ): Effect.Effect<RecognitionResult, E | EngineFailure | RecognitionLost> =>
      Effect.gen(function* () {
        let samples = 0
        const counted = Stream.tap(sound, ({ length }) =>
          Effect.sync(() => {
            samples += length
          })
        )
        const last = yield* recognizer.recognize(request, counted).pipe(
          Stream.tap((hypothesis) => {
            if (hypothesis.text.length > MOST_CHARACTERS) return Effect.fail(tooMuchText())
            if (hypothesis._tag === "Final") return Effect.void
            return onPartial({ text: hypothesis.text, settled: hypothesis.settled })
          }),
          Stream.runLast
        )
        if (Option.isNone(last) || last.value._tag !== "Final") return yield* noTranscript()
        return { final: sure(last.value), samples }
      })

    /** Recognises sound that comes but once, as it is spoken: what a lost worker knew of it cannot be had again. */
    const recognizeLive = <E>(
      request: RecognitionRequest,
      sound: Stream.Stream<Int16Array, E>,
      onPartial: OnPartial
    ): Effect.Effect<RecognitionResult, E | EngineFailure> =>
      attempt(request, sound, onPartial).pipe(
        Effect.catchAll((failure) => Effect.fail(failure instanceof RecognitionLost ? lostForGood(failure) : failure)),
        Effect.withSpan("SpeechRecognition.recognizeLive")
      )

    /** Recognises sound that can be had again, from its start where it was lost on the way; no partial is given twice. */
    const recognize = <E>(
      request: RecognitionRequest,
      sound: Stream.Stream<Int16Array, E>,
      onPartial: OnPartial = () => Effect.void
    ): Effect.Effect<RecognitionResult, E | EngineFailure> => {
      let given = 0
      const fromStart = (retries: number): Effect.Effect<RecognitionResult, E | EngineFailure> => {
        let at = 0
        const onNewPartial: OnPartial = (partial) => {
          if (at++ < given) return Effect.void
          given++
          return onPartial(partial)
        }
        return Effect.catchAll(attempt({ ...request, isWhole: true }, sound, onNewPartial), (failure) => {
          if (!(failure instanceof RecognitionLost)) return Effect.fail(failure)
          return retries > 0 ? fromStart(retries - 1) : Effect.fail(lostForGood(failure))
        })
      }
      return Effect.suspend(() => {
        given = 0
        return fromStart(MOST_RETRIES)
      }).pipe(Effect.withSpan("SpeechRecognition.recognize"))
    }

    /** What is to be held for a sound in this language, as things are now. */
    const holdingFor = (
      language: Language,
      backend: NonNullable<RecognitionRequest["backend"]> = "standard"
    ): Effect.Effect<HearingHold> =>
      Effect.map(recognizer.isFree?.({ language, backend }) ?? Effect.succeed(false), (isFirstFree) => {
        let isFree = isFirstFree
        return {
          characters: (seconds) => (isFree ? 0 : heldCharacters(language, seconds)),
          admitting: (hold) => (seconds) =>
            Effect.suspend(() => {
              if (!isFree) return Effect.succeed(true)
              isFree = false
              return Effect.match(hold(seconds), {
                onSuccess: () => true,
                onFailure: () => {
                  isFree = true
                  return false
                }
              })
            })
        }
      })

    /** Characters that are charged of what was delivered; those that nobody can have said in the time cost nothing. */
    const charactersToCharge = (
      text: string,
      { samples }: Pick<RecognitionResult, "samples">,
      language: Language
    ): number => Math.min(text.length, mostCharacters(language, samples / SAMPLE_RATE))

    return { model: recognizer.name, holdingFor, charactersToCharge, decode, recognize, recognizeLive }
  })
}) {}
