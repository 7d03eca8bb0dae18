/** Values of a document, looked at without trust in their shape. */
import { Predicate } from "effect"

export type Json = Readonly<Record<string, unknown>>

export const record = (value: unknown): Json => (Predicate.isReadonlyRecord(value) ? value : {})

export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

export const mapValues = (value: unknown, f: (value: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(record(value)).map(([key, part]) => [key, f(part, key)]))

/** Where schemas that have a name are. */
const SCHEMAS = "#/components/schemas/"

/** The name of the schema that is referred to. */
export const nameOf = (schema: Json): string | undefined =>
  typeof schema.$ref === "string" && schema.$ref.startsWith(SCHEMAS) ? schema.$ref.slice(SCHEMAS.length) : undefined
