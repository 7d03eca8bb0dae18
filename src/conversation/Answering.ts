/** Giving an answer: the model's text as it comes, in phrases, each spoken once complete and sent ahead, but not far. */
import { Deferred, Effect, Either, Mailbox, Option, Stream } from "effect"
import type { Identity } from "../access/Authentication.ts"
import { RateLimit, refusal } from "../access/RateLimit.ts"
import { LivePcm } from "../audio/LivePcm.ts"
import { type EngineFailure, type InsufficientCredits, ProviderError, type RateLimited } from "../Errors.ts"
import { Synthesizer } from "../engines/Synthesizer.ts"
import { answerLimit, type Generation, MaxOutputTokens, TextModel, type TextRequest } from "../engines/TextModel.ts"
import { WalletLexicons } from "../engines/WalletLexicons.ts"
import * as JsonReader from "../http/JsonReader.ts"
import * as Metrics from "../runtime/Metrics.ts"
import * as Monotonic from "../runtime/Monotonic.ts"
import type { Phrase } from "../text/Phrases.ts"
import { Divider, type DividerState } from "../text/Phrases.ts"
import { isSpeakable } from "../text/Sound.ts"
import { countTokens, tokenBudget } from "../text/Tokens.ts"
import * as AnswerAudio from "./AnswerAudio.ts"
import { type AnswerRequest, Input } from "./MachineMessages.ts"
import type { Charge, TurnId } from "./State.ts"
import * as TurnCost from "./TurnCost.ts"
import type { TurnHold } from "./TurnHold.ts"

const firstSound = Metrics.seconds(
  "qal_conversation_first_sound_seconds",
  "From the end of what a user said, its silence included, to the first sound of the answer",
  []
)

/** Phrases that are made ahead of the one that is being sent. */
const LOOK_AHEAD = 1

interface AnswerCommand {
  readonly turn: TurnId
  /** Whose wallet pays, whose lexicon is used, and whose key's rate limit holds for the model. */
  readonly caller: Identity
  readonly request: AnswerRequest
  /** Milliseconds of what the user said, which are charged. */
  readonly heard: number
  /** When the user's turn was over, in milliseconds of the monotonic clock; none where nothing was said. */
  readonly since: Option.Option<number>
  /** The answer is to be given no further, and what was delivered of it charged. */
  readonly stop: Deferred.Deferred<Charge>
  readonly holding: TurnHold
  readonly listener: AnswerAudio.Listener
}

/** An answer as it is made. */
interface AnswerProgress {
  /** Tokens of the prompt as we count them. */
  prompt: number
  readonly stretches: Array<TurnCost.Stretch>
  /** Milliseconds of its sound that were sent. */
  millis: number
  /** Tokens of the stretches that are not spoken. */
  besideTokens: number
  generation: Option.Option<Generation>
  /** Whether something of it was sent. */
  isTold: boolean
}

/** Milliseconds of an answer's sound that a wallet must be able to pay before the model is called. */
const LEAST_SOUND = 1_000

/** Milliseconds that are held before the model is called. */
const firstMillis = ({ heard, request }: AnswerCommand): number => heard + (request.spoken ? LEAST_SOUND : 0)

/** Whether a client can run all calls: each is of a tool that was offered, with JSON of an object. */
const areRunnable = ({ toolChoice, tools }: TextRequest, { toolCalls }: Generation): boolean => {
  const offered = new Set(toolChoice === "none" ? [] : tools.map(({ name }) => name))
  return toolCalls.every((call) => offered.has(call.name) && Either.isRight(JsonReader.readObject(call.arguments)))
}

const notRunnable = () =>
  new ProviderError({
    message: "the text model called a tool that was not offered, or with arguments that are not JSON"
  })

/** Whether the engine says itself that its model has made what no client can use. */
const isModelFault = (failure: EngineFailure | InsufficientCredits): boolean =>
  failure instanceof ProviderError && failure.isModelFault === true

