/** A worksheet, row by row. */
import { moved, type Place, placeOf, type Region } from "./CellReferences.ts"
import { HiddenCells } from "./HiddenCells.ts"
import type { Margins } from "./Margins.ts"
import { mergedRows } from "./MergedCells.ts"
import type { Formats } from "./NumberFormats.ts"
import type { Outline } from "./Outline.ts"
import type { RichValues } from "./RichValues.ts"
import type { SheetControls } from "./SheetControls.ts"
import { sheetMargins } from "./SheetMargins.ts"
import * as Xml from "./Xml.ts"

/** A text that cells refer to by its number. */
export interface SharedText {
  readonly text: string
  /** Its letters have fonts of their own. */
  readonly hasFonts: boolean
}

/** What the cells of a sheet refer to. */
export interface Shared {
  readonly strings: ReadonlyArray<SharedText>
  readonly formats: Formats
  /** Nought is what a formula has whose value is still to be calculated. */
  readonly isUncalculated: boolean
  readonly values: RichValues
  readonly controls: SheetControls
  readonly merges: ReadonlyArray<Region>
  /** The sheet's name. */
  readonly name: string
  readonly margins: Margins
}

/** A cell as it stands in the file. */
interface Cell extends Place {
  readonly type: string
  readonly style: number
  /** What the workbook says of its value, from 1; nought for nothing. */
  readonly metadata: number
  hasValue: boolean
  readonly value: Array<string>
  hasFormula: boolean
  /** Of formulas that are written once for several cells, their number. */
  sharedBy: string | undefined
  readonly formula: Array<string>
}

/** Characters that XML does not have are written by their numbers (ECMA-376 part 1, 22.9.2.19). */
const unescaped = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

const shownText = ({ formats, strings }: Shared, { style, type }: Cell, value: string): string => {
  const shared = type === "s" ? strings[Number(value)] : undefined
  const { letters, text } = formats(style)
  const shown = text(unescaped(type === "s" ? (shared?.text ?? "") : value))
  return shared?.hasFonts === true ? shown : letters(shown)
}

const shownValue = (shared: Shared, cell: Cell, value: string): string => {
  const { style, type } = cell
  if (value === "") return ""
  if (type === "b") return value === "1" || value === "true" ? "TRUE" : "FALSE"
  if (type === "s" || type === "str" || type === "inlineStr") return shownText(shared, cell, value)
  if (type === "d") return shared.formats(style).date(value)
  const number = Number(value)
  return type === "n" && Number.isFinite(number) ? shared.formats(style).number(number) : value
}

/** Formulas that are written once: for each, where, and how it reads there. */
const sharedFormulas = () => {
  const known = new Map<string, { readonly at: Place; readonly text: string }>()
  /** The formula of a cell; empty where the file does not say it. */
  return (cell: Cell): string => {
    const text = cell.formula.join("")
    if (cell.sharedBy === undefined) return text
    if (text !== "") known.set(cell.sharedBy, { at: cell, text })
    const shared = known.get(cell.sharedBy)
    return shared === undefined ? "" : moved(shared.text, shared.at, cell)
  }
}

/** Functions that are newer than the format have these before their names, which no program shows. */
const PREFIXES = /\b_xl(?:fn|ws|pm|udf)\./g

/** Nought as programs in Java write it, which do so for each formula that they have not calculated. */
const NOUGHT_OF_JAVA = "0.0"

/** What a cell shows: its value, or the formula that nothing has calculated yet. */
const cellText = (shared: Shared) => {
  const formulaOf = sharedFormulas()
  return (cell: Cell): string => {
    const value = cell.value.join("")
    const formula = cell.hasFormula ? formulaOf(cell) : ""
    const rich = shared.values.textOf(cell.metadata, value)
    if (rich !== undefined) return rich
    const isNought = value === NOUGHT_OF_JAVA || (shared.isUncalculated && value === "0")
    // What stands for a value that only newer programs know.
    const isStandIn = cell.type === "e" && cell.metadata > 0
    const isCalculated = value === "" ? cell.type === "str" && cell.hasValue : !isNought && !isStandIn
    return formula === "" || isCalculated ? shownValue(shared, cell, value) : `=${formula.replace(PREFIXES, "")}`
  }
}

