/** The automatic numbers of a Word document, as they are printed (ECMA-376 part 1, 17.9). */
import { ordinal } from "./ListOrdinals.ts"
import { symbolsOf } from "./Symbols.ts"
import * as Xml from "./Xml.ts"
import type { Archive } from "./Zip.ts"

/** What the numbers of one level of a list are made of. */
export interface Level {
  readonly start: number
  readonly notation: string
  /** `%1.%2`: the numbers of this level and of those above, and what stands between. */
  readonly text: string
  /** Numbers of the levels above are written in digits. */
  readonly isLegal: boolean
  readonly suffix: string
  /** The level from 1 whose number begins this one anew; 0 for none; each level above, where nothing is said. */
  readonly restart: number | undefined
  /** The paragraph style that this level belongs to. */
  readonly style: string | undefined
  /** The font of its numbers, or bullets. */
  readonly font: string
}

/** A level of which nothing is said. */
export const PLAIN_LEVEL: Level = {
  start: 1,
  notation: "decimal",
  text: "",
  isLegal: false,
  suffix: " ",
  restart: undefined,
  style: undefined,
  font: ""
}

interface Abstract {
  readonly id: string
  readonly levels: Map<number, Level>
  /** The numbering style whose levels these are. */
  link: string | undefined
}

interface Override {
  start: number | undefined
  level: Level | undefined
}

interface List {
  abstract: string
  readonly overrides: Map<number, Override>
}

export interface Definitions {
  readonly abstracts: ReadonlyMap<string, Abstract>
  readonly lists: ReadonlyMap<string, List>
}

const suffixes: Readonly<Record<string, string>> = { nothing: "" }

const property = (before: Level, name: string, attributes: Xml.Attributes): Level => {
  const value = attributes.get("val")
  const number = Number(value ?? "0") || 0
  switch (name) {
    case "start":
      return { ...before, start: number }
    case "numFmt":
      return { ...before, notation: (value === "custom" ? attributes.get("format") : value) ?? before.notation }
    case "lvlText":
      return { ...before, text: value ?? "" }
    case "isLgl":
      return { ...before, isLegal: value === undefined || Xml.isTrue(value) }
    case "suff":
      return { ...before, suffix: suffixes[value ?? ""] ?? " " }
    case "lvlRestart":
      return { ...before, restart: number }
    case "pStyle":
      return { ...before, style: value }
    case "rFonts":
      return { ...before, font: attributes.get("ascii") ?? before.font }
    default:
      return before
  }
}

/** Gathers the definitions as they come. */
const gather = (abstracts: Map<string, Abstract>, lists: Map<string, List>): Xml.Handler => {
  // The second drawing of a notation that older programs do not know.
  const skip = Xml.skipping(new Set(["Fallback"]))
  let abstract: Abstract | undefined
  let list: List | undefined
  let override: Override | undefined
  let at = 0
  let current: Level | undefined

  const define = (name: string, attributes: Xml.Attributes) => {
    const value = attributes.get("val")
    if (name === "abstractNum") {
      const id = attributes.get("abstractNumId") ?? ""
      abstract = { id, levels: new Map(), link: undefined }
      abstracts.set(id, abstract)
    } else if (name === "num") {
      list = { abstract: "", overrides: new Map() }
      lists.set(attributes.get("numId") ?? "", list)
    } else if (name === "abstractNumId" && list !== undefined) list.abstract = value ?? ""
    else if (name === "numStyleLink" && abstract !== undefined) abstract.link = value
    else if (name === "lvlOverride") {
      at = Number(attributes.get("ilvl") ?? "0") || 0
      override = { start: undefined, level: undefined }
      list?.overrides.set(at, override)
    } else if (name === "startOverride" && override !== undefined) override.start = Number(value ?? "0") || 0
  }
  return {
    open: (name, attributes) => {
      if (skip.open(name)) return
      if (name === "lvl") {
        at = Number(attributes.get("ilvl") ?? "0") || 0
        // Without a start, numbers begin at nought (17.9.25).
        current = { ...PLAIN_LEVEL, start: 0 }
      } else if (current !== undefined) current = property(current, name, attributes)
      else define(name, attributes)
    },
    close: (name) => {
      if (skip.close()) return
      if (name === "lvl" && current !== undefined) {
        if (override !== undefined) override.level = current
        else abstract?.levels.set(at, current)
        current = undefined
      } else if (name === "lvlOverride") override = undefined
      else if (name === "abstractNum") abstract = undefined
      else if (name === "num") list = undefined
    }
  }
}

