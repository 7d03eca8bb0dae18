/**
 * Presentations: each slide in its order, its title as a heading, what is on it
 * as people read it, tables as rows, pictures, diagrams and speaker's notes.
 */
import { writeChart, writeDiagram } from "./Charts.ts"
import type { Excerpt } from "./Excerpt.ts"
import { Gallery } from "./Gallery.ts"
import { Margins } from "./Margins.ts"
import { Outline } from "./Outline.ts"
import type { Picture } from "./Pictures.ts"
import * as Relationships from "./Relationships.ts"
import { type Context, gather, NO_PLACES, type Places } from "./SlideShapes.ts"
import { DAMAGED, orSay, Unreadable } from "./Unreadable.ts"
import * as Xml from "./Xml.ts"
import type { Archive } from "./Zip.ts"

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

const silent: Context = { places: NO_PLACES, picture: () => "", leaveOut: () => {} }

/** Where the placeholders of layouts lie, each layout read once. A damaged one has none. */
const layouts = (archive: Archive) => {
  const known = new Map<string, Places>()
  return async (part: string | undefined): Promise<Places> => {
    if (part === undefined) return NO_PLACES
    const before = known.get(part)
    if (before !== undefined) return before
    const shapes = gather(silent)
    await Xml.read(archive.read(part), shapes.handler).catch(orSay(() => {}))
    known.set(part, shapes.places())
    return shapes.places()
  }
}

/** A presentation that is being read. */
interface Reading {
  readonly archive: Archive
  readonly excerpt: Excerpt
  readonly outline: Outline
  readonly gallery: Gallery
  readonly margins: Margins
  readonly placesOf: (layout: string | undefined) => Promise<Places>
}

const readSlide = async (reading: Reading, part: string, number: number): Promise<void> => {
  const { archive, excerpt, gallery, margins, outline, placesOf } = reading
  const related = await Relationships.of(archive, part)
  const parts = [...related.values()].filter(({ target }) => archive.has(target))
  const partOf = (type: string) => parts.find((one) => one.type === type)?.target
  const context: Context = {
    places: await placesOf(partOf("slideLayout")),
    picture: (id, description) => {
      const picture = related.get(id)?.target
      return picture === undefined ? "" : gallery.mark(picture, description)
    },
    leaveOut: (what) => {
      if (what !== "Charts" || partOf("chart") === undefined) excerpt.leaveOut(`${what} on slides are not included.`)
    }
  }
  const slide = gather(context)
  await Xml.read(archive.read(part), slide.handler)
  outline.heading(1)
  outline.text(`Slide ${number}${slide.isHidden() ? " (hidden)" : ""}`)
  slide.write(outline)
  for (const text of slide.footers()) {
    const line = margins.lineOf("footer", text, /[\p{L}\p{N}]/u.test(text))
    if (line === undefined) continue
    outline.paragraph()
    outline.text(line)
  }
  if (partOf("comments") !== undefined) context.leaveOut("Comments")
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
  const spoken = gather(silent)
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
  const { archive, main, related } = await Relationships.open(bytes)
  const gallery = new Gallery(archive, excerpt)
  const reading = {
    archive,
    excerpt,
    outline: new Outline(excerpt),
    gallery,
    margins: new Margins(),
    placesOf: layouts(archive)
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
