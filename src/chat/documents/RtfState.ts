/** What a group of an RTF file inherits, and gives back at its end. */
import { type Paragraph, PLAIN } from "./RtfBlocks.ts"
import type { Destination } from "./RtfWords.ts"
import type { Script } from "./Scripts.ts"

export interface State {
  readonly destination: Destination
  readonly font: number
  readonly defaultFont: number
  /** The font of what is written from right to left, or in the letters of East Asia. */
  readonly otherFont: number | undefined
  readonly isOther: boolean
  /** Bytes that stand in for a `\u`, to be passed over. */
  readonly standIns: number
  readonly isHidden: boolean
  readonly script: Script
  /** Struck out, or moved away. */
  readonly isDeleted: boolean
  /** In the result of a field for a page's number, or for how many there are. */
  readonly isPageNumber: boolean
  /** In the head or the foot of pages. */
  readonly isMargin: boolean
  readonly paragraph: Paragraph
}

export const INITIAL: State = {
  destination: "document",
  font: 0,
  defaultFont: 0,
  otherFont: undefined,
  isOther: false,
  standIns: 1,
  isHidden: false,
  script: "line",
  isDeleted: false,
  isPageNumber: false,
  isMargin: false,
  paragraph: PLAIN
}

/** The font in which bytes are read. */
export const fontOf = ({ font, isOther, otherFont }: State): number => (isOther ? (otherFont ?? font) : font)

export const isUnread = ({ isDeleted, isHidden }: State): boolean => isDeleted || isHidden

const MOST_STAND_INS = 16

/** After a word about the letters that follow. */
export const setRun = (state: State, name: string, value: number | undefined): State => {
  switch (name) {
    case "f":
      return { ...state, font: value ?? 0 }
    case "deff":
      return { ...state, font: value ?? 0, defaultFont: value ?? 0 }
    case "af":
      return state.isOther ? { ...state, otherFont: value ?? 0 } : state
    case "rtlch":
    case "dbch":
      return { ...state, isOther: true }
    case "ltrch":
    case "loch":
    case "hich":
      return { ...state, isOther: false }
    case "uc":
      return { ...state, standIns: Math.min(Math.max(value ?? 1, 0), MOST_STAND_INS) }
    case "v":
      return { ...state, isHidden: value !== 0 }
    case "super":
      return { ...state, script: value === 0 ? "line" : "raised" }
    case "sub":
      return { ...state, script: value === 0 ? "line" : "lowered" }
    case "nosupersub":
      return { ...state, script: "line" }
    case "deleted":
    case "mvf":
      return { ...state, isDeleted: value !== 0 }
    case "plain":
      return { ...state, isHidden: false, isDeleted: false, script: "line", font: state.defaultFont, isOther: false }
    default:
      return state
  }
}

/** After a word about the paragraphs that follow. */
export const setParagraph = (
  state: State,
  name: string,
  value: number | undefined,
  levelOf: (style: number) => number | undefined
): State => {
  const set = (paragraph: Partial<Paragraph>): State => ({ ...state, paragraph: { ...state.paragraph, ...paragraph } })
  switch (name) {
    case "pard":
      return { ...state, paragraph: PLAIN }
    case "intbl":
      return set({ isInTable: true })
    case "s":
      return set({ level: levelOf(value ?? 0) })
    case "outlinelevel":
      return set({ level: value !== undefined && value < 9 ? value + 1 : undefined })
    case "ls":
      return set({ list: value })
    case "ilvl":
      return set({ listLevel: Math.max(value ?? 0, 0) })
    default:
      return state
  }
}
