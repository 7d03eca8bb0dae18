/**
 * Rich Text Format (specification 1.9.1): text in the encodings of its fonts
 * and as `\u`, paragraphs, headings by outline level or style name, tables.
 *
 * Own reader: `rtf-parser` drops tables and headings, `rtf.js` draws pages, and
 * `officeparser` is part of a hundred megabytes of packages.
 */
import type { Excerpt } from "./Excerpt.ts"
import { Outline } from "./Outline.ts"
import { type Token, tokens } from "./RtfTokens.ts"
import { CHARSETS, encodingOfPage, SILENT, SPOKEN } from "./RtfWords.ts"
import { DAMAGED, Unreadable } from "./Unreadable.ts"

/** Groups within groups; Word nests some ten. */
const MAX_DEPTH = 1_000

/** Bytes of text that are decoded at once. */
const PENDING_BYTES = 4096

/** Where text goes: into the document, nowhere, or into what is known of fonts and styles. */
type Destination = "document" | "nowhere" | "fonts" | "styles"

/** What a group inherits, and gives back at its end. */
interface State {
  readonly destination: Destination
  readonly font: number
  /** Bytes that stand in for a `\u`, to be passed over. */
  readonly standIns: number
  readonly isHidden: boolean
  readonly isNote: boolean
}

interface Paragraph {
  level: number | undefined
  isInTable: boolean
  isOpen: boolean
}

class Reader {
  private state: State = { destination: "document", font: 0, standIns: 1, isHidden: false, isNote: false }
  private readonly groups: Array<State> = []
  private encoding = "windows-1252"
  private readonly fonts = new Map<number, string>()
  private readonly headings = new Map<number, number>()
  private readonly decoders = new Map<string, TextDecoder>()
  private style = 0
  private toSkip = 0
  private isStarred = false
  /** Characters of several bytes come as several tokens. */
  private readonly pending = new Uint8Array(PENDING_BYTES)
  private pendingLength = 0
  private paragraph: Paragraph = { level: undefined, isInTable: false, isOpen: false }
  private isInRow = false
  private hasCell = false

  constructor(private readonly outline: Outline) {}

  get isComplete(): boolean {
    return this.groups.length === 0
  }

  readonly take = (token: Token): void => {
    if (token._tag !== "Text") this.flush()
    if (token._tag === "Text") this.takeBytes(token.bytes)
    else if (token._tag === "Word") this.takeWord(token.name, token.value)
    else if (token._tag === "Open") this.openGroup()
    else this.closeGroup()
  }

  readonly end = (): void => {
    this.flush()
    this.endRow()
  }

  private openGroup(): void {
    if (this.groups.length >= MAX_DEPTH) throw new Unreadable(DAMAGED)
    this.toSkip = 0
    this.isStarred = false
    this.groups.push(this.state)
  }

  private closeGroup(): void {
    const outer = this.groups.pop()
    if (outer === undefined) throw new Unreadable(DAMAGED)
    if (this.state.isNote && !outer.isNote) this.say(")")
    this.toSkip = 0
    this.isStarred = false
    this.state = outer
  }

  private takeBytes(bytes: Uint8Array): void {
    // What comes after the document's own group is padding.
    if (this.state.destination === "nowhere" || this.isComplete) return
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
    const label = this.fonts.get(this.state.font) ?? this.encoding
    const decoder = this.decoders.get(label) ?? new TextDecoder(label)
    this.decoders.set(label, decoder)
    const bytes = this.pending.subarray(0, this.pendingLength)
    this.pendingLength = 0
    this.say(decoder.decode(bytes, { stream: goesOn }))
  }

  private say(text: string): void {
    const { destination, isHidden } = this.state
    if (destination === "styles") this.nameStyle(text)
    if (destination !== "document" || isHidden) return
    this.openParagraph()
    this.outline.text(text)
  }

  private nameStyle(text: string): void {
    const level = /^heading ([1-9])/i.exec(text.trim())?.[1] ?? (/^title;?$/i.test(text.trim()) ? "1" : undefined)
    if (level !== undefined) this.headings.set(this.style, Number(level))
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
    if (this.destine(name, wasStarred)) return
    if (name === "u") this.sayUnicode(value ?? 0)
    else this.apply(name, value)
  }

  /** Words that say what their group is for. */
  private destine(name: string, wasStarred: boolean): boolean {
    const destination = this.destinationOf(name, wasStarred)
    if (destination !== undefined) this.state = { ...this.state, destination }
    return destination !== undefined
  }

