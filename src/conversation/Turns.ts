/**
 * Turns as paid work: the user's speech is recognised as it comes, then an answer is
 * given or none, as the machine says; what was spoken in both directions is charged
 * together. A turn comes to its end whoever hangs up.
 */
import { Deferred, Effect, Mailbox, Option, Schema, Stream } from "effect"
import type { Identity } from "../access/Authentication.ts"
import * as Fingerprint from "../billing/Fingerprint.ts"
import { ONE_DAY } from "../billing/IdempotencyKey.ts"
import { Jobs } from "../billing/Jobs.ts"
import type * as Money from "../billing/Money.ts"
import * as Prices from "../billing/Prices.ts"
import { Wallet } from "../billing/Wallet.ts"
import type { EnginePart, Language, RequestId } from "../Domain.ts"
import type { EngineFailure, InsufficientCredits, Problem } from "../Errors.ts"
import { SpeechRecognition } from "../engines/SpeechRecognition.ts"
import * as Monotonic from "../runtime/Monotonic.ts"
import type { Listener } from "./AnswerAudio.ts"
import { Answering } from "./Answering.ts"
import * as HearingOrder from "./HearingOrder.ts"
import { type AnswerRequest, Input } from "./MachineMessages.ts"
import type { Charge, TurnId, Usage } from "./State.ts"
import * as TurnCost from "./TurnCost.ts"
import * as TurnHold from "./TurnHold.ts"

/** What is held of a turn before anything of it is known: a second. */
const LEAST: TurnCost.Amounts = { ...TurnCost.NOTHING, millis: 1_000 }

/** All that a turn reported, where its machine is not there to say what was sent. */
export const ALL: Charge = {
  characters: Number.POSITIVE_INFINITY,
  millis: Number.POSITIVE_INFINITY,
  hasCalls: true
}

/** What the user said. */
interface UserAudio {
  /** Of sound that is charged. */
  readonly millis: number
  /** When the user's turn was over, in milliseconds of the monotonic clock; none where nothing was said. */
  readonly endedAt: Option.Option<number>
}
const noAudio: UserAudio = { millis: 0, endedAt: Option.none() }

/** Of sound at 16,000 Hz. */
const millisOf = (samples: number): number => samples / 16

/** Nobody asks for a turn again: it has no id. */
const fingerprint = Fingerprint.of({})

/** What the user says, as it comes. */
export interface Speech extends HearingOrder.HearingPlace {
  readonly language: Language
  readonly sound: Mailbox.ReadonlyMailbox<Int16Array>
}

/** A turn under way. `instruction` and `stop` are completed once; what comes later is ignored. */
export interface Turn {
  readonly id: TurnId
  readonly caller: Identity
  /** None: it is only answered. */
  readonly speech: Option.Option<Speech>
  readonly listener: Listener
  /** The answer that is to be given; none where none is. */
  readonly instruction: Deferred.Deferred<Option.Option<AnswerRequest>>
  /** The turn is over: its answer is given no further, and so much of it charged. */
  readonly stop: Deferred.Deferred<Charge>
}

export const make = (turn: Pick<Turn, "id" | "caller" | "speech" | "listener">): Effect.Effect<Turn> =>
  Effect.map(
    Effect.all([Deferred.make<Option.Option<AnswerRequest>>(), Deferred.make<Charge>()]),
    ([instruction, stop]) => ({ ...turn, instruction, stop })
  )

/** The turn is to be answered. */
export const answer = ({ instruction }: Turn, request: AnswerRequest): Effect.Effect<boolean> =>
  Deferred.succeed(instruction, Option.some(request))

/** The turn is over: so much of it is charged. */
export const end = ({ instruction, stop }: Turn, charge: Charge): Effect.Effect<void> =>
  Effect.zipRight(Deferred.succeed(stop, charge), Deferred.succeed(instruction, Option.none()))

