/** The public API as the playground uses it: what it answers where it refuses. */

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
