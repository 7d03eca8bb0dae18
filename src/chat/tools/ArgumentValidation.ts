/** Whether a value fits a schema; what goes between an `ArgumentValidator` and its processes. */
import { type Schema, type SchemaDraft, Validator } from "@cfworker/json-schema"

export interface ValidationRequest {
  readonly schema: { readonly [key: string]: unknown }
  readonly value: unknown
}

/** The same as it goes to the process: JSON in UTF-8, which is written to it in pieces where it is long. */
export interface SentValidation {
  readonly json: Uint8Array
}

export const sentValidation = (request: ValidationRequest): SentValidation => ({
  json: new TextEncoder().encode(JSON.stringify(request))
})

/** `unusable`: the schema refers to itself without end, or the like. */
export type ValidationResult = "fits" | "misfit" | "unusable"

const LATEST: SchemaDraft = "2020-12"

/** Drafts by the number in their address; tuples were written with `items` up to 2019. */
const drafts: ReadonlyArray<readonly [RegExp, SchemaDraft]> = [
  [/draft-0?4/, "4"],
  [/draft-0?[67]/, "7"],
  [/2019-09/, "2019-09"]
]

const usesTuples = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  (("items" in value && Array.isArray(value.items)) || Object.values(value).some(usesTuples))

const draftOf = (schema: ValidationRequest["schema"]): SchemaDraft => {
  const named = String(schema.$schema ?? "")
  return drafts.find(([address]) => address.test(named))?.[1] ?? (usesTuples(schema) ? "2019-09" : LATEST)
}

/** Without the schema's own address, which would become the base of its references. */
const withoutAddress = ({ $id: _id, $schema: _schema, ...schema }: Schema): Schema => schema

/** Checks; takes as long as it takes, which schemas exist to make very long. */
export const validate = ({ schema, value }: ValidationRequest): ValidationResult => {
  try {
    return new Validator(withoutAddress(schema), draftOf(schema), true).validate(value).valid ? "fits" : "misfit"
  } catch {
    return "unusable"
  }
}
