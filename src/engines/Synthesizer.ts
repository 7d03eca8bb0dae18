/**
 * Text to speech, as a service tag. Implementations: `engines/espeak` (embedded), `engines/openai`
 * (any server with an OpenAI-compatible `audio/speech`) and, for their own voices, `engines/sherpa` (models).
 * An engine knows nothing of wallets or HTTP.
 */
import { Context, type Effect, type Stream } from "effect"
import type { Sound } from "../audio/AudioEncoder.ts"
import type { Language } from "../Domain.ts"
import type { EngineFailure } from "../Errors.ts"
import type { Phrase } from "../text/Phrases.ts"
import type { Lexicon, Reading } from "../text/reading/Reading.ts"
import type { ModelSpeaker } from "./ModelVoices.ts"
import type { ListedModel } from "./Recognizer.ts"

/** How a voice of the catalog sounds. Each engine takes from it what it understands. */
export interface VoiceTimbre {
  /** The catalog's voice id, e.g. `am-hamen`; what a remote engine gets as its `voice`. */
  readonly id: string
  readonly language: Language
  /** eSpeak NG's voice variant, e.g. `f2`, `m3`. */
  readonly variant: string
  /** eSpeak NG's pitch, 0 to 99 (50 is its default). */
  readonly pitch: number
  /** Words a minute at neutral speed, 80 to 450 (175 is eSpeak NG's default). */
  readonly rate: number
  /** Of a voice of the models folder: which of its models speaks, and as whom. */
  readonly model?: ModelSpeaker
}

/** A phrase with what is said for it. */
export interface ReadPhrase extends Phrase {
  readonly reading: Reading
}

export interface SynthesisRequest {
  readonly voice: VoiceTimbre
  /** Pace as a factor, 0.25 to 4: 0.5 is half, 1 neutral, 2 double. */
  readonly speed: number
  /** As they are written, and, of those that are read already (`engines/Readings`), what is said; engines read the others. */
  readonly phrases: ReadonlyArray<Phrase | ReadPhrase>
  /** The client's own words, by which phrases are read that are not yet. */
  readonly lexicon?: Lexicon
  /**
   * Called with the first phrase while it is made, where the engine can do that:
   * pieces that are, in order, what its sound begins with. Must not throw.
   */
  readonly onSound?: (sound: Sound) => void
}

/** A text whose length in time is asked for, before it is spoken. */
export interface DurationRequest extends Pick<SynthesisRequest, "speed"> {
  readonly phrases: ReadonlyArray<ReadPhrase>
  readonly voice: Pick<VoiceTimbre, "language" | "rate" | "model">
}

/** How long a text will be spoken: seconds of sound, pauses included. */
export interface SpeechDurations {
  readonly likely: number
  /** Whose cost is held: of an ordinary text no less than it takes, and at most 1.5 times that. */
  readonly held: number
  /** No text like it takes more: where its sound is cut. */
  readonly longest: number
}

/** When one word of the text is spoken. */
export interface WordMark {
  /** The word as the client wrote it. */
  readonly text: string
  /** Seconds from the start of the phrase's audio. */
  readonly start: number
  readonly end: number
}

/** The sound of one phrase. */
export interface SpokenPhrase extends Sound {
  /** From 0, in order. */
  readonly index: number
  /** Every word of the phrase once, in order. Empty where the engine gives no times. */
  readonly words: ReadonlyArray<WordMark>
}

export interface SynthesizerShape {
  /** What the engine is called in logs and `doctor`, e.g. `espeak-ng`. */
  readonly name: string
  /**
   * Speaks the phrases in order, each as soon as it is made; works ahead by a
   * bounded number of phrases. Fails with `LanguageCapacityReached` at once
   * when every worker is taken and the queue is full.
   */
  readonly speak: (request: SynthesisRequest) => Stream.Stream<SpokenPhrase, EngineFailure>
  /** Cheap: nothing is read or synthesised. */
  readonly durations: (request: DurationRequest) => SpeechDurations
  /** Succeeds when the engine can speak: workers loaded, or the remote address answering. */
  readonly ready: Effect.Effect<void, EngineFailure>
  /** The models whose voices speak beside those of the engine of this name, as they are now; none where nothing is said. */
  readonly models?: Effect.Effect<ReadonlyArray<ListedModel>>
}

export class Synthesizer extends Context.Tag("engines/Synthesizer")<Synthesizer, SynthesizerShape>() {}
