/**
 * The taxonomy as OpenAI's clients read it: the form of every error under `/v1`
 * (wire contract, section 12; OpenAI's API reference, "Error codes").
 */
import { Schema } from "effect"
import { declaredAs, type Problem, statusOf } from "../Errors.ts"

export const OpenAiErrorType = Schema.Literal(
  "invalid_request_error",
  "authentication_error",
  "insufficient_quota",
  "rate_limit_error",
  "server_error"
).annotations({ identifier: "OpenAiErrorType" })
type OpenAiErrorType = typeof OpenAiErrorType.Type

/** The code of a prompt that is too long for an engine, by which OpenAI's clients shorten it. */
const CONTEXT_EXCEEDED = "context_length_exceeded"

const error = Schema.Struct({
  message: Schema.String.annotations({ description: "What was wrong, and what would be right" }),
  type: OpenAiErrorType.annotations({
    description: "The kind of the error, by which OpenAI's clients choose what to do"
  }),
  param: Schema.NullOr(Schema.String).annotations({
    description: "The request field at fault, or null",
    examples: ["messages[0].content"]
  }),
  code: Schema.String.annotations({
    description: `The error's code, the same as in the other routes; \`${CONTEXT_EXCEEDED}\` where the prompt is too long for the engine`,
    examples: ["VALIDATION_ERROR"]
  })
}).annotations({ description: "The error" })

/** What OpenAI's clients look for. */
export const OpenAiEnvelope = Schema.Struct({ error }).annotations({
  identifier: "OpenAiErrorEnvelope",
  description: "An error in the form that OpenAI's clients know",
  examples: [
    {
      error: {
        message: "messages is missing",
        type: "invalid_request_error",
        param: "messages",
        code: "VALIDATION_ERROR"
      }
    }
  ]
})
export type OpenAiEnvelope = typeof OpenAiEnvelope.Type

const SERVER_ERRORS = 500

const BY_STATUS: ReadonlyMap<number, OpenAiErrorType> = new Map([
  [401, "authentication_error"],
  [402, "insufficient_quota"],
  [429, "rate_limit_error"]
])

/** OpenAI's statuses in the place of those that its clients have no class for, or take for another fault. */
const INSTEAD: ReadonlyMap<number, number> = new Map([
  [415, 400],
  [422, 400]
])

/** A status of the taxonomy as this form has it. */
export const statusIn = (status: number): number => INSTEAD.get(status) ?? status

const BUSY = 429

/** The status of an answer in this form: what is busy is to be asked again by the client's own rules. */
export const openAiStatusOf = (problem: Problem): number =>
  problem._tag === "PROVIDER_UNAVAILABLE" && problem.isBusy === true ? BUSY : statusIn(statusOf(problem))

export const openAiTypeOf = (problem: Problem): OpenAiErrorType => {
  const status = openAiStatusOf(problem)
  return status >= SERVER_ERRORS ? "server_error" : (BY_STATUS.get(status) ?? "invalid_request_error")
}

const codeOf = (problem: Problem): string =>
  problem._tag === "TEXT_TOO_LONG" && problem.isContext === true ? CONTEXT_EXCEEDED : problem._tag

/** The body for `problem`. */
export const openAiEnvelope = (problem: Problem): OpenAiEnvelope => ({
  error: { message: problem.message, type: openAiTypeOf(problem), param: problem.param ?? null, code: codeOf(problem) }
})

/** Errors in this form. */
export const { ChatRefused, InvalidInput, JobFailed, JobRefused, SoundRefused, SpeechRefused, wire } = declaredAs(
  OpenAiEnvelope,
  ({ error: { message, param } }) => ({ message, ...(param === null ? {} : { param }) }),
  openAiEnvelope,
  statusIn
)

/**
 * Whether the errors of `path` have this form: all of OpenAI's own protocols, their wrong paths and methods too. As the
 * router, it takes several slashes for one, and letters of either case.
 */
export const isOpenAiPath = (path: string): boolean => /^\/+v1(?:\/|$)/i.test(path)
