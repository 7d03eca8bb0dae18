/** An operation's request, filled in as far as can be. */
import { type Json, listOf, record } from "../document/JsonNodes.ts"
import { type Content, type Field, type Operation, resolved, text } from "./Document.ts"
import {
  type Answer,
  type Body,
  CONFIG,
  type FormField,
  type Parameter,
  type Request,
  STREAM,
  type StreamedBy,
  type Variable
} from "./ExampleRequest.ts"
import { originOf } from "./Origins.ts"

/** Files to try with: `GET /docs/speech.mp3`, `GET /docs/hours.txt`. */
export const SAMPLES = {
  sound: { file: "speech.mp3", type: "audio/mpeg" },
  text: { file: "hours.txt", type: "text/plain" }
} as const

const FORM_TYPE = "multipart/form-data"

export type Schemas = ReadonlyMap<string, Json>

const valueOf = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value)

/** `CLIP_ID` of `clip_id` and of `clipId`, and of `id` in `/clips/{id}`. */
const shellName = (name: string, path: string): string => {
  const whole = name === "id" ? `${/(\w+?)s?\/\{id\}/.exec(path)?.[1]}_id` : name
  return whole.replace(/([a-z])([A-Z])/g, "$1_$2").toUpperCase()
}

const variableOf = (path: string, field: Field, titles: Titles): Variable | undefined => {
  const origin = originOf(path, field)
  if (origin === undefined) return undefined
  const place = origin.part === undefined ? "from" : `from \`${origin.at.split("/").at(-1)}\` in`
  return {
    name: shellName(field.name, path),
    meaning: `${place} the answer of "${titles(origin.maker).title}"`
  }
}

/** What the operation of that name, as `POST /v1/responses`, is called on the page, and its place there. */
export type Titles = (name: string) => { readonly title: string; readonly place: string }

const parameterOf = (operation: Operation, field: Field, titles: Titles): Parameter => {
  const { name, where } = field
  const variable = variableOf(operation.path, field, titles)
  const value = field.required && variable === undefined ? valueOf(field.example) : ""
  return { name, where, value, ...(variable === undefined ? {} : { variable }) }
}

// --- bodies

/** A type that admits null too is as it would be without. */
const withoutNull = (schema: Json, schemas: Schemas): Json => {
  const own = resolved(schema, schemas)
  const choices = listOf(own.anyOf).map((each) => resolved(record(each), schemas))
  return choices.find((each) => each.type !== "null") ?? own
}

/** Whether a body's schema has the property. */
const has = (schema: Json, name: string, schemas: Schemas): boolean =>
  name in record(withoutNull(schema, schemas).properties)

const propertyOf = (schema: Json, name: string, schemas: Schemas): Json =>
  record(record(withoutNull(schema, schemas).properties)[name])

/** How an answer in pieces is asked for; none where there is none. */
export const streamedBy = ({ answers, bodies, fields }: Operation, schemas: Schemas): StreamedBy | undefined => {
  const types = answers.flatMap(({ contents }) => contents.map(({ type }) => type))
  if (!types.some((type) => PIECES.has(type))) return undefined
  if (fields.some(({ name, where }) => where === "query" && name === STREAM)) return "query"
  const schema = bodies[0]?.schema ?? {}
  if (has(schema, STREAM, schemas)) return "body"
  return has(propertyOf(schema, CONFIG, schemas), STREAM, schemas) ? "config" : undefined
}

const isFile = (schema: Json, schemas: Schemas): boolean => {
  const own = withoutNull(schema, schemas)
  return own.format === "binary" || "contentMediaType" in own || own.contentEncoding === "binary"
}

const formText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value, null, 2))

/** A field of a form, whether the schema names it, or its example has it beside those. */
interface FormPart {
  readonly name: string
  readonly schema: Json
  readonly required: boolean
  /** Undefined where it is left out. */
  readonly given: unknown
}

