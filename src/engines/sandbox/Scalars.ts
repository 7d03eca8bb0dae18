/** Numbers and strings that fit their schemas: the message's, else the schema's own sample, else a plain one. */
import { FastCheck, Option } from "effect"
import type { Clues } from "./Clues.ts"
import { type JsonSchema, listOf, numberOf } from "./Schema.ts"

/** What a schema gives as a value of its kind, the message aside. */
const samplesOf = (schema: JsonSchema): ReadonlyArray<unknown> => [
  schema.default,
  ...listOf(schema.examples).slice(0, 1),
  schema.example
]

/** None where the limits leave no number, or none that is found. */
export const numberFor = (clues: Clues, schema: JsonSchema, isWhole: boolean): number | undefined => {
  const least = numberOf(schema.minimum) ?? Number.NEGATIVE_INFINITY
  const above = numberOf(schema.exclusiveMinimum) ?? Number.NEGATIVE_INFINITY
  const most = numberOf(schema.maximum) ?? Number.POSITIVE_INFINITY
  const below = numberOf(schema.exclusiveMaximum) ?? Number.POSITIVE_INFINITY
  const step = numberOf(schema.multipleOf) ?? (isWhole ? 1 : undefined)
  const fits = (value: number) =>
    value >= least &&
    value > above &&
    value <= most &&
    value < below &&
    (!isWhole || Number.isInteger(value)) &&
    (step === undefined || Number.isInteger(value / step))
  const [low, high, hop] = [Math.max(least, above), Math.min(most, below), step ?? 1]
  const [up, down] = step === undefined ? [low, high] : [Math.ceil(low / step) * step, Math.floor(high / step) * step]
  const plain = [1, 0, 10, 100, up, up + hop, down, down - hop, (low + high) / 2, hop].filter(Number.isFinite)
  const sample = samplesOf(schema).find((value) => typeof value === "number")
  return clues.takeNumber(fits) ?? sample ?? plain.find(fits)
}

/** What a format asks for; fixed, so that answers are deterministic. */
const formats = new Map([
  ["date", "2025-01-01"],
  ["time", "09:00:00Z"],
  ["date-time", "2025-01-01T09:00:00Z"],
  ["duration", "PT1H"],
  ["email", "someone@example.com"],
  ["hostname", "example.com"],
  ["ipv4", "192.0.2.1"],
  ["ipv6", "2001:db8::1"],
  ["uri", "https://example.com/"],
  ["uuid", "00000000-0000-4000-8000-000000000000"]
])

/** No string is made longer, in code points. */
const LONGEST = 2_000
/** Longer patterns are not looked at, in UTF-16 code units. */
const LONGEST_PATTERN = 200
/** Characters that a pattern may ask for; each open repetition counts as 10 of what it repeats. */
const MOST_REPEATED = 100

/** How often what a pattern repeats may be repeated in all, or more: a group that is repeated multiplies. */
const repetitionsOf = (pattern: string): number =>
  Array.from(pattern.matchAll(/\{(\d+)(?:,(\d*))?\}|[*+]/g), ([, least = "0", most]) =>
    Math.max(1, Number(most || least) || 10)
  ).reduce((all, each) => (/\)[*+{]/.test(pattern) ? all * each : all + each), 1)

/**
 * A string of a client's pattern, which is parsed and never run. None of one that says what is not to be there
 * (a search that may not end), and of one that is beyond the parser or the bounds.
 */
const matching = (pattern: string): Option.Option<string> =>
  pattern.length > LONGEST_PATTERN || pattern.includes("[^") || repetitionsOf(pattern) > MOST_REPEATED
    ? Option.none()
    : Option.liftThrowable(() => {
        const whole = /^\^.*\$$/s.test(pattern) ? pattern : `^(?:${pattern.replace(/^\^|\$$/g, "")})$`
        return FastCheck.sample(FastCheck.stringMatching(new RegExp(whole, "u")), { numRuns: 1, seed: 1 })[0] ?? ""
      })()

/** In code points, as JSON Schema counts. */
const lengthOf = (text: string): number => Array.from(text).length

/** None where the schema asks for one that is too long, or for a pattern that nothing is known of. */
export const stringFor = (clues: Clues, schema: JsonSchema): string | undefined => {
  const least = numberOf(schema.minLength) ?? 0
  const most = Math.min(LONGEST, numberOf(schema.maxLength) ?? LONGEST)
  const fits = (text: string) => lengthOf(text) >= least && lengthOf(text) <= most
  const sample = samplesOf(schema).find((value) => typeof value === "string")
  const formatted = typeof schema.format === "string" ? formats.get(schema.format) : undefined
  if (formatted !== undefined) return sample ?? formatted
  if (typeof schema.pattern === "string")
    return sample ?? Option.getOrUndefined(Option.filter(matching(schema.pattern), fits))
  if (least > most) return sample
  const cut = Array.from(clues.text).slice(0, most)
  return clues.takeString(fits) ?? sample ?? cut.join("") + "x".repeat(Math.max(0, least - cut.length))
}
