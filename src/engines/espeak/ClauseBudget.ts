/**
 * The engine reads a clause into 800 bytes. From `fullAt` on it breaks at the
 * next character that is no letter, and what follows is read as ordinary text:
 * a word in phonemes that is cut so would be spelt out. Spaces before the word
 * bring the break to where it does no harm, as it comes between two words then.
 */

/** N_TR_SOURCE less 75, `ReadClause` of eSpeak NG's `readclause.c`. */
const fullAt = 725

/** Bytes that may be counted here and are dropped there: spaces where a clause begins. */
const dropped = 16

/** Bytes of blanks and marks that may follow a word. */
const following = 16

const sureEnd = /[.,;:?!]\s+(?=\S|$)/g
const possibleEnd = /[.,;:?!…\n–—]/

const bytesOf = (text: string): number => Buffer.byteLength(text)

/** Counts the bytes of a clause, between what they may be at least and at most. */
export interface ClauseBudget {
  /** Tells of text that the engine gets as it is. */
  readonly pass: (text: string) => void
  /** The spaces that a word in phonemes needs before it, which is counted as given. */
  readonly before: (word: string) => string
}

export const makeClauseBudget = (): ClauseBudget => {
  let least = 0
  let most = 0
  const add = (bytes: number): void => {
    least += bytes
    most += bytes
    if (most <= fullAt) return
    // The clause was full within this text, or may have been.
    most = least > fullAt ? Math.min(bytes, fullAt) : fullAt
    least = 0
  }
  return {
    pass: (text) => {
      const end = Array.from(text.matchAll(sureEnd)).at(-1)
      if (end !== undefined) {
        least = 0
        most = bytesOf(text.slice(end.index + end[0].length))
      } else add(bytesOf(text))
      if (possibleEnd.test(text)) least = 0
    },
    before: (word) => {
      const bytes = bytesOf(word)
      if (most + bytes + following <= fullAt) {
        add(bytes)
        return ""
      }
      const spaces = fullAt + 1 - least + dropped
      most = most - least + bytes + dropped
      least = bytes
      return " ".repeat(spaces)
    }
  }
}
