/** Word documents of parts that tests write themselves. */
import * as Files from "./Files.ts"

type Relation = readonly [id: string, type: string, target: string]

export interface WordOptions {
  readonly numbering?: string
  readonly styles?: string
  readonly parts?: Readonly<Record<string, string | Uint8Array>>
  readonly relations?: ReadonlyArray<Relation>
}

/** A Word document with this body. */
export const word = (body: string, { numbering = "", parts = {}, relations = [], styles = "" }: WordOptions = {}) =>
  Files.office(
    {
      "word/document.xml": `<w:document><w:body>${body}</w:body></w:document>`,
      "word/numbering.xml": `<w:numbering>${numbering}</w:numbering>`,
      "word/styles.xml": `<w:styles>${styles}</w:styles>`,
      ...parts
    },
    {
      "word/document.xml": [["n", "numbering", "numbering.xml"], ["s", "styles", "styles.xml"], ...relations]
    }
  )

export const numbered = (text: string, list: number, level = 0) =>
  Files.wordParagraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`)

export const level = (index: number, notation: string, text: string, more = "") =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${notation}"/><w:lvlText w:val="${text}"/>${more}</w:lvl>`

export const abstract = (id: number, ...levels: ReadonlyArray<string>) =>
  `<w:abstractNum w:abstractNumId="${id}">${levels.join("")}</w:abstractNum>`

export const list = (id: number, of: number, overrides = "") =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${overrides}</w:num>`
