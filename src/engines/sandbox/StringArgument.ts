/** Strings that fit their schema. Lengths are in code points, as JSON Schema counts. */
import { FastCheck, Option } from "effect"
import type { Clues } from "./Clues.ts"
import { type JsonSchema, numberOf, TooMuch } from "./Schema.ts"

/** No string is made longer, in code points, whatever its schema demands. */
const LONGEST = 2_000

/** What a format asks for where the message has none; fixed, so that answers are deterministic. */
const formats: Readonly<Record<string, readonly [example: string, inText: RegExp]>> = {
  date: ["2025-01-01", /\b\d{4}-\d{2}-\d{2}\b/],
  time: ["09:00:00Z", /\b\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})/],
  "date-time": ["2025-01-01T09:00:00Z", /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})/],
  email: ["someone@example.com", /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+\b/],
  uri: ["https://example.com/", /\bhttps?:\/\/[^\s"<>»”]+/],
  uuid: ["00000000-0000-4000-8000-000000000000", /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/i]
}

/** Patterns longer than this are not looked at. */
const LONGEST_PATTERN = 200
/** A pattern that can only be slow in proportion: no repeated group, few open repetitions. */
const isTame = (pattern: string): boolean =>
  !/\)[*+{?]|\\[1-9]/.test(pattern) && (pattern.match(/[*+]|\{\d+,\}/g)?.length ?? 0) <= 2
/** A tame pattern is tried on texts of this length at most. */
const LONGEST_TRIED = 200
const SAMPLES = 20

const compile = Option.liftThrowable((pattern: string) => new RegExp(pattern, "u"))
const sample = Option.liftThrowable((pattern: string) => {
  const whole = /^\^.*\$$/s.test(pattern) ? pattern : `^(?:${pattern.replace(/^\^|\$$/g, "")})$`
  return FastCheck.sample(FastCheck.stringMatching(new RegExp(whole)), { numRuns: SAMPLES, seed: 1 })
})

/** Whether it is one at all. The parser also says no where it has no memory for one that is. */
const isPattern = (pattern: string): boolean => {
  try {
    return new RegExp(pattern, "u") !== undefined
  } catch (cause) {
    if (/memory|too large|too much/i.test(String(cause))) throw new TooMuch()
    return false
  }
}

const length = (text: string): number => Array.from(text).length

interface Limits {
  readonly least: number
  readonly most: number
  readonly pattern: Option.Option<string>
}

const limitsOf = (schema: JsonSchema): Limits => ({
  least: Math.min(LONGEST, numberOf(schema.minLength) ?? 0),
  most: Math.min(LONGEST, numberOf(schema.maxLength) ?? LONGEST),
  pattern: Option.liftPredicate(schema.pattern, (pattern) => typeof pattern === "string").pipe(
    Option.filter((pattern) => pattern.length <= LONGEST_PATTERN && isPattern(pattern))
  )
})

const matches = (pattern: string, text: string): boolean =>
  isTame(pattern) &&
  text.length <= LONGEST_TRIED &&
  Option.exists(compile(pattern), (expression) => expression.test(text))

const fits =
  ({ least, most, pattern }: Limits) =>
  (text: string): boolean =>
    length(text) >= least &&
    length(text) <= most &&
    Option.match(pattern, { onNone: () => true, onSome: (some) => matches(some, text) })

/** Made to measure, where nothing of the message fits. */
const made = (limits: Limits, text: string): string =>
  Option.match(limits.pattern, {
    onNone: () => {
      const cut = Array.from(text).slice(0, limits.most)
      return cut.join("") + "x".repeat(Math.max(0, limits.least - cut.length))
    },
    onSome: (pattern) => {
      const samples = Option.getOrElse(sample(pattern), () => [])
      const inLength = (some: string) => length(some) >= limits.least && length(some) <= limits.most
      const [first] = samples
      // The pattern is beyond what can be made, or the engine's own parser has no memory for it.
      if (first === undefined) throw new TooMuch()
      return samples.find(inLength) ?? first
    }
  })

/** A string for the property `name`: what the message gives it, else the default, else what fits. */
export const fitString = (clues: Clues, name: string, schema: JsonSchema): string => {
  const format = typeof schema.format === "string" ? formats[schema.format] : undefined
  if (format !== undefined) return format[1].exec(clues.text)?.[0] ?? format[0]
  const limits = limitsOf(schema)
  const fitting = fits(limits)
  const words = Option.isSome(limits.pattern) ? clues.text.split(/[\s,;]+/) : []
  return (
    clues.named(name).find(fitting) ??
    clues.takeString(fitting) ??
    words.find(fitting) ??
    (typeof schema.default === "string" ? schema.default : undefined) ??
    (fitting(clues.text) ? clues.text : made(limits, clues.text))
  )
}
