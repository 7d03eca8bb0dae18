/** Programs that call every operation of a document with the document's own examples, as users of generated clients write calls. */
import { type Json, type Operation, operationsOf, record, schemasOf } from "../support/Document.ts"

/** A value as it is written in TypeScript; a file is bytes. */
const written = (value: unknown): string => {
  if (typeof value === "string" && value.startsWith("<bytes of ")) return "new Blob([])"
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`
  if (value === null || typeof value !== "object") return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${written(each)}`)
  return `{ ${fields.join(", ")} }`
}

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** What a parameter may be: its example, the first of its choices, or any text. */
const valueOf = ({ example, schema }: Json, schemas: Json): unknown => {
  const self = record(schema)
  const name =
    String(self.$ref ?? "")
      .split("/")
      .at(-1) ?? ""
  return example ?? self.default ?? [...list(self.enum), ...list(record(schemas[name]).enum)][0] ?? "any"
}

/** The parameters that must be given, and those that have an example, by where they stand. */
const parametersOf = ({ parameters }: Operation, schemas: Json) => {
  const places = new Map<string, Record<string, unknown>>()
  for (const parameter of parameters)
    if (parameter.required === true || parameter.example !== undefined) {
      const place = String(parameter.in)
      places.set(place, { ...places.get(place), [String(parameter.name)]: valueOf(parameter, schemas) })
    }
  return places
}

interface Call {
  readonly operation: Operation
  readonly places: ReadonlyMap<string, object>
  /** None where there is no body. */
  readonly body: string | undefined
  readonly isForm: boolean
}

/** A call for each media type of each operation, the first one first. */
const callsOf = (document: Json): ReadonlyArray<ReadonlyArray<Call>> =>
  operationsOf(document).map((operation) => {
    const places = parametersOf(operation, schemasOf(document))
    const bodies = Object.entries(operation.bodies)
    if (bodies.length === 0) return [{ operation, places, body: undefined, isForm: false }]
    return bodies.map(([type, media]) => ({
      operation,
      places,
      body: written(record(media).example),
      isForm: type.startsWith("multipart/")
    }))
  })

const lines = (...all: ReadonlyArray<string>): string => `${all.join("\n")}\nexport {}\n`

/** For `openapi-fetch` with the types that `openapi-typescript` makes. */
export const forOpenApiFetch = (document: Json): string =>
  lines(
    'import createClient from "openapi-fetch"',
    'import type { paths } from "./openapi-typescript.ts"',
    'const client = createClient<paths>({ baseUrl: "" })',
    ...callsOf(document)
      .flat()
      .map(({ body, isForm, operation: { name }, places }) => {
        const [method, path] = name.split(" ")
        const parts = [
          ...(places.size === 0 ? [] : [`params: ${written(Object.fromEntries(places))}`]),
          ...(body === undefined ? [] : [`body: ${body}`]),
          ...(isForm ? ["bodySerializer: () => new FormData()"] : [])
        ]
        return `await client.${method}(${JSON.stringify(path)}, { ${parts.join(", ")} })`
      })
  )

/** For the functions that `@hey-api/openapi-ts` makes, which know one media type of each operation: the first. */
export const forHeyApi = (document: Json): string =>
  lines(
    'import * as api from "./hey-api/index.ts"',
    ...callsOf(document).flatMap(([call]) => {
      if (call === undefined) return []
      const { body, operation, places } = call
      const parts = [
        ...Array.from(places, ([place, given]) => `${place === "header" ? "headers" : place}: ${written(given)}`),
        ...(body === undefined ? [] : [`body: ${body}`])
      ]
      return [`await api.${operation.self.operationId}({ ${parts.join(", ")} })`]
    })
  )
