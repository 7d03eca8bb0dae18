/**
 * Giving an answer: the model's text as it comes, divided into phrases, each spoken
 * as soon as it is complete and sent ahead of its playing, but not far.
 */
import { Deferred, Effect, Mailbox, Option, Stream } from "effect"
import { LivePcm } from "../audio/LivePcm.ts"
import * as Money from "../billing/Money.ts"
import * as Prices from "../billing/Prices.ts"
import type { WalletId } from "../Domain.ts"
import type { EngineFailure, InsufficientCredits } from "../Errors.ts"
import { type Phrase, Synthesizer } from "../engines/Synthesizer.ts"
import { type Generation, TextModel, type TokenUsage } from "../engines/TextModel.ts"
import { usageOf } from "../engines/Usage.ts"
import { WalletLexicons } from "../engines/WalletLexicons.ts"
import * as Metrics from "../Metrics.ts"
import * as Monotonic from "../Monotonic.ts"
import { Divider, type DividerState } from "../text/Phrases.ts"
import { isSpeakable } from "../text/Sound.ts"
import { type AnswerRequest, Input } from "./Messages.ts"
import * as Sending from "./Sending.ts"
import type { Charge, TurnId } from "./State.ts"

const firstSound = Metrics.seconds(
  "qal_conversation_first_sound_seconds",
  "From the end of what a user said, its silence included, to the first sound of the answer",
  []
)

/** Phrases that are made ahead of the one that is being sent. */
const LOOK_AHEAD = 1

export interface Asked {
  readonly turn: TurnId
  /** Who pays, and whose lexicon is read by. */
  readonly walletId: WalletId
  readonly request: AnswerRequest
  /** When the user's turn was over, in milliseconds of the monotonic clock; none where nothing was said. */
  readonly since: Option.Option<number>
  /** The answer is to be given no further, and so much of it charged. */
  readonly stop: Deferred.Deferred<Charge>
  /** Has the wallet hold what the turn costs with so many milliseconds of the answer's sound, and this beside. */
  readonly hold: (millis: number, beside: Money.Money) => Effect.Effect<void, InsufficientCredits>
  readonly listener: Sending.Listener
}

/** What was given. */
export interface Given {
  /** Milliseconds of sound that are charged. */
  readonly millis: number
  readonly tokens: TokenUsage
  /** What it costs beside its sound: an answer without sound is charged as chat is. */
  readonly beside: Money.Money
}

/** How far an answer has come. */
interface Progress {
  /** Milliseconds of its sound that were sent. */
  sentMillis: () => number
  /** The model has been asked. */
  isAsked: boolean
  /** What it has written. */
  text: string
}

/** Tokens of a likely answer, and of a likely call, which are held for one without sound. */
const LIKELY_ANSWER = 1_024
const LIKELY_CALL = 256

const NO_TOKENS: TokenUsage = { promptTokens: 0, candidateTokens: 0 }

const nothing: Generation = { text: "", toolCalls: [], finishReason: "stop", usage: Option.none() }

