/** What stands in the heads and feet of pages. */
export type Margin = "header" | "footer"

/** Paragraphs as one line. */
export const onOneLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, " / ")

export class Margins {
  private readonly said = new Set<string>()

  /**
   * A head's or a foot's text as one line; undefined where it was said before, or has but the pages' numbers:
   * no letters, and, where that is known, no digits of its own.
   */
  readonly lineOf = (margin: Margin, text: string, hasWords = false): string | undefined => {
    return hasWords || /\p{L}/u.test(text) ? this.onceOf(`Page ${margin}`, text) : undefined
  }

  /** A text as one line behind its name; undefined where it says nothing, or was said before. */
  readonly onceOf = (name: string, text: string): string | undefined => {
    const line = `[${name}: ${onOneLine(text)}]`
    if (text.trim() === "" || this.said.has(line)) return undefined
    this.said.add(line)
    return line
  }
}
