/**
 * Getting an answer out of the model that can be given to a client. Where the
 * model gets it wrong it is asked once more, and the client pays for one answer.
 */
import { Effect, Option } from "effect"
import type { Language } from "../Domain.ts"
import { type EngineFailure, ProviderError, type ProviderUnavailable, type ValidationFailed } from "../Errors.ts"
import { reminder } from "../engines/Instructions.ts"
import type { AnswerBudget, Generation, TextModelShape, TextRequest, TokenUsage } from "../engines/TextModel.ts"
import { usageOf } from "../engines/TokenCounts.ts"
import * as AnswerFormat from "./AnswerFormat.ts"
import { isInLanguage } from "./AnswerLanguage.ts"
import { areSound } from "./ToolCalls.ts"
import { ArgumentValidator } from "./tools/ArgumentValidator.ts"

/** An answer, and what the client pays for. */
export interface ChargedAnswer {
  readonly generation: Generation
  readonly usage: TokenUsage
}

/** A piece of an answer as it comes: words of it, or what the model thinks before them. */
export type Piece = string | { readonly thoughts: string }

/** What is asked of the model, and of its answer. */
export interface Question {
  readonly request: TextRequest
  /** None: any. */
  readonly targetLanguage: Option.Option<Language>
  /** Whether the client wants to know what the model thinks. */
  readonly includesThoughts: boolean
}

type AnswerCheck = "good" | "unsound_calls" | "no_call" | "wrong_form" | "wrong_language"

/** What no client can use. */
type Unusable = Exclude<AnswerCheck, "good" | "wrong_language">

const offered = ({ toolChoice, tools }: TextRequest) => (toolChoice === "none" ? [] : tools)

/** Whether an answer without a call is not what was asked for; a call of another tool is none. */
const mustCall = ({ toolChoice, tools }: TextRequest): boolean =>
  tools.length > 0 && (toolChoice === "required" || typeof toolChoice === "object")

const hasItsCall = ({ toolChoice }: TextRequest, { toolCalls }: Generation): boolean =>
  typeof toolChoice === "object" ? toolCalls.some(({ name }) => name === toolChoice.name) : toolCalls.length > 0

/** A refusal is an answer in whatever language it is made. */
const judge = (
  { request, targetLanguage }: Question,
  generation: Generation,
  pool: ArgumentValidator
): Effect.Effect<AnswerCheck, ProviderUnavailable | ValidationFailed> => {
  const { finishReason, text, toolCalls } = generation
  if (finishReason === "safety") return Effect.succeed("good")
  // What is cut off may have been about to call.
  if (mustCall(request) && finishReason !== "length" && !hasItsCall(request, generation)) {
    return Effect.succeed("no_call")
  }
  if (toolCalls.length > 0) {
    const sound = Effect.provideService(areSound(toolCalls, offered(request)), ArgumentValidator, pool)
    return Effect.map(sound, (are) => (are ? "good" : "unsound_calls"))
  }
  if (isFormed(request)) {
    // What is cut off cannot be whole, and says that it is cut.
    if (finishReason === "length") return Effect.succeed("good")
    return Effect.map(AnswerFormat.fits(text, request.further.format, pool), (fits) => (fits ? "good" : "wrong_form"))
  }
  const isRight = Option.match(targetLanguage, {
    onNone: () => true,
    onSome: (language) => isInLanguage(text, language)
  })
  return Effect.succeed(isRight ? "good" : "wrong_language")
}

const isFormed = ({ further }: TextRequest): boolean => further.format._tag !== "Text"

const isUnusable = (verdict: AnswerCheck): verdict is Unusable => verdict !== "good" && verdict !== "wrong_language"

const faults: Readonly<Record<Unusable, string>> = {
  no_call: "answered without the call that tool_choice asks for",
  unsound_calls: "called a tool with arguments that are not JSON or do not fit the tool's parameters",
  wrong_form: "gave an answer that is not the JSON that response_format asks for"
}

const TWICE = ", asked twice,"

const unusable = (verdict: Unusable, tries = "") =>
  new ProviderError({ message: `the text model${tries} ${faults[verdict]}` })

/** Whether the engine says itself that its model has made what no client can use. */
const isModelFault = (failure: { readonly _tag: string }): boolean =>
  failure instanceof ProviderError && failure.isModelFault === true

/** A first try: none where its model has failed, as long as another try may stand in its place. */
const firstTry = <E extends { readonly _tag: string }>(
  generate: Effect.Effect<Generation, E>,
  isReplaceable: () => boolean = () => true
): Effect.Effect<Option.Option<Generation>, E> =>
  Effect.catchIf(
    Effect.map(generate, Option.some),
    (failure) => isModelFault(failure) && isReplaceable(),
    () => Effect.succeedNone
  )

