/**
 * Getting an answer out of the model that can be given to a client. Where the
 * model gets it wrong it is asked once more, and the client pays for one answer.
 */
import { Effect, Option, Stream } from "effect"
import type { Language } from "../Domain.ts"
import { type EngineFailure, ProviderError, type ValidationFailed } from "../Errors.ts"
import type { FinishReason, Generation, TextModelShape, TextRequest, TokenUsage } from "../engines/TextModel.ts"
import * as Prompt from "./Prompt.ts"
import { isInScript } from "./Script.ts"
import { areSound } from "./ToolCalls.ts"
import type { FitPool } from "./tools/FitPool.ts"
import { usageOf } from "./Usage.ts"

/** An answer, and what the client pays for. */
export interface Answered {
  readonly generation: Generation
  readonly usage: TokenUsage
}

/** What is asked of the model, and of its answer. */
export interface Question {
  readonly request: TextRequest
  readonly targetLanguage: Language
}

type Verdict = "good" | "unsound_calls" | "wrong_script"

const offered = ({ toolChoice, tools }: TextRequest) => (toolChoice === "none" ? [] : tools)

/** A refusal is an answer in whatever language it is made. */
const judge = ({ request, targetLanguage }: Question, { finishReason, text, toolCalls }: Generation) =>
  Effect.gen(function* () {
    if (finishReason === "safety") return "good"
    if (toolCalls.length > 0) return (yield* areSound(toolCalls, offered(request))) ? "good" : "unsound_calls"
    return isInScript(text, targetLanguage) ? "good" : "wrong_script"
  }) satisfies Effect.Effect<Verdict, unknown, unknown>

const unsound = () =>
  new ProviderError({
    message: "the text model called a tool twice with arguments that are not JSON or do not fit the tool's parameters"
  })

/**
 * The whole answer. Calls that no client can run are the model's failure: asked
 * for once more, then `ProviderError`. An answer in the wrong script is asked
 * for once more with a reminder; where that is no better the first one stands,
 * because a script is a guess at a language, and an answer is worth more than
 * none. The second try is not charged: its prompt never, its answer in the
 * place of the first.
 */
export const whole = (
  model: TextModelShape,
  question: Question
): Effect.Effect<Answered, EngineFailure | ValidationFailed, FitPool> =>
  Effect.gen(function* () {
    const { request, targetLanguage } = question
    const first = yield* model.generate(request)
    const usage = usageOf(request, first)
    const verdict = yield* judge(question, first)
    if (verdict === "good") return { generation: first, usage }
    const instead = (second: Generation): Answered => ({
      generation: second,
      usage: { ...usage, candidateTokens: usageOf(request, second).candidateTokens }
    })
    if (verdict === "unsound_calls") {
      const second = yield* model.generate(request)
      return (yield* judge(question, second)) === "unsound_calls" ? yield* unsound() : instead(second)
    }
    const reminded = { ...request, messages: [...request.messages, Prompt.reminder(targetLanguage)] }
    const second = yield* Effect.option(model.generate(reminded))
    const isBetter = Option.isSome(second) && (yield* judge(question, second.value)) === "good"
    return isBetter ? instead(second.value) : { generation: first, usage }
  })

interface Gathered {
  readonly text: string
  readonly end: Option.Option<{ readonly finishReason: FinishReason; readonly usage: Option.Option<TokenUsage> }>
}

const nothing: Gathered = { text: "", end: Option.none() }

const cutShort = () => new ProviderError({ message: "the text model broke off its answer" })

/** The answer, each piece told as it comes. What has been said cannot be taken back, so that nothing is asked twice. */
export const streamed = (
  model: TextModelShape,
  { request }: Question,
  emit: (text: string) => Effect.Effect<void>
): Effect.Effect<Answered, EngineFailure> =>
  Effect.gen(function* () {
    const { end, text } = yield* Stream.runFoldEffect(model.stream(request), nothing, (gathered, event) => {
      if (event._tag === "Finished") return Effect.succeed({ ...gathered, end: Option.some(event) })
      if (event.text === "") return Effect.succeed(gathered)
      return Effect.as(emit(event.text), { ...gathered, text: gathered.text + event.text })
    })
    if (Option.isNone(end)) return yield* cutShort()
    const { finishReason, usage } = end.value
    const generation: Generation = { text, toolCalls: [], finishReason, usage }
    return { generation, usage: usageOf(request, generation) }
  })