export class Answering extends Effect.Service<Answering>()("conversation/Answering", {
  effect: Effect.gen(function* () {
    const model = yield* TextModel
    const synthesizer = yield* Synthesizer
    const lexicons = yield* WalletLexicons
    const pcm = yield* LivePcm
    const { table } = yield* Prices.Prices
    const clock = yield* Effect.clock

    const tokenPrice = (tokens: TokenUsage): Money.Money => Prices.forTokens(table, tokens)

    /** Has the wallet hold what an answer without sound is charged: its prompt, and so many tokens. */
    const holdTokens = ({ hold, request }: Asked, candidateTokens: number) =>
      Effect.suspend(() => hold(0, tokenPrice({ ...usageOf(request.text, nothing), candidateTokens })))

    /** The model's text as phrases, each as soon as it is complete. No more of them wait than an answer may be long. */
    const divided = (
      { request }: Asked,
      phrases: Mailbox.Mailbox<Phrase>,
      progress: Progress
    ): Effect.Effect<Generation, EngineFailure> => {
      let state: DividerState = Divider.empty
      const take = ([next, complete]: ReturnType<typeof Divider.push>): void => {
        state = next
        phrases.unsafeOfferAll(complete)
      }
      progress.isAsked = true
      return model
        .generateInPieces(request.text, (text) => {
          progress.text += text
          take(Divider.push(state, text))
        })
        .pipe(
          Effect.tap(() =>
            Effect.zipRight(
              Effect.sync(() => take(Divider.finish(state))),
              phrases.end
            )
          )
        )
    }

    /** The phrase with its sound; none of a phrase in which nothing can be said. */
    const made = (
      { request: { speed, voice }, walletId }: Asked,
      phrase: Phrase
    ): Effect.Effect<Sending.Made, EngineFailure> =>
      isSpeakable(phrase.text)
        ? Effect.gen(function* () {
            const lexicon = yield* lexicons.within(walletId, voice.language, phrase.text)
            const sounds = yield* Stream.runCollect(synthesizer.speak({ voice, speed, lexicon, phrases: [phrase] }))
            return { phrase, sounds: Array.from(sounds) }
          })
        : Effect.succeed({ phrase, sounds: [] })

    /** The answer as sound: model, voice and client each go on while the others wait. */
    const speak = (asked: Asked, progress: Progress): Effect.Effect<Generation, EngineFailure | InsufficientCredits> =>
      Effect.gen(function* () {
        // Where there are tools, the answer may be a call alone.
        if (asked.request.text.tools.length > 0) yield* holdTokens(asked, LIKELY_CALL)
        const phrases = yield* Mailbox.make<Phrase>()
        const outgoing = yield* Effect.acquireRelease(pcm.outgoing(asked.request.output), ({ release }) =>
          Effect.sync(release)
        )
        const hold = (millis: number) => asked.hold(millis, Money.zero)
        const onFirst = (now: number) => Option.map(asked.since, (since) => firstSound((now - since) / 1_000))
        const sender = Sending.make({ ...asked, hold, outgoing, clock, onFirst })
        progress.sentMillis = sender.sentMillis
        const sending = Mailbox.toStream(phrases).pipe(
          Stream.mapEffect((phrase) => made(asked, phrase)),
          Stream.buffer({ capacity: LOOK_AHEAD }),
          Stream.runForEach(sender.send)
        )
        const [generation] = yield* Effect.all([divided(asked, phrases, progress), sending], { concurrency: 2 })
        yield* sender.finish
        return generation
      }).pipe(Effect.scoped)

    /** The answer as text. */
    const write = (
      asked: Asked,
      progress: Progress
    ): Effect.Effect<Generation, EngineFailure | InsufficientCredits> => {
      const { listener, request, turn } = asked
      return Effect.zipRight(
        holdTokens(asked, LIKELY_ANSWER),
        Effect.suspend(() => {
          progress.isAsked = true
          return model.generateInPieces(request.text, (text) => {
            progress.text += text
            listener.tell(Input.Text({ turn, text, words: [] }))
          })
        })
      )
    }

    /**
     * Gives the answer to its end, or to where it is stopped; tells the machine what
     * it gives, and at its end `Answered`. Where the wallet can pay for no more of
     * it, it ends there. Fails as the engines do.
     */
    const give = Effect.fn("Answering.give")(function* (asked: Asked): Effect.fn.Return<Given, EngineFailure> {
      const { listener, request, stop, turn } = asked
      const progress: Progress = { sentMillis: () => 0, isAsked: false, text: "" }
      const whole = (request.spoken ? speak(asked, progress) : write(asked, progress)).pipe(
        Effect.map((generation) => ({ generation, finishReason: generation.finishReason })),
        Effect.catchTag("INSUFFICIENT_CREDITS", () =>
          Effect.succeed({ generation: nothing, finishReason: "credits" } as const)
        ),
        Effect.tap(({ finishReason, generation: { toolCalls: calls } }) =>
          Effect.sync(() => listener.tell(Input.Answered({ turn, calls, finishReason })))
        )
      )
      const outcome = yield* Effect.raceFirst(Effect.asSome(whole), Effect.as(Deferred.await(stop), Option.none()))
      const sent = progress.sentMillis()
      const generation = Option.match(outcome, {
        onNone: () => ({ ...nothing, text: progress.text }),
        onSome: (it) => it.generation
      })
      const charge = Option.isSome(outcome) ? "made" : yield* Deferred.await(stop)
      if (Option.isNone(outcome)) listener.playback.stop(Monotonic.unsafeMillis(clock))
      if (!progress.isAsked) return { millis: 0, tokens: NO_TOKENS, beside: Money.zero }
      const tokens = usageOf(request.text, generation)
      return { millis: sent, tokens, beside: sent === 0 && charge === "made" ? tokenPrice(tokens) : Money.zero }
    })

    return { give }
  }),
  dependencies: [LivePcm.Default]
}) {}
