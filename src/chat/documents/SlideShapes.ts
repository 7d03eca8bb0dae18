/** The shapes of a slide, in the order in which people read them. */

import { Excerpt } from "./Excerpt.ts"
import { withFormulas } from "./OfficeFormulas.ts"
import { Outline } from "./Outline.ts"
import { inScript, type Script } from "./Scripts.ts"
import { countedParagraphs, plainParagraph, scriptOf } from "./SlideParagraphs.ts"
import { setInRun } from "./Symbols.ts"
import * as Xml from "./Xml.ts"

/** A corner in the slide's own units, from the top left. */
interface Corner {
  readonly left: number
  readonly top: number
}

/** Where the placeholders of a layout lie, by their keys. */
export type Places = ReadonlyMap<string, Corner>

export const NO_PLACES: Places = new Map()

/** What a slide refers to, and where what cannot be written goes. */
export interface Context {
  readonly places: Places
  /** What stands in the text for the picture of a relationship; one of the background is behind all else. */
  readonly picture: (id: string, description: string, isBackground?: boolean) => string
  /** A chart, by its relationship. */
  readonly chart: (id: string) => void
  readonly leaveOut: (what: string) => void
}

/** Where nothing is referred to. */
export const NO_CONTEXT: Context = { places: NO_PLACES, picture: () => "", chart: () => {}, leaveOut: () => {} }

/** Pictures that stand for bullets. */
const SKIPPED = new Set(["buBlip"])
/** Placeholders that repeat on every slide. */
const FURNITURE = new Set(["sldNum", "dt", "ftr", "hdr"])
/** Those of them that may say something of their own. */
const FOOTERS = new Set(["ftr", "dt"])
/** Fields whose values are the slide's number or the day on which it is shown. */
const FILLED_IN = /^(slidenum|datetime)/
const isOff = (value: string | undefined): boolean => value === "0" || value === "false"
const TITLES = new Set(["title", "ctrTitle"])
/** Elements that are shapes; a group's shapes are read together. */
const SHAPES = new Set(["sp", "graphicFrame", "pic", "cxnSp", "grpSp"])
/** What of a slide is not included, by the elements that hold it. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  oleObj: "Embedded objects",
  videoFile: "Videos",
  audioFile: "Sounds"
}

interface Shape {
  placeholder: string
  /** By what its layout knows it. */
  key: string
  corner: Corner | undefined
  description: string
  isHidden: boolean
  hasText: boolean
  readonly shapes: Array<Shape>
  readonly writes: Array<(outline: Outline) => void>
}

const shape = (): Shape => ({
  placeholder: "",
  key: "",
  corner: undefined,
  description: "",
  isHidden: false,
  hasText: false,
  shapes: [],
  writes: []
})

/** English Metric Units within which tops count as one height: a quarter of an inch. */
const ONE_HEIGHT = 228_600

const TOP: Corner = { left: 0, top: 0 }

/** Titles first, then from the top to the bottom, and on one height from left to right. */
const inOrder = (shapes: ReadonlyArray<Shape>, places: Places): ReadonlyArray<Shape> => {
  const placed = shapes.map((one) => ({
    one,
    isTitle: TITLES.has(one.placeholder),
    corner: one.corner ?? places.get(one.key) ?? TOP
  }))
  const sorted = placed.toSorted((a, b) => Number(b.isTitle) - Number(a.isTitle) || a.corner.top - b.corner.top)
  const heights: Array<Array<(typeof sorted)[number]>> = []
  for (const next of sorted) {
    const height = heights.at(-1)
    const [first] = height ?? []
    const isSame =
      first !== undefined && first.isTitle === next.isTitle && next.corner.top - first.corner.top < ONE_HEIGHT
    if (isSame && height !== undefined) height.push(next)
    else heights.push([next])
  }
  return heights.flatMap((height) => height.toSorted((a, b) => a.corner.left - b.corner.left).map(({ one }) => one))
}

const write = (of: Shape, outline: Outline, places: Places): void => {
  if (FURNITURE.has(of.placeholder) || of.isHidden) return
  for (const one of of.writes) one(outline)
  for (const inner of inOrder(of.shapes, places)) write(inner, outline, places)
}

/** What the footers among these shapes say. */
const footersOf = (of: Shape): ReadonlyArray<string> => {
  if (!FOOTERS.has(of.placeholder)) return of.shapes.flatMap(footersOf)
  const aside = new Excerpt()
  const outline = new Outline(aside)
  for (const one of of.writes) one(outline)
  return [aside.finish().text]
}

/** The start of a paragraph that says nothing of itself. */
const plainBlock = (of: Shape) => (outline: Outline) => {
  if (TITLES.has(of.placeholder)) outline.heading(2)
  else outline.paragraph()
}

const keyOf = (attributes: Xml.Attributes): string => attributes.get("idx") ?? attributes.get("type") ?? "body"

/** The key of all placeholders of a kind: titles, and what holds text. */
const kindOf = (placeholder: string): string => {
  if (TITLES.has(placeholder)) return "all title"
  return /^(body|obj|subTitle)$/.test(placeholder) ? "all body" : `all ${placeholder}`
}

