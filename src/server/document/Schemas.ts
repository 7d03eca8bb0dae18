/**
 * The platform's JSON schemas as clients need them: valid under JSON Schema
 * 2020-12, true (unknown fields are ignored, so none are forbidden), with names
 * that make good types, and with nobody's words but the contracts'.
 */
import { type Json, listOf, mapValues, nameOf, record } from "./JsonNodes.ts"

/** Keywords whose value is one schema, a list of schemas, or schemas by name. */
const SINGLE = ["items", "additionalProperties", "propertyNames", "not", "contentSchema"] as const
const LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"] as const
const NAMED = ["properties", "patternProperties"] as const

/** How the platform's own descriptions begin, of what the keywords say as well ("a number between 0 and 1"). */
const PLATFORMS = /^an? (?!`)/

const SCALARS: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean"])

/** What says of a value what it is for, wherever it stands. */
const ANNOTATIONS = ["description", "examples", "deprecated"] as const

/** Applies `f` to every schema directly inside of this one. */
const within = (schema: Json, f: (inner: unknown) => unknown): Json => {
  const changed: Record<string, unknown> = { ...schema }
  for (const key of SINGLE) if (typeof schema[key] === "object") changed[key] = f(schema[key])
  for (const key of LISTS) if (key in schema) changed[key] = listOf(schema[key]).map(f)
  for (const key of NAMED) if (key in schema) changed[key] = mapValues(schema[key], f)
  return changed
}

/** Whether a name for it would only hide what it is. */
const isScalar = (schema: Json): boolean => SCALARS.has(schema.type) && !("enum" in schema)

/** What is referred to, where a name for it would only hide what it is. */
const scalarOf = (schema: Json, components: Json): Json | undefined => {
  const name = nameOf(schema)
  if (name === undefined) return isScalar(schema) ? schema : undefined
  const { $ref, ...beside } = schema
  const target = scalarOf(record(components[name]), components)
  return target && { ...target, ...beside }
}

const isNull = (schema: Json): boolean => schema.type === "null"

/**
 * What may also be null: what is said of the value is said of the whole, where
 * generators look for it. A default stays with the value: beside a whole that may
 * be left out, `openapi-typescript` takes it for one that may not.
 */
const nullable = (schema: Json): Json => {
  const members = listOf(schema.anyOf).map(record)
  const [value, ...others] = members.filter((member) => !isNull(member))
  if (value === undefined || others.length > 0 || members.length !== 2 || "$ref" in value) return schema
  const inner: Record<string, unknown> = { ...value }
  const outer: Record<string, unknown> = { ...schema }
  for (const key of ANNOTATIONS) {
    if (key in inner) {
      outer[key] ??= inner[key]
      delete inner[key]
    }
  }
  const alternatives = Object.keys(inner).length === 1 && "anyOf" in inner ? listOf(inner.anyOf) : [inner]
  return { ...outer, anyOf: [...alternatives, { type: "null" }] }
}

/** A default beside a choice belongs to the first of it, see `nullable`. */
const withInnerDefault = (schema: Json): Json => {
  if (!("default" in schema) || !("anyOf" in schema)) return schema
  const { anyOf, default: usual, ...others } = schema
  const [first, ...rest] = listOf(anyOf).map(record)
  const filled =
    first !== undefined && "$ref" in first ? { allOf: [first], default: usual } : { ...first, default: usual }
  return { ...others, anyOf: [filled, ...rest] }
}

const tidied = (schema: unknown, components: Json): Json => {
  const given = record(schema)
  const { $comment, $id, $schema, additionalProperties, description, title, ...kept } =
    scalarOf(given, components) ?? given
  const isAnyObject = $id === "/schemas/%7B%7D" || $id === "/schemas/object"
  const self: Json = {
    ...(isAnyObject ? { type: "object" } : kept),
    ...(typeof additionalProperties === "object" ? { additionalProperties } : {}),
    ...(typeof description === "string" && !PLATFORMS.test(description) ? { description } : {})
  }
  return withInnerDefault(nullable(within(self, (inner) => tidied(inner, components))))
}

/** A schema as clients need it, given those that have a name as the platform made them. */
export const tidy = (schema: unknown, components: Json): Json => tidied(schema, components)

/** All schemas that have a name of use. */
export const tidyAll = (components: Json): Json => {
  const all = Object.entries(components).map(([name, schema]) => [name, tidied(schema, components)] as const)
  return Object.fromEntries(all.filter(([, schema]) => !isScalar(schema)))
}
