/** What tests find in the API's document. */
import { type Json, listOf, mapValues, nameOf, record } from "../../src/server/document/JsonNodes.ts"

export type { Json }
export { listOf, record }

/** One operation, with what it refers to by a name put in its place. */
export interface Operation {
  /** As `GET /api/v1/voice/voices`. */
  readonly name: string
  readonly tag: string
  readonly self: Json
  readonly parameters: ReadonlyArray<Json>
  /** Media types of the request's body. */
  readonly bodies: Json
  /** Answers by status. */
  readonly answers: Json
}

/** What a reference points to, with what is said beside it. */
const followed = (document: Json, value: unknown): Json => {
  const { $ref, ...beside } = record(value)
  if (typeof $ref !== "string") return beside
  const [, kind = "", name = ""] = /^#\/components\/(\w+)\/(.+)$/.exec($ref) ?? []
  return { ...record(record(record(document.components)[kind])[name]), ...beside }
}

export const operationsOf = (document: Json): ReadonlyArray<Operation> =>
  Object.entries(record(document.paths)).flatMap(([path, methods]) =>
    Object.entries(record(methods)).map(([method, value]) => {
      const self = record(value)
      return {
        name: `${method.toUpperCase()} ${path}`,
        tag: String(listOf(self.tags)[0]),
        self,
        parameters: listOf(self.parameters).map(record),
        bodies: record(record(self.requestBody).content),
        answers: mapValues(self.responses, (answer) => {
          const whole = followed(document, answer)
          return { ...whole, headers: mapValues(whole.headers, (header) => followed(document, header)) }
        })
      }
    })
  )

export const schemasOf = (document: Json): Json => record(record(document.components).schemas)

/** Whether something is said of the value, where it is used or where its schema is. */
const isDescribed = (schema: Json, schemas: Json): boolean => {
  if (typeof schema.description === "string") return schema.description.length > 2
  const name = nameOf(schema)
  if (name !== undefined) return isDescribed(record(schemas[name]), schemas)
  return [...listOf(schema.anyOf), ...listOf(schema.allOf)].some((member) => isDescribed(record(member), schemas))
}

/** The properties within a schema, and within all that it refers to, of which nothing is said; by their place. */
export const undescribed = (
  schema: unknown,
  schemas: Json,
  at = "",
  seen = new Set<string>()
): ReadonlyArray<string> => {
  const self = record(schema)
  const name = nameOf(self)
  if (name !== undefined) {
    if (seen.has(name)) return []
    seen.add(name)
    return undescribed(schemas[name], schemas, name, seen)
  }
  const own = Object.entries(record(self.properties)).flatMap(([key, property]) => [
    ...(isDescribed(record(property), schemas) ? [] : [`${at}.${key}`]),
    ...undescribed(property, schemas, `${at}.${key}`, seen)
  ])
  const parts = ["items", "additionalProperties", "anyOf", "allOf", "oneOf", "prefixItems"].flatMap((key) =>
    Array.isArray(self[key]) ? self[key] : key in self ? [self[key]] : []
  )
  return [...own, ...parts.flatMap((part) => undescribed(part, schemas, at, seen))]
}

/** What a schema is said to allow: the place of the schema as a URI's fragment, and the value. */
export type Claim = readonly [at: string, value: unknown]

const step = (key: string) => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))

/** Every example, and every default. */
export const claimsOf = (value: unknown, at = "#"): ReadonlyArray<Claim> => {
  if (Array.isArray(value)) return value.flatMap((item, index) => claimsOf(item, `${at}/${index}`))
  const { default: usual, example, examples, ...others } = record(value)
  const isSchema = ["type", "anyOf", "allOf", "$ref"].some((key) => key in others)
  return [
    ...("schema" in others && example !== undefined ? [[`${at}/schema`, example] as const] : []),
    ...(isSchema ? listOf(examples).map((one) => [at, one] as const) : []),
    ...(isSchema && usual !== undefined ? [[at, usual] as const] : []),
    ...Object.entries(others).flatMap(([key, part]) => claimsOf(part, `${at}/${step(key)}`))
  ]
}
