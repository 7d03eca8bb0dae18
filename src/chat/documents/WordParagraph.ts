/** The paragraphs of a Word document: what their properties say, and how they begin. */
import type { Label, Numbers } from "./Numbering.ts"
import type { Outline } from "./Outline.ts"
import { levelOfOutline, type Styles } from "./WordStyles.ts"

/** What says how paragraphs are numbered. */
interface ListContext {
  readonly styles: Styles
  readonly numbers: Numbers
}

/** A paragraph: what its properties say before its text begins. */
export interface Paragraph {
  style: string | undefined
  outline: number | undefined
  list: string | undefined
  listLevel: number | undefined
  /** Its end was deleted: it goes on in the next, where it has text of its own. */
  isJoined: boolean
  /** It is the first letter of the next, drawn large. */
  isDropCap: boolean
  /** It goes on where the one before it ended. */
  isBegun: boolean
  label: Label | undefined
  hasText: boolean
}

/** A paragraph of which nothing is said. */
export const plainParagraph = (): Paragraph => ({
  style: undefined,
  outline: undefined,
  list: undefined,
  listLevel: undefined,
  isJoined: false,
  isDropCap: false,
  isBegun: false,
  label: undefined,
  hasText: false
})

/** List 0 takes a paragraph out of its style's list. */
const isList = (list: string | undefined): list is string => list !== undefined && list !== "0"

/** A property of a paragraph by the element that says it. */
export const setProperty = (paragraph: Paragraph, name: string, value: string | undefined): void => {
  if (name === "pStyle") paragraph.style = value
  else if (name === "outlineLvl") paragraph.outline = levelOfOutline(value)
  else if (name === "numId") paragraph.list = value
  else if (name === "ilvl") paragraph.listLevel = Number(value ?? "0") || 0
}

const listLevelOf = ({ listLevel, style }: Paragraph, list: string, { numbers, styles }: ListContext): number => {
  const linked = style === undefined ? undefined : numbers.levelOfStyle(list, style)
  return listLevel ?? linked ?? styles.listLevelOf(style) ?? 0
}

/** Begins paragraphs as what they are. */
export const blocks = (outline: Outline, context: ListContext) => {
  const { numbers, styles } = context
  return {
    /** Counts the paragraph, and begins it. */
    begin: (paragraph: Paragraph): void => {
      const list = paragraph.list ?? styles.listOf(paragraph.style)
      const isNumbered = isList(list)
      paragraph.listLevel = isNumbered ? listLevelOf(paragraph, list, context) : undefined
      paragraph.label = isNumbered ? numbers.next(list, paragraph.listLevel ?? 0) : undefined
    },
    write: ({ label, listLevel = 0, outline: own, style }: Paragraph): void => {
      const level = own ?? styles.levelOf(style)
      const number = label?._tag === "Number" ? label.text : ""
      if (level !== undefined) outline.heading(level, number)
      else if (label?._tag === "Bullet") outline.item(listLevel, label.sign)
      else if (number !== "") outline.numbered(listLevel, number)
      else outline.paragraph()
    }
  }
}
