/**
 * Workbooks: each sheet under its name, row by row; values as the sheet shows
 * them, but dates as ISO 8601; formulas where nothing has calculated a value.
 *
 * Own walk over the XML: readers that keep the sheet as a tree know no cut-off,
 * and leave out what this must show (docs/dependencies.md).
 */
import { writeChart, writeDiagram } from "./Charts.ts"
import type { Excerpt } from "./Excerpt.ts"
import { Gallery } from "./Gallery.ts"
import { Margins } from "./Margins.ts"
import * as MergedCells from "./MergedCells.ts"
import * as NumberFormats from "./NumberFormats.ts"
import { Outline } from "./Outline.ts"
import type { Picture } from "./Pictures.ts"
import * as Relationships from "./Relationships.ts"
import * as RichValues from "./RichValues.ts"
import { inScript, type Script, scriptNamed } from "./Scripts.ts"
import * as SheetComments from "./SheetComments.ts"
import { SheetControls } from "./SheetControls.ts"
import { drawing } from "./SheetDrawings.ts"
import { setIn } from "./Symbols.ts"
import { DAMAGED, orSay, Unreadable } from "./Unreadable.ts"
import { type SharedText, sheet } from "./XlsxSheet.ts"
import * as Xml from "./Xml.ts"
import type { Archive } from "./Zip.ts"

interface Sheet {
  readonly name: string
  readonly isHidden: boolean
  readonly id: string
}

interface Workbook {
  readonly sheets: ReadonlyArray<Sheet>
  /** Days count from 1904 and not from 1900. */
  readonly is1904: boolean
  /** Values of formulas are to be calculated when the workbook is opened: nought stands for none. */
  readonly isUncalculated: boolean
}

const readWorkbook = async (archive: Archive, main: string): Promise<Workbook> => {
  const sheets: Array<Sheet> = []
  let is1904 = false
  let isUncalculated = false
  await Xml.read(archive.read(main), {
    open: (name, attributes) => {
      const id = attributes.get("r:id")
      if (name === "sheet" && id !== undefined) {
        const isHidden = (attributes.get("state") ?? "visible") !== "visible"
        sheets.push({ name: attributes.get("name") ?? "", isHidden, id })
      } else if (name === "workbookPr") is1904 = Xml.isTrue(attributes.get("date1904"))
      else if (name === "calcPr") isUncalculated = Xml.isTrue(attributes.get("fullCalcOnLoad"))
    }
  })
  return { sheets, is1904, isUncalculated }
}

/** The texts that cells refer to by number; what a phonetic guide says of them is left out. */
const readStrings = async (archive: Archive, part: string | undefined): Promise<ReadonlyArray<SharedText>> => {
  const strings: Array<SharedText> = []
  if (part === undefined) return strings
  const skip = Xml.skipping(new Set(["rPh"]))
  let inText = false
  let hasFonts = false
  let font = ""
  let script: Script = "line"
  let current: Array<string> = []
  await Xml.read(archive.read(part), {
    open: (name, attributes) => {
      if (skip.open(name)) return
      if (name === "si") {
        current = []
        hasFonts = false
      } else if (name === "vertAlign") script = scriptNamed(attributes.get("val"))
      else if (name === "rFont") {
        font = attributes.get("val") ?? ""
        hasFonts = true
      } else if (name === "t") inText = true
    },
    close: (name) => {
      if (skip.close()) return
      if (name === "t") inText = false
      else if (name === "r") {
        script = "line"
        font = ""
      } else if (name === "si") strings.push({ text: current.join(""), hasFonts })
    },
    text: (text) => {
      if (inText && !skip.isActive()) current.push(inScript(setIn(font, text), script))
    }
  })
  return strings
}

/** A workbook that is being read. */
interface Reading {
  readonly archive: Archive
  readonly excerpt: Excerpt
  readonly outline: Outline
  readonly gallery: Gallery
  readonly margins: Margins
  /** Who writes comments, by ids. */
  readonly people: ReadonlyMap<string, string>
}

