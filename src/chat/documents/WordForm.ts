/** Fields of a Word document (ECMA-376 part 1, 17.16): old form fields, whose values are drawn and not written, and pages' numbers. */
import * as Xml from "./Xml.ts"

const MAX_CHOICES = 1_000

/** What an old form field draws: a box, or one of its choices; texts stand in the document. */
export class FormField {
  private kind: "checkBox" | "ddList" | undefined
  private preset: string | undefined
  private result: string | undefined
  private readonly choices: Array<string> = []

  /** An element within the field. */
  readonly define = (name: string, attributes: Xml.Attributes): void => {
    const value = attributes.get("val")
    if (name === "checkBox" || name === "ddList") this.kind = name
    else if (name === "default") this.preset = value ?? "1"
    else if (name === "checked" || name === "result") this.result = value ?? "1"
    else if (name === "listEntry" && this.choices.length < MAX_CHOICES) this.choices.push(value ?? "")
  }

  readonly text = (): string => {
    const value = this.result ?? this.preset
    if (this.kind === "checkBox") return Xml.isTrue(value) ? "☑" : "☐"
    return this.kind === "ddList" ? (this.choices[Number(value ?? "0")] ?? "") : ""
  }
}

/** Fields within fields, and characters of an instruction, that are heeded. */
const MOST_OPEN = 16
const LONGEST_INSTRUCTION = 100

/** Whether an instruction asks for the number of a page, or of all pages. */
export const isPageNumber = (instruction: string): boolean => /^\s*(PAGE|NUMPAGES|SECTIONPAGES)\b/i.test(instruction)

interface OpenField {
  instruction: string
  /** What comes now is what the field shows. */
  isResult: boolean
}

/** The fields that what comes now lies in. */
export class OpenFields {
  private readonly fields: Array<OpenField> = []
  private beyond = 0

  /** A field whose instruction is to come, or is known, and its result follows. */
  readonly begin = (instruction?: string): void => {
    if (this.fields.length >= MOST_OPEN) this.beyond++
    else {
      const known = (instruction ?? "").slice(0, LONGEST_INSTRUCTION)
      this.fields.push({ instruction: known, isResult: instruction !== undefined })
    }
  }

  /** More of the instruction of the innermost field. */
  readonly add = (text: string): void => {
    const last = this.fields.at(-1)
    if (last !== undefined && last.instruction.length < LONGEST_INSTRUCTION)
      last.instruction += text.slice(0, LONGEST_INSTRUCTION)
  }

  readonly separate = (): void => {
    const last = this.fields.at(-1)
    if (this.beyond === 0 && last !== undefined) last.isResult = true
  }

  readonly end = (): void => {
    if (this.beyond > 0) this.beyond--
    else this.fields.pop()
  }

  readonly isPageNumber = (): boolean => this.fields.some(({ instruction }) => isPageNumber(instruction))

  /** Whether what is shown here is a part of another field's instruction. */
  readonly isInstruction = (): boolean => this.fields.slice(0, -1).some(({ isResult }) => !isResult)
}
