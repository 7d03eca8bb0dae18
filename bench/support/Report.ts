/** What a benchmark found, and the table of it. */

/** A ratio and what it was to be. */
interface Finding {
  readonly claim: string
  /** Without a unit: one measured value over another, or over the bound that was set for it. */
  readonly ratio: number
  readonly target: Target | "shown only"
  /** The two values behind the ratio, in words. */
  readonly detail: string
}

type Target = { readonly atMost: number; readonly aim?: number } | { readonly atLeast: number }

/** Something that could not be measured here. */
interface Skipped {
  readonly claim: string
  readonly skipped: string
}

export type Outcome = Finding | Skipped

export const ms = (millis: number): string => `${millis < 10 ? millis.toFixed(2) : millis.toFixed(1)} ms`

const met = ({ ratio, target }: Finding): boolean | undefined => {
  if (target === "shown only") return undefined
  return "atMost" in target ? ratio <= target.atMost : ratio >= target.atLeast
}

const bound = (target: Finding["target"]): string => {
  if (target === "shown only") return ""
  if ("atLeast" in target) return `≥ ${target.atLeast.toFixed(2)}`
  return `≤ ${target.atMost.toFixed(2)}${target.aim === undefined ? "" : ` (aim ${target.aim.toFixed(2)})`}`
}

const verdict = (finding: Finding): string => {
  const outcome = met(finding)
  return outcome === undefined ? "" : outcome ? "met" : "MISSED"
}

const cells = (outcome: Outcome): ReadonlyArray<string> =>
  "skipped" in outcome
    ? [outcome.claim, "-", "", "SKIPPED", outcome.skipped]
    : [outcome.claim, outcome.ratio.toFixed(2), bound(outcome.target), verdict(outcome), outcome.detail]

const HEAD = ["Claim", "Ratio", "Target", "", "Measured in this run"]

/** The table as Markdown, its columns aligned. */
export const table = (outcomes: ReadonlyArray<Outcome>): string => {
  const rows = [HEAD, ...outcomes.map(cells)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)))
  const line = (row: ReadonlyArray<string>) =>
    `| ${widths.map((width, at) => (row[at] ?? "").padEnd(width)).join(" | ")} |`
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`
  return [line(HEAD), rule, ...outcomes.map(cells).map(line)].join("\n")
}
