/**
 * What an OpenAPI document promises of an answer, and what of it an answer does not keep. The document is the
 * server's own; nothing else of the server is known here.
 */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020"
import addFormats from "ajv-formats"
import { Predicate } from "effect"

/** Headers by their names in lower case. */
export interface HeaderReader {
  readonly get: (name: string) => string | null | undefined
  readonly has: (name: string) => boolean
}

/** An answer without its body. */
export interface Head {
  readonly method: string
  /** Without its query. */
  readonly path: string
  readonly status: number
  readonly headers: HeaderReader
}

type Keys = ReadonlyArray<string>

/** Operations of a path's template. */
interface Template {
  readonly path: string
  readonly segments: ReadonlyArray<string>
  readonly methods: ReadonlySet<string>
}

const ROOT = "document"
/** Faults of one body that are told. */
const MOST_ERRORS = 8
const METHODS: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "patch", "head", "trace"])

/**
 * What the server offers beside the operations of its document (wire contract, sections 7 to 10): the document, pages
 * and their files, and sockets.
 */
const BESIDE =
  /^\/(?:|docs(?:\/.*)?|assets\/[^/]*|openapi\.json|ws|v1\/realtime|api\/v1\/scribe\/stream|api\/v1\/realtime\/voice)$/i

const entriesOf = (value: unknown) => (Predicate.isRecord(value) ? Object.entries(value) : [])
const member = (value: unknown, key: string): unknown => (Predicate.isRecord(value) ? value[key] : undefined)
const valueAt = (value: unknown, keys: Keys): unknown => keys.reduce(member, value)

const pointerOf = (keys: Keys): string =>
  `${ROOT}#${keys.map((key) => `/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("")}`

const templatesOf = (document: unknown): ReadonlyArray<Template> =>
  entriesOf(member(document, "paths")).map(([path, operations]) => ({
    path,
    segments: path.split("/"),
    methods: new Set(Object.keys(Predicate.isRecord(operations) ? operations : {}).filter((key) => METHODS.has(key)))
  }))

/** The path of a request's target, as routers of the Web read it: in absolute form too, without its dots and query. */
export const pathOf = (target: string): string => {
  const address = target.startsWith("/") ? `http://host${target}` : target
  return URL.canParse(address) ? new URL(address).pathname : target
}

/** The router takes several slashes for one, and leaves out the last, and what follows a semicolon; its letters have no case. */
const segmentsOf = (path: string): ReadonlyArray<string> =>
  path
    .replace(/;.*/, "")
    .replaceAll(/\/+/g, "/")
    .replace(/(?<=.)\/$/, "")
    .split("/")

const isParameter = (segment: string) => segment.startsWith("{") && segment.endsWith("}")

const fits = ({ segments }: Template, path: ReadonlyArray<string>): boolean =>
  segments.length === path.length &&
  segments.every((segment, at) =>
    isParameter(segment) ? path[at] !== "" : segment.toLowerCase() === path[at]?.toLowerCase()
  )

const parameters = ({ segments }: Template) => segments.filter(isParameter).length

const parsed = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

const mediaTypeOf = (headers: HeaderReader): string =>
  (headers.get("content-type")?.split(";")[0] ?? "").trim().toLowerCase()

const covers = (declared: string, type: string): boolean =>
  declared === type || declared === "*/*" || (declared.endsWith("/*") && type.startsWith(declared.slice(0, -1)))

const isJson = (type: string): boolean => type === "application/json" || type.endsWith("+json")

/** What is expected of a body: its JSON, or each line or event of it. */
export interface Expected {
  readonly faults: ReadonlyArray<string>
  /** The faults of the whole body, where it is JSON. */
  readonly json?: (text: string) => ReadonlyArray<string>
  /** The faults of the JSON of one line or event, where the body is a stream of them. */
  readonly item?: (text: string) => ReadonlyArray<string>
}

const RIGHT: Expected = { faults: [] }
const wrong = (...faults: ReadonlyArray<string>): Expected => ({ faults })

