/**
 * The text of a document as a model reads it, up to a length. What comes after
 * is counted and not kept, and the text says how much that is.
 */

/** Characters (UTF-16 code units) that are kept: some 20 dense pages, and about 40,000 tokens of Amharic. */
export const MAX_CHARACTERS = 60_000

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** The longest start of `text` of at most `length` code units that ends between characters. */
export const startOf = (text: string, length: number): string => {
  if (text.length <= length) return text
  return text.slice(0, length > 0 && isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length)
}

/** What the text says at its end where it was cut. */
export const cutNotice = (kept: number, total: number): string =>
  `\n\n[Cut off: these are the first ${kept} of ${total} characters; ${total - kept} are missing.]`

export class Excerpt {
  private readonly pieces: Array<string> = []
  private kept = 0
  private total = 0
  private readonly notes: Array<string> = []

  constructor(private readonly limit: number = MAX_CHARACTERS) {}

  /** Characters so far, those that were not kept included. */
  get length(): number {
    return this.total
  }

  readonly append = (text: string): void => {
    this.total += text.length
    if (this.kept >= this.limit || text === "") return
    const piece = text.length <= this.limit - this.kept ? text : text.slice(0, this.limit - this.kept)
    this.pieces.push(piece)
    this.kept += piece.length
  }

  /** A sentence about the document that is said after its text and never cut. */
  readonly note = (sentence: string): void => {
    this.notes.push(sentence)
  }

  /** The text. Lone surrogates, which no model's wire takes, are replaced. */
  readonly finish = (): string => {
    const all = this.pieces.join("")
    const cut = this.total > this.kept
    const text = cut && isHighSurrogate(all.charCodeAt(all.length - 1)) ? all.slice(0, -1) : all
    const notes = this.notes.map((sentence) => `\n\n[${sentence}]`).join("")
    return text === ""
      ? notes.trimStart()
      : text.toWellFormed() + (cut ? cutNotice(text.length, this.total) : "") + notes
  }
}
