/**
 * What lies on a sheet besides its drawing: boxes to tick, whose state stands in parts of their own ([MS-XLSX] 2.6.47),
 * what is shown of embedded files, and the pictures at the heads and feet of its pages.
 */
import * as Relationships from "./Relationships.ts"
import { orSay } from "./Unreadable.ts"
import * as Xml from "./Xml.ts"
import type { Archive } from "./Zip.ts"

/** Controls of one sheet that are read. */
const MAX_CONTROLS = 1_000

const SIGNS: Readonly<Record<string, readonly [off: string, on: string]>> = {
  CheckBox: ["☐", "☑"],
  Radio: ["( )", "(x)"]
}

const readSign = async (archive: Archive, part: string): Promise<string | undefined> => {
  let sign: string | undefined
  await Xml.read(archive.read(part), {
    open: (name, attributes) => {
      if (name !== "formControlPr") return
      const [off, on] = SIGNS[attributes.get("objectType") ?? ""] ?? []
      sign = attributes.get("checked") === "Checked" ? on : off
    }
  }).catch(orSay(() => {}))
  return sign
}

/** What a sheet says of them, as it comes. */
export class SheetControls {
  private readonly parts = new Map<string, string>()
  /** Pictures of embedded files, by their relationships. */
  readonly pictures = new Set<string>()
  private margins = ""

  readonly add = (shape: string, id: string): void => {
    if (this.parts.size < MAX_CONTROLS) this.parts.set(shape, id)
  }

  readonly addPicture = (id: string): void => {
    if (this.pictures.size < MAX_CONTROLS) this.pictures.add(id)
  }

  /** The drawing of the pictures at the heads and feet of its pages, by its relationship. */
  readonly setMargins = (id: string): void => {
    this.margins = id
  }

  /** The pictures at the heads and feet of its pages, as far as they can be found. */
  readonly marginPictures = async (
    archive: Archive,
    related: ReadonlyMap<string, Relationships.Relationship>
  ): Promise<ReadonlyArray<string>> => {
    const drawing = related.get(this.margins)?.target
    if (drawing === undefined) return []
    const pictures: Array<string> = []
    const gather = (parts: ReadonlyMap<string, Relationships.Relationship>) => {
      for (const { target, type } of parts.values()) if (type === "image") pictures.push(target)
    }
    await Relationships.of(archive, drawing)
      .then(gather)
      .catch(orSay(() => {}))
    return pictures
  }

  /** The signs of the boxes, by the numbers of their shapes. */
  readonly read = async (
    archive: Archive,
    related: ReadonlyMap<string, Relationships.Relationship>
  ): Promise<ReadonlyMap<string, string>> => {
    const signs = new Map<string, string>()
    for (const [shape, id] of this.parts) {
      const part = related.get(id)
      if (part?.type !== "ctrlProp" || !archive.has(part.target)) continue
      const sign = await readSign(archive, part.target)
      if (sign !== undefined) signs.set(shape, sign)
    }
    return signs
  }
}
