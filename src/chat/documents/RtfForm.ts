/** The fields of a form in RTF whose values are drawn and not written: boxes to tick, and choices. */

/** `\fftype`. */
const CHECKBOX = 1
const LIST = 2
/** `\ffres` of a field that nobody has filled in. */
const UNSET = 25
const MAX_CHOICES = 1_000

export class Form {
  private kind = 0
  private result = UNSET
  private preset = 0
  private choices: Array<string> = []

  readonly begin = (): void => {
    this.kind = 0
    this.result = UNSET
    this.preset = 0
    this.choices = []
  }

  readonly beginChoice = (): void => {
    if (this.choices.length < MAX_CHOICES) this.choices.push("")
  }

  readonly addChoice = (text: string): void => {
    const last = this.choices.length - 1
    this.choices[last] = `${this.choices[last] ?? ""}${text}`
  }

  readonly define = (name: string, value: number): void => {
    if (name === "fftype") this.kind = value
    else if (name === "ffres") this.result = value
    else if (name === "ffdefres") this.preset = value
  }

  /** What the field shows; empty for a field of text, whose value is written. */
  readonly shown = (): string => {
    const value = this.result === UNSET ? this.preset : this.result
    if (this.kind === CHECKBOX) return value === 0 ? "☐" : "☑"
    return this.kind === LIST ? (this.choices[value] ?? "") : ""
  }
}
