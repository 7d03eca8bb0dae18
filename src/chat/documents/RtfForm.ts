/** The fields of RTF whose values are drawn and not written: boxes to tick, choices, ruby text. */
import type { Destination } from "./RtfWords.ts"
import { drawnBy, isPageNumber, LONGEST_INSTRUCTION } from "./WordForm.ts"

/** `\fftype`. */
const CHECKBOX = 1
const LIST = 2
/** `\ffres` of a field that nobody has filled in. */
const UNSET = 25
const MAX_CHOICES = 1_000

export class Form {
  private instruction = ""
  private kind = 0
  private result = UNSET
  private preset = 0
  private choices: Array<string> = []

  /** A group begins that may be for a field, one of its choices or its instruction. */
  readonly begin = (destination: Destination): void => {
    if (destination === "instruction") this.instruction = ""
    else if (destination === "choice" && this.choices.length < MAX_CHOICES) this.choices.push("")
    else if (destination === "form") {
      this.kind = 0
      this.result = UNSET
      this.preset = 0
      this.choices = []
    }
  }

  readonly add = (destination: "choice" | "instruction", text: string): void => {
    const last = this.choices.length - 1
    if (destination === "choice") this.choices[last] = `${this.choices[last] ?? ""}${text}`
    else if (this.instruction.length < LONGEST_INSTRUCTION) this.instruction += text
  }

  readonly define = (name: string, value: number): void => {
    if (name === "fftype") this.kind = value
    else if (name === "ffres") this.result = value
    else if (name === "ffdefres") this.preset = value
  }

  /** Whether the result that comes now is a page's number, or how many there are. */
  readonly isPageNumber = (): boolean => isPageNumber(this.instruction)

  /** What the group shows that ends; empty for a field of text, whose value is written. */
  readonly end = (destination: Destination): string => {
    if (destination === "instruction") return drawnBy(this.instruction)
    if (destination !== "form") return ""
    const value = this.result === UNSET ? this.preset : this.result
    if (this.kind === CHECKBOX) return value === 0 ? "☐" : "☑"
    return this.kind === LIST ? (this.choices[value] ?? "") : ""
  }
}
