/** Presentations: each slide in its order, its title as a heading, its tables as rows, its diagrams and speaker's notes. */
import type { Excerpt } from "./Excerpt.ts"
import { Outline } from "./Outline.ts"
import * as Relationships from "./Relationships.ts"
import { DAMAGED, Unreadable } from "./Unreadable.ts"
import * as Xml from "./Xml.ts"
import type { Archive } from "./Zip.ts"

/** The second drawing of what is drawn twice. */
const SKIPPED = new Set(["Fallback"])

/** Placeholders that repeat on every slide. */
const FURNITURE = new Set(["sldNum", "dt", "ftr", "hdr"])
const TITLES = new Set(["title", "ctrTitle"])

/** The handler for a slide. In notes, which `title` announces, only what the speaker wrote counts. */
const slide = (outline: Outline, title?: string): Xml.Handler => {
  const skip = Xml.skipping(SKIPPED)
  let placeholder = ""
  let level = 0
  let inText = false
  let toAnnounce = title

  const isSilent = () => FURNITURE.has(placeholder) || (title !== undefined && placeholder !== "body")
  const beginBlock = () => {
    if (TITLES.has(placeholder)) outline.heading(2)
    else if (level > 0) outline.item(level - 1)
    else outline.paragraph()
  }
  return {
    open: (name, attributes) => {
      if (skip.open(name)) return
      if (name === "sp" || name === "graphicFrame") placeholder = ""
      else if (name === "ph") placeholder = attributes.get("type") ?? "body"
      else if (name === "p") {
        level = 0
        beginBlock()
      } else if (name === "pPr") {
        level = Number(attributes.get("lvl") ?? "0") || 0
        beginBlock()
      } else if (name === "t") inText = true
      else if (name === "br") outline.text("\n")
      else if (name === "tr") outline.beginRow()
      else if (name === "tc") outline.cell()
    },
    close: (name) => {
      if (skip.close()) return
      if (name === "t") inText = false
      else if (name === "tr") outline.endRow()
    },
    text: (text) => {
      if (!inText || skip.isActive() || isSilent()) return
      if (toAnnounce !== undefined && text.trim() !== "") {
        outline.heading(2)
        outline.text(toAnnounce)
        toAnnounce = undefined
        beginBlock()
      }
      outline.text(text)
    }
  }
}

/** The slides' relationship ids, in the order of the show. */
const readOrder = async (archive: Archive, main: string): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  await Xml.read(archive.read(main), {
    open: (name, attributes) => {
      const id = attributes.get("r:id")
      if (name === "sldId" && id !== undefined) ids.push(id)
    }
  })
  return ids
}

/** Throws `Unreadable`. */
export const read = async (bytes: Uint8Array, excerpt: Excerpt): Promise<void> => {
  const { archive, main, related } = await Relationships.open(bytes)
  const outline = new Outline(excerpt)
  for (const [index, id] of (await readOrder(archive, main)).entries()) {
    if (excerpt.isEnough()) return
    const part = related.get(id)?.target
    if (part === undefined) throw new Unreadable(DAMAGED)
    outline.heading(1)
    outline.text(`Slide ${index + 1}`)
    await Xml.read(archive.read(part), slide(outline), excerpt.isEnough)
    const parts = [...(await Relationships.of(archive, part)).values()].filter(({ target }) => archive.has(target))
    for (const { target } of parts.filter(({ type }) => type === "diagramData")) {
      await Xml.read(archive.read(target), slide(outline), excerpt.isEnough)
    }
    const notes = parts.find(({ type }) => type === "notesSlide")
    if (notes === undefined) continue
    await Xml.read(archive.read(notes.target), slide(outline, `Notes of slide ${index + 1}`), excerpt.isEnough)
  }
}
