/**
 * A request as the page shows it in code and sends it. Plain data: the server writes
 * it into the page, and the page's script reads it from what the reader has filled in.
 */

/** What stands for a value that only the reader can know. */
export interface Variable {
  /** As a shell has it: `CLIP_ID`. */
  readonly name: string
  readonly meaning: string
}

export interface Parameter {
  readonly name: string
  readonly where: "path" | "query" | "header"
  /** Empty where it is left out. */
  readonly value: string
  /** Stands in the place of an empty value. */
  readonly variable?: Variable
}

/** A field of a form: text, or a file by its name. */
export type FormField =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly file: string; readonly type: string }

export type Body =
  | { readonly type: "json"; readonly text: string }
  | { readonly type: "form"; readonly fields: ReadonlyArray<FormField> }

/** What a request shows that it may be made: a key, which OpenAI's clients send as a bearer token, or a session of the dashboard. */
export type Proof = "none" | "key" | "bearer" | "session"

/**
 * What its answer is: JSON, text, pieces of text that are read as they come, sound or
 * another file, frames of MP3 (`mp3-frames-v1`), or nothing.
 */
export type Answer = "json" | "text" | "pieces" | "file" | "frames" | "nothing"

export interface Request {
  readonly method: string
  /** Without its last slash. */
  readonly base: string
  /** With parameters as `{clip_id}`. */
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly proof: Proof
  readonly body?: Body
  readonly answer: Answer
  /** The file that an answer is written into which is one. */
  readonly file: string
}

/** The cookie and the header that a session is shown by. */
export const SESSION = { cookie: "qal_session", header: "x-csrf-token" } as const

/** Variables of the shell that code reads. */
export const KEY_VARIABLE = "QAL_API_KEY"
export const SESSION_VARIABLES = { cookie: "QAL_SESSION", token: "QAL_CSRF_TOKEN" } as const

/** Text as it is, or the variable that is put in its place. */
export type Piece = string | Variable

/** The address, piece by piece: text of an address as it has to be written there. */
export const addressOf = ({ base, parameters, path }: Request): ReadonlyArray<Piece> => {
  const piece = ({ value, variable }: Parameter): Piece =>
    value === "" && variable !== undefined ? variable : encodeURIComponent(value)
  const named = new Map(parameters.filter(({ where }) => where === "path").map((each) => [`{${each.name}}`, each]))
  const pathPieces = path.split(/(\{[^}]+\})/).map((part) => {
    const parameter = named.get(part)
    return parameter === undefined ? part : piece(parameter)
  })
  const query = parameters.filter(
    (each) => each.where === "query" && (each.value !== "" || each.variable !== undefined)
  )
  const queryPieces = query.flatMap((each, at) => [
    `${at === 0 ? "?" : "&"}${encodeURIComponent(each.name)}=`,
    piece(each)
  ])
  return [base, ...pathPieces, ...queryPieces].filter((part) => part !== "")
}

/** Headers with their values, the proof's first. */
export const headersOf = (request: Request): ReadonlyArray<readonly [string, ReadonlyArray<Piece>]> => {
  const variable = (name: string): Variable => ({ name, meaning: "" })
  const changes = request.method !== "GET"
  const proofs = {
    none: [],
    key: [["x-api-key", [variable(KEY_VARIABLE)]]],
    bearer: [["authorization", ["Bearer ", variable(KEY_VARIABLE)]]],
    session: [
      ["cookie", [`${SESSION.cookie}=`, variable(SESSION_VARIABLES.cookie)]],
      ...(changes ? ([[SESSION.header, [variable(SESSION_VARIABLES.token)]]] as const) : [])
    ]
  } as const
  const own = request.parameters.filter(({ value, where }) => where === "header" && value !== "")
  return [
    ...proofs[request.proof],
    ...own.map(({ name, value }) => [name, [value]] as const),
    ...(request.body?.type === "json" ? [["content-type", ["application/json"]] as const] : [])
  ]
}

/** The variables in a request that the reader has to know of. */
export const variablesOf = ({ parameters }: Request): ReadonlyArray<Variable> =>
  parameters.flatMap(({ value, variable }) => (value === "" && variable !== undefined ? [variable] : []))

/** JSON with a change in it; as it is where it is no JSON object. */
export const changed = (text: string, change: (body: Record<string, unknown>) => Record<string, unknown>): string => {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value)
    return isObject ? JSON.stringify(change({ ...value }), null, 2) : text
  } catch {
    return text
  }
}

/** How an answer in pieces is asked for: in the query, in the body, or in the body's `generation_config`. */
export type StreamedBy = "query" | "body" | "config"
/** The fields that do. */
export const STREAM = "stream"
export const CONFIG = "generation_config"
/** The field of a form that names what the answer is written in: in pieces, JSON or text. */
const FORMAT = "response_format"

/** The request for an answer in pieces; for a whole one, where that is not wanted. */
export const inPieces = (request: Request, by: StreamedBy, isWanted: boolean): Request => {
  const { body, parameters } = request
  const flagged = ({ [STREAM]: _, ...rest }: Record<string, unknown>) => (isWanted ? { ...rest, [STREAM]: true } : rest)
  const configured = ({ [CONFIG]: config, ...rest }: Record<string, unknown>) => {
    const next = flagged(typeof config === "object" ? { ...config } : {})
    return Object.keys(next).length === 0 ? rest : { ...rest, [CONFIG]: next }
  }
  const parameterOf = (each: Parameter): Parameter =>
    each.where === "query" && each.name === STREAM ? { ...each, value: isWanted ? "true" : "" } : each
  const bodyOf = (own: Body): Body => {
    if (own.type === "json") return { ...own, text: changed(own.text, by === "body" ? flagged : configured) }
    const isFormat = (field: FormField): boolean => isWanted && field.name === FORMAT && "text" in field
    const others = own.fields
      .filter(({ name }) => name !== STREAM)
      .map((field) => (isFormat(field) ? { name: FORMAT, text: "json" } : field))
    return { ...own, fields: isWanted ? [...others, { name: STREAM, text: "true" }] : others }
  }
  return {
    ...request,
    ...(by === "query" ? { parameters: parameters.map(parameterOf) } : {}),
    ...(by === "query" || body === undefined ? {} : { body: bodyOf(body) }),
    answer: isWanted ? "pieces" : request.answer
  }
}
