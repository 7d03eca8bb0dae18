/** Reads the XML of an object store: elements with texts in them, and nothing more. */
import { parser as makeParser } from "sax"

/** The texts of an element's children, by their names; of several with one name the last. */
export type Fields = Readonly<Record<string, string>>

const localName = (name: string): string => name.slice(name.indexOf(":") + 1)

/** The fields of each element called `name`, in their order. Throws where the text is no XML. */
export const elements = (xml: string, name: string): ReadonlyArray<Fields> => {
  const records: Array<Record<string, string>> = []
  const open: Array<{ readonly name: string; readonly fields: Record<string, string>; text: string }> = []
  const parser = makeParser(true)
  const addText = (text: string) => {
    const last = open.at(-1)
    if (last !== undefined) last.text += text
  }
  parser.onerror = (error) => {
    throw error
  }
  parser.onopentag = (tag) => {
    open.push({ name: localName(tag.name), fields: {}, text: "" })
  }
  parser.ontext = addText
  parser.oncdata = addText
  parser.onclosetag = () => {
    const closed = open.pop()
    if (closed === undefined) return
    if (closed.name === name) records.push(closed.fields)
    const parent = open.at(-1)
    if (parent !== undefined) parent.fields[closed.name] = closed.text.trim()
  }
  parser.write(xml).close()
  return records
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

export const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? "")
