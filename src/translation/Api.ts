/** The contract of translation (wire contract, section 4). */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Authentication } from "../access/Authentication.ts"
import { IdempotencyKey } from "../billing/IdempotencyKey.ts"
import { UsageMetadata } from "../billing/UsageMetadata.ts"
import * as Errors from "../Errors.ts"
import * as Replays from "../http/Replays.ts"
import { WellFormedText } from "../text/Speakable.ts"

/** The longest text of one translation, in UTF-16 code units (wire contract, section 4). */
export const MAX_TEXT = 10_000

export const TranslationLanguage = Schema.Literal("am", "om", "en").annotations({
  identifier: "TranslationLanguage",
  description: "A language that is translated (ISO 639-1): `am` Amharic, `om` Afaan Oromo, `en` English",
  examples: ["am"]
})
export type TranslationLanguage = typeof TranslationLanguage.Type

export const TranslationRequest = Schema.Struct({
  text: WellFormedText.annotations({
    description: `What is translated: at most ${MAX_TEXT} characters (UTF-16 code units)`,
    jsonSchema: { minLength: 1, maxLength: MAX_TEXT }
  }),
  source_language: TranslationLanguage.annotations({ description: "The language of the text: `am`, `om` or `en`" }),
  target_language: TranslationLanguage.annotations({ description: "Another one, into which it is translated" })
}).annotations({
  identifier: "TranslationRequest",
  description: "What is to be translated, from which language into which",
  examples: [{ text: "ሰላም", source_language: "am", target_language: "om" }]
})
export type TranslationRequest = typeof TranslationRequest.Type

/** See `Quality.ts` for what makes which. */
export const Quality = Schema.Literal("high", "medium", "low").annotations({
  identifier: "TranslationQuality",
  description: "How far the translation can be trusted",
  examples: ["high"]
})
export type Quality = typeof Quality.Type

export const Translation = Schema.Struct({
  translation: Schema.String.annotations({ description: "The text in the other language" }),
  source_language: TranslationLanguage,
  target_language: TranslationLanguage,
  quality: Quality,
  usage_metadata: UsageMetadata
}).annotations({ identifier: "Translation" })
export type Translation = typeof Translation.Type

const exampleOfTranslation = {
  translation: "Akkam",
  source_language: "am",
  target_language: "om",
  quality: "high",
  usage_metadata: { prompt_token_count: 1, candidates_token_count: 3, total_token_count: 4 }
} as const

export const TranslationResponse = Schema.Struct({
  status: Schema.Literal("success").annotations({ description: "That it is translated" }),
  data: Schema.Struct({
    ...Translation.fields,
    idempotent_replay: Replays.Mark
  }).annotations({ description: "The translation" })
}).annotations({
  identifier: "TranslationResponse",
  description: "The translation",
  examples: [{ status: "success", data: exampleOfTranslation }]
})
export type TranslationResponse = typeof TranslationResponse.Type

export class TranslationApi extends HttpApiGroup.make("translation")
  .add(
    HttpApiEndpoint.post("translate", "/translate")
      .setHeaders(IdempotencyKey)
      .setPayload(TranslationRequest)
      .addSuccess(TranslationResponse)
      .addError(Errors.JobRefused)
      .addError(Errors.wire(Errors.TextTooLong))
      .addError(Errors.wire(Errors.InvalidLanguagePair))
      .addError(Errors.JobFailed)
      .annotate(OpenApi.Identifier, "translateText")
      .annotate(OpenApi.Summary, "Translate text between Amharic, Afaan Oromo and English")
      .annotate(
        OpenApi.Description,
        `All six directions between the three languages. The text is at most ${MAX_TEXT.toLocaleString("en")} characters, and source and target differ. What no engine here can translate is \`PROVIDER_NOT_CONFIGURED\`.`
      )
  )
  .addError(Errors.InvalidInput)
  .middleware(Authentication)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Translation")
  .annotate(OpenApi.Description, "Text translation in all six directions between three languages.") {}
