/** Values of arguments that a model writes as text: of a type that the tool's schema admits, where the text is one. */
import { Option, Predicate } from "effect"
import type { Tool } from "../TextModel.ts"
import { parsed } from "./JsonValues.ts"
import { LITERALS } from "./PythonCalls.ts"
import type { WrittenArgument } from "./WrittenCall.ts"

type Schema = { readonly [key: PropertyKey]: unknown }

/** How often a schema is followed to another one that it names or offers. */
const MOST_STEPS = 4
/** Values or schemas of which one is to be chosen; of more it is not looked what types they have. */
const MOST_OPTIONS = 128

/** JSON Schema's names for the type of a value. */
const typesOfValue = (value: unknown): ReadonlyArray<string> => {
  if (value === null) return ["null"]
  if (Array.isArray(value)) return ["array"]
  if (typeof value === "number") return Number.isInteger(value) ? ["integer", "number"] : ["number"]
  return [typeof value]
}

/** What `#/…` names in a schema. */
const named = (reference: unknown, root: Schema): unknown => {
  if (typeof reference !== "string" || !reference.startsWith("#/")) return undefined
  const keys = reference.slice(2).split("/")
  return keys.reduce<unknown>((at, key) => {
    const own = key.replaceAll("~1", "/").replaceAll("~0", "~")
    return Predicate.isRecord(at) && Object.hasOwn(at, own) ? at[own] : undefined
  }, root)
}

const isShort = (options: unknown): options is ReadonlyArray<unknown> =>
  Array.isArray(options) && options.length <= MOST_OPTIONS

/** The types that a schema admits; undefined where it does not say. */
const typesOf = (schema: unknown, root: Schema, steps = MOST_STEPS): ReadonlyArray<string> | undefined => {
  if (!Predicate.isRecord(schema) || steps === 0) return undefined
  if (schema.const !== undefined) return typesOfValue(schema.const)
  if (isShort(schema.enum)) return schema.enum.flatMap(typesOfValue)
  const types = [schema.type].flat().filter(Predicate.isString)
  if (types.length > 0) return schema.nullable === true ? [...types, "null"] : types
  const options: unknown = schema.anyOf ?? schema.oneOf
  if (isShort(options)) {
    const all = options.map((option) => typesOf(option, root, steps - 1))
    const known = all.filter((one) => one !== undefined)
    return known.length === all.length ? known.flat() : undefined
  }
  return schema.$ref === undefined ? undefined : typesOf(named(schema.$ref, root), root, steps - 1)
}

/** The value that the text is: JSON, or what Python calls `true`, `false` and `null`. */
const read = (text: string): Option.Option<unknown> => parsed(LITERALS.get(text) ?? text)

/**
 * An argument that is written as text. It is text where the schema, or the model, says so; else what it is as JSON,
 * where the schema admits a value of that type; else text where it admits that.
 */
export const valueOf = ({ isText, name, text }: WrittenArgument, tool: Tool | undefined): unknown => {
  const words = text.replace(/^\n|\n$/g, "")
  const properties = tool?.parameters.properties
  const schema = Predicate.isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
  if (isText === true || (Predicate.isRecord(schema) && schema.type === "string" && schema.nullable !== true)) {
    return words
  }
  const types = tool === undefined ? undefined : typesOf(schema, tool.parameters)
  const asJson = Option.getOrElse(parsed(words.trim()), () => words)
  if (types === undefined) return asJson
  const value = read(words.trim())
  const isAdmitted = Option.isSome(value) && typesOfValue(value.value).some((type) => types.includes(type))
  if (isAdmitted) return value.value
  return types.includes("string") ? words : asJson
}
