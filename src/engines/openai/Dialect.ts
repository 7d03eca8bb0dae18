/**
 * Which fields of a chat request a server does not take, as learnt from what it
 * turned down.
 */
import { Option, Redacted } from "effect"
import type { Refused } from "./Failures.ts"

/** Fields that not every server takes. In place of `max_tokens` some want `max_completion_tokens`. */
const doubtful = ["stream_options", "top_k", "max_tokens", "temperature", "top_p"] as const
type Doubtful = (typeof doubtful)[number]

/** Fields that are left out on suspicion, when a refusal names none: they are not of the protocol's first version. */
const suspects: ReadonlyArray<Doubtful> = ["stream_options", "top_k"]

/** Refusals that may be about a field. */
const fieldRefusals = [400, 422]

export interface Dialect {
  readonly without: ReadonlySet<Doubtful>
}

export const plain: Dialect = { without: new Set() }

/**
 * The dialect to try after `refused`, which answered `body`; none where the
 * refusal was about something else, or there is nothing left to leave out.
 */
export const after = (dialect: Dialect, body: object, { said, status }: Refused): Option.Option<Dialect> => {
  if (!fieldRefusals.includes(status)) return Option.none()
  const words = Redacted.value(said)
  const sent = doubtful.filter((field) => field in body)
  const named = sent.filter((field) => words.includes(field))
  const dropped = named.length > 0 ? named : sent.filter((field) => suspects.includes(field))
  return dropped.length === 0 ? Option.none() : Option.some({ without: new Set([...dialect.without, ...dropped]) })
}

/** Both at once: what either server's refusals have taught. */
export const merge =
  (one: Dialect) =>
  (other: Dialect): Dialect => ({ without: new Set([...one.without, ...other.without]) })
