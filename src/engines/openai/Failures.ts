/**
 * What the failures of an OpenAI-compatible server are called, and which of
 * them another try may mend. The words name the engine, never the server's
 * address, its key or what it said; that goes along for the operator alone.
 */
import { Data, Option, type Redacted } from "effect"
import {
  type EngineFailure,
  ProviderError,
  ProviderNotConfigured,
  ProviderTimeout,
  ProviderUnavailable,
  TextTooLong
} from "../../Errors.ts"
import type { Cause, Meaning } from "./Refusals.ts"
import type { Extent } from "./StatedExtent.ts"

/** `Retry-After` where the server did not say, in seconds. */
const defaultRetryAfter = 5
/** The longest `Retry-After` that is passed on, in seconds. */
const longestRetryAfter = 3600

/** The server understood the request, and does not take it: another try does not help. */
export class EngineRefusal extends Data.TaggedError("EngineRefusal")<{
  readonly status: number
  readonly meaning: Meaning
  /** The start of what it said about that; not for clients, nor for logs. */
  readonly body: Redacted.Redacted
  /** What of that its operator may see. */
  readonly said: Redacted.Redacted
}> {}

/** A failure that another try may mend. */
export class TransientFailure extends Data.TaggedError("TransientFailure")<{
  /** None: there was no answer. */
  readonly status: Option.Option<number>
  /** Seconds, as the server asked. */
  readonly retryAfter: Option.Option<number>
  /** What it said about that which its operator may see. */
  readonly said?: Redacted.Redacted
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

/** A quota that is counted by the day, as Gemini names it: none is left for long. */
const DAILY = /"quotaId"\s*:\s*"[^"]{0,200}PerDay/
/** How long to wait, as Gemini says in its body (`google.rpc.RetryInfo`), in seconds. */
const RETRY_DELAY = /"retryDelay"\s*:\s*"(\d{1,9})(?:\.\d{1,9})?s"/

/** How many seconds a refusal's body asks to wait; none where it does not. */
export const retryDelayIn = (body: string): Option.Option<number> => {
  if (DAILY.test(body)) return Option.some(longestRetryAfter)
  return Option.map(Option.fromNullable(RETRY_DELAY.exec(body)?.[1]), (seconds) => Number(seconds) + 1)
}

/** The failures, in words about the engine that `subject` names, e.g. "the speech engine"; with what it said, if anything. */
export const failures = (subject: string, said?: Redacted.Redacted) => {
  const also = said === undefined ? {} : { said }
  return {
    timeout: () => new ProviderTimeout({ message: `${subject} took too long`, ...also }),
    brokeOff: () => new ProviderError({ message: `${subject} broke off its answer`, ...also }),
    tooLarge: () => new ProviderError({ message: `${subject} sent more than was asked for`, ...also }),
    unavailable: (retryAfter: Option.Option<number>, isBusy = false) =>
      new ProviderUnavailable({
        message: `${subject} cannot be reached or is busy; try again later`,
        ...(isBusy ? { isBusy } : {}),
        retryAfter: Math.min(
          Option.getOrElse(retryAfter, () => defaultRetryAfter),
          longestRetryAfter
        ),
        ...also
      }),
    failed: () => new ProviderError({ message: `${subject} failed`, ...also })
  }
}

/** Which settings an engine has, and whether it is sent texts that clients can shorten. */
const ENGINES: ReadonlyMap<string, { readonly settings: string; readonly takesText: boolean }> = new Map([
  ["the text engine", { settings: "QAL_TEXT", takesText: true }],
  ["the recogniser", { settings: "QAL_RECOGNIZER", takesText: false }],
  ["the speech engine", { settings: "QAL_SYNTHESIZER", takesText: true }]
])

/** Names a setting of the engine that `subject` names. */
const settingOf = (subject: string, name: "URL" | "MODEL" | "API_KEY"): string =>
  `${ENGINES.get(subject)?.settings ?? "QAL_TEXT"}_${name}`

const MISSET: Readonly<Record<Cause, (subject: string) => string>> = {
  MODEL: (subject) =>
    `${subject} does not have the model that is set; set ${settingOf(subject, "MODEL")} to one that it has`,
  API_KEY: (subject) =>
    `${subject} does not accept this server's credentials; set ${settingOf(subject, "API_KEY")} to a key that it takes`,
  URL: (subject) =>
    `${subject} has no such route; set ${settingOf(subject, "URL")} to its address, which mostly ends in /v1`,
  QUOTA: (subject) =>
    `${subject} lets the key in ${settingOf(subject, "API_KEY")} have no more; its account there needs credit or a higher limit`
}

/** The failure of a model whose server works: another try may mend it. */
export const modelFault = (subject: string, what: string, said?: Redacted.Redacted) =>
  new ProviderError({ message: `${subject} ${what}`, isModelFault: true, ...(said === undefined ? {} : { said }) })

/** Why an engine does not work that is set up wrongly. */
const misset = (subject: string, cause: Cause, said: Redacted.Redacted) =>
  new ProviderNotConfigured({ message: MISSET[cause](subject), said })

/** That a server's list shows that it does not have the model. */
export const missetModel = (subject: string) => new ProviderNotConfigured({ message: MISSET.MODEL(subject) })

/** How long a prompt was and may be, in numbers alone. */
const extentOf = ({ asked, holds }: Extent): string => {
  if (Option.isNone(holds)) return "; send less of it"
  return Option.match(asked, {
    onNone: () => `: it holds ${holds.value} tokens`,
    onSome: (tokens) => `: ${tokens} tokens were asked of it, and it holds ${holds.value}`
  })
}

/** A `EngineRefusal` that the caller has no use for, as a failure of the engine. */
export const refusal =
  (subject: string) =>
  ({ meaning, said }: EngineRefusal): EngineFailure => {
    switch (meaning._tag) {
      case "TooLong":
        return ENGINES.get(subject)?.takesText === false
          ? new ProviderError({ message: `${subject} takes no sound of this length`, said })
          : new TextTooLong({
              message: `the text is too long for ${subject}${extentOf(meaning)}`,
              isContext: true,
              extent: {
                asked: Option.getOrNull(meaning.asked),
                prompt: Option.getOrNull(meaning.prompt),
                holds: Option.getOrNull(meaning.holds)
              },
              said
            })
      case "Misset":
        return misset(subject, meaning.cause, said)
      case "Misgenerated":
        return modelFault(subject, "made what its server cannot read", said)
      case "Filtered":
        return new ProviderError({ message: `${subject} declined what it was sent`, said })
      case "Other":
        return new ProviderError({ message: `${subject} refused the request`, said })
    }
  }

/** What is left of a failure when no more tries are: by its status. */
export const lasting = (subject: string, { retryAfter, said, status }: TransientFailure): EngineFailure => {
  const say = failures(subject, said)
  return Option.match(status, {
    onNone: () => say.unavailable(retryAfter),
    onSome: (code) => {
      if (code === 429 || code === 503) return say.unavailable(retryAfter, code === 429)
      return code === 408 || code === 504 ? say.timeout() : say.failed()
    }
  })
}
