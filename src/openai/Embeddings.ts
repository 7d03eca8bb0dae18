/** Embeddings as paid work: what may be embedded, what it costs, how it is kept. */
import { Effect, Either, Option, Schema } from "effect"
import * as Fingerprint from "../billing/Fingerprint.ts"
import { ONE_DAY } from "../billing/IdempotencyKey.ts"
import { Jobs } from "../billing/Jobs.ts"
import * as Prices from "../billing/Prices.ts"
import type { RequestId, WalletId } from "../Domain.ts"
import type { ValidationFailed } from "../Errors.ts"
import { type EmbeddingRequest, TextModel } from "../engines/TextModel.ts"
import { type Fault, refusal } from "../http/Validation.ts"
import { isWellFormed } from "../text/Speakable.ts"
import { countTokens, mostTokens } from "../text/Tokens.ts"
import { Detokenizer } from "./Detokenizer.ts"
import { MAX_INPUTS, MAX_TEXT, MAX_TOKENS } from "./EmbeddingsApi.ts"

/** A text, or a list of token numbers. */
type Input = string | ReadonlyArray<number>

/** The inputs of a request. */
interface Inputs {
  readonly inputs: ReadonlyArray<Input>
  /** Whether the request has one that is in no list. */
  readonly isOne: boolean
}

/** What is kept of the job. The vectors are as the engine's tag has them. */
const Result = Schema.Struct({
  model: Schema.String,
  vectors: Schema.Array(Schema.String),
  prompt_tokens: Schema.Int
})
type Result = typeof Result.Type

const MOST_TOKEN = 2 ** 31 - 1

const isToken = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MOST_TOKEN

const isTokens = (value: unknown): value is ReadonlyArray<number> => Array.isArray(value) && value.every(isToken)

/** The input, or the words that complete "input must …". */
const inputOf = (value: unknown): Either.Either<Input, string> => {
  if (typeof value === "string") {
    if (value === "") return Either.left("must not be empty")
    if (value.length > MAX_TEXT)
      return Either.left(`has ${value.length} characters; at most ${MAX_TEXT} can be embedded`)
    return isWellFormed(value) ? Either.right(value) : Either.left("must be well-formed Unicode")
  }
  if (!isTokens(value)) return Either.left("must be a string or a list of token numbers")
  return value.length > 0 && value.length <= MAX_TOKENS
    ? Either.right(value)
    : Either.left(`must hold 1 to ${MAX_TOKENS} token numbers`)
}

/** The inputs of a request: one, or a list. A list of numbers is one input. Fails with the first fault. */
export const inputsOf = (input: unknown): Either.Either<Inputs, ValidationFailed> => {
  const refused = (fault: Omit<Fault, "code">) => Either.left(refusal([{ code: "invalid_value", ...fault }]))
  if (input === undefined) return Either.left(refusal([{ field: "input", code: "missing", message: "is missing" }]))
  if (!Array.isArray(input) || isToken(input[0])) {
    const one = inputOf(input)
    return Either.isLeft(one)
      ? refused({ field: "input", message: one.left })
      : Either.right({ inputs: [one.right], isOne: true })
  }
  if (input.length === 0 || input.length > MAX_INPUTS) {
    return refused({ field: "input", message: `must hold 1 to ${MAX_INPUTS} inputs` })
  }
  const inputs: Array<Input> = []
  for (const [at, value] of input.entries()) {
    const one = inputOf(value)
    if (Either.isLeft(one)) return refused({ path: ["input", at], message: one.left })
    inputs.push(one.right)
  }
  return Either.right({ inputs, isOne: false })
}

const sum = (texts: ReadonlyArray<string>, ofText: (text: string) => number): number =>
  texts.reduce((total, text) => total + ofText(text), 0)

/** Tokens that a model's tokenizer may add to an input: its beginning and its end. */
const FRAMING_TOKENS = 4

export class Embeddings extends Effect.Service<Embeddings>()("openai/Embeddings", {
  effect: Effect.gen(function* () {
    const jobs = yield* Jobs
    const model = yield* TextModel
    const detokenizer = yield* Detokenizer
    const { table } = yield* Prices.Prices
    const priceOf = (tokens: number) => Prices.forCount(table.chat_per_1000_prompt_tokens, tokens)

    /** The inputs as texts: token numbers are decoded. Fails with the place of a list whose numbers are no text. */
    const textsOf = Effect.fn("Embeddings.textsOf")(function* ({ inputs, isOne }: Inputs) {
      const lists = inputs.flatMap((input, at) => (typeof input === "string" ? [] : [{ at, tokens: input }]))
      if (lists.length === 0) return inputs.filter((input) => typeof input === "string")
      const answer = yield* detokenizer.decode(lists.map(({ tokens }) => tokens))
      if (answer._tag === "Fault") {
        const { at, message, number } = answer.fault
        const input = isOne ? [] : lists.slice(at, at + 1).map((list) => list.at)
        const path = ["input", ...input, ...(number === undefined ? [] : [number])]
        return yield* refusal([{ code: "invalid_value", path, message }])
      }
      const decoded = answer.texts.values()
      return inputs.map((input) => (typeof input === "string" ? input : (decoded.next().value ?? "")))
    })

    /**
     * The vectors, or those that this id has already. Fails with
     * `InsufficientCredits`, `IdempotencyConflict`, `InProgress`, or as the engine
     * fails; nothing is charged then.
     */
    const embed = Effect.fn("Embeddings.embed")(function* (
      walletId: WalletId,
      requestId: Option.Option<RequestId>,
      request: EmbeddingRequest
    ) {
      const { dimensions, inputs } = request
      const most = sum(inputs, mostTokens) + inputs.length * FRAMING_TOKENS
      const run = Effect.map(model.embed(request), ({ model: name, promptTokens, vectors }) => {
        const estimate = () => Math.max(1, sum(inputs, countTokens))
        const tokens = Math.min(most, Option.getOrElse(promptTokens, estimate))
        const result: Result = { model: name, vectors, prompt_tokens: tokens }
        return { price: priceOf(tokens), settle: () => ({ result, writes: [] }) }
      })
      const submission = yield* jobs.submit({
        operation: "embedding",
        walletId,
        requestId,
        fingerprint: Fingerprint.of({ inputs, dimensions: Option.getOrNull(dimensions) }),
        estimate: priceOf(most),
        result: Result,
        retention: ONE_DAY,
        run: () => run
      })
      if (submission._tag === "Replayed") return { result: submission.result, replayed: true }
      const { result } = yield* submission.settled
      return { result, replayed: false }
    })

    return { embed, textsOf }
  }),
  dependencies: [Detokenizer.Default]
}) {}
