/**
 * The synthesiser of one model of the models folder: phrase by phrase, the first alone, each as it is read by our
 * reading. What is ahead of the listener is bounded, and so is what a process holds.
 */
import { Effect, Stream } from "effect"
import { read } from "../../text/reading/Reading.ts"
import { isSpeakable } from "../../text/Sound.ts"
import * as Prefetch from "../../workers/Prefetch.ts"
import type { StartedTask } from "../../workers/WorkerPool.ts"
import { neutralPace, pauseAfter } from "../Pauses.ts"
import type { SpokenPhrase, SynthesisRequest, SynthesizerShape } from "../Synthesizer.ts"
import { wordMarks } from "../WordTimes.ts"
import type { ModelPlace } from "./ModelMemory.ts"
import type { SpeakingProcess } from "./ModelProcess.ts"
import type { SpeakingAnswer, SpeakingRequest } from "./SpeakingMessages.ts"

/** Phrases that are made ahead of the listener. */
const LOOK_AHEAD = 3
/** Seconds of silence for a phrase that has nothing to say, at most. */
const EMPTY_PHRASE = 0.1
const BYTES_PER_SAMPLE = 2

type Part = SynthesisRequest["phrases"][number]

const pauseOf = ({ speed }: SynthesisRequest, { text }: Part): number => pauseAfter(text, neutralPace * speed)

const requestOf = (request: SynthesisRequest, phrase: Part): SpeakingRequest => ({
  text: ("reading" in phrase ? phrase.reading : read(request.voice.language, phrase.text, request.lexicon)).words,
  language: request.voice.language,
  speaker: request.voice.model?.speaker ?? 0,
  speed: request.speed,
  pause: pauseOf(request, phrase)
})

const samplesOf = (bytes: Uint8Array): Int16Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const samples = new Int16Array(Math.floor(bytes.length / BYTES_PER_SAMPLE))
  for (let at = 0; at < samples.length; at++) samples[at] = view.getInt16(at * BYTES_PER_SAMPLE, true)
  return samples
}

/** Models say nothing of when they speak a word: words share the time of the speech by their letters. */
const spokenOf = (index: number, { text }: Part, { sampleRate, sound, speech }: SpeakingAnswer): SpokenPhrase => {
  const samples = samplesOf(sound)
  return {
    index,
    samples,
    sampleRate,
    words: wordMarks(text, [], { samples: samples.subarray(0, speech), sampleRate })
  }
}

const silent = (index: number, request: SynthesisRequest, phrase: Part, sampleRate: number): SpokenPhrase => ({
  index,
  samples: new Int16Array(Math.round(Math.min(pauseOf(request, phrase), EMPTY_PHRASE) * sampleRate)),
  sampleRate,
  words: []
})

/** Asked again where processes died over it. */
const twice = (start: () => StartedTask<SpeakingAnswer>): StartedTask<SpeakingAnswer> => {
  let current = start()
  const again = Effect.suspend(() => {
    current = start()
    return current.answer
  })
  return {
    answer: Effect.catchTag(current.answer, "PROVIDER_ERROR", () => again),
    withdraw: () => current.withdraw()
  }
}

const speakWith = (process: SpeakingProcess, request: SynthesisRequest, sampleRate: number) =>
  Effect.flatMap(process.turn, (turn) =>
    Prefetch.inOrder(
      request.phrases.entries(),
      ([index, phrase]): StartedTask<SpokenPhrase> => {
        if (!isSpeakable(phrase.text))
          return { answer: Effect.succeed(silent(index, request, phrase, sampleRate)), withdraw: () => {} }
        const asked = requestOf(request, phrase)
        const { answer, withdraw } = twice(() => process.start(asked, { place: { turn, step: index } }))
        return { answer: Effect.map(answer, (made) => spokenOf(index, phrase, made)), withdraw }
      },
      LOOK_AHEAD
    )
  )

interface ModelSynthesizerOptions {
  readonly name: string
  /** Hertz of what the model makes. */
  readonly sampleRate: number
  /** How long a text will be spoken: nothing is known of the model but the text. */
  readonly durations: SynthesizerShape["durations"]
}

/** The synthesiser; `place` has its processes. */
export const makeSynthesizer = (
  { durations, name, sampleRate }: ModelSynthesizerOptions,
  { use }: ModelPlace<SpeakingProcess>
): SynthesizerShape => ({
  name,
  speak: (request) => Stream.unwrapScoped(Effect.flatMap(use, (process) => speakWith(process, request, sampleRate))),
  durations,
  ready: Effect.scoped(Effect.flatMap(use, ({ ready }) => ready))
})
