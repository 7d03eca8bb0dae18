/**
 * Whether what a client sends as a tool's `parameters` is a JSON Schema (drafts
 * 6 to 2020-12) of an object. Read on the thread that answers requests, so in
 * time and depth that are bounded by its size.
 */
import { Predicate } from "effect"
import type { Fault } from "../../http/Validation.ts"

const { isBoolean, isNumber, isReadonlyRecord, isString } = Predicate

type Fields = { readonly [key: string]: unknown }

/** How deep schemas may be nested; those of real tools reach ten or so. */
const MAX_DEPTH = 64
/** JSON values in the schemas of one request; those of 128 real tools reach a few thousand. */
const MAX_VALUES = 20_000
/** Characters of a regular expression: to look at one takes the square of its named groups. */
const MAX_PATTERN = 1_000
/** Faults that are looked for in one schema. */
const MAX_FAULTS = 5

const types: ReadonlySet<unknown> = new Set(["array", "boolean", "integer", "null", "number", "object", "string"])

const isSize = (value: unknown) => Number.isInteger(value) && Number(value) >= 0
const isStrings = (value: unknown) => Array.isArray(value) && value.every(isString)

const isPattern = (value: unknown): boolean => {
  if (typeof value !== "string" || value.length > MAX_PATTERN) return false
  try {
    new RegExp(value, "u")
    return true
  } catch {
    return false
  }
}

/** How many JSON values `value` is and holds, or the fault of it: too deep, or more than `most`. */
const measure = (value: unknown, most: number): number | string => {
  const left: Array<readonly [value: unknown, depth: number]> = [[value, 0]]
  let count = 0
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [inner, depth] = next
    count++
    if (typeof inner !== "object" || inner === null) continue
    if (depth > MAX_DEPTH) return `must not be nested deeper than ${MAX_DEPTH} levels`
    const parts: ReadonlyArray<unknown> = Array.isArray(inner) ? inner : Object.values(inner)
    if (count + left.length + parts.length > most) return `must not hold more than ${MAX_VALUES} values in all`
    for (const part of parts) left.push([part, depth + 1])
  }
  return count
}

/** What the value of a keyword must be, and the words that complete "must be". */
type Rule = readonly [is: (value: unknown) => boolean, expected: string]
const size: Rule = [isSize, "a whole number of at least 0"]
const number: Rule = [isNumber, "a number"]
const strings: Rule = [isStrings, "a list of strings"]

const simple: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [
    "type",
    [
      (value) => types.has(value) || (Array.isArray(value) && value.length > 0 && value.every((one) => types.has(one))),
      `one of ${[...types].join(", ")}, or a list of them`
    ]
  ],
  ["required", strings],
  ["enum", [Array.isArray, "a list"]],
  ["minimum", number],
  ["maximum", number],
  ["exclusiveMinimum", number],
  ["exclusiveMaximum", number],
  ["multipleOf", [(value) => typeof value === "number" && value > 0, "a number above 0"]],
  ...[
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "minContains",
    "maxContains"
  ].map((name): [string, Rule] => [name, size]),
  ["uniqueItems", [isBoolean, "true or false"]],
  ["pattern", [isPattern, `a regular expression of at most ${MAX_PATTERN} characters`]],
  ["format", [isString, "a string"]],
  ["title", [isString, "a string"]],
  ["description", [isString, "a string"]],
  [
    "dependentRequired",
    [(value) => isReadonlyRecord(value) && Object.values(value).every(isStrings), "an object of lists of strings"]
  ]
])

const ofSchema: ReadonlySet<string> = new Set(
  "additionalItems additionalProperties contains else if not propertyNames then unevaluatedItems unevaluatedProperties".split(
    " "
  )
)
const ofSchemas: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "prefixItems"])
const ofNamedSchemas: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "$defs",
  "definitions"
])

