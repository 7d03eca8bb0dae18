/** The comments on a slide: PowerPoint's first ones (ECMA-376 part 1, 19.4), and those in threads ([MS-PPTX] 2.6). */
import { type Excerpt, oneLine } from "./Excerpt.ts"
import type { Outline } from "./Outline.ts"
import type { Relationship } from "./Relationships.ts"
import { orSay } from "./Unreadable.ts"
import * as Xml from "./Xml.ts"
import type { Archive } from "./Zip.ts"

const LONGEST_NAME = 100
/** Names that are kept. */
const MAX_NAMES = 10_000
/** Characters (UTF-16 code units) of one comment, about. */
const LONGEST_COMMENT = 60_000
/** A comment, and an answer to one. */
const COMMENTS = new Set(["cm", "reply"])

/** The names of authors by their ids, as far as they can be read. */
export const authors = async (archive: Archive, part: string | undefined): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>()
  if (part === undefined) return names
  const open: Xml.Handler["open"] = (name, attributes) => {
    const id = attributes.get("id")
    if ((name === "author" || name === "cmAuthor") && id !== undefined)
      names.set(id, oneLine(attributes.get("name") ?? "").slice(0, LONGEST_NAME))
  }
  await Xml.read(archive.read(part), { open }, () => names.size >= MAX_NAMES).catch(orSay(() => {}))
  return names
}

interface Comment {
  readonly author: string
  words: string
  /** Answers, which lie within their comment, before or behind its words. */
  readonly answers: Array<Comment>
}

/** The handler; `tell` is given each comment, with its answers behind it. */
const comments = (names: ReadonlyMap<string, string>, tell: (author: string, words: string) => void): Xml.Handler => {
  const open: Array<Comment> = []
  let inWords = false
  const add = (text: string) => {
    const current = open.at(-1)
    if (current !== undefined && current.words.length < LONGEST_COMMENT) current.words += text
  }
  return {
    open: (name, attributes) => {
      if (COMMENTS.has(name))
        open.push({ author: names.get(attributes.get("authorId") ?? "") ?? "", words: "", answers: [] })
      else if (name === "p" || name === "br") add(" ")
      inWords = name === "text" || name === "t"
    },
    close: (name) => {
      inWords = false
      const ended = COMMENTS.has(name) ? open.pop() : undefined
      const outer = open.at(-1)
      if (ended === undefined) return
      if (outer !== undefined) outer.answers.push(ended, ...ended.answers)
      else for (const { author, words } of [ended, ...ended.answers]) tell(author, words)
    },
    text: (text) => {
      if (inWords) add(text)
    }
  }
}

/** Writes the comments of a slide, a line each. */
export const write = async (
  archive: Archive,
  parts: ReadonlyArray<Relationship>,
  names: ReadonlyMap<string, string>,
  outline: Outline,
  excerpt: Excerpt,
  slide: number
): Promise<void> => {
  const line = (author: string, words: string) => {
    if (words.trim() === "") return
    outline.paragraph()
    outline.text(`[Comment${author === "" ? "" : ` by ${author}`}: ${oneLine(words)}]`)
  }
  for (const { target } of parts.filter(({ type }) => type === "comments")) {
    await Xml.read(archive.read(target), comments(names, line), excerpt.isEnough).catch(
      orSay(() => excerpt.leaveOut(`Comments on slide ${slide} are damaged: some are not included.`))
    )
  }
}
