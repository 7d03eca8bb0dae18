/** Translates passages by the engine, with placeholders protected and lines kept apart; what comes back damaged is tried again. */
import { Array, Effect, Option } from "effect"
import { type EngineFailure, ProviderError } from "../Errors.ts"
import type { TextModelShape, TokenUsage, WrittenLanguage } from "../engines/TextModel.ts"
import { countTokens } from "../text/Tokens.ts"
import * as Placeholders from "./Placeholders.ts"

export interface Direction {
  readonly source: WrittenLanguage
  readonly target: WrittenLanguage
}

/** The translations of one or more passages, in their order. */
export interface TranslatedSegments {
  readonly texts: ReadonlyArray<string>
  /** Whether the engine vouches for every word. */
  readonly exact: boolean
  /** Tokens of the tries whose text was kept. */
  readonly usage: TokenUsage
}

/** One try: the lines that came back, and whether they fit the request. */
interface TranslationAttempt extends TranslatedSegments {
  readonly whole: boolean
}

/** Passages that go each by itself where the engine mixes them up; more are halved before. */
const FEW = 8
/** Passages of a text that may at least go each by itself. */
const MOST_ALONE = 600
/** For two of them there is less than one half of a group, as those that are not halved again have five or four. */
const CALLS_FOR_EACH = 1.5

/** Counts the calls for one text: an engine that mixes up all of very many short lines is not asked for each. */
export interface CallBudget {
  /** Whether one more may be made, which is then counted. */
  readonly take: () => boolean
}

/** The calls beyond the first of each group that a text may need. */
export const callBudget = (): CallBudget => {
  let left = MOST_ALONE * CALLS_FOR_EACH
  return { take: () => left-- > 0 }
}

const tooManyCalls = () =>
  new ProviderError({ message: "the text engine did not keep the text's lines apart; send it in parts" })

const noTranslation = () => new ProviderError({ message: "the text engine gave no translation" })

const lines = (text: string): ReadonlyArray<string> =>
  text
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/u)
    .map((line) => line.trim())
    .filter((line) => line !== "")

const attempt = (
  model: Pick<TextModelShape, "translate">,
  passages: ReadonlyArray<string>,
  direction: Direction
): Effect.Effect<TranslationAttempt, EngineFailure> =>
  Effect.gen(function* () {
    const guarded = Placeholders.protect(passages.join("\n"))
    const { exact, text, usage } = yield* model.translate({ ...direction, text: guarded.text })
    const restored = lines(Placeholders.restore(text, guarded))
    // A single passage has no line breaks, so those that the engine put into it are spaces.
    const texts = passages.length === 1 ? [restored.join(" ")] : restored
    const whole =
      texts.length === passages.length &&
      Array.zip(passages, texts).every(
        ([before, after]) => after !== "" && Placeholders.keepsPlaceholders(before, after)
      )
    const counted = { promptTokens: countTokens(guarded.text), candidateTokens: countTokens(text) }
    return { texts, exact, whole, usage: Option.getOrElse(usage, () => counted) }
  })

const isBetter = (left: TranslationAttempt, right: TranslationAttempt): TranslationAttempt =>
  right.texts.join("") === "" ? left : right

const addUsage = (left: TokenUsage, right: TokenUsage): TokenUsage => ({
  promptTokens: left.promptTokens + right.promptTokens,
  candidateTokens: left.candidateTokens + right.candidateTokens
})

/** Several results as one, in order. */
export const joinResults = (rendered: ReadonlyArray<TranslatedSegments>): TranslatedSegments => ({
  texts: rendered.flatMap(({ texts }) => texts),
  exact: rendered.every(({ exact }) => exact),
  usage: rendered.map(({ usage }) => usage).reduce(addUsage, { promptTokens: 0, candidateTokens: 0 })
})

/** A passage alone: tried twice at most, then taken as it is unless it is empty. */
const alone = (
  model: Pick<TextModelShape, "translate">,
  passage: string,
  direction: Direction,
  budget: CallBudget
): Effect.Effect<TranslatedSegments, EngineFailure> =>
  Effect.gen(function* () {
    const first = yield* attempt(model, [passage], direction)
    if (first.whole || (first.texts.join("") !== "" && !budget.take())) return first
    const kept = isBetter(first, yield* attempt(model, [passage], direction))
    return kept.texts.join("") === "" ? yield* noTranslation() : kept
  })

/**
 * Translates passages that belong together. Where the engine loses a line or a
 * placeholder, halves of them go by themselves, and of a few each. Fails as the engine fails, or with
 * `ProviderError` where it gives nothing, or needs more calls than `budget` has.
 */
export const translateSegments = (
  model: Pick<TextModelShape, "translate">,
  passages: ReadonlyArray<string>,
  direction: Direction,
  budget: CallBudget
): Effect.Effect<TranslatedSegments, EngineFailure> =>
  Effect.gen(function* () {
    const [only, ...others] = passages
    if (only !== undefined && others.length === 0) return yield* alone(model, only, direction, budget)
    const first = yield* attempt(model, passages, direction)
    if (first.whole) return first
    const size = passages.length <= FEW ? 1 : Math.ceil(passages.length / 2)
    const parts = Array.chunksOf(passages, size)
    return joinResults(
      yield* Effect.forEach(parts, (part) =>
        budget.take() ? translateSegments(model, part, direction, budget) : tooManyCalls()
      )
    )
  })