/** The handler for a sheet. */
export const sheet = (outline: Outline, shared: Shared): Xml.Handler => {
  const skip = Xml.skipping(new Set(["rPh", "extLst"]))
  const textOf = cellText(shared)
  const merge = mergedRows(shared.merges)
  const hidden = new HiddenCells()
  const { controls } = shared
  const margins = sheetMargins(shared.name, shared.margins, (line) => {
    outline.paragraph()
    outline.text(line)
  })
  let row = -1
  let column = 0
  let cells = new Map<number, string>()
  let cell: Cell | undefined
  let target: Array<string> | undefined

  const beginRow = (attributes: Xml.Attributes) => {
    row = Math.max(Number(attributes.get("r") ?? "0") - 1, row + 1)
    column = 0
    cells = new Map()
    if (Xml.isTrue(attributes.get("hidden"))) hidden.addRow(row)
  }
  const defineColumns = (attributes: Xml.Attributes) => {
    const [first, last] = [Number(attributes.get("min")), Number(attributes.get("max"))]
    if (Xml.isTrue(attributes.get("hidden")) && first <= last) hidden.addColumns(first - 1, last - 1)
  }
  const endData = () => {
    outline.paragraph()
    outline.text(hidden.say())
  }
  const beginCell = (attributes: Xml.Attributes) => {
    column = Math.max(placeOf(attributes.get("r"))?.column ?? column, column)
    const type = attributes.get("t") ?? "n"
    const style = Number(attributes.get("s") ?? "0")
    const nothing = { hasValue: false, value: [], hasFormula: false, sharedBy: undefined, formula: [] }
    cell = { row, column, type, style, metadata: Number(attributes.get("vm") ?? "0"), ...nothing }
  }
  const beginFormula = (begun: Cell, attributes: Xml.Attributes) => {
    begun.hasFormula = true
    begun.sharedBy = attributes.get("t") === "shared" ? attributes.get("si") : undefined
    target = begun.formula
  }
  const endCell = () => {
    if (cell !== undefined) cells.set(column, textOf(cell))
    column++
    cell = undefined
  }
  const endRow = () => {
    merge(row, cells)
    outline.beginRow()
    let next = 0
    for (const [at, text] of [...cells].toSorted(([a], [b]) => a - b)) {
      outline.cell(at - next)
      outline.text(text)
      next = at + 1
    }
    outline.endRow()
  }
  return {
    open: (name, attributes) => {
      if (skip.open(name)) return
      if (name === "row") beginRow(attributes)
      else if (name === "col") defineColumns(attributes)
      else if (name === "c") beginCell(attributes)
      else if (cell !== undefined && name === "f") beginFormula(cell, attributes)
      else if (cell !== undefined && (name === "v" || name === "t")) {
        cell.hasValue = true
        target = cell.value
      } else if (name === "control") controls.add(attributes.get("shapeId") ?? "", attributes.get("r:id") ?? "")
      else if (name === "objectPr") controls.addPicture(attributes.get("r:id") ?? "")
      else if (name === "legacyDrawingHF") controls.setMargins(attributes.get("r:id") ?? "")
      else if (cell === undefined) margins.open(name, attributes)
    },
    close: (name) => {
      if (skip.close()) return
      if (name === "row") endRow()
      else if (name === "c") endCell()
      else if (name === "sheetData") endData()
      else if (name === "v" || name === "t" || name === "f") target = undefined
      else if (cell === undefined) margins.close()
    },
    text: (text) => {
      if (skip.isActive()) return
      target?.push(text)
      margins.text(text)
    }
  }
}
