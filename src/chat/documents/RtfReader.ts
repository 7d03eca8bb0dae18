/** Takes the tokens of an RTF file, and writes what they say. */
import { Excerpt } from "./Excerpt.ts"
import { type Margin, Margins } from "./Margins.ts"
import { Outline } from "./Outline.ts"
import type { Picture } from "./Pictures.ts"
import { Blocks, PLAIN } from "./RtfBlocks.ts"
import { Fonts } from "./RtfFonts.ts"
import { Form } from "./RtfForm.ts"
import { Lists } from "./RtfLists.ts"
import { Notes } from "./RtfNotes.ts"
import { Pictures } from "./RtfPictures.ts"
import { fontOf, INITIAL, isUnread, type State, setParagraph, setRun } from "./RtfState.ts"
import { Styles } from "./RtfStyles.ts"
import type { Token } from "./RtfTokens.ts"
import { type Destination, destinationOf, marginOf, SPOKEN } from "./RtfWords.ts"
import { STEPS_OF_A_PART, type Work } from "./RtfWork.ts"
import { inScript } from "./Scripts.ts"
import { DAMAGED, Unreadable } from "./Unreadable.ts"

/** Groups within groups; Word nests some ten. */
const MAX_DEPTH = 100_000

/** Stands for the number of a page in the heads and feet of pages. */
const PAGE_NUMBER = "…"
const NUMBER = /[\p{L}\p{N}]+/gu

/** Bytes of text that are decoded at once. */
const PENDING_BYTES = 4096

/** A note, a box, or the head or foot of pages that is being read. */
interface Part {
  /** Groups that were open when it began. */
  readonly depth: number
  /** Where what it stands in goes on. */
  readonly outer: Blocks
  readonly end: () => void
}

export class RtfReader {
  private state: State = INITIAL
  private readonly groups: Array<State> = []
  private readonly lists: Lists
  private readonly form = new Form()
  private readonly fonts: Fonts
  private readonly pictures: Pictures
  private readonly styles = new Styles()
  /** The font that is being defined. */
  private font = 0
  private toSkip = 0
  private isStarred = false
  /** Characters of several bytes come as several tokens. */
  private readonly pending = new Uint8Array(PENDING_BYTES)
  private pendingLength = 0
  private readonly outline: Outline
  private readonly body: Blocks
  private blocks: Blocks
  private readonly parts: Array<Part> = []
  private readonly margins = new Margins()
  /** The head or foot that is being read has letters or digits that are not the pages' numbers. */
  private hasMarginWords = false
  private readonly notes = new Notes()
  private readonly feet: Array<string> = []

  constructor(
    private readonly excerpt: Excerpt,
    private readonly work: Work
  ) {
    this.lists = new Lists(work)
    this.fonts = new Fonts(excerpt.leaveOut)
    this.pictures = new Pictures(excerpt)
    this.outline = new Outline(excerpt)
    this.body = new Blocks(this.outline, this.lists)
    this.blocks = this.body
  }

  get isComplete(): boolean {
    return this.groups.length === 0
  }

  readonly take = (token: Token): void => {
    this.work.take(1)
    if (token._tag !== "Text") this.flush()
    if (token._tag === "Text") this.takeBytes(token.bytes)
    else if (token._tag === "Word") this.takeWord(token.name, token.value)
    else if (token._tag === "Open") this.openGroup()
    else if (token._tag === "Close") this.closeGroup()
    else if (this.state.destination === "picture") this.pictures.addData(token.bytes)
  }

  readonly end = (): Promise<ReadonlyArray<Picture>> => {
    this.flush()
    while (!this.isComplete) this.closeGroup()
    this.body.end()
    for (const line of [...this.notes.lines(), ...this.feet]) {
      this.outline.paragraph()
      this.outline.text(line)
    }
    return this.pictures.finish()
  }

  private openGroup(): void {
    if (this.groups.length >= MAX_DEPTH) throw new Unreadable(DAMAGED)
    this.toSkip = 0
    this.isStarred = false
    this.groups.push(this.state)
  }

