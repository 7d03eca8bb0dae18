/** Numbers that fit their schema. */
import type { Clues } from "./Clues.ts"
import { type JsonSchema, numberOf } from "./Schema.ts"

interface NumberRange {
  readonly low: number
  readonly lowOpen: boolean
  readonly high: number
  readonly highOpen: boolean
  /** 0: any number. */
  readonly step: number
}

const rangeOf = (schema: JsonSchema, whole: boolean): NumberRange => {
  const minimum = numberOf(schema.minimum) ?? Number.NEGATIVE_INFINITY
  const above = numberOf(schema.exclusiveMinimum) ?? Number.NEGATIVE_INFINITY
  const maximum = numberOf(schema.maximum) ?? Number.POSITIVE_INFINITY
  const below = numberOf(schema.exclusiveMaximum) ?? Number.POSITIVE_INFINITY
  return {
    low: Math.max(minimum, above),
    lowOpen: above >= minimum && above !== Number.NEGATIVE_INFINITY,
    high: Math.min(maximum, below),
    highOpen: below <= maximum && below !== Number.POSITIVE_INFINITY,
    step: numberOf(schema.multipleOf) ?? (whole ? 1 : 0)
  }
}

const fits = (range: NumberRange, whole: boolean) => (value: number) =>
  Number.isFinite(value) &&
  (range.lowOpen ? value > range.low : value >= range.low) &&
  (range.highOpen ? value < range.high : value <= range.high) &&
  (!whole || Number.isInteger(value)) &&
  (range.step === 0 || Number.isInteger(value / range.step))

/** Numbers of the range, the plainest first. */
const candidates = ({ high, low, step }: NumberRange): ReadonlyArray<number> => {
  const up = step === 0 ? low : Math.ceil(low / step) * step
  const down = step === 0 ? high : Math.floor(high / step) * step
  const hop = step === 0 ? 1 : step
  return [1, 0, 10, 100, up, up + hop, down, down - hop, (low + high) / 2, hop]
}

/** A number for the property `name`: the message's, else the default, else one that fits. */
export const fitNumber = (clues: Clues, name: string, schema: JsonSchema, whole: boolean): number => {
  const range = rangeOf(schema, whole)
  const fitting = fits(range, whole)
  const named = clues.named(name).map(Number).find(fitting)
  const preset = numberOf(schema.default)
  return named ?? clues.takeNumber(fitting) ?? preset ?? candidates(range).find(fitting) ?? 0
}
