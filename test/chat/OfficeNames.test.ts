/** Office documents whose parts name their vocabularies otherwise: strict namespaces, other prefixes, none. */
import { afterAll, expect, test } from "bun:test"
import * as Zip from "../../src/chat/documents/Zip.ts"
import * as Files from "./Files.ts"
import { makeReader, right } from "./Reader.ts"

const reader = makeReader()
afterAll(reader.stop)

const STRICT = "http://purl.oclc.org/ooxml"
/** The transitional namespaces and types of relationships, by their beginnings, and their strict names (ECMA-376 part 1). */
const strictly = (xml: string): string =>
  xml
    .replaceAll(/http:\/\/schemas\.openxmlformats\.org\/officeDocument\/2006\//g, `${STRICT}/officeDocument/`)
    .replaceAll(
      /http:\/\/schemas\.openxmlformats\.org\/(wordprocessingml|spreadsheetml|presentationml|drawingml)\/2006\//g,
      `${STRICT}/$1/`
    )
    .replaceAll(/http:\/\/example\.com\/r\//g, `${STRICT}/officeDocument/relationships/`)

/** Every prefix longer, and one for what has none. */
const renamed = (xml: string): string =>
  xml
    .replaceAll(/(<\/?)(\w+)(?=[\s/>])/g, "$1own:$2")
    .replaceAll(/(<\/?|\s)(?!xml|own:)(\w+):(\w+)(?=[\s/>=])/g, "$1x$2:$3")
    .replaceAll(/xmlns:(\w+)=/g, "xmlns:x$1=")
    .replaceAll(/xmlns=/g, "xmlns:own=")

/** A copy of a document with the XML of its parts rewritten. */
const rewritten = async (bytes: Buffer, rewrite: (xml: string) => string): Promise<Buffer> => {
  const archive = await Zip.open(bytes)
  const copy: Array<Files.ZipPart> = []
  for (const name of await Zip.names(bytes)) {
    const pieces: Array<Uint8Array> = []
    for await (const piece of archive.read(name)) pieces.push(piece)
    const whole = Buffer.concat(pieces)
    copy.push({ name, bytes: /\.(xml|rels)$/.test(name) ? rewrite(whole.toString()) : whole })
  }
  return Files.zip(copy)
}

const fixture = (name: string) => Bun.file(new URL(`./files/${name}`, import.meta.url)).bytes()

const documents: ReadonlyArray<readonly [kind: string, file: () => Promise<Uint8Array>]> = [
  ["Word", () => fixture("clauses.docx")],
  ["Excel", () => fixture("formulas.xlsx")],
  ["Excel with charts", () => fixture("charts-xlsxwriter.xlsx")],
  [
    "PowerPoint",
    async () =>
      Files.pptx([
        {
          title: "ርዕስ",
          points: [
            [0, "first"],
            [1, "second"]
          ],
          notes: "say hello"
        }
      ])
  ]
]

test.each(documents)("strict namespaces and other prefixes change nothing of what is read: %s", async (_, file) => {
  const bytes = Buffer.from(await file())
  const plain = right(await reader.document(bytes))
  expect(plain.text.length).toBeGreaterThan(40)
  for (const rewrite of [strictly, renamed]) {
    const copy = await rewritten(bytes, rewrite)
    expect(copy.equals(await rewritten(bytes, (xml) => xml))).toBe(false)
    const { leftOut, text } = right(await reader.document(copy))
    expect([text, leftOut]).toEqual([plain.text, plain.leftOut])
  }
})

test("dates of a strict workbook, which are written as ISO 8601, are read as they stand", async () => {
  const rows = [Files.cell("A1", "d", "2024-05-01T00:00:00", 1)]
  const file = await rewritten(Files.xlsx([{ name: "S", rows }]), strictly)
  expect(right(await reader.document(file)).text).toContain("| 2024-05-01")
})

/** A copy of a document with its parts called otherwise, wherever they are named. */
const moved = async (bytes: Buffer, rename: (name: string) => string): Promise<Buffer> => {
  const archive = await Zip.open(bytes)
  const parts = await Array.fromAsync(await Zip.names(bytes), async (name) => {
    const whole = Buffer.concat(await Array.fromAsync(archive.read(name)))
    return { name: rename(name), bytes: name.endsWith(".rels") ? rename(whole.toString()) : whole }
  })
  return Files.zip(parts)
}

const SHEET_MAIN =
  '<Types><Override PartName="/x.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'

const withTypes = async (bytes: Buffer, types: string): Promise<Buffer> => {
  const archive = await Zip.open(bytes)
  const parts = await Array.fromAsync(await Zip.names(bytes), async (name) => ({
    name,
    bytes:
      name.toLowerCase() === "[content_types].xml" ? types : Buffer.concat(await Array.fromAsync(archive.read(name)))
  }))
  return Files.zip(parts)
}

test("a workbook is known by the types of its parts, whatever its folders and its main part are called", async () => {
  const file = await withTypes(Buffer.from(await fixture("formulas.xlsx")), SHEET_MAIN)
  const { text } = right(await reader.document(file))
  for (const rename of [
    (name: string) => name.replaceAll("workbook.xml", "book 22.xml"),
    (name: string) => name.replaceAll("xl/", "Office/Excel/"),
    (name: string) => name.replaceAll("xl/", "")
  ])
    expect(right(await reader.document(await moved(file, rename))).text).toBe(text)
})

test("a document with zeros behind its archive is read as without", async () => {
  const file = Buffer.from(await fixture("formulas.xlsx"))
  const { text } = right(await reader.document(file))
  expect(right(await reader.document(Buffer.concat([file, Buffer.alloc(3_000)]))).text).toBe(text)
})

/** A copy of an archive in which each part has another name. */
const named = async (bytes: Buffer, rename: (name: string) => string): Promise<Buffer> => {
  const archive = await Zip.open(bytes)
  const parts = await Array.fromAsync(await Zip.names(bytes), async (name) => ({
    name: rename(name),
    bytes: Buffer.concat(await Array.fromAsync(archive.read(name)))
  }))
  return Files.zip(parts)
}

test("a document is read whose archive names its parts with backslashes, or with a slash, a dot or a drive in front", async () => {
  const file = Buffer.from(await fixture("formulas.xlsx"))
  const { text } = right(await reader.document(file))
  const renames: ReadonlyArray<(name: string) => string> = [
    (name) => name.replaceAll("/", "\\"),
    (name) => `/${name}`,
    (name) => `./${name}`,
    (name) => `C:\\${name.replaceAll("/", "\\")}`
  ]
  for (const rename of renames) expect(right(await reader.document(await named(file, rename))).text).toBe(text)
})

test("a document without a list of its parts' types is read by what refers to them", async () => {
  const file = Buffer.from(await fixture("clauses.docx"))
  const { text } = right(await reader.document(file))
  const without = await named(file, (name) => (name === "[content_types].xml" ? "other.xml" : name))
  expect(right(await reader.document(without)).text).toBe(text)
})

test("a part is found that is referred to with backslashes, with blanks around, or by a name that is no address", async () => {
  const picture = (id: string) => `<w:p><w:r><w:drawing><a:blip r:embed="${id}"/></w:drawing></w:r></w:p>`
  const png = await new Bun.Image(Files.bmp(4, 4, () => [1, 2, 3])).png().bytes()
  const file = Files.office(
    {
      "word/document.xml": `<w:document><w:body>${["a", "b", "c"].map(picture).join("")}</w:body></w:document>`,
      "word/media/a.png": png,
      "word/media/b.png": png,
      "word/media/100% c.png": png
    },
    {
      "": [["m", "officeDocument", "word\\document.xml"]],
      "word/document.xml": [
        ["a", "image", "media\\a.png"],
        ["b", "image", " media/b.png "],
        ["c", "image", "media/100% c.png"]
      ]
    }
  )
  const { leftOut, pictures } = right(await reader.document(file))
  expect([pictures.length, leftOut]).toEqual([3, []])
})
