/** The footnotes and endnotes of a Word document, by the marks that it prints (ECMA-376 part 1, 17.11). */
import { ordinal } from "./ListOrdinals.ts"
import { orSay } from "./Unreadable.ts"
import * as Xml from "./Xml.ts"
import type { Archive } from "./Zip.ts"

type Kind = "footnote" | "endnote"

interface Counting {
  notation: string
  start: number
}

/** How each kind is counted, where the document's settings say nothing else. */
const usual = (): Readonly<Record<Kind, Counting>> => ({
  footnote: { notation: "decimal", start: 1 },
  endnote: { notation: "lowerRoman", start: 1 }
})

const KINDS: Readonly<Record<string, Kind>> = {
  footnoteReference: "footnote",
  endnoteReference: "endnote",
  footnotePr: "footnote",
  endnotePr: "endnote"
}

/** How notes are counted, by the document's settings, as far as these can be read. */
export const countingOf = async (archive: Archive, part: string | undefined) => {
  const countings = usual()
  let kind: Kind | undefined
  if (part === undefined) return countings
  await Xml.read(archive.read(part), {
    open: (name, attributes) => {
      const value = attributes.get("val")
      if (kind !== undefined && name === "numFmt" && value !== undefined) countings[kind].notation = value
      else if (kind !== undefined && name === "numStart") countings[kind].start = Number(value) || 1
      else kind ??= KINDS[name]
    },
    close: (name) => {
      if (name === "footnotePr" || name === "endnotePr") kind = undefined
    }
  }).catch(orSay(() => {}))
  return countings
}

/** The marks of notes, in the order in which the text refers to them. */
export class NoteMarks {
  private readonly marks = new Map<string, string>()
  private readonly counts: Record<Kind, number> = { footnote: 0, endnote: 0 }

  constructor(private readonly countings: Readonly<Record<Kind, Counting>> = usual()) {}

  /** What stands in the text for a reference to a note; undefined for any other element. A mark of its own follows. */
  readonly markOf = (name: string, attributes: Xml.Attributes): string | undefined => {
    const kind = name.endsWith("Reference") ? KINDS[name] : undefined
    if (kind === undefined) return undefined
    const key = `${kind} ${attributes.get("r:id")}`
    const mark = this.marks.get(key) ?? (Xml.isTrue(attributes.get("customMarkFollows")) ? "" : this.next(kind))
    this.marks.set(key, mark)
    return mark
  }

  /** The mark of a note itself; undefined where nothing that is printed refers to it. */
  readonly of = (kind: Kind, id: string): string | undefined => this.marks.get(`${kind} ${id}`)

  private next(kind: Kind): string {
    const { notation, start } = this.countings[kind]
    const number = ordinal(start + this.counts[kind]++, notation)
    const isSame = this.countings.footnote.notation === this.countings.endnote.notation
    return `[^${isSame && kind === "endnote" ? "e" : ""}${number}]`
  }
}

/** The handler for a part with notes: paragraphs, each note begun with its mark; Word keeps separators among them. */
export const notes = (inner: Required<Xml.Handler>, marks: NoteMarks, write: (text: string) => void): Xml.Handler => {
  let isPassedOver = false
  let mark = ""
  return {
    open: (name, attributes) => {
      if (name === "footnote" || name === "endnote") {
        const own = marks.of(name, attributes.get("r:id") ?? "")
        isPassedOver = own === undefined || (attributes.get("type") ?? "normal") !== "normal"
        mark = own ?? ""
      }
      if (isPassedOver) return
      if ((name === "footnoteRef" || name === "endnoteRef") && mark !== "") write(`${mark}: `)
      inner.open(name, attributes)
    },
    close: (name) => {
      if (!isPassedOver) inner.close(name)
      if (name === "footnote" || name === "endnote") isPassedOver = false
    },
    text: (text) => {
      if (!isPassedOver) inner.text(text)
    }
  }
}
