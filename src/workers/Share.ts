/** How workers are shared out: who has turns how often. */
import { NOBODY, type Share } from "../Domain.ts"

export { currentShare as current, type Share } from "../Domain.ts"

/** What is done only while there is nothing else to do. */
export const IDLE: Share = "idle"

/** Rounds between two turns of a share; a wallet has a turn in each. */
const strides: ReadonlyMap<Share, number> = new Map([
  [NOBODY, 8],
  [IDLE, Number.POSITIVE_INFINITY]
])

export const strideOf = (share: Share): number => strides.get(share) ?? 1
