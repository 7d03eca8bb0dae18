/** Files of every accepted kind, made by hand, and some that nobody should send. */
import { crc32, deflateRawSync } from "node:zlib"
import * as Wav from "../../src/audio/Wav.ts"

export interface ZipPart {
  readonly name: string
  readonly bytes: Uint8Array | string
  /** Bytes that the archive says the part inflates to, where that is a lie. */
  readonly claims?: number
  readonly isEncrypted?: boolean
}

const header = (length: number, fill: (buffer: Buffer) => void): Buffer => {
  const buffer = Buffer.alloc(length)
  fill(buffer)
  return buffer
}

/** A zip archive with all parts deflated. */
export const zip = (parts: ReadonlyArray<ZipPart>): Buffer => {
  const local: Array<Buffer> = []
  const central: Array<Buffer> = []
  let offset = 0
  for (const part of parts) {
    const bytes = Buffer.from(part.bytes)
    const name = Buffer.from(part.name)
    const deflated = deflateRawSync(bytes)
    const common = (buffer: Buffer, at: number) => {
      buffer.writeUInt16LE(20, at)
      buffer.writeUInt16LE(part.isEncrypted === true ? 1 : 0, at + 2)
      buffer.writeUInt16LE(8, at + 4)
      buffer.writeUInt32LE(crc32(bytes), at + 10)
      buffer.writeUInt32LE(deflated.length, at + 14)
      buffer.writeUInt32LE(part.claims ?? bytes.length, at + 18)
      buffer.writeUInt16LE(name.length, at + 22)
    }
    const first = header(30, (buffer) => {
      buffer.writeUInt32LE(0x04034b50, 0)
      common(buffer, 4)
    })
    const at = offset
    central.push(
      header(46, (buffer) => {
        buffer.writeUInt32LE(0x02014b50, 0)
        common(buffer, 6)
        buffer.writeUInt32LE(at, 42)
      }),
      name
    )
    local.push(first, name, deflated)
    offset += first.length + name.length + deflated.length
  }
  const size = central.reduce((sum, { length }) => sum + length, 0)
  const end = header(22, (buffer) => {
    buffer.writeUInt32LE(0x06054b50, 0)
    buffer.writeUInt16LE(parts.length, 8)
    buffer.writeUInt16LE(parts.length, 10)
    buffer.writeUInt32LE(size, 12)
    buffer.writeUInt32LE(offset, 16)
  })
  return Buffer.concat([...local, ...central, end])
}

type Relation = readonly [id: string, type: string, target: string]

const relationships = (entries: ReadonlyArray<Relation>): string =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="http://example.com/r/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`

const types: ZipPart = { name: "[Content_Types].xml", bytes: "<Types/>" }

/** Where a package begins: its document, presentation or workbook. */
const MAIN = /^(?:word\/document|ppt\/presentation|xl\/workbook)\.xml$/

/** The files of an office document of these parts; each part's relationships by its name, the package's by `""`. */
const officeParts = (
  parts: Readonly<Record<string, string | Uint8Array>>,
  relations: Readonly<Record<string, ReadonlyArray<Relation>>>
): ReadonlyArray<ZipPart> => {
  const main = Object.keys(parts).find((name) => MAIN.test(name)) ?? ""
  const ofPackage: ReadonlyArray<Relation> = [["m", "officeDocument", main]]
  return [
    types,
    ...Object.entries({ "": ofPackage, ...relations }).map(([part, entries]) => {
      const slash = part.lastIndexOf("/") + 1
      return { name: `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`, bytes: relationships(entries) }
    }),
    ...Object.entries(parts).map(([name, bytes]) => ({ name, bytes }))
  ]
}

/** An office document of these parts. */
export const office = (...given: Parameters<typeof officeParts>): Buffer => zip(officeParts(...given))

/**
 * A workbook of these sheets, by their names: their parts are `xl/worksheets/1.xml` and so on. `parts` and `relations`
 * say what it has beside.
 */
export const book = (
  sheets: Readonly<Record<string, string>>,
  parts: Parameters<typeof office>[0] = {},
  relations: Parameters<typeof office>[1] = {}
): Buffer => {
  const named = Object.entries(sheets).map(([name, xml], index) => ({
    name,
    xml,
    id: `sheet${index}`,
    part: `worksheets/${index + 1}.xml`
  }))
  return office(
    {
      "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${named.map(({ id, name }) => `<sheet name="${name}" r:id="${id}"/>`).join("")}</sheets></workbook>`,
      ...Object.fromEntries(named.map(({ part, xml }) => [`xl/${part}`, xml])),
      ...parts
    },
    {
      ...relations,
      "xl/workbook.xml": [
        ...named.map(({ id, part }) => [id, "worksheet", part] as const),
        ...(relations["xl/workbook.xml"] ?? [])
      ]
    }
  )
}

