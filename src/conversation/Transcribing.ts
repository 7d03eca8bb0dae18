/**
 * Turns of a session that only transcribes, as paid work: each is a job of its own, priced as
 * every transcription is, by the characters of what was said. What it may cost is held
 * as its sound comes, as in a live session of `transcription`; where the wallet has no
 * more, it ends there as if nobody had said more.
 */
import { Deferred, Effect, Mailbox, Option, Schema } from "effect"
import { SAMPLE_RATE } from "../audio/Decode.ts"
import * as Fingerprint from "../billing/Fingerprint.ts"
import { ONE_DAY } from "../billing/IdempotencyKey.ts"
import { type Job, Jobs } from "../billing/Jobs.ts"
import type * as Money from "../billing/Money.ts"
import * as Prices from "../billing/Prices.ts"
import { AHEAD_SECONDS, makeSoundHold, STEP_SECONDS } from "../billing/SoundHold.ts"
import { Wallet } from "../billing/Wallet.ts"
import type { Language, RequestId } from "../Domain.ts"
import type { Problem } from "../Errors.ts"
import { type HearingHold, SpeechRecognition } from "../engines/SpeechRecognition.ts"
import * as HearingOrder from "./HearingOrder.ts"
import { Input } from "./MachineMessages.ts"
import type { Charge, Usage } from "./State.ts"
import type { Speech, Turn } from "./Turns.ts"

/** Nobody asks for what was said in a session again: it has no id. */
const fingerprint = Fingerprint.of({})

/** What so many seconds of sound need, and how that is held where another engine hears them. */
interface SpeechHold extends Pick<HearingHold, "admitting"> {
  readonly priceOf: (seconds: number) => Money.Money
}

/** What is held for the turn at first, and how more is. */
interface Holding
  extends SpeechHold,
    Pick<Parameters<Job<never, never, never, never>["run"]>[0], "held" | "holdUpTo"> {}

/** Why a turn was ended before all of its transcript was sent; none where all was. */
const endedBefore = ({ stop }: Turn): Effect.Effect<Option.Option<Charge>> =>
  Effect.flatMap(Deferred.poll(stop), (ended) =>
    Option.match(ended, { onNone: () => Effect.succeedNone, onSome: Effect.option })
  )

const nothingSaid = () => Effect.dieMessage("a turn that is only answered was to be transcribed")

export class Transcribing extends Effect.Service<Transcribing>()("conversation/Transcribing", {
  effect: Effect.gen(function* () {
    const jobs = yield* Jobs
    const wallet = yield* Wallet
    const { charactersToCharge, holdingFor, recognizeLive } = yield* SpeechRecognition
    const { table } = yield* Prices.Prices
    const perThousand = table.transcription_per_1000_characters

    /** What is held for a sound, as things are now. */
    const holdingOf = (language: Language): Effect.Effect<SpeechHold> =>
      Effect.map(holdingFor(language), ({ admitting, characters }) => ({
        priceOf: (seconds) => Prices.forCount(perThousand, characters(seconds)),
        admitting
      }))

    /** The hold of the turn's sound; where that ends as the wallet pays for no more, the machine gets `Exhausted`. */
    const holdOf = (turn: Turn, { held, holdUpTo, priceOf }: Holding) => {
      const onSpent = () => Effect.sync(() => turn.listener.tell(Input.Exhausted({ turn: turn.id })))
      return makeSoundHold({ rate: SAMPLE_RATE, priceOf, held, holdUpTo, onSpent })
    }

    /** Recognises the speech, and sends its text as it settles. Answers the text that was sent, and all of it. */
    const listen = (turn: Turn, speech: Speech, holding: Holding) =>
      Effect.gen(function* () {
        const hold = holdOf(turn, holding)
        const sound = hold.payable(Mailbox.toStream(speech.sound))
        let sentLength = 0
        const sendSettled = (text: string, until: number) => {
          const news = text.slice(sentLength, until)
          sentLength = Math.max(sentLength, until)
          if (news !== "") turn.listener.tell(Input.TranscriptDelta({ turn: turn.id, text: news }))
        }
        const admit = holding.admitting(hold.holdAnew)
        const request = { language: speech.language, chunkMillis: 320, words: false, admit } as const
        const recognized = yield* recognizeLive(request, sound, ({ settled, text }) =>
          Effect.zipRight(
            speech.progress,
            // What comes after the turn was ended reaches nobody.
            Effect.map(Deferred.isDone(turn.stop), (isOver) => (isOver ? undefined : sendSettled(text, settled)))
          )
        )
        const { text } = recognized.final
        const ended = yield* endedBefore(turn)
        const delivered = Option.match(ended, {
          onNone: () => text,
          onSome: (charge) => (charge === "nothing" ? "" : text.slice(0, sentLength))
        })
        if (Option.isNone(ended)) {
          sendSettled(text, text.length)
          const seconds = recognized.samples / SAMPLE_RATE
          turn.listener.tell(Input.TranscriptDone({ turn: turn.id, text, seconds, isTold: true }))
        }
        return { recognized, delivered }
      })

    /**
     * Transcribes the turn and waits until it is settled; reports to the machine all that comes
     * of it meanwhile. What was delivered is charged: all of it, or, where the session or
     * its client ended it before, as much as was sent. Fails with `InsufficientCredits`
     * where the wallet has less than a second's worth, and as the recogniser does;
     * nothing is charged then. A turn that is ended while what was said before is still being
     * heard is not heard: it holds and costs nothing.
     */
    const run = Effect.fn("Transcribing.run")(function* (turn: Turn): Effect.fn.Return<Usage, Problem> {
      const speech = yield* Option.match(turn.speech, { onNone: nothingSaid, onSome: Effect.succeed })
      if (!(yield* HearingOrder.isHeard(turn))) {
        return HearingOrder.unheard((yield* Effect.orDie(wallet.get(turn.caller.walletId))).balance)
      }
      const { admitting, priceOf } = yield* holdingOf(speech.language)
      const submission = yield* jobs.submit({
        operation: "transcription",
        walletId: turn.caller.walletId,
        requestId: Option.none<RequestId>(),
        fingerprint,
        estimate: priceOf(AHEAD_SECONDS),
        least: priceOf(STEP_SECONDS),
        result: Schema.Struct({ seconds: Schema.Number }),
        retention: ONE_DAY,
        run: ({ held, holdUpTo }) =>
          Effect.gen(function* () {
            const { delivered, recognized } = yield* listen(turn, speech, { held, holdUpTo, priceOf, admitting })
            yield* Deferred.await(turn.stop)
            const seconds = recognized.samples / SAMPLE_RATE
            const characters = charactersToCharge(delivered, recognized, speech.language)
            const price = Prices.forCount(perThousand, characters)
            return { price, settle: () => ({ result: { seconds }, writes: [] }) }
          })
      })
      if (submission._tag === "Replayed") return yield* Effect.dieMessage("a turn has no id, and was replayed")
      const { receipt, result } = yield* submission.settled
      const tokens = { promptTokens: 0, candidateTokens: 0 }
      return { ...result, tokens, charge: receipt.charge, balance: receipt.balanceAfter }
    })

    /** What a session must have at its beginning: a second's worth. */
    const least = (language: Language): Effect.Effect<Money.Money> =>
      Effect.map(holdingOf(language), ({ priceOf }) => priceOf(STEP_SECONDS))

    return { run, least }
  }),
  dependencies: [SpeechRecognition.Default]
}) {}
