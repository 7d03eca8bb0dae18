/**
 * Word documents: paragraphs with their automatic numbers, headings by their
 * styles' outline levels, lists, tables, text boxes, pictures, notes, in the
 * order of the file; headers and footers once.
 *
 * Own walk over the XML and not mammoth's (or officeparser's): they hold the
 * inflated document as a tree several times over, know no cut-off, and lose the
 * numbers (docs/dependencies.md).
 */
import { writeChart, writeDiagram } from "./Charts.ts"
import { Excerpt } from "./Excerpt.ts"
import { Gallery } from "./Gallery.ts"
import { type Margin, Margins } from "./Margins.ts"
import * as Numbering from "./Numbering.ts"
import { Outline } from "./Outline.ts"
import type { Picture } from "./Pictures.ts"
import * as Relationships from "./Relationships.ts"
import { orSay } from "./Unreadable.ts"
import { body, type Context } from "./WordBody.ts"
import * as WordChunks from "./WordChunks.ts"
import * as WordComments from "./WordComments.ts"
import { countingOf, NoteMarks, notes } from "./WordNotes.ts"
import * as WordSections from "./WordSections.ts"
import * as WordStyles from "./WordStyles.ts"
import * as Xml from "./Xml.ts"
import type { Archive } from "./Zip.ts"

/** Charts, and diagrams, of one document that are written. */
const MAX_FIGURES = 50

type RelationshipsById = ReadonlyMap<string, Relationships.Relationship>

/** A document that is being read. */
interface Reading {
  readonly archive: Archive
  readonly related: RelationshipsById
  readonly excerpt: Excerpt
  readonly outline: Outline
  readonly margins: Margins
  /** Heads and feet that no page has. */
  readonly unprinted: ReadonlySet<string>
  readonly contextOf: (related: RelationshipsById, isMargin?: boolean) => Context
}

/** The parts of these types that the main part refers to. */
const partsOf = ({ archive, related }: Reading, ...types: ReadonlyArray<string>): ReadonlySet<string> => {
  const parts = [...related.values()].filter(({ target, type }) => types.includes(type) && archive.has(target))
  return new Set(parts.map(({ target }) => target))
}

/** What the pages' heads or feet say, each different one once, on a line; numbers of pages alone say nothing. */
const readMargins = async (reading: Reading, type: Margin): Promise<void> => {
  const { archive, contextOf, excerpt, margins, outline, unprinted } = reading
  for (const part of partsOf(reading, type)) {
    if (unprinted.has(part)) continue
    const margin = new Excerpt()
    let hasWords = false
    const onWords = () => {
      hasWords = true
    }
    const context = { ...contextOf(await Relationships.of(archive, part), true), onWords }
    await Xml.read(archive.read(part), body(new Outline(margin), context), margin.isEnough).catch(
      orSay(() => excerpt.leaveOut(`A page ${type} is damaged: it is not included.`))
    )
    const line = margins.lineOf(type, margin.finish().text, hasWords)
    if (line === undefined) continue
    outline.paragraph()
    outline.text(line)
  }
}

const readNotes = async (reading: Reading): Promise<void> => {
  const { archive, contextOf, excerpt, outline } = reading
  for (const part of partsOf(reading, "footnotes", "endnotes")) {
    const context = contextOf(await Relationships.of(archive, part))
    const handler = notes(body(outline, context), context.notes, outline.text)
    await Xml.read(archive.read(part), handler, excerpt.isEnough).catch(
      orSay(() => excerpt.leaveOut("Notes are damaged: some are not included."))
    )
  }
}

/** Charts and diagrams as the text comes to them: the marks of their parts. */
class Figures {
  private readonly marks = new Map<string, { readonly name: string; readonly isChart: boolean }>()

  constructor(private readonly leaveOut: (sentence: string) => void) {}

