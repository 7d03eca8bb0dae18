/**
 * The errors of the document: one answer for each status and each of the two
 * forms, to which operations refer with the codes that they can answer.
 */
import { STATUS_CODES } from "node:http"
import * as OpenApiJsonSchema from "@effect/platform/OpenApiJsonSchema"
import * as Errors from "../../Errors.ts"
import { OpenAiEnvelope, openAiEnvelope, openAiStatusOf, statusIn } from "../../http/OpenAiErrors.ts"
import { headersOf, LIMITS, REQUEST_ID } from "./Headers.ts"
import type { Json } from "./JsonNodes.ts"

export type Code = Errors.Problem["_tag"]

/** When each is answered. */
const WHEN: Readonly<Record<Code, string>> = {
  INVALID_REQUEST: "the body is not JSON, not a form, or lacks a part",
  UNAUTHORIZED: "the key is missing, malformed, unknown or revoked",
  INSUFFICIENT_CREDITS: "the wallet cannot cover the estimated price",
  FORBIDDEN: "whoever asks may not do this",
  URL_EXPIRED: "the signed address is no longer good",
  NOT_FOUND: "there is no such thing, or it is another wallet's",
  METHOD_NOT_ALLOWED: "the path exists, but not with this method",
  IDEMPOTENCY_CONFLICT: "the request's id was used before, for different inputs; never retried",
  GENERATION_IN_PROGRESS: "the first request with this id still runs",
  IN_PROGRESS: "the first request with this id still runs",
  REQUEST_INTERRUPTED: "the transcription was cut short before its sound was taken; nothing was charged",
  SPEECH_IN_PROGRESS: "the session is speaking, and takes one text at a time",
  PAYLOAD_TOO_LARGE: "the body or a file is over its limit",
  UNSUPPORTED_MEDIA_TYPE: "the content type, or a file's type, is not accepted; the message says what is",
  VALIDATION_ERROR: "well-formed, but a field is not as it should be; `details` names each",
  TEXT_TOO_LONG: "the text is longer than is taken at once, or than the engine holds; the message has its numbers",
  UNSUPPORTED_FORMAT: "there is no such format of sound here",
  VOICE_UNAVAILABLE: "the voice is unknown, switched off, or does not speak the language",
  INVALID_LANGUAGE_PAIR: "the two languages are the same",
  STREAM_NOT_SUPPORTED: "such a request cannot be streamed",
  AUDIO_TOO_LONG: "the sound is longer than is taken at once",
  UNDECODABLE_AUDIO: "the sound is damaged, or not what it says it is",
  UNREADABLE_ATTACHMENT: "an attached file cannot be read",
  PROVIDER_NOT_CONFIGURED:
    "no attached engine can do this, and none will until an operator acts: it lacks the model, the key or the route that is set, or does not understand who speaks in the recording; no retry helps",
  TEXT_LIMIT_EXCEEDED: "the session's text is used up",
  RATE_LIMITED: "the key made more requests than it may",
  BUSY: "the wallet has a transcription running already",
  LANGUAGE_CAPACITY_REACHED: "the engine is busy and its queue full",
  TURN_LIMIT_REACHED: "the session's turns are used up",
  INTERNAL_ERROR: "a fault of the server, whose log has it under the request's id",
  PROVIDER_ERROR: "the engine failed; nothing was charged",
  PROVIDER_TIMEOUT: "the engine was too slow; nothing was charged",
  PROVIDER_UNAVAILABLE: "the engine cannot be reached, or the server is stopping; nothing was charged",
  STORAGE_FULL: "the server's disk or database takes nothing more",
  BILLING_PENDING:
    "the work is done, and its charge not written, or it is not known whether it is; the message says which",
  attachment_upload_failed: "an attached file could not be kept"
}

/** Every code, by which a declared error is recognised. */
const isCode = (name: string): name is Code => Object.hasOwn(WHEN, name)

const tooLong = { field: "text", code: "too_long", message: "must have at most 5000 characters, and has 5210" }
const balance = { field: "wallet.balance", code: "balance_too_low", message: "4.20 is required, balance is 3.10" }
const UNREADABLE = "the request cannot be read"
const AGAIN = { retryAfter: 2 }

