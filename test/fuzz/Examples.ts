/** Valid examples of JSON schemas, as OpenAPI 3.1 documents write them. */
import { Predicate } from "effect"
import type { Chance } from "./Chance.ts"
import { fromValue, Members, type Node } from "./Json.ts"

/** A schema, which a document may write in any way. */
export type Schema = unknown

/** What the fields of these names hold that a server knows, such as ids; any of them. */
export type Vocabulary = Readonly<Record<string, ReadonlyArray<unknown>>>

export interface Source {
  /** The document that `$ref` points into. */
  readonly document: unknown
  readonly vocabulary: Vocabulary
}

/** A schema that goes deeper than this is recursive; its examples end here. */
const MAX_DEPTH = 8
/** How often a member that may be left out is there. */
const OPTIONAL = 0.3

export const member = (value: unknown, key: string): unknown =>
  Predicate.isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined

const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined)

const follow = (document: unknown, ref: string): unknown =>
  ref
    .replace(/^#\//, "")
    .split("/")
    .reduce((found: unknown, step) => member(found, step.replaceAll("~1", "/").replaceAll("~0", "~")), document)

const WORDS = ["ሰላም", "ዛሬ 5 ቀን ነው።", "Akkam jirta", "Buna dhugi.", "a"] as const

const text = (chance: Chance, schema: Schema): string => {
  // The only pattern of the API is that of ids; any other is served by the vocabulary.
  if (typeof member(schema, "pattern") === "string") return `id-${chance.int(1_000_000)}`
  const word = chance.from(WORDS) ?? "a"
  return word.slice(0, numberOf(member(schema, "maxLength")) ?? word.length)
}

const amount = (chance: Chance, schema: Schema, whole: boolean): number => {
  const least = numberOf(member(schema, "minimum")) ?? 0
  const most = numberOf(member(schema, "maximum")) ?? 100
  const value = least + (most - least) * (chance.int(101) / 100)
  return whole ? Math.round(value) : value
}

const list = (source: Source, chance: Chance, schema: Schema, depth: number): Node => {
  const least = numberOf(member(schema, "minItems")) ?? 0
  const length = Math.max(least, chance.int(3))
  return Array.from({ length }, () => example(source, chance, member(schema, "items"), depth + 1))
}

const structure = (source: Source, chance: Chance, schema: Schema, depth: number): Node => {
  const properties = member(schema, "properties")
  const listed = member(schema, "required")
  const required: ReadonlyArray<unknown> = Array.isArray(listed) ? listed : []
  const fields = Predicate.isRecord(properties) ? Object.entries(properties) : []
  return new Members(
    fields
      .filter(([key]) => required.includes(key) || (depth < MAX_DEPTH && chance.yes(OPTIONAL)))
      .map(([key, value]) => [key, field(source, chance, key, value, depth + 1)])
  )
}

/** An example of the member `key`: a known word of that name, or whatever its schema allows. */
export const field = (source: Source, chance: Chance, key: string, schema: Schema, depth = 0): Node => {
  const known = Object.hasOwn(source.vocabulary, key) ? source.vocabulary[key] : undefined
  return known === undefined ? example(source, chance, schema, depth) : fromValue(chance.from(known))
}

/** A value that the schema allows. */
export const example = (source: Source, chance: Chance, schema: Schema, depth = 0): Node => {
  if (depth > MAX_DEPTH * 2) return null
  const ref = member(schema, "$ref")
  if (typeof ref === "string") return example(source, chance, follow(source.document, ref), depth + 1)
  const fixed =
    member(schema, "enum") ?? (member(schema, "const") === undefined ? undefined : [member(schema, "const")])
  if (Array.isArray(fixed)) return fromValue(chance.from(fixed))
  const choices = member(schema, "anyOf") ?? member(schema, "oneOf") ?? member(schema, "allOf")
  if (Array.isArray(choices)) return example(source, chance, chance.from(choices), depth + 1)
  switch (member(schema, "type")) {
    case "object":
      return structure(source, chance, schema, depth)
    case "array":
      return list(source, chance, schema, depth)
    case "string":
      return text(chance, schema)
    case "number":
      return amount(chance, schema, false)
    case "integer":
      return amount(chance, schema, true)
    case "boolean":
      return chance.yes(0.5)
    default:
      return null
  }
}

/** The schema behind its references. */
export const resolve = (document: unknown, schema: Schema): Schema => {
  const ref = member(schema, "$ref")
  return typeof ref === "string" ? resolve(document, follow(document, ref)) : schema
}