  private closeGroup(): void {
    const outer = this.groups.pop()
    // What comes after the document's own group is padding.
    if (outer === undefined) return
    const { destination } = this.state
    this.toSkip = 0
    this.isStarred = false
    this.state = outer
    if (destination !== outer.destination && !isUnread(outer)) this.endDestination(destination)
    const part = this.parts.at(-1)
    if (part === undefined || part.depth <= this.groups.length) return
    this.parts.pop()
    this.blocks.end()
    this.blocks = part.outer
    part.end()
  }

  /** What is drawn, and not written, is said at its end. */
  private endDestination(destination: Destination): void {
    const { isMargin, paragraph } = this.state
    const shown = destination === "picture" ? this.pictures.end(isMargin) : this.form.end(destination)
    if (shown !== "") this.blocks.text(paragraph, shown)
  }

  private takeBytes(bytes: Uint8Array): void {
    const { destination } = this.state
    if (this.isComplete || destination === "silent" || destination === "gone") return
    if (destination === "picture") {
      this.pictures.addDigits(bytes)
      return
    }
    const skipped = Math.min(this.toSkip, bytes.length)
    this.toSkip -= skipped
    for (let at = skipped; at < bytes.length; at += PENDING_BYTES) {
      const piece = bytes.subarray(at, at + PENDING_BYTES)
      if (this.pendingLength + piece.length > PENDING_BYTES) this.decode(true)
      this.pending.set(piece, this.pendingLength)
      this.pendingLength += piece.length
    }
  }

  private flush(): void {
    if (this.pendingLength > 0) this.decode(false)
  }

  /** Says what is pending; where it goes on, the decoder keeps the start of a character. */
  private decode(goesOn: boolean): void {
    const bytes = this.pending.subarray(0, this.pendingLength)
    this.pendingLength = 0
    this.say(this.fonts.decode(fontOf(this.state), bytes, goesOn))
  }

  private say(text: string): void {
    const { destination, paragraph } = this.state
    if (destination === "styles") this.styles.addName(text)
    else if (destination === "fonts") this.fonts.addName(this.font, text)
    else if (destination === "levelText") this.lists.addText(text)
    else if (destination === "label") this.blocks.addLabel(text)
    else if (destination === "author") this.notes.addAuthor(text)
    else if (destination === "choice" || destination === "instruction") this.form.add(destination, text)
    else if (destination === "document" && !isUnread(this.state)) {
      const { isMargin, isPageNumber, script } = this.state
      if (isMargin && !isPageNumber && /[\p{L}\p{N}]/u.test(text)) this.hasMarginWords = true
      this.blocks.text(paragraph, isMargin && isPageNumber ? text.replace(NUMBER, PAGE_NUMBER) : inScript(text, script))
    }
  }

  private takeWord(name: string, value: number | undefined): void {
    if (name === "*") {
      this.isStarred = true
      return
    }
    // A writer that leaves a stand-in out loses no paragraph by it.
    this.toSkip = 0
    const wasStarred = this.isStarred
    this.isStarred = false
    if (this.state.destination === "gone" || this.isComplete) return
    if (this.destine(name, wasStarred)) return
    if (name === "u") this.sayUnicode(value ?? 0)
    else this.apply(name, value)
  }

  /** Words that say what their group is for. */
  private destine(name: string, wasStarred: boolean): boolean {
    const { destination } = this.state
    const margin = marginOf(name)
    if (name === "shptxt" || name === "dptxbxtext") this.beginBox()
    else if (margin !== undefined && destination === "document") this.beginMargin(margin)
    else if (name === "footnote" && destination === "document") this.beginNote()
    else if (name === "annotation" && destination === "document" && !isUnread(this.state)) this.beginComment()
    else {
      const next = destinationOf(name, wasStarred, destination)
      if (next === undefined) return false
      if (next === "picture" && destination !== "picture") {
        this.work.take(STEPS_OF_A_PART)
        this.pictures.begin()
      } else this.form.begin(next)
      if (name === "object") this.excerpt.leaveOut("Embedded objects are not included.")
      this.state = { ...this.state, destination: next }
    }
    return true
  }