export class Description {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, meta: false, validateSchema: false })
  readonly #compiled = new Map<string, ValidateFunction>()
  readonly #templates: ReadonlyArray<Template>

  constructor(readonly document: unknown) {
    addFormats.default(this.#ajv)
    if (Predicate.isRecord(document)) this.#ajv.addSchema(document, ROOT)
    this.#templates = templatesOf(document)
  }

  /** What the document says of an answer with this head, and what of the head is wrong. */
  expected(head: Head): Expected {
    // Preflights are of the CORS protocol, not of the API.
    if (head.method === "OPTIONS") return RIGHT
    const segments = segmentsOf(head.path)
    const [template] = this.#templates
      .filter((each) => fits(each, segments))
      .sort((one, other) => parameters(one) - parameters(other))
    const named = `${head.method} ${template?.path ?? head.path} ${head.status}`
    const { faults, ...body } =
      template === undefined
        ? this.#beside({ ...head, path: segments.join("/") })
        : this.#answer(head, template, head.method.toLowerCase())
    const told = (found: ReadonlyArray<string>) => found.map((fault) => `${named}: ${fault}`)
    const { item, json } = head.method === "HEAD" ? RIGHT : body
    return {
      faults: told(faults),
      ...(json === undefined ? {} : { json: (text) => told(json(text)) }),
      ...(item === undefined ? {} : { item: (text) => told(item(text)) })
    }
  }

  /** The faults of a whole answer. */
  faults(head: Head, body: string): ReadonlyArray<string> {
    const { faults, json } = this.expected(head)
    return [...faults, ...(json?.(body) ?? [])]
  }

  /** An answer to a path that the document does not have. */
  #beside(head: Head): Expected {
    if (BESIDE.test(head.path) && head.status < 400) return RIGHT
    if (head.status < 400) return wrong("the document has no such path")
    return this.#refusal(head)
  }

  #refusal({ headers, path }: Head): Expected {
    const type = mediaTypeOf(headers)
    const envelope = /^\/v1(?:\/|$)/i.test(path) ? "OpenAiErrorEnvelope" : "ErrorEnvelope"
    return isJson(type)
      ? { faults: [], json: this.#bodyAgainst(["components", "schemas", envelope]) }
      : wrong(`an error as ${type || "nothing"}`)
  }

  #answer(head: Head, { methods, path }: Template, method: string): Expected {
    const operation = methods.has(method) || method !== "head" ? method : "get"
    if (!methods.has(operation)) {
      // A parameter that is too long for the router is no such path.
      if (head.status !== 405 && head.status !== 404) return wrong("the document has no such method")
      const { faults, ...body } = this.#refusal(head)
      const lacks = head.status === 405 && !head.headers.has("allow") ? ["Allow is missing"] : []
      return { faults: [...faults, ...lacks], ...body }
    }
    const responses = ["paths", path, operation, "responses"]
    const declared = member(valueAt(this.document, responses), String(head.status)) !== undefined
    // What is right is said by itself; `default` is for errors.
    if (!declared && head.status < 400) return wrong("the document has no such status")
    const keys = this.#resolved([...responses, declared ? String(head.status) : "default"])
    if (valueAt(this.document, keys) === undefined) return wrong("the document has no such status")
    const { faults, ...body } = this.#content(head, keys)
    return { faults: [...this.#headers(head.headers, keys), ...faults], ...body }
  }

  #content({ headers, method, status }: Head, response: Keys): Expected {
    const content = [...response, "content"]
    const declared = entriesOf(valueAt(this.document, content)).map(([type]) => type)
    const type = mediaTypeOf(headers)
    if (declared.length === 0) {
      const isEmpty = status === 204 || status === 304 || method === "HEAD" || headers.get("content-length") === "0"
      return isEmpty ? RIGHT : wrong(`a body as ${type || "nothing"}, where none is declared`)
    }
    const media = declared.find((each) => each === type) ?? declared.find((each) => covers(each, type))
    if (media === undefined) return wrong(`${type || "no content type"}, not ${declared.join(" or ")}`)
    const schema = [...content, media, "schema"]
    const item = [...content, media, "x-item-schema"]
    if (isJson(type)) return { faults: [], json: this.#bodyAgainst(schema) }
    return valueAt(this.document, item) === undefined ? RIGHT : { faults: [], item: this.#bodyAgainst(item) }
  }

  #headers(headers: HeaderReader, response: Keys): ReadonlyArray<string> {
    const declared = [...response, "headers"]
    return entriesOf(valueAt(this.document, declared)).flatMap(([name]) => {
      const keys = this.#resolved([...declared, name])
      const value = headers.get(name.toLowerCase()) ?? null
      if (value === null) return member(valueAt(this.document, keys), "required") === true ? [`${name} is missing`] : []
      const schema = [...keys, "schema"]
      const type = member(valueAt(this.document, this.#resolved(schema)), "type")
      const read = type === "integer" || type === "number" ? Number(value) : value
      return this.#against(schema, read).map((fault) => `${name} ${JSON.stringify(value)}: ${fault}`)
    })
  }

  /** Where a reference leads to, itself where it is none. */
  #resolved(keys: Keys): Keys {
    const reference = member(valueAt(this.document, keys), "$ref")
    if (!Predicate.isString(reference)) return keys
    return this.#resolved(
      reference
        .split("/")
        .slice(1)
        .map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~"))
    )
  }

  #bodyAgainst(keys: Keys): (text: string) => ReadonlyArray<string> {
    return (text) => {
      const json = parsed(text)
      return json === undefined ? ["not JSON"] : this.#against(keys, json.value)
    }
  }

  #against(keys: Keys, value: unknown): ReadonlyArray<string> {
    if (valueAt(this.document, keys) === undefined) return [`the document has no ${keys.join(" ")}`]
    const validate = this.#validator(pointerOf(keys))
    if (validate(value)) return []
    return (validate.errors ?? [])
      .slice(0, MOST_ERRORS)
      .map(({ instancePath, message, params }) => `${instancePath || "it"} ${message} ${JSON.stringify(params)}`)
  }

  /** Compiled once. */
  #validator(pointer: string): ValidateFunction {
    const before = this.#compiled.get(pointer)
    if (before !== undefined) return before
    const made = this.#ajv.compile({ $ref: pointer })
    this.#compiled.set(pointer, made)
    return made
  }
}
