/** Rows as a table for the terminal, with aligned columns. */

/** Combining marks: they take no column of their own in a terminal. */
const marks = /\p{M}/gu
const width = (cell: string): number => cell.replace(marks, "").length

/** The rows under their heads, two spaces between columns; only the heads when there are none. */
export const table = (heads: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = heads.map((head, column) => Math.max(width(head), ...rows.map((row) => width(row[column] ?? ""))))
  const line = (cells: ReadonlyArray<string>) =>
    cells
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - width(cell)))
      .join("  ")
      .trimEnd()
  return [line(heads), ...rows.map(line)].join("\n")
}
