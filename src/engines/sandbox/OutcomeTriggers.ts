/**
 * What a client's developer writes into the last user message to see an outcome
 * that real models have seldom: each phrase may stand anywhere in it, also
 * beside others.
 */
import { Duration } from "effect"

/** Every trigger phrase and what it brings about; docs/sandbox.md lists them. */
export const triggers = [
  { phrase: "[[safety]]", outcome: "the model refuses: finish_reason safety" },
  { phrase: "[[length]]", outcome: "the answer stops half-way: finish_reason length" },
  { phrase: "[[slow]]", outcome: "5 s pass before the first token; [[slow=20]] for 20 s, 120 at most" },
  { phrase: "[[paced]]", outcome: "100 ms pass between the pieces of a stream" },
  { phrase: "[[cut]]", outcome: "the stream breaks in the middle; without streaming, PROVIDER_ERROR" },
  { phrase: "[[429]]", outcome: "the model is overloaded: PROVIDER_UNAVAILABLE with Retry-After" },
  { phrase: "[[500]]", outcome: "the model fails: PROVIDER_ERROR" },
  { phrase: "[[timeout]]", outcome: "the model does not answer in time: PROVIDER_TIMEOUT" },
  { phrase: "[[malformed-arguments]]", outcome: "a tool call's arguments, or an answer in JSON, are not valid JSON" },
  { phrase: "[[wrong-language]]", outcome: "the answer is not in the target language" }
] as const

type Name<Phrase> = Phrase extends `[[${infer Name}]]` ? Name : never
type Trigger = Name<(typeof triggers)[number]["phrase"]>

/** What the last user message asks for beside an answer. */
export interface TriggeredEffects {
  readonly has: (trigger: Trigger) => boolean
  /** Before the first token. */
  readonly delay: Duration.Duration
  /** Between two pieces of a stream. */
  readonly pace: Duration.Duration
}

const SLOW_SECONDS = 5
const SLOWEST_SECONDS = 120
const PACE = Duration.millis(100)

const slow = /\[\[slow(?:=(\d{1,4}(?:\.\d{1,3})?)s?)?\]\]/

/** Reads the triggers of a message. */
export const triggeredEffects = (message: string): TriggeredEffects => {
  const has = (trigger: Trigger) => message.includes(`[[${trigger}]]`)
  const slowness = slow.exec(message)
  const seconds = slowness === null ? 0 : Math.min(SLOWEST_SECONDS, Number(slowness[1] ?? SLOW_SECONDS))
  return { has, delay: Duration.seconds(seconds), pace: has("paced") ? PACE : Duration.zero }
}

const anyTrigger = new RegExp(
  `${slow.source}|${triggers.map(({ phrase }) => phrase.replace(/[[\]]/g, "\\$&")).join("|")}`,
  "g"
)

/** The message without its trigger phrases. */
export const withoutTriggers = (message: string): string =>
  message.replace(anyTrigger, " ").replace(/ {2,}/g, " ").trim()
