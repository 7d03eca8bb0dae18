/** How the parts of an office document refer to each other. */
import * as Xml from "./Xml.ts"
import type { Archive } from "./Zip.ts"

export interface Relationship {
  /** The last word of its type, such as `slide` or `notesSlide`. */
  readonly type: string
  /** The part's name in the archive. */
  readonly target: string
}

/** `../notesSlides/notesSlide1.xml`, said by `ppt/slides/slide1.xml`, as a name in the archive. */
const resolve = (part: string, target: string): string => decodeURI(new URL(target, `zip:///${part}`).pathname).slice(1)

const tryResolve = (part: string, target: string): string | undefined => {
  try {
    return resolve(part, target)
  } catch {
    return undefined
  }
}

/** The relationships of `part` by their ids; none where it states none. Those to the outside are left out. */
export const of = async (archive: Archive, part: string): Promise<ReadonlyMap<string, Relationship>> => {
  const slash = part.lastIndexOf("/") + 1
  const name = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`
  const found = new Map<string, Relationship>()
  if (!archive.names.has(name)) return found
  await Xml.read(archive.read(name), {
    open: (element, attributes) => {
      const id = attributes.get("Id")
      const target = attributes.get("Target")
      if (element !== "Relationship" || id === undefined || target === undefined) return
      if (attributes.get("TargetMode") === "External") return
      const resolved = tryResolve(part, target)
      const type = attributes.get("Type") ?? ""
      if (resolved !== undefined) found.set(id, { type: type.slice(type.lastIndexOf("/") + 1), target: resolved })
    }
  })
  return found
}

/** The part that the whole archive is about. */
export const mainPart = async (archive: Archive): Promise<string | undefined> => {
  const all = await of(archive, "")
  return [...all.values()].find(({ type }) => type === "officeDocument")?.target
}