  private beginPart(blocks: Blocks, isMargin: boolean, end: () => void): void {
    const { length: depth } = this.groups
    // A second word for what its group is already makes nothing of it.
    if (this.parts.at(-1)?.depth === depth) return
    this.work.take(STEPS_OF_A_PART)
    this.parts.push({ depth, outer: this.blocks, end })
    this.blocks = blocks
    this.state = { ...this.state, destination: "document", paragraph: PLAIN, isMargin }
  }

  private beginBox(): void {
    const outer = this.blocks
    this.beginPart(outer.beginBox(this.state.paragraph), this.state.isMargin, outer.endBox)
  }

  /** Text that stands elsewhere than it is written. */
  private beginAside(isMargin: boolean, end: (text: string) => void): void {
    const aside = new Excerpt()
    this.beginPart(new Blocks(new Outline(aside), this.lists), isMargin, () => end(aside.finish().text))
  }

  private beginMargin(margin: Margin): void {
    this.hasMarginWords = false
    this.beginAside(true, (text) => {
      const line = this.margins.lineOf(margin, text, this.hasMarginWords)
      if (line === undefined) return
      if (margin === "header") this.body.announce(line)
      else this.feet.push(line)
    })
  }

  private beginNote(): void {
    if (isUnread(this.state)) {
      this.state = { ...this.state, destination: "gone" }
      return
    }
    const { end, mark } = this.notes.begin()
    this.blocks.text(this.state.paragraph, mark)
    this.beginAside(this.state.isMargin, end)
  }

  private beginComment(): void {
    this.beginAside(this.state.isMargin, (text) => this.blocks.text(this.state.paragraph, this.notes.commentOf(text)))
  }

  private sayUnicode(value: number): void {
    const character = String.fromCharCode(value < 0 ? value + 0x10000 : value)
    this.say(this.fonts.shown(fontOf(this.state), character))
    this.toSkip = this.state.standIns
  }

  private apply(name: string, value: number | undefined): void {
    const { destination } = this.state
    const spoken = destination === "silent" ? undefined : SPOKEN[name]
    if (spoken !== undefined) this.say(spoken)
    else if (destination === "fonts") {
      if (name === "f") this.font = value ?? 0
      else this.fonts.define(this.font, name, value ?? 0)
    } else if (destination === "styles") this.styles.define(name, value ?? 0)
    else if (destination === "lists" || destination === "levelText") this.lists.define(name, value ?? 0)
    else if (destination === "form") this.form.define(name, value ?? 0)
    else if (destination === "picture") this.pictures.setFormat(name)
    else if (destination !== "silent") this.applyToText(name, value)
    if (name === "uc") this.state = setRun(this.state, name, value)
  }

  private applyToText(name: string, value: number | undefined): void {
    this.fonts.setDefault(name, value)
    if (name === "fldrslt")
      this.state = { ...this.state, isPageNumber: this.state.isPageNumber || this.form.isPageNumber() }
    this.state = setRun(this.state, name, value)
    if (this.state.destination !== "document") return
    if (name === "chpgn" && this.state.isMargin) this.blocks.text(this.state.paragraph, PAGE_NUMBER)
    this.state = setParagraph(this.state, name, value, this.styles.levelOf)
    this.endBlock(name)
  }

  private endBlock(name: string): void {
    const { isDeleted, paragraph } = this.state
    if (name === "cell") this.blocks.endCell(paragraph)
    else if (name === "row") this.blocks.endRow()
    // Of a paragraph whose end was struck out the next one is part; rows within rows are words of the cell.
    else if (/^(par|sect|page|column|nestcell|nestrow)$/.test(name) && !isDeleted) this.blocks.endParagraph(paragraph)
  }
}
