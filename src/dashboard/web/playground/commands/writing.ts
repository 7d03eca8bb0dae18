/**
 * Requests as commands: for the shell, and as programs in TypeScript and Python. All
 * take the key from the variable `QAL_KEY`, and work as they are pasted.
 */

/** One request in each of them; a socket has none for the shell. */
export interface Commands {
  readonly curl?: string
  readonly typescript: string
  readonly python: string
  /** What the programs need beside the language. */
  readonly needs: { readonly typescript?: string; readonly python?: string }
}

export const OPENAI = { typescript: "npm install openai", python: "pip install openai" } as const

const lines = (...parts: ReadonlyArray<string | ReadonlyArray<string>>): string => parts.flat().join("\n")

/** A program: its parts, with an empty line between them. */
export const program = (...parts: ReadonlyArray<string>): string =>
  `${parts.filter((part) => part !== "").join("\n\n")}\n`

// --- the shell

/** One word of a shell, whatever is in it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

interface CurlRequest {
  readonly url: string
  readonly json?: unknown
  readonly form?: ReadonlyArray<readonly [name: string, value: string | SentFile]>
  /** Where what it answers is written. */
  readonly output?: string
  /** Shows what is streamed as it comes. */
  readonly streams?: boolean
}

/** A file that was sent, by what a person's own computer calls it. */
export interface SentFile {
  readonly name: string
  readonly type: string
}

/** curl's own quotes around a name, which may have what ends one for it. */
const named = ({ name, type }: SentFile): string =>
  `@"${name.replaceAll(/["\\]/g, "\\$&")}"${type === "" ? "" : `;type=${type}`}`

export const curl = ({ form = [], json, output, streams, url }: CurlRequest): string =>
  [
    `curl -sS${streams === true ? "N" : ""} ${quoted(url)}`,
    `-H "x-api-key: $QAL_KEY"`,
    ...(json === undefined ? [] : ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(json))}`]),
    ...form.map(([name, value]) =>
      typeof value === "string"
        ? `--form-string ${quoted(`${name}=${value}`)}`
        : `-F ${quoted(`${name}=${named(value)}`)}`
    ),
    ...(output === undefined ? [] : [`--fail-with-body -o ${quoted(output)}`])
  ].join(" \\\n  ")

// --- values, in the languages

/** What JSON can have; fields that are undefined are left out. */
export type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | ReadonlyArray<Value>
  | { readonly [name: string]: Value }

const isList = (value: Value): value is ReadonlyArray<Value> => Array.isArray(value)

interface Notation {
  readonly constants: Readonly<Record<"true" | "false" | "null", string>>
  readonly name: (name: string) => string
}

const NAME = /^[A-Za-z_]\w*$/

const written = (value: Value, notation: Notation, indent: string): string => {
  // A string of JSON is one of both languages, too.
  if (typeof value === "string" || typeof value === "number") return JSON.stringify(value)
  if (typeof value === "boolean") return notation.constants[value ? "true" : "false"]
  if (value === null || value === undefined) return notation.constants.null
  const within = `${indent}${INDENT}`
  const [open, close, items] = isList(value)
    ? ["[", "]", value.map((each) => written(each, notation, within))]
    : ["{", "}", fieldsOf(value).map(([name, each]) => `${notation.name(name)}: ${written(each, notation, within)}`)]
  return items.length === 0
    ? `${open}${close}`
    : lines(open, items.map((item) => `${within}${item}`).join(",\n"), `${indent}${close}`)
}

const INDENT = "  "

const fieldsOf = (fields: { readonly [name: string]: Value }): ReadonlyArray<readonly [string, Value]> =>
  Object.entries(fields).filter(([, value]) => value !== undefined)

// A literal's field `__proto__` sets what the object inherits from, unless its name is computed.
const typescript: Notation = {
  constants: { true: "true", false: "false", null: "null" },
  name: (name) => (name === "__proto__" ? '["__proto__"]' : NAME.test(name) ? name : JSON.stringify(name))
}
const python: Notation = {
  constants: { true: "True", false: "False", null: "None" },
  name: (name) => JSON.stringify(name)
}

/** The value as TypeScript writes it. */
export const ts = (value: Value, indent = ""): string => written(value, typescript, indent)
/** The value as Python writes it. */
export const py = (value: Value, indent = ""): string => written(value, python, indent)

/** Named arguments, each on a line of its own. */
export const pyArguments = (fields: { readonly [name: string]: Value }): string =>
  fieldsOf(fields)
    .map(([name, value]) => `${INDENT}${name}=${py(value, INDENT)},`)
    .join("\n")

// --- how programs begin

export const tsImports = (...imports: ReadonlyArray<string>): string => lines('import OpenAI from "openai"', imports)
export const tsClient = (origin: string): string =>
  `const qal = new OpenAI({ baseURL: ${ts(`${origin}/v1`)}, apiKey: process.env.QAL_KEY })`

export const pyImports = (...modules: ReadonlyArray<string>): string =>
  lines(
    [...modules, "os"].toSorted().map((name) => `import ${name}`),
    "",
    "from openai import OpenAI"
  )
export const pyClient = (origin: string): string =>
  `qal = OpenAI(base_url=${py(`${origin}/v1`)}, api_key=os.environ["QAL_KEY"])`
