/** An example of a value, from those that its schema, or the schemas that this is made of, were given in the contract. */
import { Option } from "effect"
import { type Json, listOf, nameOf, record } from "./JsonNodes.ts"

const DEEPEST = 16

const firstOf = (schemas: unknown, components: Json, depth: number): Option.Option<unknown> =>
  Option.firstSomeOf(listOf(schemas).map((member) => made(record(member), components, depth)))

/** An object of all that has to be there, and of what else was given an example. */
const objectOf = (schema: Json, components: Json, depth: number): Option.Option<unknown> => {
  const required = new Set(listOf(schema.required))
  const fields: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(record(schema.properties))) {
    if (!required.has(name) && !("examples" in record(property))) continue
    const value = made(record(property), components, depth)
    if (Option.isNone(value)) return Option.none()
    fields[name] = value.value
  }
  return Option.some(fields)
}

/** What has no example of its own. */
const composed = (schema: Json, components: Json, depth: number): Option.Option<unknown> => {
  const name = nameOf(schema)
  if (name !== undefined) return made(record(components[name]), components, depth)
  if ("const" in schema) return Option.some(schema.const)
  if ("enum" in schema) return Option.fromNullable(listOf(schema.enum)[0])
  if ("allOf" in schema) return firstOf(schema.allOf, components, depth)
  if ("anyOf" in schema) return firstOf(schema.anyOf, components, depth)
  switch (schema.type) {
    case "null":
      return Option.some(null)
    case "array":
      return Option.map(made(record(schema.items), components, depth), (item) => [item])
    case "object":
      return objectOf(schema, components, depth)
    default:
      return Option.none()
  }
}

const made = (schema: Json, components: Json, depth: number): Option.Option<unknown> => {
  const [given] = listOf(schema.examples)
  if (given !== undefined) return Option.some(given)
  return depth === 0 ? Option.none() : composed(schema, components, depth - 1)
}

/** An example of what the schema allows, where one can be made. */
export const exampleOf = (schema: Json, components: Json): Option.Option<unknown> => made(schema, components, DEEPEST)
