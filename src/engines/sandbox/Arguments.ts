/**
 * Arguments of a tool call that fit its JSON Schema, taken from the user's
 * message where it gives them, else from the schema's own samples. Keywords
 * that are understood: type, const, enum, default, examples, properties,
 * required, additionalProperties, items, prefixItems, minItems, maxItems,
 * uniqueItems, minimum, maximum, exclusiveMinimum, exclusiveMaximum,
 * multipleOf, minLength, maxLength, format, allOf, anyOf, oneOf and local $ref;
 * of pattern what needs no running of it. All of it is within bounds, since it
 * is done by the thread that answers.
 */
import { Data, Either } from "effect"
import * as Clues from "./Clues.ts"
import { numberFor, stringFor } from "./Scalars.ts"
import { isRecord, type JsonSchema, listOf, numberOf, schemaOf } from "./Schema.ts"

type Json = string | number | boolean | null | ReadonlyArray<Json> | { readonly [key: string]: Json }

/** Why a schema has no arguments here. */
class Unmade extends Data.Error<{ readonly reason: string }> {}

const TOO_MUCH = "that asks for too much"

/** Values within values; schemas that refer to themselves are followed to this depth. */
const DEEPEST = 12
/** From this depth on nothing is made that may be left out: an end of a list, a branch without leaves. */
const DEEP = 4
/** No array is made longer. */
const LONGEST_ARRAY = 100
/** Where no property is required, this many are made. */
const MOST_OPTIONAL = 50

/** What one call may cost, in characters of its arguments; those of real tools reach some thousands. */
const MOST_CHARACTERS = 100_000
/** What a value or a schema that is looked at costs, as much as so many characters. */
const STEP = 50
/** The same for a pattern, and for each character that is made by it. */
const PATTERN = 3_000
const PATTERN_CHARACTER = 100

interface Context {
  /** Counts the cost in characters, and throws `Unmade` where it is too much. */
  readonly spend: (characters: number) => void
  readonly root: JsonSchema
  readonly clues: Clues.Clues
  /** Of the property. */
  readonly name: string
  readonly depth: number
}

const within = (context: Context, name = context.name): Context => ({ ...context, name, depth: context.depth + 1 })

const unmade = ({ name }: Context, what: string) =>
  new Unmade({ reason: `it knows no ${what} for ${JSON.stringify(name.slice(0, 64))}` })

const isJson = (value: unknown): value is Json => value !== undefined

/** A value that the schema gives. */
const given = (context: Context, value: unknown): Json => {
  if (!isJson(value)) return null
  context.spend(JSON.stringify(value).length)
  return value
}

/** The schema that a local reference such as `#/$defs/Point` points to. */
const dereference = (context: Context, reference: string): JsonSchema => {
  context.spend(reference.length)
  const steps = decodeURIComponent(reference.slice(1)).split("/").slice(1)
  const target = steps
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>(
      (value, step) => (isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined),
      context.root
    )
  return schemaOf(target)
}

/** Whether its values may hold others, and they others; a reference may be to such a schema. */
const isCompound = (schema: JsonSchema): boolean =>
  schema.$ref !== undefined || ["object", "array"].includes(typeOf(schema, false))

/** Of alternatives the first that is not null; deep inside, the first that ends there. */
const chosenOf = ({ depth }: Context, alternatives: ReadonlyArray<JsonSchema>): JsonSchema | undefined => {
  const isNull = ({ type }: JsonSchema): boolean => type === "null"
  const ending =
    depth < DEEP ? undefined : (alternatives.find(isNull) ?? alternatives.find((schema) => !isCompound(schema)))
  return ending ?? alternatives.find((schema) => !isNull(schema)) ?? alternatives[0]
}

/** The schema with its references followed and its parts merged, one of its alternatives among them. */
const resolve = (context: Context, schema: JsonSchema, depth = 0): JsonSchema => {
  context.spend(STEP + Object.keys(schema).length)
  if (depth > DEEPEST) throw new Unmade({ reason: TOO_MUCH })
  const { $ref, ...siblings } = schema
  if (typeof $ref === "string" && /^#(?:\/|$)/.test($ref))
    return resolve(context, { ...dereference(context, $ref), ...siblings }, depth + 1)
  const { allOf, anyOf, oneOf, ...rest } = schema
  const alternatives = [...listOf(anyOf), ...listOf(oneOf)]
  context.spend(alternatives.length + listOf(allOf).length)
  const chosen = chosenOf(context, alternatives.map(schemaOf))
  const parts = [...listOf(allOf).map(schemaOf), ...(chosen === undefined ? [] : [chosen])]
  return parts
    .map((part) => resolve(context, part, depth + 1))
    .reduce((left, right) => merge(context, left, right), rest)
}

const merge = (context: Context, left: JsonSchema, right: JsonSchema): JsonSchema => {
  const properties = { ...schemaOf(left.properties), ...schemaOf(right.properties) }
  const required = [...listOf(left.required), ...listOf(right.required)]
  context.spend(Object.keys(left).length + Object.keys(properties).length + required.length)
  return {
    ...left,
    ...right,
    ...(isRecord(left.properties) || isRecord(right.properties) ? { properties } : {}),
    ...(required.length > 0 ? { required } : {})
  }
}

/** The type of a value: of several the first that is not null, unless null is preferred. */
const typeOf = (schema: JsonSchema, prefersNull: boolean): string => {
  const types = typeof schema.type === "string" ? [schema.type] : listOf(schema.type).slice(0, 8)
  const named = prefersNull && types.includes("null") ? "null" : (types.find((type) => type !== "null") ?? types[0])
  if (typeof named === "string") return named
  if (isRecord(schema.properties)) return "object"
  if (schema.items !== undefined || schema.prefixItems !== undefined) return "array"
  const numeric = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]
  return numeric.some((keyword) => keyword in schema) ? "number" : "string"
}