  private destinationOf(name: string, wasStarred: boolean): Destination | undefined {
    if (name === "fonttbl") return "fonts"
    if (name === "stylesheet") return "styles"
    // Of the two writings of one text, the second is in Unicode.
    if (name === "upr") return "nowhere"
    if (name === "ud" || name === "shptxt") return "document"
    if (SILENT.has(name)) return "nowhere"
    const { destination } = this.state
    if (wasStarred && name !== "shppict" && !(destination === "styles" && name === "cs")) return "nowhere"
    return undefined
  }

  private sayUnicode(value: number): void {
    this.say(String.fromCharCode(value < 0 ? value + 0x10000 : value))
    this.toSkip = this.state.standIns
  }

  private apply(name: string, value: number | undefined): void {
    if (this.state.destination === "fonts") this.applyToFont(name, value ?? 0)
    else if (this.state.destination === "styles") this.applyToStyle(name, value ?? 0)
    else if (this.state.destination === "document") this.applyToDocument(name, value)
  }

  private applyToFont(name: string, value: number): void {
    if (name === "f") this.state = { ...this.state, font: value }
    else if (name === "fcharset") {
      const encoding = CHARSETS[value]
      if (encoding !== undefined) this.fonts.set(this.state.font, encoding)
    }
  }

  private applyToStyle(name: string, value: number): void {
    if (name === "s" || name === "cs" || name === "ds") this.style = name === "s" ? value : -1
    else if (name === "outlinelevel" && value < 9) this.headings.set(this.style, value + 1)
  }

  private applyToDocument(name: string, value: number | undefined): void {
    const spoken = SPOKEN[name]
    if (spoken !== undefined) this.say(spoken)
    else if (name === "par" || name === "sect" || name === "page") this.endParagraph()
    else if (name === "cell" || name === "nestcell") this.endCell()
    else if (name === "row") this.endRow()
    else if (name === "footnote") this.beginNote()
    else this.setProperty(name, value)
  }

  /** A note is said where it is called for. */
  private beginNote(): void {
    this.say(" (")
    this.state = { ...this.state, isNote: true }
  }

  private setProperty(name: string, value: number | undefined): void {
    if (name === "f") this.state = { ...this.state, font: value ?? 0 }
    else if (name === "uc") this.state = { ...this.state, standIns: Math.min(Math.max(value ?? 1, 0), 16) }
    else if (name === "v") this.state = { ...this.state, isHidden: value !== 0 }
    else if (name === "plain") this.state = { ...this.state, isHidden: false }
    else if (name === "ansicpg") this.encoding = encodingOfPage(value ?? 1252)
    else if (name === "mac") this.encoding = "macintosh"
    else if (name === "pard") this.paragraph = { level: undefined, isInTable: false, isOpen: this.paragraph.isOpen }
    else if (name === "intbl") this.paragraph.isInTable = true
    else if (name === "s") this.paragraph.level = this.headings.get(value ?? 0)
    else if (name === "outlinelevel") this.paragraph.level = (value ?? 9) < 9 ? (value ?? 0) + 1 : undefined
  }

  private openParagraph(): void {
    if (this.paragraph.isOpen) return
    this.paragraph.isOpen = true
    if (this.paragraph.isInTable) this.openCell()
    else {
      this.endRow()
      if (this.paragraph.level === undefined) this.outline.paragraph()
      else this.outline.heading(this.paragraph.level)
    }
  }

  private openCell(): void {
    if (!this.isInRow) this.outline.beginRow()
    this.isInRow = true
    if (this.hasCell) this.outline.paragraph()
    else this.outline.cell()
    this.hasCell = true
  }

  private endParagraph(): void {
    this.paragraph.isOpen = false
  }

  private endCell(): void {
    if (!this.hasCell) this.openCell()
    this.hasCell = false
    this.paragraph.isOpen = false
  }

  private endRow(): void {
    if (this.isInRow) this.outline.endRow()
    this.isInRow = false
    this.hasCell = false
  }
}

/** Throws `Unreadable`. */
export const read = (bytes: Uint8Array, excerpt: Excerpt): void => {
  const reader = new Reader(new Outline(excerpt))
  for (const token of tokens(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) {
    if (excerpt.isEnough()) return
    reader.take(token)
  }
  if (!reader.isComplete) throw new Unreadable(DAMAGED)
  reader.end()
}
