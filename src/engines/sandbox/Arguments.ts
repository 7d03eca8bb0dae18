/**
 * Arguments of a tool call that fit its JSON Schema, taken from the user's
 * message where it gives them. Keywords that are understood: type, const, enum,
 * default, properties, required, additionalProperties, items, minItems,
 * maxItems, uniqueItems, minimum, maximum, exclusiveMinimum, exclusiveMaximum,
 * multipleOf, minLength, maxLength, pattern, format, allOf, anyOf, oneOf and
 * local $ref.
 */
import * as Clues from "./Clues.ts"
import { fitNumber } from "./NumberArgument.ts"
import { isRecord, type JsonSchema, listOf, numberOf, schemaOf, TooMuch } from "./Schema.ts"
import { fitString } from "./StringArgument.ts"

type Json = string | number | boolean | null | ReadonlyArray<Json> | { readonly [key: string]: Json }

/** Schemas that refer to themselves are followed to this depth. */
const DEEPEST = 8
/** From this depth on nothing is made that may be left out: an end of a list, a branch without leaves. */
const DEEP = 4
/** No array is made longer, whatever its schema demands. */
const LONGEST_ARRAY = 100

/** Values and schemas that are looked at for one call, whatever its schema demands; those of real tools reach a hundred. */
const MOST_STEPS = 10_000
/** Characters of one call's arguments, which a client pays for. */
const MOST_CHARACTERS = 100_000
const makeBudget = () => {
  let left = MOST_STEPS
  return (steps: number): void => {
    left -= steps
    if (left < 0) throw new TooMuch()
  }
}

interface Context {
  /** Counts what is done, and throws `TooMuch`. */
  readonly spend: (steps: number) => void
  readonly root: JsonSchema
  readonly clues: Clues.Clues
  readonly name: string
  readonly depth: number
}

const isJson = (value: unknown): value is Json => value !== undefined

const plain = (value: unknown): Json => (isJson(value) ? value : null)

/** The schema that a local reference such as `#/$defs/Point` points to. */
const dereference = (root: JsonSchema, reference: string): JsonSchema =>
  schemaOf(
    reference
      .replace(/^#\/?/, "")
      .split("/")
      .filter((step) => step !== "")
      .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce<unknown>((value, step) => (isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined), root)
  )

const isDeep = ({ depth }: Context): boolean => depth >= DEEP

/** Whether its values may hold others, and they others; a reference may be to such a schema. */
const isCompound = (schema: JsonSchema): boolean =>
  schema.$ref !== undefined || ["object", "array"].includes(typeOf(schema, false))

/** Of alternatives the first that is not null; deep inside, the first that ends there. */
const chosenOf = (context: Context, alternatives: ReadonlyArray<JsonSchema>): JsonSchema | undefined => {
  const isNull = ({ type }: JsonSchema): boolean => type === "null"
  const ending = isDeep(context)
    ? (alternatives.find(isNull) ?? alternatives.find((schema) => !isCompound(schema)))
    : undefined
  return ending ?? alternatives.find((schema) => !isNull(schema)) ?? alternatives[0]
}

/** The schema with its references followed and its parts merged, one of its alternatives among them. */
const resolve = (context: Context, schema: JsonSchema, depth = 0): JsonSchema => {
  context.spend(1)
  if (depth > DEEPEST) return schema
  if (typeof schema.$ref === "string" && schema.$ref.startsWith("#")) {
    const { $ref, ...rest } = schema
    return resolve(context, { ...dereference(context.root, $ref), ...rest }, depth + 1)
  }
  const chosen = chosenOf(context, [...listOf(schema.anyOf), ...listOf(schema.oneOf)].map(schemaOf))
  const parts = [...listOf(schema.allOf).map(schemaOf), ...(chosen === undefined ? [] : [chosen])]
  if (parts.length === 0) return schema
  const { allOf: _allOf, anyOf: _anyOf, oneOf: _oneOf, ...rest } = schema
  return parts.map((part) => resolve(context, part, depth + 1)).reduce(merge, rest)
}

const merge = (left: JsonSchema, right: JsonSchema): JsonSchema => ({
  ...left,
  ...right,
  ...(isRecord(left.properties) || isRecord(right.properties)
    ? { properties: { ...schemaOf(left.properties), ...schemaOf(right.properties) } }
    : {}),
  ...(Array.isArray(left.required) || Array.isArray(right.required)
    ? { required: [...listOf(left.required), ...listOf(right.required)] }
    : {})
})

/** The type of a value: of several the first that is not null, unless null is preferred. */
const typeOf = (schema: JsonSchema, prefersNull: boolean): string => {
  const types = typeof schema.type === "string" ? [schema.type] : listOf(schema.type)
  const named = prefersNull && types.includes("null") ? "null" : (types.find((type) => type !== "null") ?? types[0])
  if (typeof named === "string") return named
  if (isRecord(schema.properties)) return "object"
  if (schema.items !== undefined) return "array"
  const numeric = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]
  return numeric.some((keyword) => keyword in schema) ? "number" : "string"
}

