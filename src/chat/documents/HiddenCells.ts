/** Which rows and columns a sheet hides. They are read all the same. */
import { lettersOf } from "./CellReferences.ts"

type Range = readonly [first: number, last: number]

/** Ranges that are named one by one. */
const MOST_RANGES = 20

const rangesText = (ranges: ReadonlyArray<Range>, nameOf: (number: number) => string): string => {
  const named = ranges
    .slice(0, MOST_RANGES)
    .map(([first, last]) => (first === last ? nameOf(first) : `${nameOf(first)} to ${nameOf(last)}`))
  return ranges.length > MOST_RANGES ? `${named.join(", ")} and more` : named.join(", ")
}

export class HiddenCells {
  private readonly rows: Array<Range> = []
  private readonly columns: Array<Range> = []

  /** Rows come in their order, from 0. */
  readonly addRow = (row: number): void => {
    const [first, last] = this.rows.at(-1) ?? [-1, -2]
    if (last === row - 1) this.rows[this.rows.length - 1] = [first, row]
    else this.rows.push([row, row])
  }

  /** Columns count from 0. */
  readonly addColumns = (first: number, last: number): void => {
    this.columns.push([first, last])
  }

  /** A sentence; empty where nothing is hidden. */
  readonly say = (): string => {
    const parts = [
      ...(this.rows.length > 0 ? [`rows ${rangesText(this.rows, (row) => String(row + 1))}`] : []),
      ...(this.columns.length > 0 ? [`columns ${rangesText(this.columns, lettersOf)}`] : [])
    ]
    return parts.length === 0 ? "" : `[Hidden on this sheet: ${parts.join("; ")}.]`
  }
}
