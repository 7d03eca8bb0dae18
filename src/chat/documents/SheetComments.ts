/** The comments on the cells of a sheet: Excel's notes (ECMA-376 part 1, 18.7), and its comments in threads ([MS-XLSX] 2.4.60). */
import { type Excerpt, oneLine } from "./Excerpt.ts"
import type { Outline } from "./Outline.ts"
import type { Relationship } from "./Relationships.ts"
import { orSay } from "./Unreadable.ts"
import * as Xml from "./Xml.ts"
import type { Archive } from "./Zip.ts"

const LONGEST_NAME = 100
/** Names that are kept. */
const MAX_NAMES = 10_000
/** Excel writes a thread as a note too, for older programs, by an author who is named so. */
const STAND_IN = "tc="

/** The names of people by their ids, to whom comments in threads refer. */
export const people = async (archive: Archive, part: string | undefined): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>()
  if (part === undefined) return names
  const open: Xml.Handler["open"] = (name, attributes) => {
    const id = attributes.get("id") ?? attributes.get("r:id")
    if (name === "person" && id !== undefined) names.set(id, attributes.get("displayName") ?? "")
  }
  await Xml.read(archive.read(part), { open }, () => names.size >= MAX_NAMES).catch(orSay(() => {}))
  return names
}

/** The handler for either kind; `tell` is given each comment. */
const comments = (
  names: ReadonlyMap<string, string>,
  tell: (author: string, cell: string, words: string) => void
): Xml.Handler => {
  const authors: Array<string> = []
  let author: string | undefined
  let words: Array<string> | undefined
  let place: readonly [by: string, cell: string] = ["", ""]
  let inWords = false
  return {
    open: (name, attributes) => {
      if (name === "author") author = ""
      else if (name === "comment" || name === "threadedComment") {
        const by =
          names.get(attributes.get("personId") ?? "") ?? authors[Number(attributes.get("authorId") ?? -1)] ?? ""
        place = [by, attributes.get("ref") ?? ""]
        words = []
      } else inWords = name === "t" || (name === "text" && words !== undefined)
    },
    close: (name) => {
      inWords = false
      if (name === "author" && author !== undefined) {
        if (authors.length < MAX_NAMES) authors.push(author)
        author = undefined
      } else if ((name === "comment" || name === "threadedComment") && words !== undefined) {
        tell(place[0], place[1], words.join(""))
        words = undefined
      }
    },
    text: (text) => {
      if (author !== undefined) author += text.slice(0, LONGEST_NAME)
      else if (inWords) words?.push(text)
    }
  }
}

/** Writes the comments of a sheet, a line each. */
export const write = async (
  archive: Archive,
  beside: ReadonlyArray<Relationship>,
  names: ReadonlyMap<string, string>,
  outline: Outline,
  excerpt: Excerpt,
  sheet: string
): Promise<void> => {
  const partsOf = (type: string) => beside.filter((part) => part.type === type && archive.has(part.target))
  const threads = partsOf("threadedComment")
  const line = (author: string, cell: string, words: string) => {
    const isStandIn = author.startsWith(STAND_IN)
    const name = oneLine(author).slice(0, LONGEST_NAME)
    if ((isStandIn && threads.length > 0) || words.trim() === "") return
    const by = name === "" || isStandIn ? "" : ` by ${name}`
    outline.paragraph()
    outline.text(`[Comment${by} on ${cell.slice(0, LONGEST_NAME)}: ${oneLine(words)}]`)
  }
  const damaged = orSay(() =>
    excerpt.leaveOut(`Comments on cells of the sheet ${sheet} are damaged: some are not included.`)
  )
  for (const { target } of [...partsOf("comments"), ...threads]) {
    await Xml.read(archive.read(target), comments(names, line), excerpt.isEnough).catch(damaged)
  }
}
