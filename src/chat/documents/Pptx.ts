/**
 * Presentations: each slide in its order, its title as a heading, what is on it
 * as people read it, tables as rows, pictures, diagrams, comments and speaker's notes.
 */
import { writeChart, writeDiagram } from "./Charts.ts"
import { Excerpt } from "./Excerpt.ts"
import { Gallery } from "./Gallery.ts"
import { Margins } from "./Margins.ts"
import { Outline } from "./Outline.ts"
import type { Picture } from "./Pictures.ts"
import * as Relationships from "./Relationships.ts"
import * as SlideComments from "./SlideComments.ts"
import { type Context, gather, NO_CONTEXT, NO_PLACES, type Places } from "./SlideShapes.ts"
import { DAMAGED, orSay, Unreadable } from "./Unreadable.ts"
import * as Xml from "./Xml.ts"
import type { Archive } from "./Zip.ts"

type Related = ReadonlyMap<string, Relationships.Relationship>

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

/** A layout, or a master: where its placeholders lie, and what it draws on each slide. */
interface Design {
  readonly places: Places
  /** The text of it, where that was not answered before. */
  readonly text: () => string
}

const NO_DESIGN: Design = { places: NO_PLACES, text: () => "" }

/** The designs of slides, each read once. Of a damaged one there is what comes before the damage. */
const designs = (archive: Archive, gallery: Gallery) => {
  const known = new Map<string, Design>()
  const readPart = async (part: string, isMaster: boolean): Promise<Design> => {
    const related = await Relationships.of(archive, part)
    const shapes = gather({
      ...NO_CONTEXT,
      picture: (id, description, isBackground) => {
        const picture = related.get(id)?.target
        return picture === undefined || isBackground === true ? "" : gallery.mark(picture, description, true)
      }
    })
    await Xml.read(archive.read(part), shapes.handler).catch(orSay(() => {}))
    // A master has none above it, whatever it refers to.
    const master = isMaster ? NO_DESIGN : await designOf(masterIn(related, archive), true)
    const above = shapes.hidesDesign() ? NO_DESIGN : master
    let isWritten = false
    const text = (): string => {
      if (isWritten) return ""
      isWritten = true
      const aside = new Excerpt()
      shapes.writeDesign(new Outline(aside))
      return `${above.text()}\n${aside.finish().text}`.trim()
    }
    return { places: shapes.places(master.places), text }
  }
  const designOf = async (part: string | undefined, isMaster = false): Promise<Design> => {
    if (part === undefined) return NO_DESIGN
    const design = known.get(part) ?? (await readPart(part, isMaster))
    known.set(part, design)
    return design
  }
  return designOf
}

const masterIn = (related: Related, archive: Archive): string | undefined =>
  [...related.values()].find(({ target, type }) => type === "slideMaster" && archive.has(target))?.target

/** A presentation that is being read. */
interface Reading {
  readonly archive: Archive
  readonly excerpt: Excerpt
  readonly outline: Outline
  readonly gallery: Gallery
  readonly margins: Margins
  /** Who writes comments, by ids. */
  readonly authors: ReadonlyMap<string, string>
  readonly designOf: (layout: string | undefined) => Promise<Design>
}

/** What the slide's design draws, once for all slides that have it. */
const writeDesign = ({ margins, outline }: Reading, design: Design): void => {
  const line = margins.onceOf("On the slides' layout", design.text())
  if (line === undefined) return
  outline.paragraph()
  outline.text(line)
}

const readSlide = async (reading: Reading, part: string, number: number): Promise<void> => {
  const { archive, designOf, excerpt, gallery, margins, outline } = reading
  const related = await Relationships.of(archive, part)
  const parts = [...related.values()].filter(({ target }) => archive.has(target))
  const partOf = (type: string) => parts.find((one) => one.type === type)?.target
  const design = await designOf(partOf("slideLayout"))
  const leaveOut = (what: string) => excerpt.leaveOut(`${what} on slides are not included.`)
  const context: Context = {
    places: design.places,
    picture: (id, description, isBackground) => {
      const picture = related.get(id)?.target
      return picture === undefined ? "" : gallery.mark(picture, description, isBackground)
    },
    chart: (id) => {
      if (related.get(id)?.type !== "chart") leaveOut("Charts")
    },
    leaveOut
  }
  const slide = gather(context)
  await Xml.read(archive.read(part), slide.handler)
  outline.heading(1)
  outline.text(`Slide ${number}${slide.isHidden() ? " (hidden)" : ""}`)
  slide.write(outline)
  if (!slide.hidesDesign()) writeDesign(reading, design)
  for (const text of slide.footers()) {
    const line = margins.lineOf("footer", text, /[\p{L}\p{N}]/u.test(text))
    if (line === undefined) continue
    outline.paragraph()
    outline.text(line)
  }
  await SlideComments.write(archive, parts, reading.authors, outline, excerpt, number)
  const damaged = orSay(() =>
    excerpt.leaveOut(`A chart or diagram on slide ${number} is damaged: it is not included, or not whole.`)
  )
  for (const { target } of parts.filter(({ type }) => type === "diagramData")) {
    await writeDiagram(archive, target, outline).catch(damaged)
  }
  for (const { target } of parts.filter(({ type }) => type === "chart")) {
    await writeChart(archive, target, "Chart", outline, excerpt.leaveOut).catch(damaged)
  }
  const notes = partOf("notesSlide")
  if (notes === undefined) return
  const spoken = gather(NO_CONTEXT)
  await Xml.read(archive.read(notes), spoken.handler).catch(
    orSay(() => excerpt.leaveOut(`The notes of slide ${number} are damaged: they are not included, or not whole.`))
  )
  spoken.writeNotes(outline, () => {
    outline.heading(2)
    outline.text(`Notes of slide ${number}`)
  })
}

/** Writes the text, and answers the pictures that it mentions, in their order. Throws `Unreadable`. */
export const read = async (bytes: Uint8Array, excerpt: Excerpt): Promise<ReadonlyArray<Picture>> => {
  const { archive, main, partOf, related } = await Relationships.open(bytes)
  const gallery = new Gallery(archive, excerpt)
  const reading = {
    archive,
    excerpt,
    outline: new Outline(excerpt),
    gallery,
    margins: new Margins(),
    authors: await SlideComments.authors(archive, partOf("commentAuthors") ?? partOf("authors")),
    designOf: designs(archive, gallery)
  }
  const order = await readOrder(archive, main)
  let damaged = 0
  for (const [index, id] of order.entries()) {
    if (excerpt.isEnough()) break
    await readSlide(reading, related.get(id)?.target ?? "", index + 1).catch(
      orSay(() => {
        damaged++
        excerpt.leaveOut(`Slide ${index + 1} is damaged: it is not included, or not whole.`)
      })
    )
  }
  if (damaged > 0 && damaged === order.length) throw new Unreadable(DAMAGED)
  return await gallery.finish()
}
