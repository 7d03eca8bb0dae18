/**
 * Turns of a session that only transcribes, as paid work: each is a job of its own, priced as
 * every transcription is, by the characters of what was said. What it may cost is held
 * as its sound comes; where the wallet has no more, it ends there as if nobody had said
 * more.
 */
import { Chunk, Deferred, Effect, Mailbox, Option, Schema, Stream } from "effect"
import { SAMPLE_RATE } from "../audio/Decode.ts"
import * as Fingerprint from "../billing/Fingerprint.ts"
import { ONE_DAY } from "../billing/IdempotencyKey.ts"
import { Jobs } from "../billing/Jobs.ts"
import type * as Money from "../billing/Money.ts"
import * as Prices from "../billing/Prices.ts"
import type { Language, RequestId } from "../Domain.ts"
import type { InsufficientCredits, Problem } from "../Errors.ts"
import { mostCharacters } from "../engines/Recognizer.ts"
import { type RecognitionResult, SpeechRecognition } from "../engines/SpeechRecognition.ts"
import { Input } from "./MachineMessages.ts"
import type { Charge, Usage } from "./State.ts"
import type { Speech, Turn } from "./Turns.ts"

/** Seconds of sound that are held beyond what has come (wire contract, section 7). */
const AHEAD_SECONDS = 10

/** Nobody asks for what was said in a session again: it has no id. */
const fingerprint = Fingerprint.of({})

type Hold = (estimate: Money.Money) => Effect.Effect<void, InsufficientCredits>

/** Why a turn was ended before all of its transcript was sent; none where all was. */
const endedBefore = ({ stop }: Turn): Effect.Effect<Option.Option<Charge>> =>
  Effect.flatMap(Deferred.poll(stop), (ended) =>
    Option.match(ended, { onNone: () => Effect.succeedNone, onSome: Effect.option })
  )

const nothingSaid = () => Effect.dieMessage("a turn that is only answered was to be transcribed")

export class Transcribing extends Effect.Service<Transcribing>()("conversation/Transcribing", {
  effect: Effect.gen(function* () {
    const jobs = yield* Jobs
    const { recognizeLive } = yield* SpeechRecognition
    const { table } = yield* Prices.Prices
    const perThousand = table.transcription_per_1000_characters

    /** What so many seconds of sound can cost at most. */
    const estimate = (seconds: number, language: Language): Money.Money =>
      Prices.forCount(perThousand, mostCharacters(language, seconds))

    /** By its characters; those that nobody can have said in the time cost nothing. */
    const priceOf = (text: string, { samples }: RecognitionResult, language: Language): Money.Money =>
      Prices.forCount(perThousand, Math.min(text.length, mostCharacters(language, samples / SAMPLE_RATE)))

    /**
     * The sound as far as the wallet can pay for it. What comes after that is passed
     * over, to its end: the machine gets `Exhausted`, and ends the turn there.
     */
    const payable = (turn: Turn, { language, sound }: Speech, hold: Hold) => {
      let held = AHEAD_SECONDS * SAMPLE_RATE
      let taken = 0
      let isCut = false
      const isPaid = (length: number): Effect.Effect<boolean> => {
        if (isCut) return Effect.succeed(false)
        if (taken + length <= held) return Effect.succeed(true)
        const wanted = taken + length + AHEAD_SECONDS * SAMPLE_RATE
        return Effect.match(hold(estimate(wanted / SAMPLE_RATE, language)), {
          onFailure: () => {
            isCut = true
            turn.listener.tell(Input.Exhausted({ turn: turn.id }))
            return false
          },
          onSuccess: () => {
            held = wanted
            return true
          }
        })
      }
      return Stream.mapEffect(Mailbox.toStream(sound), (samples) =>
        Effect.map(isPaid(samples.length), (isTaken) => {
          if (isTaken) taken += samples.length
          return isTaken ? Chunk.of(samples) : Chunk.empty<Int16Array>()
        })
      ).pipe(Stream.flattenChunks)
    }

    /** Recognises the speech, and sends its text as it settles. Answers the text that was sent, and all of it. */
    const listen = (turn: Turn, speech: Speech, hold: Hold) =>
      Effect.gen(function* () {
        const sound = payable(turn, speech, hold)
        let sentLength = 0
        const tell = (text: string, until: number) => {
          const news = text.slice(sentLength, until)
          sentLength = Math.max(sentLength, until)
          if (news !== "") turn.listener.tell(Input.TranscriptDelta({ turn: turn.id, text: news }))
        }
        const request = { language: speech.language, chunkMillis: 320, words: false } as const
        const recognized = yield* recognizeLive(request, sound, ({ settled, text }) =>
          Effect.sync(() => tell(text, settled))
        )
        const { text } = recognized.final
        const ended = yield* endedBefore(turn)
        const delivered = Option.match(ended, {
          onNone: () => text,
          onSome: (charge) => (charge === "nothing" ? "" : text.slice(0, sentLength))
        })
        if (Option.isNone(ended)) {
          tell(text, text.length)
          const seconds = recognized.samples / SAMPLE_RATE
          turn.listener.tell(Input.TranscriptDone({ turn: turn.id, text, seconds, isTold: true }))
        }
        return { recognized, delivered }
      })

    /**
     * Transcribes the turn and waits until it is settled; reports to the machine all that comes
     * of it meanwhile. What was delivered is charged: all of it, or, where the session or
     * its client ended it before, as much as was sent. Fails with `InsufficientCredits`
     * where the wallet has less than ten seconds' worth, and as the recogniser does;
     * nothing is charged then.
     */
    const run = Effect.fn("Transcribing.run")(function* (turn: Turn): Effect.fn.Return<Usage, Problem> {
      const speech = yield* Option.match(turn.speech, { onNone: nothingSaid, onSome: Effect.succeed })
      const submission = yield* jobs.submit({
        operation: "transcription",
        walletId: turn.caller.walletId,
        requestId: Option.none<RequestId>(),
        fingerprint,
        estimate: estimate(AHEAD_SECONDS, speech.language),
        result: Schema.Struct({ seconds: Schema.Number }),
        retention: ONE_DAY,
        run: ({ hold }) =>
          Effect.gen(function* () {
            const { delivered, recognized } = yield* listen(turn, speech, hold)
            yield* Deferred.await(turn.stop)
            const seconds = recognized.samples / SAMPLE_RATE
            const price = priceOf(delivered, recognized, speech.language)
            return { price, settle: () => ({ result: { seconds }, writes: [] }) }
          })
      })
      if (submission._tag === "Replayed") return yield* Effect.dieMessage("a turn has no id, and was replayed")
      const { receipt, result } = yield* submission.settled
      const tokens = { promptTokens: 0, candidateTokens: 0 }
      return { ...result, tokens, charge: receipt.charge, balance: receipt.balanceAfter }
    })

    /** What a session must have at its beginning. */
    const least = estimate(AHEAD_SECONDS, "om")

    return { run, least }
  }),
  dependencies: [SpeechRecognition.Default]
}) {}
