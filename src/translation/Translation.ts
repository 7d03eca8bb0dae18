/** Translation as paid work: what may be translated, what it is estimated at, how its parts become one answer. */
import { Effect, type Option } from "effect"
import * as Fingerprint from "../billing/Fingerprint.ts"
import { ONE_DAY } from "../billing/IdempotencyKey.ts"
import { Jobs } from "../billing/Jobs.ts"
import type * as Money from "../billing/Money.ts"
import * as Prices from "../billing/Prices.ts"
import { usageMetadata } from "../billing/UsageMetadata.ts"
import type { RequestId, WalletId } from "../Domain.ts"
import { atField, InvalidLanguagePair, TextTooLong, type ValidationFailed } from "../Errors.ts"
import { TextModel, type TokenUsage } from "../engines/TextModel.ts"
import { both, refusal } from "../http/Validation.ts"
import { countTokens } from "../text/Tokens.ts"
import { MAX_TEXT, Translation as Result, type TranslationRequest } from "./Api.ts"
import * as Quality from "./Quality.ts"
import * as Segments from "./Segments.ts"
import * as SegmentTranslation from "./SegmentTranslation.ts"

/** Parts of one text that are with the engine at once. */
const CONCURRENCY = 4
/** A translation seldom has more tokens than this many times its source's: four times with the source (wire contract, 2.1). */
const EXPANSION = 3

const empty = () => refusal([{ field: "text", code: "empty", message: "must hold something to translate" }])

const tooLong = (text: string) =>
  new TextTooLong(
    atField(
      { field: "text", code: "too_long", message: `at most ${MAX_TEXT} characters` },
      `text has ${text.length} characters; the longest that can be translated at once is ${MAX_TEXT}`
    )
  )

const translatable = ({ text }: TranslationRequest): Effect.Effect<void, ValidationFailed | TextTooLong> =>
  text.trim() === "" ? empty() : text.length > MAX_TEXT ? tooLong(text) : Effect.void

const twoLanguages = ({
  source_language: source,
  target_language: target
}: TranslationRequest): Effect.Effect<void, InvalidLanguagePair> => {
  if (source !== target) return Effect.void
  const message = "must differ from source_language"
  return new InvalidLanguagePair(
    atField(
      { field: "target_language", code: "same_as_source", message },
      `source_language and target_language are both ${source}; target_language ${message}`
    )
  )
}

export class Translation extends Effect.Service<Translation>()("translation/Translation", {
  effect: Effect.gen(function* () {
    const jobs = yield* Jobs
    const model = yield* TextModel
    const prices = Prices.translationPrices((yield* Prices.Prices).table)
    const priceOf = (usage: TokenUsage): Money.Money => Prices.ofTokens(prices, usage)

    /** What is held for a text: its own tokens, those of what is put around each part, and those of its translation. */
    const heldFor = ({ source_language: source, target_language: target, text }: TranslationRequest, parts: number) => {
      const tokens = Math.max(1, countTokens(text))
      return { promptTokens: tokens + parts * model.framing({ source, target }), candidateTokens: tokens * EXPANSION }
    }

    /** Translates the parts, some at once, and puts them together in order. */
    const perform = (
      request: TranslationRequest,
      parts: ReadonlyArray<Segments.Segment>,
      bundles: ReadonlyArray<ReadonlyArray<string>>
    ) =>
      Effect.gen(function* () {
        const direction = { source: request.source_language, target: request.target_language }
        const budget = SegmentTranslation.callBudget()
        const rendered = SegmentTranslation.joinResults(
          yield* Effect.forEach(
            bundles,
            (passages) => SegmentTranslation.translateSegments(model, passages, direction, budget),
            {
              concurrency: CONCURRENCY
            }
          )
        )
        const translation = Segments.replacePassages(parts, rendered.texts)
        const checked = {
          source: request.text,
          translation,
          targetLanguage: request.target_language
        }
        return {
          translation,
          counted: rendered.usage,
          quality: rendered.exact ? "high" : Quality.assess(checked)
        } as const
      })

    /**
     * A translation apart from a job, for those of which it is a part: what is to
     * be held for it, and its work, which fails as the engine does. The text has
     * something to translate, into another language, and at most `MAX_TEXT`
     * characters. Its line breaks are the translation's too.
     */
    const plan = (request: TranslationRequest) => {
      const { source_language, target_language, text } = request
      const parts = Segments.divide(text)
      const bundles = Segments.groupPassages(parts.flatMap((part) => (part._tag === "Text" ? [part.text] : [])))
      const held = heldFor(request, bundles.length)
      const work = Effect.map(perform(request, parts, bundles), ({ counted, quality, translation }) => {
        // Failed tries are not charged, nor more than is held.
        const usage = {
          promptTokens: Math.min(counted.promptTokens, held.promptTokens),
          candidateTokens: Math.min(counted.candidateTokens, held.candidateTokens)
        }
        const result: Result = {
          translation,
          source_language,
          target_language,
          quality,
          usage_metadata: usageMetadata(usage.promptTokens, usage.candidateTokens)
        }
        return { price: priceOf(usage), worth: priceOf(counted), result }
      })
      return { estimate: priceOf(held), work }
    }

    /**
     * Translates, or finds what this id translated before. Fails with the named
     * validation errors, `InsufficientCredits`, `IdempotencyConflict`,
     * `InProgress`, or as the engine fails; nothing is charged then.
     */
    const translate = Effect.fn("Translation.translate")(function* (
      walletId: WalletId,
      requestId: Option.Option<RequestId>,
      request: TranslationRequest
    ) {
      yield* both(translatable(request), twoLanguages(request))
      const { source_language: source, target_language: target, text } = request
      const { estimate, work } = plan(request)
      const submission = yield* jobs.submit({
        operation: "translation",
        walletId,
        requestId,
        fingerprint: Fingerprint.of({ text, source, target }),
        estimate,
        result: Result,
        retention: ONE_DAY,
        run: () => Effect.map(work, ({ result, ...costs }) => ({ ...costs, settle: () => ({ result, writes: [] }) }))
      })
      if (submission._tag === "Replayed") return { result: submission.result, replayed: true }
      const { result } = yield* submission.settled
      return { result, replayed: false }
    })

    return { translate, plan }
  })
}) {}
