/** The comments of a Word document, each beside the words that it is about (ECMA-376 part 1, 17.13.4). */

import { oneLine } from "./Excerpt.ts"
import { orSay } from "./Unreadable.ts"
import * as Xml from "./Xml.ts"
import type { Archive } from "./Zip.ts"

interface Comment {
  readonly author: string
  readonly words: string
}

/** Comments of a document that are kept; */
const MAX_COMMENTS = 2_000
/** and characters (UTF-16 code units) of all of them: as many as are kept of the text. */
const MAX_CHARACTERS = 60_000
const LONGEST_NAME = 100
/** Characters of the words that a comment is about. */
const LONGEST_PASSAGE = 200
/** Ranges of text that are open at once, one within another. */
const MAX_OPEN = 16

/** What is no part of a comment's words. */
const SKIPPED = new Set(["del", "moveFrom", "Fallback", "rPr", "pPr"])
const BETWEEN = new Set(["p", "br", "cr", "tab"])

/** The comments of these parts by their ids, as far as they can be read. */
export const read = async (archive: Archive, parts: Iterable<string>): Promise<ReadonlyMap<string, Comment>> => {
  const comments = new Map<string, Comment>()
  const skip = Xml.skipping(SKIPPED)
  let characters = 0
  let author = ""
  let id: string | undefined
  let inText = false
  let words: Array<string> = []
  const isEnough = () => comments.size >= MAX_COMMENTS || characters >= MAX_CHARACTERS
  const handler: Xml.Handler = {
    open: (name, attributes) => {
      if (skip.open(name)) return
      if (name === "comment") {
        id = attributes.get("r:id")
        author = oneLine(attributes.get("author") ?? "").slice(0, LONGEST_NAME)
        words = []
      } else if (name === "t") inText = true
      else if (BETWEEN.has(name)) words.push(" ")
    },
    close: (name) => {
      if (skip.close()) return
      if (name === "t") inText = false
      if (name !== "comment" || id === undefined || isEnough()) return
      const all = oneLine(words.join("")).slice(0, MAX_CHARACTERS - characters)
      characters += all.length
      comments.set(id, { author, words: all })
    },
    text: (text) => {
      if (inText && !skip.isActive() && !isEnough()) words.push(text)
    }
  }
  for (const part of parts) await Xml.read(archive.read(part), handler, isEnough).catch(orSay(() => {}))
  return comments
}

/** Comments as the text comes to them. */
export class Comments {
  private readonly open = new Map<string, string>()
  private readonly passages = new Map<string, string>()
  private readonly written = new Set<string>()

  /** `leaveOut` is told what of this name is not included. */
  constructor(
    private readonly comments: ReadonlyMap<string, Comment>,
    private readonly leaveOut: (what: string) => void
  ) {}

  /** Words that the text has come to. */
  readonly hear = (text: string): void => {
    for (const [id, passage] of this.open) {
      if (passage.length <= LONGEST_PASSAGE) this.open.set(id, passage + text.slice(0, LONGEST_PASSAGE + 1))
    }
  }

  /** What stands in the text for this element: the comment where it refers to one. Undefined for what has nothing to do with comments. */
  readonly lineOf = (name: string, attributes: Xml.Attributes): string | undefined => {
    const id = attributes.get("r:id") ?? ""
    if (name === "commentReference") return this.line(id)
    if (name === "commentRangeStart") {
      if (this.comments.has(id) && this.open.size < MAX_OPEN) this.open.set(id, "")
    } else if (name === "commentRangeEnd") {
      this.passages.set(id, this.open.get(id) ?? "")
      this.open.delete(id)
    } else return undefined
    return ""
  }

  private line(id: string): string {
    const comment = this.comments.get(id)
    if (comment === undefined) this.leaveOut(this.comments.size === 0 ? "Comments" : "Some comments")
    if (comment === undefined || comment.words === "" || this.written.has(id)) return ""
    this.written.add(id)
    const passage = oneLine(this.passages.get(id) ?? "")
    const cut = passage.length > LONGEST_PASSAGE ? `${passage.slice(0, LONGEST_PASSAGE)}…` : passage
    const by = comment.author === "" ? "" : ` by ${comment.author}`
    return `[Comment${by}${cut === "" ? "" : ` on “${cut}”`}: ${comment.words}]`
  }
}
