/**
 * Turns as paid work: the user's speech is recognised as it comes, then an answer is
 * given or none, as the machine says; what was spoken in both directions is charged
 * together. A turn comes to its end whoever hangs up.
 */
import { Deferred, Effect, Mailbox, Option, Schema, Stream } from "effect"
import * as Fingerprint from "../billing/Fingerprint.ts"
import { ONE_DAY } from "../billing/IdempotencyKey.ts"
import { Jobs } from "../billing/Jobs.ts"
import * as Money from "../billing/Money.ts"
import * as Prices from "../billing/Prices.ts"
import type { Language, RequestId, WalletId } from "../Domain.ts"
import type { EngineFailure, InsufficientCredits, Problem } from "../Errors.ts"
import { SpeechRecognition } from "../engines/SpeechRecognition.ts"
import * as Monotonic from "../Monotonic.ts"
import { Answering, type Given } from "./Answering.ts"
import { type AnswerRequest, Input } from "./Messages.ts"
import type { Listener } from "./Sending.ts"
import type { Charge, TurnId, Usage } from "./State.ts"

/** Seconds that are held of a turn before anything of it is known. */
const LEAST_SECONDS = 1

/** A turn without an answer. */
const unanswered: Given = { millis: 0, tokens: { promptTokens: 0, candidateTokens: 0 }, beside: Money.zero }

/** What the user said. */
interface Heard {
  /** Of sound that is charged. */
  readonly millis: number
  /** When the user's turn was over, in milliseconds of the monotonic clock; none where nothing was said. */
  readonly endedAt: Option.Option<number>
}
const unheard: Heard = { millis: 0, endedAt: Option.none() }

/** Nobody asks for a turn again: it has no id. */
const fingerprint = Fingerprint.of({})

/** What the user says, as it comes. */
export interface Speech {
  readonly language: Language
  readonly sound: Mailbox.ReadonlyMailbox<Int16Array>
}

/** A turn as it is talked to. Each is done once; what comes later is ignored. */
export interface Turn {
  readonly id: TurnId
  readonly walletId: WalletId
  /** None: it is only answered. */
  readonly speech: Option.Option<Speech>
  readonly listener: Listener
  /** The answer that is to be given; none where none is. */
  readonly instruction: Deferred.Deferred<Option.Option<AnswerRequest>>
  /** The turn is to be settled as it is, its answer given no further. */
  readonly stop: Deferred.Deferred<Charge>
}

export const make = (turn: Pick<Turn, "id" | "walletId" | "speech" | "listener">): Effect.Effect<Turn> =>
  Effect.map(
    Effect.all([Deferred.make<Option.Option<AnswerRequest>>(), Deferred.make<Charge>()]),
    ([instruction, stop]) => ({ ...turn, instruction, stop })
  )

/** The turn is to be answered. */
export const answer = ({ instruction }: Turn, request: AnswerRequest): Effect.Effect<boolean> =>
  Deferred.succeed(instruction, Option.some(request))

/** The turn is to be settled as it is. */
export const end = ({ instruction, stop }: Turn, charge: Charge): Effect.Effect<void> =>
  Effect.zipRight(Deferred.succeed(stop, charge), Deferred.succeed(instruction, Option.none()))

export class Turns extends Effect.Service<Turns>()("conversation/Turns", {
  effect: Effect.gen(function* () {
    const jobs = yield* Jobs
    const answering = yield* Answering
    const { recognizeLive } = yield* SpeechRecognition
    const { table } = yield* Prices.Prices
    const priceOf = (millis: number) => Prices.forAudio(table.conversation_per_minute, millis)
    const least = priceOf(1_000 * LEAST_SECONDS)

    /** What was said; of no length where nothing was understood, which costs nothing. */
    const listen = (turn: Turn, { language, sound }: Speech): Effect.Effect<Heard, EngineFailure> =>
      Effect.gen(function* () {
        let endedAt = yield* Monotonic.millis
        const whole = Stream.concat(
          Mailbox.toStream(sound),
          Stream.execute(
            Effect.map(Monotonic.millis, (now) => {
              endedAt = now
            })
          )
        )
        const request = { language, chunkMillis: 320, words: false } as const
        const { final, samples } = yield* recognizeLive(request, whole, () => Effect.void)
        const text = final.text.trim()
        const millis = samples / 16
        turn.listener.tell(Input.Heard({ turn: turn.id, text, seconds: millis / 1_000 }))
        return { millis: text === "" ? 0 : millis, endedAt: Option.some(endedAt) }
      })

    const work = (turn: Turn, held: (estimate: Money.Money) => Effect.Effect<void, InsufficientCredits>) =>
      Effect.gen(function* () {
        const { id, instruction, listener, speech, stop, walletId } = turn
        const { endedAt, millis: heard } = Option.isNone(speech) ? unheard : yield* listen(turn, speech.value)
        const hold = (millis: number, beside: Money.Money) =>
          held(Money.add(priceOf(Math.ceil(heard + millis)), beside))
        const request = yield* Deferred.await(instruction)
        const isCleared = Option.isNone(request) && (yield* Deferred.await(stop)) === "nothing"
        const given = Option.isNone(request)
          ? unanswered
          : yield* answering.give({ turn: id, walletId, request: request.value, since: endedAt, stop, hold, listener })
        const millis = isCleared ? 0 : Math.round(heard + given.millis)
        const result = { seconds: millis / 1_000, tokens: given.tokens }
        return { price: Money.add(priceOf(millis), given.beside), settle: () => ({ result, writes: [] }) }
      })

    /**
     * Begins the turn and waits until it is settled; tells the machine all that comes
     * of it meanwhile. Fails with `InsufficientCredits` where the wallet has less than
     * a second's worth, and as the engines do; nothing is charged then.
     */
    const run = Effect.fn("Turns.run")(function* (turn: Turn): Effect.fn.Return<Usage, Problem> {
      const submission = yield* jobs.submit({
        operation: "conversation",
        walletId: turn.walletId,
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

    return { run, least, lowBalance: priceOf(60_000) }
  }),
  dependencies: [Answering.Default, SpeechRecognition.Default]
}) {}
