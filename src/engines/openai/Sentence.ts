/**
 * What an engine said of a refusal, for its operator: the log and the request's page show it, clients never. It may echo
 * anything, so it is short, and without whatever may be a key.
 */
import { Option, Redacted } from "effect"
import type { RefusalWords } from "./RefusalWords.ts"

/** UTF-16 code units. */
export const LONGEST_SENTENCE = 300

/** UTF-16 code units that are looked through for secrets; what is shown is the beginning of them. */
const LONGEST_SAID = 4_096

const MASK = "…"

/** What is known not to be a secret, and what is known to be one. */
export interface RedactionContext {
  readonly model: string
  readonly apiKey: Option.Option<Redacted.Redacted>
}

/** What follows words that announce a secret. */
const ANNOUNCED =
  /\b((?:bearer|basic)\s+|(?:api[_ -]?key|key|token|secret|password|authorization|credential)s?\b(?: provided| is| was)?["'`]?\s*[:=]\s*["'`]?(?:bearer\s+)?)([^\s"'`,;&<>)]{4,})/gi
/** Beginnings of keys that are sold, with whatever follows. */
const BRANDED = /\b(?:sk|pk|rk|ek|gsk|xai|hf|nvapi|AIza|ya29|ghp|gho|AKIA|eyJ)(?:[-_.][\w.*-]{6,}|[\w.*-]{12,})/g
/** What was masked by the engine itself, and still shows both ends. */
const STARRED = /[\w-]*\*{3,}[\w-]*/g
const UUID = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi
/** As long as keys are, in one piece: with digits and letters, or with letters of both cases. */
const LONG = /[A-Za-z0-9+/=_]{16,}/g

const isKeyLike = (run: string): boolean =>
  (/\d/.test(run) && /[A-Za-z]/.test(run) && !run.includes("/")) || (run.length >= 24 && /[a-z][A-Z]/.test(run))

/** A stretch of text without what may be a key. */
const masked = (text: string): string =>
  text
    .replace(ANNOUNCED, `$1${MASK}`)
    .replace(BRANDED, MASK)
    .replace(STARRED, MASK)
    .replace(UUID, MASK)
    .replace(LONG, (run) => (isKeyLike(run) ? MASK : run))

const without = (text: string, secret: string): string => (secret.length < 4 ? text : text.replaceAll(secret, MASK))

/** Text without its control characters. */
const printable = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim()

/** The engine's sentences as they may be shown to its operator; empty where it said nothing. */
export const redactedSentence = ({ sentences }: RefusalWords, { apiKey, model }: RedactionContext): string => {
  const said = printable(Array.from(new Set(sentences)).join(" / ").slice(0, LONGEST_SAID))
  const own = Option.match(apiKey, { onNone: () => said, onSome: (key) => without(said, Redacted.value(key)) })
  const safe = (model === "" ? [own] : own.split(model)).map(masked).join(model)
  const cut = safe.length > LONGEST_SENTENCE ? `${safe.slice(0, LONGEST_SENTENCE - MASK.length)}${MASK}` : safe
  return cut.toWellFormed()
}
