/**
 * What of a transcription request a server does not take, as learnt from what
 * it turned down.
 */
import { Option, Redacted } from "effect"
import type { Language } from "../../Domain.ts"
import type { Refused } from "./Failures.ts"

/** What not every server takes: `verbose_json` with word times, an answer in pieces, a language that it does not know. */
export interface Dialect {
  readonly verbose: boolean
  readonly stream: boolean
  readonly languages: ReadonlySet<Language>
}

export const full: Dialect = { verbose: true, stream: true, languages: new Set(["am", "om"]) }

/** What one request asks for. */
export interface RequestFields {
  readonly verbose: boolean
  readonly stream: boolean
  readonly language: Option.Option<Language>
}

/** Refusals that may be about a field. */
const fieldRefusals = [400, 415, 422]

/** How a refusal names what it is about, in the order in which they are left out where it names none. */
const names = {
  verbose: /verbose|response_format|granularit/i,
  stream: /stream/i,
  language: /language/i
} as const

/**
 * The dialect to try after `refused`, which answered `fields`; none where the
 * refusal was about something else, or there is nothing left to leave out.
 */
export const after = (dialect: Dialect, fields: RequestFields, { said, status }: Refused): Option.Option<Dialect> => {
  if (!fieldRefusals.includes(status)) return Option.none()
  const words = Redacted.value(said)
  const sent = { verbose: fields.verbose, stream: fields.stream, language: Option.isSome(fields.language) }
  const named = (["verbose", "stream", "language"] as const).filter((field) => sent[field] && names[field].test(words))
  const [blamed] =
    named.length > 0 ? named : (["verbose", "stream", "language"] as const).filter((field) => sent[field])
  if (blamed === undefined) return Option.none()
  if (blamed !== "language") return Option.some({ ...dialect, [blamed]: false })
  const languages = [...dialect.languages].filter((one) => one !== Option.getOrUndefined(fields.language))
  return Option.some({ ...dialect, languages: new Set(languages) })
}

/** Both at once: what either's refusals have taught. */
export const merge =
  (one: Dialect) =>
  (other: Dialect): Dialect => ({
    verbose: one.verbose && other.verbose,
    stream: one.stream && other.stream,
    languages: new Set([...one.languages].filter((language) => other.languages.has(language)))
  })
