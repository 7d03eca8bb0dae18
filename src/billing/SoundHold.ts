/** Sound of a live session, as far as its wallet can pay for it (wire contract, section 7). */
import { Effect, Stream } from "effect"
import { InsufficientCredits } from "../Errors.ts"
import type { Job } from "./Job.ts"
import type * as Money from "./Money.ts"

/** Seconds beyond those that have come which are held: what is being said need not wait for its hold. */
export const AHEAD_SECONDS = 10
/** Seconds for which there must be room to begin, and after which more is asked for. */
export const STEP_SECONDS = 1

const spent = ({ details }: InsufficientCredits) =>
  new InsufficientCredits({
    message: "the wallet can pay for no more sound; what came before is transcribed",
    ...(details === undefined ? {} : { details })
  })

export interface Options {
  /** Samples of a second of the sound. */
  readonly rate: number
  /** What so many seconds of sound need. */
  readonly priceOf: (seconds: number) => Money.Money
  /** What is held at first. */
  readonly held: Money.Money
  readonly holdUpTo: Parameters<Job<never, never, never, never>["run"]>[0]["holdUpTo"]
  /** Told once, where the sound ends for want of credits. */
  readonly onSpent: (problem: InsufficientCredits) => Effect.Effect<void>
}

/** What a live session is told, and tells. */
export interface LiveHooks extends Partial<Pick<Options, "onSpent">> {
  /** What was met in the sound and passed over, once all of it has come. */
  readonly warnings?: Effect.Effect<ReadonlyArray<string>>
}

/** Whole seconds that so much pays for: `from` at least, `most` where it pays for more. */
const secondsFor = (priceOf: Options["priceOf"], money: Money.Money, from: number, most: number): number => {
  let seconds = from
  while (priceOf(seconds + STEP_SECONDS) <= money && seconds < most) seconds += STEP_SECONDS
  return seconds
}

/** What is held for a sound, which ends with what its wallet can pay for. */
export interface SoundHold {
  /** The sound, for which more is held as it comes; where the wallet has no more, it ends with what is held. Read once. */
  readonly payable: <E>(sound: Stream.Stream<Int16Array, E>) => Stream.Stream<Int16Array, E>
  /**
   * Holds what so many seconds that have come need, and those ahead, where another engine is to hear them, at another
   * price: what was paid for before says nothing of that. Fails where the wallet cannot pay for what has come and a step.
   */
  readonly holdAnew: (seconds: number) => Effect.Effect<void, InsufficientCredits>
}

/** A hold of a sound that begins. */
export const makeSoundHold = ({ held, holdUpTo, onSpent, priceOf, rate }: Options): SoundHold => {
  let paid = secondsFor(priceOf, held, 0, 2 * AHEAD_SECONDS)
  let heard = 0
  let asksAt = 0
  let refused: InsufficientCredits | undefined
  const ask = Effect.suspend(() => {
    const wanted = Math.ceil(heard / rate) + AHEAD_SECONDS
    asksAt = heard / rate + STEP_SECONDS
    return holdUpTo(priceOf(wanted), priceOf(paid + STEP_SECONDS)).pipe(
      Effect.flatMap((money) => {
        paid = secondsFor(priceOf, money, paid, wanted)
        return Effect.void
      }),
      Effect.catchTag("INSUFFICIENT_CREDITS", (problem) => {
        refused = problem
        return Effect.void
      })
    )
  })
  const isDue = () => heard >= asksAt * rate && heard > (paid - AHEAD_SECONDS) * rate
  /** Of a long piece the wallet may pay for a part: it is asked until it has no more. */
  const isShort = () => refused === undefined && heard > paid * rate
  const extend = Effect.whileLoop({ while: () => isDue() || isShort(), body: () => ask, step: () => {} })
  const take = (samples: Int16Array) =>
    Effect.gen(function* () {
      heard += samples.length
      yield* extend
      const over = heard - paid * rate
      if (over <= 0) return { samples, isLast: false }
      if (refused !== undefined) yield* onSpent(spent(refused))
      return { samples: samples.subarray(0, Math.max(0, samples.length - over)), isLast: true }
    })
  return {
    payable: (sound) =>
      sound.pipe(
        Stream.mapEffect(take),
        Stream.takeUntil(({ isLast }) => isLast),
        Stream.map(({ samples }) => samples)
      ),
    holdAnew: (seconds) =>
      Effect.suspend(() => {
        const come = Math.max(seconds, heard / rate)
        const wanted = Math.ceil(come) + AHEAD_SECONDS
        return Effect.map(holdUpTo(priceOf(wanted), priceOf(come + STEP_SECONDS)), (money) => {
          paid = secondsFor(priceOf, money, 0, wanted)
          asksAt = come + STEP_SECONDS
          refused = undefined
        })
      })
  }
}
