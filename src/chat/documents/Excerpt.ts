/**
 * The text of a document as a model reads it, up to a length, and what is left out
 * of it. Text beyond the length is counted and not kept.
 */

/** Characters (UTF-16 code units) that are kept: some 20 dense pages, and about 40,000 tokens of Amharic. */
const MAX_CHARACTERS = 60_000

/** Characters that are counted before the rest is not even looked at. */
const MAX_COUNTED = 1_000_000

/** Sentences about what is left out that are kept; they go to the client with each answer. */
const MAX_SENTENCES = 20
/** Characters of one sentence, in which a name of the document may stand. */
const LONGEST_SENTENCE = 300
const FURTHER = "More than this is left out."

/** A text in one line, each run of white space as one space. */
export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim()

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

const cutSentence = (kept: number, total: number, isAll: boolean): string =>
  isAll
    ? `Only the first ${kept} of ${total} characters are included; ${total - kept} are left out.`
    : `Only the first ${kept} of more than ${total} characters are included.`

const bounded = (sentences: ReadonlyArray<string>): ReadonlyArray<string> =>
  sentences.length <= MAX_SENTENCES ? sentences : [...sentences.slice(0, MAX_SENTENCES), FURTHER]

/** What is kept of a document's text. */
export interface TextExcerpt {
  readonly text: string
  /** Short sentences, in the order in which readers said them; the text's own cut first. */
  readonly leftOut: ReadonlyArray<string>
}

export class Excerpt {
  private readonly pieces: Array<string> = []
  private kept = 0
  private total = 0
  private isAll = true
  private readonly sentences = new Set<string>()

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

  readonly isEmpty = (): boolean => this.total === 0

  /** A sentence, in English, about what the document has and the text and pictures do not. Said twice, it is told once. */
  readonly leaveOut = (sentence: string): void => {
    if (this.sentences.size <= MAX_SENTENCES) this.sentences.add(sentence.slice(0, LONGEST_SENTENCE).toWellFormed())
  }

  /** Lone surrogates, which no model's wire takes, are replaced. */
  readonly finish = (): TextExcerpt => {
    const all = this.pieces.join("")
    const cut = this.total > this.kept
    const text = cut && isHighSurrogate(all.charCodeAt(all.length - 1)) ? all.slice(0, -1) : all
    const said = bounded([...this.sentences])
    return {
      text: text.toWellFormed(),
      leftOut: cut ? [cutSentence(text.length, this.total, this.isAll), ...said] : said
    }
  }
}
