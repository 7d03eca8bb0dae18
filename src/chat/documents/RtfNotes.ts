/** Notes and comments of an RTF file, which stand elsewhere than where they are written. */
import { onOneLine } from "./Margins.ts"

const LONGEST_NAME = 100

export class Notes {
  private readonly notes: Array<string> = []
  /** Who writes the comment that follows. */
  private author = ""

  /** Begins a note: its mark, and what sets its text. */
  readonly begin = (): { readonly mark: string; readonly end: (text: string) => void } => {
    const number = this.notes.push("")
    return {
      mark: `[^${number}]`,
      end: (text) => {
        this.notes[number - 1] = onOneLine(text)
      }
    }
  }

  readonly addAuthor = (text: string): void => {
    this.author = `${this.author}${text}`.slice(0, LONGEST_NAME)
  }

  /** What stands in the text for a comment; nothing for an empty one. */
  readonly commentOf = (text: string): string => {
    const [author = "", words = ""] = [this.author, text].map((said) => said.replace(/\s+/g, " ").trim())
    this.author = ""
    return words === "" ? "" : ` [Comment${author === "" ? "" : ` by ${author}`}: ${words}]`
  }

  readonly lines = (): ReadonlyArray<string> => this.notes.map((note, index) => `[^${index + 1}]: ${note}`)
}
