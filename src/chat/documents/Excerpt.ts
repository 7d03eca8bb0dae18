/**
 * The text of a document as a model reads it, up to a length. What comes after
 * is counted and not kept, and the text says how much that is.
 */

/** Characters (UTF-16 code units) that are kept: some 20 dense pages, and about 40,000 tokens of Amharic. */
const MAX_CHARACTERS = 60_000

/** Characters that are counted before the rest is not even looked at. */
const MAX_COUNTED = 1_000_000

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** What the text says at its end where it was cut. */
const cutNotice = (kept: number, total: number, isAll: boolean): string =>
  isAll
    ? `\n\n[Cut off: these are the first ${kept} of ${total} characters; ${total - kept} are missing.]`
    : `\n\n[Cut off: these are the first ${kept} of more than ${total} characters.]`

export class Excerpt {
  private readonly pieces: Array<string> = []
  private kept = 0
  private total = 0
  private isAll = true
  private readonly notes: Array<string> = []

  /** Whether a reader may stop, because so much is missing that it matters little how much. */
  readonly isEnough = (): boolean => {
    if (this.total >= MAX_COUNTED) this.isAll = false
    return !this.isAll
  }

  readonly append = (text: string): void => {
    this.total += text.length
    if (this.kept >= MAX_CHARACTERS || text === "") return
    const piece = text.length <= MAX_CHARACTERS - this.kept ? text : text.slice(0, MAX_CHARACTERS - this.kept)
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
      : text.toWellFormed() + (cut ? cutNotice(text.length, this.total, this.isAll) : "") + notes
  }
}
