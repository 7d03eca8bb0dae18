/**
 * What the failures of an OpenAI-compatible server are called, and which of
 * them another try may mend. The words name the engine, never the server's
 * address, its key or what it said.
 */
import { Data, Option, type Redacted } from "effect"
import { type EngineFailure, ProviderError, ProviderTimeout, ProviderUnavailable } from "../../Errors.ts"

/** `Retry-After` where the server did not say, in seconds. */
const defaultRetryAfter = 5
/** The longest `Retry-After` that is passed on, in seconds. */
const longestRetryAfter = 3600

/** The server understood the request, and does not take it (4xx): what that means is the caller's to say. */
export class Refused extends Data.TaggedError("Refused")<{
  readonly status: number
  /** The start of what it said about that; not for clients, nor for logs. */
  readonly said: Redacted.Redacted
}> {}

/** A failure that another try may mend. */
export class Passing extends Data.TaggedError("Passing")<{
  /** None: there was no answer. */
  readonly status: Option.Option<number>
  /** Seconds, as the server asked. */
  readonly retryAfter: Option.Option<number>
}> {}

/** Statuses that another try may turn into an answer. */
export const isTransient = (status: number): boolean =>
  status === 408 || status === 429 || (status >= 500 && status !== 501)

/** `Retry-After` in seconds: a number, or a date (RFC 9110, section 10.2.3). */
export const retryAfterSeconds = (header: string | null, now: number): Option.Option<number> => {
  if (header === null) return Option.none()
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000
  return Number.isFinite(seconds) ? Option.some(Math.max(0, Math.ceil(seconds))) : Option.none()
}

/** The failures, in words about the engine that `subject` names, e.g. "the speech engine". */
export const failures = (subject: string) => ({
  timeout: () => new ProviderTimeout({ message: `${subject} took too long` }),
  brokeOff: () => new ProviderError({ message: `${subject} broke off its answer` }),
  tooLarge: () => new ProviderError({ message: `${subject} sent more than was asked for` }),
  unavailable: (retryAfter: Option.Option<number>, isBusy = false) =>
    new ProviderUnavailable({
      message: `${subject} cannot be reached or is busy; try again later`,
      ...(isBusy ? { isBusy } : {}),
      retryAfter: Math.min(
        Option.getOrElse(retryAfter, () => defaultRetryAfter),
        longestRetryAfter
      )
    }),
  failed: () => new ProviderError({ message: `${subject} failed` })
})

/** A `Refused` that the caller has no use for, as a failure of the engine. */
export const refusal = (subject: string) => (refused: Refused) =>
  new ProviderError({
    message:
      refused.status === 401 || refused.status === 403
        ? `${subject} does not accept this server's credentials`
        : `${subject} refused the request`
  })

/** What is left of a failure when no more tries are: by its status. */
export const lasting = (subject: string, { retryAfter, status }: Passing): EngineFailure => {
  const say = failures(subject)
  return Option.match(status, {
    onNone: () => say.unavailable(retryAfter),
    onSome: (code) => {
      if (code === 429 || code === 503) return say.unavailable(retryAfter, code === 429)
      return code === 408 || code === 504 ? say.timeout() : say.failed()
    }
  })
}
