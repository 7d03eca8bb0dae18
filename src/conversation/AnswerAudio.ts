/** An answer's sound on its way to the client: in pieces, ahead of its playing, but not far. */
import { type Clock, Duration, Effect } from "effect"
import { levelOf } from "../audio/Activity.ts"
import type { Outgoing } from "../audio/LivePcm.ts"
import type { InsufficientCredits } from "../Errors.ts"
import type { SpokenPhrase, WordMark } from "../engines/Synthesizer.ts"
import * as Monotonic from "../runtime/Monotonic.ts"
import type { Phrase } from "../text/Phrases.ts"
import { isMostlySpeakable } from "../text/Sound.ts"
import { Input } from "./MachineMessages.ts"
import type { Playback } from "./Playback.ts"
import type { SpokenWord, TurnId } from "./State.ts"
import type { Stretch } from "./TurnCost.ts"

/** Sound is sent in pieces of so many milliseconds. */
const PIECE = 100

/** Where the events of a turn are sent, and what its sound goes through. */
export interface Listener {
  readonly tell: (input: Input) => void
  readonly playback: Playback
  /** Waits for a client that reads slowly. */
  readonly pace: Effect.Effect<void>
}

/** Where the words of a phrase end in the whole text, and when they begin in the whole sound. */
const wordsOf = (phrase: Phrase, marks: ReadonlyArray<WordMark>, startMillis: number): ReadonlyArray<SpokenWord> => {
  let at = 0
  return marks.map(({ start, text }) => {
    const found = phrase.text.indexOf(text, at)
    at = (found < 0 ? at : found) + text.length
    return { end: phrase.offset + Math.min(at, phrase.text.length), millis: startMillis + 1_000 * start }
  })
}

/** Where the engine gives no times, a phrase counts as heard as a whole. */
const timed = (phrase: Phrase, marks: ReadonlyArray<WordMark>, startMillis: number): ReadonlyArray<SpokenWord> =>
  marks.length > 0
    ? wordsOf(phrase, marks, startMillis)
    : [{ end: phrase.offset + phrase.text.length, millis: startMillis }]

/** A phrase with its sound; none of a phrase in which nothing can be said. */
export interface SynthesizedPhrase {
  readonly phrase: Phrase
  readonly sounds: ReadonlyArray<SpokenPhrase>
}

const secondsOf = ({ sampleRate, samples }: Pick<SpokenPhrase, "sampleRate" | "samples">): number =>
  samples.length / sampleRate

export interface Options {
  readonly turn: TurnId
  readonly listener: Listener
  /** Holds the price of the stretch that is sent next. `millis`: of all sound that is sent by its end. */
  readonly hold: (stretch: Stretch, millis: number) => Effect.Effect<void, InsufficientCredits>
  readonly outgoing: Outgoing
  readonly clock: Clock.Clock
  /** Called when the first sound is sent, with that time in milliseconds of the monotonic clock. */
  readonly onFirst: (now: number) => void
}

/** Sends the sound of one answer. */
export const make = ({ clock, hold, listener, onFirst, outgoing, turn }: Options) => {
  const { pace, playback, tell } = listener
  let sent = 0

  const sendPiece = (samples: Int16Array, rate: number, before: () => void) =>
    Effect.gen(function* () {
      const wait = playback.wait(Monotonic.unsafeMillis(clock))
      if (wait > 0) yield* Effect.sleep(Duration.millis(wait))
      yield* pace
      const millis = (1_000 * samples.length) / rate
      const now = Monotonic.unsafeMillis(clock)
      if (sent === 0) onFirst(now)
      playback.sent(millis, levelOf(samples), now)
      sent += millis
      before()
      tell(Input.Audio({ turn, bytes: outgoing.push(samples, rate), millis }))
    })

  /** `before`: called when the first piece is sent. */
  const sendSound = ({ sampleRate, samples }: SpokenPhrase, before: () => void) => {
    const size = Math.round((PIECE * sampleRate) / 1_000)
    const starts = Array.from({ length: Math.ceil(samples.length / size) }, (_, at) => at * size)
    return Effect.forEach(
      starts,
      (at) => sendPiece(samples.subarray(at, at + size), sampleRate, at === 0 ? before : () => {}),
      { discard: true }
    )
  }

  return {
    /** Sends a phrase, once its price is held. Its text goes with its first sound: text alone would be an answer that nobody pays for. */
    send: ({ phrase, sounds }: SynthesizedPhrase): Effect.Effect<void, InsufficientCredits> =>
      Effect.gen(function* () {
        const audible = sounds.filter(({ samples }) => samples.length > 0)
        const [first, ...others] = audible
        const { text } = phrase
        const seconds = audible.reduce((sum, sound) => sum + secondsOf(sound), 0)
        yield* hold({ text, isSpoken: first !== undefined && isMostlySpeakable(text) }, sent + 1_000 * seconds)
        if (first === undefined) {
          yield* pace
          return tell(Input.Text({ turn, text, words: [] }))
        }
        const marks = sounds.flatMap(({ words }) => words)
        const words = timed(phrase, marks, sent)
        yield* sendSound(first, () => tell(Input.Text({ turn, text, words })))
        yield* Effect.forEach(others, (sound) => sendSound(sound, () => {}), { discard: true })
      }),
    finish: Effect.sync(() => {
      const rest = outgoing.finish()
      if (rest.length > 0) tell(Input.Audio({ turn, bytes: rest, millis: 0 }))
    })
  }
}
