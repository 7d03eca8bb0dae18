/** Writes blocks of text (headings, paragraphs, list items, table rows) into an excerpt, as they come. */
import type { Excerpt } from "./Excerpt.ts"

type Block = "heading" | "paragraph" | "item" | "row"

/** Levels of headings that are told apart. */
const DEEPEST_HEADING = 6
/** Levels of lists that are told apart. */
const DEEPEST_LIST = 8
/** Empty cells that are written one by one; a wider gap is written as so many. */
const WIDEST_GAP = 64

const indent = (level: number): string => "  ".repeat(Math.min(level, DEEPEST_LIST))

/**
 * A block begins with `heading`, `paragraph`, `item`, `numbered` or `beginRow`; one that is
 * blank at its end leaves no trace. Between `beginRow` and `endRow` all text is
 * a cell's and stays on one line, its bars escaped; rows within rows become
 * words of the cell.
 */
export class Outline {
  private last: Block | undefined
  private current: Block = "paragraph"
  private prefix = ""
  /** Something of the current block has been written. */
  private begun = false
  /** Rows within rows. */
  private depth = 0
  /** Cells opened and not yet written into. */
  private pending = 0
  private isFirstCell = true
  private needsBlank = false

  constructor(private readonly excerpt: Excerpt) {}

  /** `level` from 1; a number, such as `1.2 `, stands before its text. */
  readonly heading = (level: number, number = ""): void =>
    this.block("heading", `${"#".repeat(Math.min(Math.max(level, 1), DEEPEST_HEADING))} `, number)

  readonly paragraph = (): void => this.block("paragraph", "")

  /** `level` from 0; a sign, such as `☐ `, stands before its text. */
  readonly item = (level: number, sign = ""): void => this.block("item", `${indent(level)}- `, sign)

  /** An item that has a number, such as `1.2 `; `level` from 0. */
  readonly numbered = (level: number, number: string): void => this.block("item", indent(level), number)

  readonly beginRow = (): void => {
    if (this.depth === 0) this.block("row", "|")
    this.depth++
    if (this.depth > 1) this.needsBlank = true
    else {
      this.pending = 0
      this.isFirstCell = true
    }
  }

  /** The next cell of the row; `skipped` empty ones stand before it. */
  readonly cell = (skipped = 0): void => {
    if (this.depth === 1) this.pending += 1 + Math.min(skipped, WIDEST_GAP)
    else this.needsBlank = true
  }

  readonly endRow = (): void => {
    this.depth--
    this.needsBlank = true
    if (this.depth > 0) return
    if (this.begun) this.excerpt.append(" |".repeat(this.pending + 1))
    this.paragraph()
  }

  readonly text = (text: string): void => {
    if (this.depth > 0) this.writeInRow(text.replace(/[\r\n\t]+/g, " ").replaceAll("|", "\\|"))
    else if (this.begun || text.trim() !== "") {
      if (!this.begun) this.begin()
      this.excerpt.append(text)
    }
  }

  private block(kind: Block, prefix: string, number = ""): void {
    // A paragraph of a cell is set off by a blank.
    this.needsBlank = true
    if (this.depth > 0) {
      // A cell may hold a number and nothing else.
      if (number !== "") this.text(number.trimEnd())
      if (number.endsWith(" ")) this.needsBlank = true
      return
    }
    this.current = kind
    this.prefix = prefix + number
    this.begun = false
  }

  private begin(): void {
    const joins = this.last === this.current && (this.current === "item" || this.current === "row")
    this.excerpt.append(this.last === undefined ? "" : joins ? "\n" : "\n\n")
    this.excerpt.append(this.prefix)
    this.last = this.current
    this.begun = true
  }

  private writeInRow(text: string): void {
    if (text.trim() === "" && (this.pending > 0 || this.needsBlank)) return
    if (!this.begun) this.begin()
    if (this.pending > 0) {
      this.excerpt.append(`${" |".repeat(this.isFirstCell ? this.pending - 1 : this.pending)} `)
      this.isFirstCell = false
      this.pending = 0
    } else if (this.needsBlank) this.excerpt.append(" ")
    this.needsBlank = false
    this.excerpt.append(text)
  }
}