/** Reads a slide, its notes or its layout: `root` has the shapes once all is read. */
export const gather = (context: Context) => {
  const skip = Xml.alternatives(SKIPPED)
  const counted = countedParagraphs()
  const root = shape()
  const open: Array<Shape> = [root]
  let current = root
  let paragraph = plainParagraph()
  let script: Script = "line"
  /** The font of the run, and the one that it has for symbols. */
  let [font, symbols] = ["", ""]
  let inBackground = false
  let isHidden = false
  let hidesDesign = false
  let inText = false
  let isFilledIn = false

  const beginRun = () => {
    script = "line"
    font = ""
    symbols = ""
  }
  const say = (text: string) => {
    if (text.trim() !== "") {
      current.hasText = true
      skip.write()
    }
    const shown = inScript(text, script)
    current.writes.push((outline) => outline.text(shown))
  }
  const picture = (id: string) => {
    const { description } = current
    const isBackground = inBackground
    skip.write()
    current.writes.push((outline) => {
      outline.paragraph()
      outline.text(context.picture(id, description, isBackground))
    })
  }
  const beginShape = () => {
    current = shape()
    open.at(-1)?.shapes.push(current)
    open.push(current)
    counted.restart()
  }
  const endShape = () => {
    open.pop()
    current = open.at(-1) ?? root
  }
  const property = (name: string, attributes: Xml.Attributes): void => {
    if (name === "ph") {
      current.placeholder = attributes.get("type") ?? "body"
      current.key = keyOf(attributes)
    } else if (name === "cNvPr") {
      current.description = attributes.get("descr") ?? ""
      current.isHidden = Xml.isTrue(attributes.get("hidden"))
    } else if (name === "sldLayout") hidesDesign = isOff(attributes.get("showMasterSp"))
    else if (name === "off") {
      current.corner ??= { left: Number(attributes.get("x")) || 0, top: Number(attributes.get("y")) || 0 }
    } else if (name === "sld") {
      isHidden = isOff(attributes.get("show"))
      hidesDesign = isOff(attributes.get("showMasterSp"))
    } else if (name === "rPr") script = scriptOf(attributes.get("baseline"))
    else if (name === "pPr") {
      if (!paragraph.isBegun) paragraph.level = Number(attributes.get("lvl") ?? "0") || 0
    } else if (name === "buChar") paragraph.bullet = attributes.get("char") ?? ""
    else if (name === "buFont") paragraph.font = attributes.get("typeface") ?? ""
    else if (name === "bg") inBackground = true
    else if (name === "chart") context.chart(attributes.get("r:id") ?? "")
    else if (name === "latin") font = attributes.get("typeface") ?? ""
    else if (name === "sym") symbols = attributes.get("typeface") ?? ""
    else if (name === "buAutoNum") {
      paragraph.numbering = attributes.get("type") ?? ""
      paragraph.start = Number(attributes.get("startAt") ?? "1") || 1
    } else if (name === "blip") {
      const id = attributes.get("embed")
      if (id !== undefined) picture(id)
      else if (attributes.has("link")) context.leaveOut("Pictures that are only referred to")
    } else {
      const what = LEFT_OUT[name]
      if (what !== undefined) context.leaveOut(what)
    }
  }
  const element = (name: string, attributes: Xml.Attributes): void => {
    if (SHAPES.has(name)) beginShape()
    else if (name === "p") {
      paragraph = plainParagraph()
      beginRun()
      current.writes.push(plainBlock(current))
    } else if (name === "r") beginRun()
    else if (name === "t") inText = true
    else if (name === "fld") {
      beginRun()
      isFilledIn = FILLED_IN.test(attributes.get("type") ?? "")
    } else if (name === "br") say("\n")
    else if (name === "tr") current.writes.push((outline) => outline.beginRow())
    else if (name === "tc") current.writes.push((outline) => outline.cell())
    else property(name, attributes)
  }
  const endProperties = () => {
    // Some writers say them again before each run.
    if (paragraph.isBegun) return
    paragraph.isBegun = true
    const isTitle = TITLES.has(current.placeholder)
    const begin = counted.begin(paragraph)
    current.writes.push((outline) => begin(outline, isTitle))
  }
  const plain: Required<Xml.Handler> = {
    open: (name, attributes) => {
      if (!skip.open(name)) element(name, attributes)
    },
    close: (name) => {
      if (skip.close(name)) return
      if (SHAPES.has(name)) endShape()
      else if (name === "pPr") endProperties()
      else if (name === "r") beginRun()
      else if (name === "bg") inBackground = false
      else if (name === "t") inText = false
      else if (name === "fld") isFilledIn = false
      else if (name === "tr") current.writes.push((outline) => outline.endRow())
    },
    text: (text) => {
      if (inText && !skip.isActive() && !(isFilledIn && FURNITURE.has(current.placeholder)))
        say(setInRun(font, symbols, text))
    }
  }
  const handler: Xml.Handler = withFormulas(plain, say, skip.isActive)
  return {
    handler,
    isHidden: () => isHidden,
    /** Whether what its layout, or for a layout its master, draws is not shown. */
    hidesDesign: () => hidesDesign,
    /** Writes what a layout or a master draws itself, on each of its slides. */
    writeDesign: (outline: Outline): void => {
      for (const one of root.shapes.filter(({ placeholder }) => placeholder === "")) write(one, outline, NO_PLACES)
    },
    write: (outline: Outline): void => write(root, outline, context.places),
    /** What stands at the foot of the slide, besides its number and the day. */
    footers: (): ReadonlyArray<string> => footersOf(root),
    /** Writes the speaker's text, after `announce` where there is any; some writers mark no shape as its place. */
    writeNotes: (outline: Outline, announce: () => void): void => {
      const shapes = root.shapes.filter(({ placeholder }) => placeholder === "body" || placeholder === "")
      if (shapes.some(({ hasText }) => hasText)) announce()
      for (const one of shapes) write(one, outline, context.places)
    },
    /** Where the placeholders lie; those that say nothing, where the master's of their kind do. */
    places: (master: Places): Places =>
      new Map(
        root.shapes.flatMap(({ corner, key, placeholder }) => {
          const place = corner ?? master.get(kindOf(placeholder))
          return place === undefined || key === "" ? [] : [[key, place] as const, [kindOf(placeholder), place] as const]
        })
      )
  }
}
