/**
 * Lines of a PDF's page as they stand to each other, and labels that stand above their values. A form that was printed
 * has all its labels in the file before all values, so that its text has them apart.
 */
import type { Box } from "./PdfModule.ts"
import { OVERLAP, overlap } from "./PdfText.ts"

/** A line of a page, or a stretch of one without wide gaps. */
export interface Line {
  /** Whether it goes back to the left of what the same line has before it. */
  readonly isBack: boolean
  readonly number: number
  readonly first: number
  readonly last: number
  readonly box: Box
}

/** Points by which lines of one block may begin elsewhere, and how far apart they may be, as a share of their height. */
const ALIGNED = 2
const CLOSE = 0.8

/** Whether two lines are of one block of words. */
export const isOneBlock = (line: Line, other: Line | undefined): boolean => {
  if (other === undefined || Math.abs(line.box.left - other.box.left) > ALIGNED) return false
  const gap = Math.max(line.box.bottom, other.box.bottom) - Math.min(line.box.top, other.box.top)
  return gap < CLOSE * (line.box.top - line.box.bottom)
}

/** Values of one line, each with a label of its own, from which labels are believed to stand above: one may be a caption. */
const FEWEST = 2
/** How far a value may be below its label, how far lines may reach into each other, and how near what follows is, as shares of its height. */
const BELOW = 0.8
const INTO = 0.3
const FOLLOWS = 2
/** Points from which what stands on one line is of another column. */
const FAR = 150
/** Points that the lines of a value may be high together: more of it is a part of the page. */
export const HIGHEST_VALUE = 60

const heightOf = ({ top, bottom }: Box): number => top - bottom

/** Whether a box stands on one line with another: to the left of it in its column, or right behind it. */
const isBeside = (box: Box, of: Box): boolean => {
  if (overlap(of.bottom, of.top, box.bottom, box.top) <= Math.min(heightOf(of), heightOf(box)) / 2) return false
  const [before, behind] = [of.left - box.right, box.left - of.right]
  return (before >= -OVERLAP && before <= FAR) || (behind >= -OVERLAP && behind <= heightOf(of))
}

const isInColumn = (box: Box, of: Box): boolean => overlap(of.left, of.right, box.left, box.right) > 0

/** Lines in the order of the file, of which some are known to be values: by their numbers those of their labels. */
class Labels {
  readonly above = new Map<number, number>()

  constructor(
    private readonly lines: ReadonlyArray<Line>,
    private readonly isPlaced: (at: number) => boolean
  ) {}

  isWord(at: number): boolean {
    return at >= 0 && at < this.lines.length && !this.above.has(at) && !this.isPlaced(at)
  }

  /** The label that a line stands right below, where it came before other words of the file that are further down. */
  labelOf(at: number, line: Line, isAmongValues: boolean): number | undefined {
    const height = heightOf(line.box)
    const near = INTO * height
    let label: number | undefined
    let [above, below] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    let isBehind = isAmongValues
    for (const [other, { box }] of this.lines.entries()) {
      if (other >= at) break
      if (!this.isWord(other)) continue
      if (isBeside(box, line.box)) return undefined
      const [up, down] = [box.bottom - line.box.top, line.box.bottom - box.top]
      isBehind ||= down >= -near
      if (!isInColumn(box, line.box)) continue
      if (up < -near && down < -near) return undefined
      if (up >= -near && up < above) {
        above = up
        label = other
      } else if (down >= -near) below = Math.min(below, down)
    }
    const isNear = isBehind && above <= BELOW * height && above < below
    return isNear && label !== undefined && this.isLabel(label, line) ? label : undefined
  }

  /** Values that have later words below them in their column are cells of a table, or lines of a text. */
  prune(): void {
    const wrong = new Set<number>()
    for (const [at, label] of this.above) {
      const line = this.lines[at]
      const next = line === undefined ? undefined : this.nextBelow(at, line)
      if (next !== undefined && next > at && this.isWord(next)) wrong.add(label)
    }
    for (const [at, label] of this.above) if (wrong.has(label)) this.above.delete(at)
  }

  /** Labels that have a value of one line. */
  singles(): number {
    const counts = new Map<number, number>()
    for (const label of this.above.values()) counts.set(label, (counts.get(label) ?? 0) + 1)
    return [...counts.values()].filter((count) => count === 1).length
  }

  /** Not the line before it in the file, whose order is the page's; no end of a paragraph; the value begins below it. */
  private isLabel(at: number, value: Line): boolean {
    const line = this.lines[at]
    if (line === undefined || line.number >= value.number - 1) return false
    if (line.box.left - value.box.left > heightOf(value.box) || value.box.left > line.box.right) return false
    const before = this.lineOver(line)
    return before === undefined || this.lineOver(before) === undefined
  }

  /** What stands above a line in its block. */
  private lineOver(line: Line): Line | undefined {
    return this.lines.find(
      (other, at) => other.box.bottom > line.box.bottom && this.isWord(at) && isOneBlock(line, other)
    )
  }

  private nextBelow(at: number, { box }: Line): number | undefined {
    let next: number | undefined
    let nearest = FOLLOWS * heightOf(box)
    for (const [other, { box: below }] of this.lines.entries()) {
      const gap = box.bottom - below.top
      if (other === at || below.bottom >= box.bottom || gap > nearest || !isInColumn(below, box)) continue
      nearest = gap
      next = other
    }
    return next
  }
}

/** The line behind the last one of the block that begins at `from`. */
const endOfBlock = (lines: ReadonlyArray<Line>, from: number): number => {
  let end = from + 1
  for (let line = lines[end]; line !== undefined && isOneBlock(line, lines[end - 1]); line = lines[end]) end++
  return end
}

const spanOf = (lines: ReadonlyArray<Line>): number =>
  Math.max(...lines.map(({ box }) => box.top)) - Math.min(...lines.map(({ box }) => box.bottom))

/**
 * The labels that stand above values, by the numbers of the values' lines among `lines`, which are in the order of the
 * file: values that were drawn behind all labels. None where the page is no such form. `isPlaced`: a value of another label.
 */
export const labelsAbove = (
  lines: ReadonlyArray<Line>,
  isPlaced: (at: number) => boolean
): ReadonlyMap<number, number> => {
  const labels = new Labels(lines, isPlaced)
  for (const [at, line] of lines.entries()) {
    if (!labels.isWord(at)) continue
    const label = labels.labelOf(at, line, labels.above.has(at - 1))
    const end = label === undefined ? at : endOfBlock(lines, at)
    if (label === undefined || spanOf(lines.slice(at, end)) > HIGHEST_VALUE) continue
    for (let value = at; value < end; value++) labels.above.set(value, label)
  }
  // What stands at the foot of the page may have been drawn before what stands above it.
  for (const [at, line] of [...lines.entries()].toReversed()) {
    const label = labels.above.has(at + 1) && labels.isWord(at) ? labels.labelOf(at, line, true) : undefined
    if (label !== undefined) labels.above.set(at, label)
  }
  labels.prune()
  return labels.singles() < FEWEST ? new Map() : labels.above
}
