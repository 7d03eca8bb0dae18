/**
 * Values of cells that are more than a number or a text ([MS-XLSX] 2.3.15): pictures, and what stands for a country or a
 * share. The cell itself has an error for older programs, and its metadata leads to the value. WPS names its pictures in a
 * formula.
 */
import * as Relationships from "./Relationships.ts"
import { orSay } from "./Unreadable.ts"
import * as Xml from "./Xml.ts"
import type { Archive } from "./Zip.ts"

/** Values of one kind that are kept. */
const MAX_VALUES = 20_000
const RICH = "XLRICHVALUE"
/** The key of a value that is a picture's number. */
const PICTURE = "_rvRel:LocalImageIdentifier"

/** The key of what is shown of any other. */
const DISPLAYED = "_DisplayString"

interface RichValue {
  readonly structure: number
  readonly values: Array<string>
  /** What older programs show. */
  fallback: string
}

/** Which of a value's parts are what is shown of it; -1 where none is. */
interface Structure {
  picture: number
  displayed: number
}

/** Reads a part, as far as it is whole. */
const readPart = async (archive: Archive, part: string | undefined, handler: Xml.Handler): Promise<void> => {
  if (part !== undefined && archive.has(part)) await Xml.read(archive.read(part), handler).catch(orSay(() => {}))
}

/** What a part refers to, as far as that is whole. */
const relatedOf = async (archive: Archive, part: string): Promise<ReadonlyMap<string, Relationships.Relationship>> => {
  try {
    return await Relationships.of(archive, part)
  } catch (cause) {
    orSay(() => {})(cause)
    return new Map()
  }
}

const push = <A>(list: Array<A>, value: A): void => {
  if (list.length < MAX_VALUES) list.push(value)
}

/** For each number that cells have for what is said of their values, from 1, the number of a rich value. */
const readMetadata = async (archive: Archive, part: string | undefined): Promise<ReadonlyArray<number>> => {
  const types: Array<string> = []
  const rich: Array<number> = []
  const values: Array<number> = []
  let within = ""
  let future = ""
  await readPart(archive, part, {
    open: (name, attributes) => {
      if (name === "metadataType") push(types, attributes.get("name") ?? "")
      else if (name === "futureMetadata") future = attributes.get("name") ?? ""
      else if (name === "valueMetadata") within = name
      else if (name === "rvb" && future === RICH) push(rich, Number(attributes.get("i") ?? "-1"))
      else if (name === "rc" && within !== "") {
        const isRich = types[Number(attributes.get("t") ?? "0") - 1] === RICH
        push(values, isRich ? (rich[Number(attributes.get("v") ?? "-1")] ?? -1) : -1)
      }
    },
    close: (name) => {
      if (name === "futureMetadata") future = ""
      else if (name === within) within = ""
    }
  })
  return values
}

const readValues = async (archive: Archive, part: string | undefined): Promise<ReadonlyArray<RichValue>> => {
  const values: Array<RichValue> = []
  let text: string | undefined
  await readPart(archive, part, {
    open: (name, attributes) => {
      if (name === "rv") push(values, { structure: Number(attributes.get("s") ?? "-1"), values: [], fallback: "" })
      else if (name === "v" || name === "fb") text = ""
    },
    text: (more) => {
      if (text !== undefined) text += more
    },
    close: (name) => {
      const last = values.at(-1)
      if (name === "v" && last !== undefined && text !== undefined) push(last.values, text)
      if (name === "fb" && last !== undefined) last.fallback = text ?? ""
      if (name === "v" || name === "fb") text = undefined
    }
  })
  return values
}

const readStructures = async (archive: Archive, part: string | undefined): Promise<ReadonlyArray<Structure>> => {
  const structures: Array<Structure> = []
  let key = 0
  await readPart(archive, part, {
    open: (name, attributes) => {
      const last = structures.at(-1)
      if (name === "s") {
        key = 0
        push(structures, { picture: -1, displayed: -1 })
      } else if (name === "k" && last !== undefined) {
        if (attributes.get("n") === PICTURE) last.picture = key
        if (attributes.get("n") === DISPLAYED) last.displayed = key
        key++
      }
    }
  })
  return structures
}

/** The parts of pictures, by the numbers that values have for them. */
const readPictures = async (archive: Archive, part: string | undefined): Promise<ReadonlyArray<string | undefined>> => {
  const pictures: Array<string | undefined> = []
  if (part === undefined) return pictures
  const related = await relatedOf(archive, part)
  await readPart(archive, part, {
    open: (name, attributes) => {
      if (name === "rel") push(pictures, related.get(attributes.get("r:id") ?? "")?.target)
    }
  })
  return pictures
}

/** The parts of the pictures of WPS, by their names. */
const readNamed = async (archive: Archive, part: string | undefined): Promise<ReadonlyMap<string, string>> => {
  const named = new Map<string, string>()
  if (part === undefined) return named
  const related = await relatedOf(archive, part)
  let name = ""
  await readPart(archive, part, {
    open: (element, attributes) => {
      if (element === "cNvPr") name = attributes.get("name") ?? ""
      const picture = element === "blip" ? related.get(attributes.get("embed") ?? "") : undefined
      if (picture !== undefined && named.size < MAX_VALUES) named.set(name, picture.target)
    }
  })
  return named
}

/** What stands in the text for the picture of a part. */
type Mark = (part: string) => string

export interface RichValues {
  /** What stands in the text for a cell by its metadata, from 1, and its plain value; undefined for any other cell. */
  readonly textOf: (metadata: number, value: string) => string | undefined
}

/** A value that WPS has for a picture. */
const NAMED = /^=?(?:_xlfn\.)?DISPIMG\("([^"]{1,200})"/

/** `related` are the parts that the workbook refers to. */
export const read = async (
  archive: Archive,
  related: ReadonlyMap<string, Relationships.Relationship>,
  mark: Mark
): Promise<RichValues> => {
  const partOf = (kind: string) => [...related.values()].find(({ type }) => type.toLowerCase() === kind)?.target
  const metadata = await readMetadata(archive, partOf("sheetmetadata"))
  const values = await readValues(archive, partOf("rdrichvalue"))
  const structures = await readStructures(archive, partOf("rdrichvaluestructure"))
  const pictures = await readPictures(archive, partOf("richvaluerel"))
  const named = await readNamed(archive, partOf("cellimage"))
  const ofMetadata = (number: number): string | undefined => {
    const value = values[metadata[number - 1] ?? -1]
    const structure = structures[value?.structure ?? -1]
    if (value === undefined || structure === undefined) return undefined
    const picture = pictures[Number(value.values[structure.picture] ?? "-1")]
    if (picture !== undefined) return mark(picture)
    const shown = value.values[structure.displayed] ?? value.fallback
    return shown === "" ? undefined : shown
  }
  return {
    textOf: (number, value) => {
      const part = named.get((named.size === 0 ? undefined : NAMED.exec(value)?.[1]) ?? "")
      if (part !== undefined) return mark(part)
      return number > 0 ? ofMetadata(number) : undefined
    }
  }
}