/** Throws `Unreadable`. */
export const read = async (archive: Archive, part: string | undefined): Promise<Definitions> => {
  const abstracts = new Map<string, Abstract>()
  const lists = new Map<string, List>()
  if (part !== undefined) await Xml.read(archive.read(part), gather(abstracts, lists))
  return { abstracts, lists }
}

/** A paragraph's number as it is printed. */
export type Label =
  /** `☐ ` and its like, where the bullet says something; else empty. */
  | { readonly _tag: "Bullet"; readonly sign: string }
  /** The number with what parts it from the text; empty where the list has no numbers. */
  | { readonly _tag: "Number"; readonly text: string }

/** Boxes and ticks. */
const SIGN = /^[☐☑☒✓✔✗✘]$/

/** What a bullet says, in its font. */
export const signOf = (bullet: string, font: string): string => {
  const shown = symbolsOf(font)?.(bullet.charCodeAt(0) & 0xff) ?? bullet
  return SIGN.test(shown) ? `${shown} ` : ""
}

/** Levels of one list. */
const LEVELS = 9

const isBegunAnew = ({ restart }: Level, index: number, by: number): boolean =>
  by < index && (restart === undefined || by < restart)

export class Numbers {
  /** The numbers that each list of levels has reached. */
  private readonly reached = new Map<Abstract, Array<number | undefined>>()
  private readonly overridden = new Set<string>()

  /** `listOf` answers the list that a numbering style stands for. */
  constructor(
    private readonly definitions: Definitions,
    private readonly listOf: (style: string) => string | undefined
  ) {}

  /** The level that a paragraph style has in a list, from 0. */
  readonly levelOfStyle = (list: string, style: string): number | undefined => {
    const levels = this.abstractOf(list)?.levels ?? []
    return [...levels].find(([, found]) => found.style === style)?.[0]
  }

  /** The number of the next paragraph of `list` on the level `index`, from 0. A list that nothing defines has bullets. */
  readonly next = (list: string, index: number): Label => {
    const abstract = this.abstractOf(list)
    const overrides = this.definitions.lists.get(list)?.overrides
    const at = (which: number): Level => overrides?.get(which)?.level ?? abstract?.levels.get(which) ?? PLAIN_LEVEL
    const { font, isLegal, notation, suffix, text } = at(index)
    if (abstract === undefined || index >= LEVELS || notation === "bullet")
      return { _tag: "Bullet", sign: signOf(text, font) }
    const reached = this.reached.get(abstract) ?? []
    this.reached.set(abstract, reached)
    const start = this.takeOverride(list, index, overrides?.get(index)?.start)
    const before = reached[index]
    reached[index] = start ?? (before === undefined ? at(index).start : before + 1)
    for (let below = index + 1; below < LEVELS; below++) {
      if (isBegunAnew(at(below), below, index)) reached[below] = undefined
    }
    const printed = text.replace(/%([1-9])/g, (_, digit: string) => {
      const which = Number(digit) - 1
      const own = at(which)
      return ordinal(reached[which] ?? own.start, isLegal && own.notation !== "none" ? "decimal" : own.notation)
    })
    return { _tag: "Number", text: printed.trim() === "" ? "" : printed + suffix }
  }

  /** A list that begins anew does so once. */
  private takeOverride(list: string, index: number, start: number | undefined): number | undefined {
    const key = `${list} ${index}`
    if (start === undefined || this.overridden.has(key)) return undefined
    this.overridden.add(key)
    return start
  }

  private abstractOf(list: string): Abstract | undefined {
    const { abstracts, lists } = this.definitions
    const own = abstracts.get(lists.get(list)?.abstract ?? "")
    if (own?.link === undefined) return own
    const linked = this.listOf(own.link)
    return abstracts.get(lists.get(linked ?? "")?.abstract ?? "") ?? own
  }
}
