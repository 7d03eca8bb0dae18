/** Numbers that `training/evaluate.ts --fit` measured: what words cost, how sure is sure, when a word was said. */
import type { Language } from "../../Domain.ts"
import type { Costs } from "./Words.ts"

export interface Calibration {
  readonly costs: Costs
  /** Logistic regression of "this word is right" on the features of `Confidence`. */
  readonly confidence: {
    readonly bias: number
    readonly letter: number
    readonly border: number
    readonly known: number
    readonly likeness: number
  }
  /** By how much (mean natural logarithm of a letter's probability and likeness) the other language must be surer to count. */
  readonly foreign: number
  /** Seconds from the middle of a word's first letter's first frame to its beginning, and from its last to its end. */
  readonly start: number
  readonly end: number
}

export const calibration: Readonly<Record<Language, Calibration>> = {
  am: {
    costs: { unknown: 2, likeness: 0.2, known: 2, formed: 3, other: 1, acoustic: 0.7 },
    confidence: { bias: -0.04, letter: 0.193, border: 0.338, known: 1.512, likeness: -0.226 },
    foreign: 0.3,
    start: -0.053,
    end: 0.026
  },
  om: {
    costs: { unknown: 3, likeness: 0.4, known: 2, formed: 3, other: 2, acoustic: 0.85 },
    confidence: { bias: -0.073, letter: 0.198, border: 0.176, known: 1.844, likeness: -0.137 },
    foreign: 1,
    start: -0.053,
    end: 0.031
  }
}

/**
 * What tells people from the embedded voices, as `training/strangers.ts` found it: a logistic regression on the
 * features of `Understanding`, and the odds (their natural logarithm) from which a sound is refused.
 */
export const understanding = {
  weights: {
    bias: 15.103,
    loss: 0.543,
    likeness: -0.121,
    entropy: 5.427,
    frames: 4.32,
    presence: -15.267,
    length: -5.097
  },
  threshold: 1
} as const