const partsOf = ({ example, schema }: Content, schemas: Schemas): ReadonlyArray<FormPart> => {
  const own = withoutNull(schema, schemas)
  const required = new Set(listOf(own.required))
  const given = record(example)
  const named = record(own.properties)
  const others = Object.keys(given).filter((name) => !(name in named))
  const file = { ...record(own.additionalProperties), format: "binary" }
  return [
    ...Object.entries(named).map(([name, each]) => ({
      name,
      schema: record(each),
      required: required.has(name),
      given: given[name]
    })),
    ...others.map((name) => ({ name, schema: file, required: false, given: given[name] }))
  ]
}

/** The file that stands for one that an example names, such as `<bytes of hours.txt>`. */
const sampleOf = (given: unknown): (typeof SAMPLES)[keyof typeof SAMPLES] =>
  text(given).includes(".txt") ? SAMPLES.text : SAMPLES.sound

/** The fields of a form: those that have to be there, and those that its example has. */
const formFields = (content: Content, schemas: Schemas): ReadonlyArray<FormField> =>
  partsOf(content, schemas).flatMap(({ given, name, required, schema }): ReadonlyArray<FormField> => {
    if (!required && given === undefined) return []
    if (isFile(schema, schemas)) return [{ name, ...sampleOf(given) }]
    const value = given ?? listOf(resolved(schema, schemas).examples)[0]
    return value === undefined ? [] : [{ name, text: formText(value) }]
  })

/** Every field of a form, with what a reader has to know to fill it in. */
export const formInputs = (content: Content, schemas: Schemas) =>
  partsOf(content, schemas).map(({ name, required, schema }) => ({
    name,
    required,
    isFile: isFile(schema, schemas),
    description: text(schema.description) || text(resolved(schema, schemas).description)
  }))

const bodyOf = (content: Content | undefined, schemas: Schemas): Body | undefined => {
  if (content === undefined) return undefined
  if (content.type === FORM_TYPE) return { type: "form", fields: formFields(content, schemas) }
  return { type: "json", text: JSON.stringify(content.example ?? {}, null, 2) }
}

// --- answers

const PIECES: ReadonlySet<string> = new Set(["text/event-stream", "application/x-ndjson"])

const EXTENSIONS: Readonly<Record<string, string>> = { "audio/*": "mp3", "audio/mpeg": "mp3", "text/csv": "csv" }

/** The usual answer: the first that a successful status has. */
const usualOf = ({ answers }: Operation): string | undefined =>
  answers.filter(({ status }) => status.startsWith("2")).flatMap(({ contents }) => contents)[0]?.type

/** An operation whose answer in frames says so in its path (wire contract, section 5). */
const FRAMES = "/generations/stream"

const answerOf = (operation: Operation): Answer => {
  const type = usualOf(operation)
  if (type === undefined) return "nothing"
  if (operation.path.endsWith(FRAMES)) return "frames"
  if (type.endsWith("json")) return "json"
  if (PIECES.has(type)) return "pieces"
  return type.startsWith("text/") ? "text" : "file"
}

const fileOf = (operation: Operation): string =>
  operation.path.endsWith(FRAMES) ? "answer.mp3" : `answer.${EXTENSIONS[usualOf(operation) ?? ""] ?? "bin"}`

/**
 * The operation's request as it can be sent: with its examples, and variables for what only the reader knows. `at` says
 * which of its bodies is in it.
 */
export const prefilled = (operation: Operation, base: string, schemas: Schemas, titles: Titles, at = 0): Request => {
  const body = bodyOf(operation.bodies[at], schemas)
  return {
    method: operation.method,
    base,
    path: operation.path,
    parameters: operation.fields.map((field) => parameterOf(operation, field, titles)),
    proof: operation.proof,
    ...(body === undefined ? {} : { body }),
    answer: answerOf(operation),
    file: fileOf(operation)
  }
}
