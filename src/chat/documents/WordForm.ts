/**
 * Fields of a Word document (ECMA-376 part 1, 17.16): old form fields, whose values are drawn and not written, what only
 * an instruction says, and pages' numbers.
 */
import { symbolsOf } from "./Symbols.ts"
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
export const LONGEST_INSTRUCTION = 2_000

/** Whether an instruction asks for the number of a page, or of all pages. */
export const isPageNumber = (instruction: string): boolean => /^\s*(PAGE|NUMPAGES|SECTIONPAGES)\b/i.test(instruction)

const symbolOf = (number: string, options: string): string => {
  const code = Number(number)
  const [, font = ""] = /\\f\s*"?([^"\\]+)/i.exec(options) ?? []
  if (!(code >= 0x20 && code < 0x10000)) return ""
  return symbolsOf(font)?.(code & 0xff) ?? String.fromCharCode(code)
}

/** What an instruction draws that no result repeats: the base of ruby text, and the words of a place to fill in. */
export const drawnBy = (instruction: string): string => {
  const isRuby = /^\s*EQ\s/.test(instruction) && instruction.includes("\\s\\up")
  if (isRuby) return /\),([^()]*)\)\s*$/.exec(instruction)?.[1] ?? ""
  return /^\s*MACROBUTTON\s+\S+\s(.*)$/s.exec(instruction)?.[1]?.trim() ?? ""
}

/** What a field shows that has no result. */
const shownBy = (instruction: string): string => {
  const [, number, options = ""] = /^\s*SYMBOL\s+(\d{1,5}|0x[\da-f]{1,4})\b(.*)$/is.exec(instruction) ?? []
  return number === undefined ? drawnBy(instruction) : symbolOf(number, options)
}

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

  /** What the field that ends shows without a result. */
  readonly end = (): string => {
    if (this.beyond === 0) {
      const ended = this.fields.pop()
      return ended === undefined || ended.isResult ? "" : shownBy(ended.instruction)
    }
    this.beyond--
    return ""
  }

  readonly isPageNumber = (): boolean => this.fields.some(({ instruction }) => isPageNumber(instruction))

  /** Whether what is shown here is a part of another field's instruction. */
  readonly isInstruction = (): boolean => this.fields.slice(0, -1).some(({ isResult }) => !isResult)
}
