/** The paragraphs and rows of an RTF file, or of a note, a box or a margin in it. */
import { type Label, signOf } from "./Numbering.ts"
import type { Outline } from "./Outline.ts"
import type { Lists } from "./RtfLists.ts"

/** What is said of the paragraphs to come. */
export interface Paragraph {
  /** Its outline level from 1. */
  readonly level: number | undefined
  readonly isInTable: boolean
  readonly list: number | undefined
  /** Its level in the list, from 0. */
  readonly listLevel: number
}

export const PLAIN: Paragraph = { level: undefined, isInTable: false, list: undefined, listLevel: 0 }

/** Characters of a number that is written out. */
const LONGEST_LABEL = 100

/** A number that is written out; a bullet has neither letter nor digit, but the round one of Courier. */
const labelOf = (written: string): Label =>
  /[\p{L}\p{N}]/u.test(written) && written !== "o"
    ? { _tag: "Number", text: `${written} ` }
    : { _tag: "Bullet", sign: signOf(written, "") }

export class Blocks {
  private isOpen = false
  private isInRow = false
  private hasCell = false
  /** A number as the file has it, for readers that do not count. */
  private written = ""
  /** Lines that come before the next paragraph outside of tables. */
  private announced: Array<string> = []

  constructor(
    private readonly outline: Outline,
    private readonly lists: Lists
  ) {}

  readonly text = (paragraph: Paragraph, text: string): void => {
    this.open(paragraph)
    this.outline.text(text)
  }

  readonly addLabel = (text: string): void => {
    if (this.written.length < LONGEST_LABEL) this.written += text
  }

  readonly announce = (line: string): void => {
    this.announced.push(line)
  }

  readonly endParagraph = (paragraph: Paragraph): void => {
    // An empty paragraph is counted too.
    if (!this.isOpen) this.takeLabel(paragraph)
    this.written = ""
    this.isOpen = false
  }

  readonly endCell = (paragraph: Paragraph): void => {
    if (!this.hasCell) this.openCell()
    this.endParagraph(paragraph)
    this.hasCell = false
  }

  readonly endRow = (): void => {
    if (this.isInRow) this.outline.endRow()
    this.isInRow = false
    this.hasCell = false
  }

  /** The blocks of a box, which is written where it is anchored: in a cell, into the cell. */
  readonly beginBox = (paragraph: Paragraph): Blocks => {
    if (paragraph.isInTable) this.open(paragraph)
    this.outline.paragraph()
    return new Blocks(this.outline, this.lists)
  }

  readonly endBox = (): void => {
    if (this.isOpen) this.outline.paragraph()
  }

  readonly end = (): void => {
    this.endRow()
    this.writeAnnounced()
  }

  private open(paragraph: Paragraph): void {
    if (this.isOpen) return
    this.isOpen = true
    if (paragraph.isInTable) this.openCell()
    else {
      this.endRow()
      this.writeAnnounced()
    }
    const label = this.takeLabel(paragraph)
    const number = label?._tag === "Number" ? label.text : ""
    if (paragraph.level !== undefined) this.outline.heading(paragraph.level, number)
    else if (label?._tag === "Bullet") this.outline.item(paragraph.listLevel, label.sign)
    else if (number !== "") this.outline.numbered(paragraph.listLevel, number)
    else this.outline.paragraph()
  }

  private takeLabel({ list, listLevel }: Paragraph): Label | undefined {
    const counted = list === undefined || list === 0 ? undefined : this.lists.next(list, listLevel)
    const written = this.written.trim()
    this.written = ""
    return written === "" || counted?._tag === "Bullet" ? counted : labelOf(written)
  }

  private openCell(): void {
    if (!this.isInRow) {
      this.writeAnnounced()
      this.outline.beginRow()
    }
    this.isInRow = true
    if (!this.hasCell) this.outline.cell()
    this.hasCell = true
  }

  private writeAnnounced(): void {
    for (const line of this.announced) {
      this.outline.paragraph()
      this.outline.text(line)
    }
    this.announced = []
  }
}