const readDrawing = async (
  { archive, excerpt, gallery, outline }: Reading,
  part: string,
  name: string,
  boxes: ReadonlyMap<string, string>
): Promise<void> => {
  const related = await Relationships.of(archive, part)
  const mark = (id: string, description: string) => {
    const picture = related.get(id)
    return picture === undefined ? "" : gallery.mark(picture.target, description)
  }
  const onLink = () => excerpt.leaveOut(`Pictures that the sheet ${name} only refers to are not included.`)
  await Xml.read(archive.read(part), drawing(outline, { mark, boxes, onLink }), excerpt.isEnough).catch(
    orSay(() => excerpt.leaveOut(`What is drawn on the sheet ${name} is damaged: it is not included, or not whole.`))
  )
  for (const { target, type } of related.values()) {
    const damaged = orSay(() =>
      excerpt.leaveOut(`A chart or diagram on the sheet ${name} is damaged: it is not included.`)
    )
    if (excerpt.isEnough()) return
    if (type === "chartEx" || (type === "chart" && !archive.has(target)))
      excerpt.leaveOut(`Charts on the sheet ${name} are not included.`)
    else if (type === "chart") await writeChart(archive, target, "Chart", outline, excerpt.leaveOut).catch(damaged)
    else if (type === "diagramData") await writeDiagram(archive, target, outline).catch(damaged)
  }
}

/** Relationships of a sheet to whole files that lie on it, as one of Word or PDF. */
const OBJECTS = new Set(["oleObject", "package"])

/** What lies on a sheet beside its cells. */
const readBeside = async (
  reading: Reading,
  part: string,
  name: string,
  controls = new SheetControls()
): Promise<void> => {
  const { archive, excerpt, gallery, margins, outline, people } = reading
  const related = await Relationships.of(archive, part)
  const beside = [...related.values()]
  if (beside.some(({ type }) => OBJECTS.has(type)))
    excerpt.leaveOut(`Embedded objects on the sheet ${name} are not included.`)
  const boxes = await controls.read(archive, related)
  if (beside.some(({ target, type }) => type === "comments" && !archive.has(target)))
    excerpt.leaveOut(`Comments on cells of the sheet ${name} are not included.`)
  await SheetComments.write(archive, beside, people, outline, excerpt, name)
  for (const { target, type } of beside) if (type === "drawing") await readDrawing(reading, target, name, boxes)
  for (const id of controls.pictures) {
    const picture = related.get(id)
    outline.paragraph()
    if (picture !== undefined) outline.text(gallery.mark(picture.target))
  }
  const marks = (await controls.marginPictures(archive, related)).map((part) => gallery.mark(part, "", true))
  const line = margins.onceOf("At the head or foot of the pages", marks.join(" "))
  if (line === undefined) return
  outline.paragraph()
  outline.text(line)
}

const readChartSheet = async (reading: Reading, part: string, name: string): Promise<void> => {
  const beside = [...(await Relationships.of(reading.archive, part)).values()]
  if (beside.some(({ type }) => type === "drawing")) await readBeside(reading, part, name)
  else reading.excerpt.leaveOut(`The chart of the sheet ${name} is not included.`)
}

/** Writes the text, and answers the pictures that it mentions, in their order. Throws `Unreadable`. */
export const read = async (bytes: Uint8Array, excerpt: Excerpt): Promise<ReadonlyArray<Picture>> => {
  const { archive, main, partOf, related } = await Relationships.open(bytes)
  const { is1904, isUncalculated, sheets } = await readWorkbook(archive, main)
  const strings = await readStrings(archive, partOf("sharedStrings"))
  const formats = await NumberFormats.read(archive, partOf("styles"), is1904)
  const outline = new Outline(excerpt)
  const people = await SheetComments.people(archive, partOf("person"))
  const margins = new Margins()
  const reading: Reading = { archive, excerpt, outline, gallery: new Gallery(archive, excerpt), margins, people }
  const values = await RichValues.read(archive, related, (part) => reading.gallery.mark(part))
  const readSheet = async (part: string, name: string) => {
    const merges = await MergedCells.read(archive, part)
    const controls = new SheetControls()
    const shared = { strings, formats, isUncalculated, merges, name, margins, values, controls }
    await Xml.read(archive.read(part), sheet(outline, shared), excerpt.isEnough)
    await readBeside(reading, part, name, controls)
  }
  let damaged = 0
  for (const { id, isHidden, name } of sheets) {
    if (excerpt.isEnough()) break
    outline.heading(1)
    outline.text(`Sheet: ${name}${isHidden ? " (hidden)" : ""}`)
    const part = related.get(id)
    if (part?.type === "chartsheet") await readChartSheet(reading, part.target, name)
    if (part !== undefined && part.type !== "worksheet") {
      if (part.type !== "chartsheet")
        excerpt.leaveOut(`The sheet ${name} is not included: it has macros, or a form for them, and no table.`)
      continue
    }
    await readSheet(part?.target ?? "", name).catch(
      orSay(() => {
        damaged++
        excerpt.leaveOut(`The sheet ${name} is damaged: what comes after the damage is not included.`)
      })
    )
  }
  if (damaged > 0 && damaged === sheets.length) throw new Unreadable(DAMAGED)
  return await reading.gallery.finish()
}
