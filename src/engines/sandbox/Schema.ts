/** Reading a JSON Schema that a client sent: every keyword may be missing or of any type. */
import { Predicate } from "effect"

export interface JsonSchema {
  readonly [keyword: string]: unknown
}

export const isRecord: (value: unknown) => value is JsonSchema = Predicate.isReadonlyRecord

/** A schema; what is none (`true`, absent) allows anything. */
export const schemaOf = (value: unknown): JsonSchema => (isRecord(value) ? value : {})

export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

export const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined
