/** The text of HTML that lies in another document: its blocks, lists and tables, without scripts and styles. */
import { parser as makeParser } from "sax"
import type { Outline } from "./Outline.ts"

/** Elements within elements, unclosed ones included, but not those that need no end. */
const MAX_DEPTH = 10_000
/** Elements that are open at once, those that need no end among them: the parser keeps them until what they lie in ends. */
const MAX_OPEN = 50_000
/** Open elements that are looked through, in all, for those that end tags end: for one without a start, all. */
const MAX_STEPS = 100_000_000
/** Characters that the parser is given before it is asked whether they are enough, or cost too much. */
const SLICE = 8 * 1024

const ENDLESS =
  /^(area|base|br|col|dd|dt|embed|frame|hr|img|input|li|link|meta|option|p|param|source|t[dhr]|track|wbr)$/
const SKIPPED = new Set(["head", "script", "style", "template", "noscript"])
const BLOCKS =
  /^(p|div|address|article|blockquote|body|dd|dt|figure|footer|form|header|hr|main|pre|section|table|ul|ol)$/
const LISTS = new Set(["ul", "ol"])

interface List {
  readonly isOrdered: boolean
  count: number
}

/** The handler of one document. */
const handlerOf = (outline: Outline, hasFrames: boolean) => {
  const lists: Array<List> = []
  /** For what is outside of all tables and for each table that is open, whether one of its rows is. */
  const tables = [false]
  /** Rows that are open. */
  let rows = 0
  let skipped: string | undefined
  let inPre = false
  const item = () => {
    const list = lists.at(-1)
    if (list === undefined || !list.isOrdered) return outline.item(Math.max(0, lists.length - 1))
    outline.numbered(lists.length - 1, `${++list.count}. `)
  }
  const endRow = () => {
    if (tables.at(-1) !== true) return
    tables[tables.length - 1] = false
    rows--
    outline.endRow()
  }
  const beginRow = () => {
    endRow()
    tables[tables.length - 1] = true
    rows++
    outline.beginRow()
  }
  const beginCell = () => {
    if (tables.length > 1 && tables.at(-1) !== true) beginRow()
    if (rows > 0) outline.cell()
  }
  const beginTable = () => {
    outline.paragraph()
    tables.push(false)
  }
  const endTable = () => {
    endRow()
    if (tables.length > 1) tables.pop()
    outline.paragraph()
  }
  const open = (name: string) => {
    // Neither needs a tag that ends the head.
    if (skipped === "head" && (name === "body" || name === "frameset")) skipped = undefined
    if (skipped !== undefined) return
    if (SKIPPED.has(name) || (hasFrames && name === "noframes")) skipped = name
    else if (/^h[1-6]$/.test(name)) outline.heading(Number(name[1]))
    else if (name === "br") outline.text("\n")
    else if (name === "li") item()
    else if (name === "tr") beginRow()
    else if (name === "td" || name === "th") beginCell()
    else if (name === "table") beginTable()
    else if (BLOCKS.test(name)) outline.paragraph()
    if (LISTS.has(name)) lists.push({ isOrdered: name === "ol", count: 0 })
    if (name === "pre") inPre = true
  }
  const close = (name: string) => {
    if (skipped !== undefined) {
      if (skipped === name) skipped = undefined
      return
    }
    if (LISTS.has(name)) lists.pop()
    if (name === "pre") inPre = false
    if (name === "tr") endRow()
    else if (name === "table") endTable()
    else if (name === "li" || /^h[1-6]$/.test(name) || BLOCKS.test(name)) outline.paragraph()
  }
  return {
    open,
    close,
    /** Ends what the document has left open. */
    end: () => {
      while (tables.length > 1) endTable()
      endRow()
      outline.paragraph()
    },
    text: (text: string) => {
      if (skipped === undefined) outline.text(inPre ? text : text.replace(/\s+/g, " "))
    }
  }
}

/** Writes pages, one after the other, that share what the parser may cost. */
const writer = (outline: Outline, isEnough: () => boolean, hasFrames: boolean) => {
  let steps = 0
  /** False where the page nests past all reason. */
  return (source: string): boolean => {
    const parser = makeParser(false, { lowercase: true, position: false })
    const handler = handlerOf(outline, hasFrames)
    /** How deep it is, how deep it was, how many elements are open, and the most that were since the last slice. */
    let [depth, deepest, open, most] = [0, 0, 0, 0]
    // What is not well-formed is read on, as browsers do.
    parser.onerror = () => {
      parser.resume()
    }
    parser.onopentag = ({ name }) => {
      open++
      most = Math.max(most, open)
      if (!ENDLESS.test(name)) depth++
      deepest = Math.max(deepest, depth)
      if (depth <= MAX_DEPTH) handler.open(name)
    }
    parser.onclosetag = (name) => {
      if (depth <= MAX_DEPTH) handler.close(name)
      open--
      if (!ENDLESS.test(name)) depth--
    }
    parser.ontext = handler.text
    parser.oncdata = handler.text
    let at = 0
    const isTooMuch = () => deepest > MAX_DEPTH || (at < source.length && (open > MAX_OPEN || steps > MAX_STEPS))
    while (at < source.length && !isTooMuch() && !isEnough()) {
      const slice = source.slice(at, at + SLICE)
      most = open
      parser.write(slice)
      steps += most * (slice.split("</").length - 1)
      at += SLICE
    }
    parser.close()
    handler.end()
    return !isTooMuch()
  }
}

/**
 * Writes the pages of a file until they are enough. False where one nests past all reason: what comes behind that is not
 * written. What stands for frames is passed over where there are several pages, which they show.
 */
export const write = (pages: ReadonlyArray<string>, outline: Outline, isEnough: () => boolean): boolean =>
  pages.every(writer(outline, isEnough, pages.length > 1))
