/** What the page shows of the OpenAPI document, read out of its JSON. */
import { type Json, listOf, nameOf, record } from "../document/JsonNodes.ts"
import type { Proof } from "./ExampleRequest.ts"

export const text = (value: unknown): string => (typeof value === "string" ? value : "")

export interface Field {
  readonly name: string
  readonly where: "path" | "query" | "header"
  readonly required: boolean
  readonly description: string
  readonly schema: Json
  readonly example: unknown
}

/** A body or an answer in one media type. */
export interface Content {
  readonly type: string
  readonly schema: Json
  readonly example: unknown
}

export interface ResponseDescription {
  /** As `200`, or `default`. */
  readonly status: string
  readonly description: string
  readonly headers: ReadonlyArray<{ readonly name: string; readonly description: string }>
  readonly contents: ReadonlyArray<Content>
}

export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly isDeprecated: boolean
  readonly proof: Proof
  readonly fields: ReadonlyArray<Field>
  readonly bodies: ReadonlyArray<Content>
  readonly answers: ReadonlyArray<ResponseDescription>
}

/** What operations are known by here, whatever their ids are: `POST /v1/responses`. */
export const operationNameOf = ({ method, path }: Pick<Operation, "method" | "path">): string => `${method} ${path}`

export interface Chapter {
  readonly title: string
  readonly description: string
  readonly operations: ReadonlyArray<Operation>
}

export interface Documentation {
  readonly title: string
  readonly version: string
  readonly description: string
  /** The address of the server, without its last slash. */
  readonly base: string
  readonly chapters: ReadonlyArray<Chapter>
  /** The schemas that have names. */
  readonly schemas: ReadonlyMap<string, Json>
}

/** In the order in which a reader sends those of one path: what makes, what reads, what changes, what ends. */
const METHODS = ["post", "get", "put", "patch", "delete"] as const
const PLACES = ["path", "query", "header"] as const

/** The name that a schema refers to, also one that something is said beside. */
export const schemaNameOf = (schema: Json): string | undefined =>
  nameOf(schema) ?? nameOf(record(listOf(schema.allOf)[0]))

/** The schema itself, where it is only referred to. */
export const resolved = (schema: Json, schemas: ReadonlyMap<string, Json>): Json => {
  const name = schemaNameOf(schema)
  return (name === undefined ? undefined : schemas.get(name)) ?? schema
}

/** The example beside a schema, in one of the ways to write it, else that of the schema. */
const exampleOf = (holder: Json, schemas: ReadonlyMap<string, Json>): unknown => {
  const schema = record(holder.schema)
  const [named] = Object.values(record(holder.examples)).map((each) => record(each).value)
  return (
    holder.example ??
    named ??
    schema.example ??
    listOf(schema.examples)[0] ??
    listOf(resolved(schema, schemas).examples)[0]
  )
}

/** What is said in place, or, by a reference, in another place of the document. */
const followed = (value: unknown, document: Json): Json => {
  const reference = text(record(value).$ref)
  if (!reference.startsWith("#/")) return record(value)
  return record(
    reference
      .slice(2)
      .split("/")
      .reduce<unknown>((inner, name) => record(inner)[name], document)
  )
}

const contentsOf = (holder: unknown, schemas: ReadonlyMap<string, Json>): ReadonlyArray<Content> =>
  Object.entries(record(record(holder).content)).map(([type, value]) => ({
    type,
    schema: record(record(value).schema),
    example: exampleOf(record(value), schemas)
  }))

const fieldOf = (value: Json, schemas: ReadonlyMap<string, Json>): ReadonlyArray<Field> => {
  const where = PLACES.find((place) => place === value.in)
  if (where === undefined) return []
  const schema = record(value.schema)
  return [
    {
      name: text(value.name),
      where,
      required: value.required === true,
      description: text(value.description) || text(schema.description),
      schema,
      example: exampleOf(value, schemas)
    }
  ]
}

const proofOf = (path: string, security: ReadonlyArray<unknown>): Proof => {
  const names = security.flatMap((each) => Object.keys(record(each)))
  if (names.includes("Session")) return "session"
  if (names.length === 0) return "none"
  return path.startsWith("/v1/") ? "bearer" : "key"
}

const answerOf = (
  status: string,
  value: unknown,
  document: Json,
  schemas: ReadonlyMap<string, Json>
): ResponseDescription => {
  const answer = followed(value, document)
  return {
    status,
    description: text(answer.description),
    headers: Object.entries(record(answer.headers)).map(([name, header]) => ({
      name,
      description: text(followed(header, document).description)
    })),
    contents: contentsOf(answer, schemas)
  }
}

interface Place {
  readonly path: string
  readonly method: string
  readonly document: Json
}

const operationOf = (
  value: Json,
  { document, method, path }: Place,
  schemas: ReadonlyMap<string, Json>
): Operation => ({
  id: text(value.operationId),
  method: method.toUpperCase(),
  path,
  summary: text(value.summary),
  description: text(value.description),
  isDeprecated: value.deprecated === true,
  proof: proofOf(path, listOf(value.security)),
  fields: listOf(value.parameters).flatMap((each) => fieldOf(followed(each, document), schemas)),
  bodies: contentsOf(followed(value.requestBody, document), schemas),
  answers: Object.entries(record(value.responses)).map(([status, answer]) =>
    answerOf(status, answer, document, schemas)
  )
})

/** What ends something comes after all that needs it: of a path with an id, those below it; of another, the whole chapter. */
const endingLast = (operations: ReadonlyArray<Operation>): ReadonlyArray<Operation> => {
  const needs = ({ path }: Operation, each: Operation): boolean =>
    each.path.startsWith(path.endsWith("}") ? path : "") && each.method !== "DELETE"
  const lastNeed = (operation: Operation, at: number): number =>
    operation.method === "DELETE"
      ? Math.max(
          at,
          operations.findLastIndex((each) => needs(operation, each))
        )
      : at
  return operations
    .map((operation, at) => ({ operation, place: lastNeed(operation, at) }))
    .toSorted(
      (one, other) =>
        one.place - other.place ||
        Number(one.operation.method === "DELETE") - Number(other.operation.method === "DELETE")
    )
    .map(({ operation }) => operation)
}

export const read = (document: Json): Documentation => {
  const info = record(document.info)
  const schemas = new Map(
    Object.entries(record(record(document.components).schemas)).map(([name, schema]) => [name, record(schema)] as const)
  )
  const tagged = Object.entries(record(document.paths)).flatMap(([path, methods]) =>
    METHODS.filter((method) => method in record(methods)).map((method) => {
      const value = record(record(methods)[method])
      return { tag: text(listOf(value.tags)[0]), operation: operationOf(value, { document, method, path }, schemas) }
    })
  )
  const chapters = listOf(document.tags)
    .map(record)
    .map((tag) => ({
      title: text(tag.name),
      description: text(tag.description),
      operations: endingLast(tagged.flatMap((each) => (each.tag === tag.name ? [each.operation] : [])))
    }))
  return {
    title: text(info.title),
    version: text(info.version),
    description: text(info.description),
    base: text(record(listOf(document.servers)[0]).url).replace(/\/$/, ""),
    chapters,
    schemas
  }
}