const escapeXml = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")

/** The XML of a Word paragraph. */
export const wordParagraph = (text: string, properties = ""): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`

export const wordTable = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  `<w:tbl>${rows
    .map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${wordParagraph(cell)}</w:tc>`).join("")}</w:tr>`)
    .join("")}</w:tbl>`

const wordStyles = `<w:styles>
  <w:style w:type="paragraph" w:styleId="Kop1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
  <w:style w:type="paragraph" w:styleId="Own"><w:name w:val="My own"/><w:basedOn w:val="Kop2"/></w:style>
  <w:style w:type="paragraph" w:styleId="Kop2"><w:name w:val="heading 2"/></w:style>
</w:styles>`

export const docxParts = (body: string, notes = ""): ReadonlyArray<ZipPart> =>
  officeParts(
    {
      "word/styles.xml": wordStyles,
      "word/footnotes.xml": `<w:footnotes>${notes}</w:footnotes>`,
      "word/document.xml": `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`
    },
    {
      "word/document.xml": [
        ["rId1", "styles", "styles.xml"],
        ["rId2", "footnotes", "/word/footnotes.xml"]
      ]
    }
  )

export const docx = (body: string, notes = ""): Buffer => zip(docxParts(body, notes))

export interface Slide {
  readonly title: string
  /** Paragraphs with their levels. */
  readonly points: ReadonlyArray<readonly [level: number, text: string]>
  readonly notes?: string
}

const shape = (placeholder: string, paragraphs: string): string =>
  `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${placeholder}"/></p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`

const point = (level: number, text: string): string =>
  `<a:p><a:pPr lvl="${level}"/><a:r><a:t>${escapeXml(text)}</a:t></a:r></a:p>`

/** A presentation whose slides lie in the archive in the opposite order. */
export const pptx = (slides: ReadonlyArray<Slide>): Buffer => {
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index}"/>`)
  const parts: Record<string, string> = {
    "ppt/presentation.xml": `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${ids.join("")}</p:sldIdLst></p:presentation>`
  }
  const relations: Record<string, ReadonlyArray<Relation>> = {
    "ppt/presentation.xml": slides.map((_, index) => [`s${index}`, "slide", `slides/slide${slides.length - index}.xml`])
  }
  for (const [index, { notes, points, title }] of slides.entries()) {
    const number = slides.length - index
    const body = points.map(([level, text]) => point(level, text)).join("")
    parts[`ppt/slides/slide${number}.xml`] =
      `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${shape("title", point(0, title))}${shape("body", body)}${shape("sldNum", point(0, "99"))}</p:spTree></p:cSld></p:sld>`
    if (notes === undefined) continue
    relations[`ppt/slides/slide${number}.xml`] = [["n", "notesSlide", `../notesSlides/notes${number}.xml`]]
    parts[`ppt/notesSlides/notes${number}.xml`] =
      `<p:notes xmlns:p="p" xmlns:a="a">${shape("body", point(0, notes))}${shape("sldNum", point(0, "99"))}</p:notes>`
  }
  return office(parts, relations)
}

/** The XML of a cell: `style` 1 is a date, 2 a date by a format of its own. */
export const cell = (reference: string, type: string, value: string, style = 0): string =>
  type === "inlineStr"
    ? `<c r="${reference}" t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`
    : `<c r="${reference}" t="${type}" s="${style}"><v>${escapeXml(value)}</v></c>`

export interface SheetFile {
  readonly name: string
  readonly isHidden?: boolean
  /** The XML of its cells, row by row. */
  readonly rows: ReadonlyArray<string>
}

