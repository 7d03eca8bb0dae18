/** The text of HTML that lies in another document: its blocks, lists and tables, without scripts and styles. */
import { parser as makeParser } from "sax"
import type { Outline } from "./Outline.ts"

/** Elements within elements, unclosed ones included. */
const MAX_DEPTH = 10_000

const SKIPPED = new Set(["head", "script", "style", "template", "noscript"])
const BLOCKS =
  /^(p|div|address|article|blockquote|body|dd|dt|figure|footer|form|header|hr|main|pre|section|table|ul|ol)$/
const LISTS = new Set(["ul", "ol"])

interface List {
  readonly isOrdered: boolean
  count: number
}

/** The handler of one document. */
const handlerOf = (outline: Outline) => {
  const lists: Array<List> = []
  let rows = 0
  let skipped: string | undefined
  let inPre = false
  const item = () => {
    const list = lists.at(-1)
    if (list === undefined || !list.isOrdered) return outline.item(Math.max(0, lists.length - 1))
    outline.numbered(lists.length - 1, `${++list.count}. `)
  }
  const open = (name: string) => {
    if (skipped !== undefined) return
    if (SKIPPED.has(name)) skipped = name
    else if (/^h[1-6]$/.test(name)) outline.heading(Number(name[1]))
    else if (name === "br") outline.text("\n")
    else if (name === "li") item()
    else if (name === "tr") {
      rows++
      outline.beginRow()
    } else if (name === "td" || name === "th") {
      if (rows > 0) outline.cell()
    } else if (BLOCKS.test(name)) outline.paragraph()
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
    if (name === "tr" && rows > 0) {
      rows--
      outline.endRow()
    } else if (name === "li" || /^h[1-6]$/.test(name) || BLOCKS.test(name)) outline.paragraph()
  }
  return {
    open,
    close,
    text: (text: string) => {
      if (skipped === undefined) outline.text(inPre ? text : text.replace(/\s+/g, " "))
    }
  }
}

/** Writes what of the source comes before it nests past all reason. */
export const write = (source: string, outline: Outline): void => {
  const parser = makeParser(false, { lowercase: true, position: false })
  const handler = handlerOf(outline)
  let depth = 0
  // What is not well-formed is read on, as browsers do.
  parser.onerror = () => {
    parser.resume()
  }
  parser.onopentag = ({ name }) => {
    depth++
    if (depth <= MAX_DEPTH) handler.open(name)
  }
  parser.onclosetag = (name) => {
    if (depth <= MAX_DEPTH) handler.close(name)
    depth--
  }
  parser.ontext = handler.text
  parser.oncdata = handler.text
  parser.write(source)
  parser.close()
}