/** What is required; where nothing is, what can be made of all. */
const object = (context: Context, schema: JsonSchema): Json => {
  const properties = schemaOf(schema.properties)
  const required = listOf(schema.required).filter((name) => typeof name === "string")
  context.spend(required.length)
  const made = (name: string) => {
    context.spend(name.length)
    const known = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties
    return [name, value(within(context, name), schemaOf(known))] as const
  }
  if (required.length > 0) return Object.fromEntries([...new Set(required)].map(made))
  if (context.depth >= DEEP) return {}
  const optional = Object.keys(properties)
  context.spend(optional.length)
  const tried = optional.slice(0, MOST_OPTIONAL).map((name) => attempt(() => made(name)))
  return Object.fromEntries(tried.filter(Either.isRight).map(({ right }) => right))
}

/** As long as it must be, and one where it may and that one can be made. */
const array = (context: Context, schema: JsonSchema): Json => {
  const leading = Array.isArray(schema.items) ? schema.items : listOf(schema.prefixItems)
  const items = resolve(context, schemaOf(schema.items))
  const ends = context.depth >= DEEP && isCompound(items)
  const least = numberOf(schema.minItems) ?? 0
  const length = Math.max(least, leading.length, Math.min(numberOf(schema.maxItems) ?? 1, ends ? 0 : 1))
  if (length > LONGEST_ARRAY) throw new Unmade({ reason: TOO_MUCH })
  const isUnique = schema.uniqueItems === true && length > 1
  if (isUnique && listOf(items.enum).length >= length)
    return listOf(items.enum)
      .slice(0, length)
      .map((choice) => given(context, choice))
  const of = (at: number) => value(within(context), at < leading.length ? schemaOf(leading[at]) : items)
  if (least === 0 && leading.length === 0 && length === 1)
    return Either.match(
      attempt(() => of(0)),
      { onLeft: () => [], onRight: (only) => [only] }
    )
  const made = Array.from({ length }, (_, at) => of(at))
  if (isUnique && new Set(made.map((item) => JSON.stringify(item))).size < length)
    throw unmade(context, "list of different items")
  return made
}

/** The first of the choices that the message mentions, else the default, else the first. */
const choice = (context: Context, choices: ReadonlyArray<unknown>, preset: unknown): Json => {
  const isMentioned = (value: unknown): boolean =>
    (typeof value === "string" || typeof value === "number") && context.clues.mentions(`${value}`)
  return given(context, choices.slice(0, LONGEST_ARRAY).find(isMentioned) ?? preset ?? choices[0])
}

const known = <A>(context: Context, value: A | undefined, what: string): A => {
  if (value === undefined) throw unmade(context, what)
  return value
}

const value = (context: Context, unresolved: JsonSchema): Json => {
  if (context.depth > DEEPEST) throw new Unmade({ reason: TOO_MUCH })
  const schema = resolve(context, unresolved)
  if (schema.const !== undefined) return given(context, schema.const)
  const choices = listOf(schema.enum)
  if (choices.length > 0) return choice(context, choices, schema.default)
  switch (typeOf(schema, context.depth >= DEEP)) {
    case "object":
      return object(context, schema)
    case "array":
      return array(context, schema)
    case "integer":
      return known(context, numberFor(context.clues, schema, true), "number")
    case "number":
      return known(context, numberFor(context.clues, schema, false), "number")
    case "boolean":
      return schema.default !== false
    case "null":
      return null
    default: {
      const isPatterned = schema.pattern !== undefined
      context.spend(isPatterned ? PATTERN : 0)
      const made = known(context, stringFor(context.clues, schema), "text")
      context.spend(made.length * (isPatterned ? PATTERN_CHARACTER : 1))
      return made
    }
  }
}

/** What is made, or why nothing is; a schema may also be too deep for the stack, or its references no addresses. */
const attempt = <A>(make: () => A): Either.Either<A, string> =>
  Either.try({
    try: make,
    catch: (cause) => {
      if (cause instanceof Unmade) return cause.reason
      if (cause instanceof RangeError || cause instanceof URIError) return TOO_MUCH
      throw cause
    }
  })

/** Whether a schema says nothing of the kind of its values: arguments are then an object. */
const isOpen = ({ const: only, enum: choices, type }: JsonSchema): boolean =>
  type === undefined && only === undefined && choices === undefined

/** The arguments, as JSON text of an object (of a schema that names other values, one of them), or why there are none. */
export const argumentsFor = (parameters: JsonSchema, message: string): Either.Either<string, string> =>
  attempt(() => {
    let left = MOST_CHARACTERS
    const spend = (characters: number): void => {
      left -= characters
      if (left < 0) throw new Unmade({ reason: TOO_MUCH })
    }
    const context: Context = { root: parameters, clues: Clues.read(message), name: "", depth: 0, spend }
    const schema = resolve(context, parameters)
    return JSON.stringify(isOpen(schema) ? object(context, schema) : value(context, schema))
  })
