/** The public API as the playground uses it: what it answers where it refuses, and the same request as a command. */

/** An error that the API answered, in the words of its envelope. */
export class Failure extends Error {
  constructor(
    /** The code of the wire contract. */
    readonly _tag: string,
    message: string,
    readonly requestId: string | null
  ) {
    super(message)
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** The error in an envelope, such as one inside a stream. */
export const failureIn = (envelope: unknown, requestId: string | null = null): Failure => {
  // Something else may answer in the server's place, such as a proxy before it.
  const error = isRecord(envelope) && isRecord(envelope.error) ? envelope.error : {}
  const { code = "UNEXPECTED_ANSWER", message = "" } = error
  return new Failure(String(code), String(message), requestId)
}

/** The error of an answer that is not ok. */
export const failureOf = async (response: Response): Promise<Failure> =>
  failureIn(await response.json().catch(() => undefined), response.headers.get("x-request-id"))

/** A request for the shell. A body is JSON or the fields of a form; a file is given by its name. */
export interface CurlRequest {
  readonly method?: "GET" | "POST"
  readonly path: string
  readonly json?: unknown
  readonly form?: ReadonlyArray<readonly [name: string, value: { readonly text: string } | { readonly file: string }]>
  /** Where what it answers is written. */
  readonly output?: string
  /** Shows what is streamed as it comes. */
  readonly streams?: boolean
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The same request as a `curl` command; the secret is in `$QAL_KEY`. */
export const curlOf = ({ method, path, json, form, output, streams }: CurlRequest): string =>
  [
    `curl ${streams === true ? "-N " : ""}${method === undefined || method === "POST" ? "" : `-X ${method} `}${quoted(`${location.origin}${path}`)}`,
    `-H "x-api-key: $QAL_KEY"`,
    ...(json === undefined ? [] : ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(json))}`]),
    ...(form ?? []).map(([name, value]) =>
      "file" in value ? `-F ${quoted(`${name}=@${value.file}`)}` : `-F ${quoted(`${name}=${value.text}`)}`
    ),
    ...(output === undefined ? [] : [`-o ${quoted(output)}`])
  ].join(" \\\n  ")