export class Turns extends Effect.Service<Turns>()("conversation/Turns", {
  effect: Effect.gen(function* () {
    const jobs = yield* Jobs
    const wallet = yield* Wallet
    const answering = yield* Answering
    const { recognizeLive } = yield* SpeechRecognition
    const { table } = yield* Prices.Prices
    const least = TurnCost.priceOf(table, LEAST)

    /** The sound as far as the wallet pays for it. */
    const paid = ({ id, listener }: Turn, sound: Stream.Stream<Int16Array>, holding: TurnHold.TurnHold) => {
      let samples = 0
      return sound.pipe(
        Stream.mapEffect((piece) => {
          samples += piece.length
          return Effect.asSome(Effect.as(holding.speech(millisOf(samples)), piece))
        }),
        Stream.catchTag("INSUFFICIENT_CREDITS", () => {
          listener.tell(Input.Exhausted({ turn: id }))
          return Stream.succeed(Option.none())
        }),
        Stream.filterMap((piece) => piece)
      )
    }

    /** What was said; of no length where nothing was understood, which costs nothing. */
    const listen = (
      turn: Turn,
      { language, progress, sound }: Speech,
      holding: TurnHold.TurnHold
    ): Effect.Effect<UserAudio, EngineFailure> =>
      Effect.gen(function* () {
        let endedAt = yield* Monotonic.millis
        const whole = Stream.concat(
          paid(turn, Mailbox.toStream(sound), holding),
          Stream.execute(
            Effect.map(Monotonic.millis, (now) => {
              endedAt = now
            })
          )
        )
        const request = { language, chunkMillis: 320, words: false } as const
        const { final, samples } = yield* recognizeLive(request, whole, () => progress)
        const text = final.text.trim()
        const millis = millisOf(samples)
        turn.listener.tell(Input.TranscriptDone({ turn: turn.id, text, seconds: millis / 1_000 }))
        return { millis: text === "" ? 0 : millis, endedAt: Option.some(endedAt) }
      })

    const work = (turn: Turn, held: (amount: Money.Money) => Effect.Effect<void, InsufficientCredits>) =>
      Effect.gen(function* () {
        const { caller, id, instruction, listener, speech, stop } = turn
        const holding = TurnHold.make(table, LEAST, held)
        const { endedAt, millis: heard } = Option.isNone(speech) ? noAudio : yield* listen(turn, speech.value, holding)
        const request = yield* Deferred.await(instruction)
        const { amounts, claimed, tokens } = Option.isNone(request)
          ? TurnCost.UNANSWERED
          : yield* answering.give({
              turn: id,
              caller,
              request: request.value,
              heard,
              since: endedAt,
              stop,
              holding,
              listener
            })
        const isCleared = (yield* Deferred.await(stop)) === "nothing"
        const said = isCleared ? 0 : heard
        const chargeable = (free?: ReadonlySet<EnginePart>) => TurnCost.chargeable({ amounts, tokens }, said, free)
        const priceOf = (free?: ReadonlySet<EnginePart>) => TurnCost.priceOf(table, chargeable(free))
        const { millis } = chargeable()
        return {
          price: priceOf(),
          worth: TurnCost.priceOf(table, { ...claimed, millis }),
          beside: priceOf,
          settle: () => ({ result: { seconds: millis / 1_000, tokens }, writes: [] })
        }
      })

    /**
     * Begins the turn and waits until it is settled; reports to the machine all that comes
     * of it meanwhile. Fails with `InsufficientCredits` where the wallet has less than
     * a second's worth, and as the engines do; nothing is charged then. A turn that is ended
     * while what was said before is still being heard is not heard: it holds and costs nothing.
     */
    const run = Effect.fn("Turns.run")(function* (turn: Turn): Effect.fn.Return<Usage, Problem> {
      if (!(yield* HearingOrder.isHeard(turn))) {
        return HearingOrder.unheard((yield* Effect.orDie(wallet.get(turn.caller.walletId))).balance)
      }
      const submission = yield* jobs.submit({
        operation: "conversation",
        walletId: turn.caller.walletId,
        requestId: Option.none<RequestId>(),
        fingerprint,
        estimate: least,
        result: Schema.Struct({
          seconds: Schema.Number,
          tokens: Schema.Struct({ promptTokens: Schema.Int, candidateTokens: Schema.Int })
        }),
        retention: ONE_DAY,
        run: ({ hold }) => work(turn, hold)
      })
      if (submission._tag === "Replayed") return yield* Effect.dieMessage("a turn has no id, and was replayed")
      const { receipt, result } = yield* submission.settled
      return { ...result, charge: receipt.charge, balance: receipt.balanceAfter }
    })

    return { run, least, lowBalance: table.conversation_per_minute }
  }),
  dependencies: [Answering.Default, SpeechRecognition.Default]
}) {}