const mentioned = (context: Context, values: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  values.filter(
    (value) => (typeof value === "string" || typeof value === "number") && context.clues.mentions(`${value}`)
  )

/** Whether the message itself speaks of the property. */
const isSpokenOf = (context: Context, property: JsonSchema, name: string): boolean =>
  context.clues.named(name).length > 0 || mentioned(context, listOf(property.enum)).length > 0

const object = (context: Context, schema: JsonSchema): Json => {
  const properties = schemaOf(schema.properties)
  const required = listOf(schema.required).filter((name) => typeof name === "string")
  const made = Object.entries(properties)
    .map(([name, property]) => ({ name, property: resolve(context, schemaOf(property)) }))
    .filter(
      ({ name, property }) =>
        required.includes(name) ||
        (context.depth < DEEPEST && (required.length === 0 || isSpokenOf(context, property, name)))
    )
    .map(({ name, property }) => [name, value({ ...context, name, depth: context.depth + 1 }, property)] as const)
  const unnamed = required
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => {
      const further = schemaOf(schema.additionalProperties)
      return [name, value({ ...context, name, depth: context.depth + 1 }, further)] as const
    })
  return Object.fromEntries([...made, ...unnamed])
}

const array = (context: Context, schema: JsonSchema): Json => {
  const items = resolve(context, schemaOf(schema.items))
  const least = Math.min(LONGEST_ARRAY, numberOf(schema.minItems) ?? 0)
  const most = Math.min(LONGEST_ARRAY, numberOf(schema.maxItems) ?? LONGEST_ARRAY)
  const type = typeOf(items, false)
  const clues = type === "string" ? context.clues.quotations.length : context.clues.numbers.length
  const choices = listOf(items.enum)
  const hinted = choices.length > 0 ? mentioned(context, choices).length : type === "object" ? 1 : clues
  const ends = isDeep(context) && isCompound(items)
  const wanted = ends ? Math.min(most, least) : Math.min(most, Math.max(least, hinted, 1))
  const made =
    choices.length > 0
      ? [...new Set([...mentioned(context, choices), ...choices])].slice(0, wanted).map(plain)
      : Array.from({ length: wanted }, () => value({ ...context, depth: context.depth + 1 }, items))
  if (schema.uniqueItems !== true) return pad(made, least)
  return distinct(made, items, type, least)
}

const pad = (made: ReadonlyArray<Json>, least: number): ReadonlyArray<Json> => [
  ...made,
  ...Array.from({ length: Math.max(0, least - made.length) }, () => made[0] ?? null)
]

/** Repetitions are dropped; where too few are left, numbers count on and strings take a number. */
const distinct = (made: ReadonlyArray<Json>, items: JsonSchema, type: string, least: number): ReadonlyArray<Json> => {
  const kept = [...new Map(made.map((item) => [JSON.stringify(item), item])).values()]
  const last = kept.at(-1)
  for (let next = 1; kept.length < least && next <= LONGEST_ARRAY; next++) {
    if (typeof last === "number") kept.push(last + next * (numberOf(items.multipleOf) ?? 1))
    else if (type === "string") kept.push(`${typeof last === "string" ? last : ""}${next + 1}`)
    else break
  }
  return kept
}

/** "No", "not" and "without" before a flag's name turn it off. */
const boolean = ({ clues, name }: Context): boolean => {
  const [named] = clues.named(name)
  if (named !== undefined) return /^(true|yes|on|1)$/i.test(named)
  const words = name.replace(/[_-]/g, " ").toLowerCase()
  const off = ["no", "not", "without", "do not", "don't"].some((word) => clues.mentions(`${word} ${words}`))
  return !off && !clues.mentions("false")
}

const choice = (context: Context, choices: ReadonlyArray<unknown>, preset: unknown): Json => {
  const [first] = mentioned(context, choices)
  return plain(first ?? preset ?? choices[0])
}

const value = (context: Context, unresolved: JsonSchema): Json => {
  context.spend(1)
  const schema = resolve(context, unresolved)
  if (schema.const !== undefined) return plain(schema.const)
  const choices = listOf(schema.enum)
  if (choices.length > 0) return choice(context, choices, schema.default)
  switch (typeOf(schema, isDeep(context))) {
    case "object":
      return context.depth > DEEPEST ? {} : object(context, schema)
    case "array":
      return context.depth > DEEPEST ? [] : array(context, schema)
    case "integer":
      return fitNumber(context.clues, context.name, schema, true)
    case "number":
      return fitNumber(context.clues, context.name, schema, false)
    case "boolean":
      return boolean(context)
    case "null":
      return null
    default:
      return fitString(context.clues, context.name, schema)
  }
}

/** Whether a schema says nothing of the kind of its values: arguments are then an object. */
const isOpen = ({ const: only, enum: choices, type }: JsonSchema): boolean =>
  type === undefined && only === undefined && choices === undefined

/**
 * The arguments, as JSON text of an object; of a schema that names other values, one of them. Throws `TooMuch`. Regular
 * expressions of the schema are run, in time without bound.
 */
export const argumentsFor = (parameters: JsonSchema, message: string): string => {
  const context: Context = { root: parameters, clues: Clues.read(message), name: "", depth: 0, spend: makeBudget() }
  const schema = resolve(context, parameters)
  const text = JSON.stringify(isOpen(schema) ? object(context, schema) : value(context, schema))
  if (text.length > MOST_CHARACTERS) throw new TooMuch()
  return text
}
