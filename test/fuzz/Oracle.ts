/**
 * What a right server does, from the wire contract alone: every answer is judged
 * here, whatever was asked. A list of faults; none is right.
 */
import { Predicate } from "effect"
import { pathOf } from "../support/Description.ts"
import type { Answer } from "./Answers.ts"
import { member } from "./Examples.ts"
import type { Protocol } from "./Protocols.ts"
import type { World } from "./World.ts"

/** Every code of the contract and its status (section 1; those of sockets, section 8). */
const CODES: Readonly<Record<string, number>> = {
  INVALID_REQUEST: 400,
  UNAUTHORIZED: 401,
  INSUFFICIENT_CREDITS: 402,
  FORBIDDEN: 403,
  URL_EXPIRED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  IDEMPOTENCY_CONFLICT: 409,
  GENERATION_IN_PROGRESS: 409,
  IN_PROGRESS: 409,
  REQUEST_INTERRUPTED: 409,
  SPEECH_IN_PROGRESS: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  VALIDATION_ERROR: 422,
  TEXT_TOO_LONG: 422,
  UNSUPPORTED_FORMAT: 422,
  VOICE_UNAVAILABLE: 422,
  INVALID_LANGUAGE_PAIR: 422,
  STREAM_NOT_SUPPORTED: 422,
  AUDIO_TOO_LONG: 422,
  UNDECODABLE_AUDIO: 422,
  UNREADABLE_ATTACHMENT: 422,
  PROVIDER_NOT_CONFIGURED: 422,
  TEXT_LIMIT_EXCEEDED: 422,
  RATE_LIMITED: 429,
  BUSY: 429,
  LANGUAGE_CAPACITY_REACHED: 429,
  TURN_LIMIT_REACHED: 429,
  PROVIDER_ERROR: 502,
  PROVIDER_TIMEOUT: 504,
  PROVIDER_UNAVAILABLE: 503,
  BILLING_PENDING: 503,
  STORAGE_FULL: 503,
  attachment_upload_failed: 503
}

/** Codes whose answers say when to come again. */
const RETRIED: ReadonlySet<string> = new Set([
  "GENERATION_IN_PROGRESS",
  "IN_PROGRESS",
  "RATE_LIMITED",
  "BUSY",
  "LANGUAGE_CAPACITY_REACHED",
  "PROVIDER_UNAVAILABLE",
  "BILLING_PENDING",
  "STORAGE_FULL",
  "attachment_upload_failed"
])

/** Most details of one error (section 1). */
const MOST_DETAILS = 20
/** Bytes of an error's answer: 20 details and their messages, with room. A refusal does not multiply what was sent. */
const MOST_ERROR_BYTES = 64 * 1024

/** Statuses with which the HTTP parser refuses what is no HTTP, before any code of the server's own runs. */
const BARE: ReadonlySet<number> = new Set([400, 408, 413, 431, 501, 505])

