/**
 * Merged cells of a sheet. They stand behind its rows, so that the part is looked
 * through before it is read: not as XML, which would take as long as reading it.
 */
import { type Region, regionOf } from "./CellReferences.ts"
import { encodingOf } from "./PlainText.ts"
import type { Archive } from "./Zip.ts"

/** Regions of one sheet that are heeded. */
const MAX_REGIONS = 20_000
const MERGE = /<(?:\w+:)?mergeCell\s[^>]*?ref\s*=\s*["']([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})["']/g
/** Characters that an element may have; one may begin in a piece and end in the next. */
const LONGEST_ELEMENT = 200

/** A sheet's merged regions, in the order of their first rows. Throws `Unreadable`. */
export const read = async (archive: Archive, part: string): Promise<ReadonlyArray<Region>> => {
  const regions: Array<Region> = []
  let decoder: TextDecoder | undefined
  let rest = ""
  for await (const piece of archive.read(part)) {
    decoder ??= new TextDecoder(encodingOf(piece))
    const text = rest + decoder.decode(piece, { stream: true })
    let end = 0
    for (const match of text.matchAll(MERGE)) {
      end = match.index + match[0].length
      const region = regionOf(match[1] ?? "")
      if (region !== undefined && regions.length < MAX_REGIONS) regions.push(region)
    }
    rest = text.slice(Math.max(end, text.length - LONGEST_ELEMENT))
  }
  return regions.toSorted((a, b) => a.first.row - b.first.row)
}

/** A row's cells: their texts by columns. */
export type Row = Map<number, string>

/** A region that the current row is in, and the text that it shows. */
interface Active {
  readonly region: Region
  text: string
}

const covers = ({ region: { first, last } }: Active, row: number, column: number): boolean =>
  column >= first.column && column <= last.column && !(row === first.row && column === first.column)

/**
 * What the sheet shows of merged cells, row after row: the text of the first
 * cell, once in its row, and again in each further row that has cells of its own
 * beside; nothing of what lies beneath.
 */
export const mergedRows = (regions: ReadonlyArray<Region>) => {
  let active: ReadonlyArray<Active> = []
  let next = 0
  const begin = (row: number) => {
    const begun: Array<Active> = []
    for (; next < regions.length; next++) {
      const region = regions[next]
      if (region === undefined || region.first.row > row) break
      begun.push({ region, text: "" })
    }
    active = [...active, ...begun].filter(({ region }) => region.last.row >= row)
  }
  /** Rows come in their order. */
  return (row: number, cells: Row): void => {
    begin(row)
    if (active.length === 0) return
    for (const column of cells.keys()) {
      if (active.some((merged) => covers(merged, row, column))) cells.set(column, "")
    }
    const isEmpty = [...cells.values()].every((text) => text === "")
    for (const merged of active) {
      const { first } = merged.region
      if (first.row === row) merged.text = cells.get(first.column) ?? ""
      else if (!isEmpty && merged.text !== "") cells.set(first.column, merged.text)
    }
  }
}
