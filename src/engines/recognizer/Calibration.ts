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
  }
  /** By how much (mean natural logarithm of a letter's probability) the other language must be surer to count. */
  readonly foreign: number
  /** Seconds from the middle of a word's first letter's first frame to its beginning, and from its last to its end. */
  readonly start: number
  readonly end: number
}

export const calibration: Readonly<Record<Language, Calibration>> = {
  am: {
    costs: { unknown: 1, letter: 0.8, lone: 0, known: 0.5, other: 0, acoustic: 1 },
    confidence: { bias: -0.41, letter: 0.262, border: 0.327, known: 1.667 },
    foreign: 0.02,
    start: -0.061,
    end: 0.039
  },
  om: {
    costs: { unknown: 0, letter: 1.6, lone: 3, known: 1.5, other: 1, acoustic: 1 },
    confidence: { bias: -0.302, letter: 0.12, border: 0.346, known: 2.566 },
    foreign: 0.01,
    start: -0.053,
    end: 0.043
  }
}
