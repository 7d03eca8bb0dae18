/** The styles of a Word document: outline levels of paragraphs, the lists that number them, and what is hidden. */
import * as Xml from "./Xml.ts"
import type { Archive } from "./Zip.ts"

interface Style {
  readonly basedOn?: string
  /** Its outline level from 1. */
  readonly level?: number
  readonly list?: string
  /** Its level in the list, from 0. */
  readonly listLevel?: number
  readonly isHidden?: boolean
}

/** What a style says, itself or by those that it is based on. */
export interface Styles {
  readonly levelOf: (id: string | undefined) => number | undefined
  readonly listOf: (id: string | undefined) => string | undefined
  readonly listLevelOf: (id: string | undefined) => number | undefined
  /** Undefined where it says nothing. */
  readonly isHidden: (id: string | undefined) => boolean | undefined
}

/** Styles inherit from styles; deeper than this is a circle. */
const MAX_INHERITANCE = 20

const levelByName = (name: string): number | undefined => {
  const lower = name.toLowerCase()
  if (lower === "title") return 1
  const level = /^heading ([1-9])$/.exec(lower)?.[1]
  return level === undefined ? undefined : Number(level)
}

/** Outline levels count from 0, and 9 is plain text. */
export const levelOfOutline = (value: string | undefined): number | undefined => {
  const level = Number(value ?? "9")
  return level >= 0 && level < 9 ? level + 1 : undefined
}

const property = (style: Style, name: string, value: string | undefined): Style => {
  const level = name === "name" ? levelByName(value ?? "") : name === "outlineLvl" ? levelOfOutline(value) : undefined
  if (level !== undefined) return { ...style, level }
  if (name === "vanish") return { ...style, isHidden: value === undefined || Xml.isTrue(value) }
  if (value === undefined) return style
  if (name === "basedOn") return { ...style, basedOn: value }
  if (name === "numId") return { ...style, list: value }
  return name === "ilvl" ? { ...style, listLevel: Number(value) || 0 } : style
}

const readAll = async (archive: Archive, part: string | undefined): Promise<ReadonlyMap<string, Style>> => {
  const styles = new Map<string, Style>()
  if (part === undefined) return styles
  const skip = Xml.skipping(new Set(["pPrChange"]))
  let id: string | undefined
  let style: Style = {}
  await Xml.read(archive.read(part), {
    open: (name, attributes) => {
      if (skip.open(name)) return
      if (name === "style") {
        id = attributes.get("styleId")
        style = {}
      } else style = property(style, name, attributes.get("val"))
    },
    close: (name) => {
      if (!skip.close() && name === "style" && id !== undefined) styles.set(id, style)
    }
  })
  return styles
}

/** Throws `Unreadable`. */
export const read = async (archive: Archive, part: string | undefined): Promise<Styles> => {
  const styles = await readAll(archive, part)
  const inherited =
    <A>(get: (style: Style) => A | undefined) =>
    (id: string | undefined): A | undefined => {
      let style = id === undefined ? undefined : styles.get(id)
      for (let steps = 0; style !== undefined && steps < MAX_INHERITANCE; steps++) {
        const value = get(style)
        if (value !== undefined) return value
        style = style.basedOn === undefined ? undefined : styles.get(style.basedOn)
      }
      return undefined
    }
  return {
    levelOf: inherited(({ level }) => level),
    listOf: inherited(({ list }) => list),
    listLevelOf: inherited(({ listLevel }) => listLevel),
    isHidden: inherited(({ isHidden }) => isHidden)
  }
}