/** The second try, which is the last. */
const secondTry = (
  generate: Effect.Effect<Generation, EngineFailure>,
  question: Question,
  pool: ArgumentValidator
): Effect.Effect<Generation, EngineFailure | ValidationFailed> =>
  Effect.flatMap(generate, (second) =>
    Effect.flatMap(judge(question, second, pool), (verdict) =>
      isUnusable(verdict) ? Effect.fail(unusable(verdict, TWICE)) : Effect.succeed(second)
    )
  )

/** What two tries are charged: the first one's prompt, and the second one's answer. */
const instead = ({ promptTokens }: TokenUsage, { promptTokens: _again, ...answer }: TokenUsage): TokenUsage => ({
  ...answer,
  promptTokens
})

/** What an answer is charged before which none could be read. */
const alone = (request: TextRequest, generation: Generation): ChargedAnswer => ({
  generation,
  usage: usageOf(request, generation)
})

/**
 * The whole answer. Calls that no client can run, and JSON that is not what was
 * asked for, are the model's failure, whether they are seen here or the engine
 * says so: asked for once more, then `ProviderError`.
 * An answer in the wrong language is asked
 * for once more with a reminder; where that is no better the first one stands,
 * because its language is guessed, and an answer is worth more than none. The second try is not charged: its prompt never, its answer in the
 * place of the first.
 */
export const whole = (
  model: TextModelShape,
  question: Question,
  pool: ArgumentValidator,
  room?: AnswerBudget
): Effect.Effect<ChargedAnswer, EngineFailure | ValidationFailed> =>
  Effect.gen(function* () {
    const { request, targetLanguage } = question
    const generate = isFormed(request)
      ? Effect.map(model.generate(request, room), AnswerFormat.unfenced)
      : model.generate(request, room)
    const second = secondTry(generate, question, pool)
    const tried = yield* firstTry(generate)
    if (Option.isNone(tried)) return alone(request, yield* second)
    const first = tried.value
    const usage = usageOf(request, first)
    const verdict = yield* judge(question, first, pool)
    if (verdict === "good") return { generation: first, usage }
    const inItsPlace = (second: Generation): ChargedAnswer => ({
      generation: second,
      usage: instead(usage, usageOf(request, second))
    })
    if (isUnusable(verdict) || Option.isNone(targetLanguage)) return inItsPlace(yield* second)
    const reminded = { ...request, messages: [...request.messages, reminder(targetLanguage.value)] }
    const other = yield* Effect.option(model.generate(reminded, room))
    const isBetter = Option.isSome(other) && (yield* judge(question, other.value, pool)) === "good"
    return isBetter ? inItsPlace(other.value) : { generation: first, usage }
  })

/**
 * The answer, each piece published as it comes. What is published cannot be
 * taken back: only where nothing was is the model asked once more, as for a
 * whole answer, and the language is as it is.
 */
export const streamed = (
  model: TextModelShape,
  question: Question,
  publish: (piece: Piece) => void,
  pool: ArgumentValidator,
  room?: AnswerBudget
): Effect.Effect<ChargedAnswer, EngineFailure | ValidationFailed> =>
  Effect.gen(function* () {
    const { request } = question
    let isPublished = false
    // Where a call must come, words before it wait for it: they could not be taken back.
    const isHeld = mustCall(request)
    const onText = (text: string) => {
      if (text === "" || isHeld) return
      isPublished = true
      publish(text)
    }
    const onThoughts = (thoughts: string) => {
      isPublished = true
      publish({ thoughts })
    }
    const told = (generation: Generation) => {
      if (isHeld && generation.text !== "") publish(generation.text)
      return generation
    }
    const generate = model.generateInPieces(request, onText, room, question.includesThoughts ? onThoughts : undefined)
    const second = Effect.map(secondTry(generate, question, pool), told)
    const tried = yield* firstTry(generate, () => !isPublished)
    if (Option.isNone(tried)) return alone(request, yield* second)
    const first = tried.value
    const usage = usageOf(request, first)
    if (first.toolCalls.length === 0 && !isFormed(request) && !isHeld) return { generation: first, usage }
    const verdict = yield* judge(question, first, pool)
    if (!isUnusable(verdict)) return { generation: told(first), usage }
    if (isPublished) return yield* unusable(verdict)
    const generation = yield* second
    return { generation, usage: instead(usage, usageOf(request, generation)) }
  })
