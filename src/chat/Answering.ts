/**
 * Getting an answer out of the model that can be given to a client. Where the
 * model gets it wrong it is asked once more, and the client pays for one answer.
 */
import { Effect, Option } from "effect"
import type { Language } from "../Domain.ts"
import { type EngineFailure, ProviderError, type ProviderUnavailable, type ValidationFailed } from "../Errors.ts"
import { reminder } from "../engines/Instructions.ts"
import type { Generation, TextModelShape, TextRequest, TokenUsage } from "../engines/TextModel.ts"
import { usageOf } from "../engines/Usage.ts"
import { isInScript } from "./Script.ts"
import { areSound } from "./ToolCalls.ts"
import { ArgumentValidator } from "./tools/ArgumentValidator.ts"

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
const judge = (
  { request, targetLanguage }: Question,
  { finishReason, text, toolCalls }: Generation,
  pool: ArgumentValidator
): Effect.Effect<Verdict, ProviderUnavailable | ValidationFailed> => {
  if (finishReason === "safety") return Effect.succeed("good")
  if (toolCalls.length === 0) return Effect.succeed(isInScript(text, targetLanguage) ? "good" : "wrong_script")
  const sound = Effect.provideService(areSound(toolCalls, offered(request)), ArgumentValidator, pool)
  return Effect.map(sound, (are) => (are ? "good" : "unsound_calls"))
}

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
  question: Question,
  pool: ArgumentValidator
): Effect.Effect<Answered, EngineFailure | ValidationFailed> =>
  Effect.gen(function* () {
    const { request, targetLanguage } = question
    const first = yield* model.generate(request)
    const usage = usageOf(request, first)
    const verdict = yield* judge(question, first, pool)
    if (verdict === "good") return { generation: first, usage }
    const instead = (second: Generation): Answered => ({
      generation: second,
      usage: { ...usage, candidateTokens: usageOf(request, second).candidateTokens }
    })
    if (verdict === "unsound_calls") {
      const second = yield* model.generate(request)
      return (yield* judge(question, second, pool)) === "unsound_calls" ? yield* unsound() : instead(second)
    }
    const reminded = { ...request, messages: [...request.messages, reminder(targetLanguage)] }
    const second = yield* Effect.option(model.generate(reminded))
    const isBetter = Option.isSome(second) && (yield* judge(question, second.value, pool)) === "good"
    return isBetter ? instead(second.value) : { generation: first, usage }
  })

/** The answer, each piece published as it comes. What is published cannot be taken back, so the model is asked only once. */
export const streamed = (
  model: TextModelShape,
  { request }: Question,
  publish: (text: string) => void
): Effect.Effect<Answered, EngineFailure> =>
  Effect.map(
    model.generateInPieces(request, (text) => {
      if (text !== "") publish(text)
    }),
    (generation) => ({ generation, usage: usageOf(request, generation) })
  )
