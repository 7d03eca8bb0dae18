/** Sums of what an overview counts by capability. */
import type { Overview } from "../../../overview/OverviewApi.ts"

type Counts = Overview["days"][number]["capabilities"]
type SummedField = "requests" | "errors" | "spend"

/** Amounts have four decimals at most: what is left of their sum beyond is an error of floating point. */
const rounded = (sum: number): number => Math.round(sum * 10_000) / 10_000

export const sumOf = (counts: Counts, counted: SummedField): number =>
  rounded(counts.reduce((sum, count) => sum + count[counted], 0))