export class Answering extends Effect.Service<Answering>()("conversation/Answering", {
  effect: Effect.gen(function* () {
    const model = yield* TextModel
    const synthesizer = yield* Synthesizer
    const lexicons = yield* WalletLexicons
    const pcm = yield* LivePcm
    const rateLimit = yield* RateLimit
    const mostOutput = yield* MaxOutputTokens
    const clock = yield* Effect.clock

    /** The model's answer. `onText` gets its text as it comes; `pieces` is ended at its end. No more text waits than an answer may have. */
    const generated = <A>(
      { request }: AnswerCommand,
      pieces: Mailbox.Mailbox<A>,
      onText: (text: string) => void,
      atEnd: () => void = () => {}
    ): Effect.Effect<Generation, EngineFailure> =>
      Effect.zipLeft(
        model.generateInPieces(request.text, onText),
        Effect.suspend(() => {
          atEnd()
          return pieces.end
        })
      )

    /** The phrase with its sound; none of a phrase in which nothing can be said. */
    const made = (
      { caller: { walletId }, request: { speed, voice } }: AnswerCommand,
      phrase: Phrase
    ): Effect.Effect<AnswerAudio.SynthesizedPhrase, EngineFailure> =>
      isSpeakable(phrase.text)
        ? Effect.gen(function* () {
            const lexicon = yield* lexicons.within(walletId, voice.language, phrase.text)
            const sounds = yield* Stream.runCollect(synthesizer.speak({ voice, speed, lexicon, phrases: [phrase] }))
            return { phrase, sounds: Array.from(sounds) }
          })
        : Effect.succeed({ phrase, sounds: [] })

    /** Holds the price of the next stretch: of its sound, and of its tokens where it is not all spoken. */
    const holdStretch =
      ({ heard, holding }: AnswerCommand, progress: AnswerProgress) =>
      (stretch: TurnCost.Stretch, millis: number): Effect.Effect<void, InsufficientCredits> =>
        Effect.gen(function* () {
          const besideTokens = progress.besideTokens + (stretch.isSpoken ? 0 : countTokens(stretch.text))
          yield* holding.answer(heard + millis, besideTokens)
          progress.besideTokens = besideTokens
          progress.stretches.push(stretch)
        })

    /** The answer as sound: model, voice and client each go on while the others wait. */
    const speak = (
      command: AnswerCommand,
      progress: AnswerProgress
    ): Effect.Effect<Generation, EngineFailure | InsufficientCredits> =>
      Effect.gen(function* () {
        const phrases = yield* Mailbox.make<Phrase>()
        const outgoing = yield* Effect.acquireRelease(pcm.outgoing(command.request.output), ({ release }) =>
          Effect.sync(release)
        )
        const onFirst = (now: number) => Option.map(command.since, (since) => firstSound((now - since) / 1_000))
        const sender = AnswerAudio.make({ ...command, hold: holdStretch(command, progress), outgoing, clock, onFirst })
        const sending = Mailbox.toStream(phrases).pipe(
          Stream.mapEffect((phrase) => made(command, phrase)),
          Stream.buffer({ capacity: LOOK_AHEAD }),
          Stream.runForEach(sender.send)
        )
        let state: DividerState = Divider.empty
        const take = ([next, complete]: ReturnType<typeof Divider.push>): void => {
          state = next
          phrases.unsafeOfferAll(complete)
        }
        const generation = generated(
          command,
          phrases,
          (text) => take(Divider.push(state, text)),
          () => take(Divider.finish(state))
        )
        const [whole] = yield* Effect.all([generation, sending], { concurrency: 2 })
        yield* sender.finish
        return whole
      }).pipe(Effect.scoped)

    /** The answer as text: no more of it is sent than the wallet holds. */
    const write = (
      command: AnswerCommand,
      progress: AnswerProgress
    ): Effect.Effect<Generation, EngineFailure | InsufficientCredits> =>
      Effect.gen(function* () {
        const { holding, listener, request, turn } = command
        const most = answerLimit(request.text, mostOutput)
        const pieces = yield* Mailbox.make<string>()
        let budget = tokenBudget(holding.held().candidateTokens)
        const send = (piece: string): Effect.Effect<void, InsufficientCredits> =>
          Effect.suspend(() => {
            const text = budget.take(piece)
            if (text !== "") {
              progress.stretches.push({ text, isSpoken: false })
              listener.tell(Input.Text({ turn, text, words: [] }))
            }
            if (text.length === piece.length) return Effect.void
            return Effect.flatMap(holding.text(most), (more) => {
              budget = tokenBudget(more)
              return send(piece.slice(text.length))
            })
          })
        const generation = generated(command, pieces, (text) => pieces.unsafeOffer(text))
        const sending = Stream.runForEach(Mailbox.toStream(pieces), send)
        const [whole] = yield* Effect.all([generation, sending], { concurrency: 2 })
        const thought = TurnCost.thoughtTokens(Option.some(whole))
        progress.besideTokens = countTokens(whole.text) + thought
        // What was thought is charged as far as it can be held: the answer has been given.
        if (thought > 0) yield* Effect.ignore(holding.answer(command.heard, progress.besideTokens))
        return whole
      })

    /** Counts that the model is asked. */
    const pace = ({ caller }: AnswerCommand): Effect.Effect<void, RateLimited> =>
      Effect.flatMap(rateLimit.ask(caller.keyId, caller.perMinute), (decision) =>
        decision.admitted ? Effect.void : refusal(decision)
      )

    /** Asks the key's rate limit, then holds the price of the prompt and of the answer's beginning. Over the limit it fails at once: nothing is counted or held. */
    const prepare = (
      command: AnswerCommand,
      progress: AnswerProgress
    ): Effect.Effect<void, InsufficientCredits | RateLimited> =>
      Effect.gen(function* () {
        const { holding, request } = command
        yield* pace(command)
        progress.prompt = TurnCost.promptOf(request.text)
        yield* holding.prompt(progress.prompt, firstMillis(command))
        if (!request.spoken) yield* holding.text(answerLimit(request.text, mostOutput))
        else if (request.text.tools.length > 0) yield* holding.answer(firstMillis(command), 1)
      })

    /**
     * The answer, sent as it comes. What no client can use is the model's failure, as in chat (wire contract, section 3): where
     * nothing was sent, it is asked once more, at the key's pace, and what comes then is the answer that is charged.
     */
    const deliver = (command: AnswerCommand, progress: AnswerProgress) =>
      Effect.gen(function* () {
        const { spoken, text } = command.request
        const attempt = Effect.suspend(() => (spoken ? speak(command, progress) : write(command, progress)))
        const isUnsent = () => !progress.isTold && progress.stretches.length === 0
        const tried = yield* Effect.catchIf(
          Effect.asSome(attempt),
          (failure) => isModelFault(failure) && isUnsent(),
          () => Effect.succeedNone
        )
        const first = Option.filter(tried, (generation) => areRunnable(text, generation))
        if (Option.isSome(first)) return first.value
        if (!isUnsent()) return yield* notRunnable()
        const second = yield* Effect.zipRight(pace(command), attempt)
        return areRunnable(text, second) ? second : yield* notRunnable()
      })

    /** How the answer ended. Calls are sent with it, once they are held. */
    const ending = (command: AnswerCommand, progress: AnswerProgress) =>
      Effect.gen(function* () {
        const { heard, holding, turn } = command
        yield* prepare(command, progress)
        const generation = yield* deliver(command, progress)
        const { finishReason, toolCalls: calls } = generation
        if (calls.length > 0) {
          yield* holding.answer(heard + progress.millis, progress.besideTokens + TurnCost.tokensOf(calls))
        }
        progress.generation = Option.some(generation)
        return Input.Answered({ turn, calls, finishReason })
      })

    /**
     * Delivers the answer to its end, or to where it is stopped; reports to the machine what
     * it gives, and at its end `Answered` or, where it fails and something was given or
     * the key's pace forbids it, `AnswerFailed`. Where the wallet can pay for no more of
     * it, it ends there. Then waits for what the machine has sent of it, and says what
     * that costs. Fails as the engines do where they gave nothing.
     */
    const give = Effect.fn("Answering.give")(function* (
      command: AnswerCommand
    ): Effect.fn.Return<TurnCost.AnswerCost, EngineFailure> {
      const { holding, stop, turn } = command
      const progress: AnswerProgress = {
        prompt: 0,
        stretches: [],
        millis: 0,
        besideTokens: 0,
        generation: Option.none(),
        isTold: false
      }
      const tell = (input: Input): void => {
        progress.isTold = true
        progress.millis += input._tag === "Audio" ? input.millis : 0
        command.listener.tell(input)
      }
      const whole = ending({ ...command, listener: { ...command.listener, tell } }, progress).pipe(
        Effect.catchTags({
          INSUFFICIENT_CREDITS: () => Effect.succeed(Input.Answered({ turn, calls: [], finishReason: "credits" })),
          RATE_LIMITED: (problem) => Effect.succeed(Input.AnswerFailed({ turn, problem }))
        }),
        Effect.catchAll((problem) =>
          progress.isTold ? Effect.succeed(Input.AnswerFailed({ turn, problem })) : Effect.fail(problem)
        ),
        Effect.map((end) => {
          command.listener.tell(end)
          return true
        })
      )
      const isWhole = yield* Effect.raceFirst(whole, Effect.as(Deferred.await(stop), false))
      if (!isWhole) command.listener.playback.stop(Monotonic.unsafeMillis(clock))
      const charge = yield* Deferred.await(stop)
      if (charge === "nothing") return TurnCost.UNANSWERED
      return TurnCost.ofAnswer(progress, charge, holding.held())
    })

    return { give }
  }),
  dependencies: [LivePcm.Default]
}) {}