  /** Undefined for what is neither; empty for one too many. */
  readonly mark = ({ target, type }: Relationships.Relationship): string | undefined => {
    if (type !== "chart" && type !== "diagramData") return undefined
    const isChart = type === "chart"
    const known = this.marks.get(target)
    const before = [...this.marks.values()].filter((one) => one.isChart === isChart).length
    if (known === undefined && before >= MAX_FIGURES) {
      const what = isChart ? "charts" : "diagrams"
      this.leaveOut(`Of more than ${MAX_FIGURES} ${what} only the first ${MAX_FIGURES} are included.`)
      return ""
    }
    const name = known?.name ?? `${isChart ? "Chart" : "Diagram"} ${before + 1}`
    this.marks.set(target, { name, isChart })
    return `[${name}]`
  }

  readonly write = async (archive: Archive, outline: Outline, excerpt: Excerpt): Promise<void> => {
    for (const [part, { isChart, name }] of this.marks) {
      if (excerpt.isEnough()) return
      const damaged = orSay(() => excerpt.leaveOut(`${name} is damaged: it is not included.`))
      outline.paragraph()
      if (isChart) await writeChart(archive, part, name, outline, excerpt.leaveOut).catch(damaged)
      else {
        outline.text(`[${name}]`)
        await writeDiagram(archive, part, outline).catch(damaged)
      }
    }
  }
}

/** Writes a document that lies in another, without its pictures, and without what lies in it. */
const readPart = async (bytes: Uint8Array, excerpt: Excerpt): Promise<void> => {
  const pictures = await readWhole(bytes, excerpt, true)
  if (pictures.length > 0) excerpt.leaveOut("Pictures of inserted documents are not included.")
}

const readWhole = async (bytes: Uint8Array, excerpt: Excerpt, isChunk: boolean): Promise<ReadonlyArray<Picture>> => {
  const { archive, main, partOf, related } = await Relationships.open(bytes)
  const styles = await WordStyles.read(archive, partOf("styles"))
  const numbers = new Numbering.Numbers(await Numbering.read(archive, partOf("numbering")), styles.listOf)
  const gallery = new Gallery(archive, excerpt)
  const figures = new Figures(excerpt.leaveOut)
  const marks = new NoteMarks(await countingOf(archive, partOf("settings")))
  const chunks = isChunk ? undefined : await WordChunks.read(archive, related, readPart, excerpt.leaveOut)
  const commented = [...related.values()].filter(({ target, type }) => type === "comments" && archive.has(target))
  const comments = new WordComments.Comments(
    await WordComments.read(archive, new Set(commented.map(({ target }) => target))),
    (what) => excerpt.leaveOut(`${what} are not included.`)
  )
  const contextOf = (of: RelationshipsById, isMargin = false): Context => ({
    styles,
    numbers,
    notes: marks,
    comments,
    chunk: (id) => chunks?.get(of.get(id)?.target ?? ""),
    picture: (id, description) => {
      const part = of.get(id)?.target
      if (part === undefined) excerpt.leaveOut("Pictures that the document only refers to are not included.")
      return part === undefined ? "" : gallery.mark(part, description, isMargin)
    },
    figure: (id) => {
      const part = of.get(id)
      return part !== undefined && archive.has(part.target) ? figures.mark(part) : undefined
    },
    leaveOut: (what) => excerpt.leaveOut(`${what} are not included.`)
  })
  const outline = new Outline(excerpt)
  const unprinted = await WordSections.unprinted(archive, main, related, partOf("settings"))
  const reading = { archive, related, excerpt, outline, margins: new Margins(), unprinted, contextOf }
  await readMargins(reading, "header")
  outline.paragraph()
  await Xml.read(archive.read(main), body(outline, contextOf(related)), excerpt.isEnough)
  await figures.write(archive, outline, excerpt)
  await readNotes(reading)
  await readMargins(reading, "footer")
  return await gallery.finish()
}

/** Writes the text, and answers the pictures that it mentions, in their order. Throws `Unreadable`. */
export const read = (bytes: Uint8Array, excerpt: Excerpt): Promise<ReadonlyArray<Picture>> =>
  readWhole(bytes, excerpt, false)
