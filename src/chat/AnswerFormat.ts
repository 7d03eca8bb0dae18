/** Answers in JSON: what may be asked for, and whether an answer is that. */
import { Effect, Either } from "effect"
import type { ProviderUnavailable, ValidationFailed } from "../Errors.ts"
import type { AnswerFormat, Generation } from "../engines/TextModel.ts"
import * as JsonReader from "../http/JsonReader.ts"
import { type Fault, refusal } from "../http/Validation.ts"
import type { ArgumentValidator } from "./tools/ArgumentValidator.ts"
import type { Check } from "./tools/Parameters.ts"

/** Where a schema stands in requests that have one. */
const FIELD = "response_format.json_schema.schema"

/** What is wrong with the schema of the format, if it has one. */
export const faults = (format: AnswerFormat, check: Check): ReadonlyArray<Fault> =>
  format._tag === "JsonSchema" ? check(format.schema, FIELD) : []

const FENCED = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/i

/** The answer without the code fence that models put around JSON, told or not. */
export const unfenced = (generation: Generation): Generation => {
  const inner = FENCED.exec(generation.text)?.[1]
  return inner === undefined ? generation : { ...generation, text: inner }
}

const unusable = () =>
  refusal([
    {
      field: FIELD,
      code: "invalid_schema",
      message: "must be a schema that a value can be checked against in a second of computing"
    }
  ])

/** What a text says as JSON: an object, or where the schema does not say that it is one, any value. */
const valueOf = (text: string, format: Exclude<AnswerFormat, { readonly _tag: "Text" }>) =>
  format._tag === "JsonSchema" && format.schema.type === undefined ? JsonReader.read(text) : JsonReader.readObject(text)

/**
 * Whether a whole answer has the form: JSON, which fits the schema.
 * Fails with `ValidationFailed` where the schema cannot be used, and with
 * `ProviderUnavailable` where nothing can be checked now.
 */
export const fits = (
  text: string,
  format: AnswerFormat,
  pool: ArgumentValidator
): Effect.Effect<boolean, ProviderUnavailable | ValidationFailed> => {
  if (format._tag === "Text") return Effect.succeed(true)
  const value = Either.getOrUndefined(valueOf(text, format))
  if (value === undefined) return Effect.succeed(false)
  if (format._tag === "JsonObject") return Effect.succeed(true)
  return Effect.flatMap(pool.validate({ schema: format.schema, value }), (answer) =>
    answer === "unusable" ? Effect.fail(unusable()) : Effect.succeed(answer === "fits")
  )
}