/** One for each status, and for all others. */
const EXAMPLES: ReadonlyArray<Errors.Problem> = [
  new Errors.InvalidRequest({ message: UNREADABLE }),
  new Errors.Unauthorized({ message: "the API key is missing; send it as x-api-key" }),
  new Errors.InsufficientCredits(Errors.atField(balance)),
  new Errors.Forbidden({ message: "only a session of the dashboard may do this" }),
  new Errors.NotFound({ message: "there is no such clip" }),
  new Errors.MethodNotAllowed({ message: "PUT is not possible here; GET, HEAD, OPTIONS are", allow: ["GET", "HEAD"] }),
  new Errors.IdempotencyConflict({ message: "this id was used before, for different inputs" }),
  new Errors.PayloadTooLarge({ message: "the body is larger than 26214400 bytes" }),
  new Errors.UnsupportedMediaType({ message: "text/html is not accepted; application/json is" }),
  new Errors.ValidationFailed(Errors.atField(tooLong)),
  new Errors.RateLimited({ message: "too many requests; try again in 2 s", ...AGAIN }),
  new Errors.ProviderError({ message: "the engine failed; nothing was charged" }),
  new Errors.ProviderUnavailable({ message: "the engine cannot be reached; nothing was charged", ...AGAIN }),
  new Errors.ProviderTimeout({ message: "the engine did not answer in time; nothing was charged" })
]
const OTHER = new Errors.InternalError({
  message: "something went wrong in the server; its log has the details under this request_id"
})

/** Statuses whose answers may come with `Retry-After`. */
const RETRIED: ReadonlySet<number> = new Set([409, 429, 503])
/** Statuses that are answered before it is known whose request it is. */
const ANONYMOUS: ReadonlySet<number> = new Set([401, 405])

const EXAMPLE_ID = "req_019ab3c2-7f10-7c4e-9d2b-5a6e8f01c3d4"

/** One of the two forms of errors. */
export interface Form {
  /** What the names of its answers begin with. */
  readonly prefix: string
  readonly schema: Json
  readonly body: (problem: Errors.Problem) => unknown
  readonly statusOf: (problem: Errors.Problem) => number
  /** What it answers with in the place of a status. */
  readonly statusIn: (status: string) => string
  /** The status of an engine that has too much to do. */
  readonly busy: string
}

/** Both forms, and the schemas that theirs refer to, added to `defs`. */
export const forms = (defs: Record<string, unknown>): { readonly native: Form; readonly openAi: Form } => ({
  native: {
    prefix: "",
    schema: { ...OpenApiJsonSchema.makeWithDefs(Errors.Envelope, { defs }) },
    body: (problem) => Errors.envelope(problem, EXAMPLE_ID),
    statusOf: Errors.statusOf,
    statusIn: (status) => status,
    busy: "503"
  },
  openAi: {
    prefix: "OpenAi",
    schema: { ...OpenApiJsonSchema.makeWithDefs(OpenAiEnvelope, { defs }) },
    body: openAiEnvelope,
    statusOf: openAiStatusOf,
    statusIn: (status) => String(statusIn(Number(status))),
    busy: "429"
  }
})

const nameOf = (status: string): string => (STATUS_CODES[status] ?? "Unexpected Error").replaceAll(/[^A-Za-z]/g, "")

const headerNames = (status: number): ReadonlyArray<string> => [
  REQUEST_ID,
  ...(ANONYMOUS.has(status) ? [] : LIMITS),
  ...(RETRIED.has(status) ? ["retry-after"] : []),
  ...(status === 401 ? ["www-authenticate"] : []),
  ...(status === 405 ? ["allow"] : [])
]

const answer = (form: Form, problem: Errors.Problem, description: string, headers: ReadonlyArray<string>): Json => ({
  description,
  headers: headersOf(headers),
  content: { "application/json": { schema: form.schema, example: form.body(problem) } }
})

/** An error of a status that has no code: its code is that of whatever cannot be read. */
export const uncoded = (form: Form, description: string, message = UNREADABLE): Json =>
  answer(form, new Errors.InvalidRequest({ message }), description, [])

/** The answers of a form, by name; of several of one status the first. */
export const responses = (form: Form): Json =>
  Object.fromEntries([
    ...EXAMPLES.toReversed().map((problem) => {
      const status = form.statusOf(problem)
      const description = STATUS_CODES[status] ?? ""
      return [form.prefix + nameOf(String(status)), answer(form, problem, description, headerNames(status))]
    }),
    [form.prefix + nameOf("default"), answer(form, OTHER, "Any other error", [REQUEST_ID])]
  ])

const inWords = (code: Code): string => `\`${code}\`: ${WHEN[code]}`

/** What an operation says of one status: the answer, and with which codes it comes. */
export const responseOf = (form: Form, status: string, codes: ReadonlyArray<Code>): Json => ({
  $ref: `#/components/responses/${form.prefix}${nameOf(status)}`,
  ...(codes.length === 0 ? {} : { description: codes.map(inWords).join(".\n\n") })
})

/** The codes of the errors that are declared in a part of the platform's document. */
export const codesIn = (value: unknown): ReadonlyArray<Code> =>
  Array.from(JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g), ([, name = ""]) => name).filter(isCode)
