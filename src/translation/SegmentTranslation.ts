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
  direction: Direction
): Effect.Effect<TranslatedSegments, EngineFailure> =>
  Effect.gen(function* () {
    const first = yield* attempt(model, [passage], direction)
    if (first.whole) return first
    const kept = isBetter(first, yield* attempt(model, [passage], direction))
    return kept.texts.join("") === "" ? yield* noTranslation() : kept
  })

/**
 * Translates passages that belong together. Where the engine loses a line or a
 * placeholder, each passage goes by itself. Fails as the engine fails, or with
 * `ProviderError` where it gives nothing.
 */
export const translateSegments = (
  model: Pick<TextModelShape, "translate">,
  passages: ReadonlyArray<string>,
  direction: Direction
): Effect.Effect<TranslatedSegments, EngineFailure> =>
  Effect.gen(function* () {
    const [only, ...others] = passages
    if (only !== undefined && others.length === 0) return yield* alone(model, only, direction)
    const first = yield* attempt(model, passages, direction)
    if (first.whole) return first
    return joinResults(yield* Effect.forEach(passages, (passage) => alone(model, passage, direction)))
  })
