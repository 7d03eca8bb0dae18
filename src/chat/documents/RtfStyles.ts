/** The paragraph styles of an RTF file: which are headings. */
export class Styles {
  private readonly levels = new Map<number, number>()
  /** The style that is being defined; no number for those of characters. */
  private style: number | undefined = 0

  readonly levelOf = (style: number): number | undefined => this.levels.get(style)

  /** A word of the table of styles. */
  readonly define = (name: string, value: number): void => {
    if (name === "s") this.style = value
    else if (name === "cs" || name === "ds") this.style = undefined
    else if (name === "outlinelevel" && value < 9) this.setLevel(value + 1)
  }

  readonly addName = (text: string): void => {
    const name = text.trim()
    const level = /^heading ([1-9])/i.exec(name)?.[1] ?? (/^title;?$/i.test(name) ? "1" : undefined)
    if (level !== undefined) this.setLevel(Number(level))
  }

  private setLevel(level: number): void {
    if (this.style !== undefined) this.levels.set(this.style, level)
  }
}
