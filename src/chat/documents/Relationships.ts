/** How the parts of an office document refer to each other. */
import { DAMAGED, Unreadable } from "./Unreadable.ts"
import * as Xml from "./Xml.ts"
import * as Zip from "./Zip.ts"

export interface Relationship {
  /** The last word of its type, such as `slide` or `notesSlide`. */
  readonly type: string
  /** The part's name in the archive. */
  readonly target: string
}

/** What is written as in an address; anything else stays, as in `100%.png`. */
const unescaped = (path: string): string =>
  path.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURI(escapes)
    } catch {
      return escapes
    }
  })

/**
 * `../notesSlides/notesSlide1.xml`, said by `ppt/slides/slide1.xml`, as a name in the archive; none where it is no address.
 * Some writers have backslashes.
 */
const resolve = (part: string, target: string): string | undefined => {
  try {
    return unescaped(new URL(target.trim().replaceAll("\\", "/"), `zip:///${part}`).pathname).slice(1)
  } catch {
    return undefined
  }
}

/** The relationships of `part` by their ids; none where it states none. Those to the outside are left out. */
export const of = async (archive: Zip.Archive, part: string): Promise<ReadonlyMap<string, Relationship>> => {
  const slash = part.lastIndexOf("/") + 1
  const name = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`
  const relationships = new Map<string, Relationship>()
  if (!archive.has(name)) return relationships
  await Xml.read(archive.read(name), {
    open: (element, attributes) => {
      const id = attributes.get("Id")
      const target = attributes.get("Target")
      if (element !== "Relationship" || id === undefined || target === undefined) return
      if (attributes.get("TargetMode") === "External") return
      const resolved = resolve(part, target)
      const type = attributes.get("Type") ?? ""
      if (resolved !== undefined)
        relationships.set(id, { type: type.slice(type.lastIndexOf("/") + 1), target: resolved })
    }
  })
  return relationships
}

/** Opens an office document. Throws `Unreadable`. */
export const open = async (bytes: Uint8Array) => {
  const archive = await Zip.open(bytes)
  /** The part that the whole document is about. */
  const main = [...(await of(archive, "")).values()].find(({ type }) => type === "officeDocument")?.target
  if (main === undefined) throw new Unreadable(DAMAGED)
  const related = await of(archive, main)
  /** The part of this type that the main part refers to, where the archive has it. */
  const partOf = (type: string): string | undefined =>
    [...related.values()].find((part) => part.type === type && archive.has(part.target))?.target
  return { archive, main, related, partOf }
}
