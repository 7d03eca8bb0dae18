/** One operation of the document: what the platform says of it, and what it cannot. */
import { Option, Predicate, type Schema } from "effect"
import { isOpenAiPath } from "../../http/OpenAiErrors.ts"
import type { DescribedAnswer, DescribedForm, Description } from "../../http/RouteAnnotations.ts"
import * as ErrorResponses from "./ErrorResponses.ts"
import { exampleOf } from "./Examples.ts"
import * as Headers from "./Headers.ts"
import { type Json, listOf, mapValues, nameOf, record } from "./JsonNodes.ts"
import { tidy } from "./Schemas.ts"

/** What is known of an operation beside the platform's document. */
export interface OperationFacts {
  readonly description: Description
  /** Headers that its answers always have. */
  readonly headers: Readonly<Record<string, string>>
  /** How a session is shown, of operations that depend on one: empty where it is only begun. */
  readonly session: Option.Option<ReadonlyArray<Json>>
}

export const NO_FACTS: OperationFacts = { description: {}, headers: {}, session: Option.none() }

/** What all operations share. */
export interface Shared {
  /** Schemas by name, as the platform made them. */
  readonly raw: Json
  /** The same as clients need them. */
  readonly schemas: Json
  /** A schema that a contract describes a form by, as the platform makes it. */
  readonly schemaOf: (schema: Schema.Schema.AnyNoContext) => Json
  readonly errors: ReturnType<typeof ErrorResponses.forms>
  /** Either of the two ways to send a key. */
  readonly byKey: ReadonlyArray<Json>
}

/** The platform's names are `group.endpoint`; a client makes a method of each. */
const operationId = (id: unknown): string =>
  String(id).replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase())

/** What is said of a value where it is used, else where it is defined; of `{data}`, what is said of the data. */
const wordsOf = (schema: Json, schemas: Json): string | undefined => {
  if (typeof schema.description === "string") return schema.description
  const name = nameOf(schema)
  const { data } = record(schema.properties)
  const inner = [name === undefined ? data : schemas[name], ...listOf(schema.allOf)]
  return inner.map((each) => (each === undefined ? undefined : wordsOf(record(each), schemas))).find(Predicate.isString)
}

const media = (schema: Json, schemas: Json): Json =>
  Option.match(exampleOf(schema, schemas), {
    onNone: () => ({ schema }),
    onSome: (example) => ({ schema, example })
  })

/** Each media type of the platform's, with an example. */
const contentOf = (content: unknown, { raw, schemas }: Shared): Json =>
  mapValues(content, (each) => media(tidy(record(each).schema, raw), schemas))

const isText = (type: string) => /^text\/|ndjson|subrip/.test(type)

/** A form of an answer as the contract describes it. */
const formOf = (type: string, form: DescribedForm, { raw, schemaOf, schemas }: Shared): Json => {
  if (form.schema !== undefined) return media(tidy(schemaOf(form.schema), raw), schemas)
  const { description, example, item } = form
  return {
    schema: { type: "string", ...(isText(type) ? {} : { format: "binary" }), description },
    // What OpenAPI 3.2 calls `itemSchema`.
    ...(item === undefined ? {} : { "x-item-schema": tidy(schemaOf(item), raw) }),
    ...(example === undefined ? {} : { example })
  }
}

/** An answer that is no error. */
const success = (value: unknown, more: DescribedAnswer, headers: Json, shared: Shared): Json => {
  const declared = contentOf(record(value).content, shared)
  const forms = Object.entries(more.forms ?? {}).map(([type, form]) => [type, formOf(type, form, shared)])
  const content: Json = { ...declared, ...Object.fromEntries(forms) }
  const [words] = Object.values(declared).map((each) => wordsOf(record(record(each).schema), shared.schemas))
  return {
    description: more.description ?? words ?? "Done",
    headers: { ...headers, ...Headers.described(more.headers ?? {}) },
    ...(Object.keys(content).length === 0 ? {} : { content })
  }
}

/** Statuses under which a body may be refused, whatever is in it, and the codes. */
const ANY_BODY = { 400: ["INVALID_REQUEST"], 413: ["PAYLOAD_TOO_LARGE"], 415: ["UNSUPPORTED_MEDIA_TYPE"] } as const

