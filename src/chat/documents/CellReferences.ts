/** References to cells, such as `BC12`, and formulas that are made of them. */

/** Rows and columns count from 0. */
export interface Place {
  readonly row: number
  readonly column: number
}

/** A rectangle of cells, its last row and column included. */
export interface Region {
  readonly first: Place
  readonly last: Place
}

const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** The letters of a column. */
export const lettersOf = (column: number): string =>
  column < 0 ? "" : lettersOf(Math.floor(column / 26) - 1) + String.fromCharCode(65 + (column % 26))

export const placeOf = (reference: string | undefined): Place | undefined => {
  const [, letters, number] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference ?? "") ?? []
  return letters === undefined ? undefined : { row: Number(number) - 1, column: columnOf(letters) }
}

/** `A1:C3` as a region; a single cell is none. */
export const regionOf = (reference: string): Region | undefined => {
  const [first, last] = reference.split(":").map((end) => placeOf(end))
  return first === undefined || last === undefined ? undefined : { first, last }
}

/** A text, a quoted name, or a name, with what tells a function's or a sheet's from a cell's. */
const TOKEN = /"[^"]*"|'[^']*'|[$\p{L}\p{N}_.]+[(!]?/gu
const CELL = /^(\$?)([A-Z]{1,3})(\$?)(\d{1,7})$/

/** A formula of the cell `from` as it reads in the cell `to`: what is not fixed by `$` moves along. */
export const moved = (formula: string, from: Place, to: Place): string =>
  formula.replace(TOKEN, (token) => {
    const [, columnFixed = "", letters, rowFixed = "", number = ""] = CELL.exec(token) ?? []
    if (letters === undefined) return token
    const column = columnOf(letters) + (columnFixed === "" ? to.column - from.column : 0)
    const row = Number(number) + (rowFixed === "" ? to.row - from.row : 0)
    return column < 0 || row < 1 ? "#REF!" : `${columnFixed}${lettersOf(column)}${rowFixed}${row}`
  })
