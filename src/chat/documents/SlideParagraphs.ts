/** The paragraphs of a slide's shapes: their levels, numbers and bullets. */

import { ordinal } from "./ListOrdinals.ts"
import { signOf } from "./Numbering.ts"
import type { Outline } from "./Outline.ts"
import type { Script } from "./Scripts.ts"

const NOTATIONS: Readonly<Record<string, string>> = {
  alphaLc: "lowerLetter",
  alphaUc: "upperLetter",
  romanLc: "lowerRoman",
  romanUc: "upperRoman",
  circleNumDb: "decimalEnclosedCircle",
  circleNumWdBlack: "decimalEnclosedCircle",
  circleNumWdWhite: "decimalEnclosedCircle",
  thaiAlpha: "thaiLetters",
  thaiNum: "thaiNumbers",
  hindiNum: "hindiNumbers",
  ea1Chs: "chineseCounting",
  ea1Cht: "chineseCounting",
  ea1JpnKor: "chineseCounting"
}

/** `alphaLcParenBoth`, 2: `(b) `. */
const autoNumber = (type: string, number: number): string => {
  const [, notation = "", form = ""] = /^(\w+?)(Period|ParenR|ParenBoth|Plain)$/.exec(type) ?? []
  const text = ordinal(number, NOTATIONS[notation] ?? "decimal")
  if (form === "ParenBoth") return `(${text}) `
  return `${text}${form === "ParenR" ? ")" : form === "Plain" ? "" : "."} `
}

/** A paragraph of a shape. */
export interface Paragraph {
  level: number
  numbering: string | undefined
  start: number
  bullet: string
  font: string
  /** Its properties have been said. */
  isBegun: boolean
}

/** A paragraph of which nothing is said. */
export const plainParagraph = (): Paragraph => ({
  level: 0,
  numbering: undefined,
  start: 1,
  bullet: "",
  font: "",
  isBegun: false
})

/** A run of numbers on one level of a shape. */
interface Count {
  readonly kind: string
  value: number
}

/** Begins the paragraphs of a shape, and counts those that are numbered. */
export const countedParagraphs = () => {
  let counts: Array<Count | undefined> = []
  const next = (level: number, numbering: string, start: number): number => {
    const kind = `${numbering} ${start}`
    const before = counts[level]
    const count = before?.kind === kind ? before : { kind, value: start - 1 }
    counts[level] = count
    return ++count.value
  }
  return {
    restart: () => {
      counts = []
    },
    /** How the paragraph begins, as a title or as what it says. */
    begin: ({ bullet, font, level, numbering, start }: Paragraph) => {
      counts.length = Math.min(counts.length, numbering === undefined ? level : level + 1)
      const number = numbering === undefined ? "" : autoNumber(numbering, next(level, numbering, start))
      const sign = signOf(bullet, font)
      return (outline: Outline, isTitle: boolean): void => {
        if (isTitle) outline.heading(2, number)
        else if (number !== "") outline.numbered(level, number)
        else if (level > 0 || sign !== "") outline.item(Math.max(0, level - 1), sign)
        else outline.paragraph()
      }
    }
  }
}

/** Thousandths of a percent by which letters are raised, or, below 0, lowered. */
export const scriptOf = (baseline: string | undefined): Script => {
  const shift = Number(baseline ?? "0") || 0
  return shift > 0 ? "raised" : shift < 0 ? "lowered" : "line"
}