/** The value at a JSON pointer (RFC 6901) such as `#/$defs/city`; undefined where there is none. */
const resolve = (root: Fields, reference: string): unknown => {
  let value: unknown = root
  for (const token of reference.split("/").slice(1)) {
    if (typeof value !== "object" || value === null) return undefined
    let key: string
    try {
      key = decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~")
    } catch {
      return undefined
    }
    value = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
  }
  return value
}

const isReference = (root: Fields, value: unknown): boolean => {
  if (typeof value !== "string") return false
  if (value === "#") return true
  const target = value.startsWith("#/") ? resolve(root, value) : undefined
  return isReadonlyRecord(target) || typeof target === "boolean"
}

interface Place {
  readonly schema: unknown
  readonly field: string
  readonly depth: number
}

const fault = (field: string, message: string): Fault => ({ field, code: "invalid_schema", message })

/** The schemas right inside one, and what is wrong with those keywords that should hold schemas. */
const inside = ({
  depth,
  field,
  schema
}: Place): { readonly places: ReadonlyArray<Place>; readonly faults: ReadonlyArray<Fault> } => {
  const places: Array<Place> = []
  const faults: Array<Fault> = []
  const enter = (inner: unknown, at: string) => places.push({ schema: inner, field: at, depth: depth + 1 })
  for (const [keyword, value] of Object.entries(isReadonlyRecord(schema) ? schema : {})) {
    const at = `${field}.${keyword}`
    const isList = ofSchemas.has(keyword) || (keyword === "items" && Array.isArray(value))
    if (isList) {
      if (!Array.isArray(value)) faults.push(fault(at, "must be a list of schemas"))
      else for (const [index, inner] of value.entries()) enter(inner, `${at}[${index}]`)
    } else if (ofNamedSchemas.has(keyword)) {
      if (!isReadonlyRecord(value)) faults.push(fault(at, "must be an object of schemas"))
      else for (const [name, inner] of Object.entries(value)) enter(inner, `${at}.${name}`)
      if (keyword === "patternProperties" && isReadonlyRecord(value) && !Object.keys(value).every(isPattern)) {
        faults.push(fault(at, `must have regular expressions of at most ${MAX_PATTERN} characters for names`))
      }
    } else if (ofSchema.has(keyword) || keyword === "items") enter(value, at)
  }
  return { places, faults }
}

const own = (root: Fields, { depth, field, schema }: Place): ReadonlyArray<Fault> => {
  if (depth > MAX_DEPTH) return [fault(field, `must not be nested deeper than ${MAX_DEPTH} schemas`)]
  if (!isReadonlyRecord(schema))
    return typeof schema === "boolean" ? [] : [fault(field, "must be a schema: an object, or true or false")]
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === "$ref" && !isReference(root, value)) {
      return [fault(`${field}.$ref`, "must point to a schema inside this one, such as #/$defs/name")]
    }
    const [is, expected] = simple.get(keyword) ?? []
    return is === undefined || is(value) ? [] : [fault(`${field}.${keyword}`, `must be ${expected}`)]
  })
}

const faultsWithin = (parameters: Fields, field: string): ReadonlyArray<Fault> => {
  if (parameters.type !== undefined && parameters.type !== "object") {
    return [fault(`${field}.type`, 'must be "object"')]
  }
  const found: Array<Fault> = []
  const left: Array<Place> = [{ schema: parameters, field, depth: 0 }]
  for (let place = left.pop(); place !== undefined && found.length < MAX_FAULTS; place = left.pop()) {
    const within = inside(place)
    found.push(...own(parameters, place), ...within.faults)
    left.push(...within.places.toReversed())
  }
  return found.slice(0, MAX_FAULTS)
}

/** What is wrong with a schema `parameters`, whose place in the request is `field`; the first few faults. */
export type Check = (parameters: Fields, field: string) => ReadonlyArray<Fault>

/** Checks the schemas of one request, which may hold so many values together. */
export const checker = (): Check => {
  let left = MAX_VALUES
  return (parameters, field) => {
    const measured = measure(parameters, left)
    if (typeof measured === "string") return [fault(field, measured)]
    left -= measured
    return faultsWithin(parameters, field)
  }
}