export const xlsx = (sheets: ReadonlyArray<SheetFile>, strings: ReadonlyArray<string> = []): Buffer => {
  const named = sheets.map(
    ({ isHidden, name }, index) =>
      `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" ${isHidden === true ? 'state="hidden" ' : ""}r:id="s${index}"/>`
  )
  const shared = strings.map(
    (text) =>
      `<si><r><t>${escapeXml(text.slice(0, 1))}</t></r><r><t>${escapeXml(text.slice(1))}</t></r><rPh><t>not this</t></rPh></si>`
  )
  const rowsOf = ({ rows }: SheetFile) => rows.map((cells) => `<row>${cells}</row>`).join("")
  return office(
    {
      "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${named.join("")}</sheets></workbook>`,
      "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
      "xl/sharedStrings.xml": `<sst>${shared.join("")}</sst>`,
      ...Object.fromEntries(
        sheets.map((sheet, index) => [
          `xl/worksheets/sheet${index}.xml`,
          `<worksheet><sheetData>${rowsOf(sheet)}</sheetData></worksheet>`
        ])
      )
    },
    {
      "xl/workbook.xml": [
        ...sheets.map((_, index) => [`s${index}`, "worksheet", `worksheets/sheet${index}.xml`] as const),
        ["t", "sharedStrings", "sharedStrings.xml"],
        ["f", "styles", "styles.xml"]
      ]
    }
  )
}

/** A PDF with these content streams as its pages; `F1` is Helvetica. */
export const pdf = (pages: ReadonlyArray<string>, trailer = ""): Buffer => {
  const objects = ["<</Type/Catalog/Pages 2 0 R>>", "", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"]
  const kids = pages.map((content) => {
    objects.push(`<</Length ${content.length}>>\nstream\n${content}\nendstream`)
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents ${objects.length} 0 R>>`
    )
    return `${objects.length} 0 R`
  })
  objects[1] = `<</Type/Pages/Count ${kids.length}/Kids[${kids.join(" ")}]>>`
  const pieces = ["%PDF-1.4\n"]
  let length = 9
  const offsets = objects.map((object, index) => {
    const at = length
    const piece = `${index + 1} 0 obj\n${object}\nendobj\n`
    pieces.push(piece)
    length += piece.length
    return at
  })
  pieces.push(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`,
    ...offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`),
    `trailer<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF`
  )
  return Buffer.from(pieces.join(""), "latin1")
}

/** A page with these lines from the top, each with its size. */
export const pdfText = (lines: ReadonlyArray<readonly [size: number, text: string]>): string =>
  `BT 72 740 Td ${lines.map(([size, text]) => `/F1 ${size} Tf 0 -${size * 1.4} Td (${text}) Tj`).join(" ")} ET`

/** A PDF that wants a password. */
export const encryptedPdf = (): Buffer =>
  pdf(
    [pdfText([[12, "secret"]])],
    `/ID[<${"00".repeat(16)}><${"00".repeat(16)}>]/Encrypt<</Filter/Standard/V 1/R 2/O<${"11".repeat(32)}>/U<${"22".repeat(32)}>/P -4>>`
  )

/** An uncompressed bitmap of 24 bits a pixel: blue, green, red. */
export const bmp = (
  width: number,
  height: number,
  color: (x: number, y: number) => readonly [number, number, number]
) => {
  const stride = (width * 3 + 3) & ~3
  const file = Buffer.alloc(54 + stride * height)
  file.write("BM", "latin1")
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(54, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(-height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      [file[54 + y * stride + x * 3], file[55 + y * stride + x * 3], file[56 + y * stride + x * 3]] = color(x, y)
  }
  return file
}

/** A GIF of one pixel and two frames: red, then blue. */
export const gif = (): Buffer => {
  const frame = (codes: ReadonlyArray<number>) => [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, ...codes, 0]
  const pause = [0x21, 0xf9, 4, 0, 10, 0, 0, 0]
  const colors = [0xff, 0, 0, 0, 0, 0xff]
  return Buffer.concat([
    Buffer.from("GIF89a"),
    Buffer.from([1, 0, 1, 0, 0x80, 0, 0, ...colors, ...pause, ...frame([0x44, 1]), ...pause, ...frame([0x4c, 1]), 0x3b])
  ])
}

/** A PNG that says it is this large, and holds nothing. */
export const hugePng = (width: number, height: number): Buffer => {
  const body = header(17, (buffer) => {
    buffer.write("IHDR", "latin1")
    buffer.writeUInt32BE(width, 4)
    buffer.writeUInt32BE(height, 8)
    buffer.set([8, 2, 0, 0, 0], 12)
  })
  const data = Buffer.concat([Buffer.from("IDAT"), deflateRawSync(Buffer.alloc(100))])
  const chunk = (content: Buffer) => {
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(content.length - 4, 0)
    ends.writeUInt32BE(crc32(content), 4)
    return Buffer.concat([ends.subarray(0, 4), content, ends.subarray(4)])
  }
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk(body),
    chunk(data),
    chunk(Buffer.from("IEND"))
  ])
}

/** So many samples of silence. */
export const wav = (samples: number): Buffer => Wav.file({ samples: new Int16Array(samples), sampleRate: 16_000 })
