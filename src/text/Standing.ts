/** How two neighbouring words of one sentence stand. */

/**
 * Within one phrase; the first leaning on the second (a noun without a case
 * before its verb, or before what may be its head); the first ending a phrase;
 * or it cannot be told.
 */
export type Standing = "within" | "leaning" | "unknown" | "between"

/** Neighbouring words without marks and capitals, the one behind them ("" where there is none), and up to two before them. */
export interface Neighbours {
  readonly earlier: ReadonlyArray<string>
  readonly left: string
  readonly right: string
  readonly next: string
}

export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u))