/** The codes of the errors of an operation, by status. */
const errorsOf = (
  operation: Json,
  takesInput: boolean,
  form: ErrorResponses.Form
): ReadonlyMap<string, ReadonlyArray<ErrorResponses.Code>> => {
  const found = new Map<string, Set<ErrorResponses.Code>>()
  const add = (own: string, codes: ReadonlyArray<ErrorResponses.Code>) => {
    const status = form.statusIn(own)
    const known = found.get(status) ?? new Set()
    for (const code of codes) known.add(code)
    found.set(status, known)
  }
  if ("requestBody" in operation) for (const [status, codes] of Object.entries(ANY_BODY)) add(status, codes)
  if (takesInput) add("422", ["VALIDATION_ERROR"])
  add("405", ["METHOD_NOT_ALLOWED"])
  for (const [status, answer] of Object.entries(record(operation.responses))) {
    const codes = ErrorResponses.codesIn(answer)
    if (codes.length > 0) add(status, codes)
    if (codes.includes("PROVIDER_UNAVAILABLE")) add(form.busy, ["PROVIDER_UNAVAILABLE"])
  }
  return new Map(Array.from(found, ([status, codes]) => [status, [...codes]]))
}

const isError = (status: string) => Number(status) >= 400

/** An error of a status that no code stands for. */
const uncoded = (
  { description = "", headers = {}, message }: DescribedAnswer,
  form: ErrorResponses.Form,
  always: Json
): Json => ({
  ...ErrorResponses.uncoded(form, description, message),
  headers: { ...always, ...Headers.described(headers) }
})

const responsesOf = (
  operation: Json,
  path: string,
  takesInput: boolean,
  facts: OperationFacts,
  shared: Shared
): Json => {
  const declared = record(operation.responses)
  const answers = facts.description.answers ?? {}
  const takesKey = "401" in declared && Option.isNone(facts.session)
  const headers = {
    ...Headers.headersOf([Headers.REQUEST_ID, ...(takesKey ? Headers.LIMITS : [])]),
    ...Headers.fixed(facts.headers)
  }
  const form = isOpenAiPath(path) ? shared.errors.openAi : shared.errors.native
  const coded = errorsOf(operation, takesInput, form)
  const succeeded = Object.keys(declared).filter((status) => !isError(status))
  const others = new Set([...succeeded, ...Object.keys(answers)].filter((status) => !coded.has(status)))
  const answer = (status: string): Json => {
    const more = answers[Number(status)] ?? {}
    return isError(status) && more.forms === undefined
      ? uncoded(more, form, headers)
      : success(declared[status], more, headers, shared)
  }
  return Object.fromEntries([
    ...Array.from(others, (status) => [status, answer(status)]),
    ...Array.from(coded, ([status, codes]) => [status, ErrorResponses.responseOf(form, status, codes)]),
    ["default", ErrorResponses.responseOf(form, "default", [])]
  ])
}

/** A parameter, which says of itself what the platform says of its schema. */
const parameterOf = (value: unknown, { raw, schemas }: Shared): Json => {
  const { description: _, schema, ...self } = record(value)
  const { description, examples, ...kept } = tidy(schema, raw)
  const words = description ?? wordsOf(kept, schemas)
  const [example] = listOf(examples)
  return {
    ...self,
    ...(words === undefined ? {} : { description: words }),
    schema: kept,
    ...(example === undefined ? {} : { example })
  }
}

/** The operation at `path`, as clients need it. One that can answer 401 needs a key, or a session. */
export const operation = (self: Json, path: string, facts: OperationFacts, shared: Shared): Json => {
  const { operationId: id, parameters, requestBody, responses, security: _, ...kept } = self
  const hasInput = requestBody !== undefined || listOf(parameters).length > 0
  const takesInput = hasInput && facts.description.isUnchecked !== true
  const takesKey = "401" in record(responses)
  return {
    operationId: operationId(id),
    ...kept,
    security: Option.getOrElse(facts.session, () => (takesKey ? shared.byKey : [])),
    parameters: listOf(parameters).map((parameter) => parameterOf(parameter, shared)),
    ...(requestBody === undefined
      ? {}
      : {
          requestBody: {
            content: contentOf(record(requestBody).content, shared),
            required: facts.description.isBodyOptional !== true
          }
        }),
    responses: responsesOf(self, path, takesInput, facts, shared)
  }
}