/** What the inside of a program looks like. */
const INSIDE =
  /node_modules|file:\/\/|\/src\/[\w/]+\.ts|\bat \S+ \(|\bat (async )?\/|\.worker\.ts|\$bunfs|SQLITE_|ParseError|TypeError|RangeError|undefined is not|FiberFailure/

/** What was asked. */
interface ExpectedAnswer {
  readonly path?: string
  readonly method: string
  readonly mayBeBare: boolean
  readonly mustFail: boolean
}

const isText = (value: unknown): value is string => typeof value === "string"

const leaks = (text: string, secrets: ReadonlyArray<string>): ReadonlyArray<string> => {
  const inside = INSIDE.exec(text)?.[0]
  return [
    ...(inside === undefined ? [] : [`a message shows the program's inside: ${inside}`]),
    ...(secrets.some((secret) => text.includes(secret)) ? ["a message shows a secret or a path of the server"] : [])
  ]
}

const details = (value: unknown): ReadonlyArray<string> => {
  if (value === undefined) return []
  if (!Array.isArray(value)) return ["details is no list"]
  const isDetail = (one: unknown) =>
    isText(member(one, "code")) &&
    isText(member(one, "message")) &&
    ["string", "undefined"].includes(typeof member(one, "field"))
  return [
    ...(value.length > MOST_DETAILS ? [`${value.length} details, more than ${MOST_DETAILS}`] : []),
    ...(value.every(isDetail) ? [] : ["a detail lacks its code or message, or its field is no text"])
  ]
}

/** The statuses that a code may come with under `/v1` (section 12). */
const openAiStatuses = (code: string, own: number): ReadonlyArray<number> => {
  if (own === 415 || own === 422) return [400]
  return code === "PROVIDER_UNAVAILABLE" ? [own, 429] : [own]
}

/** What every error owes, wherever it stands. `status` is what was said beside it. */
const problem = (
  value: unknown,
  status: number | undefined,
  secrets: ReadonlyArray<string>,
  others: ReadonlySet<string> = new Set(),
  statusesOf = (_: string, own: number): ReadonlyArray<number> => [own]
): ReadonlyArray<string> => {
  const code = member(value, "code")
  const message = member(value, "message")
  if (!isText(code) || !isText(message)) return ["an error without its code or message"]
  const stated = Object.hasOwn(CODES, code) ? CODES[code] : undefined
  const param = member(value, "param")
  return [
    ...(code === "INTERNAL_ERROR"
      ? ["INTERNAL_ERROR: a defect"]
      : stated === undefined && !others.has(code)
        ? [`${code} is no code of the contract`]
        : []),
    // HTTP's own, for a range behind the end of a file, for encodings that are all refused, and for another version than `If-Match`
    // names; the contract has no codes for them.
    ...(stated !== undefined &&
    status !== undefined &&
    status !== 416 &&
    status !== 406 &&
    status !== 412 &&
    !statusesOf(code, stated).includes(status)
      ? [`${code} with ${status}, which is ${statusesOf(code, stated)}`]
      : []),
    ...(message === "" ? ["an empty message"] : []),
    ...(param === undefined || param === null || isText(param) ? [] : ["param is no text"]),
    ...details(member(value, "details")),
    ...leaks(JSON.stringify(value), secrets)
  ]
}

/** An `error` of the envelope. */
const error = (value: unknown, status: number | undefined, secrets: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...problem(value, status, secrets),
  ...(isText(member(value, "request_id")) ? [] : ["an error without request_id"])
]

export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What the body of a refusal owes: the envelope, or under `/v1` OpenAI's form. */
const told = (answer: Answer, { path = "" }: ExpectedAnswer, secrets: ReadonlyArray<string>): ReadonlyArray<string> => {
  const body = parsed(answer.body.toString("utf8"))
  const value = member(body, "error")
  if (/^\/+v1(?:\/|$)/i.test(pathOf(path))) {
    const kind = member(value, "type")
    const isKind = isText(kind) && Object.hasOwn(OPENAI_KINDS, kind)
    const faults = problem(value, answer.status, secrets, new Set(), openAiStatuses)
    return [...faults, ...(isKind ? [] : ["an error without one of OpenAI's types"])]
  }
  if (member(body, "status") !== "error") return [`${answer.status} without the envelope`]
  return [
    ...error(value, answer.status, secrets),
    ...(member(value, "request_id") === answer.headers.get("x-request-id")
      ? []
      : ["request_id differs from x-request-id"])
  ]
}

const refusal = (answer: Answer, request: ExpectedAnswer, secrets: ReadonlyArray<string>): ReadonlyArray<string> => {
  const missing = answer.headers.has("x-request-id") ? [] : [`${answer.status} without x-request-id`]
  if (request.method === "HEAD") return missing
  const code = member(member(parsed(answer.body.toString("utf8")), "error"), "code")
  return [
    ...missing,
    ...told(answer, request, secrets),
    ...(isText(code) && RETRIED.has(code) && !answer.headers.has("retry-after") ? [`${code} without Retry-After`] : []),
    ...(answer.status === 405 && !answer.headers.has("allow") ? ["405 without Allow"] : []),
    ...(answer.body.length > MOST_ERROR_BYTES ? [`an error of ${answer.body.length} bytes`] : [])
  ]
}

/** Errors inside a streamed answer: lines of JSON, server-sent events, or the end of audio frames. */
const streamed = (answer: Answer, secrets: ReadonlyArray<string>): ReadonlyArray<string> => {
  const type = answer.headers.get("content-type") ?? ""
  if (answer.headers.has("x-addis-audio-protocol")) {
    const end = answer.body.lastIndexOf(Buffer.from([0, 0, 0, 0]))
    const told = parsed(answer.body.subarray(end + 4).toString("utf8"))
    if (told === undefined) return ["audio frames without their end"]
    return member(told, "error") === undefined ? [] : error(member(told, "error"), undefined, secrets)
  }
  if (!/event-stream|ndjson/.test(type)) return []
  return answer.body
    .toString("utf8")
    .split("\n")
    .flatMap((line) => {
      const told = parsed(line.replace(/^data: /, ""))
      return member(told, "error") === undefined ? [] : error(member(told, "error"), undefined, secrets)
    })
}

const success = (answer: Answer, method: string, secrets: ReadonlyArray<string>): ReadonlyArray<string> => {
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true && answer.body.length > 0
  return [
    ...(answer.headers.has("x-request-id") ? [] : [`${answer.status} without x-request-id`]),
    ...(isJson && method !== "HEAD" && parsed(answer.body.toString("utf8")) === undefined
      ? ["an answer that is not JSON"]
      : []),
    ...streamed(answer, secrets)
  ]
}

/** Whether an answer is the HTTP parser's own: no body, no request id, and the connection ends. */
const isBare = (answer: Answer): boolean =>
  BARE.has(answer.status) && answer.body.length === 0 && !answer.headers.has("x-request-id") && !answer.keeps

/** The faults of an answer to a request. `mayBeBare`: the HTTP parser may have refused it by itself. */
export const answered = (
  answer: Answer,
  request: ExpectedAnswer,
  { description, secrets }: Pick<World, "description" | "secrets">
): ReadonlyArray<string> => {
  if (request.mayBeBare && isBare(answer)) return []
  const head = { ...answer, method: request.method, path: pathOf(request.path ?? "/") }
  const undescribed = description?.faults(head, answer.body.toString("utf8")) ?? []
  // Not ready is a report, not an error (section 10).
  if (request.path?.startsWith("/readyz") === true && answer.status === 503) return []
  if (answer.status >= 400) return [...undescribed, ...refusal(answer, request, secrets)]
  return [
    ...undescribed,
    ...success(answer, request.method, secrets),
    ...(request.mustFail && answer.status < 300 ? [`${answer.status}: what must be refused was done`] : [])
  ]
}

/** Codes of OpenAI's own, of what a client may try. */
const OPENAI_CODES: ReadonlySet<string> = new Set([
  "input_audio_buffer_commit_empty",
  "conversation_already_has_active_response",
  "response_cancel_not_active"
])
/** OpenAI's kinds of errors, each with the status that it stands for. */
const OPENAI_KINDS: Readonly<Record<string, number>> = {
  authentication_error: 401,
  insufficient_quota: 402,
  rate_limit_error: 429,
  server_error: 500,
  invalid_request_error: 400
}

type Errors = Protocol["errors"]

/** The status that a socket's error event says, in its protocol's way. */
export const statusOf = (told: unknown, errors: Errors): unknown => {
  if (errors === "typed") return member(told, "status")
  const error = member(told, "error")
  if (errors === "timed") return member(error, "status")
  const kind = member(error, "type")
  return isText(kind) && Object.hasOwn(OPENAI_KINDS, kind) ? OPENAI_KINDS[kind] : undefined
}

const eventError = (told: unknown, errors: Errors, secrets: ReadonlyArray<string>): ReadonlyArray<string> => {
  const value = member(told, "error")
  const status = statusOf(told, errors)
  const stated = typeof status === "number" ? status : 0
  switch (errors) {
    case "typed":
      return error(value, stated, secrets)
    case "timed":
      return [
        ...problem(value, stated, secrets),
        ...(Number.isNaN(Date.parse(String(member(value, "timestamp")))) ? ["an error without a timestamp"] : [])
      ]
    case "openai":
      return [
        ...problem(value, undefined, secrets, OPENAI_CODES),
        ...(stated === 0 ? ["an error without one of OpenAI's types"] : [])
      ]
  }
}

/** What kind an event is: its `type`, or its first member where it has none. */
export const kindOf = (told: unknown): unknown =>
  Predicate.isRecord(told) ? (member(told, "type") ?? Object.keys(told)[0]) : undefined

/** The faults of a socket's event. */
export const event = (
  text: string,
  { errors, events }: Pick<Protocol, "events" | "errors">,
  secrets: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const told = parsed(text)
  const kind = kindOf(told)
  if (!isText(kind)) return ["an event that is no JSON object with a type"]
  if (!events.has(kind)) return [`an unknown event ${kind}`]
  return [...leaks(text, secrets), ...(kind === "error" ? eventError(told, errors, secrets) : [])]
}
