/** The contract of translation (wire contract, section 4). */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Authentication } from "../access/Authentication.ts"
import { IdempotencyKey } from "../billing/IdempotencyKey.ts"
import { UsageMetadata } from "../billing/UsageMetadata.ts"
import * as Errors from "../Errors.ts"
import { WellFormedText } from "../text/Speakable.ts"

/** The longest text of one translation, in UTF-16 code units (wire contract, section 4). */
export const MAX_TEXT = 10_000

/** ISO 639-1: Amharic, Afaan Oromo, English. */
export const TranslationLanguage = Schema.Literal("am", "om", "en").annotations({ identifier: "TranslationLanguage" })
export type TranslationLanguage = typeof TranslationLanguage.Type

export const TranslationRequest = Schema.Struct({
  text: WellFormedText,
  source_language: TranslationLanguage,
  /** Differs from the source, else `INVALID_LANGUAGE_PAIR`. */
  target_language: TranslationLanguage
}).annotations({ identifier: "TranslationRequest" })
export type TranslationRequest = typeof TranslationRequest.Type

/** See `Quality.ts` for what makes which. */
export const Quality = Schema.Literal("high", "medium", "low").annotations({ identifier: "TranslationQuality" })
export type Quality = typeof Quality.Type

export const Translation = Schema.Struct({
  translation: Schema.String,
  source_language: TranslationLanguage,
  target_language: TranslationLanguage,
  quality: Quality,
  usage_metadata: UsageMetadata
}).annotations({ identifier: "Translation" })
export type Translation = typeof Translation.Type

export const TranslationResponse = Schema.Struct({
  status: Schema.Literal("success"),
  data: Schema.Struct({
    ...Translation.fields,
    /** True where the id of the request was used before for the same inputs: the stored result, not charged again. */
    idempotent_replay: Schema.optionalWith(Schema.Boolean, { exact: true })
  })
}).annotations({ identifier: "TranslationResponse" })
export type TranslationResponse = typeof TranslationResponse.Type

export class TranslationApi extends HttpApiGroup.make("translation")
  .add(
    HttpApiEndpoint.post("translate", "/translate")
      .setHeaders(IdempotencyKey)
      .setPayload(TranslationRequest)
      .addSuccess(TranslationResponse)
      .addError(Errors.wire(Errors.InsufficientCredits))
      .addError(Errors.wire(Errors.IdempotencyConflict))
      .addError(Errors.wire(Errors.InProgress))
      .addError(Errors.wire(Errors.TextTooLong))
      .addError(Errors.wire(Errors.InvalidLanguagePair))
      .addError(Errors.JobFailed)
      .annotate(OpenApi.Summary, "Translate text between Amharic, Afaan Oromo and English")
  )
  .addError(Errors.InvalidInput)
  .middleware(Authentication)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Translation")
  .annotate(OpenApi.Description, "Text translation in all six directions between three languages.") {}
